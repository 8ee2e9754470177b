"""A game as data that a page without Python plays and searches it by.

What is the same for all games is said once: where the fields of memory lie, the numbers that the
search writes values with, the levels. The page's worker follows `search/deepening.py` and
`search/solving.py` with these.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any

from zermelo.compiler.objects import Object
from zermelo.compiler.records import Layout, Record, layout_of
from zermelo.compiler.targets import Browser
from zermelo.dealing import all_deals, is_dealt
from zermelo.drawing import Board
from zermelo.errors import CannotCompile, MoveError, ParameterError
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.game import Game
from zermelo.games.descriptions import described_game
from zermelo.kernel.compiling import faults_now, made_for, marked
from zermelo.kernel.kernel import codec_of
from zermelo.play.engine_player import PROOF, SECONDS
from zermelo.play.levels import LEVELS
from zermelo.publish import sight
from zermelo.publish.names import Names, names_for, walked
from zermelo.publish.reasons import UNTOLD, reasons_for
from zermelo.publish.scripts import texts
from zermelo.search import codes, deepening, inquiries, memory, questions, solving, switches, table
from zermelo.search.choosing import beyond_the_horizon
from zermelo.search.commands import do_anything
from zermelo.search.engine import Engine
from zermelo.search.memory import Memory, Table, Techniques
from zermelo.search.proof_numbers import run_proof
from zermelo.search.readiness import buckets_in, flags_of, is_scored, opinions_beside
from zermelo.search.rules import HOOKS, extra_rules, formula_of, gives
from zermelo.search.selftest import ALWAYS, MANY
from zermelo.search.switches import EXACT, MEASURED, PLAY, SELECTIVE, VALUES, Switch
from zermelo.web.scale import scale_of

VERSION = 1
MOST_DEALS = 500  # that a page has to draw from
TABLE_MB = 16
_BUCKETS = buckets_in(TABLE_MB, native=True)

Tell = Callable[[str], None]


def published(game: Game, name: str, tell: Tell = lambda doing: None) -> dict[str, Any]:
    """Everything about a game; CannotCompile or ParameterError if it needs Python for something."""
    _board_of(game)
    tell("compiling")
    searching = _search(game, do_anything)
    proving = _search(game, run_proof) if game.repetition else None
    tell("trying techniques")
    with Engine(game, native=True, table_mb=TABLE_MB, selective=True) as engine:
        chosen, evaluator, margins = engine.switches, engine.evaluator, engine.margins
    tell("naming moves")
    formula = formula_of(evaluator)
    return {
        **seen(game, name),
        "scale": round(scale_of(game), 4),
        "hurries": not is_scored(game, game.initial()),
        "symmetric": gives(game, "canonical"),
        "few": gives(game, "candidates"),
        "chosen": int(chosen & EXACT),
        "beyond": int(beyond_the_horizon(game, evaluator)),
        "useful": int(flags_of(game, PLAY, False)),
        "weights": list(formula.weights) if formula else [],
        "margins": [n for both in zip(margins.behind, margins.ahead, strict=True) for n in both],
        "skipping": margins.skipping,
        "decline": margins.decline,
        "search": _module(searching),
        "prove": None if proving is None else _module(proving),
    }


def seen(game: Game, name: str) -> dict[str, Any]:
    """What a page plays a game by: its rules, its looks, its texts. Nothing that searches."""
    board = _board_of(game)
    module, reasons = _sight(game)
    names, script = names_for(game, walked(game)), texts(game)
    own = script is not None and "move_text" in script.kinds
    codec = codec_of(game)
    return {
        **described_game(type(game), name),
        "sample": _sample(game) if own else " ".join(_translated(game, names)),
        "parameters": {}, "aliases": {}, "own": False,
        "shape": _shape(game.initial()),
        "start": [str(word) for word in codec.words(game.initial())],
        "deals": [[str(word) for word in codec.words(state)] for state in _deals(game)],
        "board": board.to_json(),
        "names": names.to_json(),
        "script": script.script if script else "",
        "samples": script.samples if script else [],
        "reasons": reasons,
        "repetition": game.repetition,
        "sight": _module(module),
    }


def in_common() -> dict[str, Any]:
    """What holds for all games."""
    return {
        "version": VERSION,
        "tableBuckets": _BUCKETS, "fewBuckets": table.FEW_BUCKETS,
        "opinions": opinions_beside(_BUCKETS),
        "memory": _places(layout_of(Memory)), "memoryWords": layout_of(Memory).words,
        "tableWords": layout_of(Table).words,
        "sight": _places(layout_of(sight.Sight)), "sightWords": layout_of(sight.Sight).words,
        "techniques": [[_places(layout_of(Techniques))[(s.name or "").lower()][0], int(s)]
                       for s in Switch],
        "switches": {"always": int(ALWAYS), "exact": int(EXACT), "values": int(VALUES),
                     "selective": int(SELECTIVE), "measured": int(MEASURED),
                     "followUps": int(Switch.FOLLOW_UPS),
                     **{(s.name or "").lower(): int(s) for s in (
                         Switch.SYMMETRY, Switch.ASPIRATION, Switch.PRUNING, Switch.CANDIDATES,
                         Switch.QUIESCENCE)}},
        "forPoints": str(switches.FOR_POINTS),
        "many": MANY, "firstTurn": solving._FIRST_TURN, "narrow": deepening.NARROW,
        "share": deepening.SHARE, "worthTelling": deepening._WORTH_TELLING,
        "maxPly": memory.MAX_PLY, "pathPlaces": memory.PATH_PLACES, "fullDepth": table.FULL_DEPTH,
        "proven": codes.PROVEN, "perPayoff": codes.PER_PAYOFF, "infinity": codes.INFINITY,
        "perUnit": codes.PER_UNIT, "shortFirst": list(questions.SHORT_FIRST),
        "firstOpinion": inquiries.FIRST_OPINION, "firstShare": inquiries.FIRST_SHARE,
        "levels": [{"slips": r.slips, "lots": r.lots, "depth": r.limit.depth,
                    "nodes": r.limit.nodes, "time": r.limit.time or (
                        None if r.limit else SECONDS)} for r in LEVELS.values()],
        "proof": PROOF,
    }


def _board_of(game: Game) -> Board:
    """What it looks like; ParameterError if that is said in a way that only Python understands."""
    name = game.spec
    if not isinstance(game.board, Board):
        raise ParameterError(f"{name} cannot be published: a page needs its `board`, `pieces` and "
                             f"`touches` (docs/scenes.md shows how to write them)")
    if gives(game, "scene"):
        raise ParameterError(f"{name} cannot be published: its `scene` is Python, which a page "
                             f"does not have; write `board`, `pieces` and `touches` instead")
    for hook in ("pieces", "touches"):
        if not gives(game, hook):
            raise ParameterError(f"{name} cannot be published: it does not say its `{hook}`, which "
                                 f"a page needs (docs/scenes.md shows how to write them)")
    return game.board


def _sight(game: Game) -> tuple[Object, list[str]]:
    """What sees, and why games are over; untold if what chooses between texts does not compile."""
    try:
        reasons = reasons_for(game)
        extra = sight.extra_rules(game, reasons)
        return _compiled(game, sight.see, (sight.Sight,), extra, sight.HOOKS), reasons.texts
    except CannotCompile:
        extra = sight.extra_rules(game, UNTOLD)
        return _compiled(game, sight.see, (sight.Sight,), extra, sight.HOOKS), UNTOLD.texts


def _search(game: Game, kernel: Any) -> Object:
    judge = evaluator_for(game, "standard") if evaluators(game) else None
    return _compiled(game, kernel, (Memory, Table), extra_rules(game, formula_of(judge)), HOOKS)


def _compiled(game: Game, kernel: Any, records: Sequence[type[Record]], extra: dict[str, Any],
              hooks: Sequence[str]) -> Object:
    assert isinstance(kernel, FunctionType)
    codec_of(game)
    try:
        mark = marked(game, kernel, records, extra, hooks, Browser())
        made, _ = made_for(game, kernel, records, extra, mark, Browser())
    except CannotCompile as reason:
        raise CannotCompile(f"{reason}; a published page has no Python that could run it "
                            f"instead") from reason
    return replace(made, faults=tuple(faults_now(made.faults, game, kernel, extra, hooks)))


def _module(made: Object) -> dict[str, Any]:
    return {"code": base64.b64encode(made.code).decode(),
            "faults": [str(fault) for fault in made.faults]}


def _places(layout: Layout) -> dict[str, list[int]]:
    """Where each field begins, and how many words it has."""
    return {name: [place, field.words] for name, (place, field) in layout.fields.items()}


def _shape(state: Any) -> Any:
    """A state's tuples, with nothing in them."""
    return [_shape(item) for item in state] if isinstance(state, tuple) else 0


def _sample(game: Game) -> str:
    """The moves to a telling position; none if they are not of this size of board."""
    try:
        return game.sample if game.position().play_all(game.sample) else ""
    except MoveError:
        return ""


def _translated(game: Game, names: Names) -> list[str]:
    """The moves to a telling position, as the page calls them; none if they are not of this size
    of board."""
    here, found = game.initial(), []
    for text in game.sample.split():
        try:
            move = game.parse_move(here, text)
        except MoveError:
            return []
        found += [name for name, m in names.of(game, here).items() if m == move]
        here = game.play(here, move)
    return found


def _deals(game: Game) -> list[Any]:
    """Random set-ups to draw from, as likely as they are; none if there is just one."""
    if not is_dealt(game):
        return []
    deals = all_deals(game)
    if len(deals) == 1:
        return []
    chances = [float(deal.probability) for deal in deals]
    drawn = random.Random("deals").choices(deals, chances, k=MOST_DEALS)
    return [deal.state for deal in drawn]
