"""Leaves counted on a GPU: the processor plays the first plies, each thread there the rest.

How deep a thread counts is a constant, and there is a copy of `below` for each depth, all written
into each other: nothing is asked, and nothing calls itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.kernel.codec import Codec
from zermelo.kernel.memory import Header
from zermelo.portable import inlined
from zermelo.search.rules import HOOKS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_PLIES = 7  # for a thread, at most
_AT_ONCE = 1 << 21  # threads
_ENOUGH = 1 << 18  # positions to keep a GPU busy


class Count(Header):
    """What a thread that counts leaves has counted."""

    leaves: int


def run(rules: Any, memory: Count, s: Any) -> None:
    """Count the ways to play `rules.plies` > 1 plies from an unfinished state."""
    memory.leaves = at(rules, s, rules.plies)


@inlined
def at(rules: Any, s: Any, plies: int) -> int:
    """As `core.count_leaves`, for a number of plies that is known while it is compiled."""
    leaves = 0
    for m in rules.moves(s):
        after = rules.play(s, m)
        if rules.outcome(after) is None:
            leaves += below(rules, after, plies - 1)
    return leaves


@inlined
def below(rules: Any, s: Any, plies: int) -> int:
    """The last ply is counted, not played."""
    if plies == 1:
        return rules.mobility(s)  # type: ignore[no-any-return]
    return at(rules, s, plies)


def count_on_gpu(game: Game, state: Any, depth: int) -> int:
    """The number of ways to play so many plies; ParameterError where there is no GPU."""
    from zermelo.kernel.cuda import CudaKernel, gpu

    gpu()  # says what is missing before anything is done
    if depth < 4:
        raise ParameterError(f"a depth of {depth} is nothing for a GPU: give 4 or more, or leave "
                             f"out --device cuda")
    states, left = _spread(game, state, depth)
    if not states:
        return 0
    kernel = CudaKernel(game, run, (Count,), {"plies": left}, HOOKS)
    words, times = _distinct(game, states)
    total = 0
    for first in range(0, len(words), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        total += int((kernel.run(words[part], "leaves") * times[part]).sum())
    return total


def _spread(game: Game, state: Any, depth: int) -> tuple[dict[Any, int], int]:
    """The unfinished states so many plies on that there is enough for a GPU, how often each is
    reached, and how many plies are left."""
    states, left = ({state: 1} if game.outcome(state) is None else {}), depth
    while left > 2 and (left > _PLIES or len(states) < _ENOUGH) and states:
        further: dict[Any, int] = {}
        for s, times in states.items():
            for m in game.moves(s):
                after = game.play(s, m)
                if game.outcome(after) is None:
                    further[after] = further.get(after, 0) + times
        states, left = further, left - 1
    return states, left


def _distinct(game: Game, states: dict[Any, int]
              ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    import numpy as np

    codec = Codec(game.initial())
    return (np.array([codec.words(s) for s in states], np.int64),
            np.array(list(states.values()), np.int64))
