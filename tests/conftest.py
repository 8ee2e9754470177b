"""The same examples every time, however slow the machine.

`pytest --hypothesis-profile=explore` looks at other ones, `…=thorough` at very many.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("steady", derandomize=True, **PATIENT)
settings.register_profile("explore", **PATIENT)
settings.register_profile("thorough", max_examples=20_000, **PATIENT)
settings.load_profile("steady")

# Whatever databases somebody has, tests see none.
os.environ["ZERMELO_DATA"] = str(Path(tempfile.gettempdir()) / "zermelo-tests-have-none")

@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    """A folder to work and to import in; what is printed there has no colours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:  # another page may have a file of the same name
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run"]


@pytest.fixture(scope="session")
def browser():
    """One for all tests of a process: it cannot have two."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs pip install playwright")
    chromium = (os.environ.get("CHROMIUM") or shutil.which("chromium")
                or shutil.which("google-chrome"))
    if chromium is None:
        pytest.skip("needs Chromium: apt install chromium, or say where it is in $CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield found
        found.close()


def pytest_collection_modifyitems(items):
    """What one worker does alone comes first, so that the other has enough to do meanwhile."""
    items.sort(key=lambda item: "/tests/web/" not in str(item.path))
