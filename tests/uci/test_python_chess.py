"""python-chess's engine module as the client: whole games without one complaint."""

import logging
import random
import sys

import chess
import chess.engine
import pytest

COMMAND = [sys.executable, "-m", "zermelo", "uci"]


@pytest.fixture
def complaints(caplog):
    """What the client finds wrong: it logs a warning for every line that it cannot read."""
    caplog.set_level(logging.WARNING, logger="chess.engine")
    return lambda: [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


@pytest.fixture
def engine():
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=120) as found:
        yield found


def test_options_and_name(engine):
    assert engine.id["name"].startswith("Zermelo ") and engine.id["author"]
    assert {"Hash", "Threads", "MultiPV", "Move Overhead", "UCI_Chess960"} <= {*engine.options}
    engine.configure({"Hash": 8, "Move Overhead": 50})
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"Hash": 0})


@pytest.mark.long
def test_a_few_moves_of_everything(engine, complaints):
    board = chess.Board()
    for limit in (chess.engine.Limit(time=0.05), chess.engine.Limit(depth=2),
                  chess.engine.Limit(nodes=2000),
                  chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1),
                  chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=4)):
        played = engine.play(board, limit, info=chess.engine.INFO_ALL, game="one")
        assert played.move in board.legal_moves
        assert played.info["score"].turn == board.turn and played.info["pv"][0] == played.move
        board.push(played.move)
    played = engine.play(board, chess.engine.Limit(time=0.05), ponder=True, game="one")
    board.push(played.move)
    if played.ponder is not None:
        assert played.ponder in board.legal_moves
        board.push(played.ponder)
        assert engine.play(board, chess.engine.Limit(time=0.05), game="one").move
    assert complaints() == []


def test_analysis(engine, complaints):
    board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2)
    assert info["pv"][0].uci() == "a1a6"
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=2), multipv=3)
    assert len({line["pv"][0] for line in lines}) == len(lines) == 3
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=2), root_moves=only)
    assert info["pv"][0] in only
    with engine.analysis(chess.Board()) as growing:
        for info in growing:
            if info.get("depth", 0) >= 3:
                break
    assert growing.wait().move in chess.Board().legal_moves
    assert complaints() == []


def test_a_game_that_is_over(engine, complaints):
    mated = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.play(mated, chess.engine.Limit(time=0.05)).move is None
    assert engine.analyse(mated, chess.engine.Limit(depth=1))["score"].relative == (
        chess.engine.Mate(0))
    assert complaints() == []


def test_castling_in_chess_960(engine, complaints):
    board = chess.Board("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", chess960=True)
    castle = board.parse_san("O-O")
    info = engine.analyse(board, chess.engine.Limit(depth=1), root_moves=[castle])
    assert info["pv"][0] == castle
    board.push(castle)
    assert engine.play(board, chess.engine.Limit(depth=1)).move in board.legal_moves
    assert complaints() == []


def whole_game(engine, board, limit, other):
    """The engine against somebody, to the end as python-chess sees it: without claims."""
    ours = board.turn
    while not board.is_game_over():
        if board.turn == ours:
            move = engine.play(board, limit, info=chess.engine.INFO_ALL, game=id(board)).move
        else:
            move = other(board)
        assert move in board.legal_moves
        board.push(move)
    return board


def test_a_short_game(engine, complaints):
    board = chess.Board("8/8/8/4k3/8/8/8/KQQ5 w - - 0 1")
    lots = random.Random(3)
    whole_game(engine, board, chess.engine.Limit(depth=3),
               lambda board: lots.choice(list(board.legal_moves)))
    assert board.is_checkmate() and complaints() == []


@pytest.mark.slow
def test_twenty_games(engine, complaints):
    lots = random.Random(0)
    for number in range(20):
        board = (chess.Board.from_chess960_pos(lots.randrange(960)) if number % 2
                 else chess.Board())
        for _ in range(lots.randrange(4)):
            board.push(lots.choice(list(board.legal_moves)))
        limit = chess.engine.Limit(time=0.03) if number % 4 < 2 else chess.engine.Limit(
            white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02)
        if number < 10:  # against itself, so that endings are long
            whole_game(engine, board, limit,
                       lambda board, limit=limit: engine.play(board, limit).move)
        else:
            whole_game(engine, board, limit,
                       lambda board: lots.choice(list(board.legal_moves)))
        assert board.is_game_over()
    assert complaints() == []
