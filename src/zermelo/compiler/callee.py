"""A compiled function as its callers see it."""

from __future__ import annotations

from zermelo.compiler.types import Type
from zermelo.compiler.values import Value


class Callee:
    """A function for arguments of certain types: its name in LLVM's language, and what it gives."""

    def __init__(self, symbol: str, fixed: list[bool]) -> None:
        self.symbol = symbol
        self.fixed = fixed  # which arguments it has built in, so that nobody gives them
        self.parameters: list[str] = []  # of the compiled function, with their types
        self.done = False
        self.static: Value | None = None  # what it returns, if that is known while compiling
        self._kind: Type | None = None
        self._declared: Type | None = None  # what it says it returns, if it calls itself
        self._raises = False

    @property
    def kind(self) -> Type:
        """The type of what the function returns."""
        found = self._kind if self.done else self._declared
        assert found is not None
        return found

    @property
    def can_raise(self) -> bool:
        """Whether it can fail; as long as that is not known, it can."""
        return self._raises or not self.done

    @property
    def calls_itself(self) -> bool:
        """Whether it does, directly or not."""
        return self._declared is not None

    @property
    def result(self) -> str:
        """What the compiled function returns: whether it failed, and the parts of its value."""
        machine: tuple[str, ...] = (*(("i1",) if self.can_raise else ()), *self.kind.leaves)
        if len(machine) == 1:
            return machine[0]
        return "{" + ", ".join(machine) + "}" if machine else "void"
