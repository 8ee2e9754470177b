"""A program of any language as a player: lines of text to its stdin, one line back.

    > newgame connect4 7               the game, and a number for what is drawn by lot
    > start ......./…/.......:x        where the game began
    > moves 4 4 3                      what was played since then
    > position ......./…/..xx...:o     where it stands
    > player 1                         whom you play: 0 is the first player, 1 the second
    > legal 1 2 3 4 5 6 7              the moves to choose from
    > clock 4.5                        seconds for this move, or none
    > go
    < move 4

`docs/players.md` is the whole protocol.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
from collections import deque
from typing import Any

from zermelo.errors import ParameterError, ZermeloError
from zermelo.play.asking import NoAnswer, time_to_answer
from zermelo.play.clock import Clock
from zermelo.play.player import Aside, Player
from zermelo.position import Position

_STOP = "\nstop"  # which no program can say in one line
_UNREAD = 100  # lines that it may be ahead of us
_FAREWELL = 1.0  # seconds that a program may take to end by itself
_READING = 5.0  # … and to read what it is sent: on a busy machine even that takes a while


class ProgramError(ZermeloError):
    """A player's program ended, or said something that is not in the protocol."""


class ProgramPlayer(Player):
    """A program that is started for its first game, and kept until `close`."""

    punctual = True  # its answers are waited for here, and only so long
    kind = "program"  # as its text begins

    def __init__(self, command: str, name: str | None = None) -> None:
        self.name = name or f"{self.kind}:{command}"
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise ParameterError(f"{self.name!r}: cannot be read as a command: {error}") from None
        if not self._words:
            raise ParameterError(f"{self.name!r} does not say which program: "
                                 f"write {self.kind}:./mybot --flag")
        if shutil.which(self._words[0]) is None:
            raise ParameterError(f"{self.name!r}: there is no program {self._words[0]!r} "
                                 f"that can be run")
        self._process: subprocess.Popen[str] | None = None
        self._seed = 0
        self._new = True

    def begin(self, seed: int) -> None:
        """Announce a new game with the next question; a program that died gets another chance."""
        self._seed, self._new = seed, True
        if self._process is None or self._process.poll() is not None:
            self._start()

    def _start(self) -> None:
        self.close()
        try:
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace", bufsize=1,
                start_new_session=True,  # Ctrl-C is for us
            )
        except OSError as error:
            raise ProgramError(f"{self.name!r} could not be started: {error.strerror}") from None
        self._said: queue.Queue[str | None] = queue.Queue(_UNREAD)
        self._complaints: deque[str] = deque(maxlen=5)
        self._listeners = [
            threading.Thread(target=_listen, args=(self._process.stdout, self._note),
                             daemon=True),
            threading.Thread(target=_listen, args=(self._process.stderr, self._complain),
                             daemon=True),
        ]
        for thread in self._listeners:
            thread.start()

    def _note(self, line: str | None) -> None:
        if line is not None and not self._matters(line):
            return
        while self._process is not None:  # one that talks on and on has to wait until it is heard
            with contextlib.suppress(queue.Full):
                self._said.put(line, timeout=0.2)
                return

    def _matters(self, line: str) -> bool:
        """Whether a line is for whoever waits for an answer."""
        return not line.startswith("info") and not line.isspace()

    def _complain(self, line: str | None) -> None:
        if line and line.strip():
            self._complaints.append(line.strip())

    def choose(self, position: Position, clock: Clock) -> Any:
        """What the program answers to `go`."""
        if self._process is None:
            self._start()
        waited = time_to_answer(clock)
        self._send(self._question(position, clock))
        line = self._heard(waited)
        word, _, rest = line.strip().partition(" ")
        if word == "move" and rest.strip():
            return rest.strip()
        raise self._rubbish(line, "'move …' nor 'info …'")

    def _heard(self, waited: float) -> str:
        """The next line that matters; NoAnswer if none comes in so many seconds."""
        try:
            line = self._said.get(timeout=max(0.0, waited))
        except queue.Empty:
            self._end()  # it may yet answer, and that must not be taken for its next move
            raise NoAnswer(waited) from None
        except KeyboardInterrupt:
            self._end()
            raise
        if line is _STOP:
            self._end()
            raise Aside
        if line is None:
            raise ProgramError(f"the program ended{self._last_words()}")
        return line

    def _rubbish(self, line: str, expected: str) -> ProgramError:
        """What to raise after a line that is not in the protocol; the program is ended."""
        self._end()  # nobody knows what it will say next
        return ProgramError(f"the program said {line.strip()[:80]!r}, which is neither {expected}")

    def _question(self, position: Position, clock: Clock) -> list[str]:
        game = position.game
        first = list(position.line())[-1]
        lines = [f"newgame {game.spec} {self._seed}"] if self._new else []
        self._new = False
        left = "none" if clock.left is None else f"{max(0.0, clock.left):.3f}"
        return [
            *lines,
            f"start {first.text}",
            f"moves {' '.join(position.history)}".rstrip(),
            f"position {position.text}",
            f"player {position.to_move}",
            f"legal {' '.join(position.move_texts)}",
            f"clock {left}",
            "go",
        ]

    def _send(self, lines: list[str]) -> None:
        """Write to it, in a thread: to a program that never reads one could write for ever."""
        assert self._process is not None and self._process.stdin is not None
        stdin, text = self._process.stdin, "\n".join(lines) + "\n"

        def write() -> None:
            with contextlib.suppress(OSError, ValueError):  # it has ended; its last words say why
                stdin.write(text)
                stdin.flush()

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        writer.join(_READING)
        if writer.is_alive():
            self._end()
            raise ProgramError("the program does not read what it is sent")

    def _last_words(self) -> str:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self._listeners[1].join(_FAREWELL)
        status = self._process.poll()
        how = "" if status is None else f" with status {status}"
        return how + (f": {self._complaints[-1]}" if self._complaints else "")

    def stop(self) -> None:
        """Do not wait for its answer any longer."""
        if self._process is not None:
            with contextlib.suppress(queue.Full):  # then there is an answer already
                self._said.put_nowait(_STOP)

    def close(self) -> None:
        """Tell it to quit; end it if it does not."""
        process = self._process
        if process is not None and process.poll() is None:
            with contextlib.suppress(OSError, ValueError, ProgramError,
                                     subprocess.TimeoutExpired):
                self._send(["quit"])
                assert process.stdin is not None
                process.stdin.close()
                process.wait(_FAREWELL)
        self._end()

    def _end(self) -> None:
        """End the program and whatever it has started itself."""
        process, self._process, self._new = self._process, None, True
        if process is None:
            return
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)  # its session is its own
            else:
                process.kill()
        process.wait()
        for thread in self._listeners:
            thread.join(_FAREWELL)
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()


def _listen(stream: Any, tell: Any) -> None:
    """Pass on line after line, and None at the end."""
    with contextlib.suppress(OSError, ValueError):  # closed under our hands
        for line in stream:
            tell(line)
    tell(None)
