"""The folder of a published site: five files, none of which asks for anything else.

    index.html      the entry
    page.js         the page of `zermelo serve`, with its worker in it
    games.js        the games: WebAssembly, boards, names of moves
    page.css, icon.svg

Nothing is written before all of it is there, and a folder that is somebody else's is left alone.
"""

from __future__ import annotations

import html
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.publish.published import in_common, published
from zermelo.telling import Telling

MARK = "// Games as zermelo publish wrote them down."
_PAGE = Path(__file__).parent / "static"
_STYLE = Path(__file__).parents[1] / "web" / "static"


def made_site(games: Sequence[Game], title: str | None = None,
              progress: Telling = lambda doing, share: None) -> dict[str, bytes]:
    """A site's files by their names; CannotCompile or ParameterError if one of the games needs
    Python for something."""
    told = []
    for number, game in enumerate(games):
        def tell(doing: str, game: Game = game, number: int = number) -> None:
            progress(f"{game.spec}: {doing}", number / len(games))

        told.append(_called_apart(published(game, game.spec, tell)))
    return written_site(told, title)


def written_site(told: list[dict[str, Any]], title: str | None = None) -> dict[str, bytes]:
    """The files of games that are told already."""
    scripts = {game["name"]: game.pop("script") for game in told}
    title = title or (told[0]["title"] if len(told) == 1 else "Zermelo")
    data = {"title": title, "common": in_common(), "games": told}
    return {
        "games.js": f"{MARK}\nglobalThis.published={_json(data)};\n".encode(),
        "page.js": f"globalThis.engine={_json(_worker(scripts))};\n{_read('page.js')}".encode(),
        "page.css": (_STYLE / "app.css").read_bytes(),
        "icon.svg": (_STYLE / "icon.svg").read_bytes(),
        "index.html": _read("index.html").replace("{title}", html.escape(title)).encode(),
    }


def _called_apart(told: dict[str, Any]) -> dict[str, Any]:
    """With its parameters in its title, so that another size of board is another game."""
    _, _, parameters = str(told["name"]).partition(":")
    return {**told, "title": f"{told['title']}, {parameters.replace('=', ' ').replace(',', ', ')}"
            } if parameters else told


def _worker(scripts: dict[str, str]) -> str:
    """What runs beside the page: the engine, and how each game writes its texts."""
    own = ",".join(f"{_json(name)}:{script}" for name, script in scripts.items() if script)
    return f"{_read('worker.js')}\nglobalThis.scripts={{{own}}};\n"


def _read(name: str) -> str:
    return (_PAGE / name).read_text("utf-8")


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def refuse_foreign(folder: Path) -> None:
    """ParameterError if there is something in this folder that is no site of ours."""
    if folder.exists() and not folder.is_dir():
        raise ParameterError(f"{str(folder)!r} is a file: name a folder for the site")
    if folder.is_dir() and any(folder.iterdir()) and not _is_site(folder):
        raise ParameterError(f"the folder {str(folder)!r} has files in it that are no site of "
                             f"Zermelo's: name another, which will be made")


def _is_site(folder: Path) -> bool:
    try:
        with (folder / "games.js").open(encoding="utf-8", errors="replace") as file:
            return file.readline().strip() == MARK
    except OSError:
        return False


def write_site(files: dict[str, bytes], folder: Path) -> None:
    """Write a site, each file whole or not at all; other files in the folder stay."""
    refuse_foreign(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        handle, draft = tempfile.mkstemp(dir=folder, prefix=f".{name}-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(draft).chmod(0o644)
            Path(draft).replace(folder / name)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
