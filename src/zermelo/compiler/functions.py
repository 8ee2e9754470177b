"""Functions: one compiled copy for each sort of arguments, and all that they share.

A copy is made for the types of its arguments, for each thing among them that is no number (the
rules, a function), and for each constant: so a helper that is told in which of eight directions to
shift is compiled eight times, and never asks. A function that calls itself is compiled once,
whatever its constants, and must say what it returns.
"""

from __future__ import annotations

import ast
import builtins
import functools
import struct
from types import FunctionType, GenericAlias, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from zermelo.compiler.body import Body, is_long
from zermelo.compiler.calling import Hook, Method, parameters_of, tree_of
from zermelo.compiler.expressions import object_attribute, value
from zermelo.compiler.faults import Fault
from zermelo.compiler.fields import Ref, Span, ref_to
from zermelo.compiler.frames import Again, Notes
from zermelo.compiler.records import LIMIT, ROOM, STATE, Layout
from zermelo.compiler.refusal import Refusal
from zermelo.compiler.source import Definition, NoSource, definition_of, file_of
from zermelo.compiler.statements import block
from zermelo.compiler.targets import Target
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STATIC,
    Array,
    Maybe,
    Number,
    Tuple,
    Type,
    join,
    maybe,
    tuple_of,
)
from zermelo.compiler.values import (
    NOTHING,
    Value,
    constant,
    is_known,
    operand,
    operands,
    rebuilt,
    static,
)
from zermelo.game import Game

_MOST_COPIES = 96  # of one function, for different constants
_UNCARING = ("zermelo.portable", "zermelo.search", "zermelo.solve", "zermelo.learn",
             "zermelo.kernel", "zermelo.compiler", "zermelo.analysis")


class Rules:
    """A game's methods as a kernel sees them, with functions and constants of the kernel's own."""

    def __init__(self, game: Any, extra: dict[str, Any]) -> None:
        self.game, self.extra = game, extra

    def attribute(self, b: Body, name: str, node: ast.AST) -> Value:
        """`rules.name`."""
        if name in self.extra:
            found = self.extra[name]
            if isinstance(found, FunctionType):
                return static(Hook(found, static(self.game), name))
            return b.module.constant(found)
        if name == "candidates" and type(self.game).candidates is Game.candidates:
            name = "moves"
        of = object_attribute(b, static(self.game), name, node)
        if of.type is STATIC and isinstance(of.what, Method):
            return static(Hook(of.what.function, of.what.first, name))
        return of


_STACK_LIMIT = [  # how far down the stack may grow: so much room from here
    "  %here = alloca i8",
    f"  %roomy = getelementptr inbounds i64, ptr %header, i64 {ROOM}",
    "  %room = load i64, ptr %roomy",
    "  %top = ptrtoint ptr %here to i64",
    "  %limit = sub i64 %top, %room",
    f"  %limited = getelementptr inbounds i64, ptr %header, i64 {LIMIT}",
    "  store i64 %limit, ptr %limited",
]


