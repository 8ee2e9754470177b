"""The hooks: whatever they hint at, they must never change a value."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

from zermelo.checker.fingerprint import hashable, twin
from zermelo.checker.probe import Probe, described, shown
from zermelo.checker.state_checks import difference
from zermelo.checker.verdict import (
    DEFAULT,
    OVER,
    TOO_BIG,
    Fault,
    Untested,
    Verdict,
    VisitCheck,
    about,
)
from zermelo.checker.walk import Answers, Visit, answers, exact_value
from zermelo.game import Game
from zermelo.values import Value

FUTURE = 200  # states compared below two that share a key

# --- key ---


@about("key")
def key(visit: Visit) -> Verdict:
    """States with equal keys have the same mover, moves and outcome, and so have their futures."""
    for state in [visit.state, *(state for _, state in visit.children)]:
        fault = _shared_key(visit, state)
        if fault is not None:
            return fault
    again = twin(visit.state)
    if again == visit.state:
        one, two = visit.probe.ask("key", visit.state), visit.probe.ask("key", again)
        if one != two:
            return Fault(f"two equal states have different keys, {shown(one)} and {shown(two)}")
    return None


def _shared_key(visit: Visit, state: Any) -> Fault | None:
    probe, memory = visit.probe, visit.walk.memory
    name = probe.ask("key", state)
    if not hashable(name):
        return Fault(f"key gives {shown(name)}, which cannot be hashed")
    here = answers(probe, state)
    other = memory.earlier(memory.keys, name, here)
    if other is None or other.state == state:
        return None
    both = f"{probe.text(state)} and {probe.text(other.state)} have the same key"
    method = difference(here, other)
    if method:
        return Fault(f"{both}, but {method} says {shown(getattr(here, method))} of the one and "
                     f"{shown(getattr(other, method))} of the other")
    if state is not visit.state:
        return None  # the futures of so many would take too long
    way = _futures_part(probe, here, other)
    if way is not None:
        return Fault(f"{both}, but after {' '.join(way)} their futures differ")
    value = visit.exact and exact_value(visit.walk, other.state)
    if value is not None and value != visit.exact:
        return Fault(f"{both}, but the value of the one is {visit.exact} and of the other {value}")
    return None


def _futures_part(probe: Probe, one: Answers, two: Answers) -> list[str] | None:
    """The moves after which the rules answer differently, if it happens soon."""
    waiting: list[tuple[Answers, Answers, list[str]]] = [(one, two, [])]
    looked = 0
    while waiting and looked < FUTURE:
        one, two, way = waiting.pop(0)
        looked += 1
        if difference(one, two):
            return way
        for move in one.moves[: FUTURE // 10]:
            after = [*way, probe.move_text(one.state, move)]
            waiting.append((answers(probe, probe.ask("play", one.state, move)),
                            answers(probe, probe.ask("play", two.state, move)), after))
    return None


# --- canonical ---


@about("canonical")
def canonical_form(visit: Visit) -> Verdict:
    """The canonical state has the same mover and outcome, and is its own canonical state."""
    probe = visit.probe
    form = probe.ask("canonical", visit.state)
    if type(form) is not type(visit.state) or not hashable(form):
        return Fault(f"canonical gives {shown(form)}, which is no state of this game")
    name = f"canonical gives {probe.text(form)}"
    here = answers(probe, form)
    if here.to_move != visit.to_move:
        return Fault(f"{name}, where another player is to move")
    if here.outcome != visit.outcome:
        return Fault(f"{name}, where outcome says {here.outcome} and not {visit.outcome}")
    again = probe.ask("canonical", form)
    if again != form:
        return Fault(f"{name}, but the canonical state of that is yet another, {probe.text(again)}")
    return None


@about("canonical", ended=False)
def canonical_value(visit: Visit) -> Verdict:
    """The canonical state has the same exact value."""
    form = visit.probe.ask("canonical", visit.state)
    value = visit.exact
    other = value and exact_value(visit.walk, form)
    if other is None:
        return TOO_BIG
    if value == other:
        return None
    return Fault(f"canonical gives {visit.probe.text(form)}, "
                 f"which is worth {other} and not {value} (first player's view)")


# --- candidates ---


@about("candidates", ended=False)
def candidates(visit: Visit) -> Verdict:
    """Candidates are legal moves, at least one, each once."""
    found = visit.probe.ask("candidates", visit.state)
    if not found:
        return Fault("candidates yields no move at all")
    for number, move in enumerate(found):
        if move not in visit.moves:
            return Fault("candidates yields a move that is not among the moves", move)
        if move in found[:number]:
            return Fault("candidates yields the same move twice", move)
    return None


@about("candidates", ended=False)
def candidates_value(visit: Visit) -> Verdict:
    """The best candidate is as good and as far from the end as the best move."""
    value = visit.exact
    if value is None:
        return TOO_BIG
    found: list[Value] = []
    for move in visit.probe.ask("candidates", visit.state):
        below = exact_value(visit.walk, visit.probe.ask("play", visit.state, move))
        if below is None:
            return TOO_BIG
        found.append(_one_ply_back(below))
    best = max(found) if visit.to_move == 0 else min(found)
    if best == value:
        return None
    names = " ".join(visit.probe.move_text(visit.state, m)
                     for m in visit.probe.ask("candidates", visit.state))
    return Fault(f"the best of the candidates {names} is worth {best}, "
                 f"but the position {value} (first player's view)")


def _one_ply_back(value: Value) -> Value:
    return value if value.distance is None else replace(value, distance=value.distance + 1)


# --- bounds ---


@about("bounds")
def bounds(visit: Visit) -> Verdict:
    """Bounds are two ints in order, and the game's final payoff lies between them."""
    found = visit.probe.ask("bounds", visit.state)
    if not (isinstance(found, tuple) and len(found) == 2 and all(type(b) is int for b in found)):
        return Fault(f"bounds gives {shown(found)}, and should give two ints: lowest, highest")
    low, high = found
    if low > high:
        return Fault(f"bounds gives {low} to {high}: the lowest payoff comes first")
    final = visit.walk.payoff
    if final is not None and not low <= final <= high:
        return Fault(f"bounds gives {low} to {high}, but a game from here ended with {final}")
    return None


