"""Trees written by hand: the worked examples, and every way to write one down."""

import json
from fractions import Fraction

import pytest

from zermelo.errors import GameError, PositionError
from zermelo.games.tree import Tree, read_tree
from zermelo.textbook import alpha_beta, minimax, negamax, solve
from zermelo.values import DRAW, estimate, loss, win

#                              max 6
#           min 6              min 4              min 5
#       max 6   max 9      max 4   max 8      max 10  max 5
#        5 6     9 7        4 3     8 2        10 1    5 2
FIRST = [[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]

SECOND = [[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]]

SEARCHES = [minimax, alpha_beta, negamax]


def value_at(tree, text):
    game = Tree(tree)
    return minimax(game, game.parse(text)).value


@pytest.mark.parametrize("search", SEARCHES)
def test_the_first_worked_tree(search):
    found = search(FIRST)
    assert (found.value, found.line) == (6, (0, 0, 1))
    assert Tree(FIRST).move_text((), found.move) == "1"  # the left branch


def test_every_node_of_the_first_worked_tree():
    assert [value_at(FIRST, f"root/{i}") for i in (1, 2, 3)] == [6, 4, 5]
    assert [value_at(FIRST, f"root/{i}/{j}") for i in (1, 2, 3) for j in (1, 2)] == [
        6, 9, 4, 8, 10, 5,
    ]


def test_the_first_worked_tree_with_leaves_right_below_a_min_node():
    assert minimax([[[5, 6], [9, 7]], [4, 8], [10, 5]]).value == 6
    assert value_at([[[5, 6], [9, 7]], [4, 8], [10, 5]], "root/3") == 5


@pytest.mark.parametrize("search", SEARCHES)
def test_the_second_worked_tree(search):
    found = search(SECOND)
    assert (found.value, found.line) == (3, (0, 0, 1))


def test_every_node_of_the_second_worked_tree():
    assert [value_at(SECOND, f"root/{i}") for i in (1, 2)] == [3, -3]
    assert [value_at(SECOND, f"root/{i}/{j}") for i in (1, 2) for j in (1, 2)] == [3, 8, -3, 10]


def test_nodes_may_have_any_number_of_branches():
    assert minimax([7]).value == 7
    assert minimax([[[[7]]]]).value == 7
    assert minimax([list(range(100)), [50]]).value == 50
    assert minimax([1, [2, 3], [[4, 5], 6]]).value == 5  # leaves at every level


def test_a_tree_may_be_nothing_but_a_leaf():
    found = minimax(Tree(5))
    assert (found.value, found.line, found.move, found.nodes) == (5, (), None, 1)


@pytest.mark.parametrize("search", SEARCHES)
def test_min_may_begin(search):
    found = search(Tree(FIRST, first="min"))
    #                          min 5
    #           max 7              max 3              max 2
    #       min 5   min 7      min 3   min 2      min 1   min 2
    assert (found.value, found.line) == (2, (2, 1, 1))


# --- any values that can be compared ---

@pytest.mark.parametrize("tree, value", [
    ([[Fraction(1, 3), Fraction(1, 2)], [Fraction(1, 4), 5]], Fraction(1, 3)),
    ([[0.5, 2], [1, 0.25]], 0.5),
    ([["pear", "apple"], ["plum", "fig"]], "fig"),
    ([[(1, 5), (2, 0)], [(1, 7), (3, 1)]], (1, 7)),
    ([[win(3), DRAW], [win(5), win(9)]], win(9)),
    ([[loss(8), estimate(0.5)], [loss(2), win(1)]], loss(8)),
    ([[True, False], [True, True]], True),
])
def test_values_need_only_be_comparable(tree, value):
    assert minimax(tree).value == value
    assert alpha_beta(tree).value == value


def test_a_tuple_or_a_string_is_a_value_and_not_a_node():
    assert minimax([(1, 2), (0, 9)]).nodes == 3
    assert minimax(["ab", "c"]).value == "c"


# --- JSON ---

NAMED = {
    "name": "A", "player": "max",
    "children": {
        "left": {"name": "B", "player": "min", "children": {"up": 3, "down": 12}},
        "right": {"name": "C", "player": "min", "children": [2, {"name": "leaf", "value": 4}]},
    },
}


def test_a_json_tree_names_its_nodes_and_moves(tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(json.dumps(NAMED), encoding="utf-8")
    game = read_tree(file)
    assert game == Tree(NAMED)
    found = alpha_beta(game)
    assert found.value == 3
    here = game.position().play("left").play("up")
    assert here.history == ["left", "up"] and here.result.payoff == 3
    assert game.position().play("right").move_texts == ["1", "2"]
    assert [game.spec_of(game.parse(t)) for t in ("root", "root/1", "root/2/1", "root/2/2")] == [
        "A", "B", "2", "leaf",
    ]
    assert game.show(game.initial()) == "A\n  B\n    3\n    12\n  C\n    2\n    leaf"


def test_plain_lists_are_json_too(tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(json.dumps(SECOND), encoding="utf-8")
    assert minimax(read_tree(file)).value == 3


@pytest.mark.parametrize("search", SEARCHES)
def test_a_node_may_name_its_player_and_then_nobody_alternates(search):
    # MAX moves twice on the left; to take turns with MIN there would make it worth 1.
    tree = {"player": "max", "children": [
        {"player": "max", "children": [1, 10]},
        [2, 3],
    ]}
    found = search(tree)
    assert (found.value, found.line) == (10, (0, 1))


def test_below_a_named_player_the_turns_go_on():
    tree = {"player": "min", "children": [[1, 10], {"player": "min", "children": [[4, 7]]}]}
    #       min:  max(1, 10) = 10,  min over max(4, 7) = 7
    assert minimax(tree).value == 7


def test_solving_a_tree_says_how_far_its_end_is():
    assert repr(solve(FIRST)) == "win by 6 in 3"
    assert repr(solve([[2.5, 4], [1, 9]])) == "win by 2.5 in 2"
    assert repr(solve([[0, 4], [-1, 9]])) == "draw"


# --- positions ---

def test_positions_of_a_tree_read_back():
    game = Tree(FIRST)
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        assert game.parse(game.text(s)) == s
        waiting += [game.play(s, m) for m in game.legal_moves(s)]
    assert game.text((0, 1)) == "root/1/2"


@pytest.mark.parametrize("text", ["", "root/", "root/0", "root/4", "root/1/1/1/1", "1/1", "root/x"])
def test_positions_that_are_not_in_the_tree_are_refused(text):
    with pytest.raises(PositionError, match="write the way from the root, like root/1/2"):
        Tree(FIRST).parse(text)


def test_trees_are_compared_by_what_they_say():
    assert Tree([1, 2]) == Tree([1, 2]) != Tree([1, 3])
    assert Tree([1, 2]) != Tree([1, 2], first="min")
    assert len({Tree([1, 2]), Tree([1, 2]), Tree([1, 3])}) == 2
    assert len({Tree([1, 2]).position(), Tree([1, 2]).position()}) == 1


# --- mistakes ---

@pytest.mark.parametrize("tree, why", [
    ([], "at root: a node needs at least one branch"),
    ([[1, 2], []], "at root/2: a node needs at least one branch"),
    ([1, {"children": []}], "at root/2: a node needs at least one branch"),
    ([1, {"children": {}}], "at root/2: a node needs at least one branch"),
    ({"children": 3}, "at root: a node needs at least one branch"),
    ({}, "at root: give it either children or a value"),
    ({"value": 1, "children": [1]}, "at root: give it either children or a value"),
    ([1, {"name": "lonely"}], "at root/2: give it either children or a value"),
    ({"player": "both", "children": [1]}, "at root: player 'both' is neither max nor min"),
    ([{"plyer": "max", "children": [1]}], r"at root/1: a node has no 'plyer' \(did you mean"),
    ([1, None], "at root/2: None is no value"),
    ([[1, {"value": None}]], "at root/1/2: None is no value"),
    ([1, float("nan")], "at root/2: nan is no value"),
    (["a", 1], "at root/1: 'a' cannot be compared with 1"),
    ([{"value": {"x": 1}}], "at root/1: {'x': 1} cannot be compared with"),
])
def test_malformed_trees_are_refused_with_the_place(tree, why):
    with pytest.raises(GameError, match=f"^in the tree, {why}"):
        minimax(tree)


def test_only_max_and_min_can_begin():
    with pytest.raises(GameError, match="a tree cannot start with 'mac': say max or min"):
        Tree([1], first="mac")


def test_files_that_are_no_trees(tmp_path):
    with pytest.raises(GameError, match=r"none.json' cannot be read: No such file"):
        read_tree(tmp_path / "none.json")
    (tmp_path / "half.json").write_text("[[1, 2], [3", encoding="utf-8")
    with pytest.raises(GameError, match=r"half.json' is not JSON: .* line 1"):
        read_tree(tmp_path / "half.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameError, match=r"binary.json' is not JSON"):
        read_tree(tmp_path / "binary.json")
