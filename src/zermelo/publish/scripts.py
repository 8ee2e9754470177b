"""A game's own texts on a page without Python: what writes and what reads positions and moves, with
all that these call, as JavaScript.

    texts(game)     a script, and texts of random positions that it is held against where it runs

What the rules answer best (which moves there are, what follows) it asks of the compiled rules; the
rest is translated by `javascript.py`, function by function, as each is first named. Constants are
written down where they are used. A page whose script does not give the texts that came with it does
without it.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import json
import random
import re
import textwrap
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from zermelo.dealing import drawn
from zermelo.errors import ZermeloError, shortened
from zermelo.game import Game
from zermelo.kernel.kernel import codec_of
from zermelo.portable import bit, bytes_reversed, highest, lowest, popcount, shl, shr, wrap
from zermelo.publish.javascript import Known, Untold, javascript
from zermelo.publish.patterns import METHODS, pattern
from zermelo.wandering import random_play

# What compiled rules are asked instead: `frontend/src/engine/telling.ts`.
ASKED = ("initial", "moves", "legal_moves", "listed_moves", "play", "to_move", "outcome", "noisy")
TEXTS = ("text", "move_text", "parse", "parse_move")
_BUILTINS = ("abs", "all", "any", "bool", "chr", "dict", "divmod", "enumerate", "filter",
             "frozenset", "int", "iter", "len", "list", "map", "max", "min", "next", "ord", "range",
             "repr", "reversed", "set", "sorted", "str", "sum", "tuple", "zip")
_PORTABLE = (wrap, bit, shl, shr, popcount, lowest, highest, bytes_reversed)  # engine/portable.ts
_DATA = (str, int, float, tuple, list, dict, set, frozenset, type(None))
_MOST_DATA = 50_000  # numbers and texts in constants
_SAMPLES, _GAMES = 4, 2


class Texts(NamedTuple):
    """A script in JavaScript, what it does with texts, and some that it must give and read: a
    state's words, a move or none, and what the game says."""

    script: str
    kinds: list[str]
    samples: list[tuple[list[str], str | None, str]]


def texts(game: Game) -> Texts | None:
    """What writes and reads a game's own texts; None if that cannot be said in JavaScript, or there
    are none.

    >>> from zermelo import load
    >>> texts(load("tictactoe")).samples[0]
    (['0', '0', '0'], None, '.../.../...:x')
    """
    found = {}
    writer = _Writer(game)
    for name in TEXTS:
        if getattr(type(game), name) is not getattr(Game, name):
            try:
                found[name] = writer.written(getattr(game, name))
            except Untold:
                continue
    if not found:
        return None
    kinds = list(found)
    return Texts(writer.script(found), kinds, _samples(game, kinds))


def _samples(game: Game, kinds: list[str]) -> list[tuple[list[str], str | None, str]]:
    """From all over some random games; the same every time."""
    codec = codec_of(game)
    said: list[tuple[list[str], str | None, str]] = []
    for number in range(_GAMES):
        lots = random.Random(number)
        steps = list(random_play(game, drawn(game, number).state, lots))
        for step in [steps[0], *lots.sample(steps, min(len(steps), _SAMPLES))]:
            words = [str(word) for word in codec.words(step.state)]
            if "text" in kinds or "parse" in kinds:
                said.append((words, None, game.text(step.state)))
            if ("move_text" in kinds or "parse_move" in kinds) and step.moves:
                move = lots.choice(step.moves)
                said.append((words, str(move), game.move_text(step.state, move)))
    return said


