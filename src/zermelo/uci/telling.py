"""What the engine found, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.games.dialects import score_text
from zermelo.search.analysis import Analysis, RankedMove

Texts = Callable[[Iterable[Any]], list[str]]  # moves that follow each other, as they are written


def infos(found: Analysis, ranked: Iterable[RankedMove], texts: Texts) -> Iterator[str]:
    """One line for each of the moves, the best first."""
    for number, move in enumerate(ranked, 1):
        yield _info(found, score_text(move.value), f" multipv {number}",
                    texts(move.line or (move.move,)))


def end_info(found: Analysis) -> str:
    """A game that is over has a score and no move."""
    return _info(found, score_text(found.value), "", [])


def _info(found: Analysis, score: str, which: str, line: list[str]) -> str:
    words = (f"info depth {found.depth or 0} seldepth {found.deepest}{which} score {score} "
             f"nodes {found.nodes} nps {round(found.nodes_per_second)} "
             f"hashfull {round(1000 * found.table_used)} time {round(1000 * found.seconds)}")
    return f"{words} pv {' '.join(line)}" if line else words
