"""Recorded searches for the tree lab: what `zermelo.tree` records, within bounds."""

import pytest

from zermelo import load
from zermelo.errors import GameError, LimitError, ParameterError
from zermelo.tree import compare
from zermelo.web.trees import ALGORITHMS, hand_written, recorded


def test_the_lab_shows_what_the_tree_room_records():
    here = load("tictactoe").position("xo./.x./o..:x")
    found = recorded(here, ",".join(ALGORITHMS), 3)
    wanted = compare(here, algorithms=ALGORITHMS, depth=3, drawn=5000)
    assert found["trees"] == wanted.to_json()["trees"]
    boards = {node["board"] for tree in found["trees"] for node in tree["nodes"]
              if "board" in node}
    assert set(found["pictures"]) == boards


@pytest.mark.parametrize("text, says", [
    ("[[1, 2], [3", "breaks off: .*line 1 column 12"), ("7", "a tree is a list"),
    ("[[1], []]", "at least one branch"), ('[1, "a"]', "cannot be compared"),
    ("[NaN]", "nan is no value"), ("x" * 30_000, "letters long")])
def test_trees_that_make_no_sense(text, says):
    with pytest.raises(GameError, match=says):
        hand_written(text)


def test_what_is_too_much_to_look_at():
    here = load("connect4").position()
    with pytest.raises(LimitError, match="lower the depth"):
        recorded(here, "minimax", 6)
    with pytest.raises(ParameterError, match="no algorithm 'magic'"):
        recorded(here, "magic", 1)
