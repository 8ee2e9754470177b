"""Displays that print: a match as text, and in colour."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from zermelo.play.boards import coloured
from zermelo.play.match import Display, Match
from zermelo.search.analysis import Analysis


class TextDisplay(Display):
    """Every position as plain text."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream

    def begin(self, match: Match) -> None:
        """Who plays whom, and the board."""
        names = match.game.players
        self.say(f"{match.spec}: {match.players[0].name} ({names[0]}) against "
                    f"{match.players[1].name} ({names[1]})")
        self.board(match)

    def moved(self, match: Match) -> None:
        """The move and the board after it."""
        last = match.entries[-1]
        took = "" if last.seconds is None else f" ({last.seconds:.1f} s)"
        self.say(f"\n{len(match.entries)}. {match.game.players[last.player]} plays "
                    f"{last.move}{took}")
        self.board(match)

    def ended(self, match: Match) -> None:
        """Who won and why."""
        self.say(f"\n{match.result_text}")

    def board(self, match: Match) -> None:
        """The position drawn, in colour if the terminal has it."""
        self.say(str(match.here))

    def say(self, text: str) -> None:
        """Anything else there is to say."""
        print(text, file=self._stream or sys.stdout, flush=True)


class RichDisplay(TextDisplay):
    """The same in colour, the last move marked; a line that says what the engine thinks.

    Colour is never all there is: the letters stay, and so do the marks if there is no colour.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        from rich.console import Console

        plain = bool(os.environ.get("NO_COLOR"))
        self._console = Console(file=self._stream or sys.stdout, soft_wrap=True, highlight=False,
                                color_system=None if plain else "auto")
        self._thought = False

    def board(self, match: Match) -> None:
        """The picture in colour, what the last move changed marked."""
        self._forget_thoughts()
        before = match.here.previous if match.entries else None
        self._console.print(coloured(match.here, before))

    def thinking(self, analysis: Analysis) -> None:
        """One line, written over."""
        if self._console.is_terminal:
            self._thought = True
            line = f"thinking: {analysis}"[: self._console.width - 1]
            print(f"\r\x1b[K{line}", end="", file=self._console.file, flush=True)

    def say(self, text: str) -> None:
        """Anything else there is to say, in place of the line of thoughts."""
        self._forget_thoughts()
        self._console.print(text, markup=False, emoji=False,
                            soft_wrap=not self._console.is_terminal)

    def _forget_thoughts(self) -> None:
        if self._thought:
            self._thought = False
            print("\r\x1b[K", end="", file=self._console.file, flush=True)
