"""Machine code on disk: made once by Numba, loaded by every later process without it.

An artifact is one object file with one entry point, `entry(memory, table) -> status`: two
addresses, and 0 if all went well. It lives in the cache folder under its fingerprint, so there
is nothing to invalidate: changed rules have another name. A damaged file is made anew.

    ZERMELO_CACHE       another folder than ~/.cache/zermelo
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

_MAGIC = b"zermelo1"
_KEPT = 400  # artifacts; the least recently used go first

Entry = Callable[[int, int], int]


class ObjectCode(NamedTuple):
    """What the compiler made: the symbol to call, and the object file it is in."""

    symbol: str
    code: bytes

    def to_bytes(self) -> bytes:
        """As it lies on disk: magic, checksum, symbol, code."""
        body = self.symbol.encode() + b"\0" + self.code
        return _MAGIC + hashlib.sha256(body).digest() + body

    @classmethod
    def from_bytes(cls, data: bytes) -> ObjectCode | None:
        """Read back; None if this is not what was written."""
        head, body = data[:40], data[40:]
        if head != _MAGIC + hashlib.sha256(body).digest():
            return None
        symbol, _, code = body.partition(b"\0")
        return cls(symbol.decode(), code)


def cache_folder() -> Path:
    """Where artifacts are kept."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zermelo"


def stored(fingerprint: str) -> ObjectCode | None:
    """The artifact of that fingerprint, if there is a sound one."""
    file = cache_folder() / f"{fingerprint}.o"
    try:
        data = file.read_bytes()
        os.utime(file)
    except OSError:
        return None
    return ObjectCode.from_bytes(data)


def store(fingerprint: str, made: ObjectCode) -> None:
    """Keep an artifact; where nothing can be written, the next process compiles again."""
    folder = cache_folder()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(made.to_bytes())
        Path(name).replace(folder / f"{fingerprint}.o")  # readers see all of it or nothing
        _forget_the_oldest(folder)


def _forget_the_oldest(folder: Path) -> None:
    files = sorted(folder.glob("*.o"), key=lambda f: f.stat().st_mtime)
    for file in files[:-_KEPT]:
        file.unlink(missing_ok=True)


class Loaded:
    """An artifact in memory, ready to be called. Calls do not hold Python's lock."""

    def __init__(self, made: ObjectCode) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(made.code))
        self._engine.finalize_object()
        address = self._engine.get_function_address(made.symbol)
        prototype = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4)
        self._call: Any = prototype(address)

    def __call__(self, memory: int, table: int) -> int:
        """Run; 0 if all went well, anything else if the rules raised an exception."""
        result, trouble = ctypes.c_int64(), ctypes.c_void_p()
        status: int = self._call(ctypes.addressof(result), ctypes.addressof(trouble), memory, table)
        return status
