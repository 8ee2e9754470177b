"""A game and a state together, with the way that led there: the object to walk about with.

>>> from zermelo import load
>>> here = load("tictactoe").position().play("b2").play("a1")
>>> print(here)
  a b c
1 o . .
2 . x .
3 . . .
>>> here.text, here.to_move, here.result
('o../.x./...:x', 0, None)
>>> here.play("b2")  # doctest: +ELLIPSIS
Traceback (most recent call last):
...
zermelo.errors.IllegalMoveError: illegal move 'b2' in o../.x./...:x: x may play b1, c1, a2, ...
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic

from zermelo.errors import PositionError
from zermelo.game import Game, M, S, shape, shaped_like
from zermelo.values import Payoff
from zermelo.wandering import LONGEST, random_play

if TYPE_CHECKING:
    from zermelo.drawing import Scene


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the first player's payoff, and why."""

    payoff: Payoff
    reason: str

    @property
    def winner(self) -> int | None:
        """0, 1, or None for a draw."""
        return None if self.payoff == 0 else int(self.payoff < 0)


@dataclass(frozen=True, slots=True)
class Position(Generic[S, M]):
    """A state of a game. Never changes: `play` returns the next one and remembers this."""

    game: Game[S, M]
    state: S
    previous: Position[S, M] | None = field(default=None, compare=False, repr=False)
    move: M | None = field(default=None, compare=False, repr=False)  # led here from `previous`
    # What the rules have said: they are asked once, as a state never changes.
    _ended: tuple[Result | None] | None = field(default=None, init=False, compare=False, repr=False)
    _legal: list[M] | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def text(self) -> str:
        """The position in one line."""
        return self.game.text(self.state)

    @property
    def to_move(self) -> int:
        """Whose turn it is: 0 or 1."""
        return self.game.to_move(self.state)

    @property
    def moves(self) -> list[M]:
        """The legal moves; none when the game is over."""
        if self._legal is None:
            found = [] if self.result else self.game.listed_moves(self.state)
            object.__setattr__(self, "_legal", found)
        return list(self._legal or ())

    @property
    def move_texts(self) -> list[str]:
        """The legal moves as people write them."""
        return [self.game.move_text(self.state, m) for m in self.moves]

    @property
    def result(self) -> Result | None:
        """None while the game goes on, else how it ended; repetition included."""
        if self._ended is None:
            object.__setattr__(self, "_ended", (self._asked_whether_over(),))
        return self._ended[0]  # type: ignore[index]  # it was set just now

    def _asked_whether_over(self) -> Result | None:
        payoff = self.game.outcome(self.state)
        if payoff is not None:
            return Result(payoff, self.game.reason(self.state))
        needed = self.game.repetition
        if needed and self.occurrences() >= needed:
            return Result(0, f"the position occurred {needed} times")
        return None

    def occurrences(self) -> int:
        """How often this position has been on the board since the start of the line."""
        game, key = self.game, self.game.repetition_key(self.state)
        recent = islice(self.line(), 1, 1 + game.reversible(self.state))
        return 1 + sum(game.repetition_key(p.state) == key for p in recent)

    def line(self) -> Iterator[Position[S, M]]:
        """This position and all before it, backwards."""
        here: Position[S, M] | None = self
        while here is not None:
            yield here
            here = here.previous

    def play(self, move: M | str) -> Position[S, M]:
        """The position after a move, given as such or as text; a MoveError if it is not legal.

        A move as such is what `moves` lists, and text is what people write: in Connect Four the
        move 0 is the column "1".
        """
        game, state = self.game, self.state
        if isinstance(move, str):
            chosen = game.parse_move(state, move)
        elif move in self.moves:
            chosen = move
        else:
            raise game.illegal_move(state, str(move), hint=self._meant(move))
        return Position(game, game.play(state, chosen), self, chosen)

    def _meant(self, move: M) -> str:
        """A hint for who gives a number where a text was meant: 7 is not always what "7" is."""
        for legal in self.moves:
            if self.game.move_text(self.state, legal) == str(move):
                return f" (text is something else: play({str(move)!r}) plays {legal!r})"
        return ""

    def play_all(self, moves: Iterable[M | str] | str) -> Position[S, M]:
        """The position after several moves, given one by one or as text with spaces between."""
        here = self
        for move in moves.split() if isinstance(moves, str) else moves:
            here = here.play(move)
        return here

    def random_line(self, lots: random.Random, plies: int = LONGEST) -> list[Position[S, M]]:
        """This position, and those of a random game from here on, to its end or so many plies."""
        line = [self]
        for step in random_play(self.game, self.state, lots, plies):
            if step.move is None or line[-1].result is not None:
                break
            here = line[-1]
            line.append(Position(self.game, self.game.play(here.state, step.move), here, step.move))
        return line

    @property
    def history(self) -> list[str]:
        """The moves that led here, as text, from the start of the line."""
        steps = [p for p in self.line() if p.previous is not None]
        return [p.game.move_text(p.previous.state, p.move)
                for p in reversed(steps)]

    def __str__(self) -> str:
        return self.game.show(self.state)

    def scene(self) -> Scene:
        """What it looks like, where its moves are pointed at, and which move led here."""
        from zermelo.drawing.pointing import with_moves

        before = self.previous
        return with_moves(self.game, self.state, self.moves,
                          None if before is None else (before.state, self.move))

    def _repr_svg_(self) -> str:
        """The board, drawn: what a notebook shows."""
        from zermelo.drawing import board_svg

        return board_svg(self.game, self.state)


def position_of(game: Game[S, M], thing: Any = None) -> Position[S, M]:
    """What somebody calls a position of this game: a `Position`, a text, a state, or nothing for
    the start. PositionError if it is one of another game, or no state of this one."""
    if isinstance(thing, Position):
        if not same_rules(thing.game, game):
            other = thing.game.spec
            raise PositionError(
                f"{thing.text} is a position of {'another ' * (other == game.spec)}{other}, and "
                f"not of {game.spec}: take one that this game's position() gives")
        return thing
    if thing is None or isinstance(thing, str):
        return game.position(thing)
    return Position(game, state_of(game, thing))


def same_rules(one: Game, other: Game) -> bool:
    """Whether two games are the same: class, parameters, and how they begin."""
    return one is other or (one == other and one.initial() == other.initial())


def state_of(game: Game[S, M], thing: Any) -> S:
    """A state that somebody made by hand, with the types of the game's own; PositionError if it
    cannot be one. Where the game's states have different shapes, any of the same type is taken."""
    if isinstance(thing, Position):
        return position_of(game, thing).state
    start = game.initial()
    try:
        return shaped_like(start, thing)  # type: ignore[no-any-return]
    except TypeError:
        pass
    if _hashable(thing) and isinstance(thing, type(start)) and _shapes_differ(game):
        return thing
    raise PositionError(f"{thing!r:.200} is no state of {game.spec}, where the first is {start!r}: "
                        f"give a state, a text, or a position of this game")


def _hashable(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return isinstance(thing, Hashable)


_known_to_differ: dict[type, bool] = {}


def _shapes_differ(game: Game) -> bool:
    """Whether random play comes upon states of different shapes: hands of cards that are played."""
    kind = type(game)
    if kind not in _known_to_differ:
        _known_to_differ[kind] = len(_shapes_met(game)) > 1
    return _known_to_differ[kind]


def _shapes_met(game: Game) -> set[Any]:
    lots = random.Random(0)
    return {shape(step.state) for _ in range(4)
            for step in random_play(game, game.initial(), lots, 100)}
