"""UCI and UGI from the engine's side: what is answered, and to what."""

import re
import threading

import pytest

from uci.talking import Talk
from zermelo import Engine, load
from zermelo.games.chess import Chess
from zermelo.games.dialects import dialect_of, score_of, score_text
from zermelo.uci import thinking
from zermelo.values import DRAW, estimate, loss, win

INFO = re.compile(r"info depth \d+ seldepth \d+( multipv \d+)? score (cp -?\d+|mate -?\d+) "
                  r"nodes \d+ nps \d+ hashfull \d+ time \d+( pv( \S+)+)?")
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
CHECKMATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


@pytest.fixture(scope="module")
def chess():
    with Talk() as talk:
        yield talk


@pytest.fixture(autouse=True)
def _as_at_first(request):
    """What one test sets, the next does not find."""
    yield
    if "chess" in request.fixturenames:
        request.getfixturevalue("chess").say(
            "stop", "setoption name MultiPV value 1", "setoption name UCI_Chess960 value false",
            "position startpos", "ucinewgame")


def scores(lines):
    return [line for line in lines if " score " in line]


def assert_well_formed(lines):
    """A score before the move, and every line in the protocol's form."""
    assert lines[-1].startswith("bestmove ")
    assert all(INFO.fullmatch(line) for line in lines[:-1] if "string" not in line)
    assert scores(lines)


def test_introduces_itself_before_it_compiles():
    with Talk() as talk:
        lines = talk.ask("uci", answer="uciok")
        assert lines[0].startswith("id name Zermelo") and lines[1].startswith("id author ")
        names = [re.match(r"option name (.+) type (\w+)", line)[1] for line in lines[2:-1]]
        assert names == ["Hash", "Clear Hash", "Threads", "MultiPV", "Move Overhead", "Ponder",
                         "Evaluator", "Database", "UCI_Chess960"]
        assert "_thinker" not in talk._server.__dict__  # nothing was made for it


@pytest.mark.parametrize("go", ["movetime 50", "depth 3", "nodes 3000", "wtime 3000 btime 3000",
                                "wtime 500 btime 500 winc 10 binc 10 movestogo 5", "btime 400",
                                "wtime -50 btime -50", "movetime 0", "depth 0", "nodes 1"])
@pytest.mark.few(4, telling=["movetime 50", "depth 3"])
def test_every_way_to_limit_a_search(chess, go):
    lines = chess.ask("position startpos moves e2e4 e7e5", f"go {go}")
    assert_well_formed(lines)
    here = Chess().position().play_all("e4 e5")
    assert here.play(lines[-1].split()[1])


def test_a_mate_is_told_in_moves_and_in_the_movers_view(chess):
    lines = chess.ask(f"position fen {MATE_IN_2}", "go depth 5")
    assert " score mate 2 " in scores(lines)[-1] and lines[-1].startswith("bestmove a1a6")
    lines = chess.ask(f"position fen {MATE_IN_2} moves a1a6", "go depth 4")
    assert " score mate -1 " in scores(lines)[-1]
    lines = chess.ask(f"position fen {MATE_IN_2}", "go mate 2")
    assert " score mate 2 " in scores(lines)[-1] and lines[-1].startswith("bestmove a1a6")


@pytest.mark.parametrize("fen, score", [(STALEMATE, "cp 0"), (CHECKMATE, "mate 0")])
def test_the_end_of_a_game_has_a_score_and_no_move(chess, fen, score):
    lines = chess.ask(f"position fen {fen}", "go movetime 50")
    assert_well_formed(lines)
    assert lines[-1] == "bestmove (none)" and f" score {score} " in scores(lines)[-1]


def test_who_does_not_claim_a_draw_may_go_on(chess):
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 3
    lines = chess.ask(f"position startpos moves {shuffle}", "go depth 2")
    assert_well_formed(lines)
    assert lines[-1] != "bestmove (none)"
    quiet = "8/8/4k3/8/8/4K3/R7/8 w - - 99 80"
    lines = chess.ask(f"position fen {quiet} moves a2a3 e6d6", "go depth 2")
    assert_well_formed(lines)
    assert lines[-1] != "bestmove (none)"
    bare = "8/8/4k3/8/8/4K3/8/8 w - - 0 80"
    lines = chess.ask(f"position fen {bare} moves e3d3", "go depth 2")
    assert " score cp 0 " in scores(lines)[-1] and lines[-1].startswith("bestmove e6")


def test_several_lines(chess):
    lines = chess.ask("setoption name multipv value 3", "position startpos", "go depth 3")
    assert_well_formed(lines)
    last = [line for line in lines if line.startswith("info depth 3 ")]
    assert [re.search(r"multipv (\d)", line)[1] for line in last] == ["1", "2", "3"]
    first = [line.split(" pv ")[1].split()[0] for line in last]
    assert len(set(first)) == 3 and lines[-1].split()[1] == first[0]


