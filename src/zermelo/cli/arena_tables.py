"""The figures of an arena for people, on lines that are no wider than their terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zermelo.cli.arena import elo_text, verdict_words
from zermelo.cli.output import columns

if TYPE_CHECKING:
    from zermelo.arena.store import Store
    from zermelo.arena.verdict import Standing, Verdict

_NAME = 12  # letters of a name that are left at least
_GAP = 2


def lines_of(verdict: Verdict, store: Store, width: int | None) -> Iterator[str]:
    """Everything that is told. `width`: how many letters fit on a line; None: as many as it takes.

    Tables are made to fit: with fewer columns, in parts, and with shorter names.
    """
    about = store.about
    ended = "" if about["adjudication"] == "none" else f", adjudication {about['adjudication']}"
    yield (f"game     {about['game']}, clock {about['clock']}, seed {about['seed']}, openings "
           f"{about['openings']}{ended}")
    for name, text in store.texts().items():
        yield f"player   {name} is {text}"
    if not verdict.games:
        yield "games    none yet"
        return
    yield (f"games    {verdict.games:,}, {verdict.distinct:,} distinct; "
           f"{100 * (verdict.draw_rate or 0):.1f} % draws, {verdict.plies:.1f} plies on average")
    yield (f"colours  going first is worth "
           f"{_with_error(verdict.advantage or 0, verdict.advantage_error)} Elo")
    ways = sorted(verdict.endings.items(), key=lambda item: (-item[1], item[0]))
    yield "endings  " + ", ".join(f"{how} {count}" for how, count in ways[:6])
    yield ""
    yield from standings(verdict, width)
    yield ""
    yield from _meetings(verdict) if len(verdict.players) == 2 else cross_table(verdict, width)
    if verdict.walk is not None:
        walk = verdict.walk
        yield ""
        yield (f"test     LLR {walk.ratio:.3f} ({walk.test.lower:.3f} to {walk.test.upper:.3f}) "
               f"after {len(walk.ratios):,} pairs: {verdict_words(walk.test, walk.ratio)}")
        if verdict.beyond:
            yield (f"         {verdict.beyond} games beyond the deciding pair are not "
                   f"counted")
    for words in verdict.warnings:
        yield f"warning  {words}"


def _with_error(figure: float, error: float | None) -> str:
    return f"{figure:+.1f}" + ("" if error is None else f" ± {error:.1f}")


def standings(verdict: Verdict, width: int | None) -> Iterator[str]:
    """Everybody's rating; in a narrow terminal without the time, and then without the score."""
    failed = any(s.failures for s in verdict.players)
    shown = ["rating", "", "games", "points", "score", "s/move", "failed"]
    longest = max(len(s.name) for s in verdict.players)
    for spare in ("s/move", "score", *(() if failed else ("failed",))):
        rest = _table(verdict.players, shown)
        if width is None or longest + _GAP + _width(rest) <= width:
            break
        shown.remove(spare)
    rest = _table(verdict.players, shown)
    names = ["player", *(s.name for s in verdict.players)]
    if width is not None:
        names = [_cut(name, width - _GAP - _width(rest)) for name in names]
    yield from columns([[name, *cells] for name, cells in zip(names, rest, strict=True)],
                       "<" + ">" * len(shown))


def _table(players: tuple[Standing, ...], shown: list[str]) -> list[list[str]]:
    cells = [{"rating": f"{s.rating:+.1f}", "": "" if s.error is None else f"± {s.error:.1f}",
              "games": str(s.games), "points": f"{s.points:g}",
              "score": f"{100 * s.points / s.games:.1f} %" if s.games else "",
              "s/move": "" if s.seconds is None else f"{s.seconds:.3f}",
              "failed": str(s.failures or "")} for s in players]
    return [shown, *([row[name] for name in shown] for row in cells)]


def _width(rows: list[list[str]]) -> int:
    """How many letters the widest row takes as columns."""
    return sum(max(map(len, cells)) for cells in zip(*rows, strict=True)) + _GAP * (
        len(rows[0]) - 1)


def _cut(name: str, most: int) -> str:
    """A name in so many letters, if they are not too few for any name; both ends tell most."""
    most = max(most, _NAME)
    if len(name) <= most:
        return name
    head = most * 2 // 3
    return f"{name[:head]}…{name[head + 1 - most:]}"


def _meetings(verdict: Verdict) -> Iterator[str]:
    for m in verdict.meetings:
        yield f"{m.one} against {m.other}: {m.points:g} of {m.games} points"
        if m.elo is not None:
            sure = m.error if m.error is not None else math.inf
            yield f"  Elo {elo_text(m.elo.difference, sure)}" + (
                f"; likelihood of superiority {100 * m.told.superiority:.1f} %" if m.told else "")
            nelo = ("" if math.isinf(m.elo.normalised) or m.error is None else
                    f"; nElo {m.elo.normalised:+.1f} ± {m.elo.normalised_error:.1f}")
            yield f"  pairs, from both lost to both won: {', '.join(map(str, m.pairs))}{nelo}"


def cross_table(verdict: Verdict, width: int | None) -> Iterator[str]:
    """Everybody's points against everybody; opponents in several parts where they do not fit."""
    points: dict[tuple[str, str], tuple[float, int]] = {}
    for m in verdict.meetings:
        points[m.one, m.other] = m.points, m.games
        points[m.other, m.one] = m.games - m.points, m.games
    names = [s.name for s in verdict.players]
    cells = [[str(i) for i in range(1, len(names) + 1)], *(
        [f"{found[0]:g}/{found[1]}" if (found := points.get((name, other))) else "·"
         for other in names] for name in names)]
    numbers = ["", *cells[0]]
    longest = max(map(len, ["player", *names]))
    room, at_once = longest, len(names)
    if width is not None:
        cell = _GAP + max(len(text) for row in cells for text in row)
        left = width - len(str(len(names))) - _GAP
        room = min(longest, max(_NAME, left - len(names) * cell))
        at_once = max(1, (left - room) // cell)
    for begin in range(0, len(names), at_once):
        if begin:
            yield ""
        yield from columns(
            [[number, _cut(name, room), *row[begin:begin + at_once]] for number, name, row
             in zip(numbers, ["player", *names], cells, strict=True)],
            "><" + ">" * len(cells[0][begin:begin + at_once]))
