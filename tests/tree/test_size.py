"""Trees too large to be drawn are refused at once, with their size; what is within reason is
drawn."""

import pytest

from zermelo.errors import LimitError
from zermelo.tree import record
from zermelo.tree.folding import MOST_BRANCHES, MOST_DRAWN
from zermelo.tree.reading import from_json


@pytest.mark.long
@pytest.mark.parametrize("leaves", [20_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_very_many_leaves_under_one_node(leaves):
    with pytest.raises(LimitError, match=f"{leaves:,} branches hang on one node, and at most "
                                         f"{MOST_BRANCHES:,}"):
        record(list(range(leaves)))
    found = record([0, [list(range(leaves))]], limit=None)  # further down they are folded
    assert len(found.nodes()) < 10
    assert any(node.folded == leaves for node in found.nodes())


@pytest.mark.long
def test_as_many_as_can_be():
    found = record(list(range(MOST_BRANCHES)))
    assert len(found.nodes()) == MOST_BRANCHES + 1
    assert found.svg().count('class="zt-node"') == MOST_BRANCHES + 1
    with pytest.raises(LimitError, match="2,001 branches"):
        record(list(range(MOST_BRANCHES + 1)))


@pytest.mark.long
def test_more_nodes_than_can_be_drawn_are_folded(monkeypatch):
    monkeypatch.setattr("zermelo.tree.recording.MOST_DRAWN", 20_000)
    tree = [[list(range(150)) for _ in range(150)]]
    found = record(tree, algorithm="minimax", drawn=10**9)
    assert 15_000 < len(found.nodes()) <= 20_000 < found.visited
    assert "up to 20,000" in found.rule


def test_a_file_with_too_many_is_refused():
    data = record([1, 2]).to_json()
    data["nodes"] += [data["nodes"][-1]] * MOST_DRAWN
    with pytest.raises(LimitError, match="is too large"):
        from_json(data)


def test_the_command_line_says_so(capsys):
    from zermelo.cli import main

    assert main(["tree", str(list(range(5000)))]) == 2
    said = capsys.readouterr()
    assert said.out == "" and "5,000 branches hang on one node" in said.err
