"""The whole way: a game's rules and a kernel, compiled together into one object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any

# What compiles expressions, statements and calls registers itself when it is imported.
from zermelo.compiler import (
    builtin,
    comprehensions,
    conditions,
    generators,
    lanes,
    loops,
    machine,
    subscripts,
)
from zermelo.compiler.doors import with_doors, with_ways_in
from zermelo.compiler.module import Module
from zermelo.compiler.objects import Object
from zermelo.compiler.records import Record, layout_of
from zermelo.compiler.source import read_once
from zermelo.compiler.targets import Target, host

PARTS = (builtin, comprehensions, conditions, generators, lanes, loops, machine, subscripts)


def built(game: Any, run: FunctionType, records: Sequence[type[Record]], extra: dict[str, Any],
          target: Target | None = None, *, quick: bool = False) -> Object:
    """Compile `run(rules, *records, state)`; Refusal if it does not compile.

    `extra` are functions and constants that the kernel finds among the rules'. What is made
    `quick` runs a few times slower, and can be made `better` afterwards.
    """
    target = target or host()
    module = Module(game, extra, target)
    with read_once():
        entry = module.entry(run, [layout_of(record) for record in records])
    text = module.text(entry, target.entries(len(records)))
    made = Object(b"", tuple(module.faults), text, tuple(module.doors))
    if quick:
        return replace(made, code=target.compiled(with_doors(text, made.doors), quick=True))
    return better(made, target)


def better(made: Object, target: Target) -> Object:
    """The same, as good as it gets."""
    doors = made.doors if target.has_doors else ()
    return Object(target.compiled(with_ways_in(made.source, doors)), made.faults, doors=doors)
