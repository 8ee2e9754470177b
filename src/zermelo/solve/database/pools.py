"""Sorted keys: merged, however many there are, and looked up with what is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zermelo.solve.database.coding import BLOCK
from zermelo.solve.database.files import KeyFile
from zermelo.solve.database.kernels import Job, Slots, drop_repeated, make_table
from zermelo.solve.database.running import Runner, Words, new_job, run_plain

PIECE = 1 << 22  # keys that are sorted at once, at most
Run = KeyFile | Words  # sorted keys, on disk or in memory


def sorted_unique(keys: Words, words: int) -> Words:
    """The same keys in order, each once; the array may be reused."""
    if words == 1:
        keys.sort()
    else:
        rows = keys.reshape(-1, 2)
        keys = np.ascontiguousarray(rows[np.lexsort((rows[:, 1], rows[:, 0]))]).reshape(-1)
    job = new_job(Job)
    job.last, job.words = len(keys) // words, words
    run_plain(drop_repeated, job, keys)
    return keys[: job.many * words]


def merged(runs: Sequence[Run], words: int, runner: Runner | None = None,
           piece: int = PIECE) -> Iterator[Words]:
    """Sorted runs as one, each key once, piece by piece of about so many keys."""
    samples = np.sort(np.concatenate([_sample(run, words) for run in runs]
                                     + [np.zeros(0, np.int64)]))
    borders = np.unique(samples[:: max(1, piece // BLOCK)])
    low: int | None = None
    tasks: list[tuple[int | None, int | None]] = []
    for high in [*(int(b) for b in borders[1:]), None]:
        tasks.append((low, high))
        low = high

    def one(task: tuple[int | None, int | None]) -> Words:
        parts = [between(run, words, *task) for run in runs]
        parts = [part for part in parts if len(part)]
        if len(parts) <= 1:
            return parts[0] if parts else np.zeros(0, np.int64)
        return sorted_unique(np.concatenate(parts), words)

    yield from map(one, tasks) if runner is None else runner.each(one, tasks)


def _sample(run: Run, words: int) -> Words:
    return run.first_keys if isinstance(run, KeyFile) else run[:: BLOCK * words]


def between(run: Run, words: int, low: int | None, high: int | None) -> Words:
    """The keys whose first words are from `low` to below `high`."""
    if isinstance(run, KeyFile):
        firsts = run.first_keys
        begin = 0 if low is None else max(0, int(np.searchsorted(firsts, low, "left")) - 1)
        end = run.blocks if high is None else int(np.searchsorted(firsts, high, "left"))
        run = run.keys(begin, end) if end > begin else np.zeros(0, np.int64)
    heads = run[::words]
    start = 0 if low is None else int(np.searchsorted(heads, low, "left"))
    stop = len(heads) if high is None else int(np.searchsorted(heads, high, "left"))
    return run[start * words : stop * words]


@dataclass(frozen=True)
class Part:
    """Some keys of a tier, with their values."""

    tier: int
    keys: Words
    codes: Words
    whole: bool = True


class Pool:
    """Parts of tiers, ready to be looked up."""

    def __init__(self, runner: Runner, parts: Iterable[Part]) -> None:
        self.words = runner.words
        given = list(parts)
        self.keys = _joined([p.keys for p in given])
        self.codes = _joined([p.codes for p in given])
        slots = new_job(Slots)
        tables = 0
        sizes = []
        start = 0
        for i, part in enumerate(given):
            slot = slots.slots[i]
            count = len(part.codes)
            heads = part.keys[:: self.words]
            base = int(heads[0]) if count else 0
            shift, entries = spread(base, int(heads[-1]) if count else 0, count)
            slot.tier, slot.start, slot.count, slot.base = part.tier, start, count, base
            slot.shift, slot.table, slot.part = shift, tables, int(not part.whole)
            sizes.append(entries)
            tables += sizes[-1] + 2
            start += count
        slots.used = len(given)
        self.table = np.zeros(tables + 1, np.int64)
        for i, entries in enumerate(sizes):
            job = new_job(Job)
            job.first, job.room, job.words = i, entries, self.words
            run_plain(make_table, job, slots, self.keys, self.table)
        self.slots = slots if runner.native else _plain(runner, slots)


def spread(lowest: int, highest: int, count: int) -> tuple[int, int]:
    """How a range of keys is cut into parts, about one for each: by how many bits a key is shifted
    to give its part, and how many parts there are."""
    if not count:
        return 0, 0
    span = highest - lowest
    shift = max(0, span.bit_length() - max(0, count.bit_length() - 1))
    return shift, (span >> shift) + 1


def _joined(arrays: list[Words]) -> Words:
    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate([*arrays, np.zeros(1, np.int64)])


def _plain(runner: Runner, slots: Slots) -> Slots:
    """The same for the interpreter."""
    made = Slots()
    made.used = slots.used
    for i in range(slots.used):
        for name in ("tier", "start", "count", "base", "shift", "table", "part"):
            setattr(made.slots[i], name, getattr(slots.slots[i], name))
    return made
