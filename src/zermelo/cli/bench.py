"""`zermelo bench`: how far and how fast a game is searched, and what each technique saves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.analyze import Threads
from zermelo.cli.failures import FINE, FOUND, INTERRUPTED, rules_at_work
from zermelo.cli.options import GameSpec, Json, table_size, whole_number
from zermelo.cli.output import columns, print_json, print_text, time_text
from zermelo.cli.running import noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.search.benchmark import Benchmark, Run, Trial

Depth = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="Search to depths 1, 2, … N."
)]
Positions = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many positions, from the start to late ones."
)]
Without = Annotated[list[str] | None, typer.Option(
    metavar="NAME", help="Leave a technique off; may be given several times."
)]
TrialDepth = Annotated[int | None, typer.Option(
    parser=whole_number, metavar="N", help="How deep to search with each technique switched.",
    show_default="as deep as does not take long",
)]
TableSize = Annotated[float, typer.Option(
    "--table", "--table-mb", parser=table_size, metavar="MB", help="The size of the table."
)]


def bench(game: GameSpec, depth: Depth = 8, positions: Positions = 4, without: Without = None,
          trial_depth: TrialDepth = None, threads: Threads = 1, table: TableSize = 64.0,
          json: Json = False) -> int:
    """Measure the search: value, move, nodes and time up to each depth, on fixed positions.

    Then the same positions with each technique switched, one at a time: off if it is used for
    this game, on if it is not. None may change a value that claims to be exact: the exit status
    is 1 if one does. The total number of nodes is a signature: it changes only with the search or
    the rules. Ctrl-C ends it with what there is.

    \b
      zermelo bench connect4
      zermelo bench othello:size=6 --depth 10 --without history --without killers
    """
    from zermelo import load
    from zermelo.search import benchmark

    off = [name for names in without or [] for name in names.split(",")]
    with noticing_ctrl_c() as pressed, progress_bar("compiling") as told, warnings_in_words(), \
            rules_at_work(game):
        found = benchmark.measure(load(game), depth, positions, off=off, threads=threads,
                                  table_mb=table, trial_depth=trial_depth, progress=told,
                                  stopped=pressed.is_set)
    if json:
        print_json(found.to_json())
    else:
        print_text(_for_people(found), [(r"(?m)^(depth|switched) .*", "dim"),
                                        (r"(?m)^(start|opening|middle|late) ", "bold"),
                                        (r"(?m)^DIFFERENT.*", "bold red")])
    if found.interrupted:
        return INTERRUPTED
    return FOUND if found.differences else FINE


def _for_people(found: Benchmark) -> str:
    from zermelo.search.switches import Switch, written

    used = [written(s) for s in Switch if s & found.switches]
    threads = "1 thread" if found.threads == 1 else f"{found.threads} threads"
    lines = [f"{found.game.spec}: {'native' if found.native else 'interpreted'}, {threads}, "
             f"a table of {found.table_mb:g} MB",
             f"with {', '.join(used)}" if used else "with no technique at all"]
    for run in found.runs:
        lines += ["", *_run(run)]
    lines += ["", "nodes and time of a depth include the depths before it", _total(found)]
    if found.trials:
        lines += ["", *_trials(found)]
    if found.interrupted:
        lines += ["", "interrupted: this is what there is"]
    return "\n".join(lines)


def _run(run: Run) -> Iterator[str]:
    here = run.moment.position
    yield f"{run.moment.stage} {here.text}, {here.game.players[here.to_move]} to move"
    rows = [["depth", "value", "move", "nodes", "time", "nodes/s"]]
    rows += [[str(i.depth), str(i.value), i.move, f"{i.nodes:,}", time_text(i.seconds),
              f"{i.nodes_per_second:,.0f}"] for i in run.iterations]
    yield from columns(rows, ">><>>>")
    if not run.finished:
        yield "      deeper takes too long"


def _total(found: Benchmark) -> str:
    speed = found.nodes / found.seconds if found.seconds else 0.0
    same = "the same every time" if found.threads == 1 else "with one thread the same every time"
    return (f"signature {found.nodes:,} nodes ({same}), {time_text(found.seconds)}, "
            f"{speed:,.0f} nodes/s")


def _trials(found: Benchmark) -> Iterator[str]:
    base = found.trials[0]
    rows = [["switched", f"nodes to depth {found.trial_depth}", "", "time", ""]]
    rows += [_trial(trial, base) for trial in found.trials]
    yield from columns(rows, "<>>>>")
    if any(not trial.exact for trial in found.trials):
        yield "* for play: it may change a value"
    if found.differences:
        yield ""
        yield f"DIFFERENT values, which must not be: {len(found.differences)}"
        yield from (f"  {difference}" for difference in found.differences)
    elif len(found.trials) > 1:
        yield "every value that must stay the same did"


def _trial(trial: Trial, base: Trial) -> list[str]:
    more = "" if trial.finished else "> "
    name = f"{'with' if trial.on else 'without'} {trial.technique}{'' if trial.exact else ' *'}"
    nodes, seconds = f"{more}{trial.nodes:,}", f"{more}{time_text(trial.seconds)}"
    if trial is base:
        return ["nothing", nodes, "", seconds, ""]
    return [name, nodes, f"{more}× {_ratio(trial.nodes, base.nodes)}",
            seconds, f"{more}× {_ratio(trial.seconds, base.seconds)}"]


def _ratio(one: float, other: float) -> str:
    return f"{one / other:.2f}" if other else "…"
