"""Rules compared: what becomes of a game if its parameters change.

For each variant, all exact (`Row` says what each figure is): is it fair, does it end decided, how
much of it is luck, how long is it, and how much better than random can one be.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.analysis.luck import luck_of
from zermelo.analysis.skill import INFINITY, Study
from zermelo.errors import GameError, LimitError
from zermelo.game import Game
from zermelo.games import can_be_named, load
from zermelo.work import Noted, Unit, crew_of, work_off

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
          native: bool | None = None, known: Iterable[Row] = (), jobs: int = 2,
          progress: Callable[[str, int, int], None] = lambda spec, done, of: None) -> list[Row]:
    """A row for the game itself and for each variant; those that the game names, if none are given.

    `known` rows are not computed again; the others are units of work for so many processes, and
    for this one if there is one job. `progress` hears which variant was finished, how many are
    and how many there are. Ctrl-C raises `Interrupted` with the rows so far.
    """
    games = [game, *(game.variants() if variants is None else variants)]
    rows: dict[str, Row] = {row.spec: row for row in known}
    for variant in games:
        if variant.spec not in rows and not can_be_named(variant):  # nobody else can make it
            rows[variant.spec] = row_of(variant, native=native)
    missing = [variant for variant in games if variant.spec not in rows]
    units = (Unit(variant.spec, f"{__name__}:row_data", {"game": variant.source, "native": native})
             for variant in missing)
    try:
        with closing(work_off(units, Noted(), crew_of(min(jobs, len(missing) or 1)))) as work:
            for number, done in enumerate(work, len(games) - len(missing) + 1):
                if done.error is not None:
                    raise GameError(f"{done.unit.key} cannot be measured: {done.error}")
                rows[done.unit.key] = Row(**done.result)
                progress(done.unit.key, number, len(games))
    except KeyboardInterrupt:
        raise Interrupted([rows[g.spec] for g in games if g.spec in rows]) from None
    return [rows[g.spec] for g in games]


def row_data(game: str, native: bool | None) -> dict[str, Any]:
    """A row as plain data: a unit of work."""
    return row_of(load(game), native=native).to_json()


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
