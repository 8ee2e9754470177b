"""Mermaid, Graphviz, JSON and text, read again."""

import json
import re
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from tree_examples import ALGORITHMS, CHOSEN, FIRST, KINDS, NAMED, WORKED, endgame

from small_games import player_trees
from zermelo import load
from zermelo.errors import NotationError, ParameterError
from zermelo.tree import compare, read, record
from zermelo.tree.reading import from_json

# --- Mermaid ---

NODE = re.compile(r'(n\d+)(\[/"|\[\\"|\[")(.*?)("\\\]|"/\]|"\]):::(\w+)')
EDGE = re.compile(r'(n\d+) (---|==>|-\.-x)(?:\|"(.*?)"\|)? (n\d+)')
SHAPES = {('[/"', '"\\]'): "max", ('[\\"', '"/]'): "min", ('["', '"]'): "leaf"}


def parse_mermaid(text):
    """Nodes, edges and the rest of a flowchart; every line must be one that we know."""
    lines = text.splitlines()
    assert lines[0] == "---" and re.fullmatch(r'title: "[^"\\]*"', lines[1]) and lines[2] == "---"
    assert lines[3] == "flowchart TD"
    nodes, edges, rest = {}, [], []
    for line in map(str.strip, lines[4:]):
        if match := NODE.fullmatch(line):
            name, opening, label, closing, look = match.groups()
            nodes[name] = (SHAPES[opening, closing], label, look)
        elif match := EDGE.fullmatch(line):
            edges.append(match.groups())
        else:
            rest.append(line)
            assert line.startswith(("%% ", "classDef ", "linkStyle ")), line
    return nodes, edges, rest


@pytest.mark.parametrize("tree, name, values, cuts", WORKED)
def test_the_worked_trees_in_mermaid(tree, name, values, cuts):
    found = record(tree, algorithm=name)
    nodes, edges, _ = parse_mermaid(found.mermaid())
    paths = {f"n{node.id}": " ".join(node.path) for node in found.root.walk()}
    assert set(paths) == set(nodes)
    for key, (shape, label, look) in nodes.items():
        path, value = paths[key], values[paths[key]]
        kind = KINDS[len(path.split())]
        assert shape == kind
        if value is None:
            assert look == "pruned"
        else:
            assert label == value
            assert look == (f"{kind}Chosen" if path in CHOSEN else kind)
    said = {}
    for start, line, label, end in edges:
        path = paths[end]
        assert path.rpartition(" ")[0] == paths[start]
        assert line == ("-.-x" if values[path] is None else "==>" if path in CHOSEN else "---")
        if label:
            said[paths[start]] = label
    assert said == cuts


def test_mermaid_colours_the_right_edges():
    _, edges, rest = parse_mermaid(record(FIRST).mermaid())
    styled = {line.split()[2]: [int(i) for i in line.split()[1].split(",")]
              for line in rest if line.startswith("linkStyle")}
    chosen = [i for i, edge in enumerate(edges) if edge[1] == "==>"]
    pruned = [i for i, edge in enumerate(edges) if edge[1] == "-.-x"]
    assert sorted(styled.values()) == sorted([chosen, pruned])


def test_mermaid_escapes_what_would_be_syntax():
    nodes, edges, _ = parse_mermaid(record(NAMED).mermaid())
    labels = [label for _, label, _ in nodes.values()]
    assert labels[0] == "A #amp; #quot;q#quot; #35;1 #lt;b#gt;<br/>3"
    for label in [*labels, *(edge[2] or "" for edge in edges)]:
        assert not set(label.replace("<br/>", "")) & set('"<>&`')


def test_mermaid_has_boards():
    nodes, _, _ = parse_mermaid(endgame().mermaid())
    assert nodes["n0"][1] == ("-1<br/>\u00a0\u00a0a\u00a0b\u00a0c<br/>1\u00a0x\u00a0o\u00a0x"
                              "<br/>2\u00a0.\u00a0o\u00a0.<br/>3\u00a0.\u00a0.\u00a0x")


# --- Graphviz ---

DOT_NODE = re.compile(r"  (n\d+) \[(shape=.*)\];")
DOT_EDGE = re.compile(r"  (n\d+) -> (n\d+)(?: \[(.*)\])?;")


def attributes(text):
    return {name: value.strip('"') for name, value in
            re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|[\w.]+)', text or "")}


@pytest.mark.parametrize("tree, name, values, cuts", WORKED)
def test_the_worked_trees_in_dot(tree, name, values, cuts):
    found = record(tree, algorithm=name)
    text = found.dot()
    paths = {f"n{node.id}": " ".join(node.path) for node in found.root.walk()}
    nodes = {n: attributes(rest) for n, rest in DOT_NODE.findall(text)}
    assert set(nodes) == set(paths)
    shapes = {"max": "triangle", "min": "invtriangle", "leaf": "box"}
    for key, look in nodes.items():
        path = paths[key]
        assert look["shape"] == shapes[KINDS[len(path.split())]]
        assert ("dashed" in look["style"]) == (values[path] is None)
        assert values[path] is None or look["label"] == values[path]
    edges = {paths[end]: (paths[start], attributes(rest))
             for start, end, rest in DOT_EDGE.findall(text)}
    assert edges.keys() == values.keys() - {""}
    for path, (_, look) in edges.items():
        assert (look.get("style") == "dashed") == (values[path] is None)
        assert (look.get("penwidth") == "4") == (path in CHOSEN)
    assert {start: look["label"] for start, look in edges.values() if "label" in look} == cuts