def test_only_some_moves(chess):
    lines = chess.ask("position startpos", "go depth 2 searchmoves a2a3 h2h4")
    assert_well_formed(lines)
    assert lines[-1].split()[1] in ("a2a3", "h2h4")
    assert all(line.split(" pv ")[1].split()[0] in ("a2a3", "h2h4") for line in scores(lines))
    assert chess.ask("go nodes 1 searchmoves g2g4")[-1].split()[1] == "g2g4"


def test_programs_are_not_kept_waiting_for_the_best_code(monkeypatch):
    ready, made = Engine.ready, threading.Event()
    monkeypatch.setattr(Engine, "ready", lambda self: made.wait(60) and ready(self))
    monkeypatch.setattr(thinking, "PATIENCE", 0.05)
    with Talk("tictactoe", ugi=True) as talk:
        talk.ask("isready", answer="readyok")
        talk.say("position startpos", "go depth 2")
        assert not any(line.startswith("bestmove") for line in talk.heard)
        made.set()
        talk.wait_for("bestmove")
        assert talk.heard.count("readyok") == 1


def test_ready_is_said_whatever_happens(monkeypatch):
    monkeypatch.setattr(Engine, "ready", lambda self: 1 / 0)
    with Talk("tictactoe", ugi=True) as talk:
        lines = talk.ask("isready", answer="info string")
        assert "division by zero" in lines[-1]
        assert talk.wait_for("readyok")


def test_an_infinite_search_ends_when_it_is_told_to(chess):
    chess.ask("position startpos", "go infinite", answer="info depth 2")
    assert chess.ask("isready", answer="readyok")[-1] == "readyok"  # while it thinks
    assert "say stop first" in chess.ask("go depth 1", answer="info string")[-1]
    assert not any(line.startswith("bestmove") for line in chess.heard)
    assert chess.ask("stop")[-1].startswith("bestmove ")
    assert chess.ask(f"position fen {MATE_IN_2}", "go infinite", answer=".* mate 2 ")
    assert not any(line.startswith("bestmove") for line in chess.heard)  # known, and yet to wait
    assert chess.ask("stop")[-1].startswith("bestmove a1a6")
    assert chess.sync()[-1:] == ["readyok"]


def test_pondering(chess):
    line = ("position startpos moves e2e4 e7e5", "go ponder wtime 500 btime 500")
    chess.ask(*line, answer="info depth 2")
    assert not any(line.startswith("bestmove") for line in chess.heard)
    lines = chess.ask("ponderhit")
    assert_well_formed(lines)
    chess.ask(*line, answer="info depth 2")
    lines = chess.ask("stop")
    assert lines[-1].startswith("bestmove ") and not any(" depth 0 " in info for info in lines)
    assert "nobody is pondering" in chess.ask("ponderhit", answer="info string")[-1]


def test_counting_leaves_as_other_programs_do(chess):
    lines = chess.ask("position startpos", "go perft 3", answer="Nodes searched")
    counts = dict(line.split(": ") for line in lines if re.match(r"[a-h]\d", line))
    assert (len(counts), counts["e2e4"], lines[-1]) == (20, "600", "Nodes searched: 8902")


def test_castling_is_written_as_the_option_says(chess):
    castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert chess.ask(castle, "go depth 1 searchmoves e1g1")[-1].split()[1] == "e1g1"
    chess.say("setoption name UCI_Chess960 value true")
    assert chess.ask(castle, "go depth 1 searchmoves e1h1")[-1].split()[1] == "e1h1"
    shuffled = "position fen 1k6/8/8/8/8/8/8/1K4R1 w G - 0 1"
    assert chess.ask(shuffled, "go depth 1 searchmoves b1g1")[-1].split()[1] == "b1g1"


def test_only_what_is_new_is_played(chess):
    chess.say("position startpos moves e2e4 e7e5")
    chess.sync()
    before = chess._server._way
    chess.say("position startpos moves e2e4 e7e5 g1f3")
    chess.sync()
    assert chess._server._way[2] is before[2] and len(chess._server._way) == 4
    chess.say("position startpos moves e2e4 c7c5")
    chess.sync()
    assert chess._server._way[1] is before[1] and chess._server._here.history == ["e4", "c5"]


def test_a_new_game_forgets_the_last(chess):
    first = chess.ask("position startpos", "go depth 4")
    again = chess.ask("go depth 4")
    assert nodes(again) < nodes(first)
    assert nodes(chess.ask("ucinewgame", "go depth 4")) == nodes(first)
    chess.ask("go depth 4")
    assert nodes(chess.ask("setoption name Clear Hash", "go depth 4")) == nodes(first)


