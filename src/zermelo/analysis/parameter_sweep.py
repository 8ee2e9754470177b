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

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.analysis.complexity import Complexity, complexity_of
from zermelo.analysis.grid import Combination
from zermelo.analysis.intervals import Figure
from zermelo.analysis.random_games import GAMES
from zermelo.analysis.sizes import Size
from zermelo.analysis.verdict import Verdict, verdict_of
from zermelo.errors import ZermeloError
from zermelo.games import load
from zermelo.limits import Limit
from zermelo.telling import Telling
from zermelo.values import Bound, Value
from zermelo.work import Noted, Unit, crew_of, work_off

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
             seed: object = 0, native: bool | None = None, jobs: int = 1,
             database: str | None = None,
             progress: Telling = lambda doing, share: None,
             stopped: Callable[[], bool] = lambda: False) -> Iterator[Row]:
    """A row for each combination, in their order.

    They are measured one after the other, or by so many processes at once, which share the
    machine: then less is proven within the same time. `limit` is that of each proof; with the
    `database` "auto", those in the data folder are asked first. Ctrl-C, or `stopped`, raises
    KeyboardInterrupt; the rows handed out before are finished.
    """
    every = list(combinations)
    if jobs != 1:
        yield from _shared_out(every, limit, games, seed, native, database, jobs, progress,
                               stopped)
        return
    for number, combination in enumerate(every):
        def told(doing: str, share: float, done: int = number,
                 name: str = combination.name) -> None:
            progress(f"{name}: {doing}".removeprefix(": "), (done + share) / len(every))

        row = _row(combination, limit, games, seed, native, database, told, stopped)
        if stopped():
            raise KeyboardInterrupt
        yield row


def _shared_out(every: list[Combination], limit: Limit, games: int, seed: object,
                native: bool | None, database: str | None, jobs: int, progress: Telling,
                stopped: Callable[[], bool]) -> Iterator[Row]:
    """The same rows, each a unit of work."""
    ledger, handed = Noted(), 0
    units = (Unit(str(number), f"{__name__}:row_data", {
        "text": combination.text, "nodes": limit.nodes, "time": limit.time, "games": games,
        "seed": seed, "native": native, "database": database})
        for number, combination in enumerate(every))
    with closing(work_off(units, ledger, crew_of(jobs), stopped)) as work:
        for number, done in enumerate(work, 1):
            if done.error is not None:  # whoever did it has died of it
                ledger[done.unit.key] = {"error": done.error}
            progress(f"{number} of {len(every)} combinations", number / len(every))
            while str(handed) in ledger:
                yield _from_data(every[handed], ledger[str(handed)])
                handed += 1
    if stopped():
        raise KeyboardInterrupt


def _row(combination: Combination, limit: Limit, games: int, seed: object, native: bool | None,
         database: str | None, told: Telling, stopped: Callable[[], bool]) -> Row:
    try:
        game = load(combination.text)
        found = complexity_of(game, games=games, seed=seed, seconds=SECONDS, most=POSITIONS,
                              native=native, progress=lambda doing, share: told(doing, share / 2))
        verdict = verdict_of(game, limit, native=native, database=database, stopped=stopped,
                             progress=lambda share: told("perfect play", 0.5 + share / 2))
    except ZermeloError as error:
        return Row(combination, error=str(error))
    return Row(combination, game.spec, game.players, verdict, found)


def row_data(text: str, nodes: int | None, time: float | None, games: int, seed: object,
             native: bool | None, database: str | None = None) -> dict[str, Any]:
    """A row as plain data: a unit of work."""
    row = _row(Combination({}, text), Limit(nodes=nodes, time=time), games, seed, native,
               database, lambda doing, share: None, lambda: False)
    found = asdict(row)
    if row.verdict is not None and row.verdict.value is not None:
        found["verdict"]["value"]["bound"] = row.verdict.value.bound.value
    return found


def _from_data(combination: Combination, data: Mapping[str, Any]) -> Row:
    """The row that `row_data` wrote, of this combination."""
    if data["error"]:
        return Row(combination, error=data["error"])
    verdict, found = dict(data["verdict"]), dict(data["complexity"])
    if verdict["value"] is not None:
        verdict["value"] = Value(**{**verdict["value"], "bound": Bound(verdict["value"]["bound"])})
    if verdict["chances"] is not None:
        verdict["chances"] = tuple(verdict["chances"])
    for name in ("branching", "length"):
        found[name] = Figure(*found[name])
    for name in ("leaves", "nodes", "positions", "up_to_symmetry"):
        found[name] = None if found[name] is None else Size(**found[name])
    first, second = data["players"]
    return Row(combination, data["spec"], (first, second), Verdict(**verdict), Complexity(**found))
