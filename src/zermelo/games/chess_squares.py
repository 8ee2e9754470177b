"""Sets of squares on a board of 8 × 8: lines, steps, and what pieces attack.

A set is 64 bits of an int, square a1 the lowest, h1 bit 7, h8 bit 63. Everything is seen by the
player who moves up the board.

    56 57 58 59 60 61 62 63         +7  +8  +9
     8  9 10 11 12 13 14 15         -1   ·  +1         steps, in bits
     0  1  2  3  4  5  6  7         -9  -8  -7
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.games.boards import board_of
from zermelo.portable import bit, highest, inlined, shl, shr, wrap

RANKS = tuple(board_of(range(first, first + 8)) for first in range(0, 64, 8))
FILES = tuple(board_of(range(first, 64, 8)) for first in range(8))
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = RANKS
FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H = FILES

FILE, RANK, DIAGONAL, ANTIDIAGONAL = range(4)  # the lines through a square
STEPS = (8, 1, 9, 7)  # one step up or right along each; down or left is the negative


def square_name(square: int) -> str:
    """What people call a square: `square_name(28) == "e4"`."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def _reached(square: int, across: int, up: int, *, far: bool) -> Iterable[int]:
    """The squares some steps from here: all the way to the edge, or only the next."""
    file, rank = square % 8 + across, square // 8 + up
    while 0 <= file < 8 and 0 <= rank < 8:
        yield 8 * rank + file
        if not far:
            break
        file, rank = file + across, rank + up


def _leaps(*steps: tuple[int, int]) -> tuple[int, ...]:
    """Where a piece gets from each square that goes by these steps, one at a time."""
    return tuple(board_of(to for across, up in steps
                          for to in _reached(square, across, up, far=False))
                 for square in range(64))


def _rays(across: int, up: int) -> tuple[int, ...]:
    """All squares that lie in one direction, for each square."""
    return tuple(board_of(_reached(square, across, up, far=True)) for square in range(64))


KNIGHT_MOVES = _leaps((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_MOVES = _leaps((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
PAWN_ATTACKS = _leaps((-1, 1), (1, 1))

# By line: the squares with higher numbers than this one, and those with lower.
ABOVE = (_rays(0, 1), _rays(1, 0), _rays(1, 1), _rays(-1, 1))
BELOW = (_rays(0, -1), _rays(-1, 0), _rays(-1, -1), _rays(1, -1))


@inlined
def shifted(board: int, by: int) -> int:
    """All squares of a set moved by so many bits, be it round the edge."""
    return shl(board, by) if by > 0 else shr(board, -by)


@inlined
def arrivals(by: int) -> int:
    """The squares that a step can lead to without having gone round the edge."""
    if by in (1, 9, -7):
        return ~FILE_A
    if by in (-1, -9, 7):
        return ~FILE_H
    return -1


@inlined
def step(board: int, by: int) -> int:
    """Where the pieces on these squares get by one step."""
    return shifted(board, by) & arrivals(by)


@inlined
def ray(pieces: int, empty: int, by: int) -> int:
    """All that the pieces see in one direction, up to and including the first piece in the way.

    The pieces flow over one, then two, then four empty squares: seven in all. No two pieces see the
    same square in the same direction, so that this can be counted.
    """
    empty &= arrivals(by)
    pieces |= empty & shifted(pieces, by)
    empty &= shifted(empty, by)
    pieces |= empty & shifted(pieces, 2 * by)
    empty &= shifted(empty, 2 * by)
    pieces |= empty & shifted(pieces, 4 * by)
    return step(pieces, by)


@inlined
def rays(pieces: int, empty: int, line: int) -> int:
    """All that the pieces see along one kind of line, both ways."""
    return ray(pieces, empty, STEPS[line]) | ray(pieces, empty, -STEPS[line])


@inlined
def along(line: int, square: int, occupied: int) -> int:
    """What is seen from one square along one line, both ways: `rays` for a single piece.

    Subtracting the nearest piece below from the pieces above changes just the bits from there up to
    the nearest piece above:

        line            . . x . . S . . x . x .     (lower squares to the right)
        above                     . . x . x .         - nearest below
        changed             1 1 1 1 1 1 1 1 . . .
    """
    above, below = ABOVE[line][square], BELOW[line][square]
    ahead = above & occupied
    nearest = bit(highest(below & occupied | 1))
    return (above | below) & (ahead ^ wrap(ahead - nearest))


@inlined
def straight(square: int, occupied: int) -> int:
    """What a rook on this square attacks."""
    return along(FILE, square, occupied) | along(RANK, square, occupied)


@inlined
def diagonal(square: int, occupied: int) -> int:
    """What a bishop on this square attacks."""
    return along(DIAGONAL, square, occupied) | along(ANTIDIAGONAL, square, occupied)


@inlined
def leaps(knights: int) -> int:
    """What the knights attack."""
    near = step(knights, 1) | step(knights, -1)
    far = step(step(knights, 1), 1) | step(step(knights, -1), -1)
    return shl(near, 16) | shr(near, 16) | shl(far, 8) | shr(far, 8)


@inlined
def pawn_attacks(pawns: int) -> int:
    """What pawns attack that move up the board."""
    return step(pawns, 7) | step(pawns, 9)


@inlined
def pawn_attacks_down(pawns: int) -> int:
    """What pawns attack that move down the board: the other side's."""
    return step(pawns, -7) | step(pawns, -9)


@inlined
def around(kings: int) -> int:
    """The squares next to these."""
    row = step(kings, 1) | step(kings, -1) | kings
    return (row | shl(row, 8) | shr(row, 8)) & ~kings
