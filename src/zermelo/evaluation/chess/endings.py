"""Endings: how a bare king is mated, and what cannot be won whatever the material says."""

from __future__ import annotations

from zermelo.evaluation.chess.kpk import pawn_wins
from zermelo.evaluation.chess.side import Side
from zermelo.games.chess import LIGHT, Chess
from zermelo.games.chess_board import Board
from zermelo.games.chess_squares import FILE_A, FILE_H, RANK_8, around
from zermelo.portable import bit, inlined, lowest, popcount

CORNERS = (0, 7, 56, 63)

# How much of a score comes true in the end.
WON_PAWN, FEW_PIECES, OPPOSITE_BISHOPS = 3.0, 0.2, 0.5
MINOR = 3  # pawns: no more than that ahead, and without a pawn, nobody mates


# --- mating: squares of the side that has only its king left ---

@inlined
def is_bare(side: Side) -> bool:
    """Whether a side has nothing but its king, and the other more than pawns."""
    return side.own == side.king and side.theirs != side.enemy_king | side.enemy_pawns


@inlined
def room(game: Chess, side: Side) -> int:
    """The squares that a bare king can walk to, past what the other side attacks."""
    return walked(side.king, ~side.threats.all) if is_bare(side) else 0


@inlined
def way_to_the_corner(game: Chess, side: Side) -> int:
    """The squares on a bare king's way to the nearest corner where it can be mated: with a bishop
    and knights, one of the bishop's colour."""
    return to_the_corner(side) if is_bare(side) else 0


@inlined
def way_between_the_kings(game: Chess, side: Side) -> int:
    """The squares on the other king's way to a bare king."""
    if not is_bare(side):
        return 0
    return way(lowest(side.enemy_king) & 63, lowest(side.king) & 63)


def walked(king: int, free: int) -> int:
    """All squares that a king can walk to over free ones."""
    found, more = 0, around(king) & free
    while more & ~found:
        found |= more
        more = around(found) & free
    return found


def to_the_corner(side: Side) -> int:
    """The shortest way from the king's square to a corner where a mate is possible."""
    others = side.enemy_pawns | side.enemy_rooks | side.enemy_queens
    bishops = side.theirs & ~(side.enemy_king | side.enemy_knights | others)
    one_colour = bishops != 0 and others == 0 and bishops & LIGHT in (0, bishops)
    king, best = lowest(side.king) & 63, -1
    for corner in CORNERS:
        found = way(king, corner)
        suits = not one_colour or (bit(corner) & LIGHT != 0) == (bishops & LIGHT != 0)
        if suits and (best == -1 or popcount(found) < popcount(best)):
            best = found
    return best


def way(start: int, end: int) -> int:
    """The squares from one to another, along a rank and then a file: all but the first."""
    found = 0
    while start % 8 != end % 8:
        start += 1 if start % 8 < end % 8 else -1
        found |= bit(start)
    while start != end:
        start += 8 if start < end else -8
        found |= bit(start)
    return found


# --- what a score comes to ---

def prospects(game: Chess, s: Board) -> float:
    """How much of a score can be made of it: 0 in what is drawn, however it looks."""
    if (s.knights | s.straights) != 0 and s.pawns & s.mine and s.pawns & ~s.mine:
        return 1.0
    if (s.knights | s.straights | s.diagonals) == 0:
        return 1.0 if popcount(s.pawns) != 1 else WON_PAWN if pawn_wins(s) else 0.0
    mine, theirs = pieces(s, s.mine), pieces(s, ~s.mine)
    ours_ahead = mine + popcount(s.pawns & s.mine) >= theirs + popcount(s.pawns & ~s.mine)
    return of_the_stronger(s if ours_ahead else s.turned(), abs(mine - theirs))


def of_the_stronger(s: Board, ahead: int) -> float:
    """The same where the player to move has more; `ahead`: by so much, without pawns."""
    if s.pawns & s.mine == 0:
        only_knights = (s.diagonals | s.straights) & s.mine == 0
        return 0.0 if only_knights and ahead <= 2 * MINOR else FEW_PIECES if ahead <= MINOR else 1.0
    if s.knights | s.straights:
        return 1.0
    bishops, others = s.diagonals & s.mine, s.diagonals & ~s.mine
    if others == 0:
        return 0.0 if wrong_bishop(s) else 1.0
    opposite = popcount(bishops) == 1 and popcount(others) == 1 and (
        (bishops & LIGHT == 0) != (others & LIGHT == 0))
    return OPPOSITE_BISHOPS if opposite else 1.0


def wrong_bishop(s: Board) -> bool:
    """Whether all pawns are on one rook's file, a bare king is at the corner where they become
    something, and no bishop reaches that corner."""
    file = FILE_A if s.pawns & FILE_A else FILE_H
    corner = file & RANK_8
    king = s.kings & ~s.mine
    return (s.pawns & ~(file & s.mine) == 0 and king & (corner | around(corner)) != 0
            and s.diagonals & (LIGHT if corner & LIGHT else ~LIGHT) == 0)


@inlined
def pieces(s: Board, side: int) -> int:
    """What a side has besides pawns, in pawns."""
    queens = s.diagonals & s.straights
    return (MINOR * popcount((s.knights | s.diagonals) & side) + 5 * popcount(s.straights & side)
            + popcount(queens & side))
