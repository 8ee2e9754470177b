"""Trees into files: the format is the file's ending."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.errors import ParameterError
from zermelo.notation import did_you_mean

WRITERS: dict[str, Callable[[Any, str], str]] = {
    ".svg": lambda drawn, theme: str(drawn.svg(theme)),
    ".html": lambda drawn, theme: str(drawn.html(theme)),
    ".mmd": lambda drawn, theme: str(drawn.mermaid()),
    ".dot": lambda drawn, theme: str(drawn.dot()),
    ".json": lambda drawn, theme: json.dumps(drawn.to_json(), indent=1, ensure_ascii=False) + "\n",
    ".txt": lambda drawn, theme: f"{drawn}\n",
    ".anim.svg": lambda drawn, theme: str(drawn.animation(theme)),
}
FOLDER = "/"  # a picture of every step
ONE_TREE_ONLY = (".dot", ".anim.svg", FOLDER)


def ending_of(file: str | Path, several: bool = False) -> str:
    """Which of the endings a name has; ParameterError if nothing is written so."""
    name = str(file).lower() + FOLDER * Path(file).is_dir()
    known = [e for e in (*WRITERS, FOLDER) if not (several and e in ONE_TREE_ONLY)]
    found = max((e for e in (*WRITERS, FOLDER) if name.endswith(e)), key=len, default="")
    if found not in known:
        ending = found or Path(file).suffix.lower()
        what = "several trees" if found else "a tree"
        raise ParameterError(f"{str(file)!r}: {what} cannot be written as {ending or 'that'}"
                             f"{did_you_mean(ending, known)}; end it with {', '.join(known)}")
    return found


def save(drawn: Any, file: str | Path, theme: str = "auto") -> None:
    """Write a tree, or several side by side, by the file's ending."""
    ending = ending_of(file, hasattr(drawn, "trees"))
    try:
        if ending == FOLDER:
            _save_steps(drawn, Path(file), theme)
        else:
            Path(file).write_text(WRITERS[ending](drawn, theme), encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"{str(file)!r} cannot be written: {error.strerror}") from None


def _save_steps(drawn: Any, folder: Path, theme: str) -> None:
    """001.svg, 002.svg, …"""
    pictures = list(drawn.svg_steps(theme))
    if not pictures:
        raise ParameterError(f"{str(folder)!r}: a tree that is not searched has no steps to draw")
    folder.mkdir(exist_ok=True)
    wide = max(3, len(str(len(pictures))))
    for number, picture in enumerate(pictures, 1):
        (folder / f"{number:0{wide}}.svg").write_text(picture, encoding="utf-8")
