"""A function under way: its instructions, its variables, and what may go wrong in it.

Instructions are lines of LLVM's language. Where the rest must be known first (of two branches, the
common type; of a return, whether the function can fail) a gap is left, and filled later.

Variables lie in stack memory, which LLVM turns into registers. Their types are found out on the
way: when a variable turns out to be of a wider type than was thought, the function is begun anew
with what was learnt (`Notes`).

    header, a block of words that the caller provides
      0      1        2             3          8
    ┌──────┬──────┬────────────┬─────────────┬───┬─────────────────────────────────────┐
    │ code │ stop │ stack room │ stack limit │ … │ the state; after a fault, the one    │
    └──────┴──────┴────────────┴─────────────┴───┴ that was to blame ──────────────────┘

A function that can fail returns, before its value, whether it did. `code` then says where: the
number of a fault, or if it was told to stop, minus the number of the place where it did.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.compiler.records import STOP
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STATIC,
    Maybe,
    Number,
    Row,
    Tuple,
    Type,
    join,
)
from zermelo.compiler.values import (
    NOTHING,
    Placed,
    Value,
    fits,
    is_known,
    operand,
    operands,
    rebuilt,
    static,
    truth,
    whole,
)

if TYPE_CHECKING:
    from zermelo.compiler.functions import Instance, Module

POLL = 4096  # rounds of a loop after which it asks whether it should
SHORT = 8  # words of a tuple that is better chosen from by comparing than looked up in memory

_UNLIKELY = "!prof !0"


class Refusal(Exception):  # noqa: N818 - caught, and told as a sentence
    """Something that does not compile: what stands where, and why."""

    def __init__(self, reason: str, node: ast.AST | None = None,
                 function: FunctionType | None = None) -> None:
        super().__init__(reason)
        self.reason, self.node, self.function = reason, node, function


class Again(Exception):  # noqa: N818 - a signal, never seen outside
    """More is known now than when this function was begun."""


@dataclass
class Notes:
    """What was learnt about a function's variables, kept when it is begun anew."""

    types: dict[Any, Type] = field(default_factory=dict)
    doubtful: set[Any] = field(default_factory=set)  # read where they may not be set
    missed: set[Any] = field(default_factory=set)  # read where nothing was known of them yet


class Loop(NamedTuple):
    """Where `continue` and `break` go, and what is set where somebody breaks."""

    again: str
    end: str
    breaks: list[set[str]]


class Block(NamedTuple):
    """A long tuple, or a list, in stack memory."""

    pointer: str


@dataclass
class Variable:
    """A local name: where its value is kept."""

    type: Type
    slot: Any
    known: Value | None = None  # it never changes: just this
    flag: str = ""  # whether it is set, where that is in doubt


class Frame:
    """The names of one function: of the one being compiled, or of a generator taken into it."""

    def __init__(self, function: FunctionType, path: tuple[Any, ...],
                 outer: Frame | None = None) -> None:
        self.function, self.path, self.outer = function, path, outer
        self.variables: dict[str, Variable] = {}
        self.sure: set[str] = set()  # names that have a value here, whatever happened before
        self.loops: list[Loop] = []
        self.leave: Callable[[ast.Return], None] | None = None  # what `return` does
        self.hand_over: Callable[[Value], None] | None = None  # what `yield` does
        self.chain: tuple[FunctionType, ...] = ()  # generators, each taken into the one before
        self.grows = ""  # a list that it fills, whose items it yields as it were
        self.weight = 0  # the size of what is done with the items that it yields
        # Whether it is come back to by a switch, after a yield.
        self.resumed: bool = outer is not None and outer.resumed
        code = function.__code__
        self.cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        self.locals = set(code.co_varnames) | set(code.co_cellvars) if outer is None else set()


