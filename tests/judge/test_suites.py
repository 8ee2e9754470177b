"""Suites: written and read, right by independent truth, and refused when they are not."""

import json
from functools import cache

import pytest

from zermelo import load
from zermelo.analysis import suites
from zermelo.analysis.difficulty import DEEPEST, Difficulty
from zermelo.analysis.exact import Exact
from zermelo.analysis.phases import Phases
from zermelo.analysis.skill import Study
from zermelo.errors import LimitError, NotationError
from zermelo.evaluation import evaluator_for
from zermelo.search.codes import to_thousandths
from zermelo.textbook import minimax, solve
from zermelo.textbook.minimax import value_leaf


@cache
def default():
    return suites.read("default")


def test_the_default_suite_is_large_and_mixed():
    cards = [e for e in default() if e.game == "rps"]
    assert len(cards) >= 300 and len({e.game for e in default()}) >= 4
    assert {e.phase for e in cards} == {"opening", "middle", "end"}
    assert {e.difficulty for e in cards} == {1, 2, 3, 4, 5}
    assert len({(e.game, e.position) for e in default()}) == len(default())
    assert all(len(set(e.moves.values())) > 1 for e in default())  # something is at stake


def test_the_default_suite_agrees_with_the_textbook():
    """Every position that plain minimax can solve quickly, of every game in it."""
    solved, known = dict.fromkeys({e.game for e in default()}, 0), {}
    for item in default():
        if solved[item.game] >= 8 or item.phase != "end":
            continue
        here = load(item.game).position(item.position)
        sign = 1 if here.to_move == 0 else -1
        try:
            want = {here.game.move_text(here.state, m):
                    sign * solve(here.play(m), nodes=800, known=known.setdefault(item.game, {})
                                 ).score for m in here.moves}
        except LimitError:
            continue
        assert item.moves == want
        solved[item.game] += 1
    assert all(count >= 3 for game, count in solved.items()
               if game not in ("connect4", "tictactoe")), solved


@pytest.mark.long
def test_best_moves_stand_first_and_phases_are_found_again():
    phases = {}
    for item in default()[::15]:
        row = item.to_json()
        assert row["best"] == [t for t, p in item.moves.items() if p == row["value"]["payoff"]]
        game = load(item.game)
        of = phases.setdefault(item.game, Phases(game)).of
        assert of(game.parse(item.position)) == item.phase


def test_difficulty_is_the_depth_from_which_plain_minimax_is_right():
    game = load("rps")
    opinion = evaluator_for(game)
    measure = Difficulty(game, native=False)
    leaf = value_leaf(lambda g, s: to_thousandths(opinion(g, s)) / 1000)
    late = [e for e in default() if e.game == "rps" and e.phase == "end"]
    for item in late[::12]:
        truth = item.problem(load(item.game)).truth
        here, best = truth.position, {m.move for m in truth.best}
        sign = 1 if here.to_move == 0 else -1
        right = []
        for depth in range(1, 4):
            values = {}
            for m in here.moves:
                value = minimax(here.play(m), depth=depth - 1, leaf=leaf).value
                values[m] = value if sign == 1 else -value
            top = max(values.values())
            right.append(all(m in best for m, v in values.items() if v == top))
        want = next(d for d in range(1, 5) if all(right[d - 1:]))
        assert measure.depth(truth) == item.depth == want
        assert item.difficulty == Difficulty.of(want)
    assert DEEPEST == 12


@pytest.mark.long
def test_a_suite_is_written_read_and_found_again(tmp_path):
    made = suites.make(load("tictactoe"), 9, seed=3)
    file = tmp_path / "suite.jsonl"
    file.write_text("\n".join(suites.written(made, "a test")) + "\n")
    assert suites.read(str(file)) == made
    assert list(suites.differences(made)) == []
    game = load("tictactoe")
    assert len({game.canonical(e.problem(game).truth.position.state) for e in made}) == 9


