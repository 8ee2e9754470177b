"""`zermelo show`: a position, who is to move, and what may be played."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from zermelo.cli.failures import rules_at_work
from zermelo.cli.options import GameSpec, Json
from zermelo.cli.output import print_json, print_text
from zermelo.games.descriptions import described_position

PositionText = Annotated[str | None, typer.Argument(
    metavar="POSITION", help="A position as this command prints it; without it, the start."
)]
Moves = Annotated[str, typer.Option(
    metavar="MOVES", help="Moves to play first, with spaces between."
)]


def show(game: GameSpec, position: PositionText = None, moves: Moves = "",
         json: Json = False) -> None:
    """Show a position: the board, its text, who is to move, the legal moves or the result.

    \b
      zermelo show tictactoe
      zermelo show tictactoe xo./.x./..o:x
      zermelo show connect4 --moves "4 4 3"
    """
    from zermelo import load

    with rules_at_work(game):
        here = load(game).position(position).play_all(moves.split())
        found = described_position(here)
    if json:
        print_json(found)
    else:
        print_text(_for_people(found), [(r"(?m)^(position|to move|moves|result)  ", "bold")])


def _for_people(found: dict[str, Any]) -> str:
    lines = [found["board"], "", f"position  {found['position']}"]
    if found["result"]:
        lines.append(f"result    {found['result']['text']}")
    else:
        lines.append(f"to move   {found['player']}")
        lines.append(f"moves     {' '.join(found['moves'])}")
    return "\n".join(lines)
