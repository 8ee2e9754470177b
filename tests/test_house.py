"""Arrows go down only: no room of the package imports from one above it."""

import ast
import importlib.util
import os
import re
from pathlib import Path

import pytest

import zermelo
from zermelo.games import ALIASES, GAMES

FLOORS = (  # from the ground up; rooms on one floor may know each other
    ("errors", "portable", "lanes", "stacks", "telling", "values", "grading", "limits", "notation",
     "drawing", "game", "position", "dealing", "own_files", "origins", "wandering", "marks",
     "holding", "databases"),
    ("games", "adapters"),
    ("evaluation",),
    ("compiler",),
    ("kernel",),
    ("textbook",),
    ("search",),
    ("solve", "tree", "checker"),
    ("play",),
    ("work",),
    ("arena", "analysis", "learn"),
    ("web", "uci", "notebook", "publish"),
    ("cli",),
)
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
HOME = Path(zermelo.__file__).parent
# Files that know each other: a game gives positions, which ask it; an analysis shows itself.
TOGETHER = [{"zermelo.game", "zermelo.position"}, {"zermelo.search.analysis",
                                                  "zermelo.search.display"}]


def imported(path):
    """The rooms that a module imports from, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zermelo."):
            yield node.module.split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (name.name.split(".")[1] for name in node.names
                        if name.name.startswith("zermelo."))


def rooms():
    return sorted({p.relative_to(HOME).parts[0].removesuffix(".py") for p in HOME.rglob("*.py")}
                  - {"__init__", "__main__"})


@pytest.mark.parametrize("room", rooms())
@pytest.mark.long_for("solve")
def test_every_room_has_its_floor_and_looks_down_only(room):
    paths = list((HOME / room).rglob("*.py")) or [HOME / f"{room}.py"]
    up = [(str(path.relative_to(HOME)), other) for path in paths for other in imported(path)
          if FLOOR.get(other, 0) > FLOOR[room]]
    assert not up


def test_the_page_about_the_house_tells_these_floors():
    """From the top down; of the ground floor it names a few rooms."""
    page = (HOME.parents[1] / "docs/architecture.md").read_text(encoding="utf-8")
    told = [set(re.findall("`([a-z_]+)`", row.split("|")[2])) for row in page.splitlines()
            if row.startswith("|") and "`" in row.split("|")[2]]
    *upper, ground = told
    assert upper == [set(floor) for floor in reversed(FLOORS[1:])]
    assert ground <= set(FLOORS[0])


def files_known():
    """What each file imports from which others, wherever in it, be it for types only."""
    files = {".".join(path.relative_to(HOME.parent).with_suffix("").parts
                      ).removesuffix(".__init__"): path for path in HOME.rglob("*.py")}
    knows = {}
    for name, path in files.items():
        knows[name] = known = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                known |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                known |= {inner if (inner := f"{node.module}.{alias.name}") in files
                          else node.module for alias in node.names}
        known &= files.keys() - {name}
    return knows


@pytest.mark.long
def test_no_files_import_each_other_in_a_circle():
    """But for a few that belong together. Take away what knows nothing that is left: all goes."""
    knows = files_known()
    for together in TOGETHER:
        assert all(knows[name] & together for name in together)
        for name in together:
            knows[name] -= together
    while knows:
        lowest = {name for name, others in knows.items() if not others & knows.keys()}
        assert lowest, sorted(knows)
        knows = {name: others for name, others in knows.items() if name not in lowest}


def constants(path):
    """The texts in a module that are no descriptions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    described = {id(node.body[0].value) for node in ast.walk(tree)
                 if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                 and isinstance(node.body[0], ast.Expr)}
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)
            and isinstance(node.value, str) and id(node) not in described]


@pytest.mark.long
def test_no_room_but_the_games_knows_a_game_by_name():
    names = {*GAMES, *ALIASES}
    found = [(str(path.relative_to(HOME)), text) for path in HOME.rglob("*.py")
             if path.relative_to(HOME).parts[0] != "games"
             for text in constants(path) if text.partition(":")[0] in names]
    assert found == []


def test_the_page_knows_no_game_by_name():
    """Nor does its bundle's source: a board is a scene, and examples are the games' own."""
    names = "|".join(re.escape(name) for name in (*GAMES, *ALIASES))
    sources = [path for path in (HOME.parents[1] / "frontend/src").rglob("*")
               if path.suffix in (".ts", ".css", ".html")]
    assert len(sources) > 30
    found = [(path.name, *hit) for path in sources
             for hit in re.findall(rf"\b({names})\b", path.read_text(encoding="utf-8"), re.I)]
    assert found == []


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process has all tests")
def test_the_tests_of_a_file_are_one_workers(request):
    """With a pytest that it does not know, xdist forgets groups, and every worker makes all."""
    assert "@" in request.node.nodeid, "install the versions in constraints.txt"


BENCHMARKS = sorted((Path(__file__).parents[1] / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_what_benchmarks_take_from_the_house_is_there(path):
    """They run for minutes, and so not in the tests: a name that is gone must be told here."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "zermelo":
            module = importlib.import_module(node.module)
            for name in node.names:
                assert hasattr(module, name.name) or importlib.util.find_spec(
                    f"{node.module}.{name.name}"), f"{node.module} has no {name.name}"
