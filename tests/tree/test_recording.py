"""Recorded searches: the worked trees node by node, and any tree against the plain truth."""

import random

import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st
from tree_examples import (
    ALGORITHMS,
    CHOSEN,
    FIRST,
    KINDS,
    SECOND,
    WORKED,
    endgame,
)

from small_games import Chain, TakeAway, leaves_of, player_trees, random_tree, trees, worth
from zermelo import Limit, load
from zermelo.errors import GameError, LimitError, ParameterError
from zermelo.games.tree import Tree
from zermelo.textbook import minimax
from zermelo.tree import compare, record
from zermelo.tree.algorithms import algorithm
from zermelo.tree.model import value_text


def by_path(tree):
    return {" ".join(node.path): node for node in tree.root.walk()}


@pytest.mark.parametrize("tree, name, values, cuts", WORKED)
def test_the_worked_trees(tree, name, values, cuts):
    found = record(tree, algorithm=name)
    nodes = by_path(found)
    assert nodes.keys() == values.keys()
    for path, node in nodes.items():
        assert node.kind == KINDS[len(node.path)]
        assert node.pruned == (values[path] is None)
        assert node.pruned or node.value_text == values[path]
        assert node.chosen == (path in CHOSEN)
        assert found.cut_text(node) == cuts.get(path, "")
    assert found.line == ("1", "1", "2")
    assert found.visited == sum(value is not None for value in values.values())


def part(tree, node):
    """What a node of a tree was written as."""
    return Tree(tree)._nodes[tuple(int(move) - 1 for move in node.path)]


def check(tree):
    game, truth = Tree(tree), minimax(tree)
    for name in ALGORITHMS:
        found = record(game, algorithm=name, drawn=10_000)
        assert found.value == truth.value and not found.rule
        check_shape(found)
        check_nodes(tree, found)
        pruned = sum(leaves_of(part(tree, child)) for node in found.root.walk()
                     if not node.pruned for child in node.children if child.pruned)
        visited = sum(node.kind == "leaf" and not node.pruned for node in found.root.walk())
        assert visited + pruned == leaves_of(tree)


def check_shape(found):
    """Numbered depth first; visits in order; one chosen line, of best branches, from the root."""
    nodes = found.nodes()
    assert [node.id for node in nodes] == list(range(len(nodes)))
    visits = [node.visit for node in nodes if not node.pruned]
    assert visits == sorted(visits)
    if not found.rule:
        assert visits == list(range(found.visited))
    node, line = found.root, [found.root.id]
    while node.best is not None and node.children:
        node = node.children[node.best]
        line.append(node.id)
    assert [n.id for n in nodes if n.chosen] == line
    for node in nodes:
        for child in node.children:
            assert child.path[:-1] == node.path
        seen = [child.pruned for child in node.children]
        assert seen == sorted(seen)  # the visited ones first
        assert (node.cut is not None) == (node.why == "cut")
        if node.children and not node.pruned:
            assert any(seen) == (node.why == "cut")
            assert len(node.progress) == seen.count(False)
            assert node.progress[-1].value == node.value


def check_nodes(tree, found):
    """Values, bounds and windows against what plain minimax says of every node."""
    for node in found.root.walk():
        if node.pruned:
            continue
        sign = -1 if found.mover_view and node.player == 1 else 1
        true = sign * worth(part(tree, node), node.player)
        if node.bound == "=":
            assert node.value == true
        elif node.bound == "≥":
            assert node.value <= true and found.windows
        else:
            assert node.value >= true and found.windows
        alpha, beta = node.window
        for now in node.progress[: len(node.progress) - (node.why == "cut")]:
            assert now.alpha is None or alpha is None or now.alpha >= alpha
            assert now.beta is None or beta is None or now.beta <= beta


@pytest.mark.long
@some(160)
@given(trees)
def test_any_tree(tree):
    check(tree)


