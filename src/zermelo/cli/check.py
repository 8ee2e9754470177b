"""`zermelo check`: does a game keep the contract?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from zermelo.cli.failures import FINE, FOUND, INTERRUPTED, rules_at_work
from zermelo.cli.options import GameSpec, Json, Seconds, Seed, whole_number
from zermelo.cli.output import print_json, print_text

Games = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many random games to play."
)]
Native = Annotated[bool, typer.Option(
    "--native/--no-native", help="Compile the rules too, and compare."
)]


def check(game: GameSpec, games: Games = 1000, seed: Seed = 0, time: Seconds = 10.0,
          native: Native = True, json: Json = False) -> int:
    """Play random games and report what is wrong with a game's rules, with counter-examples.

    In the end the rules are compiled, and compared with themselves interpreted; if they do not
    compile, it says which line does not and why.

    The exit status is 0 if nothing was found and 1 if something was. Ctrl-C ends it with the
    report so far.

    \b
      zermelo check tictactoe
      zermelo check path/to/file.py:MyGame --games 5000 --time 60
    """
    from zermelo import checker, load

    with _progress(games) as told, rules_at_work(game):
        report = checker.check(load(game), games, seed, time=time, native=native,
                               progress=told)
    if json:
        print_json(report.as_dict())
    else:
        print_text(str(report), [(r"(?m)^  \d+\. .*|FOUND", "bold red")])
    if report.stopped == "interrupted":
        return INTERRUPTED
    return FINE if report.ok else FOUND


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int, float], None] | None]:
    """A bar on stderr while the games are played, if somebody can see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("random games", total=games)
        yield lambda played, seconds: bar.update(task, completed=played)
