"""Compiled code on disk, and in memory.

An object is what a target made, under the fingerprint of all that it was made from: there is
nothing to invalidate, since changed rules have another name. A damaged file is made anew.

    magic │ SHA-256 of all that follows │ length of the head │ head, as JSON │ source │ code

What was made quickly comes with its source in LLVM's language, to be made better when it pays.

Code that others could have written is never run: the folder belongs to its owner alone, or it is
not used at all.

    ZERMELO_CACHE       another folder than ~/.cache/zermelo
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import itertools
import json
import os
import stat
import tempfile
import threading
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.compiler.doors import Door
from zermelo.compiler.faults import Fault

_MAGIC = b"zermelo3"
_OWN_KINDS = (".o", ".json", ".wasm", ".ptx")
_MOST_FILES, _MOST_BYTES = 2_000, 256 << 20  # the least recently used go first


@dataclass(frozen=True)
class Object:
    """What the compiler made for a target, and the places where it may fail."""

    code: bytes
    faults: tuple[Fault, ...] = ()
    source: str = ""  # in LLVM's language, if there may be better code than this
    doors: tuple[Door, ...] = ()  # into better code, or if this is better code, ways into it

    def to_bytes(self) -> bytes:
        """As it lies on disk."""
        source = zlib.compress(self.source.encode(), 1)
        head = json.dumps({"faults": [asdict(fault) for fault in self.faults],
                           "doors": [asdict(door) for door in self.doors],
                           "source": len(source)}).encode()
        body = len(head).to_bytes(8, "little") + head + source + self.code
        return _MAGIC + hashlib.sha256(body).digest() + body

    @classmethod
    def from_bytes(cls, data: bytes) -> Object | None:
        """Read back; None if this is not what was written."""
        mark, body = data[:40], data[40:]
        if mark != _MAGIC + hashlib.sha256(body).digest():
            return None
        begin = 8 + int.from_bytes(body[:8], "little")
        head = json.loads(body[8:begin])
        end = begin + head["source"]
        return cls(body[end:], tuple(Fault(**fault) for fault in head["faults"]),
                   zlib.decompress(body[begin:end]).decode(),
                   tuple(Door(d["symbol"], d["result"], tuple(d["parameters"]))
                         for d in head["doors"]))


# --- the folder ---

def cache_folder() -> Path:
    """Where objects and what was learnt about games are kept."""
    chosen = os.environ.get("ZERMELO_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zermelo"


def stored(name: str, folder: Path | None = None) -> bytes | None:
    """A file of the cache, if there is one and nobody else could have written it."""
    folder = folder or cache_folder()
    try:
        if not _is_ours(folder):
            return None
        data = (folder / name).read_bytes()
        os.utime(folder / name)
    except OSError:
        return None
    return data


def store(name: str, data: bytes, folder: Path | None = None) -> None:
    """Keep a file; where that cannot be done, the next process works it out again."""
    folder = folder or cache_folder()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_ours(folder):
            return
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(temporary).replace(folder / name)  # readers see all of it or nothing
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        _forget_the_oldest(folder)


def _is_ours(folder: Path) -> bool:
    """Whether only we can write there. Of a folder of ours that others could write to, everything
    goes: they are kept out from now on, and what they may have left is not read."""
    if not hasattr(os, "getuid"):
        return True
    about = folder.stat()
    if about.st_uid != os.getuid():
        return False
    if about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        folder.chmod(0o700)
        for file in folder.iterdir():
            if file.suffix in _OWN_KINDS:
                file.unlink(missing_ok=True)
    return True


def _forget_the_oldest(folder: Path) -> None:
    kept = sorted(((file.stat().st_mtime, file.stat().st_size, file) for file in folder.iterdir()
                   if file.is_file()), reverse=True)
    total = 0
    for number, (_, size, file) in enumerate(kept):
        total += size
        if number >= _MOST_FILES or total > _MOST_BYTES:
            file.unlink(missing_ok=True)


# --- in memory ---

class Loaded:
    """An object for this processor, ready to be called. Calls do not hold Python's lock."""

    def __init__(self, made: Object, pointers: int) -> None:
        import llvmlite.binding as llvm

        library = llvm.JITLibraryBuilder().add_object_img(made.code).add_current_process()
        for name in ("entry", *(self._way_through(made, door) for door in made.doors)):
            library.export_symbol(name)
        self._library = library.link(_linker(), f"object {next(_numbers)}")
        self.faults: Sequence[Fault] = made.faults
        self._doors = made.doors
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * pointers)
        self._call: Any = prototype(self._library["entry"])

    def __call__(self, *addresses: int) -> int:
        """Run; 0 if all went well, else what went wrong, as a number."""
        code: int = self._call(*addresses)
        return code

    def go_on_with(self, better: Loaded) -> None:
        """Turn all doors: what runs goes on in better code, as soon as it calls itself again."""
        for door in self._doors:
            word = ctypes.c_void_p.from_address(self._library[door.word])
            word.value = better._library[door.better]

    @staticmethod
    def _way_through(made: Object, door: Door) -> str:
        return door.word if made.source else door.better


_numbers = itertools.count()
_lock = threading.Lock()  # there is one linker, whoever asks first: its code lives as long as it


@cache
def _made_linker() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler(use_jit_link=True)


def _linker() -> Any:
    """What brings objects into memory: each in one piece. LLVM's older way puts code and tables
    wherever there is room, and ends the process where they are too far apart for 32 bits."""
    with _lock:
        return _made_linker()
