"""Everything that is known of a game, gathered as plain data: what a report shows, section by
section, every figure under a name.

A `Report` grows while it is made, so that Ctrl-C leaves the sections that are finished. Every game
has its measures of complexity; what takes a list of everything that can happen is left out, with
the reason, where there is no such list.
"""

from __future__ import annotations

import platform
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from zermelo import __version__
from zermelo.analysis.complexity import Complexity, complexity_of, is_countable
from zermelo.analysis.luck import luck_of
from zermelo.analysis.skill import (
    INFINITY,
    TEMPERATURES,
    Meeting,
    Study,
    Style,
    level_name,
    within_chance,
)
from zermelo.analysis.sweep import Interrupted, Row, fairest, row_of_study, sweep
from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.search import benchmark
from zermelo.solve import SolvedDeal, SolvedDeals, solve_deals
from zermelo.solve.counting import count_tree
from zermelo.telling import Telling

DEPTHS = range(1, 9)
SECONDS = 300.0  # to list everything that can happen
# Which share of the time a section takes, roughly: for the progress bar.
_SHARES = {"complexity": 0.05, "deals": 0.05, "skill": 0.2, "search": 0.2, "sweep": 0.5}
_FROM_THE_LIST = ("skill", "deals", "sweep")
_SQUARE = re.compile(r"(.*?)([a-z])([1-9][0-9]?)")


@dataclass
class Report:
    """The sections by name, and why others are left out; `interrupted` if Ctrl-C came before the
    last."""

    game: Game
    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.game.spec, "players": list(self.game.players),
            "made": {"zermelo": __version__, "python": platform.python_version(),
                     "machine": platform.machine()},
            "seconds": {name: round(s, 2) for name, s in self.seconds.items()},
            "interrupted": self.interrupted, "left_out": self.left_out, **self.sections,
        }


def make_report(game: Game, *, native: bool | None = None, rules: bool = True,
                search: bool = True, games: int = 100_000, seed: int = 0, threads: int = 2,
                memory_mb: float = 512, seconds: float = SECONDS,
                progress: Telling = lambda doing, share: None,
                stopped: Callable[[], bool] = lambda: False) -> Report:
    """Find out everything about a game. `games` are played to check the main figures; without
    `rules` no variants are compared, without `search` no techniques measured. What needs a list of
    everything that can happen is left out if that takes more than `memory_mb` or `seconds`; the
    `seed` is that of the random games that measure complexity."""
    report = Report(game)
    steps: dict[str, Callable[[Telling], dict[str, Any]]] = {}
    measured: list[Complexity] = []
    studied: list[Study] = []

    def complexity(told: Telling) -> dict[str, Any]:
        measured.append(complexity_of(game, seed=seed, native=native, progress=told))
        return measured[0].to_json()

    def skill(told: Telling) -> dict[str, Any]:
        study = Study.of(game, native=native, memory_mb=memory_mb, seconds=seconds,
                         progress=lambda done, of: told("everything that can happen",
                                                        done / of / 2))
        studied.append(study)
        if not measured[0].exact and is_countable(game):
            tree = count_tree(study.graph, study.deals)
            report.sections["complexity"] = measured[0].with_tree(tree).to_json()
        return skill_section(study, measured[0], games,
                             lambda doing, share: told(doing, 0.5 + share / 2))

    steps["complexity"] = complexity
    steps["skill"] = skill  # before the deals: if the game is too large, this is where it shows
    steps["deals"] = lambda told: deals_section(solve_deals(
        game, native=native, progress=lambda done, of: told("every deal", done / of)))
    if search:
        steps["search"] = lambda told: search_section(game, native, told, stopped)
    if rules:
        steps["sweep"] = lambda told: sweep_section(game, studied, native, threads, told)
    done = 0.0
    whole = sum(_SHARES[name] for name in steps)
    try:
        for name, make in steps.items():
            before, share, began = done, _SHARES[name] / whole, time.perf_counter()
            done += share
            if name in _FROM_THE_LIST and "skill" in report.left_out:
                report.left_out[name] = report.left_out["skill"]
                continue
            try:
                report.sections[name] = make(_part(progress, before, share))
            except LimitError as error:
                report.left_out[name] = str(error)
            report.seconds[name] = time.perf_counter() - began
    except Interrupted as so_far:
        report.interrupted = True
        report.sections["sweep"] = _swept(game, so_far.rows)
    except KeyboardInterrupt:
        report.interrupted = True
    progress("done", 1.0)
    return report


def _part(progress: Telling, before: float, share: float, what: str = "") -> Telling:
    """Telling within a part of the whole."""
    return lambda doing, part: progress(what + doing, min(1.0, before + share * part))


# --- the deals ---


def deals_section(solved: SolvedDeals) -> dict[str, Any]:
    """What every deal is worth under perfect play, as exact fractions, and how to begin."""
    game = solved.game
    win, draw, loss = solved.chances()
    states = [game.parse(deal.text) for deal in solved.deals]
    holdings = [[game.holding(s, player) for s in states] for player in (0, 1)]
    return {
        "count": len(solved.deals), "ways": solved.ways,
        "scored": any(abs(points) > 1 for points in solved.points()),
        "win": _exact(win), "draw": _exact(draw), "loss": _exact(loss),
        "points": {str(points): _exact(p) for points, p in solved.points().items()},
        "hands": [
            {hand: {"probability": _exact(p), "win": _exact(c[0]), "draw": _exact(c[1]),
                    "loss": _exact(c[2])}
             for hand, (p, c) in solved.by_holding(player).items()} for player in (0, 1)
        ] if any(holdings[0]) else [],
        "deals": [
            {"position": deal.text, "first": one, "second": two, "ways": deal.ways,
             "points": deal.points, "best": list(deal.best),
             "best_for_points": list(deal.best_for_points)}
            for deal, one, two in zip(solved.deals, *holdings, strict=True)
        ],
        "openings": _openings(solved, states),
    }


