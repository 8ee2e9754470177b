"""Whose code it is: the rules' of some game, a library's, or Zermelo's own; and in which file of
somebody's a class was found."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from typing import Literal

Owner = Literal["rules", "library", "ours"]

_found: dict[type, str] = {}  # file.py:Name, as it was typed

_PACKAGE = Path(__file__).parent
_ABOUT_RULES = ("__init__.py", "descriptions.py", "dialects.py")  # they only ask them
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})


def origin(cls: type) -> str | None:
    """`file.py:Name` for a class that was taken out of a file; None for any other."""
    return _found.get(cls)


def remember(cls: type, text: str) -> None:
    """A class was taken out of a file, by this text."""
    _found[cls] = text


def comes_with_zermelo(filename: str) -> bool:
    """Whether a file is of this package, its games included."""
    return _PACKAGE in Path(filename).parents


def whose(filename: str) -> Owner:
    """Whose code a file is; games that come with Zermelo have rules as any others."""
    file = Path(filename)
    if comes_with_zermelo(filename):
        rules = _PACKAGE / "games" in file.parents or _PACKAGE / "adapters" in file.parents
        return "rules" if rules and file.name not in _ABOUT_RULES else "ours"
    return "library" if filename.startswith((*_LIBRARIES, "<")) else "rules"