@pytest.mark.long
def test_what_is_wrong_in_a_suite_is_found(tmp_path):
    made = suites.make(load("tictactoe"), 6, seed=3)
    lines = list(suites.written(made, "a test"))
    row = json.loads(lines[3])
    for move in row["moves"]:
        row["moves"][move] = -row["moves"][move]
    row["phase"] = "end" if row["phase"] != "end" else "middle"
    row |= suites.Exercise(row["game"], row["position"], row["moves"], row["phase"], row["kind"],
                           tuple(row["themes"]), row["depth"], row["difficulty"]).to_json()
    lines[3] = json.dumps(row)
    file = tmp_path / "suite.jsonl"
    file.write_text("\n".join(lines))
    found = list(suites.differences(suites.read(str(file))))
    assert {d.number for d in found} == {3}
    assert {"moves", "phase"} <= {d.field for d in found} and "exercise 3" in str(found[0])


GOOD = json.dumps({
    "game": "tictactoe", "position": "xo./.x./..o:x", "best": ["a3"],
    "value": {"kind": "win", "payoff": 1}, "phase": "end", "kind": "winning", "difficulty": 1,
    "depth": 1, "themes": [], "moves": {"a3": 1, "c1": 0}})
HEAD = '{"suite": "zermelo", "version": 1}'


def changed(old, new):
    assert old in GOOD
    return f"{HEAD}\n{GOOD.replace(old, new)}"


@pytest.mark.parametrize(("text", "complaint"), [
    ("", "first line"),
    ("[1]", "not a JSON object"),
    ("no json", "line 1: not JSON"),
    ('{"suite": "other"}', "first line"),
    ('{"suite": "zermelo", "version": 2}', "version 2"),
    (f"{HEAD}\n{{}}", "line 2: 'game' is missing"),
    (f"{HEAD}\n\n{GOOD}\nx", "line 4: not JSON"),
    (changed('["a3"]', '["c1"]'), "'best' is ['c1']"),
    (changed('{"a3": 1, "c1": 0}', "{}"), "'moves' must give"),
    (changed('"c1": 0', '"c1": "no"'), "'moves' must give"),
    (changed('"payoff": 1', '"payoff": 2'), "'value' is"),
])
def test_what_is_not_a_suite_is_refused(tmp_path, text, complaint):
    file = tmp_path / "suite.jsonl"
    file.write_text(text)
    with pytest.raises(suites.SuiteError) as refused:
        suites.read(str(file))
    assert complaint in str(refused.value) and "suite.jsonl" in str(refused.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(suites.SuiteError, match="No such file"):
        suites.read(str(tmp_path / "nothing"))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(suites.SuiteError, match="not text"):
        suites.read(str(tmp_path / "binary"))


def test_moves_that_are_not_legal_are_refused(tmp_path):
    file = tmp_path / "suite.jsonl"
    file.write_text(f"{HEAD}\n{GOOD}")
    with pytest.raises(NotationError, match="must be a legal move"):
        suites.read(str(file))[0].problem(load("tictactoe"))


@pytest.mark.slow
def test_all_card_games_of_the_default_suite_agree_with_the_graph():
    """The graph of everything that can happen knows nothing of alpha-beta."""
    study = Study.of(load("rps"))
    cards = [e for e in default() if e.game in ("rps", "rps:score=margin")]
    assert len(cards) >= 360
    for item in cards:
        game = load(item.game)
        state = game.parse(item.position)
        view = 1 - 2 * game.to_move(state)
        values = study.values if item.game == "rps" else study.points
        assert item.moves == {game.move_text(state, m): view * values[node]
                              for m, node in study.graph.moves(state)}


@pytest.mark.slow
def test_the_whole_default_suite_is_found_again():
    assert [str(d) for d in suites.differences(default())] == []


@pytest.mark.long
def test_a_part_of_the_default_suite_is_found_again():
    part = [e for e in default() if e.game == "rps"][::25]
    assert [str(d) for d in suites.differences(part)] == []
    exact = Exact(load("rps"))
    for item in part:
        assert {m.text: m.payoff for m in exact.truth(item.position).moves} == item.moves
