"""What we write as Mermaid, read by Mermaid itself."""

import json
import random
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from tree_examples import FIRST, NAMED, SECOND, endgame

from small_games import random_tree, with_players
from zermelo import load
from zermelo.tree import compare, record

HERE = Path(__file__).parent / "mermaid"


@pytest.fixture(scope="module")
def mermaid():
    """What Mermaid makes of some texts: nodes, edges and frames of each, or its complaint. It takes
    seconds to start, and is started once."""
    node = shutil.which("node")
    if node is None or not (HERE / "node_modules/mermaid").is_dir():
        pytest.skip("needs Mermaid: make mermaid, which needs Node")

    with subprocess.Popen([node, HERE / "parse.mjs"], stdin=subprocess.PIPE, text=True,
                          stdout=subprocess.PIPE, encoding="utf-8") as process:
        def parse(*texts):
            process.stdin.write(f"{json.dumps(texts)}\n")
            process.stdin.flush()
            said = process.stdout.readline()
            assert said, "Mermaid ended"
            return json.loads(said)

        yield parse
        process.stdin.close()


def plain(text):
    """A label as a browser shows it; Mermaid writes its codes in a way of its own."""
    return unescape(text.replace("ﬂ°°", "&#").replace("ﬂ°", "&").replace("¶ß", ";"))


def agrees(found, tree, frame=""):
    assert "error" not in found, found
    nodes = tree.nodes()
    for node in nodes:
        seen = found["nodes"][f"{frame}n{node.id}"]
        shown = plain(seen["text"])
        assert node.name in shown and node.value_text in shown
        kind = "pruned" if node.pruned else node.kind + "Chosen" * node.chosen
        assert seen["classes"] == [kind]
    wanted = [(f"{frame}n{p.id}", f"{frame}n{c.id}", c) for p in nodes for c in p.children]
    edges = [e for e in found["edges"] if e["from"].startswith(f"{frame}n")]
    assert [(e["from"], e["to"]) for e in edges] == [edge[:2] for edge in wanted]
    for edge, (_, _, child) in zip(edges, wanted, strict=True):
        assert edge["stroke"] == ("dotted" if child.pruned else "thick" if child.chosen
                                  else "normal")
        assert any("stroke-width:4px" in look for look in edge["style"]) == child.chosen


def some_trees():
    lots = random.Random(1913)
    for number in range(30):
        tree = random_tree(lots, 4, 3)
        yield record([tree] if isinstance(tree, int) else
                     tree if number % 2 else with_players(lots, tree))


def test_single_trees(mermaid):
    trees = [record(FIRST), record(SECOND, algorithm="negamax"), record(NAMED), endgame(),
             record(load("connect4"), depth=2, drawn=20), record([[1]]), *some_trees()]
    for found, tree in zip(mermaid(*(tree.mermaid() for tree in trees)), trees, strict=True):
        agrees(found, tree)
        assert found["frames"] == {}


def test_several_trees_in_frames(mermaid):
    several = [compare(FIRST), compare(NAMED, algorithms=["minimax", "alphabeta"]),
               compare(load("tictactoe").position("xox/.o./..x:o"),
                       algorithms=["alphabeta", "table", "ordered+table"]),
               compare(SECOND, algorithms=["minimax"])]
    for found, comparison in zip(mermaid(*(c.mermaid() for c in several)), several, strict=True):
        if len(comparison.trees) == 1:
            agrees(found, comparison.trees[0])
            continue
        assert sorted(found["frames"]) == [f"t{i}" for i in range(1, len(comparison.trees) + 1)]
        for number, tree in enumerate(comparison.trees, 1):
            frame = found["frames"][f"t{number}"]
            assert frame["title"].lower().endswith(tree.title.lower())
            assert set(frame["nodes"]) == {f"t{number}n{node.id}" for node in tree.nodes()}
            agrees(found, tree, f"t{number}")


def test_names_that_look_like_mermaid(mermaid):
    names = ["end", "graph TD", "a-->b", 'say "hi"', "subgraph x", "%% no", "]", "|;", "#35;",
             "`code`", "<b>bold</b>", "&amp;", "click n0 href", "ü ☃ 漢"]
    tree = record({"name": "root", "children": {
        name: {"name": name, "value": i} for i, name in enumerate(names)}})
    found, = mermaid(tree.mermaid())
    agrees(found, tree)
    labels = [plain(edge["text"]) for edge in found["edges"]]
    assert [label.partition("<br/>")[0] for label in labels] == names


def test_a_mistake_is_seen(mermaid):
    found, = mermaid(record(FIRST).mermaid().replace("==>", "=>", 1))
    assert "error" in found


@pytest.mark.long
def test_written_for_several_trees_from_the_command_line(tmp_path):
    file = tmp_path / "it.mmd"
    compare(FIRST).save(file)
    assert file.read_text() == compare(FIRST).mermaid()
    assert file.read_text().count("subgraph ") == 4