class _Writer:
    """Writes functions, classes and constants down as they are first named."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: dict[str, str] = {}  # declarations in their order
        self._names: dict[tuple[int, int], str] = {}  # of objects, by their identity
        self._kept: list[Any] = []  # so that identities stay theirs
        self._classes: dict[type, str] = {}
        self._own: dict[str, str] = {}  # attributes of the game, by what is asked of things
        self._asked: set[str] = set()
        self._data = 0

    def script(self, found: dict[str, str]) -> str:
        """A function of the meanings and of the rules that gives what writes texts."""
        shape = self._shape(self.game.initial())
        self._complete()
        told = ",".join(f"{name}:{function}" for name, function in found.items())
        own = "".join(f"me[{json.dumps(name)}]={value};" for name, value in self._own.items())
        return (f"($,rules)=>{{const me=$.game(rules);{''.join(self.lines.values())}{own}"
                f"return{{{told},shape:{shape}}}}}")

    def _shape(self, state: Any) -> str:
        """A state's tuples and what they are called, with nothing in them."""
        if not isinstance(state, tuple):
            return "0"
        kind = self._class(type(state)) if hasattr(state, "_fields") else "null"
        return f"[{','.join([kind, *map(self._shape, state)])}]"

    def _complete(self) -> None:
        """Whatever attribute is asked of something not known: of the game's, and of its tuples'."""
        done: set[tuple[Any, str]] = set()
        while True:
            wanted = {(owner, name) for owner in (None, *self._classes) for name in self._asked}
            if not wanted - done:
                return
            for owner, name in sorted(wanted - done, key=str):
                done.add((owner, name))
                try:
                    if owner is None:
                        self._own_attribute(name)
                    else:
                        self._class_attribute(owner, name)
                except Untold:
                    continue  # it may be somebody else's; who asks in vain is told on the page

    def _own_attribute(self, name: str) -> None:
        if name not in ASKED and hasattr(self.game, name):
            self._own[name] = self.written(getattr(self.game, name))

    def _class_attribute(self, owner: type, name: str) -> None:
        found = inspect.getattr_static(owner, name, None)
        kind = "properties" if isinstance(found, property) else "methods"
        function = found.fget if isinstance(found, property) else found
        if isinstance(function, FunctionType) and function.__module__ == owner.__module__:
            text = f"{self._classes[owner]}.{kind}[{json.dumps(name)}]={self.written(function)};"
            self.lines[f"{owner}.{name}"] = text

    # --- what javascript.py asks ---

    def asked(self, name: str) -> None:
        """Somebody asks something not known for this attribute."""
        self._asked.add(name)

    def item(self, value: Any, name: str) -> Known | None:
        """An attribute; those of plain data are looked up on the page."""
        if isinstance(value, _DATA) and not hasattr(value, "_fields"):
            return None
        if value is self.game and name in ASKED:
            return Known(_Rule(name))
        if isinstance(value, super) and name in ASKED:
            raise Untold(f"the parent's {name}")
        if value is self.game or isinstance(
                value, ModuleType | type | super | re.Pattern) or dataclasses.is_dataclass(
                value) or hasattr(value, "_fields"):
            try:
                return Known(getattr(value, name))
            except AttributeError:
                raise Untold(name) from None
        raise Untold(f"{name} of {type(value).__name__}")

    def error(self, kind: Any) -> str:
        """The name of a kind of exceptions."""
        if isinstance(kind, type) and issubclass(kind, Exception):
            return kind.__name__
        raise Untold(f"{kind!r} to be caught")

    def call(self, value: Any, arguments: list[str], named: dict[str, str],
             known: list[Known | None]) -> str:
        """A call of a function, a class of tuples, or something that Python brings along."""
        if isinstance(value, _Rule):
            return f"rules.{value.name}({','.join(arguments)})"
        if isinstance(value, type) and issubclass(value, Exception) and not named:
            return self._error(value, arguments)
        if value == dict.fromkeys:
            return f"$.fromkeys({','.join(arguments)})"
        regular = _regular(value, known)
        if regular and named.keys() <= {"count"}:
            source, name = regular
            asked = [*arguments[isinstance(value, FunctionType):], *named.values()]
            return f"$.re.{name}({self.written(source)}{''.join(f',{text}' for text in asked)})"
        if self._is_builtin(value):
            words = ",".join(f"{name}:{text}" for name, text in named.items())
            return f"$.{value.__name__}_([{','.join(arguments)}],{{{words}}})"
        if isinstance(value, type) and hasattr(value, "_fields"):
            ordered = self._ordered(inspect.signature(value), arguments, named)
            return f"$.named({self._class(value)},[{','.join(ordered)}])"
        if callable(value) and not isinstance(value, type):
            if not any(argument.startswith("...") for argument in arguments):
                arguments = self._ordered(inspect.signature(value), arguments, named)
            return f"{self.written(value)}({','.join(arguments)})"
        raise Untold(f"a call of {value!r}")

    def _error(self, kind: type[Exception], arguments: list[str]) -> str:
        """An exception that is made; those of our own shorten what they echo."""
        known = (ZermeloError.__init__, ValueError.__init__, Exception.__init__)
        if len(arguments) > 1 or kind.__init__ not in known:
            raise Untold(f"how a {kind.__name__} is made")
        text = f"$.str({arguments[0]})" if arguments else '""'
        if issubclass(kind, ZermeloError):
            text = f"{self.written(shortened)}({text})"
        names = [k.__name__ for k in kind.__mro__ if issubclass(k, Exception)]
        return f"$.error({json.dumps(names)},{text})"

    def _ordered(self, signature: inspect.Signature, arguments: list[str],
                 named: dict[str, str]) -> list[str]:
        """All arguments in their order, defaults included."""
        try:
            bound = signature.bind(*arguments, **named).arguments
        except TypeError as error:
            raise Untold(str(error)) from None
        return [bound[name] if name in bound else self.written(parameter.default)
                for name, parameter in signature.parameters.items()]

    def written(self, value: Any) -> str:
        """An object as an expression."""
        if value is self.game:
            return "me"
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        if isinstance(value, int):
            return f"({int(value)}n)" if value < 0 else f"{int(value)}n"
        if isinstance(value, str):
            return json.dumps(str(value))
        if isinstance(value, float):
            return repr(value)
        if isinstance(value, _Rule):
            return f"rules.{value.name}"
        if self._is_builtin(value):
            return f"((...a)=>$.{value.__name__}_(a,{{}}))"
        if isinstance(value, FunctionType) and value in _PORTABLE:
            return f"$.portable.{value.__name__}"
        if _identity(value) not in self._names:
            self._declare(value)
        return self._names[_identity(value)]

    def _is_builtin(self, value: Any) -> bool:
        name = getattr(value, "__name__", "")
        return name in _BUILTINS and getattr(builtins, name) is value

    # --- declarations ---

    def _declare(self, value: Any) -> None:
        """Give an object a name, and write down what it is; a function may name itself."""
        name = f"k{len(self._kept)}"
        self._names[_identity(value)] = name
        self._kept.append(value)
        function = _plain(value)
        text = self._constant(value) if function is None else self._translated(function, value)
        self.lines[name] = f"const {name}={text};"

    def _translated(self, function: FunctionType, value: Any) -> str:
        try:
            source = textwrap.dedent(inspect.getsource(function))
            (tree,) = ast.parse(source).body
        except (OSError, TypeError, SyntaxError, ValueError):
            raise Untold("no source") from None
        if not isinstance(tree, ast.FunctionDef):
            raise Untold("no function")
        mine = isinstance(value, MethodType)
        if mine and value.__self__ is not self.game:
            raise Untold("somebody else's method")
        me = tree.args.args[0].arg if mine else None
        return javascript(tree, _Scope(self, function, me), me)

    def _constant(self, value: Any) -> str:
        if isinstance(value, tuple | list):
            self._count(len(value))
            inside = ",".join(map(self._inside, value))
            named = hasattr(value, "_fields")
            return f"$.named({self._class(type(value))},[{inside}])" if named else f"[{inside}]"
        if isinstance(value, dict):
            self._count(2 * len(value))
            return f"$.dict([{','.join(map(self._inside, value.items()))}])"
        if isinstance(value, set | frozenset):
            self._count(len(value))
            return f"$.set([{','.join(map(self._inside, value))}])"
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value)]
            return f"$.record({{{','.join(f'{n}:{self._inside(v)}' for n, v in fields)}}})"
        if isinstance(value, re.Pattern):
            return f"$.re.pattern({','.join(map(json.dumps, pattern(value)))})"
        raise Untold(f"a constant of {type(value).__name__}")

    def _inside(self, value: Any) -> str:
        """A constant within another, which needs no name."""
        return self._constant(value) if isinstance(value, tuple | list | dict) else self.written(
            value)

    def _count(self, items: int) -> None:
        self._data += items
        if self._data > _MOST_DATA:
            raise Untold("too many constants")

    def _class(self, owner: type) -> str:
        """A class of tuples."""
        if owner not in self._classes:
            name = self._classes[owner] = f"T{len(self._classes)}"
            fields = json.dumps(list(owner._fields))  # type: ignore[attr-defined]
            self.lines[name] = f"const {name}=$.kind({fields});"
        return self._classes[owner]


