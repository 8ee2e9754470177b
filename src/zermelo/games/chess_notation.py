"""Moves of chess as text: SAN, as people write them, and UCI, as programs do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.errors import AmbiguousMoveError, InvalidMoveError
from zermelo.game import Game
from zermelo.games.chess_board import BECOMES, TO, Board
from zermelo.games.chess_fen import own_square
from zermelo.games.chess_squares import square_name

Chess = Game[Board, int]

BECOME = "-QRBN"  # by the number in a move

_MOVE = re.compile(r"""
    (?P<piece> [KQRBNP]? )
    (?P<file> [a-h]? ) (?P<rank> [1-8]? )
    [x:-]?
    (?P<goal> [a-h][1-8] )
    (?: =? \(? (?P<becomes> [QRBN] ) \)? )?
    """, re.VERBOSE)
_BECOMES = re.compile(r"(?<=[1-8])=?\(?[qrbn]\)?$")
_CASTLING = re.compile(r"([O0o])-?\1(-?\1)?")
_TAIL = re.compile(r"(\s*e\.?p\.?)?[+#!?]*$")


def san(game: Chess, s: Board, m: int) -> str:
    """The move in standard algebraic notation, with + for check and # for mate."""
    after = game.play(s, m)
    check = "" if not game.urgent(after) else "+" if game.mobility(after) else "#"
    return _bare_san(game, s, m) + check


def _bare_san(game: Chess, s: Board, m: int) -> str:
    start, end = m & 63, m >> TO & 63
    if s.mine >> end & 1:
        return "O-O" if end > start else "O-O-O"
    piece, goal = _piece(s, start), square_name(own_square(s, end))
    origin = square_name(own_square(s, start))
    if piece == "P":
        becomes = f"={BECOME[m >> BECOMES]}" if m >> BECOMES else ""
        return f"{origin[0]}x{goal}{becomes}" if (start - end) % 8 else goal + becomes
    taking = "x" if s.occupied >> end & 1 else ""
    others = [square_name(own_square(s, n & 63)) for n in game.moves(s)
              if n != m and n >> TO == end and _piece(s, n & 63) == piece]
    if not others:
        origin = ""
    elif all(other[0] != origin[0] for other in others):
        origin = origin[0]
    elif all(other[1] != origin[1] for other in others):
        origin = origin[1]
    return f"{piece}{origin}{taking}{goal}"


def uci(s: Board, m: int, *, onto_rook: bool = False) -> str:
    """The squares from and to; a castling king goes two squares, or onto its rook."""
    start, end = m & 63, m >> TO & 63
    if s.mine >> end & 1 and not onto_rook:
        end = 6 if end > start else 2
    becomes = BECOME[m >> BECOMES].lower() if m >> BECOMES else ""
    return square_name(own_square(s, start)) + square_name(own_square(s, end)) + becomes


def read_move(game: Chess, s: Board, text: str, legal: Sequence[int]) -> int:
    """The one of these moves that a text names; a MoveError if none does, or several."""
    wanted = _TAIL.sub("", text.strip())
    castling = _CASTLING.fullmatch(wanted)
    if castling is not None:
        fits = [m for m in legal if _castles(s, m) == (-1 if castling[2] else 1)]
    else:
        fits = _named(s, wanted, legal)
    if len(fits) == 1:
        return fits[0]
    if fits:
        names = " or ".join(san(game, s, m) for m in fits)
        raise AmbiguousMoveError(f"{text!r} in {game.text(s)} could be {names}: write it in full")
    if castling is None and not _spellings(wanted):
        raise InvalidMoveError(f"{text!r} is not a move of chess (in {game.text(s)}): write it "
                               f"like Nf3, exd5, O-O, e8=Q or g1f3")
    raise game.illegal_move(s, text)


def _spellings(wanted: str) -> list[re.Match[str]]:
    """What a text can mean: as it stands, or, where that is nothing, in other cases.

    In `bxc4` the b is a pawn's file; only if no pawn can do that, it is a bishop.
    """
    capital = wanted[:1].upper()
    cases = (wanted, capital + wanted[1:], capital + wanted[1:].lower(), wanted.lower())
    found = [_MOVE.fullmatch(_BECOMES.sub(lambda m: m[0].upper(), spelling))
             for spelling in dict.fromkeys(cases)]
    return [match for match in found if match is not None]


def _named(s: Board, wanted: str, legal: Sequence[int]) -> list[int]:
    for match in _spellings(wanted):
        fits = [m for m in legal if _fits(s, m, match)]
        if fits:
            return fits
    return []


def _fits(s: Board, m: int, match: re.Match[str]) -> bool:
    start, end = m & 63, m >> TO & 63
    origin, goal = square_name(own_square(s, start)), square_name(own_square(s, end))
    both = bool(match["file"] and match["rank"])  # e2e4, Ng1-f3
    if match["file"] not in ("", origin[0]) or match["rank"] not in ("", origin[1]):
        return False
    if not (both and not match["piece"]) and (match["piece"] or "P") != _piece(s, start):
        return False
    if _castles(s, m):
        return both and match["goal"] in _castling_goals(s, start, goal, _castles(s, m))
    return match["goal"] == goal and (match["becomes"] or BECOME[m >> BECOMES]
                                      ) == BECOME[m >> BECOMES]


def _castling_goals(s: Board, start: int, rook: str, castles: int) -> tuple[str, ...]:
    """A king castles onto its rook, or to where it gets, unless that is a step like any other."""
    goal = 6 if castles > 0 else 2
    return (rook, square_name(own_square(s, goal))) if abs(goal - start) > 1 else (rook,)


def _castles(s: Board, m: int) -> int:
    """1 if a move castles to the right, -1 to the left, else 0."""
    start, end = m & 63, m >> TO & 63
    if not s.mine >> end & 1:
        return 0
    return 1 if end > start else -1


def _piece(s: Board, square: int) -> str:
    for letter, board in (("P", s.pawns), ("N", s.knights), ("Q", s.diagonals & s.straights),
                          ("B", s.diagonals), ("R", s.straights)):
        if board >> square & 1:
            return letter
    return "K"
