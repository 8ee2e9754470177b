"""A search told step by step says what the textbook did."""

import json
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from knowledge import Knowledge
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


@given(trees)
@example([[5, 6], [4, 1]])  # MIN stops at 4 in the second branch, and may have less
@example([6, [[[4, 9], 3], 9]])  # MAX hears of at most 4 where it has 6 elsewhere
def test_every_value_is_what_the_search_knows_then(tree):
    game = read_tree_text(json.dumps(tree))
    found = Lab(game, game.initial(), None).recorded(list(ALGORITHMS))
    states = [game.parse(node["position"]) for node in found["nodes"]]
    for run in found["runs"].values():
        known, shown = Knowledge(game), {}
        for step in run["steps"]:
            node = step["node"]
            if step["do"] == "leaf":
                known.see(states[node])
            if step["do"] in ("leaf", "known", "done"):
                shown[node] = step["value"]
                low, high = known.between(states[node])
                assert (low == high) == (step["value"][0] not in "≥≤")
            elif step["do"] == "back":
                assert step["value"] == shown[step["child"]]
                shown[node] = step["best"]
            text = shown.get(node)  # what is known once stays known
            assert text is None or known.allows(states[node], text), step
        assert shown[0] == plain(minimax(tree).value)


def test_the_lab_does_not_claim_more_than_a_cut_leaves_known():
    told = recorded([[5, 6], [4, 1]])["runs"]["alphabeta"]["steps"]
    assert told[15] == {"do": "done", "node": 4, "value": "≤ 4"}
    assert told[16]["value"] == "≤ 4" and not told[16]["takes"] and told[16]["best"] == "≥ 5"
    deep = recorded([6, [[[4, 9], 3], 9]])["runs"]["alphabeta"]["steps"]
    heard = next(step for step in deep if step["do"] == "back" and step["value"] == "≤ 4")
    assert (heard["best"], heard["elsewhere"]) == (None, "6")


@given(trees)
def test_the_quiz_offers_its_answer(tree):
    """What a node is worth in the end is the value of one of its children, bound and all."""
    found = recorded(tree)
    for run in found["runs"].values():
        heard = {}
        for step, following in pairwise(run["steps"]):
            if step["do"] == "back":
                heard.setdefault(step["node"], []).append(step["value"])
                if following["do"] == "done":
                    assert following["value"] in heard[step["node"]]