@pytest.mark.long
def test_larger_trees():
    rng = random.Random(4)
    for _ in range(20):
        check([random_tree(rng, depth=4)])


@some(120)
@given(player_trees)
def test_players_that_do_not_alternate(tree):
    truth = minimax(tree).value
    for name in ALGORITHMS:
        found = record(tree, algorithm=name)
        assert found.value == truth
        check_shape(found)


# --- games ---


@some(80)
@given(st.integers(1, 9), st.sampled_from(ALGORITHMS), st.integers(1, 60), st.integers(0, 9))
def test_a_large_search_is_folded_by_its_rule(counters, name, drawn, depth):
    game = TakeAway(counters)
    whole = record(game, algorithm=name, drawn=10**6, depth=depth)
    found = record(game, algorithm=name, drawn=drawn, depth=depth)
    assert (found.value, found.visited, found.line) == (whole.value, whole.visited, whole.line)
    check_shape(found)
    nodes = found.nodes()
    shown = [node for node in nodes if not node.pruned]
    assert len(shown) + sum(node.folded for node in shown) == found.visited
    assert bool(found.rule) == (len(shown) < found.visited)
    assert len(nodes) <= max(drawn, 1 + len(found.root.children))
    if found.rule:
        assert f"Drawn are {len(shown)} of {found.visited} " in found.rule
        assert any(node.folded for node in shown)
    deepest = max(len(node.path) for node in shown)
    opened = [len(node.path) for node in shown if node.children and not node.chosen]
    folded = [len(node.path) for node in shown if node.folded and not node.chosen]
    if opened and folded and deepest:
        assert max(opened) <= min(folded)  # level by level


def test_repeated_positions_have_the_same_letter():
    found = record(TakeAway(5), algorithm="minimax", drawn=10**6)
    by_letter = {}
    for node in found.root.walk():
        by_letter.setdefault(node.same, set()).add(node.position)
    alone = by_letter.pop("")
    assert by_letter and all(len(positions) == 1 for positions in by_letter.values())
    repeated = set.union(*by_letter.values())
    assert not repeated & alone
    times = [node.position for node in found.root.walk()]
    assert all((times.count(position) > 1) == (position in repeated) for position in times)


def test_what_is_remembered_points_at_its_visit():
    found = endgame()
    visits = {node.visit: node for node in found.root.walk()}
    remembered = [node for node in found.root.walk() if node.known is not None]
    assert len(remembered) == 1
    (node,) = remembered
    source = visits[node.known]
    assert (node.same, node.position, node.value) == (source.same, source.position, source.value)
    assert node.same and not node.children


def test_boards_and_positions_are_kept():
    game = load("tictactoe")
    for node in endgame().root.walk():
        if node.moves:
            assert node.pruned and node.path[-1].split() == list(node.moves)
            continue
        state = game.parse("xox/.o./..x:o")
        for move in node.path:
            state = game.play(state, game.parse_move(state, move))
        assert node.position == game.text(state) and node.board == game.show(state)
        assert node.player == game.to_move(state)
        assert (node.kind == "leaf") == (game.outcome(state) is not None)


def test_what_a_game_prunes_is_one_node():
    found = record(load("connect4"), depth=2)
    legal = {str(column) for column in range(1, 8)}
    assert found.pruned == sum(len(node.moves) or 1 for node in found.root.walk() if node.pruned)
    cut = [node for node in found.root.walk() if node.why == "cut"]
    assert cut
    for node in cut:
        *visited, pruned = node.children
        assert {n.path[-1] for n in visited} | set(pruned.moves or [pruned.move]) == legal
    assert found.visited + found.pruned == 1 + 7 + 49


def test_finished_games_are_worth_their_payoff_and_others_an_opinion():
    game = load("tictactoe")
    assert endgame().values == "payoffs" and endgame().value == -1
    shallow = record(game, depth=1, algorithm="minimax")
    assert shallow.values == "the standard evaluator's opinion"
    own = record(game, depth=1, evaluate=lambda game, s: s.x.bit_count())
    assert own.values == "an evaluator's opinion" and own.value == 1
    none = record(game, depth=1, evaluate=None)
    assert none.values == "payoffs; unfinished games count 0" and none.value == 0
    assert record(load("nim"), depth=1).values == none.values


