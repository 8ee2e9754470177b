"""Positions and moves as text: what is read, what is written, what is refused in a sentence."""

import re

import pytest

from zermelo import load
from zermelo.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    PositionError,
)
from zermelo.games.chess import Chess
from zermelo.games.chess_fen import write_fen

GAME = Chess()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def is_one_sentence(text):
    return "\n" not in text and not re.search(r"[.!?] [A-Z]", text) and not text.endswith(".")


# --- positions ---

def test_spaces_and_underscores_are_read():
    for text in (f"{START} w KQkq - 0 1", f"{START}_w_KQkq_-_0_1", f"  {START}  w KQkq -  "):
        assert GAME.parse(text) == GAME.initial()
    assert GAME.text(GAME.initial()) == f"{START}_w_KQkq_-_0_1"


def test_the_counters_may_be_left_out():
    assert GAME.parse(f"{START} w KQkq -") == GAME.parse(f"{START} w KQkq - 0")
    assert GAME.parse(f"{START} b - - 7").quiet == 7
    assert write_fen(GAME.parse(f"{START} b - - 7 30"), number=30).endswith(" b - - 7 30")


def test_en_passant_squares_that_nobody_can_take_on_are_forgotten():
    after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert GAME.text(GAME.parse(after)).split("_")[3] == "-"
    can = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
    assert GAME.text(GAME.parse(can)).split("_")[3] == "e3"


@pytest.mark.parametrize("given, x_fen, shredder", [
    ("KQkq", "KQkq", "HAha"), ("HAha", "KQkq", "HAha"), ("Kq", "Kq", "Ha"), ("-", "-", "-"),
])
def test_castling_rights(given, x_fen, shredder):
    s = GAME.parse(f"r3k2r/8/8/8/8/8/8/R3K2R w {given} -")
    assert write_fen(s).split()[2] == x_fen
    assert write_fen(s, shredder=True).split()[2] == shredder


def test_a_rook_that_is_not_the_outermost_is_named_by_its_file():
    s = GAME.parse("4k3/8/8/8/8/8/8/4K1RR w G -")
    assert write_fen(s).split()[2] == "G"
    assert write_fen(GAME.parse("4k3/8/8/8/8/8/8/4K1RR w K -"), shredder=True).split()[2] == "H"


