"""What the package offers, and what it needs to be imported."""

import subprocess
import sys

import zermelo


def test_the_exported_names():
    assert zermelo.__all__ == [
        "DRAW", "Bound", "Engine", "Game", "Limit", "Position", "Result", "Value", "ZermeloError",
        "check", "estimate", "load", "loss", "win",
    ]
    assert all(hasattr(zermelo, name) for name in zermelo.__all__)


def test_importing_it_loads_nothing_heavy():
    code = ("import sys, zermelo; "
            "print([m for m in ('llvmlite', 'numpy', 'rich', 'typer') if m in sys.modules])")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
