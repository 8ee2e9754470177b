"""A match: one game between two players, from the first move to the result.

The match asks the rules whose turn it is, asks that player for a move, keeps the clocks, shows
what happens, and writes everything down. A player that raises, hangs, answers illegally or
oversteps its time has lost, and the record says so. A game that is not over after 10,000 plies is a
draw, as rules that let positions repeat for ever have no end of their own.

>>> match = Match("tictactoe", "greedy", "random:seed=3")
>>> match.play().winner
0
>>> match.result_text
'x wins: 3 in a row'
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Protocol

from zermelo.checker.probe import described
from zermelo.dealing import drawn, is_dealt
from zermelo.errors import MoveError, ParameterError, ZermeloError
from zermelo.game import Game, look_at_methods
from zermelo.games import load
from zermelo.kernel.watching import watched
from zermelo.play.asking import NoAnswer, answer_of, blame_the_rules
from zermelo.play.clock import NO_CLOCK, Clock, TimeControl
from zermelo.play.named import harmless, player_named
from zermelo.play.played import Ending, Entry, How, game_of
from zermelo.play.player import Aside, Plays, Resigned
from zermelo.play.record import Record
from zermelo.position import Position, same_rules
from zermelo.search.analysis import Analysis
from zermelo.values import Value

MOST_PLIES = 10_000


class Shows(Protocol):
    """What is shown of a match while it is played: any object with these four methods."""

    def begin(self, match: Match) -> None:
        """The first position is there."""

    def thinking(self, analysis: Analysis) -> None:
        """The engine has finished another depth."""

    def moved(self, match: Match) -> None:
        """A move was made: the last of match.entries led to match.here."""

    def ended(self, match: Match) -> None:
        """The match is over; match.ending says how."""


class Display:
    """Shows nothing; a display of your own derives from it, and changes what it likes."""

    def begin(self, match: Match) -> None:
        """The first position is there."""

    def thinking(self, analysis: Analysis) -> None:
        """The engine has finished another depth."""

    def moved(self, match: Match) -> None:
        """A move was made."""

    def ended(self, match: Match) -> None:
        """The match is over."""


SILENT = Display()


class Match:
    """A game between two players.

    `game` and the players may be given by their text. `start`: a position, with the moves that
    led there; without it a game that is dealt is dealt by the seed. `spec` is how the record names
    the game, for one that comes out of a file. Threads may share a match: one move is made after
    the other.
    """

    def __init__(self, game: Game | str, first: Plays | str, second: Plays | str, *,
                 control: TimeControl | str = NO_CLOCK, display: Shows = SILENT,
                 start: Position | None = None, seed: int = 0,
                 spec: str | None = None, notes: dict[str, str] | None = None) -> None:
        self.spec = spec or (game if isinstance(game, str) else game.source)
        self.game = load(game) if isinstance(game, str) else game
        look_at_methods(self.game)
        self.players = [player_named(p, self.game) if isinstance(p, str) else p
                        for p in (first, second)]
        self.control = TimeControl.parse(control) if isinstance(control, str) else control
        self.display, self.notes, self.seed = display, notes or {}, seed
        self.here = start or drawn(self.game, seed)
        if not same_rules(self.here.game, self.game):
            raise ParameterError(f"the start is a position of {self.here.game.spec}, and not of "
                                 f"{self.game.spec}")
        self.entries = [Entry(*made, None) for made in _moves_to(self.here)]
        self._begun = False
        self._ending: Ending | None = None
        self._turn = threading.RLock()  # a player may look at the match that it is asked in

    # --- how it stands ---

    @property
    def ending(self) -> Ending | None:
        """None while the match goes on."""
        if self._ending is not None:
            return self._ending
        over = self.here.result
        if over is None and len(self.entries) >= MOST_PLIES:
            return Ending(0, f"the game was not over after {MOST_PLIES:,} plies", "length")
        return None if over is None else Ending(over.payoff, over.reason)

    @property
    def result_text(self) -> str:
        """The result in a sentence: who won, by how much if that is counted, and why."""
        end = self.ending
        if end is None:
            return f"not finished: {self.game.players[self.here.to_move]} is to move"
        if end.winner is None:
            return f"a draw: {end.reason}"
        by = f" by {abs(end.payoff)}" if abs(end.payoff) > 1 else ""
        return f"{self.game.players[end.winner]} wins{by}: {end.reason}"

    @property
    def record(self) -> Record:
        """The match up to now, as it is saved."""
        first = list(self.here.line())[-1]
        usual = first.state == self.game.initial() and not is_dealt(self.game)
        return Record(self.spec, (self.players[0].name, self.players[1].name), self.control,
                      None if usual else first.text, tuple(self.entries), self.ending,
                      dict(self.notes))

    def remaining(self, player: int) -> float | None:
        """What is left of a player's time for the game."""
        if self.control.per_game is None:
            return None
        used = [e.seconds for e in self.entries if e.player == player and e.seconds is not None]
        return self.control.per_game - sum(used) + self.control.increment * len(used)

    # --- playing ---

    def begin(self) -> None:
        """Get the players ready; no clock runs yet. `step` does it if need be."""
        self._begun = True
        lots = random.Random(self.seed)
        for player in self.players:
            seed = lots.randrange(1 << 31)
            ready = getattr(player, "begin", None)
            if ready is not None:
                ready(seed)
            if hasattr(player, "listen"):
                player.listen = self.display.thinking
        self.display.begin(self)

    def step(self, stopped: Callable[[], bool] = lambda: False) -> Ending | None:
        """Ask whoever is to move for one move; the ending if that was the last.

        An `Aside` and Ctrl-C pass through; the match stays as it was before the question. So it
        does if the position was taken back meanwhile, or the game given up.
        """
        with self._turn:
            return self._step(stopped)

    def _step(self, stopped: Callable[[], bool]) -> Ending | None:
        if not self._begun:
            self.begin()
        with watched(self.game):
            ending = self.ending
            if ending is not None:
                return ending
            here, mover = self.here, self.here.to_move
        clock = Clock(self.control, self.remaining(mover), theirs=self.remaining(1 - mover))
        try:
            answer = answer_of(self.players[mover], here, clock, stopped)
            seconds = clock.used
        except (Aside, KeyboardInterrupt):
            raise
        except Resigned:
            self._lose(mover, "resigned", "resigned")
        except NoAnswer as silence:
            waited = silence.waited if clock.allowed is None else clock.allowed
            self._lose(mover, "time", f"did not answer within {waited:.3g} s")
        except BaseException as error:  # whatever a player of somebody's own may raise
            blame_the_rules(self.players[mover], self.game, error, self.spec)
            ours = isinstance(error, ZermeloError)
            self._lose(mover, "error", str(error) if ours else f"raised {described(error)}")
        else:
            if self.here is not here or self._ending is not None:
                return self.ending
            self._take(mover, answer, seconds, clock.allowed)
        with watched(self.game):
            ending = self.ending
        if ending is not None:
            self.display.ended(self)
        return ending

    def _take(self, mover: int, answer: Any, seconds: float, allowed: float | None) -> None:
        """Play the answer, if it came in time and is legal."""
        if allowed is not None and seconds > allowed:
            self._lose(mover, "time", f"the flag fell after {allowed:.4g} s; "
                                      f"the answer came after {seconds:.4g} s")
            return
        try:
            with watched(self.game):
                after = self.here.play(answer)
        except MoveError as error:
            self._lose(mover, "illegal", str(error))
            return
        except TypeError:  # an answer that cannot even be compared with the moves
            self._lose(mover, "illegal", f"answered {answer!r:.80}, which is not a move")
            return
        text = self.game.move_text(self.here.state, after.move)
        self.here = after
        self.entries.append(Entry(mover, text, seconds, self._opinion(mover)))
        self.display.moved(self)

    def _opinion(self, player: int) -> Value | None:
        """What a player thinks its move is worth, if it says so; in the first player's view."""
        value = getattr(self.players[player], "opinion", None)
        if not isinstance(value, Value):
            return None
        return value if player == 0 else -value

    def _lose(self, player: int, how: How, what: str) -> None:
        who = self.game.players[player]
        name = self.players[player].name
        reason = f"{who} {what}" if how == "resigned" else f"{who} ({name}): {what}"
        self._ending = Ending(1 if player == 1 else -1, reason, how)

    def play(self, stopped: Callable[[], bool] = lambda: False) -> Ending | None:
        """Play to the end; None if `stopped` said so before."""
        while not stopped():
            try:
                ending = self.step(stopped)
            except Aside:
                if stopped():
                    return None
                raise
            if ending is not None:
                return ending
        return None

    # --- what people do ---

    def resign(self, player: int, why: str = "") -> None:
        """Give the game up."""
        self._lose(player, "resigned", f"resigned: {why}" if why else "resigned")
        self.display.ended(self)

    def agree(self, why: str) -> None:
        """End the game as a draw that both players agree to."""
        self._ending = Ending(0, why, "agreed")
        self.display.ended(self)

    def adjudicate(self, payoff: int, why: str) -> None:
        """End the game as somebody else has decided it."""
        self._ending = Ending(payoff, why, "adjudicated")
        self.display.ended(self)

    def take_back(self, plies: int = 1) -> int:
        """Undo so many moves, with the time they took; how many there were to undo."""
        self._ending = None
        undone = 0
        while undone < plies and self.here.previous is not None:
            self.here = self.here.previous
            self.entries.pop()
            undone += 1
        return undone

    def swap(self) -> None:
        """Let the players change sides."""
        self.players.reverse()

    @classmethod
    def resumed(cls, record: Record, first: Plays | str | None = None,
                second: Plays | str | None = None, *, game: Game | None = None,
                display: Shows = SILENT, seed: int = 0) -> Match:
        """The match that a record tells of, at its last position and with its clocks as they were.

        Players not given are made from the names in the record, unless that would run a file or
        a program.
        """
        game = game_of(record.game, game)
        match = cls(game, first or harmless(record.players[0]),
                    second or harmless(record.players[1]),
                    control=record.control, display=display, seed=seed, spec=record.game,
                    start=record.position(game), notes=dict(record.notes))
        match.entries = list(record.entries)
        if record.ending is not None and record.ending.how != "rules":
            match._ending = record.ending
        return match

    def close(self) -> None:
        """Let the players go."""
        for player in self.players:
            player.close()


def _moves_to(here: Position) -> list[tuple[int, str]]:
    """Who made which move on the way to a position."""
    way = list(here.line())[::-1]
    return [(before.to_move, before.game.move_text(before.state, after.move))
            for before, after in pairwise(way)]
