"""`zermelo arena show | export`: what is in an arena's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.arena_run import Anchor, anchor_of, show_verdict, verdict_in
from zermelo.cli.failures import FINE, rules_at_work
from zermelo.cli.options import Json
from zermelo.cli.output import print_json, print_text

ArenaFile = Annotated[str, typer.Argument(metavar="FILE", help="An arena's file.")]
Target = Annotated[str, typer.Option(
    "--out", "-o", metavar="TARGET",
    help="report.html, games.parquet, games.pgn for chess, or a folder for our records."
)]
OwnGame = Annotated[str | None, typer.Option(
    "--game", metavar="GAME", help="The game, if it is in a Python file: no data makes that run."
)]


def show(file: ArenaFile, anchor: Anchor = None, json: Json = False) -> int:
    """The figures of an arena, also while it is played.

    \b
      zermelo arena show levels.arena
      zermelo arena show levels.arena --anchor level:1=1000 --json
    """
    from zermelo.arena.store import Store

    with Store.read(file) as store:
        held = anchor_of(anchor, store.players())
        show_verdict(verdict_in(store, held), store, json)
    return FINE


def export(file: ArenaFile, out: Target, game: OwnGame = None, json: Json = False) -> int:
    """Write all games of an arena: as a page to look at, as a Parquet table, as PGN, or as
    records, one file a game.

    \b
      zermelo arena export levels.arena -o levels.html
      zermelo arena export levels.arena -o levels.parquet
      zermelo arena export levels.arena -o games
    """
    from zermelo import load
    from zermelo.arena.exporting import exported
    from zermelo.arena.store import Store

    with Store.read(file) as store, rules_at_work(game or file):
        count = exported(store, Path(out), None if game is None else load(game))
    found: dict[str, Any] = {"file": file, "out": out, "games": count}
    if json:
        print_json(found)
    else:
        print_text(f"{count:,} games written to {out}")
    return FINE
