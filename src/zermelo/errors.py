"""Everything that can go wrong, as one tree.

    ZermeloError
    ├── GameError                 (ValueError)   a game that cannot be had
    │   ├── UnknownGameError                     no game of that name
    │   └── ParameterError                       a board size or option that makes no sense
    ├── NotationError             (ValueError)   text that cannot be read
    │   ├── PositionError                        … as a position of this game
    │   ├── RecordError                          … as the record of a game
    │   └── MoveError                            … as a move here
    │       ├── InvalidMoveError                 not a move in this game's notation
    │       ├── IllegalMoveError                 a move, but not allowed in this position
    │       └── AmbiguousMoveError               more than one move fits
    ├── RulesError                               a game class breaks the contract
    ├── CannotCompile                            rules that run interpreted only
    ├── LimitError                (ValueError)   a limit that makes no sense
    ├── TableError                (ValueError)   a table's file that cannot be used
    └── MissingExtraError         (ImportError)  an optional package is not installed

A message is one sentence: what was given, where, and what to do next. However long what was given
is, the sentence stays readable: `shortened` cuts it.
"""

import re

_LONGEST_WORD, _LONGEST = 200, 1000
_WORDS = re.compile(r"\S{201,}")


def shortened(message: str) -> str:
    """A sentence in which nothing that it echoes is long.

    >>> shortened(f"unknown game {'x' * 5000!r}; `zermelo games` lists them all")[:40]
    "unknown game 'xxxxxxxxxxxxxxxxxxxxxxxxxx"
    >>> len(shortened("no position: " + "[" * 100_000))
    232
    """
    short = _WORDS.sub(lambda found: _cut(found[0], _LONGEST_WORD), message)
    return _cut(short, _LONGEST)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    note = f"… {len(text):,} letters …"
    ends = most // 4
    return f"{text[:most - ends]}{note}{text[-ends:]}"


class ZermeloError(Exception):
    """Base of every error that Zermelo raises on purpose."""

    def __init__(self, message: object = "") -> None:
        super().__init__(shortened(str(message)))


class GameError(ZermeloError, ValueError):
    """A game that cannot be had."""


class UnknownGameError(GameError):
    """No game of that name."""


class ParameterError(GameError):
    """A parameter that the game does not have, or a value that it does not take."""


class NotationError(ZermeloError, ValueError):
    """Text that cannot be read."""


class PositionError(NotationError):
    """Text that is not a position of this game."""


class RecordError(NotationError):
    """Text that is not the record of a game, or a record that breaks the rules."""


class MoveError(NotationError):
    """Text that does not name exactly one legal move here."""


class InvalidMoveError(MoveError):
    """Not a move in this game's notation."""


class IllegalMoveError(MoveError):
    """A move in this game's notation that the rules do not allow here."""


class AmbiguousMoveError(MoveError):
    """Text that fits more than one legal move."""


class RulesError(ZermeloError):
    """A game class breaks the contract; `zermelo check` says where."""


class CannotCompile(ZermeloError):  # noqa: N818 - a reason, not a failure
    """Why a game runs interpreted: the line and the reason."""


class MeansSomethingElse(CannotCompile):
    """Rules that compile, and are other rules then."""


class LimitError(ZermeloError, ValueError):
    """A limit that makes no sense, or one that ran out before there was any answer."""


class TableError(ZermeloError, ValueError):
    """A file that cannot be used as an engine's table."""


class MissingExtraError(ZermeloError, ImportError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs the package {package!r}, which is not installed: "
            f"pip install 'zermelo[{extra}]'"
        )
