"""The contract: what a game is.

A game is a class with five methods over states that never change. States are `NamedTuple`s of
ints, or of fixed-length tuples of ints, and moves are ints: such rules also compile. Any other
hashable state works too, interpreted.

    initial()      the state at the start
    to_move(s)     0, the first player (MAX), or 1, the second (MIN); asked, never assumed
    moves(s)       yield each legal move once; asked only while the game goes on
    play(s, m)     a new state
    outcome(s)     None while the game goes on, else the payoff in the first player's view

All else is optional and has a default. What a hook may never do is change a value:
`zermelo check` tests that.
"""

from __future__ import annotations

import ast
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from zermelo.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    NotationError,
    ParameterError,
    PositionError,
    RulesError,
    shortened,
)
from zermelo.values import Payoff

if TYPE_CHECKING:
    from typing_extensions import TypeVar as Variable  # may have a default: `Game` alone is fine

    from zermelo.drawing import Board, Piece, Scene
    from zermelo.position import Position

    S = Variable("S", bound=Hashable, default=Any)  # states
    M = Variable("M", bound=Hashable, default=Any)  # moves
else:
    S, M = TypeVar("S"), TypeVar("M")

MOST_MOVES = 100_000  # in one position; a generator that yields more never ends
NO_MATTER_HOW_LONG = 1 << 30  # plies
PAYOFF_LIMIT = 500_000  # payoffs lie within ± this, so that a value fits a table's 32 bits

# What is said of rules that do not keep to it.
A_PLAYER = "to_move gives neither 0 nor 1"
A_MOVE = "there is no move, and outcome says that the game goes on"
A_PAYOFF = f"outcome gives neither None nor a whole number within ±{PAYOFF_LIMIT:,}"


