"""The same examples every time, however slow the machine.

`pytest --hypothesis-profile=explore` looks at other ones, `…=thorough` at very many.
"""

import atexit
import contextlib
import gc
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tiers import put_off

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("steady", derandomize=True, **PATIENT)
settings.register_profile("explore", **PATIENT)
settings.register_profile("thorough", max_examples=20_000, **PATIENT)
settings.load_profile("steady")

# Whatever databases somebody has, tests see none.
os.environ["ZERMELO_DATA"] = str(Path(tempfile.gettempdir()) / "zermelo-tests-have-none")

# Nor does every process that they start compile all of Zermelo's own Python again, where no
# bytecode is to be written beside the source: it is kept as long as the tests run.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="zermelo-bytecode-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

# Matrices are multiplied by one thread in each process: there are as many as processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell that runs tests in the background has their programs ignore Ctrl-C, which many test.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


FORGETTING = """try {
    if (!sessionStorage.begun) localStorage.clear();
    sessionStorage.begun = "yes";
} catch { /* a page without an address remembers nothing */ }"""


@pytest.fixture(scope="session")
def contexts():
    """What a browser's tabs share, by its options."""
    return {}


@pytest.fixture
def tab_with(browser, contexts):
    """Opens a tab, and closes it after the test; those with the same options share what takes
    longest, a process and what it has loaded, but nothing that a page remembers. A test that sets
    the clock asks for one that is `alone`: a clock is that of all tabs that share."""
    def opened(*, alone=False, **options):
        key = object() if alone else repr(sorted(options.items()))
        if key not in contexts:
            contexts[key] = browser.new_context(**options)
            contexts[key].add_init_script(FORGETTING)
        opened.tabs.append(contexts[key].new_page())
        if alone:
            opened.alone.append(contexts.pop(key))
        return opened.tabs[-1]

    opened.tabs, opened.alone = [], []
    yield opened
    for tab in opened.tabs:
        tab.close()
    for context in opened.alone:
        context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """What the pages showed when a test failed."""
    report = yield
    if call.when == "call" and report.failed and "tab_with" in item.funcargs:
        for tab in item.funcargs["tab_with"].tabs:
            with contextlib.suppress(Exception):
                report.sections.append((f"a page, {tab.evaluate('document.visibilityState')}",
                                        f"{tab.url}\n{tab.inner_text('body')}"))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected here stays: looking through it again and again finds no garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before slow tests are left out, and xdist looks at the groups
def pytest_collection_modifyitems(items):
    """A file's tests are one worker's: they share what takes long to make, and all that look at
    pages share a browser and a server. These come first, so that nobody waits for them."""
    put_off(items)
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(group_of(item)))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group").args[0] != "web")


def group_of(item):
    if "/tests/publish/" in str(item.path):
        return "publish"  # one site
    if "/tests/learn/" in str(item.path):
        return "learn"  # scikit-learn takes seconds to load
    if "browser" in getattr(item, "fixturenames", ()):
        return "web"
    if "/tests/web/" in str(item.path):
        return "web, without a browser"  # which needs not wait for those with one
    return f"{item.path.parent.name}/{item.path.stem}"
