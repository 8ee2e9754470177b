"""Records of chess as PGN: what is written is read back, by us and by python-chess."""

import io
import random
import re

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import load
from zermelo.errors import RecordError
from zermelo.games.chess_pgn import read_pgn
from zermelo.play import Match, Record, TimeControl
from zermelo.play.pgn import pgn_of, record_text
from zermelo.play.played import Ending, Entry
from zermelo.values import estimate, loss, win

CHESS = load("chess")
CLOCKS = [TimeControl(), TimeControl(per_move=1.5), TimeControl(per_game=300, increment=2)]
ENDINGS = ["time", "illegal", "error", "resigned", "length", "agreed"]


@st.composite
def records(draw):
    """Random games, from usual and shuffled starts, ended by the rules or otherwise."""
    lots = random.Random(draw(st.integers(0, 10**6)))
    spec = draw(st.sampled_from(["chess", "chess", "chess:start=7"]))
    game = load(spec)
    here = game.position()
    if draw(st.booleans()):
        here = game.position(here.random_line(lots, 12)[-1].text)
    start = here
    entries = []
    for after in here.random_line(lots, draw(st.integers(0, 40)))[1:]:
        before = after.previous
        seconds = None if lots.random() < 0.2 else round(lots.uniform(0, 3), 3)
        pawns = estimate(round(lots.uniform(-9, 9), 2))
        value = lots.choice([None, pawns, _mate(lots, before.to_move)])
        entries.append(Entry(before.to_move, game.move_text(before.state, after.move), seconds,
                             value))
        here = after
    over = here.result
    ending = None if over is None else Ending(over.payoff, over.reason)
    if ending is None and draw(st.booleans()):
        how = draw(st.sampled_from(ENDINGS))
        payoff = 0 if how in ("length", "agreed") else draw(st.sampled_from([-1, 1]))
        ending = Ending(payoff, 'a "reason" \\ given', how)
    usual = start.state == game.initial()
    return Record(spec, ("engine:depth=4", "uci:stockfish,elo=1900"),
                  draw(st.sampled_from(CLOCKS)), None if usual else start.text, tuple(entries),
                  ending, {"seed": "3", "number": "12", "Event": "A match"})


def _mate(lots, mover):
    """A mate that whoever moves next can tell in whole moves, from either side."""
    moves = lots.randint(1, 9)
    mine = lots.random() < 0.5
    value = win(2 * moves + 1) if mine else loss(2 * moves)
    return value if mover == 0 else -value


@settings(max_examples=6)
@given(records())
def test_what_is_written_is_read_back(record):
    text = record_text(record)
    [pgn] = read_pgn(text)
    again = Record.of_pgn(pgn)
    assert again == record
    assert all(e.value is None or (e.value.kind, e.value.distance) == (
        o.value.kind, o.value.distance) for e, o in zip(again.entries, record.entries, strict=True))
    assert record_text(again) == text
    assert not re.search(r"(?m)\[%[^\]]*$", text)  # what programs look for is never torn apart


