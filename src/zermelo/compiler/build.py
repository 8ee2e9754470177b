"""The whole way: a game's rules and a kernel, compiled together into one object."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

# What compiles expressions, statements and calls registers itself when it is imported.
from zermelo.compiler import (
    builtin,
    comprehensions,
    conditions,
    generators,
    loops,
    machine,
    subscripts,
)
from zermelo.compiler.module import Module
from zermelo.compiler.objects import Object
from zermelo.compiler.records import Record, layout_of
from zermelo.compiler.targets import Target, host

PARTS = (builtin, comprehensions, conditions, generators, loops, machine, subscripts)


def built(game: Any, run: FunctionType, records: Sequence[type[Record]], extra: dict[str, Any],
          target: Target | None = None) -> Object:
    """Compile `run(rules, *records, state)`; Refusal if it does not compile.

    `extra` are functions and constants that the kernel finds among the rules'.
    """
    target = target or host()
    module = Module(game, extra, target)
    entry = module.entry(run, [layout_of(record) for record in records])
    text = module.text(entry, target.entries(len(records)))
    return Object(target.compiled(text), tuple(module.faults))