@pytest.mark.parametrize("found", [
    record(FIRST), record(NAMED), endgame(), record(load("kalah"), depth=2, drawn=30),
    record(["a\\", 'b"']),
], ids=["worked", "named", "endgame", "kalah", "quotes"])
def test_graphviz_draws_it(found):
    if shutil.which("dot") is None:
        pytest.skip("Graphviz is not installed: no program `dot`")
    ran = subprocess.run(["dot", "-Tplain"], input=found.dot(), text=True, capture_output=True,
                         check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    drawn = [line.split()[1] for line in ran.stdout.splitlines() if line.startswith("node ")]
    assert set(drawn) == {f"n{node.id}" for node in found.root.walk()}


# --- JSON ---


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(player_trees)
def test_json_reads_back(tree):
    for name in ALGORITHMS:
        found = record(tree, algorithm=name)
        assert from_json(json.loads(json.dumps(found.to_json()))) == found


def test_older_files_call_a_visit_its_order():
    found = record([[3, 5], [2, 9]], algorithm="alphabeta")
    data = json.loads(json.dumps(found.to_json()))
    for node in data["nodes"]:
        if "visit" in node:
            node["order"] = node.pop("visit")
    assert any("order" in node for node in data["nodes"]) and from_json(data) == found


def test_a_games_json_reads_back_and_draws_the_same(tmp_path):
    for name in ALGORITHMS:
        found = endgame(name, drawn=12)
        found.save(tmp_path / "tree.json")
        again = read(tmp_path / "tree.json")
        assert again == found
        assert (again.svg(), again.html(), str(again)) == (found.svg(), found.html(), str(found))
        assert (again.mermaid(), again.dot()) == (found.mermaid(), found.dot())


def test_json_is_json():
    found = record([[float("inf"), 2.5], [-3, 1]], algorithm="minimax")
    text = json.dumps(found.to_json(), allow_nan=False)
    assert from_json(json.loads(text)) == found and '"inf"' in text


@pytest.mark.parametrize("change, why", [
    (lambda data: data.update(format="zermelo-tree/9"), "recorded as 'zermelo-tree/9'"),
    (lambda data: data.update(format="other"), "not a recorded search"),
    (lambda data: data.pop("nodes"), "damaged: KeyError: 'nodes'"),
    (lambda data: data["nodes"][3].pop("why"), "damaged: KeyError"),
    (lambda data: data["nodes"][1].update(children=[0]), "damaged: ValueError: node 0 hangs"),
    (lambda data: data["nodes"][1].update(children=[2, 2]), "node 2 hangs where it cannot"),
    (lambda data: data["nodes"][1].update(children=[99]), "damaged: IndexError"),
    (lambda data: data["nodes"].reverse(), "damaged: ValueError"),
    (lambda data: data.update(nodes=[]), "damaged: IndexError"),
    (lambda data: data.update(players=["one"]), "damaged: ValueError"),
])
def test_damaged_json_is_refused(change, why):
    data = record(FIRST).to_json()
    change(data)
    with pytest.raises(NotationError, match=why):
        from_json(data)


def test_a_tree_written_by_hand_is_read_too(tmp_path):
    (tmp_path / "hand.json").write_text(json.dumps(FIRST), encoding="utf-8")
    assert record(read(tmp_path / "hand.json")).value == 6
    with pytest.raises(NotationError, match="is not JSON"):
        (tmp_path / "bad.json").write_text("[1,")
        read(tmp_path / "bad.json")
    with pytest.raises(NotationError, match="cannot be read: No such file"):
        read(tmp_path / "none.json")


# --- text, and files ---


def test_text():
    assert str(record(FIRST)) == """\
△ 6
├━▶ ▽ 6
│   ├━▶ △ 6
│   │   ├── 5
│   │   └━▶ 6
│   └── △ ≥ 9  α=9 ≥ β=6
│       ├─▶ 9
│       └╌╌ 7  pruned
├── ▽ ≤ 4  β=4 ≤ α=6
│   ├─▶ △ 4
│   │   ├─▶ 4
│   │   └── 3
│   └╌╌ △  pruned
│       ├╌╌ 8  pruned
│       └╌╌ 2  pruned
└── ▽ 5
    ├── △ 10
    │   ├─▶ 10
    │   └── 1
    └─▶ △ 5
        ├─▶ 5
        └── 2"""


def test_text_of_a_game():
    text = str(endgame(drawn=18))
    assert text.startswith("▽ -1\n")
    assert "├━▶ c2 △ -1" in text and "  pruned" in text and " more below" in text
    assert "└╌╌ c2 b3  pruned" in str(endgame())  # several on one line


@pytest.mark.parametrize("ending, begins", [
    (".svg", "<svg "), (".html", "<!doctype html>"), (".mmd", "---\ntitle"),
    (".dot", "digraph "), (".json", '{\n "format": "zermelo-tree/2"'), (".txt", "△ 6\n"),
    (".SVG", "<svg "),
])
def test_the_ending_chooses_the_format(tmp_path, ending, begins):
    file = tmp_path / f"tree{ending}"
    record(FIRST).save(file)
    assert file.read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize("name, why", [
    ("tree.svgg", r"written as .svgg \(did you mean .svg\?\); end it with .svg, .png, .html"),
    ("tree", "cannot be written as that; end it with"),
    ("nowhere/tree.svg", "cannot be written: No such file"),
])
def test_files_that_cannot_be_written(tmp_path, name, why):
    with pytest.raises(ParameterError, match=why):
        record(FIRST).save(tmp_path / name)


def test_several_trees_have_fewer_formats(tmp_path):
    several = compare(FIRST)
    for ending in (".svg", ".html", ".json", ".txt"):
        several.save(tmp_path / f"trees{ending}")
    assert len(json.loads((tmp_path / "trees.json").read_text())["trees"]) == 4
    with pytest.raises(ParameterError, match=r"several trees cannot be written as \.dot"):
        several.save(tmp_path / "trees.dot")
