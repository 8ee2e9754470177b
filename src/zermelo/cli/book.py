"""`zermelo book`: the exact values of early positions, found by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.database import Out, Threads, print_info
from zermelo.cli.failures import rules_at_work
from zermelo.cli.options import GameSpec, Json, table_size, whole_number
from zermelo.cli.output import duration_text
from zermelo.cli.running import cut_off, noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.solve.database import BookProgress

book = typer.Typer(help="The exact values of a game's early positions, on disk.",
                   rich_markup_mode=None)

Plies = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many plies from the start."
)]
TableSize = Annotated[float, typer.Option(
    "--table", parser=table_size, metavar="MB", help="The size of the search's table."
)]


@book.callback()
def _book() -> None:
    """The exact values of a game's early positions, on disk."""


@book.command("make", short_help="Make a book, or go on with one.")
def make(game: GameSpec, plies: Plies, out: Out = None, threads: Threads = None,
         table: TableSize = 256.0, json: Json = False) -> int:
    """Solve every position up to so many plies from the start, and keep what they are worth.

    A book is a database: `zermelo database info`, `show`, `verify` and the engine take it. Each
    position is kept as soon as it is solved: Ctrl-C, or a power cut, loses the one in work, and
    the same command goes on.

    \b
      zermelo book make connect4:width=5,height=5 --plies 6 -o early
    """
    from zermelo import load
    from zermelo.solve.database import make_book
    from zermelo.solve.database.making import cores
    from zermelo.solve.database.shelf import usual_place

    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(game):
        rules = load(game)
        place = out or usual_place(rules, f"book-{plies}")
        try:
            made = make_book(rules, place, plies, threads=threads or cores(), table_mb=table,
                             listen=lambda p: told(_words(p), p.done / max(1, p.total)))
        except KeyboardInterrupt:
            if not pressed.is_set():
                raise
            return cut_off(place)
    return print_info(made, json)


def _words(p: BookProgress) -> str:
    """What is solved, at what rate, and how long it takes yet."""
    if p.left is None:
        return f"{p.done:,} of {p.total:,} solved"
    return f"{p.done:,} of {p.total:,} solved, {p.rate:.1f}/s, {duration_text(p.left)} left"
