"""The games of OpenSpiel, as games of Zermelo's: those of two players with nothing hidden.

>>> game = load_openspiel("breakthrough(rows=4,columns=3)")  # doctest: +SKIP
>>> game.position().play("b4b3").text  # doctest: +SKIP
'14'

OpenSpiel's states change under one's hands, differ from their own clones, and their text need not
say who is to move. So a state here is the list of actions that led to it, with a private clone of
OpenSpiel's state at hand, and two states are equal if they come from the same actions. That is
always right, but no two ways to a position ever meet. Where everything that matters is in the
text of a state, as in Breakthrough, `merge=True` says so: states that print alike are then one, if
the same player is to move. It is wrong where the text leaves something out, such as a counter, a
repetition or a ko. `merge=function` takes what that function makes of OpenSpiel's state instead
of the text.

The first player, whose payoff counts, is OpenSpiel's player 0; not in every game does it begin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from importlib import import_module
from math import ceil, floor
from typing import Any

from zermelo.errors import GameError, MissingExtraError, ParameterError, UnknownGameError
from zermelo.game import PAYOFF_LIMIT, Game
from zermelo.notation import did_you_mean, parse_spec
from zermelo.values import Payoff

START = "start"  # the text of the state before any action
PREFIX = "openspiel:"

Merge = bool | Callable[[Any], Hashable]


@dataclass(frozen=True, slots=True)
class Played:
    """A state: what tells it apart, and the way it was reached here."""

    game: str
    identity: Hashable
    actions: tuple[int, ...] = field(compare=False)
    foreign: Any = field(compare=False, repr=False)  # OpenSpiel's state; never to be changed
    names: dict[int, str] = field(default_factory=dict, compare=False, repr=False)  # of its moves


class OpenSpielGame(Game[Played, int]):
    """A game of OpenSpiel's, given by its text or as the object that `pyspiel.load_game` returns.

    Moves are OpenSpiel's actions.
    """

    name = "openspiel"
    players = ("player0", "player1")

    def __init__(self, game: Any, merge: Merge = False) -> None:
        self._foreign = _load(game) if isinstance(game, str) else game
        _refuse_unfit(self._foreign)
        self.game, self.merge = str(self._foreign), merge
        lowest, highest = self._foreign.min_utility(), self._foreign.max_utility()
        self._bounds = (max(floor(lowest), -PAYOFF_LIMIT), min(ceil(highest), PAYOFF_LIMIT))

    def initial(self) -> Played:
        """OpenSpiel's initial state."""
        return self._played((), self._foreign.new_initial_state())

    def to_move(self, s: Played) -> int:
        """The player whose turn it is; 0 when the game is over."""
        return max(0, int(s.foreign.current_player()))

    def moves(self, s: Played) -> Iterable[int]:
        """OpenSpiel's legal actions, as the numbers it gives them."""
        return s.foreign.legal_actions()  # type: ignore[no-any-return]

    def play(self, s: Played, m: int) -> Played:
        """The state after an action, applied to a clone."""
        after = s.foreign.clone()
        after.apply_action(m)
        return self._played((*s.actions, m), after)

    def outcome(self, s: Played) -> Payoff | None:
        """What player 0 got."""
        if not s.foreign.is_terminal():
            return None
        got = s.foreign.returns()[0]
        if got != int(got):
            raise GameError(
                f"{self.spec} pays {got} at {self.text(s)}: only games with whole payoffs can be "
                f"played here"
            )
        return int(got)

    def bounds(self, s: Played) -> tuple[Payoff, Payoff]:
        """The least and the most that the game ever pays."""
        return self._bounds

    def _played(self, actions: tuple[int, ...], foreign: Any) -> Played:
        identity: Hashable = actions
        if self.merge:
            print_of = str if self.merge is True else self.merge
            end = tuple(foreign.returns()) if foreign.is_terminal() else None
            identity = print_of(foreign), foreign.current_player(), end
        return Played(self.game, identity, actions, foreign)

    def foreign_state(self, s: Played) -> Any:
        """OpenSpiel's own state, as a clone that may be changed."""
        return s.foreign.clone()

    # --- text ---

    def text(self, s: Played) -> str:
        """The actions so far, with commas between."""
        return ",".join(map(str, s.actions)) or START

    def parse(self, text: str) -> Played:
        """Read `text` back."""
        words = [] if text == START else text.split(",")
        state = self._foreign.new_initial_state()
        for number, word in enumerate(words, 1):
            if not (word.isascii() and word.isdecimal()):
                raise self.bad_position(
                    text, f"write the actions' numbers with commas between, or {START}"
                )
            if state.is_terminal():
                raise self.bad_position(text, f"the game is over before action {number}")
            if int(word) not in state.legal_actions():
                raise self.bad_position(text, f"action {number}, {word}, is not legal there")
            state.apply_action(int(word))
        return self._played(tuple(map(int, words)), state)

    def move_text(self, s: Played, m: int) -> str:
        """As OpenSpiel writes the action; its number behind it if another is written alike."""
        if not s.names:  # made once, when first asked for
            mover = s.foreign.current_player()
            plain = {a: s.foreign.action_to_string(mover, a).strip() for a in self.legal_moves(s)}
            often = Counter(plain.values())
            s.names.update({a: f"{name}#{a}" if often[name] > 1 else name
                            for a, name in plain.items()})
        return s.names[m]

    def show(self, s: Played) -> str:
        """As OpenSpiel prints the state."""
        return str(s.foreign).rstrip()

    @property
    def spec(self) -> str:
        """This game in one line of text: `openspiel:breakthrough:columns=3,rows=4`."""
        name, _, given = self.game.removesuffix(")").partition("(")
        plain = "(" not in given
        parameters = [*filter(None, [given])] if plain else []
        if self.merge is True:
            parameters.append("merge=true")
        return PREFIX + ":".join([name if plain else self.game,
                                  *filter(None, [",".join(parameters)])])