class Game(ABC, Generic[S, M]):
    """The rules of a two-player game with nothing hidden.

    Constructor parameters are kept in attributes of the same names; from then on a game never
    changes. Two games of the same class and parameters are equal.
    """

    name: ClassVar[str] = ""  # how specs call it; a class without one is called by its own name
    players: ClassVar[tuple[str, str]] = ("first", "second")
    colours: ClassVar[tuple[str, str]] = ("blue", "orange")  # or red, green, yellow, black, white
    title: ClassVar[str] = ""  # as people write it; without one it is called by its name
    about: ClassVar[str] = ""  # what it is about, in a sentence
    sample: ClassVar[str] = ""  # moves from the start to a telling position, spaces between
    study: ClassVar[str] = ""  # a position so near its end that the whole tree can be looked at
    unseen: ClassVar[str] = ""  # what matters and is not to be seen on the board
    repetition: ClassVar[int] = 0  # a position's n-th occurrence is a draw; 0: they never count
    # A hint: `play` and `key` take so little that many short proofs look all replies up.
    quick_replies: ClassVar[bool] = False
    # Opinions about unfinished states in the first player's view, the standard one first:
    # functions of the game and a state, or evaluators of `zermelo.evaluation`.
    evaluators: ClassVar[Sequence[Any]] = ()

    # --- the five ---

    @abstractmethod
    def initial(self) -> S:
        """The state at the start."""

    @abstractmethod
    def to_move(self, s: S) -> int:
        """Whose turn it is: 0 for the first player, 1 for the second."""

    @abstractmethod
    def moves(self, s: S) -> Iterable[M]:
        """Yield each legal move once. Never asked of a finished state."""

    @abstractmethod
    def play(self, s: S, m: M) -> S:
        """The state after a legal move; `s` stays as it is."""

    @abstractmethod
    def outcome(self, s: S) -> Payoff | None:
        """None while the game goes on; when it is over, the first player's payoff."""

    # --- hints, never changing a value ---

    def key(self, s: S) -> Hashable:
        """What tells states apart: equal keys must mean equal futures, the mover included."""
        return s

    def unkey(self, k: Any) -> S:
        """A state whose key is `k`, a whole number from 0 to below 2**63: the inverse of `key`.

        A database keeps positions by their keys if it can read them back; without this it finds
        out by itself which bits of a state vary, which takes more room.
        """
        raise NotImplementedError

    def tier(self, s: S) -> int:
        """A number that no move lowers, such as the stones on the board; better if all raise it.

        A database is made tier by tier. Positions that can lead to each other share one.
        """
        return 0

    def canonical(self, s: S) -> S:
        """One state for all that are alike by symmetry: same mover, same value."""
        return s

    def order(self, s: S, m: M) -> int:
        """A hint: moves with higher numbers are worth trying first."""
        return 0

    def proof_order(self, s: S, m: M) -> int:
        """The same for proofs, where it may differ: what refutes is not what plays well, and a
        longer look at each move pays sooner."""
        return self.order(s, m)

    def candidates(self, s: S) -> Iterable[M]:
        """Moves that suffice for the exact value and distance: a non-empty part of `moves(s)`.

        Proofs look at no others. An analysis that has to estimate looks at all moves.
        """
        return self.moves(s)

    def mobility(self, s: S) -> int:
        """How many legal moves there are; worth a shortcut where a board can be counted."""
        count = 0
        for _ in self.moves(s):
            count += 1
        return count

    def bounds(self, s: S) -> tuple[Payoff, Payoff]:
        """The lowest and the highest payoff that can still come of this state.

        Where nothing is said, a win may always be followed by a larger one, and a search goes on
        looking for it. A game that is only won, drawn or lost says so by `return -1, 1`: then the
        first win settles it, proofs need fewer questions, and their distances can be bounded.
        """
        return (-PAYOFF_LIMIT, PAYOFF_LIMIT)

    def outlook(self, s: S) -> tuple[Payoff, int, Payoff, int]:
        """The worst that can still come to the player to move, and in how many plies; then the
        best, likewise, in that player's view: no value is worse than the first or better than the
        second, where a quick win is better than a late one and a late loss than a quick one.

        `-1, 4, 1, 3`: nothing worse than a loss in 4, nothing better than a win in 3. Where both
        are the same, that is the value. Proofs ask it of every position, and of no finished one.
        """
        return (-PAYOFF_LIMIT, 1, PAYOFF_LIMIT, 1)

    def decided(self, s: S, at_least: Payoff) -> Payoff | None:
        """Whether the player to move gets at least so much, where the rules know a way to tell that
        is faster than any search; None where they do not.

        A payoff in the view of the player to move: if it is at least so much, so is the true one,
        which is as high or higher; if not, the true one is as low or lower. Proofs ask it where
        distances do not count, and of no finished position.
        """
        return None

    def nearly_over(self, s: S) -> bool:
        """Whether so little is left that it is sooner played out than looked up.

        Proofs neither look for such a position in the table nor remember it. Where `decided` plays
        it out, they look up all replies before that: there is much to save by each.
        """
        return False

    def settled(self, s: S) -> Payoff:
        """What of the first player's payoff is in the bank: points that no move takes back."""
        return 0

    def unsettled(self, s: S) -> Hashable:
        """What the rest depends on: how much more than is `settled` comes to the player to move.

        Equal ones have the same moves, whoever's turn it is and whatever both have in the bank.
        Proofs without distances know positions by it, and find what is to come in the table.
        """
        return self.key(s)

    def noisy(self, s: S, m: M) -> bool:
        """Whether an evaluator should wait until this move (a capture, say) is played out."""
        return False

    def loud(self, s: S) -> Iterable[M]:
        """The noisy moves alone, each once: worth a shortcut where they are found sooner so."""
        for m in self.moves(s):
            if self.noisy(s, m):
                yield m

    def exchange(self, s: S, m: M) -> float:
        """What a move brings in the end, in the evaluator's unit: what it takes, less what is
        taken in return if both sides go on as long as it pays. Quiet ones may say 0, or what they
        give away.

        Captures that lose are tried last, and left out where only captures are looked at.
        """
        return 0

    def urgent(self, s: S) -> bool:
        """Whether the mover faces a threat that it must answer now (a check, say).

        A search that plays looks one ply further there, tries every answer, and neither skips
        the turn nor searches an answer less deep.
        """
        return False

    def threatens(self, s: S, m: M) -> bool:
        """Whether a move wins at once, or leaves the other player a threat that is `urgent`: worth
        a shortcut where that is seen without playing it. A search leaves out no such move.

        Of a move that ends the game otherwise it may say either.
        """
        after = self.play(s, m)
        payoff = self.outcome(after)
        if payoff is None:
            return self.urgent(after)
        return payoff > 0 if self.to_move(s) == 0 else payoff < 0

    def null_move(self, s: S) -> S:
        """The state if the mover could skip its turn: for games where moving never hurts.

        `s` itself means that it cannot be skipped here.
        """
        return s

    def repetition_key(self, s: S) -> Hashable:
        """What must recur for `repetition` to count: a state without its move counters."""
        return self.key(s)

    def reversible(self, s: S) -> int:
        """How many plies back a position can lie, at most, that this one repeats: those since the
        last move that nobody can take back. With a counter of quiet moves, that is the counter."""
        return NO_MATTER_HOW_LONG

    def playing_key(self, s: S) -> Hashable:
        """What tells states apart well enough for playing, and finds more of them in the table: a
        state without its move counter, as long as it is far from mattering.

        Equal ones have the same mover and moves. Proofs go by `key` alone.
        """
        return self.key(s)

    def deals(self) -> Iterator[tuple[Fraction, S]]:
        """Every random set-up with its probability; a game without chance has just one."""
        yield Fraction(1), self.initial()

    def endings(self, material: str) -> Game:
        """A game of its last part, played with these pieces and without counters of moves, for
        databases. ParameterError if there are no such pieces."""
        raise self.bad_parameter("material", material, "this game has no endings by their pieces")

    def arrangements(self) -> int:
        """How many arrangements a database of this game begins with; 0: it begins with deals."""
        return 0

    def arrangement(self, n: int) -> S:
        """The arrangement of that number, from 0; one may have several numbers."""
        raise NotImplementedError

    def ways_to_deal(self) -> int:
        """How many equally likely ways there are to deal; each probability is a part of them."""
        return lcm(*(probability.denominator for probability, _ in self.deals()))

    def scored(self) -> Game[S, M]:
        """The same game played for points: the same states and moves, and payoffs whose signs
        are this game's payoffs. A game that has no points, or counts them already, is its own.
        Players are judged by it."""
        return self

    def variants(self) -> Iterator[Game]:
        """Other parameters that are worth comparing with these."""
        yield from ()

    # --- what it looks like ---

    if TYPE_CHECKING:
        @property
        def board(self) -> Board | None:
            """What never changes; without one, it is found in what `show` says."""
    else:
        board = None  # a class has one, or makes it as a cached property

    def pieces(self, s: S) -> Iterable[Piece]:
        """Yield what stands on the board, each with the number of its place."""
        return ()

    def touches(self, s: S, m: M) -> Iterable[int]:
        """Yield the places that a move is pointed at with, in order: where to; or from where, and
        where to. A move that has none, a pass for one, is a button; where several have the same,
        people are asked which. A game that does not say goes by the names in the moves' texts."""
        return ()

    def scene(self, s: S) -> Scene:
        """What a state looks like; terminals, pictures and pages draw this."""
        from zermelo.drawing.board import Board
        from zermelo.drawing.reading import read_scene
        from zermelo.drawing.scene import Scene

        board = self.board
        if not isinstance(board, Board):
            return read_scene(self.show(s), self.players, self.colours)
        return Scene(board, tuple(self.pieces(s)), players=self.players, colours=self.colours)

    # --- text ---

    def text(self, s: S) -> str:
        """One short line for every position; `parse` reads it back. No spaces, no quoting."""
        return str(_plain(s)).replace(" ", "") if _is_plain(s) else str(s)

    def parse(self, text: str) -> S:
        """The state that `text` wrote down; PositionError if it is none."""
        start = self.initial()
        try:
            state = shaped_like(start, ast.literal_eval(text))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise self.bad_position(
                text, f"write it like {self.text(start)}" if _is_plain(start)
                else "this game does not read positions"
            ) from None
        return state  # type: ignore[no-any-return]

    def move_text(self, s: S, m: M) -> str:
        """A move as people write it; unique among the legal moves of `s`. No spaces."""
        return str(m).replace(" ", "")

    def parse_move(self, s: S, text: str) -> M:
        """The legal move that `text` names; a MoveError if there is none, or more than one."""
        wanted = text.strip()
        legal = {self.move_text(s, m): m for m in self.legal_moves(s)}
        if wanted in legal:
            return legal[wanted]
        near = [name for name in legal if name.casefold() == wanted.casefold()]
        if len(near) == 1:
            return legal[near[0]]
        if near:
            raise AmbiguousMoveError(
                f"{text!r} in {self.text(s)} could be {' or '.join(near)}: write it in full"
            )
        raise self.illegal_move(s, text)

    def square_name(self, square: int) -> str:
        """What people call a square, or whatever the bits of this game's boards stand for."""
        return str(square)

    def show(self, s: S) -> str:
        """A picture of the board, in lines of text."""
        from zermelo.drawing.board import Board
        from zermelo.drawing.text import scene_text

        if not self.overrides("scene") and not isinstance(self.board, Board):
            return self.text(s)
        return scene_text(self.scene(s))

    def holding(self, s: S, player: int) -> str:
        """What a player was dealt, or still holds, in a few letters: a hand of cards."""
        return ""

    def reason(self, s: S) -> str:
        """Why a finished game is over, in a few words."""
        return "the game is over"

    # --- what follows from these ---

    def legal_moves(self, s: S) -> list[M]:
        """The legal moves as a list; empty when the game is over."""
        return [] if self.outcome(s) is not None else self.listed_moves(s)

    def listed_moves(self, s: S) -> list[M]:
        """The moves of a state that is not over, as a list.

        It ends even if `moves` does not: a list of everything that a generator yields would be
        made without a pause in which anybody could stop it.
        """
        moves = list(islice(self.moves(s), MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise RulesError(f"{self.spec}: moves gives more than {MOST_MOVES:,} moves, or never "
                             f"ends, in {shortened(self.text(s))}")
        return moves

    def position(self, text: str | None = None) -> Position[S, M]:
        """The start, or the position written in `text`, to walk about in."""
        from zermelo.position import Position

        return Position(self, self.initial() if text is None else self.parse(text))

    def parameters(self) -> dict[str, Any]:
        """The constructor's parameters and their values in this game."""
        return {name: getattr(self, name) for name in _defaults(type(self).__init__)
                if hasattr(self, name)}

    @property
    def spec(self) -> str:
        """This game in one line of text: its name, and the parameters that are not the default.

        >>> from zermelo.games.tictactoe import TicTacToe
        >>> TicTacToe(4, 4, 3).spec
        'tictactoe:width=4,height=4'
        """
        return self._with_parameters(self.name or type(self).__name__)

    @property
    def source(self) -> str:
        """The same for data that outlives this program: `load` reads it back, also where the
        class is in a file of somebody's own, `file.py:MyGame`."""
        from zermelo.origins import origin

        found = origin(type(self))
        return self.spec if found is None else self._with_parameters(found)

    @classmethod
    def overrides(cls, hook: str) -> bool:
        """Whether this game has a hook of its own, and not just the default.

        >>> from zermelo.games.tictactoe import TicTacToe
        >>> TicTacToe.overrides("canonical"), TicTacToe.overrides("deals")
        (True, False)
        """
        return getattr(cls, hook) is not getattr(Game, hook)

    def _with_parameters(self, name: str) -> str:
        defaults = _defaults(type(self).__init__)
        changed = [f"{key}={_spec_text(value)}" for key, value in self.parameters().items()
                   if value != defaults[key]]
        return ":".join([name, *filter(None, [",".join(changed)])])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.parameters() == other.parameters()

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.parameters().items())))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.parameters().items())
        return f"{type(self).__name__}({given})"

    # --- errors that echo the input ---

    def bad_position(self, text: str, why: str) -> PositionError:
        """The error for text that is not a position of this game."""
        return PositionError(f"{text!r} is not a position of {self.spec}: {why}")

    def bad_parameter(self, name: str, value: object, why: str) -> ParameterError:
        """The error for a parameter that makes no sense."""
        game = self.name or type(self).__name__
        return ParameterError(f"{game} cannot have {name}={value}: {why}")

    def illegal_move(self, s: S, text: str, *, hint: str = "") -> IllegalMoveError | NotationError:
        """The error for a move that is not legal here; it lists those that are, if they are few."""
        where = f"illegal move {text!r} in {self.text(s)}"
        if self.outcome(s) is not None:
            return IllegalMoveError(f"{where}: {self.reason(s)}")
        legal = [self.move_text(s, m) for m in self.moves(s)]
        listed = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
        return IllegalMoveError(f"{where}: {self.players[self.to_move(s)]} may play {listed}"
                                f"{hint}")


