"""Hex: how many stones each player still needs to connect his sides."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.games.hex import Board, Hex
from zermelo.portable import replaced

Cells = tuple[int, ...]  # a set of cells, written as in `Board`


def stones(game: Hex, s: Board) -> int:
    """Stones that blue would need to connect if red stood still, minus those that red would."""
    return lead(game, s, False)


def bridges(game: Hex, s: Board) -> int:
    """The same, but two cells with two empty common neighbours count as connected already."""
    return lead(game, s, True)


def lead(game: Hex, s: Board, over_bridges: bool) -> int:
    """How many stones red is ahead."""
    free = game.empty
    for word in range(game.words):
        free = replaced(free, word, game.full[word] & ~(s.red[word] | s.blue[word]))
    # Blue's way from left to right is a way from top to bottom on the transposed board.
    return (needed(game, game.transposed(s.blue), game.transposed(free), over_bridges)
            - needed(game, s.red, free, over_bridges))


def needed(game: Hex, own: Cells, free: Cells, over_bridges: bool) -> int:
    """How many free cells a chain from top to bottom must fill; all of the board if none can be.

    Layer by layer: the cells that a chain from the top reaches with no new stone, with one, …
    """
    reached = game.empty
    count = 0
    while True:
        growing = True
        while growing:  # along one's own stones as far as they go
            growing = False
            for word in range(game.words):
                more = reached[word] | touched(game, reached, free, word, over_bridges) & own[word]
                if more != reached[word]:
                    reached = replaced(reached, word, more)
                    growing = True
        if at_bottom(game, reached, free, over_bridges):
            return count
        further = reached
        for word in range(game.words):
            more = touched(game, reached, free, word, over_bridges) & free[word]
            further = replaced(further, word, reached[word] | more)
        if further == reached:
            return game.cells
        reached = further
        count += 1


def touched(game: Hex, cells: Cells, free: Cells, word: int, over_bridges: bool) -> int:
    """The cells, in one number of the board, that touch the top side or one of `cells`."""
    found = (shifted(game, cells, word, 1) & game.not_right
             | shifted(game, cells, word, game.size)
             | shifted(game, cells, word, game.size - 1) & game.not_left
             | shifted(game, cells, word, -1) & game.not_left
             | shifted(game, cells, word, -game.size)
             | shifted(game, cells, word, 1 - game.size) & game.not_right)
    if word == 0:
        found |= game.row_mask
    if over_bridges:
        found |= bridged(game, cells, free, word)
    return found


def bridged(game: Hex, cells: Cells, free: Cells, word: int) -> int:
    """The cells that have a bridge to the top side or to one of `cells`.

        above  above_right        A bridge leads between two neighbours that touch each other,
    left   cell   right           to the cell beyond both: six in all.
       below_left  below
    """
    right = shifted(game, free, word, 1) & game.not_right
    below = shifted(game, free, word, game.size)
    below_left = shifted(game, free, word, game.size - 1) & game.not_left
    left = shifted(game, free, word, -1) & game.not_left
    above = shifted(game, free, word, -game.size)
    above_right = shifted(game, free, word, 1 - game.size) & game.not_right
    found = (right & below & shifted(game, cells, word, game.size + 1)
             | below & below_left & shifted(game, cells, word, 2 * game.size - 1)
             | below_left & left & shifted(game, cells, word, game.size - 2) & game.not_two_left
             | left & above & shifted(game, cells, word, -game.size - 1)
             | above & above_right & shifted(game, cells, word, 1 - 2 * game.size)
             | above_right & right & shifted(game, cells, word, 2 - game.size)
             & game.not_two_right)
    if word == 0:
        found |= above & above_right & game.row_mask << game.size
    return found


def shifted(game: Hex, cells: Cells, word: int, by: int) -> int:
    """One number of the board on which every cell shows what is `by` cells further on."""
    if by > 0:
        image = cells[word] >> by
        if word + 1 < game.words:
            image |= cells[word + 1] << game.chunk - by
    else:
        image = cells[word] << -by
        if word > 0:
            image |= cells[word - 1] >> game.chunk + by
    return image & game.full[word]


def at_bottom(game: Hex, cells: Cells, free: Cells, over_bridges: bool) -> bool:
    """Whether one of `cells` touches the bottom side, or has a bridge to it."""
    if game.row(cells, game.size - 1):
        return True
    if not over_bridges or game.size == 1:
        return False
    last = game.row(free, game.size - 1)
    return game.row(cells, game.size - 2) & last & last << 1 != 0


STANDARD = LinearEvaluator(
    "standard",
    {"stones": stones, "bridges": bridges},
    {"stones": 1.0, "bridges": 2.0},
)
