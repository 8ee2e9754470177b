"""Published facts that need compiled rules: leaf counts, and the scores of Connect Four solvers."""

from functools import cache
from pathlib import Path

import pytest

from truths import FOLDER, rows
from zermelo import Engine, load
from zermelo.games.connect4 import stones_left_score

pytestmark = pytest.mark.slow

SCORES = Path(__file__).parents[2] / "shared" / "data" / "third-party" / "connect4"
MOST_LEAVES = 10**9


@cache
def engine_of(game):
    return Engine(game, None, table_mb=4)


class Counting:
    """The tools of the catalogue, as far as the engine counts leaves."""

    def leaves(self, game, plies, ended):
        if ended and plies > 9:
            pytest.skip("games of Othello end from ply 9 on, and the engine does not count those")
        return engine_of(game).count_leaves(None, plies)


def leaf_rows():
    if not FOLDER.is_dir():
        return []
    return [row for row in rows() if row.cost == "native" and row.kind == "leaves"
            and row.work is not None and row.work <= MOST_LEAVES]


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the published truths are not here")
@pytest.mark.parametrize("row", leaf_rows(), ids=lambda row: row.id)
def test_published_leaf_counts(row):
    row.check(Counting())


def test_counts_that_need_no_files():
    """From aartbik.com/MISC and the folklore of tic-tac-toe."""
    assert engine_of(load("checkers")).count_leaves(None, 9) == 3_963_680
    assert engine_of(load("othello")).count_leaves(None, 9) == 3_005_288
    assert engine_of(load("tictactoe")).count_leaves(None, 9) == 127_872


@pytest.mark.skipif(not SCORES.is_dir(), reason="the solvers' positions are not here")
@pytest.mark.parametrize("name", ["Test_L3_R1", "Test_L2_R1", "Test_L2_R2", "Test_L1_R1"])
def test_the_scores_of_connect_four_solvers(name):
    game = load("connect4")
    lines = [line.split() for line in (SCORES / name).read_text().splitlines()]
    states = [game.parse(moves) for moves, _ in lines]
    values = engine_of(game).values(states)
    assert len(values) == 1000
    assert [stones_left_score(game, s, v) for s, v in zip(states, values, strict=True)] == \
        [int(score) for _, score in lines]
