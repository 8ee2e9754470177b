"""A tier on disk: its keys, and its values. Each file is written whole or not at all.

    "zermelo-database"                     16 bytes
    the stream of bits, in 64-bit words    see `coding`
    the directory, or the checksums        64-bit words
    [values: the list of different values  64-bit words]
    a JSON object                          what this is, how much of it, CRC-32 of the directory
    its length, its CRC-32                 64-bit words
    "zermelo-database"

All words are little-endian. A file is written under another name, brought to the disk and renamed.
Reading it looks at both ends and at the directory; each block is looked at when it is read.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from zermelo.errors import ZermeloError
from zermelo.solve.database.coding import (
    BLOCK,
    DAMAGED,
    MOST_WORDS,
    SLOTS,
    Coding,
    count_values,
    decode_keys,
    decode_values,
    encode_keys,
    encode_values,
)
from zermelo.solve.database.running import Words, new_job, run_plain

VERSION = 1
_MAGIC = b"zermelo-database"
_TAIL = struct.Struct("<QQ16s")
_PART = 1 << 14  # blocks that are encoded at once


Turn = Callable[[], None]  # comes back when something may be done, or raises why it must not


def at_once() -> None:
    """It is always one's turn."""


class DatabaseError(ZermeloError, ValueError):
    """A database that cannot be used, or made."""


def brought_to_disk(path: Path) -> None:
    """Rename what was written beside this path into place, once it is on the disk."""
    part = path.with_name(path.name + ".part")
    part.replace(path)
    with contextlib.suppress(OSError):  # not every system lets a folder be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _bytes(words: Words) -> memoryview:
    view: Any = np.ascontiguousarray(words, "<i8")
    return memoryview(view).cast("B")


class Writer:
    """A file under way; it appears when `finish` is done."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO = path.with_name(path.name + ".part").open("wb")
        self._file.write(_MAGIC)

    def write(self, words: Words) -> None:
        """Append some words."""
        self._file.write(_bytes(words))

    def finish(self, about: dict[str, Any], turn: Turn = at_once) -> None:
        """Say what it is, and let it appear, when it is its turn."""
        text = json.dumps({"version": VERSION, **about}, sort_keys=True).encode()
        text += b" " * (-len(text) % 8)
        self._file.write(text + _TAIL.pack(len(text), zlib.crc32(text), _MAGIC))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        turn()
        brought_to_disk(self.path)

    def give_up(self) -> None:
        """Leave nothing behind."""
        self._file.close()
        self.path.with_name(self.path.name + ".part").unlink(missing_ok=True)


class KeyWriter:
    """Sorted keys, appended part by part."""

    def __init__(self, path: Path, words: int) -> None:
        self._out, self._words = Writer(path), words
        self._left = np.zeros((0, words), np.int64)
        self._directory: list[Words] = []
        self.count = self._blocks = self._used = 0

    def add(self, keys: Words) -> None:
        """More keys, all above those before."""
        rows = keys.reshape(-1, self._words)
        self.count += len(rows)
        self._left = rows if not len(self._left) else np.concatenate([self._left, rows])
        whole = len(self._left) // BLOCK * BLOCK
        if whole >= BLOCK * 64:
            self._encode(self._left[:whole])
            self._left = self._left[whole:]

    def _encode(self, rows: Words) -> None:
        for first in range(0, len(rows), BLOCK * _PART):
            part = np.ascontiguousarray(rows[first : first + BLOCK * _PART])
            blocks = -(-len(part) // BLOCK)
            job = new_job(Coding)
            job.words, job.count, job.base = self._words, len(part), self._used
            job.first, job.last = self._blocks, self._blocks + blocks
            out = np.zeros(blocks * MOST_WORDS, np.int64)
            directory = np.zeros(blocks * (self._words + 2), np.int64)
            run_plain(encode_keys, job, part, out, directory)
            self._append(out[: job.used], directory)

    def add_encoded(self, count: int, stream: Words, directory: Words) -> None:
        """So many more keys, encoded elsewhere from where this ends; none may follow if their last
        block is not full."""
        assert not len(self._left)
        self.count += count
        self._append(stream, directory)

    def _append(self, stream: Words, directory: Words) -> None:
        self._out.write(stream)
        self._directory.append(directory)
        self._used += len(stream)
        self._blocks += len(directory) // (self._words + 2)

    def finish(self, about: dict[str, Any], turn: Turn = at_once) -> None:
        """All keys are there."""
        if len(self._left):
            self._encode(self._left)
        directory = np.concatenate([*self._directory, np.zeros(0, np.int64)])
        self._out.write(directory)
        self._out.finish({"kind": "keys", "count": self.count, "words": self._words,
                          "stream": self._used, "directory": len(directory),
                          "check": zlib.crc32(_bytes(directory)),
                          **about}, turn)

    def give_up(self) -> None:
        """Leave nothing behind."""
        self._out.give_up()


class Values:
    """How often each value occurs, to begin with; then all of them, appended part by part."""

    def __init__(self) -> None:
        self._slots = np.zeros(2 * SLOTS, np.int64)
        self._different = 0

    def count(self, codes: Words) -> bool:
        """Count these; False if there are too many different ones."""
        job = new_job(Coding)
        job.count, job.used = len(codes), self._different
        run_plain(count_values, job, codes, self._slots)
        self._different = job.used
        return job.status != DAMAGED

    def counts(self) -> dict[int, int]:
        """How often each value was counted, in rising order."""
        pairs = self._slots.reshape(-1, 2)
        return {int(code): int(many) for code, many in sorted(pairs[pairs[:, 1] > 0].tolist())}

    def add(self, counts: dict[int, int]) -> bool:
        """Add what was counted elsewhere; False if there are too many different values."""
        known = self.counts()
        new = [code for code in counts if code not in known]
        if new and not self.count(np.array(new, np.int64)):
            return False
        pairs = self._slots.reshape(-1, 2)
        for slot in np.flatnonzero(pairs[:, 1]).tolist():
            code = int(pairs[slot, 0])
            pairs[slot, 1] = known.get(code, 0) + counts.get(code, 0)
        return True

    def write(self, path: Path, parts: Iterator[Words], about: dict[str, Any]) -> None:
        """All values, of which those in `parts` are in the keys' order."""
        out = self.writer(path)
        try:
            left = np.zeros(0, np.int64)
            for part in parts:
                left = np.concatenate([left, part]) if len(left) else part
                whole = len(left) // BLOCK * BLOCK
                if whole:
                    out.add(left[:whole])
                    left = left[whole:]
            if len(left):
                out.add(left)
            out.finish(about)
        except BaseException:
            out.give_up()
            raise

    def coded(self) -> tuple[int, Words]:
        """How many bits a value takes, and where its number in the list is found, plus one."""
        slots = self._slots.reshape(-1, 2).copy()
        taken, codes = slots[:, 1] > 0, np.array(list(self.counts()), np.int64)
        slots[taken, 1] = 1 + np.searchsorted(codes, slots[taken, 0])
        return max(len(codes) - 1, 0).bit_length(), slots.reshape(-1)

    def writer(self, path: Path) -> ValueWriter:
        """A file for the values that were counted."""
        return ValueWriter(path, self.counts(), *self.coded())


