"""`zermelo judge`: players against exact values, side by side."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import FINE, FOUND, INTERRUPTED, rules_at_work
from zermelo.cli.options import (
    DatabaseName,
    GameSpec,
    Json,
    Seed,
    number,
    player_names,
    whole_number,
)
from zermelo.cli.output import print_json, print_text
from zermelo.cli.running import noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.analysis.judge import Judged
    from zermelo.analysis.samples import Sample
    from zermelo.game import Game

Players = Annotated[list[str], typer.Argument(
    metavar="PLAYER...", autocompletion=player_names,
    help="random, greedy, engine:depth=4, path/file.py:function, program:./bot, onnx:file.onnx, …",
)]
Positions = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many positions, with something at stake in each."
)]
Nodes = Annotated[int, typer.Option(
    parser=whole_number, metavar="N",
    help="Leave out positions that are not proven within so many nodes."
)]
MoveTime = Annotated[float, typer.Option(
    "--time", parser=number, metavar="SECONDS", help="How long a player may take for a move."
)]
Results = Annotated[bool, typer.Option(
    "--results", help="Count only won, drawn and lost, even if the game has points behind it."
)]
Jobs = Annotated[int, typer.Option(
    "--jobs", "-j", parser=whole_number, metavar="N", help="How many are asked at once."
)]
Worst = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="Show the N decisions of each player that lost most."
)]


def judge(game: GameSpec, players: Players, positions: Positions = 300, seed: Seed = 0,
          nodes: Nodes = 2_000_000, time: MoveTime = 10.0, results: Results = False,
          worst: Worst = 0, jobs: Jobs = 1, database: DatabaseName = None,
          json: Json = False) -> int:
    """Judge players by exact values: how often they find a best move, and what they lose.

    The positions are from random games, proven to the end, with something at stake, a third of
    them from each phase, and winning, drawn and lost ones as far as there are. A game that has
    points behind its results is played and judged for points (rps counts cards). Average loss is
    in points; a blunder loses more than half of what was at stake; a decisive error throws away a
    win or a draw. Intervals hold the true figure 19 times out of 20. A player that fails is taken
    to have played the worst move; the exit status is then 1. Ctrl-C ends it with the answers there
    are. --json has every decision: position, move, best moves, loss.

    \b
      zermelo judge rps random greedy engine:depth=2,selective=no engine:depth=4,selective=no
      zermelo judge rps greedy --worst 3 --jobs 2
      zermelo judge rps onnx:network.onnx level:5 --positions 1000 --results
      zermelo judge connect4:width=6,height=5 bots.py:choose "program:./bot --fast" --time 1
    """
    from zermelo import load
    from zermelo.analysis.exact import Exact
    from zermelo.analysis.samples import Sampler
    from zermelo.play.clock import TimeControl

    if positions < 1:
        raise typer.BadParameter(f"{positions} positions tell nothing: give 1 or more")
    if worst < 0:
        raise typer.BadParameter(f"{worst} decisions cannot be shown: give 0 or more")
    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(game):
        named = load(game)
        rules = named if results else named.scored()
        TimeControl(per_move=time)  # refuses nonsense, before the long work begins
        with asked_by(players, rules, jobs) as judged_on:
            sample = Sampler(Exact(rules, nodes=nodes, database=database)).draw(
                positions, seed, progress=lambda what, part: told(what, part / 2),
                stopped=pressed.is_set)
            found = judged_on(sample.problems, seconds=time, seed=seed,
                              progress=lambda what, part: told(what, (part + 1) / 2),
                              stopped=pressed.is_set)
    if json:
        print_json(_plain(named, sample, found, time, worst))
    else:
        print_text(_for_people(named, sample, found, time, worst), STYLES)
    if len(sample.problems) < positions and not sample.interrupted:
        rest = ("; the game has no more" if sample.complete
                else f" and proven within {nodes:,} nodes")
        print(f"zermelo: only {len(sample.problems)} of {positions} positions were found with "
              f"something at stake{rest}", file=sys.stderr)
    if pressed.is_set():
        return INTERRUPTED
    return FOUND if any(judged.first_trouble for judged in found) else FINE


STYLES = [(r"(?m)^(player|by \w+:|decisions of) .*", "bold")]


@contextmanager
def asked_by(names: Sequence[str], game: Game, jobs: int) -> Iterator[Callable[..., list[Judged]]]:
    """How players are asked, as `judge` is called but for the players: each answer is a unit of
    work, unless nobody else could make the game."""
    from functools import partial

    from zermelo.analysis import judge, judge_work
    from zermelo.games import can_be_named
    from zermelo.work import crew_of

    crew = crew_of(jobs)
    try:
        with named_players(names, game) as players:  # what is wrong with a text is told at once
            if not can_be_named(game):
                yield partial(judge.judge, players)
                return
        yield partial(judge_work.judge_named, names, crew=crew)
    finally:
        crew.close()
        judge_work.close()


@contextmanager
def named_players(names: Sequence[str], game: Any) -> Iterator[list[Any]]:
    """The players that the texts name; closed in the end, whatever happens."""
    from zermelo.play.named import player_named

    with ExitStack() as stack:
        found = []
        for name in names:
            player = player_named(name, game)
            stack.callback(player.close)
            found.append(player)
        yield found


def _plain(named: Game, sample: Sample, found: list[Judged], seconds: float,
           worst: int) -> dict[str, Any]:
    from zermelo.analysis.judge import difference

    return {
        "game": named.spec, "judged_as": sample.game.spec, "seed": sample.seed,
        "nodes": sample.nodes, "time": seconds, "confidence": 0.95,
        "positions": len(sample.problems), "by_phase": sample.counts(), "by_kind": sample.kinds(),
        "unproven": sample.unproven,
        "answered": len(found[0].answers) if found else 0,
        "players": [{**judged.to_json(), **_worst(judged, worst)} for judged in found],
        "more_loss_than_first": {j.name: difference(j, found[0]).to_json() for j in found[1:]},
    }


def _worst(judged: Judged, count: int) -> dict[str, Any]:
    """The decisions that lost most, with their boards, if they were asked for."""
    return {"worst": [{**answer.to_json(), "board": str(answer.problem.truth.position)}
                      for answer in judged.worst(count)]} if count else {}


def _for_people(named: Game, sample: Sample, found: list[Judged], seconds: float,
                worst: int) -> str:
    from zermelo.analysis import judge_tables as tables

    counts = ", ".join(f"{n} {phase}" for phase, n in sample.counts().items())
    answered = len(found[0].answers)
    for_points = "" if sample.game == named else f" for points ({sample.game.spec})"
    lines = [f"{named.spec}{for_points}: {answered} positions with something at stake ({counts}), "
             f"seed {sample.seed}, {seconds:g} s a move", "", *judgement_lines(found)]
    if worst:
        lines += tables.worst(found, worst)
    if answered < len(sample.problems) or sample.interrupted:
        lines += ["", f"interrupted after {answered} positions"]
    return "\n".join(lines)


def judgement_lines(found: list[Judged]) -> Iterator[str]:
    """The tables of a judgement."""
    from zermelo.analysis import judge_tables as tables
    from zermelo.analysis.judge import Judged

    yield from tables.side_by_side(found)
    yield from tables.by_group(found, "by phase", Judged.by_phase)
    yield from tables.by_group(found, "by kind", Judged.by_kind)
    yield from tables.by_group(found, "by theme", Judged.by_theme)
    if any(a.problem.difficulty for judged in found for a in judged.answers):
        yield from tables.by_group(found, "by difficulty", Judged.by_difficulty)
    more = [*tables.differences(found), *tables.troubles(found)]
    if more:
        yield from ["", *more]
