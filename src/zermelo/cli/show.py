"""`zermelo show`: a position, who is to move, and what may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from zermelo.cli.failures import rules_at_work
from zermelo.cli.options import GameSpec, Json, whole_number
from zermelo.cli.output import print_json, print_text
from zermelo.games.descriptions import described_position
from zermelo.position import Position

if TYPE_CHECKING:
    from zermelo.dealing import Deal
    from zermelo.game import Game

PositionText = Annotated[str | None, typer.Argument(
    metavar="POSITION", help="A position as this command prints it; without it, the start."
)]
Moves = Annotated[str, typer.Option(
    metavar="MOVES", help="Moves to play first, with spaces between."
)]


DealText = Annotated[str | None, typer.Option(
    "--deal", metavar="DEAL", show_default="drawn by the seed",
    help="Which deal of a dealt game: its number, or what the players hold, like RRPSS+RRPPS."
)]
DealSeed = Annotated[int, typer.Option(
    "--seed", parser=whole_number, metavar="N",
    help="What a dealt game is dealt by: the same seed, the same deal."
)]


class Standing(NamedTuple):
    """Where a command begins, and what was dealt, if anything was."""

    here: Position
    deal: Deal | None
    seed: int | None  # None: the deal was named

    @property
    def dealt(self) -> str:
        """What was dealt, in a few words; empty if nothing was."""
        if self.deal is None:
            return ""
        by = "" if self.seed is None else f", seed {self.seed}"
        return f"{self.deal.text(self.here.game)}{by}"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data, for games that are dealt."""
        if self.deal is None:
            return {}
        chance = self.deal.probability
        return {"deal": {"number": self.deal.number, "of": self.deal.of, "seed": self.seed,
                         "probability": [chance.numerator, chance.denominator],
                         "position": self.here.game.text(self.deal.state)}}


def standing(game: Game, position: str | None, moves: str, deal: str | None,
             seed: int) -> Standing:
    """The position that the words of a command line mean."""
    from zermelo.dealing import deal_named, draw, is_dealt

    if position is not None:
        if deal is not None:
            raise typer.BadParameter(f"the position {position!r} says what was dealt: leave out "
                                     f"--deal")
        return Standing(game.position(position).play_all(moves), None, None)
    if deal is None and not is_dealt(game):
        return Standing(game.position().play_all(moves), None, None)
    drawn = draw(game, seed) if deal is None else deal_named(game, deal)
    here = Position(game, drawn.state).play_all(moves)
    chance = drawn.of > 1  # a game may be dealt, and yet have but one deal with these parameters
    return Standing(here, drawn if chance else None, seed if deal is None else None)


def show(game: GameSpec, position: PositionText = None, moves: Moves = "", deal: DealText = None,
         seed: DealSeed = 0, json: Json = False) -> None:
    """Show a position: the board, its text, who is to move, the legal moves or the result.

    \b
      zermelo show tictactoe
      zermelo show tictactoe xo./.x./..o:x
      zermelo show connect4 --moves "4 4 3"
      zermelo show rps --seed 7
      zermelo show rps --deal RRPSS+RRPPS
    """
    from zermelo import load

    with rules_at_work(game):
        at = standing(load(game), position, moves, deal, seed)
        found = described_position(at.here)
    if json:
        print_json({**found, **at.to_json()})
    else:
        print_text(_for_people(found, at.dealt),
                   [(r"(?m)^(position|dealt|to move|moves|result)  ", "bold")])


def _for_people(found: dict[str, Any], dealt: str) -> str:
    lines = [found["board"], "", f"position  {found['position']}"]
    if dealt:
        lines.append(f"dealt     {dealt}")
    if found["result"]:
        lines.append(f"result    {found['result']['text']}")
    else:
        lines.append(f"to move   {found['player']}")
        lines.append(f"moves     {' '.join(found['moves'])}")
    return "\n".join(lines)