def load_openspiel(text: str, merge: Merge = False) -> OpenSpielGame:
    """The game that `text` names, in OpenSpiel's way of writing or in Zermelo's.

    These are the same: `breakthrough(rows=4,columns=3)`, `breakthrough:rows=4,columns=3`, and both
    with `openspiel:` before them. In the second form `merge=true` may stand among the parameters,
    in the first it may follow after a colon.
    """
    wanted = text.strip().removeprefix(PREFIX)
    name, bracket, _ = wanted.partition("(")
    if bracket and ":" not in name:
        game, colon, after = wanted.rpartition(":")
        if not colon or ")" in after:
            game, after = wanted, ""
    else:
        game, _, after = wanted.partition(":")
    parameters = parse_spec(f"{PREFIX}{after}").parameters
    asked = parameters.pop("merge", None)
    if asked not in (None, "true", "false"):
        raise ParameterError(f"merge={asked} in {text!r}: say true or false")
    if parameters:
        if bracket:
            raise ParameterError(f"{text!r}: write all of the parameters in the brackets")
        game += f"({','.join(f'{key}={value}' for key, value in parameters.items())})"
    return OpenSpielGame(game, asked == "true" if asked else merge)


def _pyspiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise MissingExtraError("open_spiel", "openspiel", "a game of OpenSpiel's") from None


def _load(text: str) -> Any:
    pyspiel = _pyspiel()
    name = text.partition("(")[0]
    if name.startswith("python_") and name not in pyspiel.registered_names():
        import_module("open_spiel.python.games")  # those written in Python register themselves
    known = pyspiel.registered_names()
    if name not in known:
        raise UnknownGameError(f"OpenSpiel has no game {name!r}{did_you_mean(name, known)}")
    try:
        return pyspiel.load_game(text)
    except Exception as error:  # a SpielError mostly, but also what its C++ throws
        raise ParameterError(f"OpenSpiel refused {text!r}: {error}") from error


def _refuse_unfit(game: Any) -> None:
    """A GameError for what is not two players, in turn, with nothing hidden and no dice."""
    kind = game.get_type()
    for fits, why in (
        (game.num_players() == 2, f"it is for {game.num_players()}, and two players are needed"),
        (kind.dynamics == kind.Dynamics.SEQUENTIAL, "its players do not move in turn"),
        (kind.chance_mode == kind.ChanceMode.DETERMINISTIC, "chance plays along"),
        (kind.information == kind.Information.PERFECT_INFORMATION, "something in it is hidden"),
        (kind.utility == kind.Utility.ZERO_SUM,
         "what one player wins is not what the other loses"),
    ):
        if not fits:
            raise GameError(f"{game} of OpenSpiel cannot be played here: {why}")
