"""Rows on a rectangle, against the same counted row by row."""

import random
from itertools import product

import pytest

from zermelo import load
from zermelo.games.tictactoe import Board, TicTacToe
from zermelo.portable import bit, squares

SIZES = [(3, 3, 3), (4, 3, 2), (5, 4, 4), (7, 2, 5), (8, 8, 5), (9, 7, 6), (3, 2, 1), (20, 3, 4),
         (8, 8, 7)]


def rows_of(game):
    """Every row as a board."""
    for y, x, (dx, dy) in product(range(game.height), range(game.width),
                                  ((1, 0), (0, 1), (1, 1), (-1, 1))):
        cells = [(x + i * dx, y + i * dy) for i in range(game.k)]
        if all(0 <= cx < game.width and 0 <= cy < game.height for cx, cy in cells):
            row = 0
            for cx, cy in cells:
                row |= bit(cy * game.width + cx)
            yield row


def random_boards(game, seed, count=40):
    """Stones of both, in any number; who has a row already is left out."""
    rng = random.Random(seed)
    while count:
        mine = theirs = 0
        for cell in rng.sample(range(game.cells), rng.randrange(game.cells)):
            if rng.random() < 0.5:
                mine |= bit(cell)
            else:
                theirs |= bit(cell)
        count -= 1
        if not game.has_row(mine) and not game.has_row(theirs):
            yield mine, theirs, game.full & ~(mine | theirs)


@pytest.mark.parametrize("size", SIZES)
def test_rows_that_can_be_made(size):
    game = TicTacToe(*size)
    rows = set(rows_of(game))
    for mine, theirs, empty in random_boards(game, seed=sum(size)):
        opened = 0
        for row in rows:
            opened |= 0 if row & theirs else row
        assert game.open_cells(mine | empty) == opened
        wins = {c for c in squares(empty) if any(row & ~(mine | bit(c)) == 0 for row in rows)}
        assert set(squares(game.completing(mine, empty))) == wins
        assert all(game.has_row(mine | bit(c)) for c in wins)
        if wins or game.k > 6:
            continue
        lacking = [row & empty for row in rows
                   if not row & theirs and len(list(squares(row & empty))) == 2]
        threats = {c for row in lacking for c in squares(row)}
        assert set(squares(game.preparing(mine, empty)[0])) == threats
        forks = {c for c in threats
                 if len({d for row in lacking if row & bit(c) for d in squares(row & ~bit(c))}) > 1}
        found = game.forking(mine, empty)
        assert found in forks if forks else found == -1


def test_two_threats_decide():
    """Whoever cannot stop two threats loses in 2; whoever can make two wins in 3."""
    game = load("tictactoe:width=5,height=5,k=4")
    two = game.parse("...../.xxx./.oo../...../.....:o")
    assert game.outlook(two) == (-1, 2, -1, 2) and len(list(game.candidates(two))) == 1
    fork = game.parse("...../..xx./...../.o.o./.....:x")
    assert game.outlook(fork) == (1, 3, 1, 3)
    assert game.outlook(Board(0, 0, 0)) == (-1, 6, 1, 5)
