"""A game written in four parts: states, players who know their moves, a manager, a display.

Another way to write a game than one class of rules, for those who think in these parts:

    state      anything hashable that compares: `is_over`, and `winner` (0, 1, or None for a draw)
    side       one player's part of the rules: its own moves and what becomes of the state, which
               may differ from the other's; it knows whether it maximises or minimises
    heuristic  plugged in, not part of the state: heuristic(state), any values that compare, in the
               first player's view, of finished states too; without one, only the end counts
    manager    creates the game, switches turns, keeps the time limit, calls the display

>>> class Pile(NamedTuple):                           # the state
...     left: int
...     last: int | None = None                       # who took last
...     is_over = property(lambda self: self.left == 0)
...     winner = property(lambda self: self.last)
>>> class Taker(Side):                                # a player: its moves, and what they do
...     def moves(self, state):
...         return range(1, min(3, state.left) + 1)
...     def play(self, state, move):
...         return Pile(state.left - move, self.number)
>>> manager = Manager(lambda: Pile(6), Taker(), Taker())
>>> manager.sides[0].maximises, manager.sides[1].maximises
(True, False)
>>> manager.play().winner                             # both search; 6 is no multiple of 4
0

`manager.game` is an ordinary `Game`, for everything else: the engine, levels, trees, the checker.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.play.clock import Clock, TimeControl
from zermelo.play.match import Display, Match
from zermelo.play.played import Ending
from zermelo.play.player import Player
from zermelo.position import Position
from zermelo.textbook import deepen

Heuristic = Callable[[Any], Any]

DEPTH = 4  # plies, where neither a depth nor a time limit is given


class State(Protocol):
    """What a state must say of itself; it must also be hashable and compare."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def winner(self) -> int | None:
        """Who has won: 0, 1, or None for a draw; asked when it is over."""


class Side(ABC):
    """One player: which moves it has, what they do, and how it chooses among them."""

    name: ClassVar[str] = ""
    number = 0  # 0 or 1; the manager says which
    game: PartsGame  # likewise

    @property
    def maximises(self) -> bool:
        """Whether it wants large values: the first player does, the second wants small ones."""
        return self.number == 0

    @abstractmethod
    def moves(self, state: Any) -> Iterable[Hashable]:
        """The moves of this player, who is to move, in a game that goes on."""

    @abstractmethod
    def play(self, state: Any, move: Any) -> Any:
        """The state after a move of this player: a new one."""

    def choose(self, state: Any, heuristic: Heuristic | None, limit: Limit) -> Any:
        """Its own logic: a move. By default deepening alpha-beta, within the limit.

        The last finished depth counts; the first move, if there was time for none.
        """
        def evaluate(game: Game, turn: Turn) -> Any:
            return (game.outcome(turn) or 0) if heuristic is None else heuristic(turn.state)

        move = next(iter(self.moves(state)))
        for found in deepen(self.game, Turn(state, self.number), evaluate=evaluate, limit=limit):
            move = found.move
        return move


class Turn(NamedTuple):
    """A state, and who is to move in it."""

    state: Any
    mover: int


class PartsGame(Game[Turn, Any]):
    """The rules that two sides and a first state make together."""

    def __init__(self, create: Callable[[], Any], sides: Sequence[Side],
                 after: Callable[[Any, int], int]) -> None:
        self.create, self.sides, self.after = create, tuple(sides), after
        names = [side.name or word for side, word in zip(sides, ("first", "second"), strict=True)]
        vars(self)["players"] = tuple(names if names[0] != names[1] else ("first", "second"))

    def initial(self) -> Turn:
        """The first player begins."""
        return Turn(self.create(), 0)

    def to_move(self, s: Turn) -> int:
        """As the manager switches."""
        return s.mover

    def moves(self, s: Turn) -> Iterable[Any]:
        """Those of the player to move."""
        return self.sides[s.mover].moves(s.state)

    def play(self, s: Turn, m: Any) -> Turn:
        """What the player to move makes of it."""
        state = self.sides[s.mover].play(s.state, m)
        return Turn(state, self.after(state, s.mover))

    def outcome(self, s: Turn) -> int | None:
        """As the state says."""
        if not s.state.is_over:
            return None
        return {None: 0, 0: 1, 1: -1}[s.state.winner]

    @property
    def spec(self) -> str:
        """By the class of its states."""
        return type(self.create()).__name__

    def show(self, s: Turn) -> str:
        """The state, as it prints itself."""
        return str(s.state)

    def text(self, s: Turn) -> str:
        """The state in one line, and who is to move."""
        return f"{'/'.join(str(s.state).split())}:{self.players[s.mover]}"


class Manager:
    """Creates the game, switches turns, enforces the time limit, calls the display.

    `create()` makes the first state. `next_player(state, mover)` says who moves in a state that
    this player has just left; by default they alternate. `seconds` is the time for a move: who
    takes longer has lost; `depth` how far to look ahead.
    """

    def __init__(self, create: Callable[[], Any], first: Side, second: Side, *,
                 heuristic: Heuristic | None = None, depth: int | None = None,
                 seconds: float | None = None, display: Display | None = None,
                 next_player: Callable[[Any, int], int] = lambda state, mover: 1 - mover) -> None:
        if first is second:
            raise ParameterError("the two players are one object: make one for each side")
        self.sides = first, second
        self.heuristic, self._depth, self._seconds = heuristic, depth, seconds
        self._display = display or Display()
        self.game = PartsGame(create, self.sides, next_player)
        for number, side in enumerate(self.sides):
            side.number, side.game = number, self.game

    def match(self) -> Match:
        """A match that can be stepped through, taken back and written down."""
        control = TimeControl() if self._seconds is None else TimeControl(per_move=self._seconds)
        players = [_Seat(side, self) for side in self.sides]
        return Match(self.game, *players, control=control, display=self._display)

    def play(self) -> Ending:
        """Play to the end; how it ended."""
        ending = self.match().play()
        assert ending is not None
        return ending

    def limit(self, clock: Clock) -> Limit:
        """How far a player may search now: it leaves some of its time to answer in."""
        seconds = clock.safely_left
        depth = self._depth
        if depth is None and seconds is None and self.heuristic is not None:
            depth = DEPTH
        return Limit(depth=depth, time=seconds)


class _Seat(Player):
    """A side at the table."""

    def __init__(self, side: Side, manager: Manager) -> None:
        self._side, self._manager = side, manager
        self.name = side.name or type(side).__name__

    def choose(self, position: Position, clock: Clock) -> Any:
        """What the side's own logic says."""
        return self._side.choose(position.state.state, self._manager.heuristic,
                                 self._manager.limit(clock))
