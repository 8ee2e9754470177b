"""A board in colour: the first player's pieces in one, the second's in another.

The picture is the game's own text, and stays readable without colour. A mark that stands alone
and is a player's is coloured, coordinates and empty cells are dimmed, and what the last move
changed is underlined.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.drawing import NOBODY, Board
from zermelo.game import Game
from zermelo.position import Position

if TYPE_CHECKING:
    from rich.text import Text

COLOURS = ("bold cyan", "bold yellow")
_ALONE = re.compile(r"(?<!\w)\w(?!\w)")
_LABEL = re.compile(r"(?m)^ *\d+(?= )|(?<= )\d+$")
_EMPTY = re.compile(r"(?<!\w)[.](?!\w)")


def coloured(here: Position, before: Position | None = None) -> Text:
    """The picture of a position, marked where it differs from the one before."""
    from rich.text import Text

    picture = str(here)
    text = Text(picture)
    labels = coordinates(picture)
    for place in labels | {found.start() for found in _EMPTY.finditer(picture)}:
        text.stylize("dim", place, place + 1)
    for found in _ALONE.finditer(picture):
        place = found.start()
        for player, marks in enumerate(marks_of(here.game)):
            if found[0] in marks and place not in labels:
                text.stylize(COLOURS[player], place, place + 1)
    for place in changed("" if before is None else str(before), picture):
        text.stylize("underline", place, place + 1)
    return text


def marks_of(game: Game) -> tuple[str, str]:
    """The letters that stand for the two players' pieces, and for the places that are theirs.

    >>> from zermelo import load
    >>> marks_of(load("checkers")), marks_of(load("othello"))
    (('bB', 'wW'), ('x', 'o'))
    """
    board = game.board
    if isinstance(board, Board):
        first, second = (
            "".join([kind.letters[owner] for kind in board.kinds if len(kind.letters) > 1]
                    + [p.name for p in board.places if p.owner == owner != NOBODY
                       and len(p.name) == 1 and p.name.isalpha()])
            for owner in (0, 1))
        return first, second
    first, second = (name[:1] for name in game.players)
    return (first.lower() + first.upper(), second.lower() + second.upper())


def coordinates(picture: str) -> set[int]:
    """The places of a b c … and 1 2 3 … along the edges."""
    places = {i for found in _LABEL.finditer(picture) for i in range(*found.span())}
    start = 0
    for line in picture.splitlines():
        words = line.split()
        letters = [chr(ord("a") + i) for i in range(len(words))]
        numbers = [str(i + 1) for i in range(len(words))]
        if words in (letters, numbers):
            places |= set(range(start, start + len(line)))
        start += len(line) + 1
    return places


def changed(before: str, after: str) -> list[int]:
    """The places in `after` that were not so before, but for blanks; none if the shape changed.

    >>> changed(". . .", ". x .")
    [2]
    """
    if [len(line) for line in before.split("\n")] != [len(line) for line in after.split("\n")]:
        return []
    return [i for i, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new and not new.isspace()]
