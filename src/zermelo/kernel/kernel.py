"""Kernels: functions over rules and memory, ready to be run.

    kernel = Kernel(game, run, (Memory, Table), extra)
    memory, table = kernel.new(Memory), kernel.new(Table, entries)
    kernel.run(state, memory, table)

`run(rules, memory, table, state)` is written once. `rules` are the game's methods, with the
functions and constants of `extra` among them; the first record begins with a `Header`. Whether it
runs compiled or interpreted, the same fields say the same afterwards.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType
from typing import Any, TypeVar

from zermelo.compiler.faults import BROKEN, Fault
from zermelo.compiler.records import Record, layout_of
from zermelo.errors import CannotCompile, RulesError, shortened
from zermelo.game import A_PAYOFF, A_PLAYER, PAYOFF_LIMIT, Game, look_at_methods
from zermelo.kernel.codec import Codec
from zermelo.kernel.improving import Code
from zermelo.kernel.memory import STATE_WORDS, address_of, native, shared
from zermelo.kernel.threads import stack_room
from zermelo.portable import BrokenPromise
from zermelo.stacks import deep_recursion

R = TypeVar("R", bound=Record)

_FRAMES = 20_000  # of Python's, for the deepest kernels


class InterpretedWarning(UserWarning):
    """A game runs interpreted, and why."""


class Kernel:
    """A function over a game's rules and memory.

    `native`: True insists on compiled code, False on the interpreter, None takes what it can and
    says once for each game if that is the interpreter. `hooks`: the game's methods and attributes
    that the function uses, for the fingerprint. `quick`: whether it may begin with code that is
    made quickly, and improved while it runs; long work in one call had better not.
    """

    def __init__(self, game: Game | None, run: Callable[..., None],
                 records: Sequence[type[Record]], extra: dict[str, Any] | None = None, *,
                 hooks: Sequence[str] = (), native: bool | None = None,
                 quick: bool = False) -> None:
        assert isinstance(run, FunctionType)
        if game is not None:
            look_at_methods(game)
        self.game, self._run, self._records = game, run, tuple(records)
        self._extra, self._hooks, self._quick = dict(extra or {}), tuple(hooks), quick
        self._entry: Code | None = None
        self._codec: Codec | None = None
        self.mark = ""  # what compiled code is found by
        self.from_cache = False
        self._rules = InterpretedRules(game, self._extra)
        if native is not False:
            self._make_native(insist=native is True)

    @property
    def native(self) -> bool:
        """Whether it runs compiled."""
        return self._entry is not None

    def _make_native(self, *, insist: bool) -> None:
        try:
            self._codec = None if self.game is None else codec_of(self.game)
            from zermelo.kernel.compiling import loaded

            self._entry, self.mark, self.from_cache = loaded(
                self.game, self._run, self._records, self._extra, self._hooks, quick=self._quick)
        except CannotCompile as reason:
            if insist or self.game is None:
                raise
            tell_once(self.game, reason)

    def finish(self) -> None:
        """Have the best code there is before anything is run: for whoever measures."""
        if self._entry is not None:
            self._entry.finish()

    def new(self, record: type[R], length: int = 0) -> R:
        """Memory for one thread, or shared among several, all 0."""
        return native(record, length) if self.native else record()

    def over(self, record: type[R], numbers: Any) -> R:
        """A record of just one array, to be read: a numpy array of 64-bit numbers."""
        if self.native:
            return shared(record, numbers)
        made = record()
        (name,) = layout_of(record).fields
        setattr(made, name, numbers.tolist())
        return made

    def run(self, state: Any, memory: Any, *more: Any) -> str:
        """Carry out what memory says, from a state, in a thread with a deep stack.

        If rules were stopped that did not come back, it says where.
        """
        if self._entry is None:
            with deep_recursion(_FRAMES):
                try:
                    self._run(self._rules, memory, *more, state)
                except BrokenPromise as broken:
                    raise self._broken(broken.what, broken.state) from None
            return ""
        if self._codec is not None:
            self._write_state(memory, state)
        memory.stack_room = stack_room()
        code = self._entry(address_of(memory), address_of(memory), *map(address_of, more))
        if code > 0:
            raise self._trouble(code, memory)
        if code == 0:
            return ""
        place = self._fault(-code)
        return f"line {place.line} of {place.file}, in {place.function}"

    def ready(self, memory: Any, *more: Any) -> Callable[[], object]:
        """`run` of a function without a game over memory that stays where it is, by the thread that
        asks for it: for what takes less time than to find out where everything is."""
        if self._entry is None:
            return partial(self.run, None, memory, *more)
        memory.stack_room = stack_room()
        entry, kept = self._entry, (memory, memory, *more)
        places = tuple(map(address_of, kept))

        def again(kept: Any = kept) -> object:
            return entry(*places)

        return again

    def _write_state(self, memory: Any, state: Any) -> None:
        assert self._codec is not None and self.game is not None
        try:
            words = self._codec.words(state)
        except ValueError:
            raise RulesError(f"{self.game.spec}: the state {state!r} is not shaped like the first, "
                             f"or has numbers of more than 64 bits") from None
        for i, word in enumerate(words):
            memory.state[i] = word

    def _trouble(self, code: int, memory: Any) -> RulesError:
        """What went wrong in compiled code, as a sentence with the position."""
        assert self._codec is not None and self.game is not None and self._entry is not None
        state = self._codec.state(memory.state[i] for i in range(self._codec.length))
        return trouble(self.game, self._fault(code), state)

    def _fault(self, code: int) -> Fault:
        from zermelo.kernel.compiling import faults_now

        assert self._entry is not None
        return faults_now(self._entry.faults[code - 1 : code], self.game, self._run, self._extra,
                          self._hooks)[0]

    def _broken(self, what: str, state: Any) -> RulesError:
        assert self.game is not None
        return _broken(self.game, what, state)


def trouble(game: Game, fault: Fault, state: Any) -> RulesError:
    """What went wrong in compiled code, as a sentence with the position."""
    if fault.kind == BROKEN:
        return _broken(game, fault.text, state)
    with contextlib.suppress(Exception):  # rules that raise may not even write a position
        return RulesError(f"the rules of {game.spec} raise {fault} "
                          f"in {game.text(state)}: `zermelo check` finds out more")
    return RulesError(f"the rules of {game.spec} raise {fault}")


def _broken(game: Game, what: str, state: Any) -> RulesError:
    """What is wrong with rules that raise nothing."""
    where = ""
    with contextlib.suppress(Exception):
        where = f" in {game.text(state)}"
    return RulesError(f"the rules of {game.spec} are broken: {what}{where}; "
                      f"`zermelo check` finds out more")


class InterpretedRules:
    """A game's methods and a kernel's own functions, side by side.

    A kernel relies on players and payoffs being what they must be, so these are looked at.
    """

    def __init__(self, game: Game | None, extra: dict[str, Any]) -> None:
        self.game = game
        for name, found in extra.items():
            setattr(self, name, partial(found, game) if isinstance(found, FunctionType) else found)

    def __getattr__(self, name: str) -> Any:
        """What the game has; found faster from then on."""
        found = getattr(self.game, name)
        if name in _PROMISES:
            found = _kept(found, *_PROMISES[name])
        setattr(self, name, found)
        return found


def _kept(hook: Callable[[Any], Any], holds: Callable[[Any], bool],
          words: str) -> Callable[[Any], Any]:
    def asked(s: Any) -> Any:
        found = hook(s)
        if not holds(found):
            raise BrokenPromise(s, f"{words} ({shortened(repr(found))})")
        return found
    return asked


def _is_payoff(found: Any) -> bool:
    return found is None or (isinstance(found, int) and -PAYOFF_LIMIT <= found <= PAYOFF_LIMIT)


_PROMISES = {"to_move": ((0, 1).__contains__, A_PLAYER), "outcome": (_is_payoff, A_PAYOFF)}


_warned: set[type] = set()
_lock = threading.Lock()


def tell_once(game: Game, reason: CannotCompile) -> None:
    """That a game runs interpreted, once for each class."""
    with _lock:
        if type(game) in _warned:
            return
        _warned.add(type(game))
    warnings.warn(f"{reason}: it runs interpreted", InterpretedWarning,
                  stacklevel=_outside())


def _outside() -> int:
    """How far up the stack the first caller is who is not of this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("zermelo."):
        level, frame = level + 1, frame.f_back
    return level


def codec_of(game: Game) -> Codec:
    """The words of a game's states; CannotCompile if they are anything but ints and tuples."""
    try:
        codec = Codec(game.initial())
    except ValueError:
        codec = None
    if codec is None or codec.length > STATE_WORDS:
        raise CannotCompile(f"the states of {game.spec} are not 64-bit ints and tuples of them")
    return codec
