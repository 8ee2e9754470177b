"""What a game says it looks like: pieces on places, moves that can be pointed at."""

from __future__ import annotations

from itertools import islice
from typing import Any

from zermelo.checker.probe import Probe, shown
from zermelo.checker.verdict import OVER, Fault, GameCheck, Untested, Verdict, VisitCheck
from zermelo.checker.walk import Visit
from zermelo.drawing import Board, Scene
from zermelo.drawing.board import SILENT
from zermelo.drawing.palette import DAY
from zermelo.kernel.looks import MOST_PIECES
from zermelo.notation import did_you_mean

NO_BOARD = Untested("this game has no board of its own")


def board_of(probe: Probe) -> Board | None:
    """The board that the game says it has."""
    board = probe.game.board
    return board if isinstance(board, Board) else None


def names(probe: Probe) -> Verdict:
    """The places have names of their own, and the players colours that there are."""
    board = board_of(probe)
    if board is None:
        return NO_BOARD
    seen: set[str] = set()
    for place in board.places:
        if place.name in seen:
            return Fault(f"two places of the board are called {place.name!r}")
        seen |= {place.name} - {""}
    if not board.kinds:
        return Fault("the board has no kinds of pieces")
    for colour in probe.game.colours:
        if colour not in DAY.players:
            return Fault(f"there is no colour {colour!r}{did_you_mean(colour, DAY.players)}; there "
                         f"are {', '.join(DAY.players)}")
    return None


def pieces(visit: Visit) -> Verdict:
    """Every piece stands on a place of the board, is of a kind it has, and has an owner or none."""
    probe = visit.probe
    board = board_of(probe)
    if probe.overrides("scene"):
        scene = probe.ask("scene", visit.state)
        if not isinstance(scene, Scene):
            return Fault(f"scene gives {shown(scene)}, and should give a Scene")
        board, found = scene.board, list(scene.pieces)
    elif board is None:
        return NO_BOARD
    else:
        found = _found(visit)
    for piece in found:
        wrong = board.wrong_with(piece)
        if wrong:
            return Fault(wrong)
    return None


def alike(visit: Visit) -> Verdict:
    """Positions that look alike are the same, unless `unseen` says what cannot be seen."""
    probe, memory = visit.probe, visit.walk.memory
    if board_of(probe) is None or probe.overrides("scene"):
        return NO_BOARD
    if probe.game.unseen:
        return Untested("the game says that not everything can be seen")
    other = memory.earlier(memory.looks, (visit.to_move, tuple(sorted(_found(visit)))), visit.state)
    if other is None or probe.ask("key", other) == probe.ask("key", visit.state):
        return None
    return Fault(f"two different positions look the same, {probe.text(visit.state)} and "
                 f"{probe.text(other)}: show the difference, or say in `unseen` what it is")


def _found(visit: Visit) -> list[Any]:
    return list(islice(visit.probe.ask("pieces", visit.state), MOST_PIECES + 1))


def touches(visit: Visit) -> Verdict:
    """Every move is pointed at with places of the board; those without are few and have names."""
    probe = visit.probe
    board = board_of(probe)
    if board is None or not probe.overrides("touches"):
        return Untested("this game does not say how its moves are pointed at")
    if not visit.moves:
        return OVER
    silent = 0
    for move in visit.moves:
        places = list(islice(probe.ask("touches", visit.state, move), len(board.places) + 1))
        for place in places:
            if type(place) is not int or not 0 <= place < len(board.places):
                return Fault(f"touches yields {shown(place)}, and the board has places 0 to "
                             f"{len(board.places) - 1}", move)
            if board.places[place].shape in SILENT or not board.places[place].name:
                return Fault(f"touches yields place {place}, a {board.places[place].shape} that "
                             f"nobody can point at", move)
        silent += not places
    if silent == len(visit.moves) > 1:
        return Fault("no move of this position can be pointed at: touches yields nothing")
    return None


CHECKS = (
    GameCheck("places", names),
    VisitCheck("pieces", pieces),
    VisitCheck("looks", alike, needs=("pieces",)),
    VisitCheck("touched places", touches),
)