class _Rule(NamedTuple):
    """A question that compiled rules answer."""

    name: str


class _Scope:
    """What the names in one function stand for."""

    def __init__(self, writer: _Writer, function: FunctionType, me: str | None) -> None:
        self._function, self._me, self._writer = function, me, writer
        self.written, self.call, self.error = writer.written, writer.call, writer.error
        self.item, self.asked = writer.item, writer.asked

    def parent(self) -> Known:
        """What `super()` is, in a method of the game's."""
        if self._me is None or "__class__" not in self._cells():
            raise Untold("super() of something else")
        return Known(super(self._cells()["__class__"], self._writer.game))

    def _cells(self) -> dict[str, Any]:
        """What the function sees of the functions around it."""
        names, cells = self._function.__code__.co_freevars, self._function.__closure__ or ()
        return {name: cell.cell_contents for name, cell in zip(names, cells, strict=False)}

    def named(self, name: str) -> Known:
        """The game itself, or what the function sees around it."""
        if name == self._me:
            return Known(self._writer.game)
        function, cells = self._function, self._cells()
        if name in cells:
            return Known(cells[name])
        if name in function.__globals__:
            return Known(function.__globals__[name])
        if hasattr(builtins, name):
            return Known(getattr(builtins, name))
        raise Untold(name)


def _regular(value: Any, known: list[Known | None]) -> tuple[re.Pattern[str], str] | None:
    """The regular expression that a call is about, and what is asked of it: `re.sub("a", …)`, or
    the same of one that is compiled."""
    name = getattr(value, "__name__", "")
    if name not in METHODS:
        return None
    if isinstance(getattr(value, "__self__", None), re.Pattern):
        return value.__self__, name
    if value is getattr(re, name) and known and known[0] and isinstance(known[0].value, str):
        return re.compile(known[0].value), name
    return None


def _identity(value: Any) -> tuple[int, int]:
    """Of an object; methods are made anew whenever they are asked for."""
    return (id(value.__func__), id(value.__self__)) if isinstance(value, MethodType) else (
        id(value), 0)


def _plain(value: Any) -> FunctionType | None:
    """The function in a method, or under decorators that leave it what it is."""
    inner = inspect.unwrap(value.__func__ if isinstance(value, MethodType) else value)
    if isinstance(inner, BuiltinFunctionType):
        raise Untold(inner.__name__)
    return inner if isinstance(inner, FunctionType) else None
