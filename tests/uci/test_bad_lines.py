"""Bad FEN, UCI, SAN, options and orders: one sentence each, and everything stays as it was."""

import pytest

from uci.talking import Talk

FENS = [
    ("", "write position startpos, or position fen"),
    ("nonsense", "FEN has 4 to 6 fields, not 1"),
    ("8/8/8/8/8/8/8/8 w - -", "white has no king"),
    ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "white has 2 kings"),
    ("k7/8/8/8/8/8/8 w - - 0 1", "the board has 7 ranks"),
    ("k7/8/8/8/8/8/8/K7/8 w - - 0 1", "the board has 9 ranks"),
    ("k8/8/8/8/8/8/8/K7 w - - 0 1", "has 9 squares, not 8"),
    ("k6/8/8/8/8/8/8/K7 w - - 0 1", "has 7 squares, not 8"),
    ("x7/8/8/8/8/8/8/K7 w - - 0 1", "'x' on rank 8 is no piece"),
    ("k7/8/8/8/8/8/8/K7 x - - 0 1", "'x' is not a player to move"),
    ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", "has moved and cannot castle"),
    ("k7/8/8/8/8/8/8/4K3 w K - 0 1", "no rook to castle with"),
    ("k7/8/8/8/8/8/8/K7 w z - 0 1", "'z' is no castling right"),
    ("k7/8/8/8/8/8/8/K7 w - e9 0 1", "'e9' is no square"),
    ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "has no pawn that could just have passed e6"),
    ("k7/8/8/8/8/8/8/K7 w - e3 0 1", "cannot take en passant on e3"),
    ("k7/8/8/8/8/8/8/K7 w - - soon 1", "the half-move clock is 'soon'"),
    ("k7/8/8/8/8/8/8/K7 w - - 0 -1", "the move number is '-1'"),
    ("k7/8/8/8/8/8/8/K7 w - - 0 1 2 3", "not 8"),
    ("P6k/8/8/8/8/8/8/K7 w - - 0 1", "there is a pawn on a8"),
    ("kR6/8/8/8/8/8/8/K7 w - - 0 1", "black is in check, and white is to move"),
    ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "black has 9 pawns"),
    ("k7/8/8/8/8/8/QQQQQQQQ/KQQ5 w - - 0 1", "8 pawns cannot become that many"),
]
MOVES = [
    ("e2e5", "illegal move 'e2e5'"), ("e7e5", "illegal move 'e7e5'"), ("e9e4", "'e9e4' is not"),
    ("0000", "'0000' is not a move of chess"), ("(none)", "'(none)' is not a move of chess"),
    ("e2", "'e2'"), ("hello", "'hello' is not a move"), ("e1g1", "illegal move 'e1g1'"),
    ("O-O", "illegal move 'O-O'"), ("Ke2", "illegal move 'Ke2'"), ("e2e4q", "illegal move 'e2e4q'"),
    ("e2e4 e2e4", "illegal move 'e2e4'"), ("e2e4 e7e5 e4e5", "illegal move 'e4e5'"),
    ("N", "'N' is not a move"), ("Nd2", "illegal move 'Nd2'"), ("\x00", "is not a move"),
    ("b1c3 g8f6 c3b1 zz", "'zz' is not a move"), ("ｅ２ｅ４", "is not a move"),
    ("x" * 5000, "letters …"),
]
GOES = [
    ("depth", "give a whole number after depth"), ("depth deep", "go depth deep"),
    ("depth -1", "a depth of -1 makes no sense"), ("depth 2.5", "go depth 2.5"),
    ("nodes 0", "nodes of 0 makes no sense"), ("nodes many", "go nodes many"),
    ("movetime soon", "go movetime soon"), ("wtime", "after wtime"), ("wtime x btime 3", "wtime x"),
    ("dpeth 3", "did you mean depth?"), ("faster", "go does not know 'faster'"),
    ("searchmoves", "go searchmoves needs moves"), ("searchmoves e2e5", "illegal move 'e2e5'"),
    ("searchmoves depth 3", "needs moves"), ("perft three", "go perft three"),
    (f"nodes {'9' * 5000}", "after nodes"), ("nodes 99999999999999999999", "at most"),
    ("mate", "after mate"), ("5", "go does not know '5'"),
]
OPTIONS = [
    ("", "setoption needs a name"), ("Hash 64", "setoption needs a name"),
    ("name", "setoption needs a name"), ("name Hash", "the option Hash needs a value"),
    ("name Hash value", "the option Hash needs a value"), ("name Hash value big", "be 'big'"),
    ("name Hash value 0", "give a whole number from 1 to"), ("name Hash value -1", "be '-1'"),
    ("name Hash value 99999999999", "cannot be"), ("name Threads value 0", "from 1 to 256"),
    ("name Threads value two", "cannot be 'two'"), ("name MultiPV value 0", "from 1 to 256"),
    ("name Move Overhead value -5", "the option Move Overhead cannot be '-5'"),
    ("name UCI_Chess960 value maybe", "give true or false"), ("name Ponder value 1", "true or"),
    ("name Hsh value 3", "did you mean Hash?"), ("name UCI_Elo value 1500", "no option 'UCI_Elo'"),
    ("value 3", "setoption needs a name"),
]
LINES = [
    ("foo", "there is no command 'foo'"), ("postion startpos", "did you mean position?"),
    ("GO", "there is no command 'GO'"), ("position", "write position startpos"),
    ("position start", "position start: write"), ("position moves e2e4", "write position startpos"),
    ("position startpos e2e4", "position startpos e2e4: write"), ("query", "query : there are"),
    ("query winner", "query winner: there are p1turn"), ("ponderhit", "nobody is pondering"),
    ("\x00\x01", "there is no command"), ("go " + "[" * 5000, "letters …"), ("{}", "no command"),
    ("say", "there is no command 'say'"), ("_obey", "no command '_obey'"), ("here", "no command"),
]
EVERY = [*((f"position fen {fen}", why) for fen, why in FENS),
         *((f"position startpos moves {moves}", why) for moves, why in MOVES),
         *((f"go {go}", why) for go, why in GOES),
         *((f"setoption {option}", why) for option, why in OPTIONS), *LINES]


@pytest.fixture(scope="module")
def chess():
    with Talk() as talk:
        talk.say("position startpos moves e2e4")
        yield talk


def test_there_are_many():
    assert len(EVERY) >= 90 and len({line for line, _ in EVERY}) == len(EVERY)


@pytest.mark.parametrize("line, why", EVERY, ids=[line[:40] for line, _ in EVERY])
def test_one_sentence_and_nothing_lost(chess, line, why):
    [told, *rest] = chess.ask(line, "query p1turn", answer="response")
    assert told.startswith("info string ") and why in told and len(told) < 1200
    assert rest == ["response false"]  # black is still to move
    assert not chess._server._thinking