class Body:
    """One function being compiled."""

    def __init__(self, module: Module, instance: Instance, notes: Notes) -> None:
        self.module, self.instance, self.notes = module, instance, notes
        self.lines: list[Any] = []  # text, and gaps: lists of the same
        self.allocas: list[str] = []
        self.block: str | None = None  # the label of where we are; None: nothing gets here
        self.frame = Frame(instance.function, ())
        self.blame: tuple[Value, ...] = ()  # the state whose rules are being carried out
        self.wrapping = False  # inside `wrap(…)`: only the low 64 bits count
        self.raises = False
        self.node: ast.AST | None = None  # what is being compiled, for sentences
        self._count = 0
        self._faults: list[str] = []  # blocks that write down what went wrong, for the end
        self._fuel = ""

    # --- instructions ---

    def name(self, hint: str) -> str:
        """A new name for a register or a block."""
        self._count += 1
        return f"{hint}{self._count}"

    def do(self, text: str) -> None:
        """An instruction without a result."""
        self.lines.append("  " + text)

    def op(self, text: str) -> str:
        """An instruction; the register with its result."""
        self._count += 1
        register = f"%r{self._count}"
        self.lines.append(f"  {register} = {text}")
        return register

    def label(self, name: str) -> None:
        """A new block begins."""
        self.lines.append(f"{name}:")
        self.block = name

    def go(self, label: str) -> None:
        """Go on there, if anything gets here."""
        if self.block is not None:
            self.do(f"br label %{label}")
            self.block = None

    def go_if(self, condition: Value, yes: str, no: str) -> None:
        """Go on here or there."""
        if is_known(condition):
            self.go(yes if condition.what else no)
        elif self.block is not None:
            self.do(f"br i1 {condition.what}, label %{yes}, label %{no}")
            self.block = None

    def alloca(self, machine: str) -> str:
        """Stack memory, made once when the function is entered."""
        self._count += 1
        pointer = f"%v{self._count}"
        self.allocas.append(f"  {pointer} = alloca {machine}")
        return pointer

    @contextlib.contextmanager
    def at(self, gap: list[Any], block: str | None) -> Iterator[None]:
        """Write into a gap that was left earlier."""
        lines, here = self.lines, self.block
        self.lines, self.block = gap, block
        yield
        self.lines, self.block = lines, here

    def gap(self) -> list[Any]:
        """A place to write to later."""
        left: list[Any] = []
        self.lines.append(left)
        return left

    def call_machine(self, result: str, name: str, *arguments: str) -> str:
        """A call of one of LLVM's own functions, or of the mathematical library's."""
        kinds = ", ".join(a.split(" ", 1)[0] for a in arguments)
        self.module.declared.add(f"declare {result} @{name}({kinds})")
        text = f"call {result} @{name}({', '.join(arguments)})"
        if result == "void":
            self.do(text)
            return ""
        return self.op(text)

    # --- joining branches ---

    def merged(self, arms: Sequence[tuple[Value, list[Any], str]], node: ast.AST) -> Value:
        """The value that comes of several branches, each with a gap at its end; goes on there.

        An arm is a value, the gap in which its branch ends, and the block it ends in.
        """
        if not arms:
            self.label(self.name("never"))
            return Value(NEVER, None)
        kind = arms[0][0].type
        for value, _, _ in arms[1:]:
            wider = join(kind, value.type)
            if wider is None:
                raise Refusal(f"it is sometimes {kind} and sometimes {value.type}", node)
            kind = wider
        end = self.name("met")
        incoming: list[tuple[str, list[str]]] = []
        for value, gap, block in arms:
            with self.at(gap, block):
                parts = list(operands(self.exploded(self.cast(value, kind, node))))
                assert self.block is not None
                incoming.append((self.block, parts))
                self.go(end)
        self.label(end)
        if kind is STATIC:
            return self._same_static([value for value, _, _ in arms], node)
        registers = []
        for number, machine in enumerate(kind.leaves):
            pairs = ", ".join(f"[{parts[number]}, %{block}]" for block, parts in incoming)
            registers.append(self.op(f"phi {machine} {pairs}"))
        return rebuilt(kind, iter(registers)) if kind is not NONE else NOTHING

    def _same_static(self, values: list[Value], node: ast.AST) -> Value:
        if any(value.what is not values[0].what for value in values):
            raise Refusal("it must be known before the game which of the two it is", node)
        return values[0]

    # --- faults ---

    def fail_if(self, bad: Value, kind: str, text: str, node: ast.AST | None = None) -> None:
        """If this is so, the function fails here, as Python would raise an exception."""
        if is_known(bad) and not bad.what:
            return
        place = self._fault(self.module.fault(self.frame.function, node or self.node, kind, text))
        if is_known(bad):
            self.go(place)
            self.label(self.name("never"))
            return
        fine = self.name("fine")
        self.do(f"br i1 {bad.what}, label %{place}, label %{fine}, {_UNLIKELY}")
        self.label(fine)

    def fail(self, kind: str, text: str, node: ast.AST | None = None) -> None:
        """The function fails here, always."""
        self.go(self._fault(self.module.fault(self.frame.function, node or self.node, kind, text)))

    def _fault(self, code: int) -> str:
        """A block that writes down what went wrong, and leaves."""
        self.raises = True
        label = self.name("fault")
        self._faults += [f"{label}:", f"  store i64 {code}, ptr %header", *self._blamed(),
                         "  br label %failed"]
        return label

    def pass_on(self, failed: str) -> None:
        """If a function that was called has failed, so has this one."""
        self.raises = True
        place, fine = "failed", self.name("fine")
        if self.blame:
            place = self.name("blamed")
            self._faults += [f"{place}:", *self._blamed(), "  br label %failed"]
        self.do(f"br i1 {failed}, label %{place}, label %{fine}, {_UNLIKELY}")
        self.label(fine)

    def _blamed(self) -> list[str]:
        if not self.blame:
            return []
        return [f"  {self.module.blame_call(list(operands(self.blame[0])))}"]

    def poll(self) -> None:
        """At the end of a round of a loop that may never end: does somebody want it to?"""
        if not self._fuel:
            self._fuel = self.alloca("i32")
        left = self.op(f"load i32, ptr {self._fuel}")
        less = self.op(f"add i32 {left}, -1")
        self.do(f"store i32 {less}, ptr {self._fuel}")
        empty = self.op(f"icmp eq i32 {less}, 0")
        ask, on = self.name("ask"), self.name("on")
        stop = self._fault(-self.module.fault(self.frame.function, self.node, "", ""))
        self.do(f"br i1 {empty}, label %{ask}, label %{on}, {_UNLIKELY}")
        self.label(ask)
        self.do(f"store i32 {POLL}, ptr {self._fuel}")
        word = self.op(f"getelementptr i64, ptr %header, i64 {STOP}")
        wanted = self.op(f"load volatile i64, ptr {word}")
        self.do(f"br i1 {self.op(f'icmp ne i64 {wanted}, 0')}, label %{stop}, label %{on}, "
                f"{_UNLIKELY}")
        self.label(on)

    # --- variables ---

    def kept(self, kind: Type) -> Any:
        """Stack memory for a value of this type."""
        if isinstance(kind, Maybe):
            return self.kept(BOOL), self.kept(kind.of)
        if isinstance(kind, Tuple):
            if is_long(kind):
                return Block(self.alloca(f"[{kind.words} x i64]"))
            return [self.kept(item) for item in kind.items]
        if isinstance(kind, Row):
            return self.alloca("ptr"), self.alloca("i64")
        return self.alloca(kind.leaves[0]) if kind.leaves else None

    def keep(self, kind: Type, slot: Any, value: Value) -> None:
        """Write a value of this very type to stack memory."""
        if isinstance(slot, Block):
            self.write_words(slot.pointer, value)
        elif isinstance(kind, Maybe):
            for part, place in zip(value.what, slot, strict=True):
                self.keep(part.type, place, part)
        elif isinstance(kind, Tuple):
            for part, place in zip(self.items(value), slot, strict=True):
                self.keep(part.type, place, part)
        else:
            places = slot if isinstance(slot, tuple) else (slot,)
            for machine, place, text in zip(kind.leaves, places, operands(value), strict=False):
                self.do(f"store {machine} {text}, ptr {place}")

    def recalled(self, kind: Type, slot: Any) -> Value:
        """A value from stack memory."""
        if isinstance(slot, Block):
            return self.read_words(slot.pointer, kind)
        if isinstance(kind, Maybe):
            return Value(kind, (self.recalled(BOOL, slot[0]), self.recalled(kind.of, slot[1])))
        if isinstance(kind, Tuple):
            return Value(kind, [self.recalled(item, place)
                                for item, place in zip(kind.items, slot, strict=True)])
        if not kind.leaves:
            return Value(kind, None)
        places = slot if isinstance(slot, tuple) else (slot,)
        loaded = [self.op(f"load {machine}, ptr {place}")
                  for machine, place in zip(kind.leaves, places, strict=True)]
        return rebuilt(kind, iter(loaded))

    def lasting(self, value: Value) -> Callable[[], Value]:
        """How to get at a value later on, where a yield may lie in between.

        Whoever comes back by a switch finds no registers, but what was written to memory.
        """
        if not self.frame.resumed or is_known(value) or not value.type.leaves:
            return lambda: value
        if isinstance(value.what, Placed):
            place = self.alloca("ptr")
            self.do(f"store ptr {value.what.pointer}, ptr {place}")
            return lambda: Value(value.type, Placed(self.op(f"load ptr, ptr {place}")))
        slot = self.kept(value.type)
        self.keep(value.type, slot, value)
        return lambda: self.recalled(value.type, slot)

    def bind(self, name: str, value: Value) -> None:
        """A name whose value never changes."""
        self.frame.variables[name] = Variable(value.type, None, value)
        self.frame.sure.add(name)

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a local name a value."""
        frame, key = self.frame, (self.frame.path, name)
        before = self.notes.types.get(key)
        kind = value.type if before is None else join(before, value.type)
        if kind is None or (kind is STATIC and before is STATIC
                            and self._other_static(name, value)):
            raise Refusal(f"{name} is sometimes one type and sometimes another: keep it an int "
                          f"throughout" if kind is None else
                          f"{name} is sometimes one thing and sometimes another, and neither is a "
                          f"number", node)
        if kind is not before:
            self.notes.types[key] = kind
            if before is not None or key in self.notes.missed:
                raise Again
        if kind is STATIC:
            frame.variables[name] = Variable(kind, None, value)
            frame.sure.add(name)
            return
        variable = frame.variables.get(name)
        if variable is None:
            variable = frame.variables[name] = self._declared(kind, key)
        self.keep(kind, variable.slot, self.cast(value, kind, node))
        if variable.flag:
            self.do(f"store i1 true, ptr {variable.flag}")
        frame.sure.add(name)

    def _other_static(self, name: str, value: Value) -> bool:
        variable = self.frame.variables.get(name)
        return (variable is not None and variable.known is not None
                and variable.known.what is not value.what)

    def _declared(self, kind: Type, key: Any) -> Variable:
        variable = Variable(kind, self.kept(kind))
        if key in self.notes.doubtful:
            variable.flag = self.alloca("i1")
            self.allocas.append(f"  store i1 false, ptr {variable.flag}")
        return variable

    def read(self, name: str, node: ast.AST) -> Value:
        """The value of a local name; a fault where it has none, as in Python."""
        variable = self.variable(name, node)
        if variable is None:
            return Value(NEVER, None)
        if variable.known is not None:
            return variable.known
        return self.recalled(variable.type, variable.slot)

    def variable(self, name: str, node: ast.AST) -> Variable | None:
        """Where a local name's value is kept; None if nothing can have been assigned to it."""
        frame: Frame | None = self.frame
        while frame is not None and name not in frame.variables and name not in frame.locals:
            frame = frame.outer
        assert frame is not None
        variable, key = frame.variables.get(name), (frame.path, name)
        if variable is None:
            kind = self.notes.types.get(key)
            if kind is None or kind is STATIC:
                self.notes.missed.add(key)
                self.fail("UnboundLocalError", f"{name} has no value yet", node)
                self.label(self.name("never"))
                return None
            self.notes.doubtful.add(key)
            variable = frame.variables[name] = self._declared(kind, key)
        if name not in frame.sure and variable.known is None:
            if not variable.flag:
                self.notes.doubtful.add(key)
                raise Again
            unset = self.op(f"xor i1 {self.op(f'load i1, ptr {variable.flag}')}, true")
            self.fail_if(Value(BOOL, unset), "UnboundLocalError", f"{name} has no value yet", node)
        return variable

    # --- tuples, and values in words of memory ---

    def items(self, value: Value) -> list[Value]:
        """The items of a tuple, taken out of constant memory if they lie there."""
        kind = value.type
        assert isinstance(kind, Tuple)
        if isinstance(value.what, Placed):
            return [self.read_words(self.offset(value.what.pointer, kind.offset(i)), item)
                    for i, item in enumerate(kind.items)]
        found: list[Value] = value.what
        return found

    def exploded(self, value: Value) -> Value:
        """The same with every tuple taken apart."""
        if isinstance(value.type, Tuple):
            return Value(value.type, [self.exploded(item) for item in self.items(value)])
        return value

    def offset(self, pointer: str, words: int | str) -> str:
        """An address so many words further on."""
        if words == 0:
            return pointer
        return self.op(f"getelementptr inbounds i64, ptr {pointer}, i64 {words}")

    def read_words(self, pointer: str, kind: Type) -> Value:
        """A value from words of memory, where bools are 0 or 1."""
        if isinstance(kind, Tuple):
            return Value(kind, [self.read_words(self.offset(pointer, kind.offset(i)), item)
                                for i, item in enumerate(kind.items)])
        if isinstance(kind, Maybe):
            return Value(kind, (self.read_words(pointer, BOOL),
                                self.read_words(self.offset(pointer, 1), kind.of)))
        if not kind.leaves:
            return Value(kind, None)
        if kind is BOOL:
            word = self.op(f"load i64, ptr {pointer}")
            return Value(BOOL, self.op(f"icmp ne i64 {word}, 0"))
        return Value(kind, self.op(f"load {kind.leaves[0]}, ptr {pointer}"))

    def write_words(self, pointer: str, value: Value) -> None:
        """A value into words of memory."""
        kind = value.type
        if isinstance(kind, Tuple):
            for i, item in enumerate(self.items(value)):
                self.write_words(self.offset(pointer, kind.offset(i)), item)
        elif isinstance(kind, Maybe):
            self.write_words(pointer, value.what[0])
            self.write_words(self.offset(pointer, 1), value.what[1])
        elif kind is BOOL:
            self.do(f"store i64 {operand(self.cast(value, INT))}, ptr {pointer}")
        elif kind.leaves:
            self.do(f"store {kind.leaves[0]} {operand(value)}, ptr {pointer}")

    def in_memory(self, value: Value) -> str:
        """The address of a tuple's words: constant memory, or a copy on the stack."""
        if isinstance(value.what, Placed):
            return value.what.pointer
        if is_known(value):
            return self.module.table(value)
        assert isinstance(value.type, Tuple)
        pointer = self.alloca(f"[{max(1, value.type.words)} x i64]")
        self.write_words(pointer, value)
        return pointer

    # --- conversions ---

    def cast(self, value: Value, kind: Type, node: ast.AST | None = None) -> Value:
        """The same value as one of another type. What is None where it may not be is a fault."""
        if value.type is kind:
            return value
        if value.type is NEVER:
            return self.never(kind)
        if isinstance(value.type, Maybe) and not isinstance(kind, Maybe):
            return self.cast(self.surely(value, node), kind, node)
        if isinstance(kind, Maybe):
            if value.type is NONE:
                return Value(kind, (truth(False), self.never(kind.of)))
            present, inner = value.what if isinstance(value.type, Maybe) else (truth(True), value)
            return Value(kind, (present, self.cast(inner, kind.of, node)))
        if isinstance(kind, Tuple) and isinstance(value.type, Tuple) \
                and len(kind.items) == len(value.type.items):
            return Value(kind, [self.cast(item, to, node) for item, to
                                in zip(self.items(value), kind.items, strict=True)])
        if isinstance(value.type, Number) and kind is INT and value.type is BOOL:
            return whole(int(value.what)) if is_known(value) else \
                Value(INT, self.op(f"zext i1 {value.what} to i64"))
        if isinstance(value.type, Number) and kind is FLOAT:
            value = self.cast(value, INT)
            if is_known(value):
                return Value(FLOAT, float(value.what))
            return Value(FLOAT, self.op(f"sitofp i64 {value.what} to double"))
        raise Refusal(f"it is {value.type}, not {kind}", node or self.node)

    def never(self, kind: Type) -> Value:
        """Some value of a type, where no code gets to."""
        if isinstance(kind, Number):
            return {INT: whole(0), BOOL: truth(False)}.get(kind, Value(FLOAT, 0.0))
        if isinstance(kind, Maybe):
            return Value(kind, (truth(False), self.never(kind.of)))
        if isinstance(kind, Tuple):
            return Value(kind, [self.never(item) for item in kind.items])
        if kind is STATIC:
            return static(None)
        leaves = tuple("null" if leaf == "ptr" else "0" for leaf in kind.leaves)
        return Value(kind, leaves[0] if len(leaves) == 1 else leaves or None)

    def surely(self, value: Value, node: ast.AST | None = None) -> Value:
        """A value that may be None, where it must not be."""
        if not isinstance(value.type, Maybe):
            return value
        present, inner = value.what
        self.fail_if(self.negated(present), "TypeError", "this is None here", node)
        found: Value = inner
        return found

    def number(self, value: Value, node: ast.AST) -> Value:
        """An int, a bool or a float; anything else is refused."""
        value = self.surely(value, node)
        if value.type is NEVER:
            return whole(0)
        if not isinstance(value.type, Number):
            raise Refusal(_no_number(value), node)
        return value

    def whole_number(self, value: Value, node: ast.AST) -> Value:
        """An int, from an int or a bool; anything else is refused."""
        value = self.number(value, node)
        if value.type is FLOAT:
            raise Refusal("a float stands where an int is needed: use int(…)", node)
        return self.cast(value, INT)

    def truth(self, value: Value, node: ast.AST) -> Value:
        """Whether Python would call it true."""
        kind = value.type
        if kind is BOOL:
            return value
        if kind in (NONE, NEVER):
            return truth(False)
        if isinstance(kind, Maybe):
            return self.both(value.what[0], self.truth(value.what[1], node))
        if isinstance(kind, Tuple):
            return truth(bool(kind.items))
        if isinstance(kind, Row):
            return Value(BOOL, self.op(f"icmp ne i64 {value.what[1]}, 0"))
        if isinstance(kind, Number):
            if is_known(value):
                return truth(bool(value.what))
            if kind is FLOAT:
                return Value(BOOL, self.op(f"fcmp une double {value.what}, 0.0"))
            return Value(BOOL, self.op(f"icmp ne i64 {value.what}, 0"))
        if kind is STATIC:
            return truth(bool(value.what))
        raise Refusal(f"it is {kind}, which is neither true nor false here", node)

    def both(self, one: Value, other: Value) -> Value:
        """Two bools, and-ed."""
        for first, second in ((one, other), (other, one)):
            if is_known(first):
                return second if first.what else truth(False)
        return Value(BOOL, self.op(f"and i1 {one.what}, {other.what}"))

    def either(self, one: Value, other: Value) -> Value:
        """Two bools, or-ed."""
        for first, second in ((one, other), (other, one)):
            if is_known(first):
                return truth(True) if first.what else second
        return Value(BOOL, self.op(f"or i1 {one.what}, {other.what}"))

    def negated(self, condition: Value) -> Value:
        """The opposite of a bool."""
        if is_known(condition):
            return truth(not condition.what)
        return Value(BOOL, self.op(f"xor i1 {condition.what}, true"))

    def chosen(self, condition: Value, yes: Value, no: Value) -> Value:
        """One of two values of the same type, both of which are there."""
        if is_known(condition):
            return yes if condition.what else no
        kind = yes.type
        registers = [
            a if a == b else self.op(f"select i1 {condition.what}, {machine} {a}, {machine} {b}")
            for machine, a, b in zip(kind.leaves, operands(self.exploded(yes)),
                                     operands(self.exploded(no)), strict=True)]
        return rebuilt(kind, iter(registers))

    def to_int(self, value: Value, node: ast.AST) -> Value:
        """A float's whole part, as `int(…)` gives it."""
        if is_known(value):
            if not fits(value.what):
                raise Refusal(f"{value.what} is no int of 64 bits", node)
            return whole(int(value.what))
        low = self.op(f"fcmp oge double {value.what}, {operand(Value(FLOAT, -(2.0**63)))}")
        high = self.op(f"fcmp olt double {value.what}, {operand(Value(FLOAT, 2.0**63))}")
        self.fail_if(self.negated(Value(BOOL, self.op(f"and i1 {low}, {high}"))), "OverflowError",
                     "this float is no int of 64 bits", node)
        return Value(INT, self.op(f"fptosi double {value.what} to i64"))

    # --- the whole ---

    def text(self, head: str, leave: Callable[[], list[str]]) -> str:
        """The finished function, its gaps filled; `leave` gives what a failure returns."""
        flat: list[str] = []
        _flatten(self.lines, flat)
        if self._fuel:
            self.allocas.append(f"  store i32 {POLL}, ptr {self._fuel}")
        end = ["failed:", *leave()] if self.raises else []
        return "\n".join([head, "begin:", *self.allocas, *flat, *self._faults, *end, "}"])


