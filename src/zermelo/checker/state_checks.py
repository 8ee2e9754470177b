"""The five methods: right types, nothing twice, nothing missing, nothing but the state asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.checker.fingerprint import fingerprint, hashable, plain, twin
from zermelo.checker.probe import shown
from zermelo.checker.verdict import Fault, Untested, Verdict, VisitCheck
from zermelo.checker.walk import Answers, Visit, answers
from zermelo.game import PAYOFF_LIMIT


def state_type(visit: Visit) -> Verdict:
    """States can be hashed, and are of the same type as at the start."""
    return _state_fault(visit, visit.state)


def states_after(visit: Visit) -> Verdict:
    """The same for the states after every move, not only the one that was played."""
    for move, state in visit.children:
        if state is None:
            return Fault("play gives None: return the new state", move)
        fault = _state_fault(visit, state)
        if fault is not None:
            return Fault(f"play leads to a bad state: {fault.problem}", move)
    return None if visit.children else Untested("there were no moves to play")


def _state_fault(visit: Visit, state: Any) -> Fault | None:
    start = visit.walk.start
    if not hashable(state):
        return Fault(f"a state cannot be hashed ({shown(state)}): build it of numbers, strings "
                     f"and tuples, or give its class __eq__ and __hash__")
    if state is None:
        return Fault("initial gives None: return the state at the start")
    if plain(start) and type(state) is not type(start):
        return Fault(f"a state is of type {type(state).__name__}, "
                     f"at the start it was {type(start).__name__}")
    if plain(start) and not plain(state):
        return Fault(f"a state is no longer made of ints ({shown(state)}), as it was at the start")
    return None


def state_equality(visit: Visit) -> Verdict:
    """States with the same content are equal and have equal hashes."""
    tested = False
    for other in _built_again(visit):
        tested = True
        if other == visit.state:
            if hash(other) != hash(visit.state):
                return Fault("two equal states have unequal hashes")
        elif fingerprint(other) == fingerprint(visit.state):
            return Fault("the same position built twice gives two unequal states: give their "
                         "class __eq__ and __hash__ (a NamedTuple has both)")
    return None if tested else Untested("states could not be copied")


def _built_again(visit: Visit) -> Iterator[Any]:
    """The same position in new objects: copied, and played once more."""
    copied = twin(visit.state)
    if copied is not None:
        yield copied
    if visit.ply:
        before = visit.walk.visits[visit.ply - 1]
        yield visit.probe.ask("play", before.state, before.chosen)


def player_to_move(visit: Visit) -> Verdict:
    """To_move is 0 or 1."""
    if type(visit.to_move) is int and visit.to_move in (0, 1):
        return None
    return Fault(f"to_move says {shown(visit.to_move)}, and should say 0 or 1")


def payoff(visit: Visit) -> Verdict:
    """Outcome is None or an int of reasonable size."""
    if not visit.over:
        return None
    if type(visit.outcome) is not int:
        return Fault(f"outcome says {shown(visit.outcome)}, and should say None or an int")
    if abs(visit.outcome) > PAYOFF_LIMIT:
        return Fault(f"outcome says {visit.outcome}, "
                     f"and payoffs must lie within ±{PAYOFF_LIMIT:,}")
    return None


def move_type(visit: Visit) -> Verdict:
    """Moves can be hashed; in a game whose moves are ints all are."""
    if not visit.moves:
        return Untested("there were no moves")
    for move in visit.moves:
        if move is None or not hashable(move):
            return Fault(f"moves yields {shown(move)}, which cannot be a move: "
                         f"yield ints, or anything else that can be hashed")
    kinds = {type(move) for move in visit.moves}
    if int in kinds and len(kinds) > 1:
        other = next(move for move in visit.moves if type(move) is not int)
        return Fault(f"moves yields ints and also {shown(other)}")
    return None


def repeated_moves(visit: Visit) -> Verdict:
    """Each legal move is yielded once."""
    if not visit.moves:
        return Untested("there were no moves")
    seen: set[Any] = set()
    for move in visit.moves:
        if move in seen:
            return Fault("moves yields the same move twice", move)
        seen.add(move)
    return None


def no_moves(visit: Visit) -> Verdict:
    """An unfinished game has a move."""
    if not visit.over and not visit.moves:
        return Fault("moves yields nothing, though outcome says that the game goes on")
    return None


def endless_game(visit: Visit) -> Verdict:
    """Random games come to an end, and to no position twice unless the rules count that."""
    circle = visit.walk.circle
    if circle is not None and visit.ply == circle[1]:
        return Fault(f"the position was there before, after {circle[0]} plies, so that games need "
                     f"not end: set `repetition = 3` in the class, and its third occurrence is a "
                     f"draw, or count the moves in the state")
    if circle is None and visit.walk.cut and visit is visit.walk.visits[-1]:
        return Fault(f"a random game was not over after {visit.ply:,} plies")
    return None


def asked_again(visit: Visit) -> Verdict:
    """The answers depend on the state alone, and are the same later.

    By now the whole game was played, so that other states were asked in between.
    """
    again = answers(visit.probe, visit.state)
    for method in ("to_move", "outcome", "moves"):
        one, two = getattr(visit.answers, method), getattr(again, method)
        if one != two:
            return Fault(f"{method} said {_said(visit, one)} and later {_said(visit, two)} "
                         f"about the same state")
    if visit.after is not None:
        one, two = visit.after.state, visit.probe.ask("play", visit.state, visit.chosen)
        if one != two and fingerprint(one) != fingerprint(two):
            return Fault(f"play led to {visit.probe.text(one)} and later to "
                         f"{visit.probe.text(two)}", visit.chosen)
    return None


def asked_before(visit: Visit) -> Verdict:
    """The answers are the same as when an equal state was reached before, perhaps another way."""
    memory = visit.walk.memory
    return _unlike(visit, memory.earlier(memory.answers, visit.state, visit.answers))


def asked_of_a_twin(visit: Visit) -> Verdict:
    """The answers are the same for an equal state that was built separately."""
    for state in _built_again(visit):
        if state == visit.state:
            fault = _unlike(visit, answers(visit.probe, state))
            if fault is not None:
                return fault
    return None


def _unlike(visit: Visit, other: Answers | None) -> Fault | None:
    method = other and difference(visit.answers, other)
    if not method:
        return None
    return Fault(f"{method} says {_said(visit, getattr(visit.answers, method))} and, about an "
                 f"equal state, {_said(visit, getattr(other, method))}")


def difference(one: Answers, two: Answers) -> str | None:
    """The first method that answers differently, moves in any order; None if none does."""
    if one.to_move != two.to_move:
        return "to_move"
    if one.outcome != two.outcome:
        return "outcome"
    return "moves" if set(one.moves) != set(two.moves) else None


def changed_game(visit: Visit) -> Verdict:
    """No method writes into the game; looked at when each random game is over."""
    if visit.after is not None:
        return Untested("no game was played")
    probe = visit.probe
    name = probe.changed_attribute()
    if name is None:
        return None
    return Fault(f"{_who_changed(visit)} changed the game's attribute {name!r}: "
                 f"a game must stay as it was made")


def _who_changed(visit: Visit) -> str:
    """The method that does it, if asking once more shows it."""
    here = next((v for v in reversed(visit.walk.visits) if v.moves), visit)
    hooks = ("to_move", "outcome", "moves", "key", "canonical", "bounds", "text", "show")
    questions: list[tuple[Any, ...]] = [("initial",), *((hook, here.state) for hook in hooks)]
    questions += [(hook, here.state, move) for hook in ("play", "order", "noisy", "move_text")
                  for move in here.moves[:1]]
    for question in questions:
        visit.probe.ask(*question)
        if visit.probe.changed_attribute() is not None:
            return str(question[0])
    return "a method"


def _said(visit: Visit, answer: Any) -> str:
    if not isinstance(answer, list):
        return shown(answer)
    names = [visit.probe.move_text(visit.state, move) for move in answer[:8]]
    return " ".join(names + ["…"] * (len(answer) > 8)) or "no moves"


SOUND = ("bad states", "bad moves")  # states and moves that can at least be hashed

CHECKS = (
    VisitCheck("bad states", state_type, basic=True, everywhere=True),
    VisitCheck("bad moves", move_type, basic=True, everywhere=True),
    VisitCheck("bad player to move", player_to_move, basic=True, everywhere=True, needs=SOUND),
    VisitCheck("bad payoffs", payoff, basic=True, everywhere=True),
    VisitCheck("repeated moves", repeated_moves, basic=True, everywhere=True, needs=SOUND),
    VisitCheck("no moves", no_moves, basic=True, everywhere=True),
    VisitCheck("endless games", endless_game, basic=True, everywhere=True),
    VisitCheck("more than the state", asked_before, basic=True, everywhere=True, needs=SOUND),
    VisitCheck("changed game", changed_game, basic=True, everywhere=True),
    VisitCheck("unequal states", state_equality, basic=True, needs=SOUND),
    VisitCheck("bad states", states_after, basic=True, needs=SOUND),
    VisitCheck("more than the state", asked_again, basic=True, needs=SOUND),
    VisitCheck("more than the state", asked_of_a_twin, basic=True, needs=SOUND),
)
