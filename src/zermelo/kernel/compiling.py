"""Compile, or find what was compiled before: in this process, or on disk."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

from zermelo.compiler.faults import Fault, located
from zermelo.compiler.fingerprint import fingerprint, functions_in
from zermelo.compiler.objects import Loaded, Object, cache_folder, store, stored
from zermelo.compiler.records import Record
from zermelo.compiler.targets import Target, host
from zermelo.errors import CannotCompile
from zermelo.kernel.improving import Code

_KEPT = 64  # entries of this process; the least recently used are loaded again
_loaded: OrderedDict[str, Code] = OrderedDict()
_locks: dict[str, threading.Lock] = {}
_lock = threading.Lock()


def loaded(game: Any, run: FunctionType, records: Sequence[type[Record]], extra: dict[str, Any],
           hooks: Sequence[str], *, quick: bool = False) -> tuple[Code, str, bool]:
    """Code for this processor, its mark, and whether it was there already.

    If `quick` will do, it may be code that is yet to be improved.
    """
    mark = marked(game, run, records, extra, hooks, host())
    with _lock:
        own = _locks.setdefault(mark, threading.Lock())
    with own:  # the same is compiled once, different games at the same time
        with _lock:
            entry = _loaded.get(mark)
            if entry is not None:
                _loaded.move_to_end(mark)
        if entry is not None:
            if not quick:
                entry.finish()
            return entry, mark, True
        made, found = made_for(game, run, records, extra, mark, host(), quick=quick)
        entry = code_of(made, mark, 1 + len(records))
        with _lock:
            _loaded[mark] = entry
            while len(_loaded) > _KEPT:
                _loaded.popitem(last=False)
    return entry, mark, found


def code_of(made: Object, mark: str, pointers: int) -> Code:
    """An object, ready to be called; what was made quickly is made better when it pays."""
    if not made.source:
        return Code(Loaded(made, pointers))
    folder = cache_folder()  # beside the quick code, wherever others are kept by then
    name = f"{mark}{host().suffix}"

    def improve() -> Loaded:
        from zermelo.compiler.build import better

        best = _read(name, folder)  # if another process has made it meanwhile
        if best is None:
            best = better(made, host())
            store(name, best.to_bytes(), folder)
        return Loaded(best, pointers)

    return Code(Loaded(made, pointers), improve)


def marked(game: Any, run: FunctionType, records: Sequence[type[Record]], extra: dict[str, Any],
           hooks: Sequence[str], target: Target) -> str:
    """The fingerprint of all that goes into an object."""
    constants = repr(sorted((name, thing) for name, thing in extra.items()
                            if not isinstance(thing, FunctionType)))
    return fingerprint(game, hooks, _functions(run, extra), target, records, constants)


def faults_now(faults: Sequence[Fault], game: Any, run: FunctionType, extra: dict[str, Any],
               hooks: Sequence[str]) -> list[Fault]:
    """Faults of an object, where they are in the source by now."""
    return located(faults, functions_in(game, hooks, _functions(run, extra)))


def _functions(run: FunctionType, extra: dict[str, Any]) -> list[FunctionType]:
    return [run, *(f for _, f in sorted(extra.items()) if isinstance(f, FunctionType))]


def made_for(game: Any, run: FunctionType, records: Sequence[type[Record]], extra: dict[str, Any],
             mark: str, target: Target, *, quick: bool = False) -> tuple[Object, bool]:
    """An object from disk, or compiled now and kept there; and whether it was there."""
    best, first = f"{mark}{target.suffix}", f"{mark}.quick{target.suffix}"
    for name in (best, first) if quick else (best,):
        made = _read(name)
        if made is not None:
            return made, True
    from zermelo.compiler.build import built
    from zermelo.compiler.diagnosis import explained
    from zermelo.compiler.refusal import Refusal

    try:
        made = built(game, run, records, extra, target, quick=quick)
    except Refusal as refusal:
        raise CannotCompile(explained(refusal, game)) from refusal
    store(first if quick else best, made.to_bytes())
    return made, False


def _read(name: str, folder: Path | None = None) -> Object | None:
    """An object from disk, if it is there and whole."""
    data = stored(name, folder)
    return None if data is None else Object.from_bytes(data)
