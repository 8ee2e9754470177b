"""What the games of an arena say: who is stronger, by how much, and how sure that is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.arena.statistics import Elo, Sprt, elo_of_results, rate
from zermelo.arena.statistics.ratings import Draws
from zermelo.arena.store import StoredGame

MANY_FLAGS = 0.02  # of all games


class Standing(NamedTuple):
    """A player and its rating; no error where games repeat, and where there are none."""

    name: str
    rating: float
    error: float | None
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    failures: int  # games lost by an error, an illegal move or a fallen flag
    seconds: float | None  # a move, on average


class Meeting(NamedTuple):
    """Two players, and what the one did against the other."""

    one: str
    other: str
    games: int
    distinct: int
    points: float
    pairs: tuple[int, ...]  # from both lost to both won
    elo: Elo | None  # None: no pair is finished

    @property
    def told(self) -> Elo | None:
        """What the games tell of how sure it is; None where they repeat, or no pair is finished."""
        return self.elo if self.distinct == self.games else None

    @property
    def error(self) -> float | None:
        """Half of the interval; None where games repeat, and where nothing is known."""
        return self.told.error if self.told and math.isfinite(self.told.error) else None


class Walk(NamedTuple):
    """A sequential test, pair by pair."""

    test: Sprt
    ratios: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio after all pairs so far."""
        return self.ratios[-1] if self.ratios else 0.0

    @property
    def verdict(self) -> str:
        """H0, H1 or continue."""
        return self.test.verdict(self.ratio)

    @property
    def decided(self) -> bool:
        """Whether there is a verdict."""
        return self.verdict != "continue"


@dataclass(frozen=True)
class Verdict:
    """All figures of an arena."""

    players: tuple[Standing, ...]  # the best first
    meetings: tuple[Meeting, ...]
    games: int
    distinct: int
    beyond: int  # games that were played after a sequential test had decided: not counted
    draw_rate: float | None
    advantage: float | None  # Elo of going first
    advantage_error: float | None
    plies: float | None  # of a game, on average
    endings: Mapping[str, int]
    walk: Walk | None
    warnings: tuple[str, ...]


class Walking:
    """A test on its way: it takes the pairs in the order of their openings, up to its verdict, and
    waits where one is missing. So it comes to the same whoever finishes first."""

    def __init__(self, one: str, other: str, test: Sprt) -> None:
        self._two, self.test = (one, other), test
        self._scores: dict[int, dict[str, float]] = {}
        self._counts = [0] * 5
        self._ratios: list[float] = []

    @property
    def walk(self) -> Walk:
        """The log-likelihood ratio after each pair."""
        return Walk(self.test, tuple(self._ratios))

    @property
    def decided(self) -> bool:
        """Whether there is a verdict."""
        return bool(self._ratios) and self.test.verdict(self._ratios[-1]) != "continue"

    def add(self, game: StoredGame) -> None:
        """Go on by a game."""
        one, other = self._two
        if {game.first, game.second} == {one, other}:
            score = game.score if game.first == one else 1 - game.score
            self._scores.setdefault(game.pair, {})[game.first] = score
        while not self.decided and len(ready := self._scores.get(len(self._ratios), {})) == 2:
            self._counts[round(2 * sum(ready.values()))] += 1
            self._ratios.append(self.test.ratio(self._counts))


def walk_of(games: Sequence[StoredGame], one: str, other: str, test: Sprt) -> Walk:
    """The walk of a test over all games there are."""
    walking = Walking(one, other, test)
    for game in games:
        walking.add(game)
    return walking.walk


def verdict_of(games: Sequence[StoredGame], players: Sequence[str], *,
               sprt: tuple[str, str, Sprt] | None = None,
               anchor: tuple[str, float] | None = None, draws: Draws = "half",
               resamples: int = 1000) -> Verdict:
    """The figures of games. `sprt`: whose test it is; if it has decided, what was played after
    that is left out."""
    walk = None if sprt is None else walk_of(games, *sprt)
    counted = list(games)
    if sprt is not None and walk is not None and walk.decided:
        counted = [g for g in games if {g.first, g.second} != set(sprt[:2])
                   or g.pair < len(walk.ratios)]
    index = {name: i for i, name in enumerate(players)}
    tables = tables_of(counted, index)
    distinct = Counter((g.first, g.second, g.start, g.moves) for g in counted)
    repeated = len(counted) - len(distinct)
    ratings = rate(players, tables, anchor=anchor, draws=draws,
                   resamples=resamples) if counted else None
    standings = [_standing(name, counted, ratings.players[i].rating if ratings else 0.0,
                           ratings.players[i].error if ratings and not repeated else None)
                 for i, name in enumerate(players)]
    meetings = [_meeting(players[one], players[other], pairs, counted)
                for (one, other), pairs in tables.items()]
    warnings = _warnings(counted, repeated, walk, meetings)
    return Verdict(
        tuple(sorted(standings, key=lambda s: -s.rating)), tuple(meetings), len(counted),
        len(distinct), len(games) - len(counted),
        sum(g.payoff == 0 for g in counted) / len(counted) if counted else None,
        ratings.advantage if ratings else None,
        ratings.advantage_error if ratings and not repeated else None,
        sum(len(g.moves) for g in counted) / len(counted) if counted else None,
        Counter(g.reason if g.how == "rules" else g.how for g in counted), walk, tuple(warnings))


