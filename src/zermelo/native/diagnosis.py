"""Why rules do not compile: the line and the reason in one sentence.

Each method is compiled alone, to find the first that does not compile, or that gives something
else than the search expects. The compiler's message leads to the line; what stands there mostly
tells the reason, and where it does not, the message does.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import numba
from numba import types

from zermelo.game import Game
from zermelo.native.binding import compiled
from zermelo.native.fingerprint import names_in
from zermelo.native.rules_type import RulesType

_PLACE = re.compile(r'(?:\bat|[Rr]aised from) (\S[^\n"]*?) \((\d+)\)|File "([^"\n]+)", line (\d+)')
_OURS = ("native", "search", "portable.py")  # files of these never are the rules'
_PACKAGE = Path(__file__).parents[1]


class _Fault(NamedTuple):
    """What is wrong, in the compiler's words or in ours, and the method in which it shows."""

    error: str
    method: str = ""
    reason: str = ""


def explain(error: Exception, game: Any, functions: Iterable[FunctionType] = ()) -> str:
    """One sentence about a compile error, with the line of the rules it points at.

    `functions` are those that were compiled with the rules: an evaluator's.
    """
    fault = _first_fault(game) or _Fault(_plain(error))
    codes = list(_codes(game, fault.method, functions))
    where, code = _place(fault.error, codes)
    reason = fault.reason or _construct(code, where) or _meaning(fault.error, codes, game)
    named = re.search(r"'(\w+)'", reason)
    if code is None and named:
        where, reason = _naming(named[1], codes, reason) or (where, reason)
    elif where is None and not fault.reason:
        where, reason = _anything_known(codes) or (where, reason)
    return f"the rules of {game.spec} do not compile: {_written(where, fault, codes)}: {reason}"


# --- which method ---

def _first_fault(game: Any) -> _Fault | None:
    """The first of the game's own methods that does not compile alone, or gives a wrong type."""
    rules = RulesType(game, {})
    state = numba.typeof(game.initial())
    for method, (takes_move, check) in _HOOKS.items():
        function = rules.method(method)
        if function is None or function is getattr(Game, method, None):
            continue
        arguments = (rules, state, types.int64) if takes_move else (rules, state)
        try:
            dispatcher = compiled(function)
            dispatcher.compile(arguments)
            given = dispatcher.overloads[arguments].signature.return_type
        except Exception as error:  # whatever the compiler stumbles over
            return _Fault(_plain(error), method)
        wrong = check(given, state)
        if wrong:
            return _Fault("", method, f"{method} {wrong}")
    return None


def _a_player(given: Any, state: Any) -> str:
    return "" if isinstance(given, types.Integer) else f"gives {_type(given)}, not the int 0 or 1"


def _a_state(given: Any, state: Any) -> str:
    return "" if given == state else f"gives {_type(given)}, and a state is {_type(state)}"


def _a_payoff(given: Any, state: Any) -> str:
    payoff = given.type if isinstance(given, types.Optional) else given
    good = isinstance(payoff, types.Integer | types.NoneType)
    return "" if good else f"gives {_type(payoff)}, not an int or None"


def _an_int(given: Any, state: Any) -> str:
    return "" if isinstance(given, types.Integer) else f"gives {_type(given)}, not an int"


def _moves(given: Any, state: Any) -> str:
    if not isinstance(given, types.IterableType):
        return f"gives {_type(given)}: let it yield the moves"
    yields = given if isinstance(given, types.Generator) else given.iterator_type
    move = yields.yield_type
    return "" if isinstance(move, types.Integer) else f"yields {_type(move)}: moves must be ints"


def _two_ints(given: Any, state: Any) -> str:
    pair = isinstance(given, types.BaseTuple) and len(given) == 2
    good = pair and all(isinstance(types.unliteral(item), types.Integer) for item in given)
    return "" if good else f"gives {_type(given)}, not a pair of ints"


def _anything(given: Any, state: Any) -> str:
    return ""


_Check = Callable[[Any, Any], str]
_HOOKS: dict[str, tuple[bool, _Check]] = {  # whether it is told a move, and what it should give
    "to_move": (False, _a_player),
    "moves": (False, _moves),
    "play": (True, _a_state),
    "outcome": (False, _a_payoff),
    "key": (False, _anything),
    "canonical": (False, _a_state),
    "order": (True, _an_int),
    "candidates": (False, _moves),
    "bounds": (False, _two_ints),
    "noisy": (True, _anything),
    "null_move": (False, _a_state),
    "repetition_key": (False, _anything),
}


