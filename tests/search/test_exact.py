"""The exact payoffs that other kernels ask for, against the textbook."""

import random
from typing import Any

import pytest

from small_games import Ring
from zermelo import load
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header
from zermelo.search.exact import UNPROVEN, begin_counting, exact_payoff
from zermelo.search.memory import Memory, Table
from zermelo.search.readiness import buckets_in, flags_of, made_ready
from zermelo.search.rules import HOOKS, extra_rules
from zermelo.search.switches import EXACT
from zermelo.textbook import solve


class Question(Header, whole=True):
    anew: int
    answer: int


def ask(rules: Any, question: Question, memory: Memory, table: Table, s: Any) -> None:
    if question.anew:
        begin_counting(memory)
    question.answer = exact_payoff(rules, memory, table, s)


class Asker:
    """The function as a kernel of its own."""

    def __init__(self, game, native, nodes=100_000):
        self.kernel = Kernel(game, ask, (Question, Memory, Table), extra_rules(game, None),
                             hooks=HOOKS, native=native)
        buckets = buckets_in(1, native)
        self.question, self.memory = self.kernel.new(Question), self.kernel.new(Memory)
        self.table = self.kernel.new(Table, buckets)
        made_ready(self.memory, flags_of(game, EXACT, for_points=True), buckets, step=0,
                   nodes=nodes)

    def __call__(self, state, anew=True):
        self.question.anew = int(anew)
        self.kernel.run(state, self.question, self.memory, self.table)
        return self.question.answer


def unfinished(game, count, seed=3):
    """Positions on the way through random games, the late ones first."""
    rng, found = random.Random(seed), []
    deals = [s for _, s in game.deals()]
    while len(found) < count:
        line = [rng.choice(deals)]
        while game.outcome(line[-1]) is None:
            line.append(game.play(line[-1], rng.choice(list(game.moves(line[-1])))))
        found += line[-2:-6:-1]
    return found[:count]


@pytest.mark.parametrize(("spec", "native"), [
    ("rps:score=margin,hand_size=3,deck_size=9", False), ("kalah:pits=2,seeds=2", False),
    ("tictactoe", False), ("kalah:pits=2,seeds=2", True)])
@pytest.mark.few(2, telling=["rps", "True"])
def test_payoffs_are_the_textbooks(spec, native):
    game = load(spec)
    asked, known = Asker(game, native), {}
    for state in unfinished(game, 40):
        sign = 1 if game.to_move(state) == 0 else -1
        assert asked(state) == sign * solve(game, state, known=known).score


@pytest.mark.parametrize("native", [False, True])
def test_what_the_nodes_do_not_suffice_for_is_unproven(native):
    game = load("kalah:pits=2,seeds=2")
    asked = Asker(game, native, nodes=20)
    start, late = game.initial(), unfinished(game, 1)[0]
    assert asked(start) == UNPROVEN
    assert asked(late, anew=False) == UNPROVEN  # they are spent
    assert asked(late) != UNPROVEN


def test_what_has_no_end_is_unproven():
    game = Ring(7)
    assert Asker(game, False)(game.initial()) == UNPROVEN
