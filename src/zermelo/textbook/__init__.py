"""Minimax and alpha-beta as on the blackboard: slow, plain, and right.

Read the modules in this order: `objects` (min_value and max_value call each other, on state objects
alone), `book` (the same on any game), `minimax` (one recursion, pruning put on or taken off),
`ordering` and `memory` (two more such layers), `negamax`, `deepening`, `quiescence` (what to do at
the horizon), `solving`. All of them take any `Game`, a hand-written tree (nested lists), or objects
with `get_legal_moves()` and `forecast_move()`, and any values that can be compared.

>>> from zermelo.textbook import minimax, alpha_beta
>>> tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
>>> minimax(tree).value, minimax(tree).nodes
(3, 13)
>>> alpha_beta(tree).value, alpha_beta(tree).nodes
(3, 11)
"""

from zermelo.textbook.book import decision, max_value, min_value, terminal_test
from zermelo.textbook.deepening import deepen
from zermelo.textbook.memory import Memory
from zermelo.textbook.minimax import Found, alpha_beta, minimax
from zermelo.textbook.negamax import negamax
from zermelo.textbook.objects import minimax_decision
from zermelo.textbook.ordering import by_evaluation, by_hint
from zermelo.textbook.quiescence import played_out
from zermelo.textbook.solving import solve
from zermelo.textbook.subject import as_game
from zermelo.textbook.trace import Node

__all__ = [
    "Found",
    "Memory",
    "Node",
    "alpha_beta",
    "as_game",
    "by_evaluation",
    "by_hint",
    "decision",
    "deepen",
    "max_value",
    "min_value",
    "minimax",
    "minimax_decision",
    "negamax",
    "played_out",
    "solve",
    "terminal_test",
]