BAD_POSITIONS = [
    ("", "FEN has 4 to 6 fields, not 0"),
    ("hello", "FEN has 4 to 6 fields, not 1"),
    (START, "FEN has 4 to 6 fields, not 1"),
    (f"{START} w KQkq - 0 1 bm e4;", "not 8"),
    (f"{START} x KQkq -", "'x' is not a player to move: write w or b"),
    (f"{START} W KQkq -", "'W' is not a player to move"),
    (f"{START} w KQkq - -3 1", "the half-move clock is '-3'"),
    (f"{START} w KQkq - 0 one", "the move number is 'one'"),
    (f"{START} w KQkq - 12345 1", "a number of 1 to 4 digits"),
    ("8/8/8/8/8/8/8 w - -", "the board has 7 ranks"),
    ("8/8/8/8/8/8/8/8/8 w - -", "the board has 9 ranks"),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "rank 7, 'ppppppp', has 7 squares"),
    ("rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w - -", "'9' on rank 4 is no piece"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w - -", "rank 2, 'PPPPPPPPP', has 9 squares"),
    ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "'x' on rank 7 is no piece"),
    ("rnbqkbnr/pppppppp/8/8/0/8/PPPPPPPP/RNBQKBNR w - -", "'0' on rank 4 is no piece"),
    ("8/8/8/8/8/8/8/8 w - -", "white has no king, and needs one"),
    ("8/8/8/8/8/8/8/K7 w - -", "black has no king"),
    ("k7/8/8/8/8/8/8/8 w - -", "white has no king"),
    ("k6k/8/8/8/8/8/8/K7 w - -", "black has 2 kings"),
    ("k7/8/8/8/8/8/8/KK6 w - -", "white has 2 kings"),
    ("k7/8/8/8/8/8/8/KP6 w - -", "there is a pawn on b1, and pawns stand on ranks 2 to 7"),
    ("kp6/8/8/8/8/8/8/K7 w - -", "there is a pawn on b8"),
    ("k7/8/8/8/8/P7/PPPPPPPP/K7 w - -", "white has 9 pawns, and 8 are the most"),
    ("k7/pppppppp/8/8/8/8/8/K4qqq b - -", "black has 8 pawns and 2 more pieces than at the start"),
    ("k7/8/8/8/NNN5/8/PPPPPPPP/K7 w - -", "white has 8 pawns and 1 more pieces"),
    ("k6R/8/8/8/8/8/8/K7 w - -", "black is in check, and white is to move"),
    ("k7/8/8/8/8/8/1p6/K7 b - -", "white is in check, and black is to move"),
    ("8/8/8/8/8/8/k7/K7 w - -", "black is in check"),
    ("4k3/8/8/8/4r3/5n2/3p4/4K3 w - -", "3 pieces give check to white at once"),
    (f"{START} w KQkx -", "'x' is no castling right"),
    (f"{START} w KQkqi -", "'i' is no castling right"),
    ("4k3/8/8/8/8/8/8/4K3 w K -", "white has no rook to castle with, as 'K' says"),
    ("r3k2r/8/8/8/8/8/8/4K2R w Q -", "white has no rook to castle with, as 'Q' says"),
    ("4k3/8/8/8/8/8/8/4K2R w kK -", "black has no rook to castle with, as 'k' says"),
    ("4k3/8/8/8/8/8/8/4K2R w G -", "white has no rook to castle with, as 'G' says"),
    ("4k2r/8/8/8/8/8/8/4K2B w K -", "white has no rook to castle with"),
    ("4k3/8/8/8/8/8/4K3/7R w K -", "white's king on e2 has moved and cannot castle"),
    ("4k3/8/8/8/8/8/8/K6R w K -", "white's king on a1 has moved"),
    ("4k3/8/8/8/8/8/8/4K1RR w GH -", "'GH' gives white two castling rights on the same side"),
    ("r3k3/8/8/8/8/8/8/4K3 w qq -", "'qq' gives black two castling rights"),
    (f"{START} w KQkq e9", "'e9' is no square where en passant could be taken"),
    (f"{START} w KQkq e", "'e' is no square"),
    (f"{START} w KQkq e3", "white, who is to move, cannot take en passant on e3: that is done on "
                           "rank 6"),
    (f"{START} b KQkq e6", "black, who is to move, cannot take en passant on e6"),
    (f"{START} w KQkq e6", "black has no pawn that could just have passed e6"),
    ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6", "black has no pawn that could just have passed e6"),
    ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6", "black has no pawn that could just have passed e6"),
]


@pytest.mark.parametrize("text, why", BAD_POSITIONS)
def test_bad_positions(text, why):
    with pytest.raises(PositionError) as caught:
        GAME.parse(text)
    told = str(caught.value)
    assert told.startswith(f"{text!r} is not a position of chess: ") and why in told
    assert is_one_sentence(told)


# --- moves ---

