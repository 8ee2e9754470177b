"""Figures of a whole database: counts, how large the game is, the longest win."""

from __future__ import annotations

import math
from typing import Any

from zermelo.search.codes import distance_of, payoff_of
from zermelo.solve.database.lookup import Database


def statistics(database: Database) -> dict[str, Any]:
    """Counts by tier and value, branching, and the longest win with its line, as plain data."""
    tiers = []
    moves = most = finished = 0
    for tier in database.tiers:
        about = database.folder.keys(tier).about
        counts = database.counts(tier)
        going_on = about["count"] - about["over"]
        tiers.append({
            "tier": tier, "positions": about["count"],
            "wins": sum(n for code, n in counts.items() if payoff_of(code) > 0),
            "draws": counts.get(0, 0),
            "losses": sum(n for code, n in counts.items() if payoff_of(code) < 0),
            "finished": about["over"], "branching": about["moves"] / max(1, going_on),
        })
        moves += about["moves"]
        most = max(most, about["most_moves"])
        finished += about["over"]
    positions = database.positions
    return {
        **database.info(), "positions": positions, "finished": finished,
        "log10_positions": math.log10(max(1, positions)),
        "branching": moves / max(1, positions - finished), "most_moves": most, "tiers": tiers,
        "longest": longest_win(database),
    }


def longest_win(database: Database) -> dict[str, Any] | None:
    """A position whose winner needs longest, in the order of tiers and keys, and how it is won."""
    wins = [(distance_of(code), code, tier) for tier in database.tiers
            for code in database.counts(tier) if payoff_of(code) > 0]
    if not wins:
        return None
    distance = max(wins)[0]
    _, code, tier = min((d, c, t) for d, c, t in wins if d == distance)
    state = next(s for s, found in database.states(tier) if found == code)
    return {"distance": distance, "position": database.game.text(state),
            "line": database.analysis(state).line_text}
