"""`zermelo tree`: what it prints, what it writes, and what it refuses."""

import json

import pytest

from zermelo.tree import read, record
from zermelo.tree.reading import from_json

WORKED = "[[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]"


def test_a_tree_on_the_command_line(zermelo):
    ran = zermelo("tree", WORKED)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Alpha-beta\nvalue 6, 18 nodes visited, 2 branches pruned\n\n△ 6\n")
    assert str(record(json.loads(WORKED))) in ran.out


def test_a_tree_in_a_file(zermelo, tmp_path):
    (tmp_path / "tree.json").write_text(WORKED)
    ran = zermelo("tree", str(tmp_path / "tree.json"), "root/2", "--algorithm", "minimax")
    assert ran.status == 0 and ran.out.startswith("Minimax\nvalue 4, 7 nodes visited\n\n▽ 4\n")
    ran = zermelo("tree", str(tmp_path / "tree.json"), "--moves", "1 2")
    assert "△ 9\n" in ran.out


def test_a_game(zermelo):
    ran = zermelo("tree", "tictactoe", "xox/.o./..x:o", "--depth", "9", "-a", "table")
    assert ran.status == 0
    assert ran.out.startswith("tictactoe xox/.o./..x:o: Alpha-beta, positions remembered\n"
                              "value -1, 21 nodes visited, 6 branches pruned, line c2 a2 b3\n")
    assert "Values in the view of x; leaves are worth payoffs.\n" in ran.out


def test_a_game_without_a_depth_is_searched_two_plies_deep(zermelo):
    found = json.loads(zermelo("tree", "tictactoe", "--json").out)
    assert found["depth"] == 2 and len(found["nodes"]) > 10
    assert {len(node.path) for node in from_json(found).nodes()} == {0, 1, 2}


def test_a_large_tree_says_what_was_left_out(zermelo):
    ran = zermelo("tree", "tictactoe", "--depth", "3", "--drawn", "50")
    assert ran.status == 0 and "Drawn are " in ran.out and " more below" in ran.out


def test_json(zermelo):
    found = json.loads(zermelo("tree", WORKED, "--json").out)
    assert found["format"] == "zermelo-tree/2"
    assert (found["value"], found["visited"], found["line"]) == (6, 18, ["1", "1", "2"])
    assert found["nodes"][5]["cut"] == [9, 6] and found["nodes"][5]["bound"] == "≥"


@pytest.mark.parametrize("ending", ["svg", "html", "mmd", "dot", "json", "txt"])
def test_files(zermelo, tmp_path, ending):
    file = tmp_path / f"tree.{ending}"
    ran = zermelo("tree", WORKED, "-o", str(file))
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    record(json.loads(WORKED)).save(tmp_path / f"again.{ending}")
    assert file.read_bytes() == (tmp_path / f"again.{ending}").read_bytes()


@pytest.mark.parametrize("ending", ["svg", "html"])
def test_themes(zermelo, tmp_path, ending):
    file = tmp_path / f"tree.{ending}"
    written = set()
    for theme in ("auto", "light", "dark"):
        assert zermelo("tree", WORKED, "-o", str(file), "--theme", theme).status == 0
        written.add(file.read_text())
    assert len(written) == 3


def test_a_recorded_search_is_drawn_again(zermelo, tmp_path):
    recorded, drawn = str(tmp_path / "a.json"), str(tmp_path / "a.svg")
    assert zermelo("tree", "nim", "--depth", "2", "-o", recorded).status == 0
    assert zermelo("tree", recorded, "-o", drawn).status == 0
    assert (tmp_path / "a.svg").read_text() == read(recorded).svg()
    ran = zermelo("tree", recorded, "--depth", "3")
    assert ran.status == 2 and "is a search that was recorded" in ran.err


def test_compare(zermelo, tmp_path):
    ran = zermelo("tree", "connect4", "--moves", "4 4", "--depth", "3",
                  "--compare", "minimax,alphabeta,ordered,table")
    assert ran.status == 0
    rows = [line.split() for line in ran.out.splitlines()[3:]]
    assert [row[0] for row in rows] == ["minimax", "alphabeta", "ordered", "table"]
    assert len({row[1] for row in rows}) == 1 and rows[0][2] == "400"
    nodes = {row[0]: int(row[2]) for row in rows}
    assert nodes["ordered"] < nodes["alphabeta"] < nodes["minimax"]
    ran = zermelo("tree", WORKED, "--compare", "minimax,ordered", "--json")
    assert [tree["visited"] for tree in json.loads(ran.out)["trees"]] == [22, 15]
    assert zermelo("tree", WORKED, "--compare", "minimax,ordered",
                   "-o", str(tmp_path / "two.html")).status == 0


