"""`zermelo database`: the value of every position, made, asked and proven right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import FINE, rules_at_work
from zermelo.cli.options import Device, GameSpec, Json, game_option, number, threads, whole_number
from zermelo.cli.output import columns, duration_text, print_json, print_text, time_text
from zermelo.cli.running import cut_off, noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zermelo.solve.database import Database, DatabaseProgress

database = typer.Typer(help="The value of every position of a game, on disk.",
                       rich_markup_mode=None)

FolderPath = Annotated[Path, typer.Argument(metavar="FOLDER", help="The database's folder.")]
Out = Annotated[Path | None, typer.Option(
    "--out", "-o", metavar="FOLDER", help="The database's folder.",
    show_default="in the data folder, where database=auto finds it"
)]
From = Annotated[str | None, typer.Option(
    "--from", metavar="POSITION", help="Only what can come of this position."
)]
Start = Annotated[Path | None, typer.Option(
    metavar="FILE", help="Only what can come of the positions in this file, one a line."
)]
Material = Annotated[str | None, typer.Option(
    metavar="PIECES",
    help="All endings with these pieces: KRK in chess; 3 in checkers, for up to three."
)]
Memory = Annotated[float | None, typer.Option(
    parser=number, metavar="MB", help="About the most memory to use.",
    show_default="half of what there is",
)]
Symmetry = Annotated[bool, typer.Option(
    "--symmetry", help="Keep one position of all that are alike."
)]
Threads = Annotated[int | None, typer.Option(
    parser=threads, metavar="N", help="How many threads.", show_default="all cores"
)]
OwnGame = Annotated[str | None, game_option("The game, if it is in a file of your own.")]
Most = Annotated[int | None, typer.Option(
    parser=whole_number, metavar="N", help="Write so many positions at most."
)]
Parquet = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The Parquet file.")]


@database.command("make", short_help="Make a database, or go on with one.")
def make(game: GameSpec, out: Out = None, from_: From = None, start: Start = None,
         material: Material = None, memory: Memory = None, symmetry: Symmetry = False,
         threads: Threads = None, device: Device = "cpu", json: Json = False) -> int:
    """Find the value of every position that can come about, and keep it on disk.

    Wins, draws and losses with their distances in plies, and points where points count. What goes
    on for ever is a draw. Ctrl-C, or a power cut, leaves whole tiers; the same command goes on
    from there, and ends with the same files.

    \b
      zermelo database make connect4:width=5,height=4 -o c4
      zermelo database make hexapawn:width=4,height=4 --symmetry -o pawns
      zermelo database make chess --material KRK -o krk
      zermelo database make connect4:width=6,height=5 --device cuda -o c4-6x5
    """
    from zermelo import load
    from zermelo.solve import database as databases
    from zermelo.solve.database.shelf import usual_place

    if out is None and (from_ is not None or start is not None):
        raise typer.BadParameter("say where to keep a database of a part of the game: -o FOLDER")
    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(game):
        try:
            rules = load(game)
            states: Any = _states(rules, from_, start)
            if material is not None:
                if states is not None:
                    raise typer.BadParameter("--material says where to begin: leave out the other")
                rules = rules.endings(material)
            out = out or usual_place(rules, "symmetry" if symmetry else "")
            made = databases.make(rules, out, start=states, memory=memory, symmetry=symmetry,
                                  threads=threads, device=device,
                                  listen=lambda progress: told(*_progress(progress)))
        except KeyboardInterrupt:
            if not pressed.is_set():
                raise
            return cut_off(out)
    return print_info(made, json)


def _states(rules: Any, from_: str | None, start: Path | None) -> list[Any] | None:
    if from_ is not None and start is not None:
        raise typer.BadParameter("give --from or --start, not both")
    if from_ is not None:
        return [rules.parse(from_)]
    if start is None:
        return None
    lines = start.read_text(encoding="utf-8").splitlines()
    return [rules.parse(line.strip()) for line in lines if line.strip()]


def _progress(p: DatabaseProgress) -> tuple[str, float]:
    """What is done, at what rate, in how much memory, how long it takes yet; what share of all."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    words = (f"{p.doing} of tier {p.tier}: {p.count:,}; {p.done:,} done, {p.rate / 1e6:.2f} M/s, "
             f"{peak:,.0f} MB")
    if p.left is not None:
        words += f", {duration_text(p.left)} left"
    if p.total is None:
        return words, 0.5 * (1 - 1 / (1 + p.done / 1e6))
    return words, 0.5 + 0.5 * p.done / max(1, p.total)


def _opened(folder: Path, game: str | None) -> Database:
    from zermelo import load
    from zermelo.solve.database import Database

    return Database(folder, None if game is None else load(game))


@database.command("info", short_help="Say what a database is of.")
def info(folder: FolderPath, game: OwnGame = None, json: Json = False) -> int:
    """Say what a database is of, and how much is in it; values as the player to move sees them.

    \b
      zermelo database info c4
    """
    with rules_at_work(game or str(folder)):
        found = _opened(folder, game)
    return print_info(found, json)


