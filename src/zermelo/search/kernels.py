"""The kernels of an engine, each made when it is first asked for: most engines play or prove.

All of them work on the same memory and table. Proofs need no opinion, so that there is no evaluator
in what proves: all engines of a game share it.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any

from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.kernel.kernel import Kernel
from zermelo.search import core
from zermelo.search.commands import do_anything, prove_here
from zermelo.search.known import Inside
from zermelo.search.memory import Memory, Table
from zermelo.search.proof_numbers import run_proof
from zermelo.search.rules import HOOKS, extra_rules, formula_of

if TYPE_CHECKING:
    from zermelo.compiler.targets import Target


class Kernels:
    """What searches a game and what proves.

    `native` is as for a `Kernel`; if it is None, the first of them decides for all, and another
    that does not compile then raises CannotCompile.
    """

    def __init__(self, game: Game, evaluator: Evaluator | None, inside: Inside | None,
                 native: bool | None) -> None:
        self._game, self.native = game, native
        self.formula = formula_of(evaluator)
        database = {} if inside is None else {"has_database": True, **inside.functions}
        self.extra = extra_rules(game, self.formula) | database
        self._for_proofs = extra_rules(game, None) | database
        self.made: dict[Any, Kernel] = {}

    @property
    def search(self) -> Kernel:
        """What plays: searches to a depth, and counts leaves."""
        return self.made.get(core.run) or self._make(core.run, self.extra)

    @property
    def proof(self) -> Kernel:
        """What proves, one question or the values of many."""
        return self.made.get(prove_here) or self._make(prove_here, self._for_proofs)

    @property
    def proof_numbers(self) -> Kernel:
        """What proves by proof numbers."""
        return self.made.get(run_proof) or self._make(run_proof, self._for_proofs)

    @property
    def examiner(self) -> tuple[Kernel, dict[str, Any]]:
        """One that tells what the rules say of a state, and looks moves up; with what is among
        its rules besides the game's own. If both are there, the one that knows the evaluator."""
        if prove_here in self.made and core.run not in self.made:
            return self.proof, self._for_proofs
        return self.search, self.extra

    @cached_property
    def mark(self) -> str:
        """The fingerprint of all that they are compiled from, whichever of them were made."""
        from zermelo.compiler.targets import host

        return self._marked(host())

    @cached_property
    def meaning(self) -> str:
        """The fingerprint of all that decides what a table's entries mean: as `mark`, with the
        evaluator's weights, and whatever processor it is."""
        from zermelo.compiler.targets import Target, host

        return f"{self._marked(Target(host().triple))}-{self.weighed}"

    @property
    def weighed(self) -> str:
        """A name for the evaluator's weights, which are no part of the compiled code."""
        weights = self.formula and self.formula.weights
        return hashlib.sha256(repr(weights).encode()).hexdigest()[:16]

    def _marked(self, target: Target) -> str:
        from zermelo.kernel.compiling import marked

        assert isinstance(do_anything, FunctionType)
        return marked(self._game, do_anything, (Memory, Table), self.extra, HOOKS, target)

    def _make(self, run: Any, extra: dict[str, Any]) -> Kernel:
        made = Kernel(self._game, run, (Memory, Table), extra, hooks=HOOKS, native=self.native,
                      quick=True)
        self.native = made.native
        self.made[run] = made
        return made
