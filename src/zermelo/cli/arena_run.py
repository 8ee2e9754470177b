"""`zermelo arena GAME PLAYER PLAYER …`: play, and say who is stronger."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.arena import CHANCE, Alpha, Beta, sprt_of
from zermelo.cli.arena_tables import lines_of
from zermelo.cli.failures import FINE, FOUND, INTERRUPTED, rules_at_work
from zermelo.cli.judge import Players
from zermelo.cli.options import ClockText, GameSpec, Json, Seed, whole_number
from zermelo.cli.output import duration_text, print_json, print_text, terminal_width
from zermelo.cli.running import noticing_ctrl_c, warnings_in_words

if TYPE_CHECKING:
    from zermelo.arena.running import ArenaProgress
    from zermelo.arena.store import Store
    from zermelo.arena.verdict import Verdict
    from zermelo.work import Crew

Games = Annotated[int, typer.Option(
    parser=whole_number, metavar="N",
    help="How many games each two players play who meet; two for each opening."
)]
Form = Annotated[str, typer.Option(
    "--form", metavar="FORM", help="roundrobin: all meet; gauntlet: the first meets the others; "
                                   "ladder: each meets the next."
)]
OpeningPlies = Annotated[int, typer.Option(
    parser=whole_number, metavar="PLIES", help="How many random plies each pair begins with."
)]
OpeningFile = Annotated[str | None, typer.Option(
    metavar="FILE", help="Openings instead of random ones: on each line a position, or moves; "
                         "for chess also EPD and PGN."
)]
Shuffle = Annotated[bool, typer.Option(
    "--shuffle", help="Take the openings of the file in an order drawn by lot."
)]
Resign = Annotated[bool, typer.Option(
    "--resign", help="Who has proven its own loss gives up."
)]
Draw = Annotated[bool, typer.Option(
    "--draw", help="Players who have both proven a draw agree to it."
)]
DatabaseFolder = Annotated[str | None, typer.Option(
    "--database", metavar="FOLDER", help="For --resign and --draw: also what this database knows; "
                                          "auto: those in the data folder."
)]
SprtText = Annotated[str | None, typer.Option(
    "--sprt", metavar="H0,H1", help="Stop when a sequential test has decided between two strengths "
                                    "in normalised Elo; for two players."
)]
Anchor = Annotated[str | None, typer.Option(
    "--anchor", metavar="PLAYER=RATING", show_default="the mean is 0",
    help="Whose rating is known, and what it is."
)]
Jobs = Annotated[int | None, typer.Option(
    "--jobs", "-j", parser=whole_number, metavar="N", show_default="as many as fit",
    help="How many games are played at once."
)]
On = Annotated[str, typer.Option(
    "--on", metavar="WHERE", help="Where games are played: here, ray, or ray:ADDRESS of a cluster."
)]
Out = Annotated[str | None, typer.Option(
    "--out", "-o", metavar="FILE", help="Keep every game in this file; the same again goes on."
)]


def run(game: GameSpec, players: Players, games: Games = 20, out: Out = None,
        form: Form = "roundrobin", seed: Seed = 0, opening: OpeningPlies = 4,
        openings: OpeningFile = None, shuffle: Shuffle = False, clock: ClockText = "none",
        resign: Resign = False, draw: Draw = False, database: DatabaseFolder = None,
        sprt: SprtText = None, alpha: Alpha = CHANCE, beta: Beta = CHANCE, anchor: Anchor = None,
        jobs: Jobs = None, on: On = "here", json: Json = False) -> int:
    """Play players against each other and rate them, with intervals that hold the true rating 19
    times out of 20.

    Each opening is played twice by each two players, the sides changed. With -o every game is in
    a file as soon as it ends: whatever happens, the same command goes on where it was, and more
    players or games may be added. Without clocks and times the same seed gives the same games,
    however many are played at once. A player that fails loses that game; the exit status is 1 if
    one did by an error or an illegal move. Ctrl-C ends it with the games there are.

    \b
      zermelo arena connect4 level:2 level:3 greedy random -o levels.arena
      zermelo arena connect4 new=engine:nodes=900 old=engine:nodes=800 --sprt 0,10 --games 20000
      zermelo arena run othello bots.py:choose level:4 level:5 --form gauntlet --clock 10+0.1
    """
    from zermelo import load
    from zermelo.arena.plan import Plan
    from zermelo.arena.running import run as play
    from zermelo.arena.store import Store
    from zermelo.play import TimeControl

    test = None if sprt is None else sprt_of(sprt, alpha, beta)
    if test is None and (alpha, beta) != (CHANCE, CHANCE):
        raise typer.BadParameter("--alpha and --beta are a sequential test's: give its bounds, "
                                 "too, as --sprt 0,5")
    if out is not None and not out.strip():
        raise typer.BadParameter(f"{out!r} is no name of a file: give one, as -o levels.arena")
    if jobs is not None and jobs < 1:
        raise typer.BadParameter(f"{jobs} games at once make no sense: give 1 or more")
    with noticing_ctrl_c(interrupting=False) as pressed, warnings_in_words(), rules_at_work(game):
        plan = Plan(load(game), tuple(players), games, form, seed,  # type: ignore[arg-type]
                    opening, openings, TimeControl.parse(clock), resign, draw, database, test,
                    shuffle)
        held = anchor_of(anchor, list(plan.texts))
        drawn = plan.ready()
        with Store.create(out, plan.about()) as store:
            with live_table(store, held) as told:
                found = play(plan, store, crew=crew_of(on, jobs), workers=jobs, told=told,
                             stopped=pressed.is_set, openings=drawn)
            verdict = verdict_in(store, held)
    for words in (*found.warnings, *found.failures[:3]):
        print("zermelo:", words, file=sys.stderr)
    if len(found.failures) > 3:
        print(f"zermelo: … and {len(found.failures) - 3} more games", file=sys.stderr)
    show_verdict(verdict, store, json, wanted=int(store.about["wanted"]), complete=found.complete)
    if pressed.is_set():
        return INTERRUPTED
    return FOUND if found.failures or any(g.how in ("error", "illegal") for g in found.games) \
        else FINE


def crew_of(where: str, jobs: int | None) -> Crew | None:
    """Who plays the games; None: processes on this machine."""
    kind, _, address = where.partition(":")
    if where == "here":
        return None
    if kind != "ray":
        raise typer.BadParameter(f"{where!r} is no place to play: give here, ray, or ray:ADDRESS")
    from zermelo.work.on_ray import OnRay

    return OnRay(address or None, jobs)


def anchor_of(text: str | None, players: list[str]) -> tuple[str, float] | None:
    """A player and its rating; PLAYER alone is at 0."""
    from zermelo.cli.options import number

    if text is None or text in players:
        return None if text is None else (text, 0.0)
    name, equals, rating = text.rpartition("=")
    if not equals or name not in players:
        example = players[0] if players else "level:3"
        raise typer.BadParameter(f"the anchor {text!r} is none of the players: write "
                                 f"PLAYER=RATING, as {example}=0")
    try:
        found = number(rating)
    except typer.BadParameter:
        found = math.nan
    if not math.isfinite(found):
        raise typer.BadParameter(f"the anchor {text!r} is at no rating, as {rating!r} is not a "
                                 f"number: write {name}=0")
    return name, found


def verdict_in(store: Store, anchor: tuple[str, float] | None = None, *,
               resamples: int = 1000) -> Verdict:
    """What the games of a store say."""
    from zermelo.arena.running import stored_sprt
    from zermelo.arena.verdict import verdict_of

    return verdict_of(store.games(), store.players(), anchor=anchor, resamples=resamples,
                      sprt=stored_sprt(store.about.get("sprt", "")))


def show_verdict(verdict: Verdict, store: Store, as_json: bool, *, wanted: int | None = None,
                 complete: bool = True) -> None:
    """Print it for people, or as JSON."""
    from zermelo.arena.store import CONDITIONS
    from zermelo.arena.verdict import verdict_json

    if as_json:
        about = {name: store.about[name] for name in CONDITIONS}
        print_json({**about, "texts": store.texts(),
                    "file": None if store.file == "memory" else store.file, "wanted": wanted,
                    "complete": complete, **verdict_json(verdict)})
        return
    lines = list(lines_of(verdict, store, terminal_width()))
    if not complete:
        lines.append(f"not finished: {verdict.games:,} of {wanted:,} games")
    print_text("\n".join(lines), [(r"(?m)^(game|player|colours|games|test|warning)  ", "bold"),
                                  (r"(?m)^player +rating.*", "bold"),
                                  (r"(?m)^warning .*", "yellow")])


@contextmanager
def live_table(store: Store, anchor: tuple[str, float] | None) -> Iterator[Any]:
    """A table on stderr that grows, if somebody can see it: ratings, how fast, how long still."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
        looked = [0.0, 0.0]  # when, and how long it took

        def told(progress: ArenaProgress) -> None:
            now = time.monotonic()
            if now - looked[0] < max(0.5, 10 * looked[1]):
                return
            live.update(live_view(progress, store, anchor), refresh=True)
            looked[:] = time.monotonic(), time.monotonic() - now

        yield told


def live_view(progress: ArenaProgress, store: Store, anchor: tuple[str, float] | None) -> Any:
    """How an arena stands, for the terminal."""
    from rich.console import Group
    from rich.table import Table

    from zermelo.arena.running import stored_sprt
    from zermelo.arena.verdict import verdict_of

    verdict = verdict_of(progress.games, store.players(), anchor=anchor, resamples=100,
                         sprt=stored_sprt(store.about.get("sprt", "")))
    rate = 60 * progress.played / progress.seconds if progress.seconds else 0.0
    left = progress.left or 0.0
    ratio = f", LLR {verdict.walk.ratio:+.2f}" if verdict.walk else ""
    pace = (f"{progress.done:,} of {progress.total:,} games, {rate:,.0f} a minute, "
            f"{duration_text(left)} to go{ratio}")
    table = Table()
    for name in ("player", "rating", "±", "games", "points"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for s in verdict.players:
        table.add_row(s.name, f"{s.rating:+.0f}", "" if s.error is None else f"{s.error:.0f}",
                      str(s.games), f"{s.points:g}")
    return Group(pace, table)
