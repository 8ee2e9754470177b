"""Lines from the keyboard, with completion by Tab where there is a terminal and readline."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO


class Keyboard:
    """Reads lines; `words` says what Tab may complete to.

    The prompt goes to `out`: to a terminal, even while rules print somewhere else.
    """

    def __init__(self, out: TextIO) -> None:
        self.words: Callable[[], list[str]] = list
        self._out = out
        self.is_terminal = sys.stdin.isatty()
        self._readline = _readline() if self.is_terminal and out.isatty() else None

    def line(self, prompt: str) -> str:
        """The next line; EOFError at the end of the input."""
        if self._readline is None:
            print(prompt, end="", file=self._out, flush=True)
            text = sys.stdin.readline()
            if not text:
                print(file=self._out)
                raise EOFError
            if not self.is_terminal:  # nobody typed it, so nobody saw it
                print(text.rstrip("\n"), file=self._out)
            return text.strip()
        with contextlib.redirect_stdout(self._out), self._completing():
            return input(prompt).strip()

    @contextlib.contextmanager
    def _completing(self) -> Iterator[None]:
        assert self._readline is not None
        before = self._readline.get_completer()
        delimiters = self._readline.get_completer_delims()
        self._readline.set_completer(self._complete)
        self._readline.set_completer_delims(" ")  # moves have hyphens in them
        self._readline.parse_and_bind("tab: complete")
        try:
            yield
        finally:
            self._readline.set_completer(before)
            self._readline.set_completer_delims(delimiters)

    def _complete(self, begun: str, index: int) -> str | None:
        fitting = [w for w in self.words() if w.casefold().startswith(begun.casefold())]
        return fitting[index] if index < len(fitting) else None


def _readline() -> Any:
    """Python's readline; not every system has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline
