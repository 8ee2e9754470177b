"""Examples in docstrings come out as they say.

Run here and not by `--doctest-modules`, which has every worker read all files, those without
examples and the tests among them, before the first test begins.
"""

import doctest
import importlib
from pathlib import Path

import pytest

import zermelo

HOME = Path(zermelo.__file__).parent
FILES = [file for file in sorted(HOME.rglob("*.py")) if ">>> " in file.read_text("utf-8")]
MODULES = [".".join(file.relative_to(HOME.parent).with_suffix("").parts).removesuffix(".__init__")
           for file in FILES]


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.xdist_group(f"docstrings {name}")) for name in MODULES])
def test_examples(name):
    examples = [found for found in doctest.DocTestFinder().find(importlib.import_module(name))
                if found.examples]
    assert examples, f"no docstring of {name} has the examples that its file has"
    runner, said = doctest.DocTestRunner(), []
    for found in examples:
        runner.run(found, out=said.append)
    assert not runner.failures, "".join(said)


def test_there_are_many():
    assert len(MODULES) > 100
