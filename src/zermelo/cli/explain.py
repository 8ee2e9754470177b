"""`zermelo explain`: what an evaluator thinks of a position, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import rules_at_work
from zermelo.cli.options import GameSpec, Json
from zermelo.cli.output import print_json, print_text
from zermelo.cli.show import DealSeed, DealText, Moves, PositionText, standing
from zermelo.games.descriptions import result_text
from zermelo.notation import did_you_mean

if TYPE_CHECKING:
    from zermelo.cli.show import Standing
    from zermelo.evaluation import Explanation

EvaluatorName = Annotated[str, typer.Option(
    metavar="NAME",
    help="The evaluator: by name, a .json file of weights, or path/to/file.py:NAME."
)]


FeatureName = Annotated[str | None, typer.Option(
    "--feature", metavar="NAME", help="Only this feature."
)]
Output = Annotated[str | None, typer.Option(
    "--output", "-o", metavar="FILE", help="Draw the board with the feature's squares, as .svg."
)]


def explain(game: GameSpec, position: PositionText = None, moves: Moves = "",
            deal: DealText = None, seed: DealSeed = 0, evaluator: EvaluatorName = "standard",
            feature: FeatureName = None, output: Output = None, json: Json = False) -> None:
    """Explain what an evaluator thinks of a position: each feature, its weight and its squares.

    Nothing is searched: it is the opinion at a glance, in the first player's view.

    \b
      zermelo explain chess --moves "e4 e5 Nf3"
      zermelo explain chess "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1" --evaluator material
      zermelo explain chess --moves "e4 e5 Nf3" --feature "centre attacked" -o centre.svg
      zermelo explain checkers --json
    """
    from zermelo import load
    from zermelo.evaluation import evaluator_for

    with rules_at_work(game):
        at = standing(load(game), position, moves, deal, seed)
        found = evaluator_for(at.here.game, evaluator).explain(at.here.game, at.here.state)
    opinion = found.words
    if feature is not None:
        found = _only(found, feature)
    if output is not None:
        _draw(at.here, found, feature, output)
    if json:
        print_json({"game": at.here.game.spec, "position": at.here.text, "view": 0,
                    "evaluator": evaluator, **found.to_json(), **at.to_json()})
    else:
        print_text(_for_people(at, found, opinion),
                   [(r"(?m)^(position|dealt|opinion|result|total)  ", "bold")])


def _only(found: Explanation, feature: str) -> Explanation:
    """The explanation with one feature left."""
    names = [t.feature for t in found.terms]
    if feature not in names:
        has = ", ".join(names) or "none: the game is over, or the evaluator gives no reasons"
        raise typer.BadParameter(f"there is no feature {feature!r} here"
                                 f"{did_you_mean(feature, names)}; there are {has}")
    return replace(found, terms=tuple(t for t in found.terms if t.feature == feature))


def _draw(here: Any, found: Explanation, feature: str | None, output: str) -> None:
    """The board, with the squares of the one feature marked."""
    from zermelo.drawing.picture import board_svg

    if feature is None:
        raise typer.BadParameter("say which squares to draw: --feature NAME")
    if not output.endswith(".svg"):
        raise typer.BadParameter(f"cannot draw {output!r}: give a name that ends with .svg")
    term = found.terms[0]
    if term.first is None or term.second is None:
        raise typer.BadParameter(f"the feature {feature!r} counts no squares that could be drawn")
    try:
        drawn = board_svg(here.game, here.state, 48, (term.first, term.second),
                          f"{feature}, {' – '.join(found.players)}: {term.squares}")
        Path(output).write_text(drawn, encoding="utf-8")
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    except OSError as error:
        raise typer.BadParameter(f"cannot write {output!r}: {error.strerror}") from None


def _for_people(at: Standing, found: Explanation, opinion: str) -> str:
    here: Any = at.here
    lines = [str(here), "", f"position  {here.text}"]
    if at.dealt:
        lines.append(f"dealt     {at.dealt}")
    if here.result is not None:
        lines.append(f"result    {result_text(found.players, here.result)}: {found.total:+g} in "
                     f"{found.players[0]}'s view")
        return "\n".join(lines)
    lines.append(f"opinion   {opinion}")
    return "\n".join([*lines, "", str(found)] if found.terms else lines)
