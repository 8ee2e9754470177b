"""Space, weak and strong squares, and the centre: squares that belong to one side or the other."""

from __future__ import annotations

from zermelo.evaluation.chess.pawns import future_attacks, future_attacks_here
from zermelo.evaluation.chess.side import Side, behind
from zermelo.games.chess import LIGHT, Chess
from zermelo.games.chess_squares import (
    FILE_C,
    FILE_D,
    FILE_E,
    FILE_F,
    RANK_2,
    RANK_3,
    RANK_4,
    RANK_5,
    RANK_6,
)
from zermelo.portable import inlined

ROOM = (FILE_C | FILE_D | FILE_E | FILE_F) & (RANK_2 | RANK_3 | RANK_4)
HOME = RANK_3 | RANK_4  # where pawns of one's own could guard, and enemies settle
OUTSIDE = RANK_4 | RANK_5 | RANK_6
CENTRE = (FILE_D | FILE_E) & (RANK_4 | RANK_5)


@inlined
def space(game: Chess, side: Side) -> int:
    """Squares c2 to f4 with none of the own pawns on them, and out of reach of the enemy's."""
    return ROOM & ~(side.pawns) & ~side.threats.pawns


@inlined
def space_behind_pawns(game: Chess, side: Side) -> int:
    """… of these the ones behind an own pawn: they count twice."""
    return space(game, side) & behind(side.pawns)


@inlined
def weak_squares(game: Chess, side: Side) -> int:
    """Holes on the own third and fourth rank that the other side attacks: no pawn can ever guard
    them."""
    return HOME & ~future_attacks(side) & side.threats.all


@inlined
def strong_squares(game: Chess, side: Side) -> int:
    """Squares on the fourth to sixth rank that a pawn guards and no enemy pawn ever attacks."""
    return OUTSIDE & side.attacks.pawns & ~future_attacks_here(side)


@inlined
def outposts(game: Chess, side: Side) -> int:
    """Knights and bishops on strong squares."""
    return strong_squares(game, side) & side.minors


@inlined
def outposts_in_reach(game: Chess, side: Side) -> int:
    """Strong squares that a knight can go to."""
    return strong_squares(game, side) & side.attacks.knights & ~side.own


@inlined
def pawns_like_the_bishop(game: Chess, side: Side) -> int:
    """Pawns on squares of a colour that the side has a bishop on: they stand in its way."""
    light = LIGHT if side.bishops & LIGHT else 0
    dark = ~LIGHT if side.bishops & ~LIGHT else 0
    return side.pawns & (light | dark)


@inlined
def centre_pawns(game: Chess, side: Side) -> int:
    """Pawns on d4, e4, d5 and e5."""
    return CENTRE & side.pawns


@inlined
def centre_attacked(game: Chess, side: Side) -> int:
    """Which of d4, e4, d5 and e5 the side attacks."""
    return CENTRE & side.attacks.all