def look_at_methods(game: Game) -> None:
    """RulesError if one of the rules' methods is none: a class, or a constructor, may use such a
    name for something else."""
    for name in _METHODS:
        found = getattr(game, name)
        if not callable(found):
            raise RulesError(f"the rules of {game.spec} are broken: {name} is {found!r}, and "
                             f"should be a method; `zermelo check` finds out more")


_METHODS = [name for name, found in vars(Game).items()
            if inspect.isfunction(found) and not name.startswith("_")]


@lru_cache(maxsize=256)
def _defaults(constructor: Callable[..., None]) -> dict[str, Any]:
    """A constructor's parameters and their defaults."""
    parameters = inspect.signature(constructor).parameters
    return {name: parameters[name].default for name in list(parameters)[1:]}


def _is_plain(state: object) -> bool:
    """Whether a state is ints and tuples all the way down."""
    if isinstance(state, tuple):
        return all(map(_is_plain, state))
    return type(state) is int


def _plain(state: object) -> object:
    return tuple(map(_plain, state)) if isinstance(state, tuple) else state


def shape(state: Any) -> Any:
    """A state's tuples and types, without what is in them."""
    if isinstance(state, tuple):
        return type(state), tuple(map(shape, state))
    return type(state)


def shaped_like(pattern: Any, data: Any) -> Any:
    """`data` with the types of `pattern`, NamedTuples included; TypeError if it does not fit."""
    if not isinstance(pattern, tuple):
        if type(data) is not type(pattern):
            raise TypeError
        return data
    if data.__class__ is pattern.__class__ and [*map(type, data)] == [*map(type, pattern)] \
            and not any(isinstance(item, tuple) for item in data):
        return data  # as nearly always
    if not isinstance(data, tuple) or len(data) != len(pattern):
        raise TypeError
    items = [shaped_like(p, d) for p, d in zip(pattern, data, strict=True)]
    return type(pattern)(*items) if hasattr(pattern, "_fields") else tuple(items)


def _spec_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
