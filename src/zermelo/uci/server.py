"""One conversation: lines come in, and each is obeyed, or met with one sentence."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, TextIO

from zermelo.errors import NotationError, ZermeloError, shortened
from zermelo.games.dialects import CHESS
from zermelo.notation import did_you_mean
from zermelo.uci.options import NOTHING, Options

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.games.dialects import Dialect
    from zermelo.position import Position
    from zermelo.uci.orders import Place
    from zermelo.uci.thinking import Settings, Thinker

_COMMANDS = ("uci", "ugi", "isready", "setoption", "ucinewgame", "uginewgame", "position", "go",
             "stop", "ponderhit", "query", "debug", "register", "quit")
_LAST_ANSWER = 60.0  # seconds that it may take, as it may compile for it, after the last question
_FAREWELL = 1.0  # the same after `quit`, when nobody waits for it


class Server:
    """The engine's side of UCI, or of UGI. `game` is called when the rules are first needed."""

    def __init__(self, game: Callable[[], Game], out: TextIO, *, ugi: bool = False,
                 about: str = CHESS, database: str | None = None) -> None:
        self._load, self._out, self._guesses, self._about = game, out, not ugi, about
        self._lock = threading.Lock()
        self._options = Options(chess=about.partition(":")[0] == CHESS, database=database)
        self._place: Place | None = None
        self._way: list[Position] = []  # the position of each move of `_place`

    def serve(self, lines: Iterable[str]) -> bool:
        """Obey until `quit` or the end of the lines; whether all work had come to its end then."""
        patience = _LAST_ANSWER
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                patience = _FAREWELL
                break
            if words:
                self._obey(words)
        if "_thinker" not in self.__dict__:
            return True
        return self._thinker.finish(patience)

    def _obey(self, words: list[str]) -> None:
        word, rest = words[0], words[1:]
        try:
            if word not in _COMMANDS:
                raise NotationError(f"there is no command {word!r}{did_you_mean(word, _COMMANDS)}; "
                                    f"there are {', '.join(_COMMANDS)}")
            getattr(self, f"_{word}")(rest)
        except ZermeloError as error:
            self.complain(error)
        except Exception as error:  # rules of somebody's own may raise anything
            self.complain(f"{type(error).__name__}: {error}")

    def say(self, line: str) -> None:
        """One line, at once; whoever has stopped reading misses it."""
        with self._lock, contextlib.suppress(BrokenPipeError):
            self._out.write(line + "\n")
            self._out.flush()

    def complain(self, what: object) -> None:
        """A sentence for whoever reads the log."""
        self.say(f"info string {shortened(' '.join(str(what).split()))}")

    # --- what is made when it is needed ---

    @cached_property
    def _dialect(self) -> Dialect:
        from zermelo.games.dialects import dialect_of

        return dialect_of(self._load())

    @cached_property
    def _thinker(self) -> Thinker:
        from zermelo.uci.thinking import Thinker

        return Thinker(self._dialect, self.say)

    @property
    def _settings(self) -> Settings:
        from zermelo.uci.thinking import Settings

        database = self._options["Database"]
        return Settings(self._options["Threads"], self._options["Hash"], self._options["Evaluator"],
                        None if database == NOTHING else database)

    @property
    def _here(self) -> Position:
        return self._way[-1] if self._way else self._dialect.position("startpos")

    @property
    def _thinking(self) -> bool:
        return "_thinker" in self.__dict__ and self._thinker.thinking

    # --- the commands ---

    def _uci(self, rest: list[str]) -> None:
        self._introduce("uciok")

    def _ugi(self, rest: list[str]) -> None:
        self._introduce("ugiok")

    def _introduce(self, done: str) -> None:
        from zermelo import __version__

        plays = "" if self._about == CHESS else f" ({self._about})"
        self.say(f"id name Zermelo {__version__}{plays}")
        self.say("id author the authors of Zermelo")
        for option in self._options.declared.values():
            self.say(option.declaration)
        self.say(done)

    def _isready(self, rest: list[str]) -> None:
        if self._thinking:
            self.say("readyok")
        else:
            self._thinker.get_ready(self._settings, lambda: self.say("readyok"))

    def _setoption(self, rest: list[str]) -> None:
        if self._options.set(rest).kind == "button":
            self._ucinewgame([])

    def _ucinewgame(self, rest: list[str]) -> None:
        if "_thinker" in self.__dict__:
            self._thinker.forget()

    def _position(self, rest: list[str]) -> None:
        """Of a game that goes on only what is new is played."""
        from zermelo.uci.orders import read_position

        place, before = read_position(rest), self._place
        if before is not None and before.start == place.start:
            pairs = zip(before.moves, place.moves, strict=False)
            way = self._way[:1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))]
        else:
            way = [self._dialect.position(place.start)]
        for move in place.moves[len(way) - 1:]:
            way.append(self._dialect.after(way[-1], move))
        self._place, self._way = place, way

    def _go(self, rest: list[str]) -> None:
        from zermelo.uci.orders import read_go
        from zermelo.uci.thinking import Task

        go = read_go(rest)
        if self._thinking:
            raise NotationError("go: the last search is still under way, say stop first")
        here, dialect = self._here, self._dialect
        self._thinker.start(Task(
            here, go, self._settings, tuple(dialect.after(here, text).move for text in go.moves),
            self._options["MultiPV"], self._options["Move Overhead"],
            self._options["UCI_Chess960"], guesses=self._guesses))

    def _stop(self, rest: list[str]) -> None:
        if self._thinking:
            self._thinker.stop()

    def _ponderhit(self, rest: list[str]) -> None:
        if not (self._thinking and self._thinker.ponder_hit()):
            raise NotationError("ponderhit: nobody is pondering")

    def _query(self, rest: list[str]) -> None:
        over = self._here.result
        answers = {
            "p1turn": str(self._here.to_move == 0).lower(),
            "gameover": str(over is not None).lower(),
            "result": "none" if over is None else {0: "p1win", 1: "p2win", None: "draw"}[
                over.winner],
        }
        question = " ".join(rest)
        if question not in answers:
            raise NotationError(f"query {question}: there are {', '.join(answers)}")
        self.say(f"response {answers[question]}")

    def _debug(self, rest: list[str]) -> None:
        """Every mistake is told in any case."""

    def _register(self, rest: list[str]) -> None:
        """An order of the protocol that means nothing here: nobody needs to register."""

    _uginewgame = _ucinewgame
