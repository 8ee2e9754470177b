"""Build the documentation site: `make docs`.

The pages are Markdown in this folder; the gallery of games and the tables of truths are made here
from the code, so that they cannot be wrong. Zensical makes the site, without a warning, or none.
"""

from __future__ import annotations

import inspect
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from zermelo.drawing import board_svg
from zermelo.games import ALIASES, GAMES, game_class

ROOT = Path(__file__).parents[1]
DOCS, STAGE, SITE = ROOT / "docs", ROOT / "build/docs", ROOT / "build/site"


def main() -> int:
    """Stage the pages, make the others, and build the site."""
    for folder in (STAGE, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, STAGE, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(ROOT / "frontend/src/icon.svg", STAGE / "icon.svg")
    (STAGE / "gallery").mkdir()
    (STAGE / "gallery.md").write_text(gallery(), encoding="utf-8")
    (STAGE / "truths.md").write_text(truths(), encoding="utf-8")
    program = Path(sys.executable).parent / "zensical"
    built = subprocess.run([program, "build", "--strict", "--clean"], cwd=ROOT, check=False)
    if built.returncode:
        return built.returncode
    asked = foreign()
    if asked:
        print("\n".join(f"asks others for something: {line}" for line in asked), file=sys.stderr)
        return 1
    print(f"The site is at {SITE / 'index.html'}")
    return 0


def foreign() -> list[str]:
    """What the pages would fetch from other machines; links that a reader follows are not that."""
    found = []
    for path in [*SITE.rglob("*.html"), *SITE.rglob("*.css")]:
        text = path.read_text(encoding="utf-8")
        fetched = re.findall(r"""(?:\bsrc=|url\(|@import\s)\s*["']?((?:https?:)?//[^"')\s]+)""",
                             text)
        fetched += re.findall(r"""<link(?=[^>]*rel="?(?:stylesheet|preload|preconnect|icon))"""
                              r"""[^>]*href=["']?((?:https?:)?//[^"'\s>]+)""", text)
        found += [f"{path.relative_to(SITE)}: {address}" for address in fetched]
    return found


def gallery() -> str:
    """Every game that comes with Zermelo, drawn from its own file."""
    parts = ["# Games\n\nEvery game says in its own file what it looks like; these are those "
             "descriptions, drawn. `zermelo play NAME` plays one in the terminal, `zermelo serve` "
             "has them all on a page.\n"]
    for name in GAMES:
        cls = game_class(name)
        game = cls()
        here = game.position().play_all(cls.sample)
        (STAGE / f"gallery/{name}.svg").write_text(board_svg(game, here.state), encoding="utf-8")
        others = [f"`{alias}`" for alias, spec in ALIASES.items() if spec.partition(":")[0] == name]
        signature = inspect.signature(cls.__init__).parameters.values()
        settings = ", ".join(f"`{p.name}={p.default}`" for p in list(signature)[1:])
        parts.append(f"""## {cls.title}

![{cls.title}: a position](gallery/{name}.svg){{ width="340" }}

{cls.about}

| | |
|---|---|
| name | {", ".join([f"`{name}`", *others])} |
| parameters | {settings or "none"} |
| this position | `zermelo show {name}{f' --moves "{cls.sample}"' if cls.sample else ""}` |
""")
    return "\n".join(parts)


def truths() -> str:
    """The tables that the tests go by."""
    parts = ["# Truths\n\nWhat is known about games, from papers, other people's programs, and "
             "computed again by programs written for it: the tests hold the engine against these "
             "files of `tests/truths/`. What takes too long to be found again is there to be "
             "compared with; the sources say which that is.\n"]
    for path in sorted((ROOT / "tests/truths").glob("*.json")):
        parts += [f"## {path.stem.replace('_', ' ').capitalize()}\n"]
        parts += list(_tables(json.loads(path.read_text(encoding="utf-8"))))
    return "\n".join(parts)


def _tables(data: dict[str, Any]) -> list[str]:
    """Texts as sentences, everything else as a table of names and values."""
    said, rows = [], []
    for key, value in data.items():
        if isinstance(value, str):
            said.append(f"*{_words(key)}*: {_plain(value)}\n")
        elif isinstance(value, dict) and any(isinstance(v, dict) for v in value.values()):
            rows += [(f"{_words(key)}, {inner}", _brief(v)) for inner, v in value.items()]
        else:
            rows.append((_words(key), _brief(value)))
    table = ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows), ""]
    return [*said, *(table if rows else [])]


def _brief(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_brief(v)}" for key, v in value.items())
    if isinstance(value, list):
        return ", ".join(map(_brief, value))
    return _plain(f"{value:,}" if isinstance(value, int) else str(value))


def _words(key: str) -> str:
    return key.replace("_", " ")


def _plain(text: str) -> str:
    for sign in "|*_<>[]":
        text = text.replace(sign, f"&#{ord(sign)};")
    return text


if __name__ == "__main__":
    sys.exit(main())
