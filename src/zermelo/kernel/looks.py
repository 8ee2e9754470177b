"""What a game looks like, asked of compiled rules: the pieces of a state, and each move's places.

The same kernel is what a page without Python runs.
"""

from __future__ import annotations

from typing import Any

from zermelo.compiler.records import Array, Record, array
from zermelo.drawing import Piece
from zermelo.game import Game
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header

MOST_PIECES = 4096
MOST_PLACES = 1 << 16  # of all moves together
HOOKS = ("outcome", "moves", "pieces", "touches")


class Standing(Record):
    """A piece on the board, as rules tell of it: numbers only."""

    place: int
    owner: int
    kind: int
    count: int


class Looks(Header, whole=True):
    """What was found; a move is followed by the number of its places, and these."""

    pieces: int
    words: int
    standing: Array[Standing] = array(Standing, MOST_PIECES)
    ways: Array[int] = array(int, MOST_PLACES)


def look(rules: Any, memory: Looks, s: Any) -> None:
    """Write down the pieces, and the places of every legal move."""
    memory.pieces = 0
    memory.words = 0
    for piece in rules.pieces(s):
        if memory.pieces < MOST_PIECES:
            here = memory.standing[memory.pieces]
            here.place, here.owner = piece.place, piece.owner
            here.kind, here.count = piece.kind, piece.count
            memory.pieces += 1
    if rules.outcome(s) is not None:
        return
    for m in rules.moves(s):
        start = memory.words
        if start + 2 < MOST_PLACES:
            memory.ways[start] = m
            memory.words = start + 2
            for place in rules.touches(s, m):
                if memory.words < MOST_PLACES:
                    memory.ways[memory.words] = place
                    memory.words += 1
            memory.ways[start + 1] = memory.words - start - 2


class Eyes:
    """The pieces and the places of the moves, by compiled rules; CannotCompile if there are none.

    >>> from zermelo import load
    >>> game = load("tictactoe")
    >>> pieces, ways = Eyes(game).look(game.parse("xo./.x./...:o"))
    >>> pieces[1], ways[2]
    (Piece(place=1, owner=1, kind=0, count=1), (2,))
    """

    def __init__(self, game: Game) -> None:
        self._kernel = Kernel(game, look, (Looks,), hooks=HOOKS, native=True)
        self._memory = self._kernel.new(Looks)

    def look(self, s: Any) -> tuple[tuple[Piece, ...], dict[int, tuple[int, ...]]]:
        """The pieces of a state, and the places of its legal moves."""
        memory = self._memory
        self._kernel.run(s, memory)
        pieces = tuple(Piece(p.place, p.owner, p.kind, p.count) for p in
                       (memory.standing[i] for i in range(memory.pieces)))
        ways: dict[int, tuple[int, ...]] = {}
        at = 0
        while at < memory.words:
            first, count = at + 2, memory.ways[at + 1]
            ways[memory.ways[at]] = tuple(memory.ways[i] for i in range(first, first + count))
            at = first + count
        return pieces, ways
