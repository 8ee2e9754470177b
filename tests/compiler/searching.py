"""A search as another machine runs it: a block of words for its memory, one for its table."""

from __future__ import annotations

from typing import Any

from zermelo import Limit, load
from zermelo.compiler.records import layout_of
from zermelo.compiler.targets import Target
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.kernel.compiling import made_for, marked
from zermelo.kernel.memory import words_of
from zermelo.search.core import run
from zermelo.search.memory import MAX_PLY, NOWHERE, SEARCH, Memory, Table
from zermelo.search.rules import HOOKS
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT

WINDOW = 1 << 30
FIELDS = layout_of(Memory).fields
ANSWERS = ("result", "nodes", "root_place", "deepest", "hits", "used")


class Search:
    """A search of a game's start to some depth, about to begin."""

    def __init__(self, spec: str, depth: int) -> None:
        self.game = load(spec)
        judge = evaluator_for(self.game, "standard") if evaluators(self.game) else None
        self.searcher = Searcher(self.game, judge, 1, 0.0625, native=True)
        self.searcher.begin(self.game.position(), Limit(), EXACT)
        memory = self.memory = self.searcher.crew.memories[0]
        memory.command, memory.depth = SEARCH, depth
        memory.alpha, memory.beta = -WINDOW, WINDOW
        memory.top, memory.depends, memory.horizon = 0, MAX_PLY, 0
        memory.root_place = NOWHERE
        self.searcher.kernels.search._write_state(memory, self.game.initial())
        memory.stack_room = 1 << 20

    def code_for(self, target: Target) -> bytes:
        extra = self.searcher.kernels.extra
        mark = marked(self.game, run, (Memory, Table), extra, HOOKS, target)
        return made_for(self.game, run, (Memory, Table), extra, mark, target)[0].code

    def blocks(self) -> list[dict[str, Any]]:
        """Memory and table: their sizes, and the words that are not 0."""
        blocks = []
        for block in (self.memory, self.searcher.table):
            words = words_of(block)
            blocks.append({"words": len(words),
                           "set": {i: str(word) for i, word in enumerate(words) if word}})
        return blocks

    def answer_here(self) -> list[int]:
        """What this processor finds."""
        self.searcher.kernels.search.run(self.game.initial(), self.memory, self.searcher.table)
        return [getattr(self.memory, name) for name in ANSWERS]

    def places(self) -> list[list[int]]:
        """Where the answers are."""
        return [[0, FIELDS[name][0]] for name in ANSWERS]
