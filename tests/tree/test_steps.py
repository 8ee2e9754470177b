"""The search told step by step: played through, it ends where the search ended."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tree_examples import ALGORITHMS, FIRST, SECOND, endgame

from small_games import player_trees, trees
from zermelo.tree import record
from zermelo.tree.steps import steps


def played(told):
    """Status and value of every node after the last step."""
    return {node: (status, value) for step in told for node, status, value in step.changes}


def check(tree):
    told = steps(tree)
    after = played(told)
    nodes = tree.nodes()
    assert set(after) == {node.id for node in nodes}
    for node in nodes:
        assert after[node.id] == ("pruned" if node.pruned else "done", node.value_text)
    assert told[0].node == told[-1].node == 0
    # It enters nodes in the order of the visits, and never moves but along an edge.
    first_seen = list(dict.fromkeys(step.node for step in told))
    assert first_seen == [node.id for node in nodes if not node.pruned]
    parents = {child.id: node.id for node in nodes for child in node.children}
    for before, now in pairwise(told):
        a, b = before.node, now.node
        assert a == b or parents.get(a) == b or parents.get(b) == a
    # What a node prefers at last is its best branch.
    prefers = {step.node: step.best for step in told if step.best is not None}
    for node in nodes:
        if node.progress:
            assert prefers[node.id] == node.children[node.best].id


@settings(max_examples=60, deadline=None)
@given(trees, st.sampled_from(ALGORITHMS))
def test_any_tree(tree, name):
    check(record(tree, algorithm=name))


@settings(max_examples=60, deadline=None)
@given(player_trees, st.sampled_from(ALGORITHMS))
def test_players_that_do_not_alternate(tree, name):
    check(record(tree, algorithm=name))


def test_games_folded_or_not():
    for name in ALGORITHMS:
        for drawn in (1, 8, 20, 1000):
            check(endgame(name, drawn=drawn))


def test_a_window_only_narrows_while_a_node_is_open():
    for tree in (FIRST, SECOND):
        last = {}
        for step in steps(record(tree)):
            alpha, beta = step.window
            before = last.get(step.node, (None, None))
            assert before[0] is None or alpha >= before[0]
            assert before[1] is None or beta <= before[1]
            last[step.node] = step.window


def test_the_second_worked_tree_in_words():
    told = [step.text for step in steps(record(SECOND))]
    assert told[0] == "MAX is to move at the root with α=-∞, β=+∞."
    assert told[3:7] == ["A leaf at branch 1.1.1: -2.", "MAX takes -2: α=-2.",
                         "A leaf at branch 1.1.2: 3.", "MAX takes 3: α=3."]
    cut = told.index("α=8 ≥ β=3: MIN has 3 elsewhere, so the other branch is pruned.")
    assert told[cut - 1] == "MAX takes 8: α=8."
    assert "MIN keeps 3: ≥ 8 is no better." in told
    assert told[-1] == "Done: MAX plays branch 1, worth 3."


def test_minimax_has_no_windows_to_tell_of():
    told = steps(record(SECOND, algorithm="minimax"))
    assert told[0].text == "MAX is to move at the root."
    assert not any("α" in step.text or "β" in step.text for step in told)


def test_what_is_not_searched_is_told_too():
    told = [step.text for step in steps(endgame())]
    assert ("The position at a3 a2 c2 was searched before, at visit 9: 0 is remembered." in told)
    folded = [step.text for step in steps(endgame(drawn=5))]
    assert any("nodes below that are not drawn" in text for text in folded)


def test_a_tree_that_is_a_leaf():
    from zermelo.games.tree import Tree

    (only,) = steps(record(Tree(5)))
    assert only.text == "A leaf at the root: 5." and only.value == "5"
