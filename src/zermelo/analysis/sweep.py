"""Rules compared: what becomes of a game if its parameters change.

For each variant, all exact (`Row` says what each figure is): is it fair, does it end decided, how
much of it is luck, how long is it, and how much better than random can one be.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.analysis.luck import luck_of
from zermelo.analysis.skill import INFINITY, Study
from zermelo.errors import LimitError
from zermelo.game import Game

ORDINARY = 1.0  # the temperature that stands for ordinary players


@dataclass(frozen=True)
class Row:
    """One variant. Probabilities are the first player's, over all deals."""

    spec: str
    deals: int
    sorts_of_positions: int  # that differ in what can come of them
    win: float  # under perfect play
    draw: float
    loss: float
    unfairness: float  # |win - loss| under perfect play: 0 is fair, 1 decided by who starts
    usual_unfairness: float  # the same between ordinary players
    decided: float  # the probability that perfect play does not end in a draw
    luck: float  # the share of the variance that the deal decides between ordinary players
    plies: float  # the expected length between ordinary players
    best_first: float  # the most wins possible against random play, as first player
    best_second: float  # … and as second
    error: str = ""  # why there are no figures

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return asdict(self)


def row_of(game: Game, *, native: bool | None = None, memory_mb: float = 512,
           stop: threading.Event | None = None) -> Row:
    """The figures of one variant; if it is too large to list, why there are none."""
    try:
        study = Study.of(game, native=native, memory_mb=memory_mb, stop=stop)
    except LimitError as error:
        return Row(game.spec, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, error=str(error))
    return row_of_study(study)


def row_of_study(study: Study) -> Row:
    """The figures of a game already studied."""
    perfect, ordinary, anything = (study.level(t) for t in (0.0, ORDINARY, INFINITY))
    best = study.meeting(perfect, perfect)
    usual = study.meeting(ordinary, ordinary)
    first = study.meeting(study.best_against_random(0, wins_only=True), anything).score
    second = study.meeting(anything, study.best_against_random(1, wins_only=True)).score
    return Row(
        study.game.spec, len(study.deals), study.graph.nodes,
        best.score.win, best.score.draw, best.score.loss,
        unfairness=abs(best.score.mean), usual_unfairness=abs(usual.score.mean),
        decided=1 - best.score.draw, luck=luck_of(study, usual).share, plies=usual.score.plies,
        best_first=first.win, best_second=second.loss,
    )


def sweep(game: Game, variants: Iterable[Game] | None = None, *,
          native: bool | None = None, known: Iterable[Row] = (), threads: int = 2,
          progress: Callable[[str, int, int], None] = lambda spec, done, of: None) -> list[Row]:
    """A row for the game itself and for each variant; those that the game names, if none are given.

    `known` rows are not computed again. `progress` hears which variant was finished, how many are
    and how many there are. Ctrl-C raises `Interrupted` with the rows so far.
    """
    games = [game, *(game.variants() if variants is None else variants)]
    rows: dict[str, Row] = {row.spec: row for row in known}
    missing = [variant for variant in games if variant.spec not in rows]
    pool, stop = ThreadPoolExecutor(threads), threading.Event()
    try:
        todo = [pool.submit(row_of, variant, native=native, stop=stop) for variant in missing]
        for done in as_completed(todo):
            row = done.result()
            rows[row.spec] = row
            progress(row.spec, len(games) - len(missing) + sum(f.done() for f in todo), len(games))
    except KeyboardInterrupt:
        raise Interrupted([rows[g.spec] for g in games if g.spec in rows]) from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
    return [rows[g.spec] for g in games]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a sweep; `rows` are those that were finished."""

    def __init__(self, rows: list[Row]) -> None:
        super().__init__()
        self.rows = rows


def fairest(rows: Iterable[Row]) -> list[Row]:
    """The variants with figures, the fairest under perfect play first; if two are equally fair,
    the one that ordinary players would find fairer."""
    found = [row for row in rows if not row.error]
    return sorted(found, key=lambda row: (round(row.unfairness, 12), row.usual_unfairness))
