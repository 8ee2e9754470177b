"""A game that was played: its moves, its clocks, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from zermelo.errors import MoveError, RecordError
from zermelo.game import Game
from zermelo.games import from_data
from zermelo.own_files import same_game
from zermelo.play.clock import NO_CLOCK, TimeControl
from zermelo.position import Position, Result
from zermelo.values import Value

How = Literal["rules", "time", "illegal", "error", "resigned", "agreed", "adjudicated",
              "length"]


@dataclass(frozen=True, slots=True)
class Ending(Result):
    """How a match ended: the payoff, why, and whether by the rules or by a player's failing.

    Who fails loses; that counts as a payoff of 1 for the other.
    """

    how: How = "rules"

    @property
    def failed(self) -> int | None:
        """Whose fault the end was: of an error, an illegal answer or a fallen flag."""
        if self.how in ("rules", "resigned", "adjudicated") or self.winner is None:
            return None
        return 1 - self.winner


class Entry(NamedTuple):
    """A move, who made it, and the seconds it took; None if it was given with the start.

    `value` is what who made it thought of it, in the first player's view. The text of a
    record has no place for it; PGN has.
    """

    player: int
    move: str
    seconds: float | None
    value: Value | None = None


@dataclass(frozen=True)
class Played:
    """A whole game, or one that still goes on."""

    game: str  # as `load` reads it
    players: tuple[str, str]
    control: TimeControl = NO_CLOCK
    start: str | None = None  # None: the usual start
    entries: tuple[Entry, ...] = ()
    ending: Ending | None = None
    notes: dict[str, str] = field(default_factory=dict)  # further headers

    def position(self, game: Game | None = None) -> Position:
        """Where the game stands, every move played by the rules; RecordError if one cannot be."""
        return self.replayed(game, [None] * len(self.entries), "the record")

    def replayed(self, game: Game | None, lines: list[int | None],
                 where: str) -> Position:
        """The same, of a text whose lines these moves stand in."""
        game = game_of(self.game, game)
        here = started(game, self.start)
        for number, (entry, line) in enumerate(zip(self.entries, lines, strict=True), 1):
            place = f"{where}, move {number}" if line is None else f"{where}, line {line}"
            over = here.result
            if over is not None:
                raise RecordError(f"{place}: {entry.move!r} comes after the end of the game: "
                                  f"{over.reason}")
            if entry.player != here.to_move:
                raise RecordError(f"{place}: it is the turn of {game.players[here.to_move]}, and "
                                  f"not of {game.players[entry.player]}")
            try:
                here = here.play(entry.move)
            except MoveError as error:
                raise RecordError(f"{place}: {error}") from None
        return here


def started(game: Game, text: str | None) -> Position:
    """The position of a start header."""
    usual = game.position()
    return usual if text is None or text == usual.text else game.position(text)


def game_of(text: str, game: Game | None = None) -> Game:
    """The game of a record: the one given, or one that is loaded without running a file."""
    if game is not None and not same_game(text, game):
        raise RecordError(f"this is a game of {text}, and not of {game.source}")
    return from_data(text, game)


def check_ending(ending: Ending | None, here: Position, place: str) -> None:
    """RecordError if the rules say something else about the end."""
    over = here.result
    if over is not None and ending is None:
        raise RecordError(f"{place}: the game is over, and the result {over.payoff:+d}")
    if ending is None or ending.how != "rules":
        return
    if over is None:
        raise RecordError(f"{place}: the game is not over by the rules: "
                          f"{here.game.players[here.to_move]} is to move")
    if over.payoff != ending.payoff:
        raise RecordError(f"{place}: the result is {over.payoff:+d} by the rules, and not "
                          f"{ending.payoff:+d}")
