"""Databases by their folders, for rooms below the one that can open them.

An engine is given a folder, and what opens it stands on the engine. `zermelo/__init__.py`, which is
there before either, connects the two.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Opener = Callable[[Path | str, Any], Any]

_openers: list[Opener] = []


def opener(opens: Opener) -> Opener:
    """This opens databases from now on."""
    _openers[:] = [opens]
    return opens


def opened(wanted: Path | str, game: Any) -> Any:
    """The database of a game in a folder, or, of "auto", in the data folder; None if there is
    none."""
    return _openers[0](wanted, game)
