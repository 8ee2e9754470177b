"""Whether a game can come back to where it was: rules that do not say what that is worth let some
lines of play go on for ever, and no search can see their end."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterator
from typing import Any

from zermelo.game import Game

_MOST = 20_000  # positions to look at


class RepetitionWarning(UserWarning):
    """Positions repeat, and the rules do not say what that is worth."""


_looked_at: set[type] = set()


def warn_of_circles(game: Game, state: Any) -> None:
    """Say once for each game that it goes round in circles, if it does, and what to do about it."""
    if game.repetition or type(game) in _looked_at:
        return
    _looked_at.add(type(game))
    way = circle_from(game, state)
    if way is None:
        return
    start, moves = way
    warnings.warn(
        f"{game.spec}: positions repeat ({game.text(start)} comes again after {' '.join(moves)}), "
        f"and nothing says what that is worth, so that some lines of play never end: set "
        f"`repetition = 3` in the class, and a position's third occurrence is a draw",
        RepetitionWarning, stacklevel=4)


def circle_from(game: Game, state: Any) -> tuple[Any, list[str]] | None:
    """A position that can come again, and the moves from it to itself; None if there is none near.

    Plain depth-first search for a way back to the path.
    """
    path: list[tuple[Any, str]] = []  # states, and the move made there
    places: dict[Hashable, int] = {}  # where on the path a position is; -1: done with
    waiting: list[Iterator[tuple[str, Any]]] = []

    def enter(s: Any) -> None:
        places[game.repetition_key(s)] = len(path)
        path.append((s, ""))
        waiting.append(iter([] if game.outcome(s) is not None else
                            [(game.move_text(s, m), game.play(s, m)) for m in game.moves(s)]))

    enter(state)
    while waiting and len(places) < _MOST:
        text, after = next(waiting[-1], ("", None))
        if after is None:
            waiting.pop()
            places[game.repetition_key(path.pop()[0])] = -1
            continue
        path[-1] = path[-1][0], text
        place = places.get(game.repetition_key(after))
        if place is None:
            enter(after)
        elif place >= 0:
            return path[place][0], [move for _, move in path[place:]]
    return None
