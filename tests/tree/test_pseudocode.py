"""The program on the blackboard, run line by line beside the recorded search."""

import sys
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_examples import ALGORITHMS, FIRST, endgame

from small_games import trees
from zermelo.games.tree import Tree
from zermelo.textbook import minimax
from zermelo.tree import record
from zermelo.tree.algorithms import algorithm


class Blackboard:
    """A node as the programs speak of it. Trees by hand have no position twice, so that the
    memory is never asked in vain, and never settles anything."""

    def __init__(self, game, state, mover_view):
        self.game, self.state, self.id = game, state, None
        self.max = game.to_move(state) == 0
        value = game.outcome(state)
        self.leaf = value is not None
        self.value = -value if self.leaf and mover_view and not self.max else value
        self.children = [Blackboard(game, game.play(state, m), mover_view)
                         for m in game.moves(state)] if not self.leaf else []

    @property
    def best_first(self):
        return sorted(self.children, key=lambda child: minimax(self.game, child.state).value,
                      reverse=self.max)


class Table(dict):
    def settles(self, node, low, high):
        return node in self

    def keep(self, node, best, window):
        self[node] = best


def executed(name, tree):
    """The value that the program returns, and for each line that it executes where something
    happens: the line, the node, its window then."""
    chosen = algorithm(name)
    code = chosen.pseudocode
    space = {"inf": inf, "table": Table()}
    exec(compile("\n".join(code.program), "<blackboard>", "exec"), space)  # ours, from the textbook
    program = space[chosen.recursion]
    root = Blackboard(Tree(tree), (), chosen.recursion == "negamax")
    told = set(code.at.values())
    seen = []

    def watch(frame, event, _):
        if frame.f_code is not program.__code__:
            return None
        if event == "line" or event == "call":
            line = frame.f_lineno - 1
            if line in told:
                seen.append((line, frame.f_locals["node"]))
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        value = program(root) if chosen.recursion == "minimax" else program(root, -inf, inf)
    finally:
        sys.settrace(before)
    return value, seen, code.at


def shortened(seen, at):
    """Without what the telling leaves out: that a leaf is entered, and a cut that cuts nothing."""
    found = []
    for (line, node), (after, _) in zip(seen, [*seen[1:], (None, None)], strict=True):
        if line == at["enter"] and after == at["leaf"]:
            continue
        found.append((line, node.state))
    return found


@settings(max_examples=60, deadline=None)
@given(trees.filter(lambda tree: isinstance(tree, list)),
       st.sampled_from([name for name in ALGORITHMS if name != "minimax+table"]))
def test_every_step_is_a_line_that_runs(tree, name):
    found = record(tree, algorithm=name)
    value, seen, at = executed(name, tree)
    sign = -1 if found.mover_view and Tree(tree).to_move(()) else 1
    assert value == sign * found.value
    game = Tree(tree)
    states = {node.id: game.parse(node.position) for node in found.nodes()}
    told = [(step.line, states[step.node]) for step in found.steps()]
    ran = shortened(seen, at)
    cut_in_vain = {states[node.id] for node in found.nodes() if node.why == "searched"}
    ran = [(line, state) for line, state in ran
           if not (line == at.get("cut") and state in cut_in_vain)]
    assert told == ran


def test_the_line_of_each_kind_of_step():
    steps = endgame().steps()
    code = algorithm("table").pseudocode
    lines = {(step.do, step.line) for step in steps}
    assert lines == {("enter", code.at["enter"]), ("leaf", code.at["leaf"]),
                     ("known", code.at["known"]), ("hear", code.at["max"]),
                     ("hear", code.at["min"]), ("cut", code.at["cut"]), ("done", code.at["done"])}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_program_names_what_it_is(name):
    lines = record(FIRST, algorithm=name).to_json()["code"]
    assert lines[0].startswith(f"def {algorithm(name).recursion}(")
    text = "\n".join(lines)
    assert ("table" in text) == ("table" in name) and ("best_first" in text) == ("ordered" in name)
    assert "#" not in text and "inf" not in text and not text.endswith(" ")
