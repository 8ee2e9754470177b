"""`zermelo explain`: what an evaluator thinks of a position, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import rules_at_work
from zermelo.cli.options import GameSpec, Json
from zermelo.cli.output import print_json, print_text
from zermelo.cli.show import DealSeed, DealText, Moves, PositionText, standing
from zermelo.games.descriptions import result_text

if TYPE_CHECKING:
    from zermelo.cli.show import Standing
    from zermelo.evaluation import Explanation

EvaluatorName = Annotated[str, typer.Option(
    metavar="NAME",
    help="The evaluator: by name, a .json file of weights, or path/to/file.py:NAME."
)]


def explain(game: GameSpec, position: PositionText = None, moves: Moves = "",
            deal: DealText = None, seed: DealSeed = 0, evaluator: EvaluatorName = "standard",
            json: Json = False) -> None:
    """Explain what an evaluator thinks of a position: each feature, its weight and its squares.

    Nothing is searched: it is the opinion at a glance, in the first player's view.

    \b
      zermelo explain chess --moves "e4 e5 Nf3"
      zermelo explain chess "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1" --evaluator material
      zermelo explain checkers --json
    """
    from zermelo import load
    from zermelo.evaluation import evaluator_for

    with rules_at_work(game):
        at = standing(load(game), position, moves, deal, seed)
        found = evaluator_for(at.here.game, evaluator).explain(at.here.game, at.here.state)
    if json:
        print_json({"game": at.here.game.spec, "position": at.here.text, "view": 0,
                    "evaluator": evaluator, **found.to_json(), **at.to_json()})
    else:
        print_text(_for_people(at, found),
                   [(r"(?m)^(position|dealt|opinion|result|total)  ", "bold")])


def _for_people(at: Standing, found: Explanation) -> str:
    here: Any = at.here
    lines = [str(here), "", f"position  {here.text}"]
    if at.dealt:
        lines.append(f"dealt     {at.dealt}")
    if here.result is not None:
        lines.append(f"result    {result_text(found.players, here.result)}: {found.total:+g} in "
                     f"{found.players[0]}'s view")
        return "\n".join(lines)
    lines.append(f"opinion   {found.words}")
    return "\n".join([*lines, "", str(found)] if found.terms else lines)