def _type(given: Any) -> str:
    """A compiler's type in plain words."""
    for kinds, words in (
        (types.Boolean, "a bool"), (types.Integer, "an int"), (types.Float, "a float"),
        (types.NoneType, "None"), (types.UnicodeType | types.StringLiteral, "a string"),
        (types.List | types.ListType, "a list"), (types.DictType, "a dict"),
        (types.Set, "a set"), (types.Array, "an array"),
    ):
        if isinstance(given, kinds):
            return words
    if isinstance(given, types.Optional):
        return f"{_type(given.type)} or None"
    if isinstance(given, types.BaseTuple):
        name = getattr(getattr(given, "instance_class", None), "__name__", "")
        inside = ", ".join(_type(item).removeprefix("a ").removeprefix("an ") for item in given)
        return f"{name or 'a tuple '}({inside})"
    return f"a {str(given).partition('(')[0]}"


# --- where ---

def _plain(error: Exception) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))


def _codes(game: Any, method: str, functions: Iterable[FunctionType]) -> Iterator[CodeType]:
    """The code of a method and of all it can reach; of every method if none is named."""
    waiting: list[Any] = [] if method else list(functions)
    waiting += [getattr(type(game), name, None) for name in ([method] if method else _HOOKS)]
    seen: set[FunctionType] = set()
    while waiting:
        function = waiting.pop(0)
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        yield function.__code__
        for name in sorted(names_in(function.__code__)):
            waiting += [function.__globals__.get(name), getattr(type(game), name, None)]


def _place(text: str, codes: list[CodeType]) -> tuple[tuple[str, int] | None, CodeType | None]:
    """The innermost place that the message names in somebody's rules, and the code it is in."""
    named = [(m[1] or m[3], int(m[2] or m[4])) for m in _PLACE.finditer(text)]
    if "Can't unify return type" in text:  # it names every return, in any order
        named.sort(key=lambda place: place[1])
    for file, line in named:
        for code in codes:
            if _same_file(file, code.co_filename) and line in _lines(code):
                return (code.co_filename, line), code
    theirs = [place for place in named if _may_be_rules(place[0])]
    return (theirs[0] if theirs else None), None


def _same_file(named: str, file: str) -> bool:
    """Messages name files by their path from here, by their full path, or as they are."""
    return named == file or Path(named).resolve() == Path(file).resolve()


def _may_be_rules(file: str) -> bool:
    inside = [_PACKAGE / part for part in _OURS]
    path = Path(file).resolve()
    return not (file.startswith("<") or "/numba/" in file
                or any(part == path or part in path.parents for part in inside))


def _lines(code: CodeType) -> set[int]:
    own = {line for _, _, line in code.co_lines() if line is not None}
    return own.union(*(_lines(c) for c in code.co_consts if isinstance(c, CodeType)))


def _instructions(code: CodeType) -> Iterator[tuple[int | None, str, Any]]:
    """Line, operation and operand, nested functions included."""
    for instruction in dis.get_instructions(code):
        line = instruction.positions.lineno if instruction.positions else None
        yield line, instruction.opname, instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _instructions(constant)


def _naming(name: str, codes: list[CodeType], reason: str) -> tuple[tuple[str, int], str] | None:
    """The first place at which a name stands."""
    for code in codes:
        for line, operation, operand in _instructions(code):
            if operand == name and line is not None:
                return (code.co_filename, line), _sentence(operation, operand) or reason
    return None


def _anything_known(codes: list[CodeType]) -> tuple[tuple[str, int], str] | None:
    """The first place at which anything stands that is known not to compile."""
    for code in codes:
        for line in sorted(_lines(code)):
            reason = _construct(code, (code.co_filename, line))
            if reason:
                return (code.co_filename, line), reason
    return None


def _written(where: tuple[str, int] | None, fault: _Fault, codes: list[CodeType]) -> str:
    if where is None and fault.method and codes:
        where = (codes[0].co_filename, codes[0].co_firstlineno)
    if where is None:
        return "somewhere"
    file, line = where
    return f"line {line} of {file if file.startswith('<') else Path(file).name}"


# --- why ---