class Module:
    """Everything that is compiled together."""

    def __init__(self, game: Any, extra: dict[str, Any], target: Target) -> None:
        self.game, self.rules, self.target = game, Rules(game, extra), target
        self.state_type = NONE if game is None else _state_type(constant(game.initial()).type)
        self.declared: set[str] = set()
        self.faults: list[Fault] = []
        self.continues: set[str] = set()
        self._instances: dict[Any, Instance] = {}
        self._copies: dict[FunctionType, int] = {}
        self._tables: dict[tuple[str, ...], str] = {}
        self._constants: dict[int, tuple[Any, Value]] = {}
        self._functions: list[str] = []
        self._blames = False

    def constant(self, thing: Any) -> Value:
        """A Python object as a value, made once."""
        if not isinstance(thing, tuple | list):
            return constant(thing)
        kept = self._constants.get(id(thing))
        if kept is None:
            kept = self._constants[id(thing)] = (thing, constant(thing))
        return kept[1]

    def table(self, found: Value) -> str:
        """The name of constant memory that holds these known items."""
        words = tuple(_words(found))
        if words not in self._tables:
            self._tables[words] = f"@table{len(self._tables)}"
        return self._tables[words]

    def fault(self, function: FunctionType, node: ast.AST | None, kind: str, text: str) -> int:
        """A number for a place where something may go wrong."""
        line = getattr(node, "lineno", function.__code__.co_firstlineno)
        self.faults.append(Fault(file_of(function), line, function.__name__, kind, text))
        return len(self.faults)

    @functools.cache  # noqa: B019 - a module lives as long as its compilation
    def careful(self, function: FunctionType) -> bool:
        """Whether a function is somebody's rules: those may loop for ever and outgrow 64 bits."""
        return not function.__module__.startswith(_UNCARING)

    def blamed(self, b: Body, called: Value, arguments: list[Value]) -> tuple[Value, ...]:
        """The state that is to blame if this call fails."""
        if isinstance(called.what, Hook):
            for argument in arguments:
                if argument.type is self.state_type:
                    return (b.exploded(argument),)
        return b.blame

    def blame_call(self, words: list[str]) -> str:
        """The instruction that writes down which state was to blame."""
        self._blames = True
        kinds = self.state_type.leaves
        given = [f"{kind} {word}" for kind, word in zip(kinds, words, strict=True)]
        return f"call void @blame({', '.join(['ptr %header', *given])})"

    def instance(self, function: FunctionType, arguments: list[Value], node: ast.AST) -> Instance:
        """The copy of a function for these arguments, compiled when first asked for."""
        fixed = self._fixed(function, arguments, node)
        key = (function, tuple(_part_of_key(a, f) for a, f in zip(arguments, fixed, strict=True)))
        found = self._instances.get(key)
        if found is None:
            self._copies[function] = self._copies.get(function, 0) + 1
            symbol = f"@{_plain(function.__name__)}.{len(self._instances)}"
            found = self._instances[key] = Instance(self, function, arguments, fixed, symbol)
            self._functions.append(found.compiled(node))
        elif not found.done:
            found.call_itself(node)
        return found

    def _fixed(self, function: FunctionType, arguments: list[Value], node: ast.AST) -> list[bool]:
        """Which arguments are constants that the function gets a copy for."""
        if function.__name__ in function.__code__.co_names \
                or self._copies.get(function, 0) >= _MOST_COPIES:
            return [False] * len(arguments)
        names = parameters_of(tree_of(function, node))
        written = _written_names(function)
        return [isinstance(a.type, Number) and is_known(a) and name not in written
                for a, name in zip(arguments, names, strict=True)]

    def entry(self, run: FunctionType, pointers: list[Layout]) -> str:
        """Source of `entry(header, pointers…) -> code`, which runs `run(rules, …, state)`."""
        arguments = [static(self.rules), *(Value(ref_to(layout), f"%p{i}")
                                           for i, layout in enumerate(pointers))]
        registers = (f"%s{i}" for i in range(len(self.state_type.leaves)))
        arguments.append(rebuilt(self.state_type, registers))
        instance = self.instance(run, arguments, definition_of(run))
        lines = ["  store i64 0, ptr %header"]
        for i, machine in enumerate(self.state_type.leaves):
            lines += [f"  %a{i} = getelementptr inbounds i64, ptr %header, i64 {STATE + i}",
                      f"  %s{i} = load {machine}, ptr %a{i}"]
        given = ["ptr %header", *(f"ptr %p{i}" for i in range(len(pointers))),
                 *(f"{machine} %s{i}" for i, machine in enumerate(self.state_type.leaves))]
        result = instance.machine_type(instance.kind, instance.can_raise)
        unused = "" if result == "void" else "%unused = "
        lines += [*_STACK_LIMIT,
                  f"  {unused}call {result} {instance.symbol}({', '.join(given)})",
                  "  %code = load i64, ptr %header", "  ret i64 %code"]
        kinds = ", ".join(["ptr %header", *(f"ptr %p{i}" for i in range(len(pointers)))])
        return "\n".join([f"define i64 @entry({kinds}) nounwind {{", *lines, "}"])

    def text(self, *more: str) -> str:
        """The whole in LLVM's language."""
        tables = [f"{name} = private unnamed_addr constant [{len(words)} x i64] "
                  f"[{', '.join(words)}], align 8" for words, name in self._tables.items()]
        blame = [_blame(self.state_type)] if self._blames else []
        return "\n".join([*tables, *sorted(self.declared), *self._functions, *more, *blame,
                          '!0 = !{!"branch_weights", i32 1, i32 100000}', ""])


