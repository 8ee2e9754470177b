"""`zermelo play`, its lines coming from a pipe."""

import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import load
from zermelo.play import Record
from zermelo.play.advice import Advisor
from zermelo.play.hints import second_hint
from zermelo.values import proven


@pytest.fixture
def typed(zermelo, monkeypatch, tmp_path):
    """Run `zermelo play` with these lines typed, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(lines, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return zermelo("play", *arguments)

    return run


def test_a_whole_game_against_another_person(typed):
    ran = typed(["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"], "tictactoe", "--against",
                "human")
    assert (ran.status, ran.err) == (0, "")
    assert "tictactoe: human (x) against human (o)" in ran.out
    assert "1 o x x\n2 x x o\n3 o o x\n" in ran.out
    assert "a draw: the board is full" in ran.out


def test_against_a_level(typed):
    ran = typed([], "nim", "3+0+0:first", "--against", "level:7", "--second")
    assert ran.status == 0
    assert "nim: level:7 (first) against human (second)" in ran.out
    assert "first wins" in ran.out  # it takes all three at once


def test_a_move_that_is_none_is_explained_and_asked_again(typed):
    ran = typed(["zz", "b2", "b2", "quit"], "tictactoe", "--against", "human")
    assert "illegal move 'zz' in .../.../...:x: x may play a1" in ran.out
    assert "illegal move 'b2' in .../.x./...:o: o may play" in ran.out
    assert "or type help" in ran.out


def test_the_end_of_the_input_leaves_the_game(typed):
    ran = typed(["b2"], "tictactoe", "--against", "human")
    assert ran.status == 0 and ran.out.endswith("o> \n") and "wins" not in ran.out


@pytest.mark.parametrize("word, says", [
    ("help", "take your last move back"), ("HELP", "take your last move back"),
    ("moves", "a1 b1 c1 a2 b2 c2 a3 b3 c3"), ("rules", "Who first has k stones"),
    ("board", "  a b c\n1 . . .\n2 . . .\n3 . . .\nx> "), ("eval on", "eval is on"),
    ("eval perhaps", "eval perhaps makes no sense: say eval on or eval off"),
    ("undo", "There is no move of yours to take back."), ("resign", "o wins: x resigned"),
    ("why", "The evaluator's opinion of this position, in x's view:"),
])
def test_commands(typed, word, says):
    ran = typed([word, "quit"], "tictactoe", "--against", "human")
    assert ran.status == 0 and says in ran.out, ran


def test_hints_come_in_stages(typed):
    here = "xx./oo./...:x"
    ran = typed(["hint", "quit"], "tictactoe", here, "--against", "human")
    assert "You can win from here. One of your 5 moves is the best. Type hint" in ran.out
    again = typed(["hint"] * 2 + ["quit"], "tictactoe", here, "--against", "human")
    assert "Look among c1, c2 and a3. Type hint again" in again.out and "Play c1" not in again.out
    third = typed(["hint"] * 4 + ["quit"], "tictactoe", here, "--against", "human")
    assert third.out.count("Play c1: it wins in 1.\n") == 2


def test_a_hint_after_another_move_begins_anew(typed):
    ran = typed(["hint", "b2", "hint", "quit"], "tictactoe", "--against", "human")
    assert ran.out.count("Type hint again for more.") == 2 and "Play " not in ran.out


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9), st.randoms())
def test_a_second_hint_does_not_mislead(scores, dice):
    """The best move is among those to look at, and never the one to leave out."""
    moves = [(str(i), proven(score)) for i, score in enumerate(sorted(scores, reverse=True))]
    legal = [name for name, _ in moves]
    dice.shuffle(legal)
    told = second_hint(moves, legal)
    best = {name for name, value in moves if value == moves[0][1]}
    if told.startswith("Look"):
        assert best & set(re.findall(r"\d+", told))
    elif told.startswith("Anything"):
        assert not best & set(re.findall(r"\d+", told))
    else:
        assert len(best) == len(moves)


def test_a_second_hint_names_the_piece():
    advisor, here = Advisor(load("hexapawn")), load("hexapawn").position(".b./wwb/...:b")
    assert advisor.hint(here, 2) == "Begin with c2."
    assert advisor.hint(here, 3) == "Play c2-c1: it wins in 1."


def test_undo_goes_back_to_ones_own_move(typed):
    ran = typed(["b2", "undo", "a1", "quit"], "tictactoe", "--against", "random:seed=4")
    assert ran.out.count("1. x plays") == 2
    assert "1. x plays b2" in ran.out and "1. x plays a1" in ran.out


def test_undo_after_the_end(typed):
    ran = typed(["c1", "undo", "c2", "quit"], "tictactoe", "xx./oo./...:x", "--against", "human")
    assert "x wins: 3 in a row" in ran.out and "1. x plays c2" in ran.out


def test_swapping_sides_lets_the_other_one_move(typed):
    ran = typed(["swap", "quit"], "tictactoe", "--against", "random:seed=4")
    assert "random:seed=4 plays x, human plays o" in ran.out
    assert "1. x plays" in ran.out and ran.out.rstrip().endswith("o> quit")


def test_eval_is_said_after_each_move(typed):
    ran = typed(["eval on", "c1", "quit"], "tictactoe", "xx./oo./...:x", "--against", "human")
    assert "eval: win in 1 for x (proven)" in ran.out
    assert "eval: the game is over" in ran.out


def test_why_tells_of_a_slip(typed):
    for seed in range(20):
        ran = typed(["a1", "why", "quit"], "tictactoe", "--against", f"level:1,seed={seed}")
        if "by lot: this level slips now and then" in ran.out:
            return
    pytest.fail("in twenty games level 1 never slipped")


def test_why_tells_what_the_engine_thought(typed):
    ran = typed(["a1", "why", "quit"], "tictactoe", "--against", "engine:depth=3")
    assert "o played " in ran.out and ", thinking: o: " in ran.out and "depth 3" in ran.out
    assert "\nExpected: " in ran.out


def test_a_game_is_saved_and_goes_on(typed, tmp_path):
    typed(["b2", "a1", "save", "save mine.txt", "quit"], "tictactoe", "--against", "human",
          "--clock", "50+1")
    assert Record.load("tictactoe-1.txt").entries == Record.load("mine.txt").entries
    ran = typed(["c1", "a3", "a2", "quit"], "--load", "mine.txt")
    assert ran.status == 0, ran
    assert "3. x plays c1" in ran.out and "s left)> " in ran.out
    typed(["save", "quit"], "--load", "mine.txt")
    assert len(Record.load("tictactoe-2.txt").entries) == 2


def test_a_saved_game_may_go_on_against_somebody_else(typed):
    typed(["b2", "save g.txt", "quit"], "tictactoe", "--against", "human")
    ran = typed(["quit"], "--load", "g.txt", "--against", "random")
    assert "2. o plays" in ran.out or "random (x) against human (o)" in ran.out


def test_a_saved_game_of_ones_own_rules_is_resumed_by_naming_them(typed, files):
    typed(["1", "save g.txt", "quit"], "right.py:Take", "--against", "human")
    refused = typed(["1"], "--load", "g.txt")
    assert refused.status == 2
    assert "line 2: the game 'right.py:Take' is in a Python file, which no data can" in refused.err
    ran = typed(["1", "quit"], "right.py:Take", "--load", "g.txt")
    assert ran.status == 0 and "2. second plays 1" in ran.out


def test_no_record_runs_a_program(typed, tmp_path):
    mark = tmp_path / "mark"
    typed(["b2", "save g.txt", "quit"], "tictactoe", "--against", "human")
    text = (tmp_path / "g.txt").read_text()
    for player in (f"program:touch {mark}", "evil.py:f"):
        (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w')\n")
        (tmp_path / "g.txt").write_text(text.replace("second: human", f"second: {player}"))
        ran = typed(["quit"], "--load", "g.txt")
        assert ran.status == 2 and "would have to be run" in ran.err
        assert not mark.exists()


def test_saving_where_one_cannot(typed):
    ran = typed(["save no/where.txt", "quit"], "tictactoe", "--against", "human")
    assert ran.status == 0
    assert "cannot save the game to 'no/where.txt': No such file or directory" in ran.out


def test_json(typed):
    ran = typed(["c1"], "tictactoe", "xx./oo./...:x", "--against", "human", "--json")
    found = json.loads(ran.out)
    assert found["moves"] == ["c1"] and found["players"] == ["human", "human"]
    assert found["result"] == {"payoff": 1, "winner": 0, "ending": "rules",
                               "reason": "3 in a row", "text": "x wins: 3 in a row"}
    assert "1 x x x" in ran.err


def test_json_of_a_game_that_was_left(typed):
    found = json.loads(typed(["b2", "quit"], "tictactoe", "--against", "human", "--json").out)
    assert found["result"] is None and found["position"] == ".../.x./...:o"


def test_ctrl_c_asks(typed, monkeypatch):
    from zermelo.cli.keyboard import Keyboard

    lines = iter(["b2", KeyboardInterrupt, "n", "a1", KeyboardInterrupt, "what", "s"])

    def line(self, prompt):
        print(prompt)
        said = next(lines)
        if said is KeyboardInterrupt:
            raise KeyboardInterrupt
        return said

    monkeypatch.setattr(Keyboard, "line", line)
    ran = typed([], "tictactoe", "--against", "human")
    assert ran.status == 0 and "saved as tictactoe-1.txt" in ran.out
    assert [e.move for e in Record.load("tictactoe-1.txt").entries] == ["b2", "a1"]


def test_a_misbehaving_opponent_loses(typed, tmp_path):
    (tmp_path / "bad.py").write_text("def f(position):\n    raise ValueError('no')\n")
    ran = typed(["b2", "save g.txt", ""], "tictactoe", "--against", "bad.py:f")
    assert ran.status == 0
    assert "x wins: o (bad.py:f): raised ValueError: no at line 2 of bad.py" in ran.out
    assert Record.load("g.txt").ending.how == "error"


def test_words_complete_to_moves_and_commands():
    from zermelo.cli.keyboard import Keyboard

    keyboard = Keyboard(io.StringIO())
    keyboard.words = lambda: ["a1 ", "a2 ", "undo ", "help "]
    assert [keyboard._complete("A", i) for i in range(3)] == ["a1 ", "a2 ", None]
    assert keyboard._complete("un", 0) == "undo "
