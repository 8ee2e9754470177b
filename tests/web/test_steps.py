"""A search told step by step says what the textbook did."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import load
from zermelo.errors import GameError, LimitError
from zermelo.textbook import alpha_beta, minimax
from zermelo.web.steps import ALGORITHMS, Lab, plain, read_tree_text

FIRST = [[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]
SECOND = [[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]]
trees = st.recursive(st.integers(-20, 20), lambda below: st.lists(below, min_size=1, max_size=4),
                     max_leaves=30).filter(lambda tree: isinstance(tree, list))


def recorded(tree):
    game = read_tree_text(json.dumps(tree))
    return Lab(game, game.initial(), None).recorded(list(ALGORITHMS))


@given(trees)
def test_every_run_ends_with_the_value_of_the_textbook(tree):
    found, truth = recorded(tree), minimax(tree)
    for run in found["runs"].values():
        assert run["value"] == plain(truth.value)
        assert run["steps"][-1]["do"] in ("done", "leaf")
        assert (run["steps"][-1]["node"], run["steps"][-1]["value"]) == (0, plain(truth.value))
    assert found["runs"]["minimax"]["visited"] == truth.nodes == len(found["nodes"])
    assert found["runs"]["alphabeta"]["visited"] == alpha_beta(tree).nodes


@given(trees)
def test_every_node_is_looked_at_once_or_falls_away_with_a_reason(tree):
    found = recorded(tree)
    for name in ("minimax", "alphabeta", "ordered"):
        run = found["runs"][name]
        entered = [step["node"] for step in run["steps"] if step["do"] == "enter"]
        fallen = set()
        for step in run["steps"]:
            if step["do"] == "cut":
                assert step["why"] and step["pruned"]
                fallen |= {below for top in step["pruned"] for below in subtree(found, top)}
        assert len(set(entered)) == len(entered) == run["visited"]
        assert set(entered) | fallen == set(range(len(found["nodes"])))
        assert not set(entered) & fallen


def subtree(found, top):
    return [top] + [n for child in found["nodes"][top]["children"] for n in subtree(found, child)]


def test_the_first_worked_tree_step_by_step():
    found = recorded(FIRST)
    run = found["runs"]["alphabeta"]
    assert run["value"] == "6"
    assert [found["nodes"][i]["value"] for i in run["line"]] == ["6", "6", "6"]
    cut = next(step for step in run["steps"] if step["do"] == "cut")
    assert (cut["alpha"], cut["beta"]) == ("9", "6")
    assert "MIN is sure of 6 elsewhere" in cut["why"]
    assert [found["nodes"][i]["value"] for i in cut["pruned"]] == ["7"]


def test_the_second_worked_tree():
    found = recorded(SECOND)
    inner = [node["value"] for node in found["nodes"] if not node["leaf"]]
    assert inner == ["3", "3", "3", "8", "−3", "−3", "10"]
    assert found["runs"]["alphabeta"]["visited"] == 11


@pytest.mark.parametrize("spec, position", [
    ("tictactoe", "xo./.x./o..:x"), ("mini-isolation", None), ("kalah:pits=3,seeds=2", None)])
def test_games_at_a_depth(spec, position):
    here = load(spec).position(position)
    found = Lab(here.game, here.state, 3).recorded(list(ALGORITHMS))
    values = {run["value"] for run in found["runs"].values()}
    assert len(values) == 1
    assert found["nodes"][1]["move"] == here.move_texts[0]
    assert found["runs"]["table"]["visited"] <= found["runs"]["alphabeta"]["visited"]


def test_a_position_met_again_points_at_where_it_was_searched():
    here = load("tictactoe").position("xo./.x./o..:x")
    found = Lab(here.game, here.state, 4).recorded(["table"])
    known = [step for step in found["runs"]["table"]["steps"] if step["do"] == "known"]
    assert known
    for step in known:
        assert (found["nodes"][step["node"]]["position"]
                == found["nodes"][step["same"]]["position"])


@pytest.mark.parametrize("text, says", [
    ("[[1, 2], [3", "breaks off at line 1, column 12"), ("7", "a tree is a list"),
    ("[[1], []]", "at least one branch"), ('[1, "a"]', "cannot be compared"),
    ("[NaN]", "nan is no value"),
    ("x" * 30_000, "letters long")])
def test_trees_that_make_no_sense(text, says):
    with pytest.raises(GameError, match=says):
        read_tree_text(text)


def test_a_tree_too_large_to_look_at():
    here = load("connect4").position()
    with pytest.raises(LimitError, match="lower the depth"):
        Lab(here.game, here.state, 6).recorded(["alphabeta"])
