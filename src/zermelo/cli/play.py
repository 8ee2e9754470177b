"""`zermelo play`: a game against the engine, or anybody else, in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import FINE, rules_at_work
from zermelo.cli.options import ClockText, Json, Seed, game_names, player_names
from zermelo.cli.output import print_json
from zermelo.cli.running import at_work, noticing_ctrl_c, warnings_in_words
from zermelo.cli.show import DealText, Moves, PositionText, standing

if TYPE_CHECKING:
    from zermelo.cli.session import Session
    from zermelo.play.match import Match

OptionalGame = Annotated[str | None, typer.Argument(
    metavar="GAME", help="connect4, connect4:width=6,height=5, or path/to/file.py:MyGame.",
    autocompletion=game_names, show_default=False,
)]
Against = Annotated[str | None, typer.Option(
    metavar="PLAYER", help="level:1 to level:10, any other player, or human.",
    autocompletion=player_names, show_default="level:4",
)]
PlayEvaluator = Annotated[str | None, typer.Option(
    "--evaluator", metavar="NAME", show_default="the game's own",
    help="What levels and hints go by: a name, a .json file of weights, or path/file.py:NAME."
)]
Second = Annotated[bool, typer.Option("--second", help="Let the other one begin.")]
Load = Annotated[Path | None, typer.Option(
    metavar="FILE", help="Go on with a saved game.", exists=False
)]


def play(game: OptionalGame = None, position: PositionText = None, moves: Moves = "",
         deal: DealText = None, against: Against = None, second: Second = False,
         clock: ClockText = "none", evaluator: PlayEvaluator = None, seed: Seed = 0,
         load: Load = None, json: Json = False) -> int:
    """Play a game: type moves, or hint, undo, why, eval, swap, save, resign, help.

    Tab completes moves. Ctrl-C asks before it leaves. A saved game of your own rules is resumed by
    naming those rules, too: no record can make a file run by itself. With --json the boards go to
    stderr, and in the end the game is printed as one JSON object.

    \b
      zermelo play connect4
      zermelo play othello --against level:7 --second --clock 5m+3
      zermelo play tictactoe --against human
      zermelo play --load connect4-1.txt
      zermelo play path/to/file.py:MyGame --load MyGame-1.txt
    """
    from zermelo.cli.session import Session

    if game is None and load is None:
        raise typer.BadParameter("say which game: zermelo play GAME, or --load FILE")
    if load is not None and (position or moves or deal or clock != "none"):
        raise typer.BadParameter("--load brings its own position and clock: leave those out")
    out = sys.stderr if json else sys.stdout
    with noticing_ctrl_c() as pressed, warnings_in_words(), rules_at_work(game or str(load)):
        session = Session(out, pressed)
        with at_work("getting ready"):
            if load is not None:
                match = _resumed(session, load, game, against, second, evaluator)
            else:
                match = _new(session, game or "", (position, moves, deal, seed),
                             against or "level:4", second, clock, evaluator)
        try:
            session.sit_down(match)
        finally:
            match.close()
    if json:
        print_json(_plain(match))
    return FINE


def _new(session: Session, game: str, start: tuple[str | None, str, str | None, int],
         against: str, second: bool, clock: str, evaluator: str | None) -> Match:
    from zermelo.games import load
    from zermelo.play.clock import TimeControl
    from zermelo.play.match import Match

    rules = _evaluated(load(game), evaluator)
    control = TimeControl.parse(clock)
    at = standing(rules, *start)
    sides = [session.human(), _opponent(session, against, rules)]
    if second:
        sides.reverse()
    if at.dealt:
        session.display.say(f"dealt: {at.dealt}")
    return Match(rules, *sides, control=control, display=session.display, start=at.here,
                 seed=start[-1], spec=game, notes={"deal": at.dealt} if at.dealt else None)


def _resumed(session: Session, file: Path, game: str | None, against: str | None,
             second: bool, evaluator: str | None) -> Match:
    """A saved game: people take the seats that people had, unless they say otherwise."""
    from zermelo.games import load
    from zermelo.play.match import Match
    from zermelo.play.named import harmless
    from zermelo.play.played import game_of
    from zermelo.play.record import Record

    record = Record.load(file, None if game is None else load(game))
    rules = _evaluated(game_of(record.game, None if game is None else load(game)), evaluator)
    names = list(record.players)
    if against is not None:
        names = [against, "human"] if second or names[1] == "human" else ["human", against]
    elif "human" not in names or second:
        names[int(second)] = "human"
    first, other = (_opponent(session, name if name == against else harmless(name), rules)
                    for name in names)
    return Match.resumed(record, first, other, game=rules, display=session.display)


def _evaluated(rules: Any, evaluator: str | None) -> Any:
    from zermelo.evaluation import evaluator_for, with_evaluator

    return rules if evaluator is None else with_evaluator(rules, evaluator_for(rules, evaluator))


def _opponent(session: Session, text: str, rules: Any) -> Any:
    from zermelo.play.named import player_named

    return session.human() if text.strip() == "human" else player_named(text, rules)


def _plain(match: Match) -> dict[str, Any]:
    end = match.ending
    return {
        "game": match.spec,
        "players": [player.name for player in match.players],
        "clock": str(match.control),
        "position": match.here.text,
        "moves": [entry.move for entry in match.entries],
        "seconds": [entry.seconds for entry in match.entries],
        "result": end and {"payoff": end.payoff, "winner": end.winner, "ending": end.how,
                           "reason": end.reason, "text": match.result_text},
    }
