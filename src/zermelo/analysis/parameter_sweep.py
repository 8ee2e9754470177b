"""A game measured over ranges of its parameters: what each combination is worth, and how complex
it is.

>>> from zermelo import Limit
>>> from zermelo.analysis.grid import combinations
>>> for row in measured(combinations("nim:heaps=1+2", {"misere": "false,true"}), Limit(time=30),
...                     native=False, games=50):
...     print(row.name, "|", row.verdict, "|", row.complexity.leaves)
misere=false | win in 3 | 5 (counted)
misere=true | win in 2 | 5 (counted)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.analysis.complexity import Complexity, complexity_of
from zermelo.analysis.grid import Combination
from zermelo.analysis.random_games import GAMES
from zermelo.analysis.verdict import Verdict, verdict_of
from zermelo.errors import ZermeloError
from zermelo.games import load
from zermelo.limits import Limit
from zermelo.telling import Telling

SECONDS = 2.0  # for each part of the complexity
POSITIONS = 50_000  # that are counted



@dataclass(frozen=True)
class Row:
    """One combination: its figures, or the sentence why there are none."""

    combination: Combination
    spec: str = ""
    players: tuple[str, str] = ("", "")
    verdict: Verdict | None = None
    complexity: Complexity | None = None
    error: str = ""

    @property
    def name(self) -> str:
        """The parameters that vary."""
        return self.combination.name

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {
            "parameters": self.combination.parameters, "game": self.spec or self.combination.text,
            "error": self.error or None,
            **(self.verdict.to_json() if self.verdict else {}),
            "complexity": self.complexity and self.complexity.to_json(),
        }


def measured(combinations: Iterable[Combination], limit: Limit, *, games: int = GAMES,
             seed: object = 0, native: bool | None = None,
             progress: Telling = lambda doing, share: None,
             stopped: Callable[[], bool] = lambda: False) -> Iterator[Row]:
    """A row for each combination, one after the other: they would spoil each other's times.

    `limit` is that of each proof. Ctrl-C, or `stopped`, raises KeyboardInterrupt; the rows handed
    out before are finished.
    """
    every = list(combinations)
    for number, combination in enumerate(every):
        def told(doing: str, share: float, done: int = number,
                 name: str = combination.name) -> None:
            progress(f"{name}: {doing}".removeprefix(": "), (done + share) / len(every))

        try:
            row = _row(combination, limit, games, seed, native, told, stopped)
        except ZermeloError as error:
            row = Row(combination, error=str(error))
        if stopped():
            raise KeyboardInterrupt
        yield row


def _row(combination: Combination, limit: Limit, games: int, seed: object, native: bool | None,
         told: Telling, stopped: Callable[[], bool]) -> Row:
    game = load(combination.text)
    found = complexity_of(game, games=games, seed=seed, seconds=SECONDS, most=POSITIONS,
                          native=native, progress=lambda doing, share: told(doing, share / 2))
    verdict = verdict_of(game, limit, native=native, stopped=stopped,
                         progress=lambda share: told("perfect play", 0.5 + share / 2))
    return Row(combination, game.spec, game.players, verdict, found)
