"""Trees into files: the format is the file's ending."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.drawing.png import png_of
from zermelo.errors import ParameterError
from zermelo.notation import did_you_mean

WRITERS: dict[str, Callable[[Any, str], str | bytes]] = {
    ".svg": lambda drawn, theme: str(drawn.svg(theme)),
    ".png": lambda drawn, theme: png_of(drawn.svg(_printed(theme))),
    ".html": lambda drawn, theme: str(drawn.html(theme)),
    ".mmd": lambda drawn, theme: str(drawn.mermaid()),
    ".dot": lambda drawn, theme: str(drawn.dot()),
    ".json": lambda drawn, theme: json.dumps(drawn.to_json(), indent=1, ensure_ascii=False) + "\n",
    ".txt": lambda drawn, theme: f"{drawn}\n",
    ".anim.svg": lambda drawn, theme: str(drawn.animation(theme)),
}
FOLDER, PNG_FOLDER = "/", ".png/"  # a picture of every step
ONE_TREE_ONLY = (".dot", ".anim.svg", FOLDER, PNG_FOLDER)
_ENDINGS = (*WRITERS, FOLDER, PNG_FOLDER)


def ending_of(file: str | Path, several: bool = False) -> str:
    """Which of the endings a name has; ParameterError if nothing is written so."""
    name = str(file).lower().rstrip("/") + FOLDER * (Path(file).is_dir() or str(file)[-1:] == "/")
    known = [e for e in _ENDINGS if not (several and e in ONE_TREE_ONLY)]
    found = max((e for e in _ENDINGS if name.endswith(e)), key=len, default="")
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
        if ending in (FOLDER, PNG_FOLDER):
            _save_steps(drawn, Path(file), theme, ".png" if ending == PNG_FOLDER else ".svg")
        else:
            _write(Path(file), WRITERS[ending](drawn, theme))
    except OSError as error:
        raise ParameterError(f"{str(file)!r} cannot be written: {error.strerror}") from None


def _save_steps(drawn: Any, folder: Path, theme: str, ending: str) -> None:
    """001.svg, 002.svg, …; or .png"""
    pictures = list(drawn.svg_steps(_printed(theme) if ending == ".png" else theme))
    if not pictures:
        raise ParameterError(f"{str(folder)!r}: a tree that is not searched has no steps to draw")
    wide = max(3, len(str(len(pictures))))
    for number, picture in enumerate(pictures, 1):
        written = png_of(picture) if ending == ".png" else picture
        folder.mkdir(exist_ok=True)
        _write(folder / f"{number:0{wide}}{ending}", written)


def _write(file: Path, content: str | bytes) -> None:
    file.write_bytes(content.encode() if isinstance(content, str) else content)


def _printed(theme: str) -> str:
    """Pixels are light or dark: they cannot be as whoever looks at them has it."""
    return "light" if theme == "auto" else theme
