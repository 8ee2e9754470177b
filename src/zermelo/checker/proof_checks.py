"""The hooks that only proofs ask: what they say is true of the exact value."""

from __future__ import annotations

from zermelo.checker.fingerprint import hashable
from zermelo.checker.probe import shown
from zermelo.checker.verdict import TOO_BIG, Fault, Verdict, VisitCheck, about
from zermelo.checker.walk import Visit
from zermelo.values import proven


@about("outlook", ended=False)
def outlook(visit: Visit) -> Verdict:
    """The outlook is four ints, and the exact value lies within it."""
    found = visit.probe.ask("outlook", visit.state)
    if not (isinstance(found, tuple) and len(found) == 4 and all(type(n) is int for n in found)):
        return Fault(f"outlook gives {shown(found)}, and should give four ints: the worst payoff, "
                     f"in how many plies, the best, in how many")
    worst, best = proven(found[0], found[1]), proven(found[2], found[3])
    if worst > best:
        return Fault(f"outlook gives {worst} as the worst and {best} as the best")
    value = visit.exact
    if value is None:
        return TOO_BIG
    value = value if visit.to_move == 0 else -value
    if worst <= value <= best:
        return None
    return Fault(f"outlook gives nothing worse than {worst} and nothing better than {best}, but "
                 f"the exact value is {value}, for the player to move")


@about("decided", ended=False)
def decided(visit: Visit) -> Verdict:
    """What is decided is on the same side of the question as the exact payoff, and bounds it."""
    value = visit.exact
    if value is None:
        return TOO_BIG
    true = int(value.score) if visit.to_move == 0 else -int(value.score)
    for at_least in (true, true + 1):
        found = visit.probe.ask("decided", visit.state, at_least)
        if found is not None and type(found) is not int:
            return Fault(f"decided gives {shown(found)}, and should give an int or None")
        if found is not None and not (at_least <= found <= true or true <= found < at_least):
            return Fault(f"decided gives {found} when it is asked for at least {at_least}, but the "
                         f"exact payoff is {true}, for the player to move")
    return None


@about("unsettled", "settled", ended=False)
def unsettled(visit: Visit) -> Verdict:
    """What comes to the mover beyond what is settled is the same wherever `unsettled` is."""
    probe, memory = visit.probe, visit.walk.memory
    name, bank = probe.ask("unsettled", visit.state), probe.ask("settled", visit.state)
    if not hashable(name):
        return Fault(f"unsettled gives {shown(name)}, which cannot be hashed")
    if type(bank) is not int:
        return Fault(f"settled gives {shown(bank)}, and should give an int")
    value = visit.exact
    if value is None:
        return TOO_BIG
    more = int(value.score) - bank if visit.to_move == 0 else bank - int(value.score)
    other = memory.earlier(memory.unsettled, name, (visit.state, more))
    if other is None or other[1] == more:
        return None
    return Fault(f"{probe.text(visit.state)} and {probe.text(other[0])} have the same unsettled "
                 f"{shown(name)}, but {more:+} and {other[1]:+} come to the player to move beyond "
                 f"what is settled")


CHECKS = (
    VisitCheck("outlook", outlook),
    VisitCheck("decided", decided),
    VisitCheck("unsettled", unsettled),
)