class Instance:
    """A function for arguments of certain types."""

    def __init__(self, module: Module, function: FunctionType, arguments: list[Value],
                 fixed: list[bool], symbol: str) -> None:
        self.module, self.function, self.symbol, self.fixed = module, function, symbol, fixed
        self.arguments = arguments
        # Whether no argument points into the memory that another one is.
        self._only_whole = all(a.type.record.whole if isinstance(a.type, Ref) else
                               not isinstance(a.type, Span) for a in arguments)
        self.done = False
        self.static: Value | None = None  # what it returns, if that is known while compiling
        self._kind: Type | None = None
        self._declared: Type | None = None  # what it says it returns, if it calls itself
        self._raises = False
        self._returns: list[tuple[Value, list[Any], str]] = []

    @property
    def kind(self) -> Type:
        """What it returns."""
        found = self._kind if self.done else self._declared
        assert found is not None
        return found

    @property
    def can_raise(self) -> bool:
        """Whether it can fail; as long as that is not known, it can."""
        return self._raises or not self.done

    def machine_type(self, kind: Type, raises: bool) -> str:
        """What the compiled function returns: whether it failed, and the parts of its value."""
        machine: tuple[str, ...] = (*(("i1",) if raises else ()), *kind.leaves)
        if len(machine) == 1:
            return machine[0]
        return "{" + ", ".join(machine) + "}" if machine else "void"

    def call_itself(self, node: ast.AST) -> None:
        """It is called while it is compiled: what it returns must be said."""
        if self._declared is None:
            self._declared = declared_type(self.function, self.module)
        if self._declared is None:
            raise Refusal("it calls itself: say what it returns, as in `-> int`, or write a loop",
                          node)

    def compiled(self, node: ast.AST) -> str:
        """The function in LLVM's language."""
        notes = Notes()
        while True:
            self._returns = []
            body = Body(self.module, self, notes)
            try:
                return self._compiled(body, tree_of(self.function, node))
            except Again:
                continue
            except Refusal as refusal:
                if refusal.function is None:
                    refusal.function = self.function
                raise

    def _compiled(self, b: Body, tree: Definition) -> str:
        parameters = ["ptr %header"]
        arguments = [argument if fixed else self._incoming(argument, parameters)
                     for argument, fixed in zip(self.arguments, self.fixed, strict=True)]
        guard = b.gap()
        b.block = "begin"
        bind_arguments(b, self.function, tree, arguments)
        if isinstance(tree, ast.Lambda):
            self.give(b, value(b, tree.body), tree.body)
        else:
            block(b, tree.body)
        if b.block is not None:
            self.give(b, None, tree)
        self._settle(b, tree)
        if self._declared is not None:
            _guard_stack(b, guard)
        self._raises = b.raises or self._declared is not None
        b.raises = self._raises
        self._fill_returns(b)
        self.done = True
        attributes = "nounwind" + (" alwaysinline" if self._is_inlined() else
                                   " noinline optnone" if self._is_seldom() else "")
        result = self.machine_type(self.kind, self._raises)
        head = f"define internal {result} {self.symbol}({', '.join(parameters)}) {attributes} {{"
        return b.text(head, self._failure)

    def _is_seldom(self) -> bool:
        return bool(getattr(self.function, "seldom", False))

    def _is_inlined(self) -> bool:
        return bool(getattr(self.function, "inlined", False)) and self._declared is None

    def _incoming(self, argument: Value, parameters: list[str]) -> Value:
        """An argument's registers."""
        kind = argument.type
        if not kind.leaves:
            return argument
        whole_memory = isinstance(kind, Ref) and self._only_whole
        names = []
        for machine in kind.leaves:
            names.append(f"%a{len(parameters)}")
            parameters.append(f"{machine} {'noalias ' if whole_memory else ''}{names[-1]}")
        return rebuilt(kind, iter(names))

    def give(self, b: Body, found: Value | None, node: ast.AST) -> None:
        """`return found`: a gap, until it is known what the others return."""
        found = NOTHING if found is None else b.exploded(found)
        if isinstance(found.type, Array):
            raise Refusal("a list stays in the function that made it: return tuple(…)", node)
        assert b.block is not None
        self._returns.append((found, b.gap(), b.block))
        b.block = None

    def _settle(self, b: Body, tree: Definition) -> None:
        """The common type of all returns."""
        kind: Type = NEVER
        for found, _, _ in self._returns:
            wider = join(kind, found.type)
            if wider is None:
                raise Refusal("it returns sometimes one type and sometimes another", tree,
                              self.function)
            kind = wider
        if kind is STATIC:
            first = self._returns[0][0]
            if any(found.what is not first.what for found, _, _ in self._returns):
                raise Refusal("it returns sometimes one thing and sometimes another, and neither "
                              "is a number", tree, self.function)
            self.static = first
        if self._declared is not None:
            if join(kind, self._declared) is not self._declared:
                raise Refusal(f"it returns {kind}, and says that it returns {self._declared}",
                              tree, self.function)
            kind = self._declared
        self._kind = kind

    def _fill_returns(self, b: Body) -> None:
        kind = self._kind
        assert kind is not None
        for found, gap, where in self._returns:
            with b.at(gap, where):
                found = b.exploded(b.cast(found, kind))
                texts = [*(("i1 false",) if self._raises else ()),
                         *(f"{machine} {text}" for machine, text
                           in zip(kind.leaves, operands(found), strict=True))]
                self._write_return(b, texts)

    def _write_return(self, b: Body, texts: list[str]) -> None:
        if not texts:
            b.do("ret void")
        elif len(texts) == 1:
            b.do(f"ret {texts[0]}")
        else:
            whole_type = "{" + ", ".join(text.split(" ", 1)[0] for text in texts) + "}"
            made = "poison"
            for i, text in enumerate(texts):
                made = b.op(f"insertvalue {whole_type} {made}, {text}, {i}")
            b.do(f"ret {whole_type} {made}")

    def _failure(self) -> list[str]:
        leaves = self.kind.leaves
        if not leaves:
            return ["  ret i1 true"]
        whole_type = "{" + ", ".join(("i1", *leaves)) + "}"
        return [f"  %bad = insertvalue {whole_type} poison, i1 true, 0",
                f"  ret {whole_type} %bad"]


