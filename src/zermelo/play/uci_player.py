"""Other people's engines as players: UCI for chess, UGI for any game.

An engine is a program like any other: it is started, listened to and ended as `program.py` does it.
What is its own is the language.

    > uci, setoption …, isready        before its first game; no clock runs
    > ucinewgame, isready              before each game
    > position startpos moves e2e4     when it is to move
    > go wtime 9000 btime 9500 …
    < info … score cp 31 …             its opinion
    < bestmove e7e5

Lines that are not in the protocol are passed over, as UCI wants it.
"""

from __future__ import annotations

import contextlib
import queue
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.games.dialects import dialect_of, is_chess, score_of
from zermelo.limits import Limit
from zermelo.notation import did_you_mean
from zermelo.play.asking import NoAnswer, time_to_answer
from zermelo.play.clock import Clock
from zermelo.play.program import ProgramError, ProgramPlayer
from zermelo.position import Position
from zermelo.values import Value

GETTING_READY = 60.0  # seconds that an engine may take before a game
SECONDS = 1.0  # a move, where neither a limit nor a clock says otherwise
_OPTION = re.compile(r"option name (.+?) type (\w+)(?:.*? min (-?\d+))?(?:.*? max (-?\d+))?")
_SCORE = re.compile(r"score (cp|mate) (-?\d{1,9})\b")
_SETTINGS = {"threads": "Threads", "hash": "Hash"}
_CHESS_960 = "UCI_Chess960"


@dataclass(frozen=True)
class Declared:
    """An option as the engine announces it."""

    name: str
    kind: str
    least: int | None = None
    most: int | None = None

    def takes(self, value: str) -> bool:
        """Whether it can be that; numbers have bounds."""
        if self.kind != "spin":
            return True
        if re.fullmatch(r"-?\d{1,18}", value) is None:
            return False
        return ((self.least is None or self.least <= int(value))
                and (self.most is None or int(value) <= self.most))


