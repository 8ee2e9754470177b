"""What a game's methods must give, checked where a kernel calls them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from zermelo.compiler.body import Body
from zermelo.compiler.calling import Hook, tree_of
from zermelo.compiler.faults import BROKEN
from zermelo.compiler.refusal import Refusal, told
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    Maybe,
    Tuple,
    Type,
    join,
    maybe,
    tuple_of,
)
from zermelo.compiler.values import FALSE, TRUE, Value, is_known
from zermelo.game import A_PLAYER


def given_by(b: Body, called: Any, found: Value, node: ast.AST) -> Value:
    """What a method gave, as the kernel expects it; refused if it is something else."""
    if not isinstance(called, Hook) or found.type is NEVER or called.name not in _GIVES:
        return found
    kind, words = _GIVES[called.name](found.type, b.shared.state_type)
    if kind is None:
        raise _refusal(called, node, f"{called.name} gives {told(found)}, {words}")
    given = b.cast(found, kind, node) if kind is not found.type else found
    if called.name in _WITHIN:
        _check_range(b, given, *_WITHIN[called.name], node)
    return given


def _check_range(b: Body, given: Value, low: int, high: int, words: str, node: ast.AST) -> None:
    """Whole numbers that kernels rely on: a third player's history would be somebody else's."""
    present, number = given.what if isinstance(given.type, Maybe) else (TRUE, given)
    if is_known(number):
        bad = FALSE if low <= number.what <= high else TRUE
    else:
        above = b.op(f"sub i64 {number.what}, {low}")
        bad = Value(BOOL, b.op(f"icmp ugt i64 {above}, {high - low}"))
    b.fail_if(b.chosen(present, bad, FALSE), BROKEN, words, node)


def yielded_by(b: Body, called: Any, found: Value, node: ast.AST) -> Value:
    """A move that a method yielded; refused if it is no int."""
    if not isinstance(called, Hook) or called.name not in ("moves", "candidates", "loud"):
        return found
    if found.type not in (INT, BOOL, NEVER):
        raise _refusal(called, node, f"{called.name} yields {told(found)}: moves must be ints")
    return b.cast(found, INT, node)


def _refusal(called: Hook, node: ast.AST, reason: str) -> Refusal:
    function: FunctionType = called.function
    return Refusal(reason, tree_of(function, node), function)


Gives = Callable[[Type, Type], tuple[Type | None, str]]


def _a_player(kind: Type, state: Type) -> tuple[Type | None, str]:
    return INT if kind in (INT, BOOL) else None, "not the int 0 or 1"


def _a_state(kind: Type, state: Type) -> tuple[Type | None, str]:
    same = kind is state or (join(kind, state) is state and _name(kind) is _name(state))
    return state if same else None, f"and a state is {state}"


def _name(kind: Type) -> Any:
    return kind.named if isinstance(kind, Tuple) else None


def _a_payoff(kind: Type, state: Type) -> tuple[Type | None, str]:
    inner = kind.of if isinstance(kind, Maybe) else kind
    words = "not an int or None"
    if kind is NONE:
        return maybe(INT), words
    if inner not in (INT, BOOL):
        return None, words
    return maybe(INT) if isinstance(kind, Maybe) else INT, words


def _an_int(kind: Type, state: Type) -> tuple[Type | None, str]:
    return INT if kind in (INT, BOOL) else None, "not an int"


def _a_number(kind: Type, state: Type) -> tuple[Type | None, str]:
    return FLOAT if kind in (INT, BOOL, FLOAT) else None, "not a number"


def _a_bool(kind: Type, state: Type) -> tuple[Type | None, str]:
    return kind if kind in (INT, BOOL) else None, "not True or False"


def _two_ints(kind: Type, state: Type) -> tuple[Type | None, str]:
    pair = tuple_of((INT, INT))
    fits = isinstance(kind, Tuple) and len(kind.items) == 2 and set(kind.items) <= {INT, BOOL}
    return pair if fits else None, "not a pair of ints"


_GIVES: dict[str, Gives] = {
    "to_move": _a_player, "play": _a_state, "outcome": _a_payoff, "canonical": _a_state,
    "order": _an_int, "mobility": _an_int, "bounds": _two_ints, "null_move": _a_state,
    "reversible": _an_int, "exchange": _a_number, "urgent": _a_bool,
    "threatens": _a_bool,
    "arrangement": _a_state, "unkey": _a_state, "tier": _an_int,
}
_WITHIN = {"to_move": (0, 1, A_PLAYER)}  # payoffs are looked at where a kernel uses one