def bind_arguments(b: Body, function: FunctionType, tree: Definition, arguments: list[Value], *,
                   to_last: bool = False) -> None:
    """Give a function's parameters their values; what it never writes to stays in registers.

    `to_last`: registers will not be found again, so that everything goes to memory.
    """
    written = _written_names(function)
    for name, argument in zip(parameters_of(tree), arguments, strict=True):
        loose = not is_known(argument) and (to_last or _has_long(argument.type))
        if name in written or (loose and argument.type.leaves):
            b.assign(name, b.exploded(argument), tree)
        else:
            b.bind(name, argument)


def _has_long(kind: Type) -> bool:
    return isinstance(kind, Tuple) and (is_long(kind) or any(map(_has_long, kind.items)))


def _guard_stack(b: Body, guard: list[Any]) -> None:
    """At the beginning: is there stack left? Code that calls itself must end somewhere."""
    with b.at(guard, "begin"):
        here = b.alloca("i8")
        word = b.op(f"getelementptr i64, ptr %header, i64 {LIMIT}")
        limit = b.op(f"load i64, ptr {word}")
        address = b.op(f"ptrtoint ptr {here} to i64")
        deep = Value(BOOL, b.op(f"icmp ult i64 {address}, {limit}"))
        b.fail_if(deep, "RecursionError", "it calls itself too often")


