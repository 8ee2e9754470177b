"""`zermelo suite make | run | check`: problems with known answers, and players scored by them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import FINE, FOUND, INTERRUPTED, rules_at_work
from zermelo.cli.judge import (
    STYLES,
    Jobs,
    MoveTime,
    Players,
    Results,
    asked_by,
    judgement_lines,
)
from zermelo.cli.options import DatabaseName, GameSpec, Json, Seed, whole_number
from zermelo.cli.output import print_json, print_text
from zermelo.cli.running import noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.analysis.intervals import Figure
    from zermelo.analysis.judge import Judged
    from zermelo.analysis.suites import Exercise
    from zermelo.game import Game

suite = typer.Typer(help="Problems with known answers: make a suite, score players, check it.",
                    rich_markup_mode=None)

Positions = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many positions."
)]
Nodes = Annotated[int, typer.Option(
    parser=whole_number, metavar="N",
    help="Leave out positions that are not proven within so many nodes."
)]
Out = Annotated[str | None, typer.Option(
    "--out", "-o", metavar="FILE", help="Write to a file.", show_default="stdout"
)]
SuiteFile = Annotated[str, typer.Argument(
    metavar="SUITE", help="A suite's file, or default for the one that comes with Zermelo."
)]
OnlyGame = Annotated[str | None, typer.Option(
    "--game", metavar="GAME", show_default="all",
    help="Only the problems of this game; yours, path/to/file.py:MyGame, must be named to be run."
)]


@suite.command("make", short_help="Generate problems.")
def make(game: GameSpec, positions: Positions = 100, seed: Seed = 0, nodes: Nodes = 2_000_000,
         results: Results = False, out: Out = None, database: DatabaseName = None,
         json: Json = False) -> int:
    """Generate problems: positions of random games with exact values for all moves.

    A game that has points behind its results is played for points (rps counts cards).

    One JSON object a line: position, all best moves, exact value, phase, difficulty (1 to 5: how
    deep the engine must search to get it right and stay right), themes. Ctrl-C ends it with what
    there is.

    \b
      zermelo suite make rps --positions 300 --out rps.jsonl
      zermelo suite make connect4:width=6,height=5 --seed 7
    """
    from zermelo import load
    from zermelo.analysis import suites

    if positions < 1:
        raise typer.BadParameter(f"{positions} positions make no suite: give 1 or more")
    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, warnings_in_words(), \
            rules_at_work(game):
        named = load(game)
        rules = named if results else named.scored()
        made = suites.make(rules, positions, seed, nodes=nodes, database=database, progress=told,
                           stopped=pressed.is_set)
        spec = rules.source
        lines = list(suites.written(made, f"{len(made)} positions of {spec}, seed {seed}"))
    if out is not None:
        _write(out, lines)
    elif not json:
        print("\n".join(lines))
    if json:
        print_json({"game": spec, "seed": seed, "file": out, **_counts(made),
                    "exercises": [e.to_json() for e in made]})
    if len(made) < positions:
        print(f"zermelo: only {len(made)} of {positions} positions were found with something at "
              f"stake and proven within {nodes:,} nodes", file=sys.stderr)
    return INTERRUPTED if pressed.is_set() else FINE


def _write(out: str, lines: list[str]) -> None:
    from pathlib import Path

    try:
        Path(out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(f"cannot write {out!r}: {error.strerror}") from None


def _counts(exercises: list[Exercise]) -> dict[str, Any]:
    return {"positions": len(exercises),
            "by_phase": dict(Counter(e.phase for e in exercises)),
            "by_difficulty": dict(sorted(Counter(e.difficulty for e in exercises).items()))}


@suite.command("check", short_help="Compute a suite anew, and compare.")
def check(suite: SuiteFile = "default", game: OnlyGame = None, nodes: Nodes = 2_000_000,
          database: DatabaseName = None, json: Json = False) -> int:
    """Compute every value, best move, phase, theme and difficulty of a suite anew.

    The exit status is 1 if anything is different.

    \b
      zermelo suite check
      zermelo suite check rps.jsonl
    """
    from zermelo.analysis import suites

    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, warnings_in_words(), \
            rules_at_work(suite):
        exercises, given = _chosen(suite, game)
        found, checked = [], 0

        def count(number: int) -> None:
            nonlocal checked
            checked = number
            told("checking", number / len(exercises))

        try:
            for difference in suites.differences(exercises, given, nodes=nodes, database=database,
                                                 progress=count, stopped=pressed.is_set):
                found.append(difference)
        except KeyboardInterrupt:
            pass
    if json:
        print_json({"suite": suite, "positions": len(exercises), "checked": checked,
                    "differences": [{"number": d.number, "game": d.exercise.game,
                                     "position": d.exercise.position, "field": d.field,
                                     "stored": d.stored, "found": d.found} for d in found]})
    else:
        lines = [str(d) for d in found]
        print_text("\n".join([*lines, f"{suite}: {checked} of {len(exercises)} positions checked, "
                                      f"{len(found)} differences"]))
    if pressed.is_set():
        return INTERRUPTED
    return FOUND if found else FINE


@suite.command("run", short_help="Score players on a suite.")
def run(suite: SuiteFile, players: Players, game: OnlyGame = None, time: MoveTime = 10.0,
        seed: Seed = 0, jobs: Jobs = 1, json: Json = False) -> int:
    """Score players on a suite: how many of its problems they solve, by a best move.

    Problems of several games are scored game by game, with the measures of `zermelo judge`. The
    exit status is 1 if a player failed somewhere.

    \b
      zermelo suite run default engine:depth=3 random --game rps
      zermelo suite run rps.jsonl bots.py:choose
    """
    from zermelo.games import from_data

    found: dict[str, list[Judged]] = {}
    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(suite):
        exercises, given = _chosen(suite, game)
        for spec in dict.fromkeys(e.game for e in exercises):
            rules = from_data(spec, given)
            problems = [e.problem(rules) for e in exercises if e.game == spec]
            with asked_by(players, rules, jobs) as judged_on:
                found[spec] = judged_on(problems, seconds=time, seed=seed, progress=told,
                                        stopped=pressed.is_set)
            if pressed.is_set():
                break
    solved = _solved(players, found)
    if json:
        print_json({"suite": suite, "seed": seed, "time": time, "confidence": 0.95,
                    "problems": len(exercises),
                    "solved": [{"player": name, "of": count, "problems": hits,
                                "share": share.to_json()} for name, hits, count, share in solved],
                    "games": {spec: [judged.to_json() for judged in judgements]
                              for spec, judgements in found.items()}})
    else:
        print_text("\n".join(_scores(solved, found)), STYLES)
    if pressed.is_set():
        return INTERRUPTED
    return FOUND if any(j.first_trouble for judged in found.values() for j in judged) else FINE


def _solved(players: list[str], found: dict[str, list[Judged]]
            ) -> list[tuple[str, int, int, Figure]]:
    """For each player, how many problems of all games it solved, and of how many."""
    from zermelo.analysis.intervals import share

    solved = []
    for i, name in enumerate(players):
        answers = [a for judged in found.values() for a in judged[i].answers]
        hits = sum(a.loss == 0 for a in answers)
        solved.append((name, hits, len(answers), share(hits, len(answers))))
    return solved


def _scores(solved: list[tuple[str, int, int, Figure]],
            found: dict[str, list[Judged]]) -> Iterator[str]:
    from zermelo.analysis.judge_tables import columns, percent

    yield from columns([["player", "solved", ""],
                        *([name, f"{hits} of {count}", percent(share)]
                          for name, hits, count, share in solved)])
    for spec, judgements in found.items():
        yield from ["", f"{spec}: {len(judgements[0].answers)} problems",
                    *judgement_lines(judgements)]


def _chosen(source: str, game: str | None) -> tuple[list[Exercise], Game | None]:
    """The problems, all or those of a game; and that game, which only its naming makes run."""
    from zermelo import load
    from zermelo.analysis import suites
    from zermelo.own_files import same_game

    exercises = suites.read(source)
    if game is None:
        return exercises, None
    given = load(game)
    has = dict.fromkeys(e.game for e in exercises)
    chosen = [e for e in exercises if same_game(e.game, given)]
    if not chosen:
        raise suites.SuiteError(f"{source!r} has no problems of {given.source}; "
                                f"it has {', '.join(has)}")
    return chosen, given


