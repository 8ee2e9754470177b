"""Backward: what every position is worth, from the last tier to the first.

A finished position is worth what it pays. Any other is worth the best of what its moves lead to,
one ply further; these lie in later tiers, which are known, or in the same one, for which see
`loops`. Positions are expanded once more, in the order of their keys, and what comes of them is
looked up among the later tiers' keys. Where these do not fit the memory, they come part by part,
each for as long a stretch of positions as there is room for, and the best so far is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zermelo.errors import LimitError, RulesError
from zermelo.holding import take_room
from zermelo.search.codes import INFINITY, MAX_DISTANCE
from zermelo.solve.database.coding import BLOCK
from zermelo.solve.database.files import DatabaseError, KeyFile, Values
from zermelo.solve.database.folder import Folder
from zermelo.solve.database.forward import state_of_key
from zermelo.solve.database.kernels import (
    FINE,
    MISSING,
    MOST_SLOTS,
    STOPPED,
    TOO_FAR,
    Job,
    evaluate,
)
from zermelo.solve.database.loops import settled
from zermelo.solve.database.pools import Part, Pool
from zermelo.solve.database.running import Runner, Words

BLOCKS = 512  # that one thread values at once
_STRETCH = 1 << 23  # positions that are written at once

Codes = npt.NDArray[np.int32]  # values, while they wait


@dataclass(frozen=True)
class Stretch:
    """Some blocks of a tier's keys."""

    file: KeyFile
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many positions."""
        return min(self.last * BLOCK, self.file.count) - self.first * BLOCK

    def keys(self, first: int, last: int) -> Words:
        """The keys of some of these blocks, from 0 on."""
        return self.file.keys(self.first + first, min(self.first + last, self.last))


class ToRead(NamedTuple):
    """Some blocks of a tier, of which the keys and values are to be known, and what they take."""

    tier: int
    first: int
    last: int
    whole: bool
    bytes: int


class Backward:
    """Values every tier, from the highest down."""

    def __init__(self, folder: Folder, runner: Runner, memory: int,
                 told: Callable[[str, int, int], None]) -> None:
        self.folder, self.runner, self.memory, self._told = folder, runner, memory, told
        self._known: OrderedDict[int, tuple[Words, Words]] = OrderedDict()
        self._pool: tuple[object, Pool] | None = None

    @property
    def pool_room(self) -> int:
        """Bytes, for later tiers that are looked up."""
        return self.memory // 2

    def run(self) -> None:
        """Every tier whose values are not there yet."""
        done = set(self.folder.done("values"))
        for tier in reversed(self.folder.done()):
            if tier in done:
                continue
            file = self.folder.keys(tier)
            self._told("values", tier, file.count)
            if tier in file.about["children"]:
                self._loopy(tier, file)
            else:
                self._acyclic(tier, file)

    # --- tiers that lead only to others ---

    def _acyclic(self, tier: int, file: KeyFile) -> None:
        values, known, at = Values(), self._room(file.count), 0
        for stretch in self.stretches(file):
            codes = self.from_later(stretch, tier, file.about["children"])
            if (codes == -INFINITY).any():  # which no position is worth
                raise self._lacking()
            for some in _in_parts(codes):
                self._count(values, some)
            known[at : at + len(codes)] = codes
            at += len(codes)
        if 16 * file.count <= self.memory // 4:  # most likely needed by the tier before
            self._keep(tier, file.keys(), known.astype(np.int64))
        self._write(tier, values, known)

    def stretches(self, file: KeyFile) -> Iterator[Stretch]:
        """All of a tier, as much at a time as its values may take room."""
        step = max(1, self.memory // 8 // 4 // BLOCK)
        return (Stretch(file, first, min(file.blocks, first + step))
                for first in range(0, file.blocks, step))

    def from_later(self, positions: Any, tier: int, children: list[int],
                   own: tuple[Words, Words] | None = None) -> Any:
        """The best of what these positions' moves to other tiers lead to, and what those that are
        finished pay; with `own`, their own tier's keys and values, also of moves within it."""
        codes = self._worthless(positions)
        for pool in self._pools(children, tier, own):
            self._evaluate(positions, codes, pool, tier)
            del pool  # before there is another
        return codes

    def _worthless(self, positions: Stretch) -> Codes:
        return np.full(positions.count, -INFINITY, np.int32)

    def _lacking(self) -> DatabaseError:
        return DatabaseError(f"the database {str(self.folder.path)!r} lacks positions: remove it "
                             f"and make it anew")

    def _too_many(self) -> LimitError:
        return LimitError(f"{self.runner.game.spec} has more different values than a database "
                          f"takes")

    def _count(self, values: Values, codes: Words) -> None:
        if not values.count(np.ascontiguousarray(codes)):
            raise self._too_many()

    def _evaluate(self, positions: Stretch, codes: Codes, pool: Pool, tier: int) -> None:
        def chunk(first: int) -> None:
            keys = positions.keys(first, first + BLOCKS)
            here = slice(first * BLOCK, first * BLOCK + len(keys) // self.runner.words)
            best, job = codes[here].astype(np.int64), self.runner.new(Job)
            job.last, job.tier = len(best), tier
            self.runner.run(evaluate, job, keys, best, pool.slots, pool.keys, pool.table,
                            pool.codes, written=(1,))
            self._see(job, keys, tier)
            codes[here] = best

        for _ in self.runner.each(chunk, range(0, positions.last - positions.first, BLOCKS)):
            pass

    def _see(self, job: Job, keys: Words, tier: int) -> None:
        if job.status == FINE:
            return
        if job.status == STOPPED:
            raise KeyboardInterrupt
        game = self.runner.game
        where = game.text(state_of_key(self.runner, keys, job.at))
        if job.status == TOO_FAR:
            raise LimitError(f"{game.spec}: from {where} it takes more than {MAX_DISTANCE - 1} "
                             f"plies to the end, and no more are counted")
        if job.status == MISSING:
            raise DatabaseError(f"the database {str(self.folder.path)!r} lacks positions that come "
                                f"of {where}: remove it and make it anew")
        raise RulesError(f"{game.spec}: {where} cannot be valued")

    def _pools(self, children: list[int], tier: int,
               own: tuple[Words, Words] | None) -> Iterator[Pool]:
        """All later tiers that positions lead to, as much at a time as there is room for. What
        comes next is read when the last is done with."""
        later = [t for t in children if t != tier]
        mark = tuple(later) if own is None else None
        if self._pool is not None and self._pool[0] == mark:
            yield self._pool[1]
            return
        self._pool = None
        parts: list[Part] = []
        used = 0
        single = True
        for some in self._to_read(later, self.pool_room):
            crowded = used + some.bytes > self.pool_room or len(parts) >= MOST_SLOTS - 1
            if parts and (crowded or parts[-1].tier == some.tier):  # a pool has one of a tier
                single = False
                yield self._pool_of(parts)
                parts, used = [], 0
            parts.append(self._part(some))
            used += some.bytes
        if own is not None:
            parts.append(Part(tier, *own))
        made = self._pool_of(parts)
        if single and mark is not None:
            self._pool = mark, made
        parts = []
        yield made

    def _pool_of(self, parts: list[Part]) -> Pool:
        return Pool(self.runner, parts)

    def _read(self, tier: int, first: int = 0, last: int | None = None) -> tuple[Words, Words]:
        """The keys of some blocks of a tier, or of all, and what they are worth."""
        return (self.folder.keys(tier).keys(first, last),
                self.folder.values(tier).values(first, last))

    def _to_read(self, tiers: list[int], most: int) -> Iterator[ToRead]:
        """What pools are made of: whole tiers, and parts of those that are too large."""
        each = 8 * (self.runner.words + 2) * BLOCK  # keys, values, and what finds them
        step = max(1, most // each)
        for tier in tiers:
            blocks = self.folder.keys(tier).blocks
            for first in range(0, blocks, step):
                last = min(blocks, first + step)
                yield ToRead(tier, first, last, blocks <= step, (last - first) * each)

    def _part(self, some: ToRead) -> Part:
        if some.whole and some.tier in self._known:
            self._known.move_to_end(some.tier)
            return Part(some.tier, *self._known[some.tier])
        keys, codes = self._read(some.tier, some.first, some.last)
        if some.whole:
            self._keep(some.tier, keys, codes)
        return Part(some.tier, keys, codes, some.whole)

    def _keep(self, tier: int, keys: Words, codes: Words) -> None:
        self._known[tier] = keys, codes
        self._known.move_to_end(tier)
        while sum(k.nbytes + c.nbytes for k, c in self._known.values()) > self.memory // 4:
            self._known.popitem(last=False)

    def _room(self, count: int) -> Codes:
        """For the values of a tier, until all are known."""
        if 4 * count <= self.memory // 8:
            return np.zeros(count, np.int32)
        path: Path = self.folder.work / "values.part"
        with path.open("wb") as file:  # now, if the disk is full: who maps a file cannot be told
            take_room(file.fileno(), 4 * count)
        return np.memmap(path, np.int32, "w+", shape=(count,))

    def _write(self, tier: int, values: Values, known: Codes) -> None:
        values.write(self.folder.values_path(tier), _in_parts(known), {"tier": tier})
        (self.folder.work / "values.part").unlink(missing_ok=True)

    # --- and those that lead to themselves ---

    def _loopy(self, tier: int, file: KeyFile) -> None:
        keys = file.keys()
        codes = self.from_later(Stretch(file, 0, file.blocks), tier, file.about["children"])
        codes = settled(self.runner, tier, keys, codes.astype(np.int64), self.memory,
                        file.about["moves"])
        values = Values()
        self._count(values, codes)
        self._keep(tier, keys, codes)
        self._write(tier, values, codes.astype(np.int32))


def _in_parts(codes: Codes) -> Iterator[Words]:
    """Values as kernels want them, some at a time."""
    return (codes[at : at + _STRETCH].astype(np.int64) for at in range(0, len(codes), _STRETCH))