def print_info(made: Database, json: bool) -> int:
    """What a database is of, and how much is in it."""
    found = made.info()
    if json:
        print_json(found)
        return FINE
    longest = found["longest_win"]
    lines = {
        "game": found["game"],
        "positions": f"{found['positions']:,}{', up to symmetry' if found['symmetry'] else ''}",
        **({} if found["plies"] is None else {"plies": f"{found['plies']} from the start"}),
        "values": f"{found['wins']:,} wins, {found['draws']:,} draws, {found['losses']:,} losses "
                  f"for the player to move",
        "longest": "nobody wins" if longest is None else f"a win in {longest} plies",
        "size": f"{found['bytes']:,} bytes, "
                f"{8 * found['bytes'] / max(1, found['positions']):.1f} bits a position",
        "made in": time_text(found["seconds"] or 0.0),
        "folder": found["folder"],
    }
    print_text("\n".join(f"{name:<10} {text}" for name, text in lines.items()),
               [(r"(?m)^\S+( in)?  ", "bold")])
    return FINE


@database.command("verify", short_help="Prove a database right.")
def verify(folder: FolderPath, game: OwnGame = None, memory: Memory = None,
           threads: Threads = None, json: Json = False) -> int:
    """Look at every position: that its value is the best of what its moves lead to, one ply
    further, that none is missing, and that nothing on the disk has changed.

    \b
      zermelo database verify c4
    """
    from zermelo.solve import database as databases

    with noticing_ctrl_c(), progress_bar("verifying") as told, warnings_in_words(), \
            rules_at_work(game or str(folder)):
        found = _opened(folder, game)
        seen = databases.verify(found, memory=memory, threads=threads,
                                listen=lambda done, of: told("verifying", done / max(1, of)))
    if json:
        print_json({"game": found.game.spec, "positions": seen, "right": True})
    else:
        print_text(f"{found.game.spec}: all {seen:,} positions are right")
    return FINE


@database.command("stats", short_help="Count by tier and value; the longest win.")
def stats(folder: FolderPath, game: OwnGame = None, json: Json = False) -> int:
    """Count positions by tier and value, and show the longest win and how large the game is: its
    positions, how many moves they have, and the game tree, which is counted if that is soon done.

    \b
      zermelo database stats c4
    """
    from zermelo.analysis.complexity import complexity_of
    from zermelo.solve.database.stats import statistics

    with warnings_in_words(), rules_at_work(game or str(folder)):
        opened = _opened(folder, game)
        found = statistics(opened)
        if opened.about["start"] != "arrangements":  # which are not where a game begins
            played = complexity_of(opened.game, most=1)
            found["game_tree"] = {**played.to_json()["tree"], "words": dict(played.lines())["tree"]}
            found["length"] = {**played.to_json()["length"],
                               "words": dict(played.lines())["length"]}
    if json:
        print_json(found)
    else:
        print_text("\n".join(_stats_for_people(found)))
    return FINE


def _stats_for_people(found: dict[str, Any]) -> Iterator[str]:
    rows = [["tier", "positions", "wins", "draws", "losses", "finished", "moves"]]
    for t in found["tiers"]:
        rows.append([str(t["tier"]), *(f"{t[name]:,}" for name in rows[0][1:6]),
                     f"{t['branching']:.2f}"])
    yield from columns(rows, ">>>>>>>")
    yield ""
    yield f"positions  {found['positions']:,} (10^{found['log10_positions']:.1f})"
    yield (f"branching  {found['branching']:.2f} moves on average, {found['most_moves']} at most; "
           f"{found['finished']:,} finished")
    if "game_tree" in found:
        yield f"length     {found['length']['words']}"
        yield f"tree       {found['game_tree']['words']}"
    if found["longest"]:
        longest = found["longest"]
        yield f"longest    win in {longest['distance']} from {longest['position']}"
        yield f"line       {' '.join(longest['line'])}"


@database.command("show", short_help="Show what a position is worth.")
def show(folder: FolderPath,
         position: Annotated[str | None, typer.Argument(metavar="POSITION")] = None,
         game: OwnGame = None, json: Json = False) -> int:
    """Show what a position and each of its moves are worth.

    \b
      zermelo database show c4 4433
    """
    with rules_at_work(game or str(folder)):
        found = _opened(folder, game)
        here = found.game.position(position)
        known = found.analysis(here)
    if json:
        print_json(known.to_json())
        return FINE
    who = found.game.players[known.view]
    ending = "the book ends here" if here.result is None else "the game is over"
    print_text("\n".join([
        str(here), "", f"position  {here.text}", f"value     {known.value} for {who}",
        f"line      {' '.join(known.line_text) or ending}",
        "moves     " + ", ".join(f"{m.text}: {m.value}" for m in known.moves)]))
    return FINE


@database.command("export", short_help="Write positions and values as Parquet.")
def export(folder: FolderPath, out: Parquet, game: OwnGame = None, most: Most = None,
           json: Json = False) -> int:
    """Write every position with its value, distance and best moves as a Parquet file.

    \b
      zermelo database export c4 -o c4.parquet
    """
    from zermelo.solve.database.export import to_parquet

    with noticing_ctrl_c(), progress_bar("exporting") as told, rules_at_work(game or str(folder)):
        found = _opened(folder, game)
        rows = to_parquet(found, out, most=most,
                          listen=lambda done, of: told("exporting", done / max(1, of)))
    if json:
        print_json({"game": found.game.spec, "file": str(out), "rows": rows})
    else:
        print_text(f"{rows:,} positions of {found.game.spec} in {out}")
    return FINE
