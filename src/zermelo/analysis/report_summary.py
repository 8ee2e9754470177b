"""What a report comes to, in a few sentences: for whoever designs the game, and reads no tables.

Every sentence goes with the name of the figures that it was made from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Sentence = tuple[str, str]  # what is the case, and where it stands in the figures


def summary_of(data: dict[str, Any]) -> list[Sentence]:
    """The sentences for whatever sections there are."""
    parts = {"complexity": _complexity, "deals": _deals, "skill": _skill, "sweep": _sweep,
             "search": _search}
    return [sentence for name, make in parts.items() if name in data for sentence in make(data)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _complexity(data: dict[str, Any]) -> Iterator[Sentence]:
    found = data["complexity"]
    branching, length = found["branching"]["value"], found["length"]["value"]
    yield (f"Played at random, a game lasts {length:.1f} plies, with {branching:.1f} moves to "
           f"choose from on average.", "complexity.length")
    yield (f"Different games: {found['tree']['games']['text']}; positions: "
           f"{found['states']['positions']['text']}.", "complexity.tree")


def _deals(data: dict[str, Any]) -> Iterator[Sentence]:
    deals, (one, two) = data["deals"], data["players"]
    if deals["count"] < 2:
        return
    win, draw, loss = (deals[key]["value"] for key in ("win", "draw", "loss"))
    yield (f"If nobody errs, {one} wins {_percent(win)} of the games and {two} {_percent(loss)}"
           + (f"; {_percent(draw)} are drawn." if draw else "; none is drawn."), "deals.win")
    if not deals["hands"]:
        return
    hands = deals["hands"][0]
    sure = [hand for hand, found in hands.items() if found["win"]["fraction"] == "1"]
    share = sum(hands[hand]["probability"]["value"] for hand in sure)
    worst = min(hands, key=lambda hand: (hands[hand]["win"]["value"], hand))
    always = (f"{len(sure)} of {len(hands)} hands ({_percent(share)} of all that are dealt) always "
              f"win for {one}" if sure else f"no hand always wins for {one}")
    yield (f"The hand matters: {always}; the weakest, {worst}, wins "
           f"{_percent(hands[worst]['win']['value'])}.", "deals.hands")


def _skill(data: dict[str, Any]) -> Iterator[Sentence]:
    skill, (one, two) = data["skill"], data["players"]
    figures = {figure["name"]: figure["exact"] for figure in skill["figures"]}
    yield (f"Skill pays: against random play the most that anybody can win is "
           f"{_percent(figures['most wins against random'][0])} as {one} and "
           f"{_percent(figures['random against most wins'][2])} as {two}; two random players win "
           f"{_percent(figures['random against random'][0])} and "
           f"{_percent(figures['random against random'][2])}.", "skill.figures")
    if data.get("deals", {}).get("count", 2) > 1:
        shares = {level["name"]: luck["share"]
                  for level, luck in zip(skill["levels"], skill["luck"], strict=True)}
        told = ", ".join(f"{_percent(shares[name])} between {name} players"
                         for name in ("perfect", "T = 1", "random"))
        yield f"How much of the result the deal decides: {told}.", "skill.luck"


def _sweep(data: dict[str, Any]) -> Iterator[Sentence]:
    rows = data["sweep"]["rows"]
    this = next((row for row in rows if row["spec"] == data["game"]), None)
    if len(rows) < 2 or this is None:
        return
    best = rows[0]
    ahead = data["players"][0 if best["win"] >= best["loss"] else 1]
    place = rows.index(this) + 1
    yield (f"Of {len(rows)} sets of rules the fairest is {best['spec']}, where {ahead} is ahead by "
           f"{_percent(best['unfairness'])} of the games; these rules are number {place}, with "
           f"{_percent(this['unfairness'])}.", "sweep.rows")


def _search(data: dict[str, Any]) -> Iterator[Sentence]:
    deepest = data["search"]["depths"][-1]
    used = [t for t in deepest["trials"][1:] if not t["on"] and t["times_the_nodes"]]
    if used:
        most = max(used, key=lambda t: float(t["times_the_nodes"]))
        least = "" if most["finished"] else "more than "
        yield (f"Of the search's techniques {most['technique']} saves most: without it, depth "
               f"{deepest['depth']} takes {least}{most['times_the_nodes']:.1f} times the nodes.",
               "search.depths")