def _blame(kind: Type) -> str:
    """The function that writes down a state."""
    lines = []
    for i, machine in enumerate(kind.leaves):
        lines += [f"  %p{i} = getelementptr inbounds i64, ptr %header, i64 {STATE + i}",
                  f"  store {machine} %w{i}, ptr %p{i}"]
    given = ", ".join(["ptr %header", *(f"{m} %w{i}" for i, m in enumerate(kind.leaves))])
    return "\n".join([f"define internal void @blame({given}) nounwind cold noinline {{", *lines,
                      "  ret void", "}"])


def _words(found: Value) -> list[str]:
    """Known items as words of constant memory."""
    kind = found.type
    if isinstance(kind, Tuple):
        return [word for item in found.what for word in _words(item)]
    if isinstance(kind, Maybe):
        return [*_words(found.what[0]), *_words(found.what[1])]
    if kind is FLOAT:
        return [f"i64 {struct.unpack('<q', struct.pack('<d', found.what))[0]}"]
    if kind is NONE:
        return []
    return [f"i64 {int(found.what)}" if kind is BOOL else f"i64 {operand(found)}"]


def _part_of_key(argument: Value, fixed: bool) -> Any:
    if argument.type is STATIC:
        return id(argument.what) if not isinstance(argument.what, tuple) else argument.what
    return (argument.type, repr(argument.what)) if fixed else argument.type


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)


@functools.lru_cache(maxsize=1024)
def _written_names(function: FunctionType) -> frozenset[str]:
    """The names to which a function assigns."""
    try:
        tree = definition_of(function)
    except NoSource:
        return frozenset()
    return frozenset(
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ) | frozenset(n.name for n in ast.walk(tree)
                  if isinstance(n, ast.MatchAs) and n.name is not None)


def _state_type(kind: Type) -> Type:
    """A state's type: bools are kept as ints."""
    if isinstance(kind, Tuple):
        return tuple_of(tuple(map(_state_type, kind.items)), kind.named)
    return INT if kind is BOOL else kind


# --- what a function says it returns ---

def declared_type(function: FunctionType, module: Module) -> Type | None:
    """The type that a function's annotation names; None if it names none that is known here."""
    note = function.__annotations__.get("return", _NOT_SAID)
    if note is _NOT_SAID:
        return None
    while isinstance(note, str):
        try:
            note = _annotation(ast.parse(note.strip("'\" "), mode="eval").body, function)
        except (SyntaxError, LookupError):
            return None
    return _type_named(note, module)


_NOT_SAID = object()


def _annotation(node: ast.expr, function: FunctionType) -> Any:
    """What an annotation's text stands for, without running it."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        if node.id in function.__globals__:
            return function.__globals__[node.id]
        return getattr(builtins, node.id, _NOT_SAID)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _annotation(node.left, function) | _annotation(node.right, function)
    if isinstance(node, ast.Subscript):
        of = _annotation(node.value, function)
        inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if of is tuple:
            return GenericAlias(tuple, tuple(_annotation(part, function) for part in inside))
    raise LookupError


def _type_named(note: Any, module: Module) -> Type | None:
    plain: dict[Any, Type] = {int: INT, bool: BOOL, float: FLOAT, None: NONE, NoneType: NONE}
    if note is None or (isinstance(note, type) and note in plain):
        return plain[note]
    state = module.state_type
    if isinstance(state, Tuple) and note is state.named and note is not None:
        return state
    if get_origin(note) in (Union, UnionType):
        parts = [_type_named(part, module) for part in get_args(note) if part is not NoneType]
        if len(parts) == 1 and parts[0] is not None and NoneType in get_args(note):
            return maybe(parts[0])
    if get_origin(note) is tuple and Ellipsis not in get_args(note):
        parts = [_type_named(part, module) for part in get_args(note)]
        found = [part for part in parts if part is not None]
        if len(found) == len(parts):
            return tuple_of(tuple(found))
    return None
