"""`zermelo match`: two players against each other, many times, and the score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli import options
from zermelo.cli.failures import FINE, FOUND, INTERRUPTED, rules_at_work
from zermelo.cli.options import ClockText, Json, Seed, game_option, player_argument, whole_number
from zermelo.cli.output import print_json, print_text
from zermelo.cli.running import noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.play.series import Played, Series

A = Annotated[str, player_argument("A", "One player: random, greedy, engine:depth=6, level:4, …")]
B = Annotated[str, player_argument("B", "The other one.")]
GameOption = Annotated[str, game_option("What they play.")]
Games = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many games; two for each opening."
)]
Opening = Annotated[int, typer.Option(
    parser=whole_number, metavar="PLIES", help="How many random plies each pair begins with."
)]
Threads = Annotated[int, typer.Option(
    parser=options.threads, metavar="N", help="How many games are played at once."
)]
Save = Annotated[Path | None, typer.Option(
    metavar="DIR", help="Keep every game in this folder, as 0001.txt and so on."
)]


def match(a: A, b: B, game: GameOption, games: Games = 20, seed: Seed = 0,
          opening: Opening = 4, clock: ClockText = "none", threads: Threads = 1,
          save: Save = None, json: Json = False) -> int:
    """Play A against B, in pairs of games: the same random opening twice, the sides changed.

    The score is A's, with an interval that holds the true one 19 times out of 20. The same seed
    gives the same games, unless time decides. A player that fails loses that game; the exit status
    is 1 if one did by an error or an illegal move. Ctrl-C ends it with the games there are.

    \b
      zermelo match level:2 random --game connect4 --games 20
      zermelo match engine:depth=4 greedy --game othello:size=6 --games 10 --threads 2
      zermelo match path/to/bot.py:choose engine --game kalah --clock 10+0.1 --save games
    """
    from zermelo import load
    from zermelo.play import TimeControl, play_series

    with noticing_ctrl_c(interrupting=False) as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(game):
        control = TimeControl.parse(clock)
        rules = load(game)
        keeper = _Keeper(save, games, told, rules)
        series = play_series(rules, a, b, games, seed=seed, opening=opening, control=control,
                             threads=threads, spec=game, told=keeper, stopped=pressed.is_set)
    if json:
        print_json({**_plain(series), "saved": None if save is None else str(save)})
    else:
        print_text(_for_people(series), [(r"(?m)^(game|players|score|sides|endings|failed)  ",
                                          "bold"), (r"(?m)^failed .*", "red")])
    if not series.complete:
        return INTERRUPTED
    return FOUND if any(_broke(p) for p in series.played) else FINE


class _Keeper:
    """Hears of each game: keeps it, and says how far the series is."""

    def __init__(self, folder: Path | None, games: int, told: Any, game: Any) -> None:
        from zermelo.errors import RecordError

        self._folder, self._games, self._told, self._game = folder, games, told, game
        self._points, self._count = 0.0, 0
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise RecordError(f"cannot keep games in {str(folder)!r}: {error.strerror}"
                                  ) from None

    def __call__(self, played: Played) -> None:
        if self._folder is not None:
            played.record.save(self._folder / f"{played.number:04}.txt", self._game)
        self._count += 1
        self._points += played.points
        self._told(f"{self._points:g} of {self._count} for A", self._count / self._games)


def _broke(played: Played) -> bool:
    return played.ending is not None and played.ending.how in ("error", "illegal")


def _plain(series: Series) -> dict[str, Any]:
    score = series.score
    return {
        "game": series.game,
        "a": series.players[0],
        "b": series.players[1],
        "seed": series.seed,
        "opening": series.opening,
        "clock": str(series.control),
        "wanted": series.wanted,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.share,
        "interval": [score.low, score.high],
        "results": [
            {
                "number": p.number,
                "first": "ab"[p.first],
                "points": p.points,
                "payoff": p.ending.payoff,
                "ending": p.ending.how,
                "reason": p.ending.reason,
                "failed": None if p.failed is None else "ab"[p.failed],
                "moves": [entry.move for entry in p.record.entries],
            }
            for p in series.played if p.ending is not None
        ],
    }


def _for_people(series: Series) -> str:
    score = series.score
    lines = [
        f"game     {series.game}, clock {series.control}, seed {series.seed}, "
        f"{series.opening} random plies",
        f"players  A {series.players[0]}, B {series.players[1]}",
        f"score    {score.games} games: A {score}",
    ]
    for first, side in enumerate(("A first ", "B first ")):
        points = [p.points for p in series.played if p.first == first]
        if points:
            lines.append(f"sides    {side} {sum(points):g} of {len(points)} for A")
    endings: dict[str, int] = {}
    for p in series.played:
        assert p.ending is not None
        how = p.ending.reason if p.ending.how == "rules" else p.ending.how
        endings[how] = endings.get(how, 0) + 1
    if endings:
        counted = sorted(endings.items(), key=lambda item: -item[1])
        lines.append("endings  " + ", ".join(f"{how} {count}" for how, count in counted))
    failed = [p for p in series.played if p.failed is not None]
    for p in failed[:5]:
        assert p.ending is not None
        lines.append(f"failed   game {p.number}: {p.ending.reason}")
    if len(failed) > 5:
        lines.append(f"failed   … and {len(failed) - 5} more")
    if not series.complete:
        lines.append(f"interrupted after {score.games} of {series.wanted} games")
    return "\n".join(lines)
