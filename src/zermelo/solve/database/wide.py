"""What is done to very many positions at once, in the lanes of a device.

The kernels are those of `kernels` and `coding`, unchanged: a lane takes a few positions, or one
block. Sorting, joining and counting are the array library's (CuPy's on a GPU). What comes of it is,
byte for byte, what the processor makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.compiler.records import Record, layout_of
from zermelo.errors import LimitError, RulesError
from zermelo.game import Game
from zermelo.kernel.lanes import Jobs, LaneKernel, Lanes
from zermelo.kernel.memory import words_of
from zermelo.search.codes import MAX_DISTANCE, PROVEN, distance_of, further
from zermelo.solve.database.coding import (
    BLOCK,
    FINE,
    MOST_WORDS,
    Coding,
    Ints,
    decode_keys,
    decode_values,
    encode_keys,
    encode_values,
    put_together,
)
from zermelo.solve.database.files import DatabaseError, KeyFile, Mapped, ValueFile
from zermelo.solve.database.forward import Expanded, Fallen, Misfit
from zermelo.solve.database.kernels import (
    CHILD,
    FALLS,
    FULL,
    MISFIT,
    MISSING,
    PARENT_BITS,
    TOO_FAR,
    Job,
    Slots,
    evaluate,
    expand,
    link,
)
from zermelo.solve.database.packing import Packing, functions_of
from zermelo.solve.database.pools import Part, spread
from zermelo.solve.database.running import HOOKS, RECORDS, new_job

Array = Any  # of the device's library
MOST_LANES = 1 << 19
STRETCH = 1 << 26  # positions that are worked on at once, at most
_BYTES = 2048  # of memory for each of them
_MOVES = 8  # of a position, to begin with
_MOST_MOVES = 1 << 13
_BEYOND = (1 << 63) - 1  # all keys

_CODING: dict[Callable[..., None], tuple[type[Record], ...]] = {
    encode_keys: (Coding, Ints, Ints, Ints),
    decode_keys: (Coding, Ints, Ints, Ints),
    encode_values: (Coding, Ints, Ints, Ints, Ints),
    put_together: (Coding, Ints, Ints),
    decode_values: (Coding, Ints, Ints, Ints, Ints),
}


class Wide:
    """The kernels of one game and packing, on a device; positions are rows of their keys' words,
    one after the other."""

    def __init__(self, game: Game, packing: Packing, lanes: Lanes, room: int,
                 stretch: int = STRETCH) -> None:
        self.game, self.lanes, self.xp, self.words = game, lanes, lanes.xp, packing.words
        self.room = room
        self.stretch = max(BLOCK, min(stretch, room // _BYTES) // BLOCK * BLOCK)
        self.kept: dict[int, Array] = {}  # keys of tiers, for later
        self._files: dict[Path, list[Array]] = {}
        self._extra = functions_of(game, packing)
        self._kernels: dict[Any, LaneKernel] = {}
        self._moves = float(_MOVES)  # for which there is room

    def _kernel(self, run: Callable[..., None]) -> LaneKernel:
        if run not in self._kernels:
            self._kernels[run] = (
                self.lanes.kernel(self.game, run, RECORDS[run], self._extra, HOOKS)
                if run in RECORDS else self.lanes.kernel(None, run, _CODING[run]))
        return self._kernels[run]

    def _shared_out(self, count: int) -> tuple[Jobs, int]:
        """A job for each lane, and how many positions each does."""
        most = min(MOST_LANES, max(1, self.room // (8 * 8 * layout_of(Job).words)))
        each = max(1, -(-count // most))
        jobs = self.lanes.jobs(Job, -(-count // each))
        jobs["first"] = self.xp.arange(len(jobs))  # neighbours read and write side by side
        jobs["last"], jobs["skip"] = count, len(jobs) - 1
        return jobs, each

    def empty(self) -> Array:
        """An array of no keys, on the device."""
        return self.xp.zeros(0, self.xp.int64)

    # --- sorted keys ---

    def unique(self, arrays: Sequence[Array]) -> Array:
        """These keys in order, each once."""
        keys = self.xp.concatenate([*arrays, self.empty()])
        if not len(keys):
            return keys
        return self._kept(keys, *self._in_order(keys))

    def _in_order(self, keys: Array) -> tuple[Array, Array]:
        """Sorted keys, and whether each is not the one before; the array may be reused."""
        xp = self.xp
        fresh = xp.ones(len(keys) // self.words, bool)
        if self.words == 1:
            keys.sort()
            fresh[1:] = keys[1:] != keys[:-1]
            return keys, fresh
        rows = keys.reshape(-1, 2)
        rows = rows[self._order(rows)]
        fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1)
        return rows.reshape(-1), fresh

    def _order(self, rows: Array) -> Array:
        """How to sort pairs; of equal ones, the first stays the first."""
        order = self.xp.argsort(rows[:, 1], kind="stable")
        return order[self.xp.argsort(rows[order, 0], kind="stable")]

    def _kept(self, keys: Array, ordered: Array, fresh: Array) -> Array:
        if self.words == 1:
            return ordered[fresh]
        return ordered.reshape(-1, 2)[fresh].reshape(-1)

    def added(self, known: Array, more: Array) -> tuple[Array, Array]:
        """Both together, and what was not known of the second; both are sorted."""
        xp, words = self.xp, self.words
        rows = xp.concatenate([known, more]).reshape(-1, words)
        order = (xp.argsort(rows[:, 0], kind="stable") if words == 1 else self._order(rows))
        rows = rows[order]
        fresh = xp.ones(len(rows), bool)
        fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1)
        new = fresh & (order >= len(known) // words)
        return rows[fresh].reshape(-1), rows[new].reshape(-1)

    # --- forward ---

    def expanded(self, keys: Array, tier: int) -> Expanded:
        """What comes of these positions by one move: sorted keys by tier, each once.

        Where all of it would not fit, it is found range by range, each time from all positions.
        """
        whole, ranges = Expanded(), self._ranges(keys, tier)
        for borders in ranges:
            found = Expanded()
            for some in self._stretches(keys):
                found.add(self._stretch(some, tier, borders))
            for later, arrays in found.keys.items():
                found.keys[later] = [self.unique(arrays)] if len(arrays) > 1 else arrays
            if whole.moves:
                found.moves = found.over = 0  # they are the same every time
            whole.add(found)
        for later, arrays in whole.keys.items():
            whole.keys[later] = [self._one_after_the_other(arrays)]
        return whole

    def _stretches(self, keys: Array) -> Iterator[Array]:
        step = self.stretch * self.words
        return (keys[first : first + step] for first in range(0, len(keys), step))

    def _ranges(self, keys: Array, tier: int) -> list[tuple[int, int]]:
        """Borders of ranges with about as many children in each, as a sample of them lies."""
        count = len(keys) // self.words
        many = -(-int(10 * keys.nbytes * self._moves) // self.room)
        if many <= 1 or count <= self.stretch:
            return [(0, _BEYOND)]
        rows = keys.reshape(-1, self.words)[:: -(-4 * count // self.stretch)]
        sample = self._stretch(self.xp.ascontiguousarray(rows).reshape(-1), tier)
        heads = self.xp.concatenate([some[:: self.words]
                                     for arrays in sample.keys.values() for some in arrays])
        heads.sort()
        inner = self.lanes.to_host(heads[len(heads) // many :: len(heads) // many]).tolist()
        borders = [0, *sorted(set(inner) - {0}), _BEYOND]
        return list(pairwise(borders))

    def _one_after_the_other(self, arrays: list[Array]) -> Array:
        if len(arrays) == 1:
            return arrays[0]
        whole, at = self.xp.empty(sum(len(some) for some in arrays), self.xp.int64), 0
        for some in arrays:  # of which none is too long for the library's numbers of 32 bits
            whole[at : at + len(some)] = some
            at += len(some)
        return whole

    def _stretch(self, keys: Array, tier: int, borders: tuple[int, int] | None = None) -> Expanded:
        xp, words, count = self.xp, self.words, len(keys) // self.words
        while True:
            jobs, each = self._shared_out(count)
            room = max(8, int(each * self._moves))
            jobs["tier"], jobs["room"], jobs["usual"] = tier, room, tier + 1
            children = xp.full((room, len(jobs), words), -1, xp.int64)  # which no key is
            tiers = xp.full((room, len(jobs), 1), tier + 1, xp.int64)
            self._kernel(expand)(jobs, keys, children, tiers)
            status = jobs["status"]
            if not (status == FULL).any():
                break
            self._moves *= 1.5
            if self._moves > _MOST_MOVES:
                raise RulesError(f"{self.game.spec} has more moves than can be listed")
        self._see(jobs, keys)
        figures = Expanded({}, int(jobs["moves"].sum()), int(jobs["most"].max()),
                           int(jobs["over"].sum()))
        many = int(jobs["many"].sum())
        if many:
            self._moves = 1.04 * int(jobs["many"].max()) / each + 0.1  # of the next, most likely
            low, high = int(jobs["low"].min()), int(jobs["high"].max())
            del jobs
            for later, some in self._by_tier(children, tiers, low, high, borders or (0, _BEYOND)):
                figures.keys[later] = [some]
        return figures

    def _by_tier(self, children: Array, tiers: Array, low: int, high: int,
                 borders: tuple[int, int]) -> list[tuple[int, Array]]:
        whole = borders == (0, _BEYOND)
        if low == high and whole:
            return [(low, self._without_gaps(children.reshape(-1)))]
        rows, tiers = children.reshape(-1, self.words), tiers.reshape(-1)
        there = rows[:, 0] >= borders[0]
        if not whole:
            there &= rows[:, 0] < borders[1]
        rows = rows[there]
        if low == high:
            return [(low, self.unique([rows.reshape(-1)]))]
        tiers = tiers[there]
        return [(tier, self.unique([rows[tiers == tier].reshape(-1)]))
                for tier in self.lanes.to_host(self.xp.unique(tiers)).tolist()]

    def _without_gaps(self, keys: Array) -> Array:
        """Sorted, each once, and nothing below 0."""
        ordered, fresh = self._in_order(keys)
        fresh &= ordered[:: self.words] >= 0
        return self._kept(keys, ordered, fresh)

    def _see(self, jobs: Jobs, keys: Array) -> None:
        """Whether all went well; else what is wrong, and where."""
        status = jobs["status"]
        if not status.any():
            return
        lane = int((status != FINE).argmax())
        code, at = int(status[lane]), int(jobs["at"][lane])
        row = self.lanes.to_host(keys[at * self.words : (at + 1) * self.words]).tolist()
        state = self._extra["unpack"](self.game, *row, *[0] * (2 - len(row)))
        if code in (MISFIT, FALLS):
            raise (Misfit if code == MISFIT else Fallen)(state)
        where = self.game.text(state)
        if code == TOO_FAR:
            raise LimitError(f"{self.game.spec}: from {where} it takes more than "
                             f"{MAX_DISTANCE - 1} plies to the end, and no more are counted")
        if code == MISSING:
            raise DatabaseError(f"the database of {self.game.spec} lacks positions that come of "
                             f"{where}: remove it and make it anew")
        raise RulesError(f"{self.game.spec}: {where} cannot be valued")

    # --- backward ---

    def evaluated(self, keys: Array, codes: Array, pool: WidePool) -> None:
        """Improve `codes` by what the moves of these positions lead to among those at hand."""
        for at, some in enumerate(self._stretches(keys)):
            here = slice(at * self.stretch, (at + 1) * self.stretch)
            jobs, best = self._shared_out(len(some) // self.words)[0], self.long(codes[here])
            self._kernel(evaluate)(jobs, some, best, pool.slots, pool.keys, pool.starts, pool.codes)
            self._see(jobs, some)
            codes[here] = best

    def long(self, codes: Array) -> Array:
        """Values as kernels want them; while they wait they take half of the room."""
        return codes.astype(self.xp.int64, copy=False)

    def counts(self, codes: Array) -> dict[int, int]:
        """How often each value occurs."""
        values, many = self.xp.unique(codes, return_counts=True)
        return dict(zip(self.lanes.to_host(values).tolist(), self.lanes.to_host(many).tolist(),
                        strict=True))

    def settled(self, tier: int, keys: Array, codes: Array) -> Array:
        """The values of a tier whose positions lead to each other: as `kernels.settle` does it, all
        of one clearness at the same time."""
        xp, count = self.xp, len(codes)
        left, starts, back = self._turned_round(tier, keys, codes)
        open_ = xp.ones(count, bool)
        while True:
            near = xp.where(open_ & ((codes > 0) | (left == 0)), xp.abs(codes), 0)
            level = int(near.max()) if count else 0
            if level < PROVEN:
                break
            if distance_of(level) == MAX_DISTANCE:
                raise LimitError(f"{self.game.spec}: some positions are more than "
                                 f"{MAX_DISTANCE - 1} plies from the end, and no more are counted")
            now = xp.flatnonzero(near == level)
            open_[now] = False
            told, to = self._edges(now, starts, back)
            parents, good = to >> 1, (codes[told] > 0) == ((to & 1) == 0)
            some = open_[parents]
            parents, good = parents[some], good[some]
            if not len(parents):
                continue
            left -= xp.bincount(parents, minlength=count)
            # All that is told is one of two values, so that it does not matter who comes last.
            for code, here in ((-further(level, 1), parents[~good]),
                               (further(level, 1), parents[good])):
                codes[here] = xp.maximum(codes[here], code)
        codes[open_] = 0
        return codes

    def _turned_round(self, tier: int, keys: Array, codes: Array) -> tuple[Array, Array, Array]:
        """For each position, how many moves stay in its tier; and where the moves that lead to it
        begin among all of them, which are sorted by where they lead."""
        xp, count = self.xp, len(codes)
        pool, left, parts = WidePool(self, [Part(tier, keys, codes)]), [], []
        for first in range(0, count, self.stretch):
            some = keys[first * self.words : (first + self.stretch) * self.words]
            many, edges = self._linked(some, tier, pool)
            left.append(many)
            parts.append(edges + (first << 1))
        edges = xp.sort(xp.concatenate(parts))
        starts = xp.zeros(count + 1, xp.int64)
        if len(edges):
            starts[1:] = xp.cumsum(xp.bincount(edges >> CHILD, minlength=count))
        return xp.concatenate(left), starts, edges & PARENT_BITS

    def _linked(self, keys: Array, tier: int, pool: WidePool) -> tuple[Array, Array]:
        """How many moves of each position stay in the tier, and these as edges."""
        xp, moves, count = self.xp, _MOVES, len(keys) // self.words
        while True:
            jobs, each = self._shared_out(count)
            jobs["tier"], jobs["room"] = tier, each * moves
            many = xp.zeros(count, xp.int64)
            edges = xp.full((each * moves, len(jobs), 1), -1, xp.int64)
            self._kernel(link)(jobs, keys, many, edges, pool.slots, pool.keys, pool.starts)
            if not (jobs["status"] == FULL).any():
                break
            moves *= 2
        self._see(jobs, keys)
        return many, edges[edges >= 0]

    def _edges(self, now: Array, starts: Array, back: Array) -> tuple[Array, Array]:
        """Every move that leads to one of these positions: which one, and from where."""
        many = starts[now + 1] - starts[now]
        which = self._repeated(many)
        at = self.xp.arange(len(which)) - (self.xp.cumsum(many) - many)[which]
        return now[which], back[starts[now][which] + at]

    def _repeated(self, many: Array) -> Array:
        """Each place, as often as its number says."""
        ends = self.xp.cumsum(many)
        total = int(ends[-1]) if len(many) else 0
        return self.xp.searchsorted(ends, self.xp.arange(total), side="right")

    # --- blocks of bits ---

    def encoded_keys(self, keys: Array, first: int, base: int) -> tuple[Array, Array]:
        """The blocks of these keys, which begin with block `first`, and their directory."""
        xp, words, count = self.xp, self.words, len(keys) // self.words
        blocks = -(-count // BLOCK)
        jobs = self._blocks(blocks, count, first)
        jobs["words"] = words
        rows = _padded(xp, keys, blocks * BLOCK * words).reshape(blocks, -1)
        out = xp.zeros((blocks, MOST_WORDS), xp.int64)
        directory = xp.zeros((blocks, words + 2), xp.int64)
        self._kernel(encode_keys)(jobs, rows, out, directory)
        used = jobs["used"]
        ends = xp.cumsum(used)
        directory[:, words] = base + ends - used
        jobs["base"], stream = ends - used, xp.empty(int(ends[-1]), xp.int64)
        self._kernel(put_together)(jobs, out, stream)
        return stream, directory.reshape(-1)

    def encoded_values(self, codes: Array, slots: Array, bits: int,
                       first: int) -> tuple[Array, Array]:
        """The blocks of these values, by their numbers in a list, and their checksums."""
        xp, count = self.xp, len(codes)
        blocks = -(-count // BLOCK)
        jobs = self._blocks(blocks, count, first)
        jobs["bits"] = bits
        rows = _padded(xp, self.long(codes), blocks * BLOCK).reshape(blocks, -1)
        out = xp.zeros((blocks, bits * BLOCK // 64 + 1), xp.int64)  # one more: nothing has no place
        checks = xp.zeros((blocks, 1), xp.int64)
        self._kernel(encode_values)(jobs, rows, slots, out, checks)
        stream = xp.ascontiguousarray(out[:, :-1]).reshape(-1)
        length = (blocks - 1) * bits * BLOCK // 64 + int(jobs["used"][-1])
        return stream[:length], checks.reshape(-1)

    def sent_home(self, tier: Array, *arrays: Array) -> list[Callable[[], Any]]:
        """What gives these as arrays of numpy's, later; at once where a tier is so large that it
        needs the device's room."""
        if tier.nbytes <= self.room // 16:
            return [self.lanes.later(some) for some in arrays]
        return [partial(np.asarray, self.lanes.to_host(some)) for some in arrays]

    def _blocks(self, blocks: int, count: int, first: int) -> Jobs:
        jobs = self.lanes.jobs(Coding, blocks)
        counts = self.xp.full(blocks, BLOCK)
        counts[-1:] = count - (blocks - 1) * BLOCK
        jobs["first"] = self.xp.arange(first, first + blocks)
        jobs["last"] = jobs["first"] + 1
        jobs["count"] = counts
        return jobs

    def keys_of(self, file: KeyFile, first: int = 0, last: int | None = None) -> Array:
        """The keys of some blocks of a file, or of all."""
        return self._decoded(file, first, file.blocks if last is None else last, decode_keys,
                             self.words, words=self.words, base=int(file.about["stream"]))

    def values_of(self, file: ValueFile, first: int = 0, last: int | None = None) -> Array:
        """The values of some blocks of a file, or of all."""
        last = -(-file.count // BLOCK) if last is None else last
        return self._decoded(file, first, last, decode_values, 1, file.codes, bits=file.bits)

    def _decoded(self, file: Mapped, first: int, last: int, decode: Callable[..., None],
                 width: int, *more: Any, **given: int) -> Array:
        """Some blocks, each read by a lane of its own; a stream is sent whole."""
        xp, many = self.xp, min(last * BLOCK, file.count) - first * BLOCK
        if many <= 0:
            return self.empty()
        jobs = self.lanes.jobs(Coding, last - first)
        jobs["first"] = xp.arange(first, last)
        jobs["last"] = jobs["first"] + 1
        jobs["count"] = file.count
        for name, number in given.items():
            jobs[name] = number
        out = xp.zeros((last - first, BLOCK * width), xp.int64)
        self._kernel(decode)(jobs, *self._sent(file, more), out)
        status = jobs["status"]
        if status.any():
            raise file.damaged_at(int(jobs["at"][int((status != FINE).argmax())]))
        return out.reshape(-1)[: many * width]


    def _sent(self, file: Mapped, more: Sequence[Any]) -> list[Array]:
        """A file's contents, on the device; those of the last two, as parts are asked for by turns
        of keys and values."""
        if file.path not in self._files:
            while len(self._files) > 1:
                del self._files[next(iter(self._files))]
            self._files[file.path] = [self.lanes.to_device(np.ascontiguousarray(a))
                                      for a in (file.stream, file.tail, *more)]
        return self._files[file.path]


def _padded(xp: Any, numbers: Array, length: int) -> Array:
    if len(numbers) == length:
        return numbers
    return xp.concatenate([numbers, xp.zeros(length - len(numbers), xp.int64)])


class WidePool:
    """Parts of tiers on a device, ready to be looked up there; see `pools.Pool`."""

    def __init__(self, wide: Wide, parts: Sequence[Part]) -> None:
        xp, slots = wide.xp, new_job(Slots)
        tables: list[Array] = []
        start = 0
        for i, part in enumerate(parts):
            heads, count = xp.ascontiguousarray(part.keys[:: wide.words]), len(part.codes)
            base = int(heads[0]) if count else 0
            shift, entries = spread(base, int(heads[-1]) if count else 0, count)
            slot = slots.slots[i]
            slot.tier, slot.start, slot.count, slot.base = part.tier, start, count, base
            slot.shift, slot.table = shift, sum(len(table) for table in tables)
            slot.part = int(not part.whole)
            # For each part of the range of keys, how many are below it.
            begins = xp.searchsorted(heads, base + (xp.arange(entries) << shift))
            tables.append(xp.concatenate([xp.asarray([entries]), begins, xp.asarray([count])]))
            start += count
        slots.used = len(parts)
        spare = xp.zeros(1, xp.int64)
        single = parts[0] if len(parts) == 1 and len(parts[0].keys) else None
        self.keys = single.keys if single else xp.concatenate([*(p.keys for p in parts), spare])
        self.codes = wide.long(single.codes if single
                               else xp.concatenate([*(p.codes for p in parts), spare]))
        self.starts = xp.concatenate([*tables, spare]).astype(xp.int64)
        self.slots = wide.lanes.to_device(np.array(words_of(slots), np.int64))