def test_negamax_counts_in_the_view_of_whoever_moves():
    found = record(SECOND, algorithm="negamax")
    values = {" ".join(n.path): n.value_text for n in found.root.walk() if not n.pruned}
    assert found.mover_view and found.value == 3
    assert values["1"] == "-3" and values["2"] == "≥ 3" and values["1 1 1"] == "2"
    assert found.cut_text(by_path(found)["2"]) == "α=3 ≥ β=-3"
    assert by_path(found)["1 2 2"].value == -2  # pruned


def test_a_chain_is_as_long_as_it_is():
    found = record(Chain(length=200), algorithm="minimax")
    assert found.visited == 201 and not found.rule
    assert record(Chain(length=3000), algorithm="minimax").rule


def test_best_branches_first_is_the_best_case():
    for tree in (FIRST, SECOND):
        best = record(tree, algorithm="ordered")
        assert best.visited <= record(tree).visited
        assert best.title == "Alpha-beta, best branches first"
        firsts = [node for node in best.root.walk() if node.progress]
        assert all(node.best == 0 for node in firsts)


def test_where_moves_come_from_is_said():
    assert record(load("connect4"), depth=1, algorithm="ordered").title.endswith("game's hint")
    assert endgame("ordered").title.endswith("moves by the evaluator")
    assert record(TakeAway(3), algorithm="ordered").title.endswith("no hint for the moves")


def test_comparing():
    found = compare(load("connect4").position("4"), depth=3)
    minimax_, plain, ordered, table = (tree.visited for tree in found.trees)
    assert found.agreed and minimax_ == 400 and ordered < plain < minimax_ and table <= plain
    said = str(found).splitlines()
    assert said[0].split() == ["algorithm", "value", "nodes", "line"]
    assert said[1].split()[:4] == ["minimax", value_text(found.trees[0].value), "400", "100%"]


# --- mistakes ---


@pytest.mark.parametrize("name, why", [
    ("alfabeta", r"there is no algorithm 'alfabeta' \(did you mean alphabeta\?\); there are min"),
    ("", "there is no algorithm ''"),
    ("ordered+tabel", r"'ordered\+tabel' \(did you mean table\?\)"),
    ("minimax+alphabeta", "is no algorithm: give one of"),
    ("table+table", "is no algorithm"),
    ("minimax+ordered", "minimax looks at everything in any order"),
    ("negamax+table", "put layers on alphabeta"),
])
def test_algorithms_that_cannot_be_had(name, why):
    with pytest.raises(ParameterError, match=why):
        record(FIRST, algorithm=name)


@pytest.mark.parametrize("name", ["Alpha-Beta", "ORDERED + table", "minimax"])
def test_algorithms_are_written_as_people_like(name):
    assert record(SECOND, algorithm=name).value == 3


def test_names_of_algorithms_read_back():
    for name in ALGORITHMS:
        assert algorithm(name).name == name


def test_searches_that_take_too_long():
    with pytest.raises(LimitError, match="was not finished after 100 nodes"):
        record(load("tictactoe"), limit=Limit(nodes=100))
    with pytest.raises(LimitError, match="a drawing of 0 nodes"):
        record(FIRST, drawn=0)


def test_values_of_any_kind():
    assert record([["pear", "apple"], ["plum", "fig"]]).value == "fig"
    with pytest.raises(GameError, match="negamax needs values that can be negated, and 'pear'"):
        record([["pear", "apple"], ["plum", "fig"]], algorithm="negamax")
    with pytest.raises(GameError, match="which cannot be compared with 'pear'"):
        record([["pear", "apple"], "fig"], depth=1)
