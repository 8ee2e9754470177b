"""Positions of chess as text: FEN, with the castling rights of X-FEN or Shredder-FEN.

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    │                                           │ │    │ │ └ the number of the move
    │                                           │ │    │ └ plies since a capture or a pawn's move
    │                                           │ │    └ where en passant can be taken
    │                                           │ └ K: white castles with the outermost rook on the
    │                                           │   king's right; H: with the rook on the h-file
    │                                           └ who is to move
    └ ranks 8 to 1; digits are empty squares
"""

from __future__ import annotations

import re

from zermelo.games.boards import square_number
from zermelo.games.chess_board import Board, attackers, takers
from zermelo.games.chess_squares import (
    ABOVE,
    BELOW,
    FILE_A,
    FILE_E,
    FILE_H,
    RANK,
    RANK_1,
    RANK_6,
    RANK_8,
    square_name,
)
from zermelo.portable import bit, highest, lowest, popcount, shl, shr, squares

PIECES = "pnbrqk"
HOW = "write the board, w or b, castling rights, the en-passant square, and two counters if known"


# --- writing ---

def write_fen(s: Board, *, shredder: bool = False, number: int = 1) -> str:
    """The position in FEN; `shredder` names castling rooks by their files in any case."""
    pieces = letters(s)
    rows = [_row_text([pieces.get(8 * rank + file, "") for file in range(8)])
            for rank in range(7, -1, -1)]
    en_passant = square_name(own_square(s, lowest(s.rights & RANK_6))) if s.rights & RANK_6 else "-"
    return (f"{'/'.join(rows)} {'wb'[s.turn]} {_rights_text(s, shredder)} {en_passant} {s.quiet} "
            f"{number}")


def _row_text(row: list[str]) -> str:
    """A rank's pieces, with digits for the empty squares between."""
    found, empty = "", 0
    for letter in row:
        if letter:
            found += (str(empty) if empty else "") + letter
            empty = 0
        else:
            empty += 1
    return found + (str(empty) if empty else "")


def white_view(s: Board) -> Board:
    """The board as white sees it, whoever is to move."""
    return s if s.turn == 0 else s.turned()


def own_square(s: Board, square: int) -> int:
    """A square of the mover's board as white numbers it, and the other way round."""
    return square if s.turn == 0 else square ^ 56


def letters(s: Board) -> dict[int, str]:
    """The letters of all pieces by square, white's in capitals."""
    w = white_view(s)
    queens = w.diagonals & w.straights
    boards = (w.pawns, w.knights, w.diagonals & ~queens, w.straights & ~queens, queens, w.kings)
    return {square: letter.upper() if w.mine & bit(square) else letter
            for letter, board in zip(PIECES, boards, strict=True) for square in squares(board)}


def is_shuffled(s: Board) -> bool:
    """Whether somebody may castle from other squares than in chess."""
    for own, rank in ((s.mine, RANK_1), (~s.mine, RANK_8)):
        rooks = s.rights & rank
        if rooks & ~(FILE_A | FILE_H) or (rooks and not s.kings & own & FILE_E):
            return True
    return False


def _rights_text(s: Board, shredder: bool) -> str:
    w = white_view(s)
    found = ""
    for rank, white in ((RANK_1, True), (RANK_8, False)):
        rooks = w.straights & ~w.diagonals & (w.mine if white else ~w.mine)
        king = lowest(w.kings & (w.mine if white else ~w.mine))
        for rook in reversed(list(squares(w.rights & rank))):
            right = rook > king
            usual = rook == _outermost(rooks, king, right=right) and not shredder
            letter = ("K" if right else "Q") if usual else "ABCDEFGH"[rook % 8]
            found += letter if white else letter.lower()
    return found or "-"


def _outermost(rooks: int, king: int, *, right: bool) -> int:
    """The rook on the king's rank that is furthest to one side of it; -1 if there is none."""
    if right:
        return highest(ABOVE[RANK][king] & rooks)
    return lowest(BELOW[RANK][king] & rooks)


# --- reading ---

def read_fen(text: str) -> Board:
    """The position that FEN describes; ValueError says what is wrong with it."""
    fields = text.replace("_", " ").split()
    if not 4 <= len(fields) <= 6:
        raise ValueError(f"FEN has 4 to 6 fields, not {len(fields)}: {HOW}")
    board, turn, rights, en_passant, *counters = fields
    if turn not in ("w", "b"):
        raise ValueError(f"{turn!r} is not a player to move: write w or b")
    for counter, what in zip(counters, ("half-move clock", "move number"), strict=False):
        if not re.fullmatch(r"[0-9]{1,4}", counter):
            raise ValueError(f"the {what} is {counter!r}, and should be a number of 1 to 4 digits")
    white, pieces = _read_board(board)
    queens = pieces["q"]
    s = Board(pieces["p"], pieces["n"], pieces["b"] | queens, pieces["r"] | queens, pieces["k"],
              white, 0, 0, int(counters[0]) if counters else 0)
    _refuse_impossible_pieces(s)
    s = s._replace(rights=_read_rights(s, rights))
    s = s if turn == "w" else s.turned()
    _refuse_impossible_checks(s)
    return _with_en_passant(s, en_passant)


