"""A position as it looks: a board, what stands on it, and where moves are pointed at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from zermelo.drawing.board import Board, Piece
from zermelo.errors import RulesError

VERSION = 1
PLAYERS = ("first", "second")
COLOURS = ("blue", "orange")


@dataclass(frozen=True)
class SceneMove:
    """A legal move: the places that it is pointed at with, in order, and the pieces that it puts
    where none was."""

    text: str
    places: tuple[int, ...]
    adds: tuple[Piece, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the page gets it: dicts, lists, numbers and texts."""
        return {"move": self.text, "places": list(self.places),
                "adds": [list(piece) for piece in self.adds]}


@dataclass(frozen=True)
class Scene:
    """A board and its pieces; `words` are lines of text below it.

    `moves` are the legal moves that can be made by pointing, `last` the one that led here.

    >>> from zermelo.drawing import grid
    >>> Scene(grid(2, 2), (Piece(3, 1),)).to_json()["pieces"]
    [[3, 1, 0, 1]]
    """

    board: Board
    pieces: tuple[Piece, ...] = ()
    words: tuple[str, ...] = ()
    moves: tuple[SceneMove, ...] = ()
    last: SceneMove | None = None
    players: tuple[str, str] = PLAYERS
    colours: tuple[str, str] = COLOURS

    def __post_init__(self) -> None:
        for piece in self.pieces:
            wrong = self.board.wrong_with(piece)
            if wrong:
                raise RulesError(f"{wrong}; `zermelo check` finds out more")

    def to_json(self) -> dict[str, Any]:
        """Plain data, as docs/scenes.md describes it."""
        return {
            "version": VERSION,
            "board": self.board.to_json(),
            "pieces": [list(piece) for piece in self.pieces],
            "words": list(self.words),
            "moves": [move.to_json() for move in self.moves],
            "last": None if self.last is None else self.last.to_json(),
            "players": list(self.players),
            "colours": list(self.colours),
        }


class Drawn(Protocol):
    """What a drawing asks of a game."""

    @property
    def spec(self) -> str:
        """The game in one line of text."""

    def scene(self, s: Any) -> Scene:
        """What a state looks like."""

    def text(self, s: Any) -> str:
        """A state in one line of text."""

    def play(self, s: Any, m: Any) -> Any:
        """The state after a move."""

    def move_text(self, s: Any, m: Any) -> str:
        """What people call a move."""

    def touches(self, s: Any, m: Any) -> Iterable[int]:
        """The places that a move is pointed at with."""

    def overrides(self, hook: str) -> bool:
        """Whether the game has a hook of its own."""


def added(before: Scene, after: Scene) -> tuple[Piece, ...]:
    """The pieces that stand where none was."""
    taken = {piece.place for piece in before.pieces if piece.count}
    return tuple(piece for piece in after.pieces if piece.place not in taken and piece.count)
