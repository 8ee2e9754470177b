"""`zermelo match`: two players against each other, many times, and the score."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

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

Output = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE", help="Write all games of chess to this file, as PGN."
)]


def match(a: A, b: B, game: GameOption, games: Games = 20, seed: Seed = 0,
          opening: Opening = 4, clock: ClockText = "none", threads: Threads = 1,
          save: Save = None, output: Output = None, json: Json = False) -> int:
    """Play A against B, in pairs of games: the same random opening twice, the sides changed.

    The score is A's, with an interval that holds the true one 19 times out of 20. The same seed
    gives the same games, unless time decides. A player that fails loses that game; the exit status
    is 1 if one did by an error or an illegal move. Ctrl-C ends it with the games there are.

    \b
      zermelo match level:2 random --game connect4 --games 20
      zermelo match engine:depth=4 greedy --game othello:size=6 --games 10 --threads 2
      zermelo match path/to/bot.py:choose engine --game kalah --clock 10+0.1 --save games
      zermelo match engine uci:stockfish,elo=1500 --game chess --clock 10+0.1 -o games.pgn
    """
    from zermelo import load
    from zermelo.play import TimeControl, play_series

    with noticing_ctrl_c(interrupting=False) as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(game):
        control = TimeControl.parse(clock)
        rules = load(game)
        with contextlib.ExitStack() as kept:
            keeper = _Keeper(save, games, told, rules)
            if output is not None:
                keeper.pgn = kept.enter_context(_pgn_file(output, rules))
            series = play_series(rules, a, b, games, seed=seed, opening=opening, control=control,
                                 threads=threads, spec=game, told=keeper, stopped=pressed.is_set)
    if json:
        print_json({**_plain(series), "saved": None if save is None else str(save),
                    "output": None if output is None else str(output)})
    else:
        print_text(_for_people(series), [(r"(?m)^(game|players|score|sides|endings|failed)  ",
                                          "bold"), (r"(?m)^failed .*", "red")])
    if not series.complete:
        return INTERRUPTED
    return FOUND if any(_broke(p) for p in series.played) else FINE


def _pgn_file(file: Path, game: Any) -> TextIO:
    """A file for games of chess, empty; RecordError if there cannot be one."""
    from zermelo.errors import RecordError
    from zermelo.games.dialects import is_chess

    if file.suffix.casefold() != ".pgn":
        raise RecordError(f"cannot write games to {str(file)!r}: give a name that ends with .pgn")
    if not is_chess(game):
        raise RecordError(f"cannot write {str(file)!r}: PGN is for chess, and not for {game.spec}: "
                          f"keep its games with --save DIR")
    try:
        return file.open("w", encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot write {str(file)!r}: {error.strerror}") from None


class _Keeper:
    """Hears of each game: keeps it, and says how far the series is."""

    def __init__(self, folder: Path | None, games: int, told: Any, game: Any) -> None:
        from zermelo.errors import RecordError

        self._folder, self._games, self._told, self._game = folder, games, told, game
        self._points, self._count = 0.0, 0
        self.pgn: TextIO | None = None
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise RecordError(f"cannot keep games in {str(folder)!r}: {error.strerror}"
                                  ) from None

    def __call__(self, played: Played) -> None:
        if self._folder is not None:
            played.record.save(self._folder / f"{played.number:04}.txt", self._game)
        if self.pgn is not None:
            from zermelo.play.pgn import record_text

            between = "\n" if self._count else ""
            print(between + record_text(played.record, self._game), end="", file=self.pgn,
                  flush=True)
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