def is_long(kind: Tuple) -> bool:
    """Whether a tuple is kept in one piece, so that it can be looked up by a variable index."""
    return kind.uniform and kind.words > SHORT


def _flatten(lines: list[Any], flat: list[str]) -> None:
    for line in lines:
        if isinstance(line, list):
            _flatten(line, flat)
        else:
            flat.append(line)


def _no_number(value: Value) -> str:
    if value.type is STATIC:
        return named(value.what)
    return f"it is {value.type}, not a number"


def told(value: Value) -> str:
    """What a value is, in a few words."""
    if value.type is not STATIC:
        return value.type.name
    return "a string" if isinstance(value.what, str) else f"a {type(value.what).__name__}"


def named(thing: Any) -> str:
    """What does not compile, in a few words, where a number should stand."""
    if isinstance(thing, str | bytes):
        return "a string does not compile: use ints and tuples"
    for kind, words in ((dict, "a dict does not compile: use ints and tuples"),
                        (set | frozenset, "a set does not compile: use the bits of an int"),
                        (complex, "a complex number does not compile")):
        if isinstance(thing, kind):
            return words
    if isinstance(thing, FunctionType):
        return f"{thing.__name__} is a function, not a number"
    return f"a {type(thing).__name__} does not compile here: use ints and tuples"

