"""Very many games in a small file: moves as numbers, what their movers found, and who won.

A game in an arena is a page to read; of millions, to learn from, only the numbers are kept:

    save("own.npz", game, packed(ends, opening=8))
    read("own.npz", game).moves
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.arena.duels import End
from zermelo.errors import GameError
from zermelo.game import Game

SUFFIX = ".npz"

Ints = npt.NDArray[np.int64]


class Packed(NamedTuple):
    """Games, one after the other; all begin with as many plies by lot."""

    opening: int
    plies: Ints  # of each game
    halves: Ints  # the first player's points in each, 0 to 2
    moves: Ints  # of all games
    values: Ints  # what their movers found, in thousandths; nothing in the openings

    @property
    def ends(self) -> Ints:
        """Where each game's moves end."""
        return np.cumsum(self.plies)


def packed(ends: Iterable[End], opening: int) -> Packed:
    """These games, packed; those that were over before the opening was are left out."""
    kept = [end for end in ends if len(end.moves) > opening]
    return Packed(opening, np.array([len(end.moves) for end in kept], np.int64),
                  np.array([end.halves for end in kept], np.int64),
                  np.array([move for end in kept for move in end.moves], np.int64),
                  np.array([value for end in kept for value in (
                      *(0,) * opening, *end.values[opening:])], np.int64))


def joined(parts: Sequence[Packed]) -> Packed:
    """The games of several, whose openings are equally long."""
    return Packed(parts[0].opening, *(np.concatenate(column) for column in zip(
        *(part[1:] for part in parts), strict=True)))


def save(file: str | Path, game: Game, games: Packed) -> None:
    """Write them down, each number in as few bytes as all of its kind need."""
    with Path(file).open("wb") as out:
        np.savez_compressed(out, game=game.source, **{  # type: ignore[arg-type]
            name: _small(np.asarray(column)) for name, column in games._asdict().items()})


def read(file: str | Path, game: Game) -> Packed:
    """The games of a file; GameError if they are of another game, or cannot be read."""
    try:
        with Path(file).open("rb") as opened, np.load(opened, allow_pickle=False) as found:
            source = str(found["game"])
            games = Packed(int(found["opening"]),
                           *(found[name].astype(np.int64) for name in Packed._fields[1:]))
    except OSError as error:
        raise GameError(f"{str(file)!r} cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise GameError(f"{str(file)!r} has no packed games: it is no file of theirs, or damaged"
                        ) from None
    if source != game.source:
        raise GameError(f"{file} has games of {source}, and not of {game.source}")
    if (any(column.ndim != 1 for column in games[1:]) or len(games.plies) != len(games.halves)
            or not games.plies.sum() == len(games.moves) == len(games.values)
            or games.plies.min(initial=games.opening + 1) <= games.opening):
        raise GameError(f"{str(file)!r} has no packed games: its numbers do not belong together")
    return games


def _small(numbers: Ints) -> npt.NDArray[np.integer]:
    least, most = int(numbers.min(initial=0)), int(numbers.max(initial=0))
    kind = np.result_type(np.min_scalar_type(least), np.min_scalar_type(most))
    return numbers.astype(kind)
