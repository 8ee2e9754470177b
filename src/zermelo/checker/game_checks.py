"""The game as a whole: its parameters, its start and its deals."""

from __future__ import annotations

import inspect
from fractions import Fraction
from typing import Any

from zermelo.checker.fingerprint import fingerprint, hashable
from zermelo.checker.probe import MOST_DEALS, Probe, described, shown
from zermelo.checker.verdict import DEFAULT, Fault, GameCheck, Untested, Verdict


def parameters(probe: Probe) -> Verdict:
    """Every constructor parameter is kept, so that the game can be named and made again."""
    game = probe.game
    signature = inspect.signature(type(game).__init__).parameters
    named = [p for p in list(signature.values())[1:]
             if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    for parameter in named:
        if not hasattr(game, parameter.name):
            return Fault(f"the parameter {parameter.name!r} is not kept: set "
                         f"self.{parameter.name} in __init__")
    try:
        again = type(game)(**{p.name: getattr(game, p.name) for p in named})
    except Exception as error:
        return Fault(f"{type(game).__name__} cannot be made again from its own parameters: "
                     f"{described(error)}")
    if start(probe) is None and (
        fingerprint(Probe(again).ask("initial")) != fingerprint(probe.ask("initial"))
    ):
        return Fault("made again from its own parameters, the game starts differently")
    return None


def players(probe: Probe) -> Verdict:
    """The players have two names."""
    names = probe.game.players
    if (isinstance(names, tuple) and len(names) == 2 and len(set(names)) == 2
            and all(isinstance(name, str) and name for name in names)):
        return None
    return Fault(f"players is {shown(names)}, and should be two different names")


def attributes(probe: Probe) -> Verdict:
    """Name, repetition and evaluators are what the contract says."""
    game: Any = probe.game
    if not isinstance(game.name, str):
        return Fault(f"name is {shown(game.name)}, and should be a text")
    if type(game.repetition) is not int or game.repetition < 0:
        return Fault(f"repetition is {shown(game.repetition)}, and should be a whole number, 0 or "
                     f"more")
    if not isinstance(game.evaluators, tuple | list) or not all(map(callable, game.evaluators)):
        return Fault(f"evaluators is {shown(game.evaluators)}, and should be a tuple of functions "
                     f"or evaluators")
    return None


def start(probe: Probe) -> Verdict:
    """The start is the same every time."""
    one, two = probe.ask("initial"), probe.ask("initial")
    if one != two and fingerprint(one) != fingerprint(two):
        return Fault(f"initial gives {probe.text(one)} and, asked again, {probe.text(two)}: "
                     f"let deals yield the possible starts")
    return None


def deals(probe: Probe) -> Verdict:
    """The probabilities of the deals are positive and add up to one; no deal comes twice."""
    if not probe.overrides("deals"):
        return DEFAULT
    seen: set[Any] = set()
    total = Fraction(0)
    for deal in probe.ask("deals"):
        if not (isinstance(deal, tuple) and len(deal) == 2 and _is_chance(deal[0])):
            return Fault(f"deals yields {shown(deal)}, and should yield a probability (a Fraction "
                         f"more than 0 and at most 1) and a state")
        chance, state = deal
        if not hashable(state) or state in seen:
            return Fault("deals yields the same state twice" if hashable(state)
                         else f"deals yields {shown(state)}, which is no state")
        seen.add(state)
        total += chance
    if len(seen) > MOST_DEALS:
        return Untested(f"there are more than {MOST_DEALS:,} deals")
    if total != 1:
        return Fault(f"the probabilities of the {len(seen):,} deals add up to {total}, not to 1")
    return None


def _is_chance(number: Any) -> bool:
    return isinstance(number, Fraction | int) and 0 < number <= 1


CHECKS = (
    GameCheck("players", players),
    GameCheck("attributes", attributes),
    GameCheck("parameters", parameters),
    GameCheck("the start", start),
    GameCheck("deals", deals),
)
