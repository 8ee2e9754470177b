"""Against OpenSpiel: its Connect Four, written in C++, and its alpha-beta, written in Python."""

from __future__ import annotations

from alpha_beta import AlphaBeta
from figures import Goal, Section
from peers import peer

PACKAGE, PROGRAM, DEPTH = "open_spiel==2.0.2", "run_openspiel.py", 8


def against_openspiel(repetitions: int) -> Section:
    """Connect Four, which OpenSpiel searches without a table."""
    searched = AlphaBeta(peer(PACKAGE, PROGRAM), DEPTH, repetitions)
    return Section(
        "OpenSpiel 2.0.2",
        f"Connect Four, the same positions, depth {DEPTH}, against "
        "`open_spiel.python.algorithms.minimax`. Again first the same nodes, one for one, then the "
        "time until the answer.",
        searched.same_tree_and_same_depth(Goal(30), distances=False),
        ("Zermelo", "OpenSpiel", "ratio"),
    )
