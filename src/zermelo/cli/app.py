"""The commands put together, one module each."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from zermelo import __version__
from zermelo.cli import (
    analyze,
    arena,
    arena_files,
    arena_run,
    bench,
    book,
    check,
    database,
    examples,
    explain,
    games,
    judge,
    match,
    play,
    publish,
    report,
    serve,
    show,
    suite,
    sweep,
    tree,
    tune,
    uci,
)
from zermelo.cli.failures import exit_status
from zermelo.cli.reading import read_by_ourselves
from zermelo.notation import did_you_mean


class Commands(TyperGroup):
    """The commands; a misspelt one is met with the nearest."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names."""
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            known = ", ".join(self.commands)
            ctx.fail(f"there is no command {word!r}{did_you_mean(word, self.commands)}; "
                     f"there are {known}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="zermelo", cls=Commands, pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"zermelo {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _zermelo(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option(
        "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
    )] = False,
) -> None:
    """Two-player games with nothing hidden: write the rules once, then play, search and solve them.

    A game is its name, with parameters if you like, or a class in a file of your own:

    \b
      zermelo games
      zermelo show connect4:width=6,height=5
      zermelo show tictactoe --moves "b2 a1"
      zermelo analyze connect4 4433 --depth 12
      zermelo solve connect4:width=5,height=4
      zermelo play connect4 --against level:3
      zermelo match level:3 greedy --game connect4 --games 10
      zermelo check path/to/file.py:MyGame

    Results go to stdout and everything else to stderr. The exit status is 0, or 1 if something
    was found, or 2 if the input made no sense.
    """
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


app.command("games", short_help="List the games.")(games.games)
app.command("show", short_help="Show a position and its legal moves.")(show.show)
app.command("analyze", short_help="Find the best move.")(analyze.analyze)
app.command("explain", short_help="Explain what an evaluator thinks.")(explain.explain)
app.command("solve", short_help="Prove what a position is worth.")(analyze.solve)
app.command("perft", short_help="Count the ways to play.")(analyze.perft)
app.command("tree", short_help="Draw a search tree.")(tree.tree)
app.command("check", short_help="Look for mistakes in a game's rules.")(check.check)
app.command("play", short_help="Play a game in the terminal.")(play.play)
app.command("match", short_help="Let two players play many games.")(match.match)
arena.arena.command("run", short_help="Play; `run` may be left out.")(arena_run.run)
arena.arena.command("show", short_help="Show how an arena stands.")(arena_files.show)
arena.arena.command("export", short_help="Write an arena's games elsewhere.")(arena_files.export)
app.add_typer(arena.arena, name="arena", short_help="Rate many players by many games.")
app.command("bench", short_help="Measure how a game is searched.")(bench.bench)
app.command("deals", short_help="Solve every deal of a game.")(report.deals)
app.command("report", short_help="Find out everything about a game.")(report.report)
app.command("sweep", short_help="Measure a game over ranges of its parameters.",
            context_settings=sweep.TAKES_ANYTHING)(sweep.sweep)
app.command("judge", short_help="Judge players by exact values.")(judge.judge)
app.command("examples", short_help="Write training examples.")(examples.examples)
app.command("tune", short_help="Tune an evaluator's weights.")(tune.tune)
app.add_typer(suite.suite, name="suite", short_help="Problems with known answers.")
app.command("uci", short_help="Be a chess engine for other programs.")(uci.uci)
app.command("ugi", short_help="Be an engine of any game for other programs.")(uci.ugi)
app.add_typer(database.database, name="database", short_help="The value of every position.")
app.add_typer(book.book, name="book", short_help="Early positions, solved.")
app.command("publish", short_help="Write a site of games, with no server.")(publish.publish)
app.command("serve", short_help="Play and analyse in the browser.")(serve.serve)


@cache
def _made(name: str | None) -> Any:
    """The command line, ready to run: with all commands, or with one alone, since all of them take
    much longer to make than most take to run."""
    if name is None:
        return read_by_ourselves(get_command(app))
    alone = copy(app)
    alone.registered_commands = [c for c in app.registered_commands if c.name == name]
    alone.registered_groups = [g for g in app.registered_groups if g.name == name]
    return read_by_ourselves(get_command(alone))


_NAMES = {command.name for command in app.registered_commands} | {
    group.name for group in app.registered_groups}


def run_words(words: Sequence[str]) -> int:
    """Run a command line and return its exit status."""
    command = _made(words[0] if words and words[0] in _NAMES else None)
    return exit_status(
        lambda: command(args=list(words), prog_name="zermelo", standalone_mode=False), words
    )
