"""States as rows of 64-bit words, and back.

>>> from typing import NamedTuple
>>> class Board(NamedTuple):
...     stones: tuple[int, int]
...     turn: int
>>> codec = Codec(Board((0, 0), 0))
>>> codec.words(Board((5, -1), 1))
[5, -1, 1]
>>> codec.state([5, -1, 1])
Board(stones=(5, -1), turn=1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1


class Codec:
    """The words of a game's states. ValueError if a state cannot be written as such."""

    def __init__(self, pattern: Any) -> None:
        self._shape = _shape(pattern)
        self._pattern = pattern
        self.length = len(self.words(pattern))

    def words(self, state: Any) -> list[int]:
        """A state's numbers in a row; ValueError if it is not shaped like the first, or one of its
        numbers does not fit 64 bits."""
        words: list[int] = []
        _flatten(state, self._shape, words)
        return words

    def state(self, words: Iterable[int]) -> Any:
        """The state that was written in these words."""
        return _rebuilt(self._pattern, iter(words))


def _shape(pattern: Any) -> Any:
    return tuple(map(_shape, pattern)) if isinstance(pattern, tuple) else None


def _flatten(state: Any, shape: Any, words: list[int]) -> None:
    if shape is None:
        if not isinstance(state, int) or not LOWEST <= state <= HIGHEST:
            raise ValueError
        words.append(int(state))
        return
    if not isinstance(state, tuple) or len(state) != len(shape):
        raise ValueError
    for item, inner in zip(state, shape, strict=True):
        _flatten(item, inner, words)


def _rebuilt(pattern: Any, words: Iterator[int]) -> Any:
    if not isinstance(pattern, tuple):
        return next(words)
    items = [_rebuilt(item, words) for item in pattern]
    return type(pattern)(*items) if hasattr(pattern, "_fields") else tuple(items)
