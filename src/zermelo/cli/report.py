"""`zermelo deals` and `zermelo report`: a game solved, and everything found out about it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import FINE, INTERRUPTED, rules_at_work
from zermelo.cli.options import GameSpec, Json, Seed, number, whole_number
from zermelo.cli.output import print_json, print_text
from zermelo.cli.running import noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.solve import SolvedDeals

DealsFile = Annotated[Path | None, typer.Option(
    "--file", metavar="FILE", help="Keep the solved deals here; what it has is not solved again."
)]
Every = Annotated[bool, typer.Option("--all", help="List every deal.")]
Out = Annotated[Path | None, typer.Option(
    "--out", "-o", metavar="FILE", help="The page to write; its figures go beside it as .json.",
    show_default="the game's name",
)]
Rules = Annotated[bool, typer.Option("--rules/--no-rules", help="Compare the game's variants.")]
Search = Annotated[bool, typer.Option(
    "--search/--no-search", help="Measure what the techniques of the search save."
)]
Games = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="Games to play as a check of each main figure."
)]
ListTime = Annotated[float, typer.Option(
    "--time", parser=number, metavar="SECONDS",
    help="Leave out what needs a list of all that can happen, if that takes longer."
)]


def deals(game: GameSpec, file: DealsFile = None, every: Every = False,
          json: Json = False) -> int:
    """Solve every deal of a game: how likely it is, what it is worth, and how to begin.

    Probabilities are exact. Values are the first player's: the result, and the points if the game
    can be played for points. A game without chance has one deal, its start.

    \b
      zermelo deals rps
      zermelo deals rps:hand_size=4 --all
      zermelo deals rps --file rps.deals --json
    """
    from zermelo import load
    from zermelo.solve import extended_deals, solve_deals

    with progress_bar("compiling") as told, warnings_in_words(), rules_at_work(game):
        loaded = load(game)
        if file is None:
            solved = solve_deals(loaded, progress=lambda done, of: told("deals", done / of))
        else:
            solved = extended_deals(file, loaded,
                                    progress=lambda done, of: told("deals", done / of))
    if json:
        from zermelo.analysis.report import deals_section

        print_json({"game": loaded.spec, **deals_section(solved)})
    else:
        print_text("\n".join(_deals_for_people(solved, every)), [(r"(?m)^\S+( wins)?  ", "bold")])
    return FINE


def _deals_for_people(solved: SolvedDeals, every: bool) -> Iterator[str]:
    one, two = solved.game.players
    win, draw, loss = solved.chances()
    points = ", ".join(f"{points:+d}: {100 * float(p):.3f} %" if points else
                       f"0: {100 * float(p):.3f} %" for points, p in solved.points().items())
    lines = {
        "deals": f"{len(solved.deals):,}, in {solved.ways:,} ways",
        f"{one} wins": f"{win} = {float(win):.6f}",
        "draw": f"{draw} = {float(draw):.6f}",
        f"{two} wins": f"{loss} = {float(loss):.6f}",
        "points": points,
    }
    wide = max(map(len, lines))
    yield from (f"{name:<{wide}}  {figure}" for name, figure in lines.items())
    if every:
        yield ""
        for deal in solved.deals:
            yield (f"{deal.text}  {deal.ways:>9,} ways  {deal.points:+d}  "
                   f"{' '.join(deal.best_for_points)}")


def report(game: GameSpec, out: Out = None, rules: Rules = True, search: Search = True,
           games: Games = 100_000, seed: Seed = 0, time: ListTime = 300.0,
           json: Json = False) -> int:
    """Find out everything about a game, and write it down as one web page with pictures.

    How complex it is: branching factor, length, game tree, state space. Every deal solved; what
    players of any strength can expect of each other; how much the deal decides; what other rules
    would change; what each technique of the search saves. Figures are computed exactly, or say
    that they are estimates, and stand in a JSON file beside the page. If not everything that can
    happen can be listed, what needs the list is left out. Ctrl-C writes what there is.

    \b
      zermelo report rps
      zermelo report rps:hand_size=3 --out small.html --no-rules
      zermelo report chess --no-search
      zermelo report tictactoe --json
    """
    from zermelo import load
    from zermelo.analysis.report import make_report
    from zermelo.analysis.report_page import write_report
    from zermelo.errors import ParameterError
    from zermelo.limits import Limit

    if games < 0:
        raise ParameterError(f"{games} games make no sense: give 0 or more")
    Limit(time=time)  # refuses nonsense
    with noticing_ctrl_c() as pressed, progress_bar("compiling") as told, warnings_in_words(), \
            rules_at_work(game):
        loaded = load(game)
        page = out or Path(f"{loaded.name or type(loaded).__name__}-report.html")
        found = make_report(loaded, rules=rules, search=search, games=games, seed=seed,
                            seconds=time, progress=told, stopped=pressed.is_set)
        data = found.to_json()
        written = write_report(data, page)
    if json:
        print_json(data)
    else:
        lines = [*_report_for_people(data), "", *(f"written   {path}" for path in written)]
        if found.interrupted:
            lines.append("interrupted: this is what there is")
        print_text("\n".join(lines), [(r"(?m)^(game|deals|luck|fairest|written) .*", "bold"),
                                      (r"(?m)^(branching|length|tree|states|left out) ", "bold")])
    return INTERRUPTED if found.interrupted else FINE


def _report_for_people(data: dict[str, Any]) -> Iterator[str]:
    yield f"game      {data['game']}"
    for name, words in data.get("complexity", {"lines": {}})["lines"].items():
        yield f"{name:<9} {words}"
    for why in dict.fromkeys(data["left_out"].values()):
        names = ", ".join(n for n, reason in data["left_out"].items() if reason == why)
        yield f"left out  {names}: {why}"
    if "deals" in data:
        deals = data["deals"]
        yield (f"deals     {deals['count']:,}; perfect play: {data['players'][0]} wins "
               f"{deals['win']['fraction']}, loses {deals['loss']['fraction']}")
    if "skill" in data:
        yield ""
        yield f"{'first against second':<28}  first wins      draw  second wins"
        for figure in data["skill"]["figures"]:
            win, draw, loss = (f"{100 * share:.3f} %" for share in figure["exact"])
            yield f"{figure['name']:<28}  {win:>10}  {draw:>8}  {loss:>11}"
        if data.get("deals", {}).get("count", 2) > 1:
            yield ""
            yield "luck      " + ", ".join(
                f"{level['name']} {100 * luck['share']:.1f} %" for level, luck
                in zip(data["skill"]["levels"], data["skill"]["luck"], strict=True))
    rows = data.get("sweep", {}).get("rows", [])
    if len(rows) > 1:
        yield "fairest   " + ", ".join(f"{row['spec']} ({100 * row['unfairness']:.1f} %)"
                                       for row in rows[:3])
