"""A table that is kept in a file: a proof that was stopped goes on in another process.

The file is a page that says what the table is of, and behind it the table as it is in memory, which
the system reads and writes when it likes. So it may be larger than memory, and nothing has to be
done at the end: a process that is killed leaves all that it found. An entry that was half written
or damaged is not found again (`table`), so that nothing false comes out of a file.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
from pathlib import Path
from typing import Any

from zermelo.errors import TableError
from zermelo.holding import hold, take_room
from zermelo.kernel.memory import bytes_of, shared
from zermelo.limits import memory_mb
from zermelo.notation import json_in
from zermelo.search.memory import Table

_KIND, _VERSION = "zermelo table", 1
_PAGE = 4096  # bytes
_SAMPLE = 1 << 10  # buckets


class TableFile:
    """The table in a file, made if there is none; this engine's alone until it is closed.

    `meaning` is the fingerprint of all that decides what its entries mean. It has so many buckets,
    and behind them others for opinions. TableError if it cannot be had.
    """

    def __init__(self, path: Path, game: str, meaning: str, buckets: int, opinions: int) -> None:
        self._path, self._buckets = path, buckets
        about = {"kind": _KIND, "version": _VERSION, "game": game, "buckets": buckets,
                 "opinions": opinions, "meaning": meaning}
        with contextlib.ExitStack() as undo:
            try:
                self._held = path.open("ab")  # who maps a file keeps its lock as long as the map
                undo.callback(self._held.close)
                if not hold(self._held.fileno()):
                    raise TableError(f"the table {str(path)!r} is in use by another engine: wait "
                                     f"until that is done, or choose another file")
                with path.open("r+b") as file:
                    size = _PAGE + bytes_of(Table, buckets + opinions)
                    if os.fstat(file.fileno()).st_size == 0:
                        self._make(file, size, about)
                    self._look_at(file, size, about)
                    self._pages = mmap.mmap(file.fileno(), size)
            except TableError:
                raise
            except (OSError, ValueError) as error:  # of a name with a null in it, too
                reason = getattr(error, "strerror", None) or error
                raise TableError(f"cannot keep a table in {str(path)!r}: {reason}; choose another "
                                 f"file") from error
            undo.pop_all()
        if hasattr(mmap, "MADV_RANDOM") and size > (memory_mb() or 0) * (1 << 20) / 2:
            self._pages.madvise(mmap.MADV_RANDOM)  # what lies beside it is not worth reading
        self.table: Any = shared(Table, memoryview(self._pages)[_PAGE:])
        self.table.busy.fill(0)  # whoever was searching these is gone
        if self.table.in_use not in {1 << n for n in range(buckets.bit_length())}:
            self.table.in_use = 0

    def _make(self, file: Any, size: int, about: dict[str, Any]) -> None:
        """An empty table; what it is of comes last, so that there is no half of one."""
        try:
            take_room(file.fileno(), size)
            file.write(json.dumps(about).encode() + b"\n")
            file.flush()
        except BaseException:  # Ctrl-C, too
            self._path.unlink(missing_ok=True)
            raise

    def _look_at(self, file: Any, size: int, about: dict[str, Any]) -> None:
        """TableError if it is not what is wanted."""
        file.seek(0)
        found: Any = None
        with contextlib.suppress(ValueError):
            found = json_in(file.read(_PAGE).partition(b"\n")[0])
        name = f"the table {str(self._path)!r}"
        if not isinstance(found, dict) or found.get("kind") != _KIND:
            raise TableError(f"{str(self._path)!r} is not a table, and was left as it is: choose "
                             f"another file")
        if found.get("version") != _VERSION:
            raise TableError(f"{name} is of version {found.get('version')!r}, and this Zermelo "
                             f"reads version {_VERSION}: choose another file")
        if found.get("game") != about["game"]:
            raise TableError(f"{name} is of {found.get('game')}, and the engine of "
                             f"{about['game']}: choose another file")
        if found.get("meaning") != about["meaning"]:
            raise TableError(f"{name} was made by other rules, another evaluator, another Zermelo "
                             f"or another Python, and need not hold any more: choose another file")
        has = found.get("buckets")
        if has != about["buckets"]:
            raise TableError(f"{name} has {_mb(has)} MB, and {_mb(about['buckets'])} are asked "
                             f"for: ask for as many as it has, or choose another file")
        there = os.fstat(file.fileno()).st_size
        if there != size:
            raise TableError(f"{name} was cut short: it has {there:,} bytes of {size:,}; choose "
                             f"another file, or delete it")

    @property
    def used(self) -> int:
        """How many entries were written, about: as many as in a part of it."""
        places = range(0, self._buckets, max(1, self._buckets // _SAMPLE))
        found = sum(entry.data != 0 for place in places
                    for entry in (self.table.buckets[place].entries[i] for i in range(4)))
        return int(found) * self._buckets // len(places)

    def emptied(self) -> Any:
        """The table, with nothing in it."""
        self.table.in_use = 0
        self.table.busy.fill(0)
        self.table.buckets.fill(0)
        return self.table

    def close(self) -> None:
        """Let others have the file."""
        self.table = None
        with contextlib.suppress(BufferError):  # somebody has the table yet: it goes with them
            self._pages.close()
        self._held.close()


def _mb(buckets: Any) -> str:
    return f"{64 * buckets / (1 << 20):g}" if isinstance(buckets, int) else repr(buckets)