def _read_board(text: str) -> tuple[int, dict[str, int]]:
    rows = text.split("/")
    if len(rows) != 8:
        raise ValueError(f"the board has {len(rows)} ranks with / between, not 8")
    white, pieces = 0, dict.fromkeys(PIECES, 0)
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for sign in row:
            if sign in "12345678":
                file += int(sign)
                continue
            if sign.lower() not in PIECES:
                raise ValueError(f"{sign!r} on rank {rank + 1} is no piece: write PNBRQK for "
                                 f"white's, pnbrqk for black's, and digits for empty squares")
            if file < 8:
                square = bit(8 * rank + file)
                pieces[sign.lower()] |= square
                white |= square if sign.isupper() else 0
            file += 1
        if file != 8:
            raise ValueError(f"rank {rank + 1}, {row!r}, has {file} squares, not 8")
    return white, pieces


def _refuse_impossible_pieces(s: Board) -> None:
    """Kings, pawns, and more pieces than pawns can have become; `s` in white's view."""
    queens = s.diagonals & s.straights
    for player, own in (("white", s.mine), ("black", s.occupied & ~s.mine)):
        kings, pawns = popcount(s.kings & own), popcount(s.pawns & own)
        if kings != 1:
            raise ValueError(f"{player} has {'no king' if kings == 0 else f'{kings} kings'}, and "
                             f"needs one")
        if pawns > 8:
            raise ValueError(f"{player} has {pawns} pawns, and 8 are the most")
        promoted = max(0, popcount(queens & own) - 1) + sum(
            max(0, popcount(board & own) - 2)
            for board in (s.knights, s.diagonals & ~queens, s.straights & ~queens))
        if promoted > 8 - pawns:
            raise ValueError(f"{player} has {pawns} pawns and {promoted} more pieces than at the "
                             f"start: 8 pawns cannot become that many")
    if s.pawns & (RANK_1 | RANK_8):
        square = square_name(lowest(s.pawns & (RANK_1 | RANK_8)))
        raise ValueError(f"there is a pawn on {square}, and pawns stand on ranks 2 to 7")


def _refuse_impossible_checks(s: Board) -> None:
    """The player who has just moved cannot be in check; and two at most give check at once."""
    other = s.turned()
    mover, waiting = ("white", "black") if s.turn == 0 else ("black", "white")
    if attackers(other, lowest(other.kings & other.mine), other.occupied):
        raise ValueError(f"{waiting} is in check, and {mover} is to move")
    giving = popcount(attackers(s, lowest(s.kings & s.mine), s.occupied))
    if giving > 2:
        raise ValueError(f"{giving} pieces give check to {mover} at once, and 2 are the most")


def _read_rights(s: Board, text: str) -> int:
    """The rooks that may castle, in white's view."""
    found = 0
    if text == "-":
        return found
    for sign in text:
        if sign.upper() not in "KQABCDEFGH":
            raise ValueError(f"{sign!r} is no castling right: write some of KQkq, the files of the "
                             f"rooks, or -")
        white = sign.isupper()
        player, own, rank = (("white", s.mine, RANK_1) if white
                             else ("black", s.occupied & ~s.mine, RANK_8))
        king, rooks = lowest(s.kings & own), s.straights & ~s.diagonals & own & rank
        if not bit(king) & rank or king % 8 in (0, 7):
            raise ValueError(f"{player}'s king on {square_name(king)} has moved and cannot castle, "
                             f"as {sign!r} says")
        rook = (_outermost(rooks, king, right=sign in "Kk") if sign in "KkQq"
                else lowest(rank) + "ABCDEFGH".index(sign.upper()))
        if rook < 0 or not bit(rook) & rooks:
            raise ValueError(f"{player} has no rook to castle with, as {sign!r} says")
        side = (ABOVE if rook > king else BELOW)[RANK][king]
        if found & side:
            raise ValueError(f"{text!r} gives {player} two castling rights on the same side")
        found |= bit(rook)
    return found


def _with_en_passant(s: Board, text: str) -> Board:
    """The position with its en-passant square, if a pawn can be taken there."""
    if text == "-":
        return s
    square = square_number(text, 8, 8)
    if square is None:
        raise ValueError(f"{text!r} is no square where en passant could be taken: write one, or -")
    mover, waiting = ("white", "black") if s.turn == 0 else ("black", "white")
    target = bit(own_square(s, square))
    if not target & RANK_6:
        raise ValueError(f"{mover}, who is to move, cannot take en passant on {text}: that is done "
                         f"on rank {6 if s.turn == 0 else 3}")
    if not shr(target, 8) & s.pawns & ~s.mine or (target | shl(target, 8)) & s.occupied:
        raise ValueError(f"{waiting} has no pawn that could just have passed {text}")
    after = s._replace(rights=s.rights | target)
    return after if takers(after) else s


# --- the 960 starts ---

def starting_fen(number: int) -> str:
    """The start of Chess960 with that number.

    A number is four digits of a kind: the light bishop (4 squares), the dark one (4), the queen (6
    squares are left), the knights (10 ways on the next 5). The king stands between the rooks.

    >>> starting_fen(518)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    rank = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light + 1] = rank[2 * dark] = "b"
    _nth_empty(rank, queen, "q")
    first, second = [(a, b) for a in range(5) for b in range(a + 1, 5)][knights]
    _nth_empty(rank, second, "n")
    _nth_empty(rank, first, "n")
    for piece in "rkr":
        _nth_empty(rank, 0, piece)
    pieces = "".join(rank)
    return f"{pieces}/pppppppp/8/8/8/8/PPPPPPPP/{pieces.upper()} w KQkq - 0 1"


def _nth_empty(rank: list[str], n: int, piece: str) -> None:
    rank[[file for file in range(8) if not rank[file]][n]] = piece
