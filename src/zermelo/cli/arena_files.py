"""`zermelo arena show | export`: what is in an arena's file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.arena_run import Anchor, anchor_of, show_verdict, verdict_in
from zermelo.cli.failures import FINE, rules_at_work
from zermelo.cli.options import Json
from zermelo.cli.output import print_json, print_text

if TYPE_CHECKING:
    from zermelo.arena.store import Store
    from zermelo.game import Game

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


def export(file: ArenaFile, out: Target, game: OwnGame = None, anchor: Anchor = None,
           json: Json = False) -> int:
    """Write all games of an arena: as a page to look at, as a Parquet table, as PGN, or as
    records, one file a game.

    \b
      zermelo arena export levels.arena -o levels.html --anchor level:1=1000
      zermelo arena export levels.arena -o levels.parquet
      zermelo arena export levels.arena -o games
    """
    from zermelo import load
    from zermelo.arena.exporting import exported
    from zermelo.arena.store import Store
    from zermelo.own_files import same_game

    with Store.read(file) as store, rules_at_work(game or file):
        rules = None if game is None else load(game)
        if rules is not None and not same_game(store.about["game"], rules):
            raise typer.BadParameter(f"the arena {file!r} is of {store.about['game']}, and not of "
                                     f"{game}")
        count = (_report(store, Path(out), rules, anchor) if Path(out).suffix == ".html" else
                 exported(store, Path(out), rules))
    found: dict[str, Any] = {"file": file, "out": out, "games": count}
    if json:
        print_json(found)
    else:
        print_text(f"{count:,} games written to {out}")
    return FINE


def _report(store: Store, target: Path, game: Game | None, anchor: str | None) -> int:
    """The page as one file; how many games the arena has."""
    from zermelo.arena.store import ArenaError
    from zermelo.games import from_data
    from zermelo.web.arena_report import report_of

    held = anchor_of(anchor, store.players())
    page = report_of(store, from_data(store.about["game"], game), held)
    try:
        target.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ArenaError(f"cannot write to {str(target)!r}: {error.strerror}") from None
    return len(store.games())
