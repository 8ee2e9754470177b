"""Rules and a search, compiled together into one artifact."""

from __future__ import annotations

import threading
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

from zermelo.errors import CannotCompile
from zermelo.native.artifact import ObjectCode
from zermelo.native.binding import OPTIONS, compiled, forget
from zermelo.native.diagnosis import explain
from zermelo.native.pipeline import WholeCompiler
from zermelo.native.rules_type import RulesType


def compile_entry(game: Any, extra: dict[str, Any], state_words: int,
                  run: FunctionType) -> ObjectCode:
    """Compile `run(rules, memory, table, state)` with a state read from `memory[state_words:]`.

    `extra` are functions and constants that the search finds among the rules'. Whoever asks in
    another thread meanwhile waits.
    """
    with _one_at_a_time:
        return _compile_entry(game, extra, state_words, run)


_one_at_a_time = threading.Lock()


def _compile_entry(game: Any, extra: dict[str, Any], state_words: int,
                   run: FunctionType) -> ObjectCode:
    forget()
    rules = RulesType(game, extra)

    @intrinsic
    def the_rules(typing: Any) -> Any:
        return rules(), lambda context, builder, signature, args: context.get_dummy_value()

    names: dict[str, Any] = {"run": compiled(run), "the_rules": the_rules}
    state, _ = _read_state(game.initial(), state_words, names)
    exec("def entry(memory, table):\n"
         f"    run(the_rules(), memory, table, {state})\n"
         "    return 0", names)
    words = types.CPointer(types.int64)
    entry = numba.njit(**{**OPTIONS, "pipeline_class": WholeCompiler})(names["entry"])
    try:
        entry.compile((words, words))
    except Exception as error:  # Numba has no common base for what it cannot compile
        raise CannotCompile(explain(error, game)) from error
    library = entry.overloads[(words, words)].library
    with global_compiler_lock:
        library._ensure_finalized()  # links all parts in and optimises the whole
    module = llvm.parse_assembly(library.get_llvm_str())
    _refuse_calls_outside(module, game)
    symbol = entry.overloads[(words, words)].fndesc.llvm_func_name
    return ObjectCode(symbol, library.codegen._tm.emit_object(module))


_OUTSIDE = {"memcpy", "memmove", "memset", "pow", "exp", "log", "log2", "log10", "sqrt", "floor",
            "ceil", "fmod", "sin", "cos", "tan", "tanh", "round", "trunc"}


def _refuse_calls_outside(module: Any, game: Any) -> None:
    """Compiled code stands alone: it may call the mathematical library, but never Python."""
    called = [f.name for f in module.functions
              if f.is_declaration and not f.name.startswith("llvm.") and f.name not in _OUTSIDE]
    if called:
        raise CannotCompile(explain(TypeError(f"the rules call {called[0]}"), game))


def _read_state(state: Any, at: int, names: dict[str, Any]) -> tuple[str, int]:
    """The expression that builds a state of this shape from words of memory, and where it ends."""
    if not isinstance(state, tuple):
        return f"memory[{at}]", at + 1
    parts = []
    for item in state:
        part, at = _read_state(item, at, names)
        parts.append(part)
    if hasattr(state, "_fields"):
        names[type(state).__name__] = type(state)
        return f"{type(state).__name__}({', '.join(parts)})", at
    return f"({', '.join(parts)},)", at
