"""`zermelo sweep`: a game over ranges of its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.analyze import Nodes
from zermelo.cli.failures import FINE, INTERRUPTED, rules_at_work
from zermelo.cli.options import GameSpec, Json, Seed, number, whole_number
from zermelo.cli.output import columns, print_json, print_text, time_text
from zermelo.cli.running import noticing_ctrl_c, progress_bar, warnings_in_words
from zermelo.errors import ParameterError
from zermelo.notation import did_you_mean, parameters_of

if TYPE_CHECKING:
    from zermelo.analysis.parameter_sweep import Row
    from zermelo.limits import Limit

# What is not known here is a parameter of the game: only the game knows which it has.
TAKES_ANYTHING = {"allow_extra_args": True, "ignore_unknown_options": True}

Set = Annotated[list[str] | None, typer.Option(
    "--set", metavar="NAME=VALUES",
    help="A parameter that is called like an option; may be given several times."
)]
Time = Annotated[float, typer.Option(
    parser=number, metavar="SECONDS", help="Give up a proof after so many seconds."
)]
Games = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="Random games that measure branching and length."
)]
Jobs = Annotated[int, typer.Option(
    "--jobs", "-j", parser=whole_number, metavar="N",
    help="How many combinations are measured at once; they share the machine's time."
)]
Databases = Annotated[str | None, typer.Option(
    "--database", metavar="auto",
    help="auto: ask databases and books in the data folder before anything is proven."
)]
Picture = Annotated[str | None, typer.Option(
    "--svg", metavar="FILE", help="Draw it, too, as a picture that ends with .svg."
)]


def sweep(context: typer.Context, game: GameSpec, set: Set = None, time: Time = 30.0,
          nodes: Nodes = None, games: Games = 1000, seed: Seed = 0, jobs: Jobs = 1,
          database: Databases = None, svg: Picture = None, json: Json = False) -> int:
    """Measure a game over ranges of its parameters: what it is worth, and how complex it is.

    Any parameter of the game is an option, with - or _ in its name. VALUES are 3..6, or 3..9..2 in
    steps, or 2,4,8, or one; several parameters make a grid. Each combination is a row: its value
    in the first player's view (of a game that is dealt, its chances over all deals) and a best
    move, proven within the limit or said to be unproven; the nodes and the time of the proof;
    mean and greatest branching factor and mean length in random games; the number of different
    games and of positions, where ≈ is an estimate, ~ a rough one and ≥ as far as was counted.
    Combinations that the rules refuse say why. Ctrl-C ends it with the rows there are.

    \b
      zermelo sweep rps --hand-size 1..3
      zermelo sweep tictactoe --width 2..4 --height 3 --k 3
      zermelo sweep nim --heaps 3+4+5,1+2+3 --misere false,true --jobs 2 --json
      zermelo sweep path/to/file.py:MyGame --size 4..8..2 --time 5 --svg sizes.svg
    """
    from zermelo.analysis.grid import combinations
    from zermelo.analysis.parameter_sweep import measured
    from zermelo.limits import Limit

    limit = Limit(nodes=nodes, time=time)
    if games < 1:
        raise typer.BadParameter(f"{games} random games measure nothing: give 1 or more")
    if jobs < 1:
        raise typer.BadParameter(f"{jobs} workers can do nothing: give 1 or more")
    if database not in (None, "auto"):
        raise typer.BadParameter(f"the database {database!r} is of one game, and a sweep is over "
                                 f"several: give auto, for those in the data folder")
    if svg is not None:
        _refuse_file(svg)
    rows: list[Row] = []
    with noticing_ctrl_c() as pressed, progress_bar("compiling") as told, warnings_in_words(), \
            rules_at_work(game):
        every = combinations(game, _ranges(game, context.args, set or []))
        try:
            for row in measured(every, limit, games=games, seed=seed, jobs=jobs,
                                database=database, progress=told, stopped=pressed.is_set):
                rows.append(row)
        except KeyboardInterrupt:
            pressed.set()
    if rows and all(row.error for row in rows) and len(rows) == len(every):
        raise ParameterError(rows[0].error if len(rows) == 1 else
                             f"none of the {len(rows)} combinations can be had: {rows[0].error}")
    if svg is not None and rows:
        _draw(svg, game, rows, limit)
    if json:
        print_json({"game": game, "view": 0, "limit": {"time": limit.time, "nodes": limit.nodes},
                    "random_games": games, "seed": seed, "interrupted": pressed.is_set(),
                    "combinations": len(every), "rows": [row.to_json() for row in rows]})
    else:
        lines = list(_for_people(rows)) if rows else []
        lines += [f"drawn     {svg}"] if svg is not None and rows else []
        if pressed.is_set():
            lines.append(f"interrupted: {len(rows)} of {len(every)} combinations")
        print_text("\n".join(lines), [(r"^.*", "bold"), (r"(?m)^(drawn|interrupted).*", "dim")])
    return INTERRUPTED if pressed.is_set() else FINE


def _ranges(game: str, words: Sequence[str], settings: Sequence[str]) -> dict[str, str]:
    """The parameters and their values, out of what is left of the command line."""
    if game.startswith("-"):
        raise ParameterError(f"name the game first, before {game!r}: zermelo sweep GAME {game} …")
    found: dict[str, str] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        name, equals, values = word.removeprefix("--").partition("=")
        name = name.replace("-", "_")
        if not word.startswith("--") or not name:
            raise ParameterError(f"{word!r} belongs to no parameter: write --name VALUES, as in "
                                 f"--size 3..6")
        _refuse_unknown(game, name, f"--{word.removeprefix('--').partition('=')[0]}")
        if not equals:
            if not waiting or waiting[0].startswith("--"):
                raise ParameterError(f"{word} does not say which values: write {word} 3..6, "
                                     f"{word} 2,4,8 or {word} true,false")
            values = waiting.pop(0)
        _add(found, name, values)
    for setting in settings:
        name, equals, values = setting.partition("=")
        if not equals:
            raise ParameterError(f"--set {setting!r} is no parameter: write --set NAME=VALUES")
        _add(found, name.replace("-", "_"), values)
    return found


def _add(found: dict[str, str], name: str, values: str) -> None:
    if name in found:
        raise ParameterError(f"the parameter {name!r} is given twice: put its values in one "
                             f"list, as in 2,4,8")
    found[name] = values


def _refuse_unknown(game: str, name: str, option: str) -> None:
    """An option that is none of ours must be a parameter of the game."""
    from zermelo.games import is_foreign, named_class

    if is_foreign(game):
        return
    known = parameters_of(named_class(game)[0])
    if name not in known:
        ours = [f"--{word}" for word in ("set", "time", "nodes", "games", "seed", "jobs", "svg",
                                         "database", "json")]
        options = [*ours, *(f"--{word.replace('_', '-')}" for word in known)]
        raise ParameterError(
            f"there is no option {option}{did_you_mean(option, options)}, and {game!r} has no such "
            f"parameter: it takes {', '.join(known) or 'none'}; `zermelo sweep --help` explains")


def _refuse_file(file: str) -> None:
    """A file that cannot be written is told before the long work, not after it."""
    if not file.endswith(".svg"):
        raise ParameterError(f"cannot draw {file!r}: give a name that ends with .svg")
    folder = Path(file).parent
    if not folder.is_dir():
        raise ParameterError(f"cannot write {file!r}: there is no folder {str(folder)!r}")


def _draw(file: str, game: str, rows: Sequence[Row], limit: Limit) -> None:
    from zermelo.analysis.sweep_picture import sweep_svg

    try:
        Path(file).write_text(sweep_svg(game, rows, limit), encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"cannot write {file!r}: {error.strerror}") from None


def _for_people(rows: Sequence[Row]) -> Iterator[str]:
    """The table; a combination without figures has the reason in their place."""
    from zermelo.analysis.grid import written

    names = list(rows[0].combination.parameters)
    first = next((row.players[0] for row in rows if not row.error), "first")
    head = [*names, f"value for {first}", "move", "nodes", "time", "branching", "length", "games",
            "positions"]
    table = [head]
    for row in rows:
        values = [written(value) for value in row.combination.parameters.values()]
        table.append([*values, *(_figures(row) if not row.error else [""] * 8)])
    lines = list(columns(table, ">" * len(names) + "<<>>>>>>"))
    wide = sum(max(len(line[i]) for line in table) + 2 for i in range(len(names)))
    yield lines[0]
    for row, line in zip(rows, lines[1:], strict=True):
        yield f"{line:<{wide}}{row.error}" if row.error else line


def _figures(row: Row) -> list[Any]:
    verdict, found = row.verdict, row.complexity
    assert verdict is not None and found is not None
    return [str(verdict), verdict.move or "–", f"{verdict.nodes:,}", time_text(verdict.seconds),
            f"{found.branching.value:.1f} (max {found.greatest})", f"{found.length.value:.1f}",
            found.leaves.short, found.positions.short]
