"""Kalah, the mancala game of the West.

Rules: each player owns the row of pits on his side and the store at his right; every pit starts
with the same number of seeds. A move lifts all seeds of one own pit and sows them one by one
counter-clockwise: through the own pits, into the own store, through the opponent's pits, past the
opponent's store, and round again; the pit just lifted is not skipped.

- If the last seed falls into the own store, the same player moves again.
- If it falls into an empty pit of one's own, it is captured into the own store together with all
  seeds in the pit opposite. If that pit is empty too, nothing is captured; with `empty_capture`
  the last seed alone is.
- As soon as one side has no seeds in its pits the game is over, and the seeds on the other side
  go into their owner's store.

The payoff is the first player's store minus the second's. The first player is called south.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Label, Piece, Place
from zermelo.game import Game


class Board(NamedTuple):
    """Each side is one number: its pits from its owner's left, then its store, some bits each.

             north's  5   4   3   2   1   0
    north's store 6                           6 south's store
                      0   1   2   3   4   5  south's

    The 6 × 4 game has 48 seeds and so 6 bits a place: south's pit 2 is `south >> 2 * 6 & 63`.
    """

    south: int
    north: int
    turn: int


class Kalah(Game[Board, int]):
    """Kalah with `pits` a side and `seeds` in each.

    A move is a pit, counted from its owner's left; it is written A, B, … by south and a, b, … by
    north.
    """

    name = "kalah"
    title = "Kalah"
    about = "Sow seeds, capture, and move again from your store."
    sample = "C F"
    players = ("south", "north")

    def __init__(self, pits: int = 6, seeds: int = 4, empty_capture: bool = False) -> None:
        self.pits, self.seeds, self.empty_capture = pits, seeds, empty_capture
        if not 1 <= pits <= 11:
            raise self.bad_parameter("pits", pits, "give 1 to 11")
        most = max(n for n in range(1, 101) if _bits(pits, n) * (pits + 1) <= 63)
        if not 1 <= seeds <= most:
            raise self.bad_parameter("seeds", seeds, f"with {pits} pits a side give 1 to {most}")
        self.total = 2 * pits * seeds
        self.bits = _bits(pits, seeds)  # of one place: enough for all seeds of the game
        self.place = (1 << self.bits) - 1
        self.store = pits * self.bits  # where the store's bits begin
        self.in_pits = (1 << self.store) - 1
        self.one_each = sum(1 << self.bits * place for place in range(pits + 1))
        self.ring = 2 * pits + 1  # places on the way round

    def initial(self) -> Board:
        """All pits filled, south to move."""
        side = self.seeds * (self.one_each & self.in_pits)
        return Board(side, side, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate, but for extra turns."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every own pit with seeds in it."""
        mine = s.south if s.turn == 0 else s.north
        for pit in range(self.pits):
            if mine >> pit * self.bits & self.place:
                yield pit

    def play(self, s: Board, m: int) -> Board:
        """Sow the seeds of a pit, capture, and end the game if a side is empty."""
        mine = s.south if s.turn == 0 else s.north
        theirs = s.north if s.turn == 0 else s.south
        lifted = mine >> m * self.bits & self.place
        mine -= lifted << m * self.bits
        # Whole laps put one seed everywhere; the rest goes on from the next pit, then along the
        # opponent's, then from the left end of one's own.
        laps, rest = lifted // self.ring, lifted % self.ring
        here = min(rest, self.pits - m)
        there = min(rest - here, self.pits)
        mine += laps * self.one_each
        mine += self.ones(here) << (m + 1) * self.bits
        mine += self.ones(rest - here - there)
        theirs += laps * (self.one_each & self.in_pits) + self.ones(there)
        last = self.last_place(s, m)
        if last < self.pits and mine >> last * self.bits & self.place == 1:  # it was empty
            opposite = (self.pits - 1 - last) * self.bits
            prey = theirs >> opposite & self.place
            if prey or self.empty_capture:
                theirs -= prey << opposite
                mine += (prey + 1 << self.store) - (1 << last * self.bits)
        if mine & self.in_pits == 0:
            theirs = self.total - (mine >> self.store) << self.store
        elif theirs & self.in_pits == 0:
            mine = self.total - (theirs >> self.store) << self.store
        again = last == self.pits
        if s.turn == 0:
            return Board(mine, theirs, 0 if again else 1)
        return Board(theirs, mine, 1 if again else 0)

    def ones(self, places: int) -> int:
        """One seed in each of the first `places` places."""
        return self.one_each & (1 << places * self.bits) - 1

    def last_place(self, s: Board, m: int) -> int:
        """Where the last seed falls: 0 … in the mover's pits, `pits` is his store, then theirs."""
        mine = s.south if s.turn == 0 else s.north
        return (m + (mine >> m * self.bits & self.place)) % self.ring

    def outcome(self, s: Board) -> int | None:
        """The difference of the stores once they hold everything."""
        south, north = s.south >> self.store, s.north >> self.store
        if south + north < self.total:
            return None
        return south - north

    def gain(self, s: Board, m: int) -> int:
        """How many seeds the move brings into the mover's store."""
        after = self.play(s, m)
        if s.turn == 0:
            return (after.south >> self.store) - (s.south >> self.store)
        return (after.north >> self.store) - (s.north >> self.store)

    def order(self, s: Board, m: int) -> int:
        """Extra turns first, the pit nearest to the store leading, then the largest gain."""
        if self.last_place(s, m) == self.pits:
            return self.total + m
        return self.gain(s, m)

    def noisy(self, s: Board, m: int) -> bool:
        """An extra turn, a capture, or the end."""
        return self.last_place(s, m) == self.pits or self.gain(s, m) > 1

    def bounds(self, s: Board) -> tuple[int, int]:
        """What is in a store stays there; all the rest may go either way."""
        south, north = s.south >> self.store, s.north >> self.store
        return (2 * south - self.total, self.total - 2 * north)

    def settled(self, s: Board) -> int:
        """What is in the stores."""
        return (s.south >> self.store) - (s.north >> self.store)

    def unsettled(self, s: Board) -> tuple[int, int]:
        """The pits, the mover's first: both sides go by the same rules."""
        south, north = s.south & self.in_pits, s.north & self.in_pits
        return (south, north) if s.turn == 0 else (north, south)

    def tier(self, s: Board) -> int:
        """The seeds in the stores."""
        return (s.south >> self.store) + (s.north >> self.store)

    @cached_property
    def board(self) -> drawing.Board:
        """South's pits below, north's above and turned round, the stores left and right."""
        pits, places, labels = self.pits, [], []
        for owner, first, y, beyond in ((0, 65, 1.0, 1.65), (1, 97, 0.0, -0.65)):
            for pit in range(pits):
                x, name = pit if owner == 0 else pits - 1 - pit, chr(first + pit)
                places.append(Place(name, "heap", x, y, 0.85, 0.85, owner=owner,
                                    label=f"pit {name}"))
                labels.append(Label(x, beyond, name))
        places += [Place(f"{name}'s store", "heap", x, 0.5, 0.8, 1.85, owner=owner)
                   for owner, (name, x) in enumerate(zip(self.players, (pits, -1), strict=True))]
        wide = max(2, len(str(self.total)))
        return drawing.Board(tuple(places), labels=tuple(labels), pitch=(wide + 1.0, 2.0))

    def pieces(self, s: Board) -> Iterator[Piece]:
        """How many seeds are in each pit and store."""
        for pit in range(self.pits):
            yield Piece(pit, 0, 0, s.south >> pit * self.bits & self.place)
            yield Piece(self.pits + pit, 1, 0, s.north >> pit * self.bits & self.place)
        yield Piece(2 * self.pits, 0, 0, s.south >> self.store)
        yield Piece(2 * self.pits + 1, 1, 0, s.north >> self.store)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """The pit."""
        yield m if s.turn == 0 else self.pits + m

    def text(self, s: Board) -> str:
        """Pits A to F, a to f, the stores, the mover: `4,4,4,4,4,4/4,4,4,4,4,4:0-0:south`."""
        rows = "/".join(",".join(map(str, self._row(side))) for side in (s.south, s.north))
        return f"{rows}:{s.south >> self.store}-{s.north >> self.store}:{self.players[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back; all seeds must be there, and a game with an empty side be over."""
        board, _, tail = text.partition(":")
        stores, _, mover = tail.partition(":")
        rows = [row.split(",") for row in board.split("/")]
        if len(rows) != 2 or any(len(row) != self.pits for row in rows):
            raise self.bad_position(
                text, f"write both rows of {self.pits} pits, like {self.text(self.initial())}")
        if stores.count("-") != 1:
            raise self.bad_position(text, "after the pits write the two stores, like :3-5")
        if mover not in self.players:
            raise self.bad_position(text, "end it with :south or :north for the player to move")
        south, north = stores.split("-")
        sides = [[self._number(word, text) for word in row]
                 for row in ([*rows[0], south], [*rows[1], north])]
        count = sum(map(sum, sides))
        if count != self.total:
            raise self.bad_position(text, f"it has {count} seeds and needs {self.total}")
        if any(sides[0][:-1]) != any(sides[1][:-1]):
            raise self.bad_position(text, "one side is empty, so the seeds of the other belong "
                                          "into its store")
        first, second = (sum(seeds << self.bits * place for place, seeds in enumerate(side))
                         for side in sides)
        return Board(first, second, self.players.index(mover))

    def _number(self, word: str, text: str) -> int:
        if not (word.isascii() and word.isdigit()):
            raise self.bad_position(text, f"{word!r} is not a number of seeds")
        return int(word)

    def _row(self, side: int) -> list[int]:
        return [side >> pit * self.bits & self.place for pit in range(self.pits)]

    def move_text(self, s: Board, m: int) -> str:
        """The pit's letter from its owner's left: A, B, … for south and a, b, … for north."""
        return chr((65 if s.turn == 0 else 97) + m)

    def reason(self, s: Board) -> str:
        """The game ends when a side has run out of seeds."""
        return "a side has no seeds left"


def _bits(pits: int, seeds: int) -> int:
    return (2 * pits * seeds).bit_length()