@about("bounds", ended=False)
def bounds_value(visit: Visit) -> Verdict:
    """The exact value lies between the bounds."""
    value = visit.exact
    if value is None:
        return TOO_BIG
    low, high = visit.probe.ask("bounds", visit.state)
    if low <= value.score <= high:
        return None
    return Fault(f"bounds gives {low} to {high}, but the exact payoff is {value.score:g}")


# --- order, noisy, repetition ---


def order(visit: Visit) -> Verdict:
    """Order gives ints."""
    return _of_each_move(visit, "order", int, "an int")


def noisy(visit: Visit) -> Verdict:
    """Noisy says True or False."""
    return _of_each_move(visit, "noisy", bool, "True or False")


def _of_each_move(visit: Visit, hook: str, kind: type, wanted: str) -> Verdict:
    if not visit.probe.overrides(hook):
        return DEFAULT
    if not visit.moves:
        return OVER
    for move in visit.moves:
        found = visit.probe.ask(hook, visit.state, move)
        if type(found) is not kind:
            return Fault(f"{hook} gives {shown(found)}, and should give {wanted}", move)
    return None


def repetition(visit: Visit) -> Verdict:
    """States that count as repeated have the same mover and the same moves."""
    if not visit.probe.game.repetition:
        return Untested("repetition is no draw in this game")
    if visit.over:
        return OVER
    probe, memory = visit.probe, visit.walk.memory
    name = probe.ask("repetition_key", visit.state)
    if not hashable(name):
        return Fault(f"repetition_key gives {shown(name)}, which cannot be hashed")
    other = memory.earlier(memory.repetition_keys, name, visit.answers)
    method = other and difference(visit.answers, other)
    if method:
        return Fault(f"this and {probe.text(other.state)} count as the same position, "
                     f"but {method} differs")
    return None


# --- unkey, tier ---


@about("unkey")
def unkey(visit: Visit) -> Verdict:
    """A key is a whole number of 63 bits, and read back it is a state of the same key."""
    name: Any = visit.probe.ask("key", visit.state)
    if type(name) is not int or not 0 <= name < 1 << 63:
        return Fault(f"key gives {shown(name)}, and unkey needs a whole number from 0 to below "
                     f"2**63")
    again = visit.probe.ask("unkey", name)
    if type(again) is not type(visit.state) or not hashable(again):
        return Fault(f"unkey gives {shown(again)}, which is no state of this game")
    back = visit.probe.ask("key", again)
    if back != name:
        return Fault(f"unkey({name}) gives {visit.probe.text(again)}, whose key is {shown(back)}")
    method = difference(visit.answers, answers(visit.probe, again))
    return Fault(f"unkey({name}) gives {visit.probe.text(again)}, "
                 f"and there {method} differs") if method else None


@about("tier")
def tier(visit: Visit) -> Verdict:
    """No move lowers it, and states that are alike by symmetry have the same."""
    here: Any = visit.probe.ask("tier", visit.state)
    if type(here) is not int:
        return Fault(f"tier gives {shown(here)}, which is no whole number")
    alike = visit.probe.ask("tier", visit.probe.ask("canonical", visit.state))
    if alike != here:
        return Fault(f"tier is {here}, and {shown(alike)} for the canonical state")
    for move, state in visit.children:
        after: Any = visit.probe.ask("tier", state)
        if after < here:
            return Fault(f"tier is {here}, and {after} after {shown(move)}")
    return None