def _openings(solved: SolvedDeals, states: list[Any]) -> dict[str, Any] | None:
    """How likely each opening move is to be a best one, by the opener's hand: summed over the deals
    with that hand. Only for games whose moves name squares: the rest of a move's text is what is
    put there."""
    game = solved.game
    width, height = getattr(game, "width", 0), getattr(game, "height", 0)
    moves = {move for deal in solved.deals for move, _ in deal.moves}
    squares = {move: _SQUARE.fullmatch(move) for move in moves}
    if not (width and height and moves and all(squares.values())):
        return None
    hands: dict[str, list[SolvedDeal]] = {}
    for deal, state in zip(solved.deals, states, strict=True):
        hands.setdefault(game.holding(state, deal.mover), []).append(deal)
    found: dict[str, dict[str, dict[str, float]]] = {}
    for hand, deals in sorted(hands.items()):
        ways = sum(deal.ways for deal in deals)
        pieces: dict[str, dict[str, float]] = {}
        for move in sorted({move for deal in deals for move, _ in deal.moves}):
            match = squares[move]
            assert match is not None
            good = sum(deal.ways for deal in deals if move in deal.best)
            pieces.setdefault(match[1], {})[match[2] + match[3]] = float(Fraction(good, ways))
        found[hand] = pieces
    return {"width": width, "height": height, "by_hand": found}


# --- skill and luck ---


def skill_section(study: Study, measured: Complexity, games: int,
                  told: Telling) -> dict[str, Any]:
    """What players of every level can expect of each other, and what the deal decides."""
    levels = [study.level(t) for t in TEMPERATURES]
    anything, perfect = levels[-1], levels[0]
    matrix: list[list[list[float]]] = []
    luck = []
    for i, first in enumerate(levels):
        told(f"{first.name} against everybody", 0.6 * i / len(levels))
        row = [study.meeting(first, second) for second in levels]
        matrix.append([_plain(m) for m in row])
        found = luck_of(study, row[i])
        luck.append({"variance": found.variance, "by_deal": found.by_deal, "share": found.share})
    exploits = [study.best_against_random(seat) for seat in (0, 1)]
    main: dict[str, tuple[Style, Style]] = {
        "perfect against perfect": (perfect, perfect),
        "random against random": (anything, anything),
        "perfect against random": (perfect, anything),
        "random against perfect": (anything, perfect),
        "best result against random": (exploits[0], anything),
        "random against best result": (anything, exploits[1]),
        "most wins against random": (study.best_against_random(0, wins_only=True), anything),
        "random against most wins": (anything, study.best_against_random(1, wins_only=True)),
        "best result against perfect": (exploits[0], perfect),
        "perfect against best result": (perfect, exploits[1]),
    }
    figures = []
    for i, (name, (one, two)) in enumerate(main.items()):
        told(name, 0.6 + 0.4 * i / len(main))
        meeting = study.meeting(one, two)
        figure: dict[str, Any] = {"name": name, "exact": _plain(meeting)}
        if games:
            tally = study.sampled(one, two, games, seed=i)
            figure["sampled"] = [tally.wins, tally.draws, tally.losses]
            figure["within_chance"] = within_chance(meeting.score, tally)
        figures.append(figure)
    return {
        "positions": measured.positions.count if measured.positions.exact else None,
        "visits": study.graph.visits, "sorts_of_positions": study.graph.nodes,
        "connections": study.graph.edges, "native": study.graph.native,
        "levels": [{"name": level_name(t), "temperature": None if t == INFINITY else t}
                   for t in TEMPERATURES],
        "matrix": matrix, "luck": luck, "figures": figures, "sampled_games": games,
    }


# --- the search ---


def search_section(game: Game, native: bool | None, told: Telling,
                   stopped: Callable[[], bool]) -> dict[str, Any]:
    """What each technique of the search saves, at every depth."""
    depths = []
    for i, depth in enumerate(DEPTHS):
        found = benchmark.measure(
            game, depth, native=native, trial_depth=depth, stopped=stopped,
            progress=_part(told, i / len(DEPTHS), 1 / len(DEPTHS), f"depth {depth}: "))
        if found.interrupted:
            raise KeyboardInterrupt
        data = found.to_json()
        depths.append({"depth": depth, "nodes": data["nodes"], "seconds": data["seconds"],
                       "trials": data["ablation"]["trials"], "differences": data["differences"],
                       "positions": data["positions"]})
    return {"depths": depths, "techniques": data["techniques"], "native": data["native"]}


# --- the rules ---


def sweep_section(game: Game, studied: list[Study], native: bool | None, threads: int,
                  told: Telling) -> dict[str, Any]:
    """The game's variants beside it, the fairest first."""
    told("the game itself", 0.0)
    known = [row_of_study(study) for study in studied]
    studied.clear()  # it takes much room, and is not needed any more
    rows = sweep(game, native=native, known=known, jobs=threads,
                 progress=lambda spec, done, of: told(f"{done} of {of} variants", done / of))
    return _swept(game, rows)


def _swept(game: Game, rows: list[Row]) -> dict[str, Any]:
    failed = [row for row in rows if row.error]
    return {"rows": [row.to_json() for row in fairest(rows)],
            "failed": [{"spec": row.spec, "error": row.error} for row in failed]}


def _exact(number: Fraction) -> dict[str, Any]:
    return {"fraction": str(number), "value": float(number)}


def _plain(meeting: Meeting) -> list[float]:
    return list(meeting.score[:3])
