"""Parameters of a game over ranges, and every combination of them.

    3..6         3, 4, 5, 6
    3..9..2      3, 5, 7, 9
    9..3..-3     9, 6, 3
    2,4,8        these; ranges may stand among them
    true         a single value, a word if the parameter takes words

>>> values_of("k", "3..9..3,2")
['3', '6', '9', '2']
>>> [c.text for c in combinations("tictactoe:k=2", {"width": "2..3", "height": "2"})]
['tictactoe:k=2,width=2,height=2', 'tictactoe:k=2,width=3,height=2']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from zermelo.errors import ParameterError
from zermelo.games import is_foreign, named_class
from zermelo.notation import parse_spec, read_parameter

MOST = 1000  # combinations
_NUMBER = r"(-?\d{1,18})"
_RANGE = re.compile(rf"{_NUMBER}\.\.{_NUMBER}(?:\.\.{_NUMBER})?")
_HOW = "write 3..6, 3..9..2, 2,4,8 or a single value"


@dataclass(frozen=True)
class Combination:
    """One of them: the parameters that vary, and the whole game as text."""

    parameters: dict[str, Any]
    text: str

    @property
    def name(self) -> str:
        """The parameters that vary, as one types them."""
        return ", ".join(f"{name}={written(value)}" for name, value in self.parameters.items())


def written(value: object) -> str:
    """A parameter's value as one types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_of(name: str, text: str) -> list[str]:
    """The values in a text, each once, in their order."""
    found: dict[str, None] = {}
    for item in text.split(","):
        match = _RANGE.fullmatch(item.strip())
        if match is not None:
            found |= dict.fromkeys(map(str, _numbers(name, text, match)))
        elif not item.strip() or ".." in item:
            raise ParameterError(f"{name}={text}: {item.strip()!r} is no value and no range: "
                                 f"{_HOW}")
        else:
            found[item.strip()] = None
    return list(found)


def _numbers(name: str, text: str, match: re.Match[str]) -> range:
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if step == 0 or (last - first) * step < 0:
        raise ParameterError(f"{name}={text}: {match[0]!r} comes to nothing: {_HOW}")
    numbers = range(first, last + (1 if step > 0 else -1), step)
    if len(range(0, abs(last - first) + 1, abs(step))) > MOST:
        raise ParameterError(f"{name}={text}: {match[0]!r} has more than {MOST:,} values: "
                             f"take a larger step, as in 3..9..2")
    return numbers


def combinations(text: str, ranges: Mapping[str, str]) -> list[Combination]:
    """Every combination, the last parameter varying fastest; not all need be legal.

    ParameterError for parameters that the game does not have, and values that cannot be read.
    """
    words = {name: values_of(name, given) for name, given in ranges.items()}
    count = prod(map(len, words.values()))
    if count > MOST:
        sizes = " × ".join(str(len(values)) for values in words.values())
        raise ParameterError(f"{sizes} = {count:,} combinations are more than {MOST:,}: "
                             f"give fewer values")
    given = _given(text, words)
    typed = {name: [_read(text, name, word) for word in values] for name, values in words.items()}
    found = []
    for chosen in product(*(zip(words[name], typed[name], strict=True) for name in words)):
        settings = [f"{name}={word}" for name, (word, _) in zip(words, chosen, strict=True)]
        base = text.strip().rstrip(":")
        whole = f"{base}{',' if given else ':'}{','.join(settings)}" if settings else text
        found.append(Combination({name: value for name, (_, value)
                                  in zip(words, chosen, strict=True)}, whole))
    return found


def _given(text: str, words: Mapping[str, Any]) -> bool:
    """Whether the text has parameters already; none of them may vary, too."""
    if is_foreign(text):
        return text.strip().count(":") > 1
    given = parse_spec(text).parameters
    for name in words:
        if name in given:
            raise ParameterError(f"{name!r} stands in {text!r} already: give it once")
    return bool(given)


def _read(text: str, name: str, word: str) -> Any:
    """A value as the game would read it."""
    if is_foreign(text):
        return int(word) if re.fullmatch(_NUMBER, word) else word
    return read_parameter(named_class(text)[0], name, word, text)
