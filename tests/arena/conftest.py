"""The files that the command line's tests use, for the arena's too."""

import importlib.util
from pathlib import Path

_there = importlib.util.spec_from_file_location(
    "cli_fixtures", Path(__file__).parents[1] / "cli" / "conftest.py")
_module = importlib.util.module_from_spec(_there)
_there.loader.exec_module(_module)
files = _module.files