class ValueWriter:
    """Values, appended block by block; only the last may have less than all of its values."""

    def __init__(self, path: Path, counts: dict[int, int], bits: int, slots: Words) -> None:
        self._out, self._counts, self._bits, self._slots = Writer(path), counts, bits, slots
        self._checks: list[Words] = []
        self._blocks = self._stream = self._total = 0

    def add(self, some: Words) -> None:
        """More values."""
        job, many = new_job(Coding), -(-len(some) // BLOCK)
        job.count, job.bits = len(some), self._bits
        job.first, job.last = self._blocks, self._blocks + many
        packed, check = np.zeros(many * self._bits * BLOCK // 64 + 1, np.int64), np.zeros(
            many, np.int64)
        run_plain(encode_values, job, np.ascontiguousarray(some), self._slots, packed, check)
        self.add_encoded(len(some), packed[: job.used], check)

    def add_encoded(self, count: int, stream: Words, checks: Words) -> None:
        """So many more values, encoded elsewhere."""
        self._out.write(stream)
        self._checks.append(checks)
        self._total += count
        self._stream += len(stream)
        self._blocks += len(checks)

    def finish(self, about: dict[str, Any], turn: Turn = at_once) -> None:
        """All values are there."""
        codes = np.array(list(self._counts), np.int64)
        tail = np.concatenate([*self._checks, np.zeros(0, np.int64), codes])
        self._out.write(tail)
        self._out.finish({"kind": "values", "count": self._total, "bits": self._bits,
                          "stream": self._stream, "directory": len(tail), "values": len(codes),
                          "counts": list(self._counts.values()),
                          "check": zlib.crc32(_bytes(tail)), **about}, turn)

    def give_up(self) -> None:
        """Leave nothing behind."""
        self._out.give_up()


class Mapped:
    """A file in memory, as far as it is read; DatabaseError if it is not what was written."""

    def __init__(self, path: Path, kind: str) -> None:
        self.path = path
        try:
            size = path.stat().st_size
            if size < len(_MAGIC) + _TAIL.size or size % 8:
                raise self._damaged("it is cut short")
            with path.open("rb", buffering=0) as file:
                # A private copy of what is written to, which is nothing: kernels want it so.
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
                # What is touched there brings megabytes around it, and these are a few bytes.
                begins = file.read(len(_MAGIC)) == _MAGIC
                file.seek(size - _TAIL.size)
                length, check, magic = _TAIL.unpack(file.read(_TAIL.size))
                end = size - _TAIL.size
                if magic != _MAGIC or not begins or length > end:
                    raise self._damaged("it is cut short, or is none")
                file.seek(end - length)
                text = file.read(length)
        except OSError as error:
            raise DatabaseError(f"{str(path)!r} cannot be read: {error.strerror}") from error
        if zlib.crc32(text) != check:
            raise self._damaged("its description does not fit its checksum")
        self.about: dict[str, Any] = json.loads(text)
        if self.about["version"] != VERSION:
            raise DatabaseError(f"{str(path)!r} is of version {self.about['version']} and this "
                                f"program reads version {VERSION}: make the database anew")
        if self.about["kind"] != kind:
            raise self._damaged(f"it holds {self.about['kind']}, and should hold {kind}")
        self.bytes = size
        self._whole = np.frombuffer(self._map, np.uint8, end - length)
        words = self._whole.view(np.int64)[2:]
        stream = self.about["stream"]
        if len(words) != stream + self.about["directory"]:
            raise self._damaged("its length is wrong")
        self.stream: Words = words  # to the end: the last bits may be read beyond theirs
        self._tail: Words = words[stream:]

    def ask_at_random(self) -> None:
        """Have the system read what is asked for, and not some megabytes around it, which takes ten
        milliseconds; all of the directory is going to be looked at."""
        if hasattr(mmap, "MADV_RANDOM"):  # not everywhere
            self._map.madvise(mmap.MADV_RANDOM)
            begin = self._tail.ctypes.data - self._whole.ctypes.data & -mmap.PAGESIZE
            self._map.madvise(mmap.MADV_WILLNEED, begin)

    @cached_property
    def tail(self) -> Words:
        """The directory, or checksums; looked at as a whole before it is used."""
        if zlib.crc32(_bytes(self._tail)) != self.about["check"]:
            raise self._damaged("its directory does not fit its checksum")
        return self._tail

    @property
    def count(self) -> int:
        """How many positions the file holds."""
        return int(self.about["count"])

    def _damaged(self, how: str) -> DatabaseError:
        return DatabaseError(f"{str(self.path)!r} is damaged, {how}: remove it, and "
                             f"`zermelo database make` makes it anew")

    def _looked_at(self, job: Coding) -> None:
        if job.status == DAMAGED:
            raise self.damaged_at(job.at)

    def damaged_at(self, block: int) -> DatabaseError:
        """What to say of a block that is not what was written."""
        return self._damaged(f"block {block} does not fit its checksum")


class KeyFile(Mapped):
    """The keys of a tier."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "keys")
        self.words = int(self.about["words"])

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.count // BLOCK)

    @property
    def first_keys(self) -> Words:
        """The first word of each block's first key."""
        return self.tail[:: self.words + 2]

    def keys(self, first: int = 0, last: int | None = None) -> Words:
        """The keys of some blocks, or of all."""
        last = self.blocks if last is None else last
        job = new_job(Coding)
        job.words, job.count, job.base = self.words, self.count, int(self.about["stream"])
        job.first, job.last = first, last
        many = min(last * BLOCK, self.count) - first * BLOCK
        out = np.zeros(max(many, 0) * self.words, np.int64)
        if many > 0:
            run_plain(decode_keys, job, self.stream, self.tail, out)
            self._looked_at(job)
        return out


class ValueFile(Mapped):
    """The values of a tier, in the order of its keys."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "values")
        self.bits = int(self.about["bits"])

    @cached_property
    def codes(self) -> Words:
        """The values that there are."""
        return np.array(self.checks[len(self.checks) - self.about["values"] :])

    @property
    def checks(self) -> Words:
        """The blocks' checksums, and the values that there are."""
        return self.tail

    @property
    def counts(self) -> dict[int, int]:
        """How often each value occurs."""
        return dict(zip(self.codes.tolist(), self.about["counts"], strict=True))

    def values(self, first: int = 0, last: int | None = None) -> Words:
        """The values of some blocks, or of all."""
        last = -(-self.count // BLOCK) if last is None else last
        job = new_job(Coding)
        job.count, job.bits, job.first, job.last = self.count, self.bits, first, last
        many = min(last * BLOCK, self.count) - first * BLOCK
        out = np.zeros(max(many, 0), np.int64)
        if many > 0:
            run_plain(decode_values, job, self.stream, self.checks, self.codes, out)
            self._looked_at(job)
        return out