def test_help_has_examples(zermelo):
    ran = zermelo("tree", "--help")
    assert ran.status == 0 and "\n    zermelo tree tictactoe" in ran.out and "--json" in ran.out


def test_figures_and_steps(zermelo, tmp_path):
    ran = zermelo("tree", "[[3, 12], [2, 4]]", "--figure", "leaves")
    assert ran.status == 0 and ran.out.startswith("Game tree\n7 nodes; the values of the leaves")
    assert "△\n├── ▽\n│   ├── 3\n" in ran.out
    ran = zermelo("tree", "tictactoe", "--figure", "unsearched", "-o", f"{tmp_path}/it.mmd")
    assert ran.status == 0 and "tictactoe - game tree" in (tmp_path / "it.mmd").read_text()
    assert zermelo("tree", "[[3, 12], [2, 4]]", "-o", f"{tmp_path}/steps/").status == 0
    assert len(list((tmp_path / "steps").iterdir())) == len(record([[3, 12], [2, 4]]).steps())
    assert zermelo("tree", "[[3, 12], [2, 4]]", "-o", f"{tmp_path}/it.anim.svg").status == 0
    assert "<set " in (tmp_path / "it.anim.svg").read_text()


BAD = [
    ([WORKED, "--figure", "leafs"], "there is no figure 'leafs' (did you mean leaves?)"),
    ([WORKED, "--figure", "leaves", "--compare", "minimax"], "leave out --compare"),
    ([WORKED, "--figure", "leaves", "-o", "steps/"], "a tree that is not searched has no steps"),
    ([WORKED, "--compare", "minimax", "-o", "x/"], "several trees cannot be written as /"),
    (["nowhere.json"], "the tree file 'nowhere.json' cannot be read: No such file"),
    (["[1,"], "'[1,' is not JSON"),
    (["[]"], "in the tree, at root: a node needs at least one branch"),
    (['[1, "a"]'], "cannot be compared with 'a'"),
    (['{"children": [1], "colour": 2}'], "a node has no 'colour'"),
    ([WORKED, "root/9"], "'root/9' is not a position of tree"),
    ([WORKED, "--moves", "7"], "illegal move '7' in root"),
    ([WORKED, "--algorithm", "alfabeta"], "no algorithm 'alfabeta' (did you mean alphabeta?)"),
    ([WORKED, "--algorithm", "minimax+ordered"], "minimax looks at everything"),
    ([WORKED, "--compare", ","], "there is nothing to compare"),
    ([WORKED, "--compare", "minimax,nonsense"], "there is no algorithm 'nonsense'"),
    ([WORKED, "-o", "tree.gif"], "'tree.gif': a tree cannot be written as .gif"),
    ([WORKED, "-o", "nowhere/tree.svg"], "'nowhere/tree.svg' cannot be written: No such file"),
    ([WORKED, "--compare", "minimax", "-o", "x.dot"], "several trees cannot be written as .dot"),
    ([WORKED, "--depth", "-1"], "a depth of -1 makes no sense"),
    ([WORKED, "--depth", "deep"], "'deep' is not a whole number"),
    ([WORKED, "--theme", "drak", "-o", "x.svg"], "no theme 'drak' (did you mean dark?)"),
    ([WORKED, "--theme", "drak", "-o", "x.html"], "no theme 'drak' (did you mean dark?)"),
    ([WORKED, "--drawn", "0"], "a drawing of 0 nodes makes no sense"),
    ([WORKED, "--evaluator", "cunning"], "has no evaluator 'cunning'"),
    (['[["a"], ["b"]]', "--algorithm", "negamax"], "negamax needs values that can be negated"),
    (["tictacto"], "unknown game 'tictacto' (did you mean tictactoe?)"),
    (["tictactoe", "nonsense"], "'nonsense' is not a position of tictactoe"),
    (["tictactoe", "--depth", "9", "-a", "minimax", "--nodes", "100"],
     "was not finished after 100 nodes: raise the limit, lower the depth"),
    (["tictactoe", "--nodes", "0"], "a limit of nodes of 0 makes no sense"),
    ([], "missing argument 'GAME|TREE'"),
]


@pytest.mark.parametrize("arguments, words", BAD, ids=[" ".join(a)[-40:] for a, _ in BAD])
def test_what_is_refused(zermelo, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    ran = zermelo("tree", *arguments)
    assert (ran.status, ran.out) == (2, ""), ran
    assert ran.err.startswith("zermelo: ") and ran.err.count("\n") == 1
    assert words in ran.err, ran
    assert not list(tmp_path.iterdir())


def test_rules_that_raise(zermelo, files):
    ran = zermelo("tree", "right.py:Raising")
    assert ran.status == 2 and "the rules raised IndexError" in ran.err
