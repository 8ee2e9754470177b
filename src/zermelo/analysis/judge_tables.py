"""A judgement for people: players side by side, then phase by phase and kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from zermelo.analysis.intervals import Figure
from zermelo.analysis.judge import Judged, Tally, difference


def percent(figure: Figure) -> str:
    """A share with its interval.

    >>> percent(Figure(0.925, 0.9, 0.943))
    '92.5 % (90.0–94.3)'
    """
    if figure.value is None or figure.low is None or figure.high is None:
        return "–"
    return f"{100 * figure.value:.1f} % ({100 * figure.low:.1f}–{100 * figure.high:.1f})"


def plain(figure: Figure, digits: int = 3) -> str:
    """A mean with its interval.

    >>> plain(Figure(-0.25, -0.3, -0.1))
    '-0.250 (-0.300 to -0.100)'
    """
    if figure.value is None or figure.low is None or figure.high is None:
        return "–"
    value, low, high = (f"{number:.{digits}f}" for number in figure)
    return f"{value} ({low} to {high})"


def side_by_side(players: Sequence[Judged]) -> Iterator[str]:
    """All measures, a line for each player."""
    rows = [["player", "agreement", "average loss", "blunders", "decisive errors"]]
    for judged in players:
        tally = judged.tally
        rows.append([judged.name, percent(tally.agreement), plain(tally.loss),
                     percent(tally.blunders), percent(tally.decisive)])
    yield from columns(rows)


def by_group(players: Sequence[Judged], title: str,
             groups: Callable[[Judged], dict[str, Tally]]) -> Iterator[str]:
    """Agreement and average loss in each group of positions, with their intervals; groups without
    any are left out."""
    if not players:
        return
    there = [name for name, tally in groups(players[0]).items() if tally.count]
    if not there:
        return
    counts = groups(players[0])
    heads = [f"{name} ({counts[name].count})" for name in there]
    shown: Callable[[Tally], str]
    for measure, shown in (("agreement", _agreement), ("average loss", _loss)):
        rows = [[f"{title}: {measure}", *heads]]
        for judged in players:
            found = groups(judged)
            rows.append([judged.name, *(shown(found[name]) for name in there)])
        yield ""
        yield from columns(rows)


def _agreement(tally: Tally) -> str:
    return percent(tally.agreement)


def _loss(tally: Tally) -> str:
    return plain(tally.loss)


def differences(players: Sequence[Judged]) -> Iterator[str]:
    """How much each loses more or less than the first, on the same positions."""
    for judged in players[1:]:
        value, low, high = difference(judged, players[0])
        if value is None or low is None or high is None:
            continue
        sure = ("better" if high < 0 else "worse" if low > 0
                else "no difference that these positions can show")
        if value <= 0:
            value, low, high = -value, -high, -low
            yield (f"{judged.name} loses {value:.3f} less than {players[0].name} "
                   f"({low:.3f} to {high:.3f}): {sure}")
        else:
            yield (f"{judged.name} loses {value:.3f} more than {players[0].name} "
                   f"({low:.3f} to {high:.3f}): {sure}")


def troubles(players: Sequence[Judged]) -> Iterator[str]:
    """Who did not answer as it should, how often, and the first time."""
    for judged in players:
        first = judged.first_trouble
        if first is not None:
            counted = ", ".join(f"{count} × {name}" for name, count in judged.troubles.items()
                                if count)
            yield f"{judged.name}: {counted}; first at {first.problem.text}: {first.why}"


def worst(players: Sequence[Judged], count: int) -> Iterator[str]:
    """What each lost most by, with the boards."""
    for judged in players:
        answers = judged.worst(count)
        head = f"the {len(answers)} that lost most" if answers else "nothing was lost"
        yield from ["", f"decisions of {judged.name}: {head}"]
        for number, answer in enumerate(answers, 1):
            truth = answer.problem.truth
            played = answer.move or f"{answer.trouble} ({answer.why})"
            best = ", ".join(move.text for move in truth.best)
            yield from ["", f"{number}. {answer.problem.text}", *str(truth.position).split("\n"),
                        f"played {played}: {answer.payoff:+}; best {best}: {truth.payoff:+}; "
                        f"lost {answer.loss}"]


def columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows in columns, as wide as they must be."""
    rows = list(rows)
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)).rstrip()
