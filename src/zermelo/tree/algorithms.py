"""The searches that can be recorded, by name: one of three recursions, and layers on it.

    minimax                      looks at everything
    alphabeta                    cuts what cannot matter
    negamax                      alpha-beta, every value in the view of the player to move
    ordered, table               alpha-beta with promising moves first; with a memory
    ordered+table, minimax+table, …

All are the textbook's; `search/` is faster and cannot be watched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.limits import Limit
from zermelo.notation import did_you_mean
from zermelo.textbook import Found, Memory, alpha_beta, by_evaluation, by_hint, minimax, negamax
from zermelo.textbook.ordering import Ordering, as_they_come, has_hint
from zermelo.textbook.pseudocode import Pseudocode, pseudocode

Evaluate = Callable[[Any, Any], Any]

RECURSIONS = ("minimax", "alphabeta", "negamax")
LAYERS = ("ordered", "table")
NAMES = (*RECURSIONS, *LAYERS)


@dataclass(frozen=True)
class Algorithm:
    """A recursion and the layers put on it."""

    recursion: str
    ordered: bool = False
    table: bool = False

    @property
    def name(self) -> str:
        """As one types it: alpha-beta goes without saying where there are layers."""
        if self.layers and self.recursion == "alphabeta":
            return "+".join(self.layers)
        return "+".join([self.recursion, *self.layers])

    @property
    def layers(self) -> list[str]:
        """What is put on the recursion."""
        return [layer for layer in LAYERS if getattr(self, layer)]

    @property
    def pseudocode(self) -> Pseudocode:
        """The program to show beside it."""
        return pseudocode(self.recursion, self.layers)

    def title(self, game: Game, judge: Evaluate | None) -> str:
        """What it is, for the heading of a drawing."""
        base = {"minimax": "Minimax", "alphabeta": "Alpha-beta", "negamax": "Negamax"}
        more = [base[self.recursion]]
        if self.ordered:
            more.append(ordering(game, judge)[1])
        if self.table:
            more.append("positions remembered")
        return ", ".join(more)

    def search(self, game: Game, s: Any, depth: int | None, evaluate: Evaluate,
               limit: Limit, judge: Evaluate | None) -> Found:
        """Search and record every node; `judge` puts moves in order where the game does not."""
        options: dict[str, Any] = {"depth": depth, "evaluate": evaluate, "limit": limit,
                                   "trace": True}
        if self.recursion == "negamax":
            return negamax(game, s, **options)
        if self.table:
            options["memory"] = Memory()
        if self.recursion == "minimax":
            return minimax(game, s, **options)
        if self.ordered:
            options["order"] = ordering(game, judge)[0]
        return alpha_beta(game, s, **options)


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name.

    >>> algorithm("ordered+table")
    Algorithm(recursion='alphabeta', ordered=True, table=True)
    >>> algorithm("alfabeta")
    Traceback (most recent call last):
    ...
    zermelo.errors.ParameterError: there is no algorithm 'alfabeta' (did you mean alphabeta?); \
there are minimax, alphabeta, negamax, ordered, table, and layers joined as in ordered+table
    """
    parts = [part.strip().casefold().replace("-", "") for part in name.split("+")]
    for part in parts:
        if part not in NAMES:
            raise ParameterError(
                f"there is no algorithm {name!r}{did_you_mean(part, NAMES)}; there are "
                f"{', '.join(NAMES)}, and layers joined as in ordered+table")
    recursions = [part for part in parts if part in RECURSIONS]
    if len(recursions) > 1 or len(set(parts)) < len(parts):
        raise ParameterError(f"{name!r} is no algorithm: give one of {', '.join(RECURSIONS)}, "
                             f"and each layer once")
    found = Algorithm((recursions or ["alphabeta"])[0], "ordered" in parts, "table" in parts)
    if found.recursion == "minimax" and found.ordered:
        raise ParameterError(f"{name!r} makes no sense: minimax looks at everything in any order")
    if found.recursion == "negamax" and len(parts) > 1:
        raise ParameterError(f"{name!r} cannot be had: put layers on alphabeta, "
                             f"which visits the same nodes")
    return found


def ordering(game: Game, judge: Evaluate | None) -> tuple[Ordering, str]:
    """How a game's moves are put in order, and that in words.

    By the game's own hint; if it has none, by the evaluator's opinion one ply further; a tree
    written by hand, where all is known, by the values of the branches: the best case.
    """
    if isinstance(game, Tree):
        return by_evaluation(lambda tree, s: minimax(tree, s).value), "best branches first"
    if has_hint(game):
        return by_hint, "moves by the game's hint"
    if judge is not None:
        return by_evaluation(judge), "moves by the evaluator"
    return as_they_come, "no hint for the moves"