@pytest.mark.parametrize("position, san, spellings", [
    ("4k3/8/8/8/8/8/4P3/4K3 w - -", "e4", "e2e4 e2-e4 e4! e4+ Pe4 e4?! e2e4!? E4"),
    ("4k3/7p/8/8/8/8/8/4K1N1 w - -", "Nf3", "g1f3 Ng1f3 Ng1-f3 Ngf3 N1f3 nf3 Nf3! G1F3"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "exd5", "ed5 e4d5 e4xd5 e:d5 exd5!! exd5+"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O", "0-0 o-o OO e1g1 e1h1 Ke1-g1 O-O+"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "O-O-O", "0-0-0 o-o-o OOO e8c8 e8a8 ooo"),
    ("8/P6k/8/8/8/8/8/K7 w - -", "a8=N", "a8N a7a8n a8=n a8(N) a7a8=N a7-a8=N"),
    ("7k/8/8/3pP3/8/8/8/K7 w - d6", "exd6", "ed6 e5d6 exd6e.p. exd6 e5xd6"),
    ("k7/8/8/8/2p5/1P6/8/K4B2 w - -", "bxc4", "b3c4 bc4 b3xc4"),
    ("k7/8/8/8/2p5/8/8/K4B2 w - -", "Bxc4", "bxc4 bc4 f1c4 Bfxc4 B1xc4"),
    ("k7/8/8/8/8/8/8/KR5R w - -", "Rbg1", "b1g1 Rb1g1 Rb1-g1 rbg1"),
    ("7k/8/R7/8/8/8/8/R3K3 w - -", "R1a3", "a1a3 Ra1a3 R1-a3"),
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - -", "Ra8#", "Ra8 a1a8 Ra8+ ra8"),
])
def test_spellings(position, san, spellings):
    s = GAME.parse(position)
    move = GAME.parse_move(s, san)
    assert GAME.move_text(s, move) == san
    for spelling in spellings.split():
        assert GAME.parse_move(s, spelling) == move, spelling


def test_three_queens_need_both_letter_and_number():
    names = GAME.position("6k1/8/8/8/4Q2Q/8/8/K6Q w - -").move_texts
    assert {"Qh4e1", "Q1e1", "Qee1"} <= set(names)


def test_uci():
    s = GAME.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    castle = GAME.parse_move(s, "O-O")
    assert GAME.uci(s, castle) == "e1g1"
    assert Chess(0).uci(s, castle) == "e1h1"
    shuffled = GAME.parse("4k3/8/8/8/8/8/8/5KR1 w G -")
    assert GAME.uci(shuffled, GAME.parse_move(shuffled, "O-O")) == "f1g1"
    with pytest.raises(IllegalMoveError):  # a step to where it would castle to is a step
        GAME.parse_move(GAME.parse("4k3/8/8/8/8/8/8/5KR1 w - -"), "f1g1")


BAD_MOVES = [
    ("", InvalidMoveError, "'' is not a move of chess (in rnbq"),
    ("hello", InvalidMoveError, "'hello' is not a move of chess"),
    ("e9", InvalidMoveError, "'e9' is not a move of chess"),
    ("i4", InvalidMoveError, "not a move of chess"),
    ("Nf33", InvalidMoveError, "not a move of chess"),
    ("--", InvalidMoveError, "not a move of chess"),
    ("0000", InvalidMoveError, "not a move of chess"),
    ("O-O-O-O", InvalidMoveError, "not a move of chess"),
    ("e2e4e5", InvalidMoveError, "not a move of chess"),
    ("e4=K", InvalidMoveError, "not a move of chess"),
    ("e2 e4", InvalidMoveError, "not a move of chess"),
    ("♘f3", InvalidMoveError, "not a move of chess"),
    ("e5", IllegalMoveError, "illegal move 'e5' in rnbq"),
    ("Nd2", IllegalMoveError, "white may play"),
    ("Ke2", IllegalMoveError, "illegal move 'Ke2'"),
    ("O-O", IllegalMoveError, "illegal move 'O-O'"),
    ("O-O-O", IllegalMoveError, "illegal move 'O-O-O'"),
    ("e2e5", IllegalMoveError, "illegal move 'e2e5'"),
    ("e7e5", IllegalMoveError, "illegal move 'e7e5'"),
    ("exd3", IllegalMoveError, "illegal move 'exd3'"),
    ("e4=Q", IllegalMoveError, "illegal move 'e4=Q'"),
    ("Qd8", IllegalMoveError, "illegal move 'Qd8'"),
]


@pytest.mark.parametrize("text, kind, why", BAD_MOVES)
def test_bad_moves(text, kind, why):
    with pytest.raises(kind) as caught:
        GAME.position().play(text)
    assert why in str(caught.value) and is_one_sentence(str(caught.value))


@pytest.mark.parametrize("position, text, why", [
    ("k7/8/8/8/8/8/8/KR5R w - -", "Rf1", "could be Rbf1 or Rhf1: write it in full"),
    ("8/P6k/8/8/8/8/8/K7 w - -", "a8", "could be a8=Q or a8=R or a8=B or a8=N"),
    ("8/P6k/8/8/8/8/8/K7 w - -", "a7a8", "could be a8=Q or a8=R or a8=B or a8=N"),
])
def test_moves_that_could_be_several(position, text, why):
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.position(position).play(text)
    assert why in str(caught.value) and is_one_sentence(str(caught.value))


def test_no_moves_after_the_end():
    with pytest.raises(IllegalMoveError, match=r"illegal move 'Kb1' in .*: stalemate"):
        GAME.position("7k/5Q2/6K1/8/8/8/8/8 b - -").play("Kb1")


# --- pictures ---

def test_the_picture():
    assert GAME.show(GAME.position().play("e4").state) == """\
8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
6 . . . . . . . .
5 . . . . . . . .
4 . . . . ♙ . . .
3 . . . . . . . .
2 ♙ ♙ ♙ ♙ . ♙ ♙ ♙
1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
  a b c d e f g h"""


def test_the_game_is_found_by_its_name():
    assert load("chess").players == ("white", "black")
    assert load("Chess:start=0").initial() == Chess(0).initial()
