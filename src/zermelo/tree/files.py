"""Trees in files: the format is the file's ending."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.errors import NotationError, ParameterError
from zermelo.games.tree import Tree
from zermelo.notation import did_you_mean, json_in
from zermelo.tree.comparing import Comparison
from zermelo.tree.data import from_json, is_recorded
from zermelo.tree.model import SearchTree

Drawn = SearchTree | Comparison

WRITERS: dict[str, Callable[[Any, str], str]] = {
    ".svg": lambda drawn, theme: str(drawn.svg(theme)),
    ".html": lambda drawn, theme: str(drawn.html(theme)),
    ".mmd": lambda drawn, theme: str(drawn.mermaid()),
    ".dot": lambda drawn, theme: str(drawn.dot()),
    ".json": lambda drawn, theme: json.dumps(drawn.to_json(), indent=1, ensure_ascii=False) + "\n",
    ".txt": lambda drawn, theme: f"{drawn}\n",
}
ONE_TREE_ONLY = (".dot",)


def writer(file: str | Path, several: bool = False) -> Callable[[Any, str], str]:
    """What writes files of this ending; ParameterError if nothing does."""
    ending = Path(file).suffix.lower()
    known = [e for e in WRITERS if not (several and e in ONE_TREE_ONLY)]
    if ending not in known:
        what = "several trees" if several and ending in WRITERS else "a tree"
        raise ParameterError(f"{str(file)!r}: {what} cannot be written as {ending or 'that'}"
                             f"{did_you_mean(ending, known)}; end it with {', '.join(known)}")
    return WRITERS[ending]


def save(drawn: Drawn, file: str | Path, theme: str = "auto") -> None:
    """Write a tree, or several side by side, by the file's ending."""
    text = writer(file, isinstance(drawn, Comparison))(drawn, theme)
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"{str(file)!r} cannot be written: {error.strerror}") from None


def read(file: str | Path) -> SearchTree | Tree:
    """A recorded search, or a tree written by hand, from a JSON file."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise NotationError(f"the tree file {str(file)!r} cannot be read: {error.strerror}"
                            ) from None
    except UnicodeDecodeError as error:
        raise NotationError(f"{str(file)!r} is not JSON: {error}") from None
    return read_text(text, str(file))


def read_text(text: str, name: str) -> SearchTree | Tree:
    """The same from text; `name` is how errors call it."""
    try:
        data = json_in(text)
    except ValueError as error:
        raise NotationError(f"{name!r} is not JSON: {error}") from None
    if not is_recorded(data):
        return Tree(data)
    try:
        return from_json(data)
    except NotationError as error:
        raise NotationError(f"{name!r}: {error}") from None