_OPERATIONS = {  # what stands in a line, by its bytecode; the words say what does not compile
    "GET_YIELD_FROM_ITER": "yield from: write a loop that yields",
    "IMPORT_NAME": "an import: put it at the top of the file",
    "CHECK_EXC_MATCH": "try and except: ask before instead",
    "BEFORE_WITH": "a with statement",
    "STORE_GLOBAL": "an assignment to a global name: rules never change anything",
    "STORE_ATTR": "an assignment to an attribute: rules never change anything",
    "DELETE_FAST": "del",
    "UNPACK_EX": "a starred assignment: name each part",
    "BUILD_MAP": "a dict: use ints and tuples",
    "BUILD_CONST_KEY_MAP": "a dict: use ints and tuples",
    "MAP_ADD": "a dict: use ints and tuples",
    "BUILD_SET": "a set: use the bits of an int",
    "SET_ADD": "a set: use the bits of an int",
    "FORMAT_VALUE": "a string: use ints and tuples",
    "FORMAT_SIMPLE": "a string: use ints and tuples",
    "BUILD_STRING": "a string: use ints and tuples",
}
_NAMES = {  # names that mean the same
    "super": "super(): call a helper of the base class by its own name",
    "isinstance": "isinstance: a name has one type throughout",
    "sorted": "sorted: the hook `order` says what to try first",
    "list": "a list: use ints and tuples",
    "dict": "a dict: use ints and tuples",
    "set": "a set: use the bits of an int",
    "frozenset": "a set: use the bits of an int",
    "str": "a string: use ints and tuples",
    "print": "print: search interpreted to see it",
    "bit_count": "int.bit_count: use popcount of zermelo.portable",
    "bit_length": "int.bit_length: use lowest or popcount of zermelo.portable",
    "_replace": "_replace: build a new tuple",
}
_CLOSURES = {
    "<listcomp>": "a list: use ints and tuples",
    "<dictcomp>": "a dict: use ints and tuples",
    "<setcomp>": "a set: use the bits of an int",
    "<genexpr>": "a generator expression: write a loop",
    "<lambda>": "a lambda: write a function",
}


def _construct(code: CodeType | None, where: tuple[str, int] | None) -> str:
    """What stands in that line and is known not to compile."""
    if code is None or where is None:
        return ""
    found = [(operation, operand) for line, operation, operand in _instructions(code)
             if line == where[1]]
    if not any(_sentence(*item) for item in found):
        found = [("list", "list") for operation, _ in found if operation == "BUILD_LIST"]
    return next(filter(None, (_sentence(*item) for item in found)), "")


def _sentence(operation: str, operand: Any) -> str:
    words = _OPERATIONS.get(operation)
    if isinstance(operand, CodeType):
        words = _CLOSURES.get(operand.co_name)
    elif isinstance(operand, str) and operation != "LOAD_CONST":
        words = _NAMES.get(operand, words)
    what, colon, instead = (words or "").partition(":")
    return f"{what} does not compile{colon}{instead}" if what else ""


_MEANINGS: tuple[tuple[str, str], ...] = (  # what the compiler says, and what it means
    (r"Cannot unify (.+?) and (.+?) for '(\w+)",
     "{2} is sometimes one type and sometimes another: keep it an int throughout"),
    (r"Can't unify return type from the following types: (.+)",
     "it returns sometimes one type and sometimes another"),
    (r"assigned to variable '(\w+)' in globals", "'{0}' is a list: make it a tuple"),
    (r"Untyped global name '(\w+)'",
     "'{0}' is neither a number, a tuple of numbers nor a plain function"),
    (r"name '(\w+)' is not defined", "the name '{0}' is not defined"),
    (r"object has no attribute '(\w+)'", "the game has no attribute '{0}'"),
    (r"Unknown attribute '(\w+)' of type (\w+)", "{1} has no attribute '{0}' here"),
    (r"Cannot determine Numba type of <class '([\w.]+)'>", "a {0} does not compile here"),
    (r"getattr\(value=self, attr=(\w+)\)",
     "the attribute '{0}' is not a number or a tuple of numbers"),
    (r"compiler re-entrant", "it calls itself: write a loop"),
    (r"getitem\(Tuple\(", "a tuple of different types cannot be indexed by a variable"),
    (r"Can't index at \[\d+\] in", "a NamedTuple's default does not compile: write every field"),
    (r"The use of yield in a closure", "a generator expression does not compile: write a loop"),
    (r"Cannot bind '.*' to signature '(\(.*?\))'", "it is called with other arguments than {0}"),
    (r"Use of unsupported opcode \((\w+)\)", "this statement does not compile ({0})"),
    (r"unicode_type|Literal\[str\]", "a string does not compile: use ints and tuples"),
    (r"NRT required", "a list, dict, set or string does not compile: use ints and tuples"),
)
_NOISE = ("Failed in", "During", "- Resolution failure", "No implementation", ">>>", "There are")


def _meaning(text: str, codes: list[CodeType], game: Any) -> str:
    """The compiler's message in plain words, or else its first line that says anything."""
    for code in codes if text.startswith("Cannot determine Numba type") else ():
        for _, operation, operand in _instructions(code):  # then it is an attribute of the game
            if "ATTR" in operation and f"'{type(getattr(game, operand, None)).__name__}'" in text:
                return f"the attribute '{operand}' is not a number or a tuple of numbers"
    for pattern, meaning in _MEANINGS:
        match = re.search(pattern, text)
        if match:
            return meaning.format(*match.groups()).replace("(self, ", "(")
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith(_NOISE)),
                "the compiler does not say why")
