"""Hexapawn: pawns, how far they have come, and who has moves left."""

from __future__ import annotations

from zermelo.evaluation.breakthrough import advance, pawns
from zermelo.evaluation.linear import LinearEvaluator
from zermelo.evaluation.squares import Counted, Seen
from zermelo.games.pawns import Board, PawnGame


@Counted
def mobility(game: PawnGame, seen: Seen) -> int:
    """Squares that a player's pawns can go to."""
    return game.all_ends(Board(seen.state.white, seen.state.black, seen.player))


STANDARD = LinearEvaluator(
    "standard",
    {"pawns": pawns, "advance": advance, "mobility": mobility},
    {"pawns": 1.0, "advance": 0.03, "mobility": 0.3},
)
