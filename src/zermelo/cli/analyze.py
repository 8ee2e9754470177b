"""`zermelo analyze`, `solve` and `perft`: ask the engine about a position."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli import options
from zermelo.cli.failures import FINE, FOUND, INTERRUPTED, rules_at_work
from zermelo.cli.options import (
    DatabaseName,
    Device,
    GameSpec,
    Json,
    number,
    table_size,
    whole_number,
)
from zermelo.cli.output import print_json, print_text
from zermelo.cli.running import at_work, noticing_ctrl_c, warnings_in_words
from zermelo.cli.show import DealSeed, DealText, Moves, PositionText, standing

if TYPE_CHECKING:
    from zermelo.limits import Limit

Depth = Annotated[int | None, typer.Option(
    parser=whole_number, metavar="N", help="Search so many plies deep."
)]
Nodes = Annotated[int | None, typer.Option(
    parser=whole_number, metavar="N", help="Stop after so many positions."
)]
Time = Annotated[float | None, typer.Option(
    parser=number, metavar="SECONDS", help="Stop after so many seconds."
)]
Threads = Annotated[int, typer.Option(
    parser=options.threads, metavar="N", help="How many threads search together."
)]
EvaluatorName = Annotated[str, typer.Option(
    metavar="NAME",
    help="The evaluator: by name, a .json file of weights, path/to/file.py:NAME, or none."
)]
Forever = Annotated[bool, typer.Option(
    "--forever", help="Without a limit: until all is known, or Ctrl-C."
)]
Plain = Annotated[bool, typer.Option(
    "--plain", help="Judge leaves as they stand: plain minimax."
)]
All = Annotated[bool, typer.Option("--all", help="A value for every legal move.")]
MethodName = Annotated[str, typer.Option(
    metavar="NAME", help="alpha-beta, or proof-numbers: without distances."
)]
TableSize = Annotated[float, typer.Option(
    "--table", parser=table_size, metavar="MB", help="The size of the table."
)]
AnyTableSize = Annotated[float, typer.Option(
    "--table", parser=number, metavar="MB", help="The size of the table."
)]
TableFileName = Annotated[str | None, typer.Option(
    "--table-file", metavar="FILE",
    help="Keep the table there: asked again, a proof goes on where it was stopped."
)]


def analyze(game: GameSpec, position: PositionText = None, moves: Moves = "",
            deal: DealText = None, seed: DealSeed = 0,
            depth: Depth = None, nodes: Nodes = None, time: Time = None,
            forever: Forever = False, threads: Threads = 1,
            evaluator: EvaluatorName = "standard", all: All = False, plain: Plain = False,
            table: TableSize = 64.0, database: DatabaseName = None, json: Json = False) -> int:
    """Find the best move, deepening until a limit is reached; 30 seconds if none is given.

    Values are in the view of the player to move. Captures and other noisy moves at the horizon are
    played out before a position is judged; --plain does without. Ctrl-C ends it with the last
    finished depth.

    \b
      zermelo analyze connect4 4433 --depth 12
      zermelo analyze othello --moves "d3 c5" --time 2 --threads 2 --all
      zermelo analyze checkers --forever
    """
    from zermelo import Engine, Limit, load

    with warnings_in_words(), rules_at_work(game):
        limit = _limit(Limit(depth, nodes, time), forever)
        at = standing(load(game), position, moves, deal, seed)
        here = at.here
        with at_work("compiling"):
            engine = Engine(here.game, None if evaluator == "none" else evaluator,
                            threads=threads, table_mb=table, database=database, plain=plain)
            engine.prepare()
        found = engine.analyze(here, limit, all_moves=all, listen=_thinking())
    _done_thinking()
    if json:
        print_json({**found.to_json(), **at.to_json()})
    else:
        print_text(_for_people(here, found, at.dealt), _STYLES)
    return FINE


def _limit(given: Limit, forever: bool) -> Limit:
    """What is given, or 30 seconds, or as deep as can be for those who say so."""
    from zermelo.limits import SECONDS, Limit

    if forever:
        if given:
            raise typer.BadParameter("--forever is without a limit: leave out the others")
        return Limit(depth=_ENDLESS)
    return given or Limit(time=SECONDS)


_ENDLESS = 1 << 30  # plies: a search goes no deeper than it can anyway


def solve(game: GameSpec, position: PositionText = None, moves: Moves = "",
          deal: DealText = None, seed: DealSeed = 0, nodes: Nodes = None,
          time: Time = None, threads: Threads = 1, all: All = False,
          table: AnyTableSize = 64.0, table_file: TableFileName = None,
          method: MethodName = "alpha-beta", database: DatabaseName = None,
          json: Json = False) -> int:
    """Prove what a position is worth if both play their best.

    The exit status is 1 if it was not proven within the limit. Without one it goes on until the
    proof is there; Ctrl-C ends it with what is proven so far. With a --table-file nothing of that
    is lost, whatever ends it, and --table may be more than there is memory.

    \b
      zermelo solve connect4:width=5,height=4
      zermelo solve connect4 274552224131661 --all
      zermelo solve hex:size=5 --method proof-numbers
      zermelo solve connect4 --table 4096 --table-file connect4.table --time 60
    """
    from zermelo import Engine, Limit, load

    with warnings_in_words(), rules_at_work(game):
        limit = Limit(None, nodes, time)
        at = standing(load(game), position, moves, deal, seed)
        here = at.here
        with at_work("solving"), Engine(here.game, None, threads=threads, table_mb=table,
                                        database=database, table_file=table_file) as engine:
            found = engine.solve(here, limit, all_moves=all,
                                 method=method)  # type: ignore[arg-type]
    if json:
        print_json({**found.to_json(), **at.to_json()})
    else:
        print_text(_for_people(here, found, at.dealt), _STYLES)
    if not found.value.known:
        kept = f"; what was found is in {table_file!r}: ask again to go on" if table_file else ""
        print(f"zermelo: not proven within the limit{kept}", file=sys.stderr)
    return FINE if found.value.known else FOUND


def perft(game: GameSpec, position: PositionText = None, moves: Moves = "",
          deal: DealText = None, seed: DealSeed = 0, depth: Depth = None,
          device: Device = "cpu", json: Json = False) -> int:
    """Count the ways to play so many plies: the test of move generators.

    \b
      zermelo perft othello --depth 8
    """
    from zermelo import Engine, Limit, load
    from zermelo.search.leaves import count_on_gpu

    if depth is None:
        raise typer.BadParameter("say how deep to count: --depth N")
    with noticing_ctrl_c() as pressed, warnings_in_words(), rules_at_work(game):
        Limit(depth)  # refuses nonsense
        at = standing(load(game), position, moves, deal, seed)
        here = at.here
        with at_work("counting"):
            if device == "cuda":
                leaves = count_on_gpu(here.game, here.state, depth)
            else:
                leaves = Engine(here.game, None, table_mb=1).count_leaves(here, depth)
    if pressed.is_set():
        return INTERRUPTED  # part of a count is none
    found = {"game": here.game.spec, "position": here.text, "depth": depth, "leaves": leaves,
             **at.to_json()}
    if json:
        print_json(found)
    else:
        print_text(str(leaves))
    return FINE


_STYLES = [(r"(?m)^(position|dealt|to move|value|line|searched|moves)  ", "bold")]


def _thinking() -> Any:
    """Each finished depth on stderr, on one line that is written over, if somebody can see it."""
    if not sys.stderr.isatty():
        return None

    def listen(found: Any) -> None:
        print(f"\r\x1b[K{str(found)[:100]}", end="", file=sys.stderr, flush=True)

    return listen


def _done_thinking() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _how_sure(found: Any) -> str:
    """What the value's own signs do not say: of a solution, that it is none."""
    return " (not proven)" if found.depth is None and not found.proven else ""


def _for_people(here: Any, found: Any, dealt: str) -> str:
    who = here.game.players[found.view]
    lines = [
        str(here), "",
        f"position  {here.text}",
        *([f"dealt     {dealt}"] if dealt else []),
        f"to move   {who}",
        f"value     {found.value} for {who}{_how_sure(found)}",
        f"line      {' '.join(found.line_text) or 'the game is over'}",
        f"searched  {found.searched}, {found.nodes:,} nodes, {found.seconds:.2f} s, "
        f"{found.nodes_per_second / 1e6:.2f} M nodes/s, "
        f"{'native' if found.native else 'interpreted'}",
    ]
    if len(found.moves) > 1:
        lines.append("moves     " + ", ".join(f"{m.text}: {m.value}" for m in found.moves))
    return "\n".join(lines)