@settings(max_examples=6)
@given(records())
def test_python_chess_reads_all_of_it(record):
    game = chess.pgn.read_game(io.StringIO(record_text(record)))
    assert game.errors == []
    assert (game.headers["White"], game.headers["Round"]) == (record.players[0], "12")
    left = [record.control.per_game] * 2
    for node, entry in zip(game.mainline(), record.entries, strict=True):
        assert node.san() == entry.move
        assert node.emt() == pytest.approx(entry.seconds) or entry.seconds is None
        if record.control.per_game and entry.seconds is not None:
            left[entry.player] += record.control.increment - entry.seconds
            assert node.clock() == pytest.approx(max(0, left[entry.player]), abs=0.002)
        if entry.value is None:
            assert node.eval() is None
        elif entry.value.proven:
            sign = 1 if entry.value.kind == "win" else -1
            assert node.eval().white().mate() == sign * (entry.value.distance // 2)
        else:
            assert node.eval().white().score() == round(100 * entry.value.score)
    over = record.ending
    assert game.headers["Result"] == (
        "*" if over is None else {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[over.payoff])


def test_a_match_tells_what_the_players_thought():
    match = Match("chess", "engine:depth=2", "random:seed=1", control="60+1",
                  start=CHESS.position().play_all("e4 e5"))
    for _ in range(4):
        match.step()
    match.close()
    moves = pgn_of(match.record).moves
    assert [move.seconds is None for move in moves] == [True, True, False, False, False, False]
    assert [move.clock is None for move in moves] == [True, True, False, False, False, False]
    assert moves[3].evaluation is None and moves[5].evaluation is None
    resumed = Match.resumed(Record.of_pgn(pgn_of(match.record)), "random", "random")
    assert resumed.here == match.here and resumed.remaining(0) == pytest.approx(
        match.remaining(0), abs=0.01)


FOREIGN = """
[Event "Casual"]
[White "Doe, Jane"]
[Black "?"]
[TimeControl "300+3"]
[WhiteElo "1500"]
[Result "{result}"]

1. e4 $1 {{[%clk 0:05:00]}} e5 {{[%clk 0:04:58]}} 2. Nf3 (2. f4 exf4) Nc6 {{why [%clk 0:04:57.5]}}
{result}
"""


@pytest.mark.parametrize("result, how, payoff", [("1-0", "resigned", 1), ("0-1", "resigned", -1),
                                                 ("1/2-1/2", "agreed", 0)])
def test_other_peoples_games(result, how, payoff):
    [pgn] = read_pgn(FOREIGN.format(result=result))
    record = Record.of_pgn(pgn)
    assert (record.ending.how, record.ending.payoff) == (how, payoff)
    assert record.players == ("Doe, Jane", "?") and record.control == TimeControl(None, 300, 3)
    assert record.notes == {"Event": "Casual", "WhiteElo": "1500"}
    assert [entry.seconds for entry in record.entries] == [3.0, 5.0, None, 3.5]


def test_the_rules_know_when_a_game_is_over():
    [pgn] = read_pgn("1. f3 e5 2. g4 Qh4# *")
    assert Record.of_pgn(pgn).ending == Ending(-1, "checkmate")


BAD = [
    ("1. f3 e5 2. g4 Qh4# 1-0", "the result is -1 by the rules, and not +1"),
    ("1. f3 e5 2. g4 Qh4# 1/2-1/2", "the result is -1 by the rules, and not +0"),
    ('[Ending "rules"]\n\n1. e4 1-0', "the game is not over by the rules: black is to move"),
    ('[Game "connect4"]\n\n1. e4 *', "PGN is for chess, and not for connect4"),
    ('[Game "chss"]\n\n1. e4 *', "unknown game 'chss' (did you mean chess?)"),
    ('[Game "chess:start=2000"]\n\n1. e4 *', "chess cannot have start=2000"),
    ('[Game "evil.py:Chess"]\n\n1. e4 *', "is in a Python file, which no data can make run"),
    ("1. e4 e5 2. Ke3 *", "game.pgn: line 1 of the PGN: illegal move 'Ke3'"),
    ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *",
     "'e4' comes after the end of the game: the position occurred 3 times"),
    ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "game.pgn: line 1 of the PGN:"),
    ("", "game.pgn has no game"), ("\n\n", "game.pgn has no game"),
    ("1. e4 * 1. d4 *", "game.pgn has 2 games: say which, as"),
    ("hello", "game.pgn: line 1 of the PGN: 'hello' is not a move of chess"),
    ("1. e4 {open", "has no closing brace"), ("\x00", "is neither a tag nor a move"),
]


@pytest.mark.parametrize("text, why", BAD)
def test_what_is_no_record(tmp_path, monkeypatch, text, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.pgn").write_text(text)
    with pytest.raises(RecordError, match=re.escape(why)) as caught:
        Record.load("game.pgn")
    told = str(caught.value)
    assert told.startswith("game.pgn") and "\n" not in told


def test_one_of_several_games(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 * 1. d4 d5 *")
    assert len(Record.load(f"{file}:2").entries) == 2
    assert Record.load(f"{file}:1").entries == (Entry(0, "e4", None),)
    for number in (0, 3):
        with pytest.raises(RecordError, match=f"has no game {number}: it has 2"):
            Record.load(f"{file}:{number}")
    with pytest.raises(RecordError, match="cannot read"):
        Record.load(tmp_path / "nothere.pgn:2")


def test_a_file_is_known_by_its_beginning_too(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text('\n[White "A"]\n\n1. e4 *')
    assert Record.load(file).players == ("A", "?")


def test_a_name_that_ends_so_is_written_so(tmp_path):
    match = Match("chess", "random", "random", start=CHESS.position().play("e4"))
    match.record.save(tmp_path / "game.pgn")
    assert Record.load(tmp_path / "game.pgn") == match.record
    assert (tmp_path / "game.pgn").read_text().startswith("[Event")
    match.record.save(tmp_path / "game.txt")
    assert Record.load(tmp_path / "game.txt") == match.record
    other = Match("nim", "random", "random").record
    with pytest.raises(RecordError, match="PGN is for chess, and this is a game of nim"):
        other.save(tmp_path / "nim.pgn")
    assert not (tmp_path / "nim.pgn").exists()


def test_given_rules_hold_wherever_the_game_began(tmp_path):
    game = load("chess:start=7")
    record = Match(game, "random", "random", start=game.position().play("e4")).record
    record.save(tmp_path / "game.pgn", game)
    assert Record.load(tmp_path / "game.pgn", game) == Record.load(tmp_path / "game.pgn") == record
    with pytest.raises(RecordError, match="this is a game of chess:start=7, and not of nim"):
        Record.load(tmp_path / "game.pgn", load("nim"))
