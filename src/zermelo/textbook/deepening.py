"""Iterative deepening: one ply, two plies, three … until the limit, or until all is seen.

Each iteration is a search of its own, and an iteration that the limit interrupts is thrown away:
what comes out is always a finished one.

>>> from zermelo import Limit
>>> tree = [[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]]
>>> [(f.depth, f.value, f.complete) for f in deepen(tree, evaluate=lambda game, s: 0
...                                                  if game.outcome(s) is None
...                                                  else game.outcome(s))]
[(1, 0, False), (2, 0, False), (3, 3, True)]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from zermelo.errors import LimitError
from zermelo.limits import Limit
from zermelo.textbook.minimax import Found, alpha_beta


def deepen(thing: Any, state: Any = None, *, evaluate: Callable[[Any, Any], Any],
           limit: Limit | None = None) -> Iterator[Found]:
    """Yield the result of each finished depth.

    One clock and one count of nodes run over all iterations. It ends at the limit, or when the
    depth hides nothing any more. Nothing comes if not even one ply could be finished.
    """
    limit = limit or Limit()
    end = None if limit.time is None else time.monotonic() + limit.time
    nodes = 0
    for depth in count(1) if limit.depth is None else range(1, limit.depth + 1):
        seconds = None if end is None else end - time.monotonic()
        left = None if limit.nodes is None else limit.nodes - nodes
        if (seconds is not None and seconds <= 0) or (left is not None and left <= 0):
            return
        try:
            found = alpha_beta(thing, state, depth=depth, evaluate=evaluate,
                               limit=Limit(nodes=left, time=seconds))
        except LimitError:
            return
        nodes += found.nodes
        yield found
        if found.complete:
            return