class UciPlayer(ProgramPlayer):
    """An engine that speaks UCI; `settings` are its options by name, or elo, threads and hash."""

    kind = "uci"
    clocks = ("wtime", "btime", "winc", "binc")

    def __init__(self, game: Game, command: str, limit: Limit | None = None,
                 settings: Mapping[str, Any] | None = None, name: str | None = None) -> None:
        super().__init__(command, name)
        if self.kind == "uci" and not is_chess(game):
            raise ParameterError(f"{self.name!r}: UCI is for chess, and not for {game.spec}: an "
                                 f"engine of another game may speak UGI, ugi:{command}")
        self._dialect, self._limit = dialect_of(game), limit or Limit()
        self._settings = dict(settings or {})
        self._options: dict[str, Declared] = {}
        self._set: dict[str, str] = {}
        self._trouble: ProgramError | None = None
        self.opinion: Value | None = None

    # --- getting ready ---

    def begin(self, seed: int) -> None:
        """Start it, if it does not run, and announce a new game.

        An engine that does not get ready loses when it is to move; a setting that it does not have
        is whose mistake it is who named it.
        """
        self._trouble, self.opinion = None, None
        try:
            super().begin(seed)
            self._send([f"{self.kind}newgame"])
            self._get_ready()
        except ProgramError as error:
            self._trouble = error

    def try_out(self) -> None:
        """Start it, to see whether it can play at all; ParameterError if it cannot."""
        self.begin(0)
        if self._trouble is not None:
            raise ParameterError(f"{self.name!r} cannot play: {self._trouble}")

    def _start(self) -> None:
        super()._start()
        self._options, self._set = {}, {}
        self._send([self.kind])
        end = time.monotonic() + GETTING_READY
        while (line := self._in_time(end, f"{self.kind}ok").strip()) != f"{self.kind}ok":
            if found := _OPTION.match(line):
                least, most = (None if word is None else int(word) for word in found.groups()[2:])
                self._options[found[1].casefold()] = Declared(found[1], found[2], least, most)
        for name, value in self._wanted().items():
            self._option(name, value)
        self._get_ready()

    def _get_ready(self) -> None:
        self._send(["isready"])
        end = time.monotonic() + GETTING_READY
        while self._in_time(end, "readyok").strip() != "readyok":
            pass

    def _in_time(self, end: float, expected: str) -> str:
        try:
            return self._heard(end - time.monotonic())
        except NoAnswer:
            raise ProgramError(f"the program did not say {expected!r} within {GETTING_READY:g} s"
                               ) from None

    def _wanted(self) -> dict[str, str]:
        """The settings as options of its own."""
        found: dict[str, str] = {}
        for name, value in self._settings.items():
            if name == "elo":
                found |= {"UCI_LimitStrength": "true", "UCI_Elo": str(value)}
            else:
                found[_SETTINGS.get(name, name)] = str(value)
        return found

    def _option(self, name: str, value: str) -> None:
        """Set one; ParameterError if the engine has no such option, or not with that value."""
        option = self._options.get(name.casefold())
        if option is None:
            known = [option.name for option in self._options.values()]
            listed = ", ".join(known) or "none"
            self._end()
            raise ParameterError(f"{self.name!r}: the engine has no option {name!r}"
                                 f"{did_you_mean(name, known)}; it has {listed}")
        if not option.takes(value):
            self._end()
            raise ParameterError(f"{self.name!r}: the engine's option {option.name} cannot be "
                                 f"{value!r}: give a whole number from {option.least} to "
                                 f"{option.most}")
        if self._set.get(option.name) != value:
            self._send([f"setoption name {option.name} value {value}"])
            self._set[option.name] = value

    # --- playing ---

    def choose(self, position: Position, clock: Clock) -> Any:
        """What the engine answers to `go`."""
        if self._trouble is not None:
            raise self._trouble
        if self._process is None:
            self._start()
        self.opinion = None
        with contextlib.suppress(queue.Empty):  # what it said without being asked is no answer
            while (line := self._said.get_nowait()) is not None:
                pass
            self._said.put(line)  # it has ended
        waited = time_to_answer(clock)
        end = time.monotonic() + waited
        self._send([*self._position(position), self._go(position, clock)])
        while True:
            try:
                words = self._heard(end - time.monotonic()).split()
            except NoAnswer:
                raise NoAnswer(waited) from None
            if words[:1] != ["bestmove"]:
                continue
            if len(words) < 2:
                raise self._rubbish("bestmove", "'bestmove …' nor 'info …'")
            return words[1]

    def _matters(self, line: str) -> bool:
        """Opinions are taken down on the way; the first of several lines is the best."""
        if not line.startswith("info"):
            return not line.isspace()
        found = _SCORE.search(line)
        first = " multipv " not in line or " multipv 1 " in line
        if found is not None and first and not line.startswith("info string"):
            self.opinion = score_of(found[1], int(found[2]))
        return False

    def _position(self, here: Position) -> list[str]:
        way = list(here.line())[::-1]
        start = way[0]
        onto_rook = self._shuffled(start)
        texts = self._dialect.moves_text(start.state, [after.move for after in way[1:]],
                                         onto_rook=onto_rook)
        moves = f" moves {' '.join(texts)}" if texts else ""
        return [f"position {self._dialect.position_text(start)}{moves}"]

    def _shuffled(self, start: Position) -> bool:
        """Whether this is Chess960; the engine is told."""
        if self.kind != "uci":
            return False
        from zermelo.games.chess_fen import is_shuffled

        shuffled = start.game.parameters()["start"] != 518 or is_shuffled(start.state)
        if shuffled or _CHESS_960.casefold() in self._options:
            try:
                self._option(_CHESS_960, str(shuffled).lower())
            except ParameterError:
                raise ProgramError("the program does not play Chess960") from None
        return shuffled

    def _go(self, here: Position, clock: Clock) -> str:
        """The limits, and what the clocks show."""
        words = ["go"]
        seconds = self._limit.time
        if clock.remaining is not None:
            theirs = clock.remaining if clock.theirs is None else clock.theirs
            left = (clock.left or 0.0, theirs)
            increment = clock.control.increment
            shown = (left[here.to_move], left[1 - here.to_move], increment, increment)
            for name, time_ in zip(self.clocks, shown, strict=True):
                words += [name, str(max(1 if "time" in name else 0, int(1000 * time_)))]
        elif clock.safely_left is not None:
            seconds = min(clock.safely_left, seconds or clock.safely_left)
        elif not self._limit:
            seconds = SECONDS
        for name, number in (("depth", self._limit.depth), ("nodes", self._limit.nodes)):
            words += [] if number is None else [name, str(number)]
        words += [] if seconds is None else ["movetime", str(max(1, int(1000 * seconds)))]
        return " ".join(words)


class UgiPlayer(UciPlayer):
    """The same for any game, in the game's own texts."""

    kind = "ugi"
    clocks = ("p1time", "p2time", "p1inc", "p2inc")