# --- null_move ---


@about("null_move", ended=False)
def null_move(visit: Visit) -> Verdict:
    """After a skipped turn the other player is to move; the state itself means "not here"."""
    skipped = visit.probe.ask("null_move", visit.state)
    if type(skipped) is not type(visit.state) or not hashable(skipped):
        return Fault(f"null_move gives {shown(skipped)}, which is no state of this game")
    if skipped == visit.state:
        return Untested("null_move says nowhere that a turn can be skipped")
    if visit.probe.ask("to_move", skipped) == visit.to_move:
        return Fault(f"null_move gives {visit.probe.text(skipped)}, "
                     f"where the same player is to move")
    return None


# --- scored ---


def scored(visit: Visit) -> Verdict:
    """Played for points, a state has the same mover and moves, and a payoff of the same sign."""
    game = visit.probe.game
    if not visit.probe.overrides("scored"):
        return DEFAULT
    other: Any = visit.probe.ask("scored")
    if not isinstance(other, Game):
        return Fault(f"scored gives {shown(other)}, which is no game")
    if other == game:
        return Untested("the game is its own, scored")
    there = answers(Probe(other), visit.state)
    points = there.outcome
    sign = None if points is None else (points > 0) - (points < 0)
    if sign != visit.outcome:
        return Fault(f"outcome says {visit.outcome}, and played for points {points}: the signs "
                     f"should be the same")
    method = difference(visit.answers, there._replace(outcome=visit.outcome))
    return Fault(f"played for points, {method} says something else") if method else None


# --- all of them ---


_OF_STATES = ("key", "canonical", "bounds", "playing_key", "reversible", "settled", "unsettled",
              "text", "show")


def asked_twice(visit: Visit) -> Verdict:
    """Hooks say the same when asked again."""
    hooks = [hook for hook in _OF_STATES if visit.probe.overrides(hook)]
    questions: list[tuple[Any, ...]] = [(hook, visit.state) for hook in hooks]
    if visit.moves:
        questions += [(hook, visit.state) for hook in ("candidates", "loud", "urgent", "outlook",
                                                        "nearly_over")
                      if visit.probe.overrides(hook)]
        questions += [(hook, visit.state, visit.moves[0])
                      for hook in ("order", "proof_order", "noisy", "exchange", "threatens",
                                   "move_text")
                      if visit.probe.overrides(hook)]
        if visit.probe.overrides("decided"):
            questions.append(("decided", visit.state, 1))
    for question in questions:
        one, two = visit.probe.ask(*question), visit.probe.ask(*question)
        if one != two:
            return Fault(f"{question[0]} said {shown(one)} and, asked again, {shown(two)}")
    return None if questions else DEFAULT


# --- evaluators ---


def opinions(visit: Visit) -> Verdict:
    """The evaluators that a game names give a finite number of every unfinished state."""
    game = visit.probe.game
    if not game.evaluators:
        return DEFAULT
    if visit.over:
        return OVER
    for evaluator in game.evaluators:
        name = getattr(evaluator, "name", None) or getattr(evaluator, "__name__", "?")
        try:
            score: Any = evaluator(game, visit.state)
        except Exception as error:
            return Fault(f"the evaluator {name} raised {described(error)}")
        if isinstance(score, bool) or not isinstance(score, int | float | Fraction):
            return Fault(f"the evaluator {name} says {shown(score)}, and should give a number")
        if not -math.inf < score < math.inf:
            return Fault(f"the evaluator {name} says {score}, which is no opinion")
    return None


CHECKS = (
    VisitCheck("fickle hooks", asked_twice),
    VisitCheck("key", key),
    VisitCheck("canonical", canonical_form),
    VisitCheck("canonical: value", canonical_value, needs=("canonical",)),
    VisitCheck("candidates", candidates),
    VisitCheck("candidates: value", candidates_value, needs=("candidates",)),
    VisitCheck("bounds", bounds),
    VisitCheck("bounds: value", bounds_value, needs=("bounds",)),
    VisitCheck("order", order),
    VisitCheck("noisy", noisy),
    VisitCheck("repetition", repetition),
    VisitCheck("unkey", unkey, needs=("key",)),
    VisitCheck("tier", tier, needs=("canonical", "canonical: value")),
    VisitCheck("null_move", null_move),
    VisitCheck("scored", scored),
    VisitCheck("evaluators", opinions),
)
