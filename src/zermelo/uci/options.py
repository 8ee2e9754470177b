"""What a program may set: the options, as they are declared, and their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.errors import NotationError
from zermelo.limits import MOST_THREADS, memory_mb
from zermelo.notation import did_you_mean

NOTHING = "<empty>"  # as UCI writes a text without any letters
_MOST_LINES = 256
_LONGEST_OVERHEAD = 5000  # milliseconds


@dataclass(frozen=True)
class Option:
    """One of them; a spin has bounds, a button no value."""

    name: str
    kind: str
    default: Any = None
    least: int = 0
    most: int = 0

    @property
    def declaration(self) -> str:
        """The line that announces it."""
        words = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return words
        default = str(self.default).lower() if self.kind == "check" else self.default
        bounds = f" min {self.least} max {self.most}" if self.kind == "spin" else ""
        return f"{words} default {default}{bounds}"

    def value_of(self, word: str) -> Any:
        """The value that a word gives it; NotationError says what it should be."""
        if self.kind == "check":
            if word.casefold() not in ("true", "false"):
                raise NotationError(f"the option {self.name} cannot be {word!r}: give true or "
                                    f"false")
            return word.casefold() == "true"
        if self.kind == "spin":
            try:
                number = int(word)
            except ValueError:
                number = self.least - 1
            if not self.least <= number <= self.most:
                raise NotationError(f"the option {self.name} cannot be {word!r}: give a whole "
                                    f"number from {self.least} to {self.most}")
            return number
        return word


class Options:
    """All options of a game's engine, by their names in small letters."""

    def __init__(self, *, chess: bool, database: str | None = None) -> None:
        memory = int(memory_mb() or 1 << 20)
        declared = [
            Option("Hash", "spin", min(64, memory), 1, memory),
            Option("Clear Hash", "button"),
            Option("Threads", "spin", 1, 1, MOST_THREADS),
            Option("MultiPV", "spin", 1, 1, _MOST_LINES),
            Option("Move Overhead", "spin", 20, 0, _LONGEST_OVERHEAD),
            Option("Ponder", "check", False),
            Option("Evaluator", "string", "standard"),
            Option("Database", "string", database or NOTHING),
        ]
        if chess:
            declared.append(Option("UCI_Chess960", "check", False))
        self.declared = {option.name.casefold(): option for option in declared}
        self._values = {name: option.default for name, option in self.declared.items()}

    def __getitem__(self, name: str) -> Any:
        """The value of an option; False for one that this game does not have."""
        return self._values.get(name.casefold(), False)

    def set(self, words: Sequence[str]) -> Option:
        """Take what follows `setoption`; which option that was. NotationError if it is none."""
        if not words or words[0] != "name" or len(words) < 2:
            raise NotationError("setoption needs a name: write setoption name Hash value 64")
        split = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:split]), " ".join(words[split + 1:])
        option = self.declared.get(name.casefold())
        if option is None:
            known = [option.name for option in self.declared.values()]
            raise NotationError(f"there is no option {name!r}{did_you_mean(name, known)}; there "
                                f"are {', '.join(known)}")
        if option.kind != "button":
            if not value:
                raise NotationError(f"the option {option.name} needs a value: write setoption name "
                                    f"{option.name} value {str(option.default).lower()}")
            self._values[option.name.casefold()] = option.value_of(value)
        return option
