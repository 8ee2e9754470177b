"""The proof-number search, asked directly."""

from typing import NamedTuple

from zermelo import Limit, Position
from zermelo.kernel.threads import Stopped
from zermelo.search.memory import NOWHERE
from zermelo.search.proof_numbers import DISPROVED, PROVED, UNDECIDED
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT


class Answer(NamedTuple):
    result: int
    index: int
    nodes: int
    deepest: int


class Prover:
    """The search of one game."""

    def __init__(self, game, buckets=1 << 12, native=False):
        self.game = game
        self.searcher = Searcher(game, None, 1, 1, native)
        self.searcher.buckets = buckets
        self.searcher.clear()
        self.memory = self.searcher.crew.memories[0]
        self.clear = self.searcher.clear

    @property
    def table(self):
        return self.searcher.table

    def ask(self, here, prover, at_least, nodes=None, flags=EXACT):
        """Does this player get at least this much?"""
        here = here if isinstance(here, Position) else Position(self.game, here)
        self.searcher.begin(here, Limit(nodes=nodes), flags)
        try:
            yes, index = self.searcher.prove(here.state, prover, at_least)
        except Stopped:
            yes, index = None, NOWHERE
        result = UNDECIDED if yes is None else PROVED if yes else DISPROVED
        return Answer(result, index, self.memory.nodes, self.memory.deepest)


def answer_to(payoff, prover, at_least):
    """The truth, from the first player's payoff."""
    return PROVED if (payoff if prover == 0 else -payoff) >= at_least else DISPROVED
