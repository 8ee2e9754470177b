"""`zermelo arena`: many players, many games, ratings with their errors; and the calculators."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from zermelo.cli.failures import FINE
from zermelo.cli.options import Json, number, whole_number
from zermelo.cli.output import print_json, print_text

if TYPE_CHECKING:
    from zermelo.arena.statistics import Elo, Sprt


_NEGATIVE = re.compile(r"-[\d.]")


class Arena(TyperGroup):
    """The arena's commands; what begins with none of them is a game to be played."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`zermelo arena GAME …` is `zermelo arena run GAME …`."""
        if args and "run" in self.commands and args[0] not in (*self.commands, "--help", "-h"):
            args = ["run", *args]
        if args[:1] in (["sprt"], ["elo"]) and _NEGATIVE.match("".join(args[1:2])):
            args = [args[0], *args[2:], "--", args[1]]  # a number, and no option
        return super().parse_args(ctx, args)


arena = typer.Typer(cls=Arena, rich_markup_mode=None,
                    help="Who is stronger, by how much, and are we sure?")


def numbers(text: str, what: str) -> list[float]:
    """Numbers with commas between, or a complaint."""
    try:
        return [number(word.strip()) for word in str(text).split(",")]
    except typer.BadParameter:
        raise typer.BadParameter(f"{text!r} is not {what}") from None


def _counts(text: Any) -> list[int]:
    counts = [whole_number(word.strip()) for word in str(text).split(",")]
    if min(counts) < 0:
        raise typer.BadParameter(f"{text!r} has a count below 0: results come 0 times or more")
    return counts


def finite(figure: float, digits: int) -> float | None:
    """A figure for JSON, which knows no infinity."""
    return round(figure, digits) if math.isfinite(figure) else None


Bounds = Annotated[str, typer.Option(
    "--bounds", metavar="H0,H1", help="The two hypotheses, in normalised Elo."
)]
Alpha = Annotated[float, typer.Option(
    "--alpha", parser=number, metavar="CHANCE", help="How often H1 may be accepted wrongly."
)]
Beta = Annotated[float, typer.Option(
    "--beta", parser=number, metavar="CHANCE", help="How often H0 may be accepted wrongly."
)]


CHANCE = 0.05  # of a wrong verdict, unless another is given


def sprt_of(bounds: str, alpha: float, beta: float) -> Sprt:
    """The test that options describe."""
    from zermelo.arena.statistics import Sprt

    both = numbers(bounds, "two bounds: write H0,H1 in normalised Elo, as 0,5")
    if len(both) != 2:
        raise typer.BadParameter(f"{bounds!r} is not two bounds: write H0,H1 in normalised Elo, "
                                 f"as 0,5")
    return Sprt(both[0], both[1], alpha, beta)


@arena.command("sprt", short_help="Test a result against two hypotheses.")
def sprt(results: Annotated[str, typer.Argument(
             metavar="RESULTS", help="Pairs from worst to best (LL,LD,LW+DD,DW,WW), or games: "
                                     "losses,draws,wins.")],
         bounds: Bounds = "0,5", alpha: Alpha = CHANCE, beta: Beta = CHANCE,
         json: Json = False) -> int:
    """The sequential probability ratio test of a result: is H1 accepted, or H0, or neither yet?

    The hypotheses are in normalised Elo. A test that stopped early overstates the strength.

    \b
      zermelo arena sprt 379,10170,21828,10640,343 --bounds 0,2
      zermelo arena sprt 60,120,90
    """
    from zermelo.arena.statistics import elo_of_results

    counts, test = _counts(results), sprt_of(bounds, alpha, beta)
    elo = elo_of_results(counts)
    ratio = test.ratio(counts)
    if json:
        print_json({"llr": round(ratio, 4), "lower": round(test.lower, 4),
                    "upper": round(test.upper, 4), "verdict": test.verdict(ratio),
                    "nelo": finite(elo.normalised, 4),
                    "nelo_error": finite(elo.normalised_error, 4),
                    "h0": test.h0, "h1": test.h1, "alpha": alpha, "beta": beta,
                    "games": elo.games})
    else:
        print_text(f"LLR      {ratio:.3f} ({test.lower:.3f} to {test.upper:.3f})\n"
                   f"verdict  {verdict_words(test, ratio)}\n"
                   f"nElo     {_normalised(elo)}, {elo.games:,} games",
                   [(r"(?m)^(LLR|verdict|nElo) ", "bold")])
    return FINE


def _normalised(elo: Elo) -> str:
    if math.isinf(elo.normalised):
        return f"{'more' if elo.normalised > 0 else 'less'} than can be told"
    return f"{elo.normalised:.2f} ± {elo.normalised_error:.2f}"


def verdict_words(test: Sprt, ratio: float) -> str:
    """What a likelihood ratio means."""
    return {"H1": f"H1 is accepted: {test.h1:g} nElo rather than {test.h0:g}",
            "H0": f"H0 is accepted: {test.h0:g} nElo rather than {test.h1:g}",
            "continue": "neither hypothesis is accepted yet"}[test.verdict(ratio)]


@arena.command("elo", short_help="Turn wins, draws and losses into Elo.")
def elo(results: Annotated[str, typer.Argument(
            metavar="WINS,DRAWS,LOSSES", help="How many games were won, drawn and lost.")],
        json: Json = False) -> int:
    """The Elo difference of wins, draws and losses, as if all games were independent.

    The error is half of the interval that holds the true difference 19 times out of 20; `los` is
    the likelihood of superiority.

    \b
      zermelo arena elo 90,120,60
    """
    from zermelo.arena.statistics import elo_of_results

    counts = _counts(results)
    if len(counts) != 3:
        raise typer.BadParameter(f"{results!r} is not three counts: write WINS,DRAWS,LOSSES, "
                                 f"as 90,120,60")
    found = elo_of_results(counts[::-1])
    if json:
        print_json({"elo": finite(found.difference, 2), "error": finite(found.error, 2),
                    "los": round(found.superiority, 6), "score": found.score,
                    "games": found.games})
    else:
        print_text(f"Elo    {elo_text(found.difference, found.error)}\n"
                   f"LOS    {100 * found.superiority:.1f} %\n"
                   f"score  {100 * found.score:.1f} % of {found.games:,} games",
                   [(r"(?m)^(Elo|LOS|score) ", "bold")])
    return FINE


def elo_text(difference: float, error: float) -> str:
    """An Elo difference for people."""
    if math.isinf(difference):
        return f"{'more' if difference > 0 else 'less'} than can be told: every game was " \
               f"{'won' if difference > 0 else 'lost'}"
    return f"{difference:+.1f}" + (f" ± {error:.1f}" if math.isfinite(error) else "")
