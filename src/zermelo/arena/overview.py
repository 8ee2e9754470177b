"""All figures of an arena as plain data, for a page: how it stands, and how it came to stand so."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.arena.running import stored_sprt
from zermelo.arena.statistics import rate
from zermelo.arena.store import StoredGame
from zermelo.arena.verdict import Walk, tables_of, verdict_json, verdict_of

_MOMENTS = 24  # of the ratings over time
_STEPS = 600  # of a walk that are drawn
_DECIDES = 0.75  # the share of one side, from which an opening is told
_RATED = 10  # games that a player has had, before a rating of its says anything
_FEW = 4  # games from an opening say nothing about it if they are fewer
_TOLD = 12  # openings
_PACE = 100  # games over which the pace is measured
_ABOUT = ("game", "seed", "openings", "clock", "adjudication")


def overview(games: Sequence[StoredGame], players: Sequence[str], about: Mapping[str, str], *,
             anchor: tuple[str, float] | None = None, resamples: int = 1000) -> dict[str, Any]:
    """What `zermelo arena show --json` says, and more: the walk of a test, ratings over time,
    openings that decide, and how fast games come in.

    >>> overview([], ["a", "b"], {"game": "nim", "wanted": "20"})["wanted"]
    20
    """
    verdict = verdict_of(games, players, anchor=anchor, resamples=resamples,
                         sprt=stored_sprt(about.get("sprt", "")))
    return {
        "about": {name: about[name] for name in _ABOUT if name in about},
        "texts": json.loads(about.get("texts", "{}")),
        **verdict_json(verdict),
        "walk": _walk(verdict.walk),
        "history": _history(games, players, anchor),
        "deciding": _deciding(games),
        "wanted": int(about["wanted"]) if about.get("wanted") else None,
        "ended": max((game.ended for game in games), default=None),
        "pace": _pace(games),
    }


def _walk(walk: Walk | None) -> list[list[float]] | None:
    """A test's ratio after so many pairs, not too many of them."""
    if walk is None:
        return None
    points = [(0, 0.0), *enumerate(walk.ratios, 1)]
    step = -(-len(points) // _STEPS)
    some = points[::step]
    return [[pairs, round(ratio, 4)] for pairs, ratio in
            (some if some[-1] == points[-1] else [*some, points[-1]])]


def _history(games: Sequence[StoredGame], players: Sequence[str],
             anchor: tuple[str, float] | None) -> dict[str, Any] | None:
    """Ratings of the games that had ended at several moments; None if there are too few."""
    if len(games) < _MOMENTS:
        return None
    ended = sorted(games, key=lambda g: (g.ended, g.number))
    index = {name: i for i, name in enumerate(players)}
    counts = [len(ended) * moment // _MOMENTS for moment in range(2, _MOMENTS + 1)]
    lines: dict[str, list[float | None]] = {name: [] for name in players}
    played, points = Counter[str](), dict.fromkeys(players, 0.0)
    done = 0
    for count in counts:
        for game in ended[done:count]:
            played.update((game.first, game.second))
            points[game.first] += game.score
            points[game.second] += 1 - game.score
        done = count
        found = rate(players, tables_of(ended[:count], index), anchor=anchor, resamples=1)
        for player in found.players:  # who has won all of a few games would have thousands of Elo
            sure = played[player.name] >= _RATED and 0 < points[player.name] < played[player.name]
            lines[player.name].append(round(player.rating, 1) if sure else None)
    return {"games": counts, "ratings": lines}


def _deciding(games: Sequence[StoredGame]) -> list[dict[str, Any]]:
    """Openings from which the same side scores nearly always, whoever it is."""
    by_pair: dict[int, list[StoredGame]] = {}
    for game in games:
        by_pair.setdefault(game.pair, []).append(game)
    told: list[dict[str, Any]] = []
    for pair, some in by_pair.items():
        share = sum(g.score for g in some) / len(some)
        if len(some) >= _FEW and max(share, 1 - share) >= _DECIDES:
            moves = some[0].moves[:some[0].opening]
            told.append({"pair": pair, "start": some[0].start, "moves": list(moves),
                         "score": round(share, 4), "games": len(some)})
    told.sort(key=lambda row: (-abs(row["score"] - 0.5), -row["games"], row["pair"]))
    return told[:_TOLD]


def _pace(games: Sequence[StoredGame]) -> float | None:
    """Games a minute, lately."""
    ended = sorted(game.ended for game in games)[-_PACE:]
    if len(ended) < 2 or ended[-1] <= ended[0]:
        return None
    return round(60 * (len(ended) - 1) / (ended[-1] - ended[0]), 2)
