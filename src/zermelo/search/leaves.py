"""Leaves counted on a GPU: each thread plays a few moves of its own, and counts the rest.

The processor plays the first plies, which brings equal positions together. The next are paths from
there, by the numbers of their moves, one for each thread; threads whose positions have as many
moves are neighbours, so that they stay in step. How deep a thread counts is a constant, and there
is a copy of `below` for each depth, all written into each other: nothing is asked, and nothing
calls itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.compiler.records import Array, array
from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.kernel.codec import Codec
from zermelo.kernel.memory import Header
from zermelo.portable import inlined
from zermelo.search.rules import HOOKS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]

_STEPS = 6  # of a path, at most
_PLIES = 7  # for a thread to count, at most, unless there would be too many
_FEW = 1 << 11  # positions that the processor finds
_ENOUGH = 1 << 20  # threads to keep a GPU busy
_MANY = 1 << 23  # threads
_AT_ONCE = 1 << 21


class Count(Header):
    """What a thread that counts leaves has counted."""

    leaves: int
    steps: int  # to go before anything is counted
    path: Array[int] = array(int, _STEPS)  # the numbers of their moves


def run(rules: Any, memory: Count, s: Any) -> None:
    """Count the ways to play `rules.plies` plies from where the path leads; 0 if all is over."""
    for i in range(memory.steps):
        s = moved(rules, s, memory.path[i])
    memory.leaves = 0
    if rules.outcome(s) is None:
        memory.leaves = below(rules, s, rules.plies)


@inlined
def moved(rules: Any, s: Any, number: int) -> Any:
    """After the move of this number."""
    for m in rules.moves(s):
        if number == 0:
            return rules.play(s, m)
        number -= 1
    return s


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
    import numpy as np

    from zermelo.kernel.cuda import CudaKernel, gpu

    gpu()  # says what is missing before anything is done
    if depth < 4:
        raise ParameterError(f"a depth of {depth} is nothing for a GPU: give 4 or more, or leave "
                             f"out --device cuda")
    states, left = _spread(game, state, depth)
    if not states:
        return 0

    def kernel(plies: int) -> Any:
        return CudaKernel(game, run, (Count,), {"plies": plies}, HOOKS)

    words, times = _distinct(game, states)
    single = kernel(1)
    of, paths = np.arange(len(words)), np.zeros((len(words), 0), np.int64)
    while True:
        moves = _counted(single, words, of, paths)
        steps, threads = paths.shape[1], int(moves.sum())
        if left <= 2 or steps == _STEPS or len(of) >= (
                _ENOUGH if left <= _PLIES else _MANY // max(1, threads // len(of))):
            break
        first = np.cumsum(moves) - moves
        paths = np.column_stack([np.repeat(paths, moves, axis=0),
                                 np.arange(threads) - np.repeat(first, moves)])
        of, left = np.repeat(of, moves), left - 1
    order = np.argsort(moves, kind="stable")
    order = order[moves[order] > 0]
    found = _counted(kernel(left), words, of[order], paths[order])
    return int((found * times[of[order]]).sum())


def _counted(kernel: Any, words: Numbers, of: Numbers, paths: Numbers) -> Numbers:
    """What each thread counts from its row of words and its path."""
    import numpy as np

    found = [np.zeros(0, np.int64)]
    for first in range(0, len(of), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        found.append(kernel.run(words[of[part]], "leaves", steps=paths.shape[1], path=paths[part]))
    return np.concatenate(found)


def _spread(game: Game, state: Any, depth: int) -> tuple[dict[Any, int], int]:
    """The unfinished states so many plies on that there are a few, how often each is reached, and
    how many plies are left."""
    states, left = ({state: 1} if game.outcome(state) is None else {}), depth
    while left > 2 and len(states) < _FEW and states:
        further: dict[Any, int] = {}
        for s, times in states.items():
            for m in game.moves(s):
                after = game.play(s, m)
                if game.outcome(after) is None:
                    further[after] = further.get(after, 0) + times
        states, left = further, left - 1
    return states, left


def _distinct(game: Game, states: dict[Any, int]) -> tuple[Numbers, Numbers]:
    import numpy as np

    codec = Codec(game.initial())
    return (np.array([codec.words(s) for s in states], np.int64),
            np.array(list(states.values()), np.int64))
