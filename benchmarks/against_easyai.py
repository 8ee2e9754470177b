"""Against easyAI, as `pip install` gives it: its Connect Four and its Negamax."""

from __future__ import annotations

from alpha_beta import POSITIONS, AlphaBeta
from figures import Goal, Section
from peers import peer

PACKAGE, PROGRAM, DEPTH = "easyAI==2.0.12", "run_easyai.py", 6


def against_easyai(repetitions: int) -> Section:
    """Connect Four, with and without its table."""
    as_shipped = AlphaBeta(peer(PACKAGE, PROGRAM, table=False), DEPTH, repetitions)
    with_table = AlphaBeta(peer(PACKAGE, PROGRAM, table=True), DEPTH, repetitions)
    return Section(
        "easyAI 2.0.12",
        f"Connect Four, the start and {POSITIONS - 1} random positions, depth {DEPTH}. First the "
        "same alpha-beta on both sides, with none of our techniques: the same nodes, one for one, "
        "and the same values. Then the time until the answer, our engine and easyAI as they come, "
        "an empty table before each of ours. easyAI's own table does not work with its Connect "
        "Four, which lacks `ttentry`; the last row adds that method.",
        [
            *as_shipped.same_tree_and_same_depth(Goal(1000), distances=True),
            with_table.same_depth("time to the same depth, easyAI with its table"),
        ],
        ("Zermelo", "easyAI", "ratio"),
    )
