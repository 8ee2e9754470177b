"""Text: every position and every move has its own, and reads back as what it was."""

from __future__ import annotations

from typing import Any

from zermelo.checker.fingerprint import plain
from zermelo.checker.probe import NOTHING, BrokenError, shown
from zermelo.checker.state_checks import difference
from zermelo.checker.verdict import OVER, Fault, Untested, Verdict, VisitCheck
from zermelo.checker.walk import Visit, answers
from zermelo.errors import NotationError


def position_text(visit: Visit) -> Verdict:
    """A position's text is one line without spaces, of its own, and reads back."""
    probe = visit.probe
    if not (probe.overrides("text") or plain(visit.state)):
        return Untested("this game has no text of its own for positions")
    text = probe.ask("text", visit.state)
    if not isinstance(text, str) or not text:
        return Fault(f"text gives {shown(text)}, and should give a line of text")
    if len(f".{text}.".split()) != 1:
        return Fault(f"text gives {shown(text)}: leave out the spaces, "
                     f"so that nothing needs quoting")
    memory = visit.walk.memory
    other = memory.earlier(memory.texts, text, visit.state)
    if other is not None and other != visit.state:
        return Fault(f"two different states have this text, {shown(visit.state)} and "
                     f"{shown(other)}")
    if not _reads(visit):
        return Untested("this game does not read positions")
    return _read_back(visit, text)


def _reads(visit: Visit) -> bool:
    """The default `parse` reads only plain states as the default `text` writes them."""
    return visit.probe.overrides("parse") or plain(visit.state)


def _read_back(visit: Visit, text: str) -> Fault | None:
    try:
        state = visit.probe.ask("parse", text, expected=NotationError)
    except NotationError as error:
        return Fault(f"parse refuses the position's own text: {error}")
    if state != visit.state or type(state) is not type(visit.state):
        return Fault(f"parse reads the position's own text as another state, {shown(state)} and "
                     f"not {shown(visit.state)}")
    method = difference(visit.answers, answers(visit.probe, state))
    if method:
        return Fault(f"{method} answers differently when the position is read back from its text")
    return None


def unreadable_text(visit: Visit) -> Verdict:
    """Text that is no position is refused with a PositionError and nothing else."""
    if not _reads(visit):
        return Untested("this game does not read positions")
    text = visit.probe.text(visit.state)
    for damaged in _damaged(visit, text):
        try:
            visit.probe.ask("parse", damaged, expected=NotationError)
        except NotationError:
            continue
        except BrokenError as broken:
            return Fault(f"given the text {damaged!r}, {broken.problem}: "
                         f"raise self.bad_position(text, why)")
    return None


def unreadable_move(visit: Visit) -> Verdict:
    """Text that is no move is refused with a MoveError and nothing else."""
    if not visit.moves:
        return OVER
    text = visit.probe.move_text(visit.state, visit.moves[0])
    for damaged in _damaged(visit, text):
        try:
            visit.probe.ask("parse_move", visit.state, damaged, expected=NotationError)
        except NotationError:
            continue
        except BrokenError as broken:
            return Fault(f"given the move {damaged!r}, {broken.problem}: "
                         f"raise self.illegal_move(s, text)")
    return None


def _damaged(visit: Visit, text: str) -> list[str]:
    """Two of: the same text with little things wrong, and things that are no text at all."""
    rng = visit.walk.rng
    at = rng.randrange(len(text) + 1)
    other = rng.choice("?/:,.-+x9 ")
    return rng.sample(["", "?", ":", text[:at], text[:at] + text[at + 1 :], text + text,
                       text[:at] + other + text[at + 1 :]], 2)


def move_text(visit: Visit) -> Verdict:
    """A move's text is one word, unique among the legal moves, and reads back."""
    if not visit.moves:
        return OVER
    own = visit.probe.overrides("move_text")  # the default may have spaces, as "(1, 2)" has
    owners: dict[str, Any] = {}
    for move in visit.moves:
        text = visit.probe.ask("move_text", visit.state, move)
        if not isinstance(text, str) or (own and len(f".{text}.".split()) != 1) or not text:
            return Fault(f"move_text gives {shown(text)}, and should give one word", move)
        if owners.get(text, NOTHING) is not NOTHING:
            return Fault(f"two moves have the text {text!r}, {shown(owners[text])} and "
                         f"{shown(move)}")
        owners[text] = move
    for text, move in owners.items():
        try:
            found = visit.probe.ask("parse_move", visit.state, text, expected=NotationError)
        except NotationError as error:
            return Fault(f"parse_move refuses a legal move's own text: {error}", move)
        if found != move:
            return Fault(f"parse_move reads {text!r} as {shown(found)} and not {shown(move)}", move)
    return None


def pictures(visit: Visit) -> Verdict:
    """Show draws something, and a finished game has a reason."""
    methods = ["show", "reason"] if visit.over else ["show"]
    for method in methods:
        text = visit.probe.ask(method, visit.state)
        if not isinstance(text, str) or not text:
            return Fault(f"{method} gives {shown(text)}, and should give text")
    return None


CHECKS = (
    VisitCheck("position text", position_text),
    VisitCheck("unreadable positions", unreadable_text),
    VisitCheck("move text", move_text),
    VisitCheck("unreadable moves", unreadable_move),
    VisitCheck("pictures", pictures),
)
