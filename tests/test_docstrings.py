"""Examples in docstrings come out as they say.

Run here and not by `--doctest-modules`, which has every worker read all files, those without
examples and the tests among them, before the first test begins.
"""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import zermelo

HOME = Path(zermelo.__file__).parent
FILES = [file for file in sorted(HOME.rglob("*.py")) if ">>> " in file.read_text("utf-8")]
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def module_of(file):
    parts = file.relative_to(HOME.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


@pytest.mark.parametrize("file", [
    pytest.param(file, marks=pytest.mark.xdist_group(f"docstrings {file}")) for file in FILES],
    ids=module_of)
def test_examples(file):
    names = vars(importlib.import_module(module_of(file)))
    source = file.read_text("utf-8")
    runner, said, read = doctest.DocTestRunner(), [], 0
    for node in ast.walk(ast.parse(source)):
        text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
        if text and ">>> " in text:
            examples = doctest.DocTestParser().get_doctest(
                text, names.copy(), getattr(node, "name", "the module"), str(file),
                node.body[0].lineno - 1)
            read += len(examples.examples)
            runner.run(examples, out=said.append)
    assert not runner.failures, "".join(said)
    assert read == sum(line.lstrip().startswith(">>> ") for line in source.splitlines())


def test_there_are_many():
    assert len(FILES) > 100
