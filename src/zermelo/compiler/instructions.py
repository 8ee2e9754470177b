"""Lines of LLVM's language, and what a function does when something goes wrong.

Where the rest must be known first (of two branches, the common type; of a return, whether the
function can fail) a gap is left, and filled later.

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
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.compiler.frames import Frame
from zermelo.compiler.records import STOP
from zermelo.compiler.shared import Shared
from zermelo.compiler.values import Value, is_known, operands

POLL = 4096  # rounds of a loop after which it asks whether it should

_UNLIKELY = "!prof !0"


class Instructions:
    """The lines of one function."""

    def __init__(self, shared: Shared, frame: Frame) -> None:
        self.shared, self.frame = shared, frame
        self.lines: list[Any] = []  # text, and gaps: lists of the same
        self.allocas: list[str] = []
        self.block: str | None = None  # the label of where we are; None: nothing gets here
        self.blame: tuple[Value, ...] = ()  # the state whose rules are being carried out
        self.raises = False
        self.node: ast.AST | None = None  # what is being compiled, for sentences
        self._count = 0
        self._faults: list[str] = []  # blocks that write down what went wrong, for the end
        self._fuel = ""

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
        kinds = ", ".join(a.rpartition(" ")[0] for a in arguments)
        self.shared.declared.add(f"declare {result} @{name}({kinds})")
        text = f"call {result} @{name}({', '.join(arguments)})"
        if result == "void":
            self.do(text)
            return ""
        return self.op(text)

    # --- faults ---

    def fail_if(self, bad: Value, kind: str, text: str, node: ast.AST | None = None) -> None:
        """If this is so, the function fails here, as Python would raise an exception."""
        if is_known(bad) and not bad.what:
            return
        place = self._fault(self.shared.fault(self.frame.function, node or self.node, kind, text))
        if is_known(bad):
            self.go(place)
            self.label(self.name("never"))
            return
        fine = self.name("fine")
        self.do(f"br i1 {bad.what}, label %{place}, label %{fine}, {_UNLIKELY}")
        self.label(fine)

    def fail(self, kind: str, text: str, node: ast.AST | None = None) -> None:
        """The function fails here, always."""
        self.go(self._fault(self.shared.fault(self.frame.function, node or self.node, kind, text)))

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
        return [f"  {self.shared.blame_call(list(operands(self.blame[0])))}"]

    def poll(self) -> None:
        """At the end of a round of a loop that may never end: does somebody want it to?"""
        if not self._fuel:
            self._fuel = self.alloca("i32")
        left = self.op(f"load i32, ptr {self._fuel}")
        less = self.op(f"add i32 {left}, -1")
        self.do(f"store i32 {less}, ptr {self._fuel}")
        empty = self.op(f"icmp eq i32 {less}, 0")
        ask, on = self.name("ask"), self.name("on")
        stop = self._fault(-self.shared.fault(self.frame.function, self.node, "", ""))
        self.do(f"br i1 {empty}, label %{ask}, label %{on}, {_UNLIKELY}")
        self.label(ask)
        self.do(f"store i32 {POLL}, ptr {self._fuel}")
        word = self.op(f"getelementptr i64, ptr %header, i64 {STOP}")
        wanted = self.op(f"load volatile i64, ptr {word}")
        self.do(f"br i1 {self.op(f'icmp ne i64 {wanted}, 0')}, label %{stop}, label %{on}, "
                f"{_UNLIKELY}")
        self.label(on)

    # --- the whole ---

    def text(self, head: str, leave: Callable[[], list[str]]) -> str:
        """The finished function, its gaps filled; `leave` gives what a failure returns."""
        flat: list[str] = []
        _flatten(self.lines, flat)
        if self._fuel:
            self.allocas.append(f"  store i32 {POLL}, ptr {self._fuel}")
        end = ["failed:", *leave()] if self.raises else []
        return "\n".join([head, "begin:", *self.allocas, *flat, *self._faults, *end, "}"])


def _flatten(lines: list[Any], flat: list[str]) -> None:
    for line in lines:
        if isinstance(line, list):
            _flatten(line, flat)
        else:
            flat.append(line)
