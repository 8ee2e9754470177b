"""Nim.

Rules: there are some heaps of stones. A move takes one or more stones from one heap. In the normal
game who takes the last stone wins; in the misère game who takes it loses.

`heaps` gives the heaps at the start, with + between: `heaps=3+4+5`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import NOBODY, Piece, Place
from zermelo.game import Game
from zermelo.portable import replaced

MOST_HEAPS = 26  # one letter each
LARGEST_HEAP = 999
MOST_HEAPS_DRAWN, LARGEST_DRAWN = 12, 40  # stone by stone


class Heaps(NamedTuple):
    """How many stones are in heap a, heap b and so on, and whose turn it is."""

    heaps: tuple[int, ...]
    turn: int


class Nim(Game[Heaps, int]):
    """Nim from the heaps in `heaps`; the last stone wins, or loses if `misere`.

    A move is heap × (largest heap + 1) + stones taken.
    """

    name = "nim"
    title = "Nim"
    about = "Take stones from one heap; the last stone wins."
    study = "0+1+2:first"

    def __init__(self, heaps: str = "3+4+5", misere: bool = False) -> None:
        self.heaps, self.misere = heaps, misere
        words = heaps.split("+")
        if len(words) > MOST_HEAPS:
            raise self.bad_parameter("heaps", heaps, f"give at most {MOST_HEAPS} heaps")
        for word in words:
            if not (_is_number(word) and 1 <= int(word) <= LARGEST_HEAP):
                raise self.bad_parameter(
                    "heaps", heaps, f"{word!r} is not a heap of 1 to {LARGEST_HEAP} stones; "
                                    f"write them like 3+4+5")
        self.start = tuple(map(int, words))
        self.heaps = "+".join(map(str, self.start))
        self.count = len(self.start)
        self.base = max(self.start) + 1
        self.by_stone = self.count <= MOST_HEAPS_DRAWN and self.base <= LARGEST_DRAWN + 1
        self.first_stone = tuple(sum(self.start[:heap]) for heap in range(self.count))

    def initial(self) -> Heaps:
        """The full heaps."""
        return Heaps(self.start, 0)

    def to_move(self, s: Heaps) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Heaps) -> Iterator[int]:
        """Any number of stones from any heap."""
        for heap in range(self.count):
            for taken in range(1, s.heaps[heap] + 1):
                yield heap * self.base + taken

    def play(self, s: Heaps, m: int) -> Heaps:
        """Take the stones away."""
        heap, taken = m // self.base, m % self.base
        return Heaps(replaced(s.heaps, heap, s.heaps[heap] - taken), 1 - s.turn)

    def outcome(self, s: Heaps) -> int | None:
        """With no stone left, the player to move did not take the last one."""
        for heap in range(self.count):
            if s.heaps[heap] > 0:
                return None
        first_took_it = s.turn == 1
        return 1 if first_took_it != self.misere else -1

    def canonical(self, s: Heaps) -> Heaps:
        """The heaps by size: their order means nothing."""
        heaps = s.heaps
        for unsorted in range(1, self.count):
            i = unsorted
            while i > 0 and heaps[i - 1] > heaps[i]:
                larger, smaller = heaps[i - 1], heaps[i]
                heaps = replaced(replaced(heaps, i, larger), i - 1, smaller)
                i -= 1
        return Heaps(heaps, s.turn)

    def order(self, s: Heaps, m: int) -> int:
        """First the moves that leave a nim-sum of 0: they win, but for the end of a misère game."""
        heap, taken = m // self.base, m % self.base
        nim_sum = s.heaps[heap] ^ (s.heaps[heap] - taken)
        for i in range(self.count):
            nim_sum ^= s.heaps[i]
        return 1 if nim_sum == 0 else 0

    def bounds(self, s: Heaps) -> tuple[int, int]:
        """Won or lost."""
        return (-1, 1)

    @cached_property
    def board(self) -> drawing.Board:
        """A row of stones for each heap; where they are too many, just a number."""
        if self.by_stone:
            return drawing.heaps(self.start)
        places = [Place(drawing.letter(heap), "heap", heap % 8, heap // 8, 0.9, 0.9)
                  for heap in range(self.count)]
        return drawing.Board(tuple(places), turn="none")

    def pieces(self, s: Heaps) -> Iterator[Piece]:
        """The stones, or how many there are."""
        for heap in range(self.count):
            if self.by_stone:
                for stone in range(s.heaps[heap]):
                    yield Piece(self.first_stone[heap] + stone, NOBODY)
            else:
                yield Piece(heap, NOBODY, 0, s.heaps[heap])

    def touches(self, s: Heaps, m: int) -> Iterator[int]:
        """The first of the stones that are taken, which are those to its right; or the heap."""
        heap, taken = m // self.base, m % self.base
        yield self.first_stone[heap] + s.heaps[heap] - taken if self.by_stone else heap

    def text(self, s: Heaps) -> str:
        """The heaps, then who is to move: `3+0+5:second`."""
        return f"{'+'.join(map(str, s.heaps))}:{self.players[s.turn]}"

    def parse(self, text: str) -> Heaps:
        """Read `text` back; the heaps, in whatever order, must be what is left of the start."""
        numbers, _, mover = text.partition(":")
        words = numbers.split("+")
        if len(words) != self.count or not all(map(_is_number, words)):
            raise self.bad_position(text, f"write {self.count} heaps with + between, "
                                          f"like {self.heaps}")
        if mover not in self.players:
            raise self.bad_position(text, "end it with :first or :second for the player to move")
        state = Heaps(tuple(map(int, words)), self.players.index(mover))
        for heap, full in zip(sorted(state.heaps), sorted(self.start), strict=True):
            if heap > full:
                raise self.bad_position(text, f"no game that starts with {self.heaps} leads there")
        gone = sum(self.start) - sum(state.heaps)
        if gone < 2 and gone != state.turn:
            raise self.bad_position(text, f"{mover} cannot be to move after {gone} stones taken")
        return state

    def move_text(self, s: Heaps, m: int) -> str:
        """The heap's letter and how many stones are taken: `b3` takes three from the second."""
        return f"{chr(97 + m // self.base)}{m % self.base}"

    def show(self, s: Heaps) -> str:
        """A line of stones for each heap."""
        width = len(str(max(self.start)))
        return "\n".join(f"{chr(97 + i)} {heap:>{width}} {'o' * heap}".rstrip()
                         for i, heap in enumerate(s.heaps))

    def reason(self, s: Heaps) -> str:
        """Who took the last stone."""
        return f"{self.players[1 - s.turn]} took the last stone"


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10
