"""The hooks for playing well: what they promise of moves, threats, exchanges and repetitions."""

from __future__ import annotations

import math
import random
from typing import Any

from zermelo.checker.fingerprint import hashable
from zermelo.checker.probe import Probe, shown
from zermelo.checker.state_checks import difference
from zermelo.checker.verdict import Fault, Untested, Verdict, VisitCheck, about
from zermelo.checker.walk import Answers, Visit, answers

_BACK_AND_FORTH = 16  # moves tried at each of two plies, to come back to where one was
_SELDOM = 4  # at every fourth ply, as it takes long


@about("loud", ended=False)
def loud(visit: Visit) -> Verdict:
    """Loud moves are the noisy ones, all of them, each once."""
    found = visit.probe.ask("loud", visit.state)
    for number, move in enumerate(found):
        if move in found[:number]:
            return Fault("loud yields the same move twice", move)
        if move not in visit.moves:
            return Fault("loud yields a move that is not among the moves", move)
    for move in visit.moves:
        if bool(visit.probe.ask("noisy", visit.state, move)) != (move in found):
            return Fault("loud yields a move that is not noisy" if move in found
                         else "loud leaves out a noisy move", move)
    return None


@about("exchange", ended=False)
def exchange(visit: Visit) -> Verdict:
    """Exchanges are worth a number."""
    asked = False
    for move in visit.moves:
        asked = asked or bool(visit.probe.ask("noisy", visit.state, move))
        found = visit.probe.ask("exchange", visit.state, move)
        if type(found) not in (int, float) or not -math.inf < found < math.inf:
            return Fault(f"exchange gives {shown(found)}, and should give a number", move)
    return None if asked else Untested("there was no noisy move")


@about("urgent", ended=False)
def urgent(visit: Visit) -> Verdict:
    """Urgent says True or False."""
    found = visit.probe.ask("urgent", visit.state)
    if type(found) is not bool:
        return Fault(f"urgent gives {shown(found)}, and should give True or False")
    return None


@about("threatens", ended=False)
def threatens(visit: Visit) -> Verdict:
    """Moves threaten that win at once or are urgent to answer, and no others while it goes on."""
    probe, sign = visit.probe, 1 if visit.answers.to_move == 0 else -1
    for move, after in visit.children:
        found, payoff = probe.ask("threatens", visit.state, move), probe.ask("outcome", after)
        if type(found) is not bool:
            return Fault(f"threatens gives {shown(found)}, and should give True or False", move)
        answer = probe.ask("urgent", after) if payoff is None else sign * payoff > 0 or found
        if found and not answer:
            return Fault("threatens says True of a move after which nothing is urgent", move)
        if answer and not found:
            return Fault("threatens overlooks a move that wins, or is urgent to answer", move)
    return None


@about("playing_key")
def playing_key(visit: Visit) -> Verdict:
    """States with equal playing keys have the same mover, moves and outcome."""
    probe, memory = visit.probe, visit.walk.memory
    for state in [visit.state, *(state for _, state in visit.children)]:
        name = probe.ask("playing_key", state)
        if not hashable(name):
            return Fault(f"playing_key gives {shown(name)}, which cannot be hashed")
        here: Answers = visit.answers if state is visit.state else answers(probe, state)
        other = memory.earlier(memory.playing_keys, name, here)
        method = other and difference(here, other)
        if method:
            return Fault(f"{probe.text(state)} and {probe.text(other.state)} have the same "
                         f"playing key, but {method} differs")
    return None


# --- reversible ---


@about("reversible", ended=False)
def reversible(visit: Visit) -> Verdict:
    """No position repeats one that lies further back than the rules say it can."""
    probe = visit.probe
    if not probe.game.repetition:
        return Untested("repetition is no draw in this game")
    line = [earlier.state for earlier in visit.walk.visits[: visit.ply + 1]]
    back = _and_back(probe, visit) if visit.ply % _SELDOM == 0 else []
    for states in (line, *back):
        fault = _hidden(probe, states)
        if fault is not None:
            return fault
    return None


def _hidden(probe: Probe, line: list[Any]) -> Fault | None:
    """A repetition at the end of a line that `reversible` says there cannot be."""
    plies = probe.ask("reversible", line[-1])
    if type(plies) is not int or plies < 0:
        return Fault(f"reversible gives {shown(plies)}, and should give a number of plies")
    name = probe.ask("repetition_key", line[-1])
    for back, state in enumerate(reversed(line[:-1]), 1):
        if back > plies and probe.ask("repetition_key", state) == name:
            return Fault(f"reversible says {plies} of {probe.text(line[-1])}, but a game came back "
                         f"to this position after {back} plies")
    return None


def _and_back(probe: Probe, visit: Visit) -> list[list[Any]]:
    """Four plies that lead from here to here again, if some are found soon: random games seldom
    repeat anything."""
    rng = random.Random(visit.ply)
    name = probe.ask("repetition_key", visit.state)
    lines = [[visit.state]]
    for most in (1, 1, _BACK_AND_FORTH, _BACK_AND_FORTH):
        lines = [longer for line in lines for longer in _onwards(probe, line, rng, most)]
    return [line for line in lines if probe.ask("repetition_key", line[-1]) == name][:1]


def _onwards(probe: Probe, line: list[Any], rng: random.Random, most: int) -> list[list[Any]]:
    """The line with one move more, in at most so many ways."""
    moves = answers(probe, line[-1]).moves
    chosen = rng.sample(moves, min(most, len(moves)))
    return [[*line, probe.ask("play", line[-1], move)] for move in chosen]


CHECKS = (
    VisitCheck("loud", loud, needs=("noisy",)),
    VisitCheck("exchange", exchange, needs=("noisy",)),
    VisitCheck("urgent", urgent),
    VisitCheck("threatens", threatens, needs=("urgent",)),
    VisitCheck("playing_key", playing_key),
    VisitCheck("reversible", reversible, needs=("repetition",)),
)
