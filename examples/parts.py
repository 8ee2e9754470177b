"""Tic-tac-toe in four parts: a state (an array), players, a manager, a display.

    python examples/parts.py
"""

from typing import NamedTuple

from zermelo.play import TextDisplay
from zermelo.play.parts import Manager, Side

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board(NamedTuple):
    """The state: nine cells, each empty, x or o."""

    cells: tuple[str, ...] = (".",) * 9

    @property
    def winner(self) -> int | None:
        """Whose row there is."""
        for number, mark in enumerate("xo"):
            if any(all(self.cells[i] == mark for i in row) for row in ROWS):
                return number
        return None

    @property
    def is_over(self) -> bool:
        """A row, or no room."""
        return self.winner is not None or "." not in self.cells

    def __str__(self) -> str:
        return "\n".join(" ".join(self.cells[i:i + 3]) for i in (0, 3, 6))


class Mark(Side):
    """A player, who knows its side and so its mark."""

    def moves(self, state: Board) -> list[int]:
        """The empty cells."""
        return [i for i, cell in enumerate(state.cells) if cell == "."]

    def play(self, state: Board, move: int) -> Board:
        """Its own mark there."""
        cells = list(state.cells)
        cells[move] = "xo"[self.number]
        return Board(tuple(cells))


def rows_open(state: Board) -> tuple[int, int]:
    """A heuristic whose values are no numbers, but compare: won or lost, then rows still open."""
    won = {None: 0, 0: 1, 1: -1}[state.winner]
    mine, theirs = (sum(all(state.cells[i] != other for i in row) for row in ROWS)
                    for other in "ox")
    return won, mine - theirs


def main() -> None:
    """Two players, 1 s a move, shown as they play."""
    manager = Manager(Board, Mark(), Mark(), heuristic=rows_open, depth=3, seconds=1,
                      display=TextDisplay())
    manager.play()


if __name__ == "__main__":
    main()
