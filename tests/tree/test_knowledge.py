"""Every value shown at a step is what the search knows then, and says how much of it."""

from boards import some
from hypothesis import example, given
from hypothesis import strategies as st
from tree_examples import ALGORITHMS, FIRST, endgame

from knowledge import Knowledge
from small_games import player_trees, trees
from zermelo import load
from zermelo.textbook import as_game, minimax
from zermelo.tree import record
from zermelo.tree.steps import steps

TAUGHT = [[5, 6], [4, 1]]  # MIN stops at 4 in the second branch, and may have less


def state_of(game, node, start):
    for move in node.path:
        start = game.play(start, game.parse_move(start, move))
    return start


def replay(found, game, start):
    """Walk through the search, and hold every value against what the leaves seen so far leave
    open."""
    nodes, known = found.nodes(), Knowledge(game)
    states = {node.id: state_of(game, node, start) for node in nodes if not node.moves}
    shown = {}
    for step in steps(found):
        for number, status, text in step.changes:
            shown[number] = status, text
            if nodes[number].kind == "leaf" and status == "done":
                known.see(states[number])
        assert shown[step.node][1] == step.value
        for number, status, text in step.changes:  # what is known once stays known
            if status == "pruned" or not text:
                continue
            turned = found.mover_view and nodes[number].player == 1
            assert known.allows(states[number], text, turned=turned), (number, text, step.text)
            if status == "done" and found.by_hand:  # nowhere else its leaves are seen, too
                low, high = known.between(states[number])
                assert (low == high) == (text[0] not in "≥≤")
    value = minimax(game, start).value
    turned = found.mover_view and game.to_move(start) == 1
    assert shown[0] == ("done", str(-value if turned else value))


@some(240)
@given(trees, st.sampled_from(ALGORITHMS))
@example(TAUGHT, "alphabeta")
@example(FIRST, "negamax")
def test_any_tree(tree, name):
    game, start = as_game(tree, None)
    replay(record(tree, algorithm=name), game, start)


@some(160)
@given(player_trees, st.sampled_from(ALGORITHMS))
def test_players_that_do_not_alternate(tree, name):
    game, start = as_game(tree, None)
    replay(record(tree, algorithm=name), game, start)


def test_a_game_with_positions_that_are_remembered():
    game = load("tictactoe")
    for name in ALGORITHMS:
        replay(endgame(name, drawn=1000), game, game.parse("xox/.o./..x:o"))


def test_the_second_branch_in_words():
    told = [step.text for step in steps(record(TAUGHT))]
    assert told[-6:] == [
        "A leaf at branch 2.1: 4.",
        "MIN takes 4: β=4.",
        "β=4 ≤ α=5: MAX has 5 elsewhere, so the other branch is pruned.",
        "Done with branch 2: ≤ 4.",
        "MAX keeps 5: ≤ 4 is no better.",
        "Done: MAX plays branch 1, worth 5."]


def test_a_bound_from_below_the_window_is_not_taken():
    """MAX at branch 2.1 hears of at most 4 where it has 6 elsewhere: it is sure of nothing."""
    found = record([6, [[[4, 9], 3], 9]])
    told = steps(found)
    heard = next(step for step in told if "≤ 4 is no better" in step.text)
    assert heard.text == "MAX has 6 elsewhere: ≤ 4 is no better."
    assert heard.value == ""