_Scores = tuple[float | None, float | None]


def tables_of(games: Sequence[StoredGame], index: Mapping[str, int]
            ) -> dict[tuple[int, int], Counter[_Scores]]:
    """For each two players, what the earlier one scored in each pair: going first, and second."""
    pairs: dict[tuple[int, int], dict[int, list[float | None]]] = {}
    for game in games:
        first, second = index[game.first], index[game.second]
        two = min(first, second), max(first, second)
        scores = pairs.setdefault(two, {}).setdefault(game.pair, [None, None])
        if first < second:
            scores[0] = game.score
        else:
            scores[1] = 1 - game.score
    return {two: Counter((s[0], s[1]) for s in pairs[two].values()) for two in sorted(pairs)}


def _standing(name: str, games: Sequence[StoredGame], rating: float,
              error: float | None) -> Standing:
    mine = [(g, 0 if g.first == name else 1) for g in games if name in (g.first, g.second)]
    scores = [g.score if side == 0 else 1 - g.score for g, side in mine]
    moves = [seconds for g, side in mine for mover, seconds in zip(g.movers, g.seconds, strict=True)
             if mover == str(side) and seconds is not None]
    return Standing(name, rating, error if mine else None, len(mine), sum(scores), scores.count(1),
                    scores.count(0.5), scores.count(0),
                    sum(g.ending.failed == side for g, side in mine),
                    sum(moves) / len(moves) if moves else None)


def _meeting(one: str, other: str, pairs: Counter[_Scores],
             games: Sequence[StoredGame]) -> Meeting:
    counts = [0] * 5
    for (first, second), times in pairs.items():
        if first is not None and second is not None:
            counts[round(2 * (first + second))] += times
    mine = [g for g in games if {g.first, g.second} == {one, other}]
    points = sum(g.score if g.first == one else 1 - g.score for g in mine)
    return Meeting(one, other, len(mine), len({(g.first, g.start, g.moves) for g in mine}), points,
                   tuple(counts), elo_of_results(counts) if any(counts) else None)


def _warnings(games: Sequence[StoredGame], repeated: int, walk: Walk | None,
              meetings: Sequence[Meeting]) -> list[str]:
    found = []
    if repeated:
        found.append(f"only {len(games) - repeated:,} of {len(games):,} games are distinct: games "
                     f"that repeat tell nothing new, so there are no intervals; give more openings "
                     f"(--opening, --openings)")
    if walk is not None and walk.decided:
        found.append(f"the test stopped after {len(walk.ratios):,} pairs because it had decided: "
                     f"such a result overstates the difference; quote strength from a fixed number "
                     f"of games")
    late = sum(game.how == "time" for game in games)
    if late > MANY_FLAGS * len(games):
        found.append(f"{late:,} of {len(games):,} games ended on time: that tells more of the "
                     f"clock, or of a busy machine, than of strength; give more time, or fewer "
                     f"games at once")
    clean = [m for m in meetings if m.games and m.points in (0, m.games)]
    for m in clean[:3]:
        winner, loser = (m.one, m.other) if m.points else (m.other, m.one)
        found.append(f"{winner} won all {m.games} games against {loser}: how much stronger it is "
                     f"they cannot tell")
    if len(clean) > 3:
        found.append(f"… and {len(clean) - 3} more clean sheet{'s' if len(clean) > 4 else ''}")
    return found


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Plain data; a figure that is not known is None."""
    return {
        "meetings": [{
            "one": m.one, "other": m.other, "games": m.games, "distinct": m.distinct,
            "points": m.points, "pairs": list(m.pairs),
            **_elo_json(m),
        } for m in verdict.meetings],
        "draw_rate": _figure(verdict.draw_rate, 6), "advantage": _figure(verdict.advantage),
        "advantage_error": _figure(verdict.advantage_error), "plies": _figure(verdict.plies),
        "endings": dict(sorted(verdict.endings.items())), "beyond": verdict.beyond,
        "warnings": list(verdict.warnings),
        "players": [{
            "name": s.name, "rating": round(s.rating, 2), "error": _figure(s.error),
            "games": s.games, "points": s.points, "wins": s.wins, "draws": s.draws,
            "losses": s.losses, "failures": s.failures,
            "seconds_a_move": _figure(s.seconds, 4)} for s in verdict.players],
        "games": verdict.games, "distinct": verdict.distinct,
        "sprt": None if verdict.walk is None else {
            "llr": round(verdict.walk.ratio, 4), "lower": round(verdict.walk.test.lower, 4),
            "upper": round(verdict.walk.test.upper, 4), "verdict": verdict.walk.verdict,
            "h0": verdict.walk.test.h0, "h1": verdict.walk.test.h1,
            "alpha": verdict.walk.test.alpha, "beta": verdict.walk.test.beta,
            "pairs": len(verdict.walk.ratios)},
    }


def _elo_json(m: Meeting) -> dict[str, float | None]:
    if m.elo is None:
        return dict.fromkeys(("elo", "error", "los", "nelo", "nelo_error"))
    return {"elo": _figure(m.elo.difference), "error": _figure(m.error),
            "los": _figure(m.told.superiority if m.told else None, 6),
            "nelo": _figure(m.elo.normalised),
            "nelo_error": _figure(m.told.normalised_error if m.told else None)}


def _figure(number: float | None, digits: int = 2) -> float | None:
    return None if number is None or not math.isfinite(number) else round(number, digits)
