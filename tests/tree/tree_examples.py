"""Trees that several test modules of this room use."""

from zermelo import load
from zermelo.tree import record

#                              max 6
#           min 6              min 4              min 5
#       max 6   max 9      max 4   max 8      max 10  max 5
#        5 6     9 7        4 3     8 2        10 1    5 2
FIRST = [[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]

#                  max 3
#          min 3            min -3
#      max 3  max 8     max -3  max 10
#      -2 3    8 2      -8 -3    1 10
SECOND = [[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]]

NAMED = {"name": "A & \"q\" #1 <b>", "player": "max", "children": {
    "left`x`": {"name": "B|;", "children": {"up": 3, "do]wn": 12}},
    "right": {"name": "C\\n", "children": [2, {"name": "leaf", "value": 4}]}}}

# For each node of a tree, by its way from the root: what alpha-beta makes of it.
FIRST_BY_ALPHA_BETA = {
    "": "6",
    "1": "6", "1 1": "6", "1 1 1": "5", "1 1 2": "6", "1 2": "≥ 9", "1 2 1": "9", "1 2 2": None,
    "2": "≤ 4", "2 1": "4", "2 1 1": "4", "2 1 2": "3", "2 2": None, "2 2 1": None, "2 2 2": None,
    "3": "5", "3 1": "10", "3 1 1": "10", "3 1 2": "1", "3 2": "5", "3 2 1": "5", "3 2 2": "2",
}
SECOND_BY_ALPHA_BETA = {
    "": "3",
    "1": "3", "1 1": "3", "1 1 1": "-2", "1 1 2": "3", "1 2": "≥ 8", "1 2 1": "8", "1 2 2": None,
    "2": "≤ -3", "2 1": "-3", "2 1 1": "-8", "2 1 2": "-3",
    "2 2": None, "2 2 1": None, "2 2 2": None,
}
FIRST_BY_MINIMAX = {
    "": "6",
    "1": "6", "1 1": "6", "1 1 1": "5", "1 1 2": "6", "1 2": "9", "1 2 1": "9", "1 2 2": "7",
    "2": "4", "2 1": "4", "2 1 1": "4", "2 1 2": "3", "2 2": "8", "2 2 1": "8", "2 2 2": "2",
    "3": "5", "3 1": "10", "3 1 1": "10", "3 1 2": "1", "3 2": "5", "3 2 1": "5", "3 2 2": "2",
}
SECOND_BY_MINIMAX = {
    "": "3",
    "1": "3", "1 1": "3", "1 1 1": "-2", "1 1 2": "3", "1 2": "8", "1 2 1": "8", "1 2 2": "2",
    "2": "-3", "2 1": "-3", "2 1 1": "-8", "2 1 2": "-3", "2 2": "10", "2 2 1": "1", "2 2 2": "10",
}
WORKED = [  # tree, algorithm, values, the cuts by node
    (FIRST, "minimax", FIRST_BY_MINIMAX, {}),
    (FIRST, "alphabeta", FIRST_BY_ALPHA_BETA, {"1 2": "α=9 ≥ β=6", "2": "β=4 ≤ α=6"}),
    (SECOND, "minimax", SECOND_BY_MINIMAX, {}),
    (SECOND, "alphabeta", SECOND_BY_ALPHA_BETA, {"1 2": "α=8 ≥ β=3", "2": "β=-3 ≤ α=3"}),
]
CHOSEN = {"", "1", "1 1", "1 1 2"}  # in both of them
KINDS = ("max", "min", "max", "leaf")  # by level, in both of them

ALGORITHMS = ("minimax", "alphabeta", "negamax", "ordered", "table", "ordered+table",
              "minimax+table")


def endgame(algorithm="table", **options):
    """A small search of a real game, with pruning, boards and repeated positions."""
    return record(load("tictactoe").position("xox/.o./..x:o"), algorithm=algorithm, **options)
