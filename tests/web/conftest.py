from importlib.util import find_spec
from pathlib import Path

import pytest
from arena_files import made
from page_parts import PATIENCE
from web_server import PageServer

MISSING = [name for name in ("starlette", "uvicorn", "websockets") if find_spec(name) is None]
collect_ignore_glob = ["test_*.py"] if MISSING else []


def pytest_report_header():
    if MISSING:
        return f"tests/web is left out: {MISSING[0]} is missing, pip install 'zermelo[web]'"
    return None


@pytest.fixture(scope="session")
def arena_file(tmp_path_factory):
    """An arena of 48 games, of which 36 are played."""
    file = tmp_path_factory.mktemp("arena") / "small.arena"
    made(file, ("greedy", "random", "engine:nodes=50", "random:seed=2"), 8, left=12).close()
    return file


@pytest.fixture(scope="session")
def server(tmp_path_factory, arena_file):
    """A server that also offers the games of the README and of the guide to scenes, and shows an
    arena."""
    home, folder = Path(__file__).parents[2], tmp_path_factory.mktemp("own")
    for document, name in (("README.md", "dominoes"), ("docs/scenes.md", "ataxx")):
        text = (home / document).read_text(encoding="utf-8")
        rules = f"# {name}.py" + text.partition(f"# {name}.py")[2].partition("```")[0]
        (folder / f"{name}.py").write_text(rules, encoding="utf-8")
    found = PageServer(f"{folder}/dominoes.py:Dominoes", f"{folder}/ataxx.py:Ataxx",
                       "--arena", str(arena_file))
    yield found
    found.stop()


@pytest.fixture
def page(tab_with, server):
    """A page that fails the test if it logs an error or asks anybody else for anything."""
    tab, trouble = tab_with(viewport={"width": 1280, "height": 900}), []
    tab.on("console", lambda m: m.type in ("error", "warning") and trouble.append(m.text))
    tab.on("pageerror", lambda error: trouble.append(str(error)))
    tab.on("request", lambda r: r.url.startswith((server.address, "blob:", "data:"))
           or trouble.append(f"a request to {r.url}"))
    tab.trouble = trouble
    tab.set_default_timeout(PATIENCE)
    yield tab
    assert trouble == []