def nodes(lines):
    return int(re.search(r" nodes (\d+) ", scores(lines)[-1])[1])


def test_another_table_is_another_engine(chess):
    chess.ask("setoption name Hash value 2", "position startpos", "go depth 3")
    assert chess._server._thinker._made_with.table_mb == 2
    assert_well_formed(chess.ask("setoption name Threads value 2", "go depth 3"))
    chess.say("setoption name Threads value 1", "setoption name Hash value 64")
    lines = chess.ask("setoption name Evaluator value nonsense", "go depth 1")
    assert "chess has no evaluator 'nonsense'" in lines[0]
    assert Chess().position().play(lines[-1].split()[1])  # a move all the same
    chess.say("setoption name Evaluator value standard")


# --- any game ---

@pytest.mark.parametrize("spec", ["tictactoe", "nim", "connect4:width=4,height=4", "hexapawn",
                                  "kalah:pits=2,seeds=2", "rps:deck_size=6,hand_size=2"])
@pytest.mark.few(1, telling=["kalah", "rps"], long=1)
def test_any_game_is_played_to_its_end(spec):
    game = load(spec)
    here, played = game.position(), []
    with Talk(spec, ugi=True) as talk:
        assert talk.ask("ugi", answer="ugiok")[0].endswith(f"({spec})")
        while True:
            over = here.result
            line = f"position startpos moves {' '.join(played)}"
            assert talk.ask(line, "query gameover", answer="resp")[-1] == (
                f"response {str(over is not None).lower()}")
            assert talk.ask("query p1turn", answer="response")[-1] == (
                f"response {str(here.to_move == 0).lower()}")
            lines = talk.ask("go nodes 2000")
            assert_well_formed(lines)
            if over is not None:
                break
            played.append(lines[-1].removeprefix("bestmove "))
            here = here.play(played[-1])
        assert lines[-1] == "bestmove (none)"
        winner = {None: "draw", 0: "p1win", 1: "p2win"}[over.winner]
        assert talk.ask("query result", answer="resp")[-1] == f"response {winner}"
        assert talk.ask("position startpos", "query result", answer="resp")[-1] == "response none"


def test_clocks_of_both_players_have_general_names():
    with Talk("tictactoe", ugi=True) as talk:
        lines = talk.ask("position fen xox/.o./..x:o",
                         "go p1time 60000 p2time 60000 p1inc 0 p2inc 0")  # a busy machine's, too
        assert_well_formed(lines)
        assert lines[-1] == "bestmove b3"


# --- scores ---

@pytest.mark.parametrize("value, text", [
    (estimate(0.314), "cp 31"), (estimate(-1e9), "cp -29999"), (DRAW, "cp 0"), (win(1), "mate 1"),
    (win(4), "mate 2"), (loss(4), "mate -2"), (loss(0), "mate 0"), (win(0), "cp 30000"),
    (win(), "cp 30000"), (loss(), "cp -30000"), (win(score=8), "cp 30000"),
])
def test_scores(value, text):
    assert score_text(value) == text


@pytest.mark.parametrize("value", [win(1), win(7), loss(2), loss(8), estimate(0.25)])
def test_scores_are_read_back(value):
    kind, number = score_text(value).split()
    assert score_of(kind, int(number)) == value


def test_moves_of_chess_960_start_elsewhere():
    dialect = dialect_of(Chess(0))
    assert dialect.position_text(Chess(0).position()).startswith("fen bbqnnrkr/")
    assert dialect_of(Chess()).position_text(Chess().position()) == "startpos"


def test_the_end_of_the_input_ends_a_search():
    with Talk("connect4") as talk:
        talk.ask("go infinite", answer="info depth 2")
    assert talk.ended and talk.heard[-1].startswith("bestmove ")


# --- databases ---


@pytest.mark.long
def test_a_database_is_asked_first_and_let_go(tmp_path, capsys):
    """Within one ply a search sees no end, and the database does."""
    from zermelo.cli import main
    from zermelo.solve.database import make
    from zermelo.textbook import solve

    game, mate = load("nim:heaps=3+4+5"), re.compile(r"score mate (\d+)")
    make(game, tmp_path / "nim")
    with Talk(game.spec, ugi=True) as talk:
        assert not any(mate.search(line) for line in talk.ask("go depth 1"))
        talk.say(f"setoption name Database value {tmp_path / 'nim'}")
        told = mate.search(talk.ask("go depth 1")[-2])
        assert int(told[1]) == (solve(game).distance + 1) // 2
        talk.say("setoption name Database value <empty>")
        assert not any(mate.search(line) for line in talk.ask("go depth 1"))
        lines = talk.ask("setoption name Database value nowhere", "go depth 1")
        assert any("nowhere" in line for line in lines if "info string" in line)
    assert main(["ugi", "nim", "--database", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
