"""Pawn structure: which pawns help each other, which are weak, and the files they leave open."""

from __future__ import annotations

from zermelo.evaluation.chess.side import Side, ahead, behind, beside, files, widened
from zermelo.games.chess import Chess
from zermelo.games.chess_squares import (
    FILE_B,
    FILE_G,
    RANK_1,
    RANK_4,
    RANK_5,
    RANK_6,
    RANK_7,
    pawn_attacks,
    pawn_attacks_down,
)
from zermelo.portable import inlined, shl, shr


@inlined
def isolated(game: Chess, side: Side) -> int:
    """Pawns without a pawn of their own on a neighbouring file."""
    pawns = side.pawns
    return pawns & ~files(beside(pawns))


@inlined
def doubled(game: Chess, side: Side) -> int:
    """Pawns that share their file with one other."""
    pawns = side.pawns
    second = pawns & ahead(pawns)
    return pawns & files(second) & ~files(second & ahead(second))


@inlined
def tripled(game: Chess, side: Side) -> int:
    """Pawns that share their file with two others."""
    pawns = side.pawns
    second = pawns & ahead(pawns)
    third = second & ahead(second)
    return pawns & files(third) & ~files(third & ahead(third))


@inlined
def quadrupled(game: Chess, side: Side) -> int:
    """Pawns that share their file with three others, or more."""
    pawns = side.pawns
    second = pawns & ahead(pawns)
    third = second & ahead(second)
    return pawns & files(third & ahead(third))


@inlined
def passed(game: Chess, side: Side) -> int:
    """Pawns that no enemy pawn can stop or take on its way, and that no own pawn is ahead of."""
    pawns = side.pawns
    guarded = behind(side.enemy_pawns)
    return pawns & ~(guarded | beside(guarded) | behind(pawns))


@inlined
def passed_on_rank_4(game: Chess, side: Side) -> int:
    """Passed pawns on their fourth rank, or beyond."""
    return passed(game, side) & (RANK_4 | RANK_5 | RANK_6 | RANK_7)


@inlined
def passed_on_rank_5(game: Chess, side: Side) -> int:
    """Passed pawns on their fifth rank, or beyond."""
    return passed(game, side) & (RANK_5 | RANK_6 | RANK_7)


@inlined
def passed_on_rank_6(game: Chess, side: Side) -> int:
    """Passed pawns on their sixth rank, or beyond."""
    return passed(game, side) & (RANK_6 | RANK_7)


@inlined
def unhindered(game: Chess, side: Side) -> int:
    """Passed pawns on their fourth rank, or beyond, on whose way nothing of the enemy's stands, and
    that it does not attack."""
    return passed_on_rank_4(game, side) & ~behind(side.theirs | side.threats.all)


@inlined
def unhindered_on_rank_6(game: Chess, side: Side) -> int:
    """… and these on their sixth rank, or beyond."""
    return unhindered(game, side) & (RANK_6 | RANK_7)


@inlined
def escorted(game: Chess, side: Side) -> int:
    """Passed pawns on their fourth rank, or beyond, with the own king two steps or less from the
    square ahead."""
    return passed_on_rank_4(game, side) & shr(widened(widened(side.king)), 8)


@inlined
def faced(game: Chess, side: Side) -> int:
    """… with the enemy king three steps or less from there."""
    return passed_on_rank_4(game, side) & shr(widened(widened(widened(side.enemy_king))), 8)


@inlined
def supported(game: Chess, side: Side) -> int:
    """Passed pawns on their fifth rank, or beyond, with the square ahead guarded."""
    return passed_on_rank_5(game, side) & shr(side.attacks.all, 8)


@inlined
def chained(game: Chess, side: Side) -> int:
    """Pawns that a pawn defends."""
    return side.pawns & side.attacks.pawns


@inlined
def phalanx(game: Chess, side: Side) -> int:
    """Pawns on their fourth rank, or beyond, side by side with another."""
    return side.pawns & beside(side.pawns) & (RANK_4 | RANK_5 | RANK_6 | RANK_7)


@inlined
def loosened(game: Chess, side: Side) -> int:
    """Pawns on b4 and g4, which have left holes on their wing."""
    return side.pawns & RANK_4 & (FILE_B | FILE_G)


@inlined
def backward(game: Chess, side: Side) -> int:
    """Pawns that cannot go on: a pawn attacks the square ahead, and none of theirs ever defends it.

    Isolated pawns are not among them; they have a name of their own.
    """
    pawns = side.pawns
    lost = shl(pawns, 8) & side.threats.pawns & ~future_attacks(side)
    return shr(lost, 8) & ~isolated(game, side)


@inlined
def future_attacks(side: Side) -> int:
    """What the side's pawns attack, or can attack when they have gone on."""
    pawns = side.pawns
    return pawn_attacks(pawns | ahead(pawns))


@inlined
def future_attacks_here(side: Side) -> int:
    """What the other side's pawns attack, or can attack when they have come on."""
    pawns = side.enemy_pawns
    return pawn_attacks_down(pawns | behind(pawns))


# --- files: each stands for itself by its square on the first rank ---

@inlined
def open_files(game: Chess, side: Side) -> int:
    """Files without pawns."""
    return RANK_1 & ~files(side.pawns | side.enemy_pawns)


@inlined
def half_open_files(game: Chess, side: Side) -> int:
    """Files without pawns of the own side, but with the other's."""
    return RANK_1 & ~files(side.pawns) & files(side.enemy_pawns)


@inlined
def closed_files(game: Chess, side: Side) -> int:
    """Files with pawns of both sides."""
    return RANK_1 & files(side.pawns) & files(side.enemy_pawns)


@inlined
def rooks_on_open_files(game: Chess, side: Side) -> int:
    """Rooks with no pawn on their file."""
    return side.rooks & files(open_files(game, side))


@inlined
def rooks_on_half_open_files(game: Chess, side: Side) -> int:
    """Rooks with only enemy pawns on their file."""
    return side.rooks & files(half_open_files(game, side))


@inlined
def rooks_on_closed_files(game: Chess, side: Side) -> int:
    """Rooks with pawns of both sides on their file."""
    return side.rooks & files(closed_files(game, side))
