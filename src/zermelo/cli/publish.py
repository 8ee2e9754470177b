"""`zermelo publish`: a site of games, with an engine in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.failures import FINE, rules_at_work
from zermelo.cli.options import Json, game_names
from zermelo.cli.output import print_json
from zermelo.cli.running import progress_bar, warnings_in_words

Games = Annotated[list[str], typer.Argument(
    metavar="GAME...", help="Games, or path/to/file.py:MyGame.", autocompletion=game_names)]
Out = Annotated[Path, typer.Option(
    "--out", "-o", metavar="FOLDER", help="Where the site is written; made if it is not there.")]
Title = Annotated[str | None, typer.Option(
    metavar="TEXT", show_default="the game's own, or Zermelo", help="What the site is called.")]


def publish(games: Games, out: Out = Path("site"), title: Title = None, json: Json = False) -> int:
    """Write a site that plays and analyses these games in the browser, with no server.

    The rules and the search are compiled to WebAssembly. FOLDER/index.html opens from the disk, and
    from any server that has nothing but files; it asks nobody for anything. Games need their
    `board`, `pieces` and `touches`, and rules that compile.

    \b
      zermelo publish connect4 othello -o site/
      zermelo publish path/to/file.py:MyGame -o site/ --title "My game"
      zermelo publish connect4:width=6,height=5 dodgem hex:size=7
    """
    from zermelo import load
    from zermelo.errors import ParameterError
    from zermelo.publish.site import made_site, refuse_foreign, write_site

    with progress_bar("loading") as told, warnings_in_words(), rules_at_work(", ".join(games)):
        loaded = [load(game) for game in games]
        specs = [game.spec for game in loaded]
        for spec in specs:
            if specs.count(spec) > 1:
                raise ParameterError(f"{spec} is given {specs.count(spec)} times: once is enough")
        refuse_foreign(out)
        files = made_site(loaded, title, told)
        write_site(files, out)
    size = sum(map(len, files.values()))
    if json:
        print_json({"folder": str(out), "games": specs, "bytes": size,
                    "files": {name: len(content) for name, content in files.items()}})
    else:
        print(f"{', '.join(specs)}: {size / 1000:,.0f} kB\nopen {out / 'index.html'}")
    return FINE
