"""Forward: all positions, tier by tier, each written down when all of it is known.

What can come of a tier lies in later ones, or in itself. Positions of later tiers wait as sorted
runs in `work/`, which are merged when their tier's turn comes; those of the same tier are followed
until nothing new comes. A tier's keys are written after the runs that come of it, and the runs that
it was made of are removed after that: whenever the work is cut off, the next tier to do is the
lowest that has runs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zermelo.errors import LimitError, RulesError
from zermelo.solve.database.coding import BLOCK
from zermelo.solve.database.files import KeyFile, KeyWriter
from zermelo.solve.database.folder import Folder
from zermelo.solve.database.kernels import (
    FALLS,
    FULL,
    MISFIT,
    STOPPED,
    Job,
    arrange,
    expand,
    merge,
)
from zermelo.solve.database.pools import PIECE, Run, merged, sorted_unique
from zermelo.solve.database.running import Runner, Words, new_job, run_plain

CHUNK = 1 << 18  # positions that one thread expands at once
_ROOM = 1 << 21  # children of such a chunk, to begin with
_WIDE = 16  # tiers: to sort them takes no longer than to look for each


class Misfit(Exception):  # noqa: N818 - a signal, never seen outside
    """Some position does not fit the packing: here are those that come of one position."""

    def __init__(self, state: Any) -> None:
        super().__init__()
        self.state = state


class Fallen(Exception):  # noqa: N818 - likewise
    """A tier falls after this state."""

    def __init__(self, state: Any) -> None:
        super().__init__()
        self.state = state


@dataclass
class Expanded:
    """What comes of some positions: sorted keys by tier, and a few figures."""

    keys: dict[int, list[Words]] = field(default_factory=dict)
    moves: int = 0
    most: int = 0
    over: int = 0

    def add(self, other: Expanded) -> None:
        """Take what was found elsewhere into these figures and keys."""
        for tier, arrays in other.keys.items():
            self.keys.setdefault(tier, []).extend(arrays)
        self.moves += other.moves
        self.most = max(self.most, other.most)
        self.over += other.over

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        return sum(a.nbytes for arrays in self.keys.values() for a in arrays)


class Forward:
    """Lists every tier, from the lowest on."""

    def __init__(self, folder: Folder, runner: Runner, memory: int,
                 told: Callable[[str, int, int], None]) -> None:
        self.folder, self.runner, self.memory, self._told = folder, runner, memory, told
        self.words = runner.words
        self._own = threading.local()

    def begin(self, starts: Sequence[Any]) -> None:
        """The positions to begin with; none of them if they are written down already."""
        rules = self.runner.functions
        by_tier: dict[int, list[tuple[int, int]]] = {}
        for s in starts:
            s = rules["image"](s)
            if not rules["fits"](s):
                raise Misfit(s)
            by_tier.setdefault(rules["tier_of"](s), []).append(
                (rules["pack_high"](s), rules["pack_low"](s)))
        for tier, pairs in by_tier.items():
            keys = np.array(pairs, np.int64)[:, : self.words].reshape(-1).copy()
            self._write_run(tier, "start", [sorted_unique(keys, self.words)])

    def begin_with_arrangements(self) -> None:
        """All that the game arranges."""
        total, whole = self.runner.game.arrangements(), Expanded()

        def chunk(first: int) -> Expanded:
            job = self.runner.new(Job)
            job.first, job.last = first, min(first + 4 * CHUNK, total)
            room = job.last - first
            out, tiers = np.zeros(room * self.words, np.int64), np.zeros(room, np.int64)
            self.runner.run(arrange, job, out, tiers, written=(0, 1))
            if job.status == STOPPED:
                raise KeyboardInterrupt
            if job.status == MISFIT:
                raise Misfit(self.runner.game.arrangement(job.at))
            return Expanded({t: [sorted_unique(k, self.words)]
                             for t, k in _split(out, tiers, job, self.words)})

        for number, found in enumerate(self.runner.each(chunk, range(0, total, 4 * CHUNK))):
            whole.add(found)
            if whole.bytes > self.memory // 4:
                for tier, arrays in whole.keys.items():
                    self._write_run(tier, f"start-{number}", self._merged(arrays))
                whole = Expanded()
        for tier, arrays in whole.keys.items():
            self._write_run(tier, "start", self._merged(arrays))

    def run(self) -> None:
        """Every tier that is not done yet."""
        self._sweep_away()
        for tier, missing in self._lost():
            self._again(tier, missing)
        while runs := self.folder.runs():
            tier = min(runs)
            self._tier(tier, [KeyFile(path) for path in runs[tier]])
            for path in runs[tier]:
                path.unlink()

    def _lost(self) -> Iterator[tuple[int, set[int]]]:
        """Tiers that are done, with those of their children that wait nowhere: whoever held them
        did so elsewhere, and was cut off."""
        done = self.folder.done()
        for tier in done:
            missing = {later for later in self.folder.keys(tier).about["children"]
                       if later not in done
                       and not (self.folder.work / f"{later}.{tier}.keys").exists()}
            if missing:
                yield tier, missing

    def _again(self, tier: int, missing: set[int]) -> None:
        """Write down once more what comes of a tier."""
        whole, spilled = Expanded(), 0
        for piece in self._merged([self.folder.keys(tier)]):
            for found in self._expanded(piece, tier):
                found.keys = {later: k for later, k in found.keys.items() if later in missing}
                whole.add(found)
                if whole.bytes > self.memory // 4:
                    spilled = self._slimmed(whole, tier, spilled)
        self._write_runs(tier, whole)

    def _write_runs(self, tier: int, whole: Expanded) -> None:
        for later in sorted(whole.keys):
            self._write_run(later, str(tier), self._merged(whole.keys[later]))

    def _sweep_away(self) -> None:
        """Runs of tiers that are done, and what was cut off."""
        done = set(self.folder.done())
        for tier, paths in self.folder.runs().items():
            if tier in done:
                for path in paths:
                    path.unlink()
        for place in (self.folder.tiers, self.folder.work):
            for path in place.glob("*.part"):
                path.unlink()

    def _tier(self, tier: int, runs: list[Run]) -> None:
        total = sum(run.count for run in runs if isinstance(run, KeyFile))
        self._told("positions", tier, total)
        writer = KeyWriter(self.folder.keys_path(tier), self.words)
        whole, spilled = Expanded(), 0
        children: set[int] = set()
        try:
            for piece in self._merged(runs):
                writer.add(piece)
                for found in self._expanded(piece, tier):
                    whole.add(found)
                    children |= set(found.keys)
                    if whole.bytes > self.memory // 4:
                        spilled = self._slimmed(whole, tier, spilled)
            if tier in whole.keys:
                writer.give_up()
                writer = self._closed(tier, runs, whole, children)
            self._write_runs(tier, whole)
            writer.finish({"tier": tier, "children": sorted(children), "moves": whole.moves,
                           "most_moves": whole.most, "over": whole.over})
        except BaseException:
            writer.give_up()
            raise

    def _closed(self, tier: int, runs: list[Run], whole: Expanded,
                children: set[int]) -> KeyWriter:
        """Follow what stays in the tier until nothing new comes, and write all of it."""
        known = np.concatenate([*self._merged(runs), np.zeros(0, np.int64)])
        more = self._joined(whole.keys.pop(tier))
        while len(more):
            if 4 * (known.nbytes + more.nbytes) > self.memory:
                raise LimitError(
                    f"{self.runner.game.spec} has {len(known) // self.words:,} positions and more "
                    f"that lead to each other, which do not fit "
                    f"{self.memory / 2**20:,.0f} MB: allow more")
            known, more = _added(known, more, self.words)
            self._told("positions", tier, len(known) // self.words)
            found = Expanded()
            for part in self._expanded(more, tier):
                found.add(part)
            children |= set(found.keys)
            more = self._joined(found.keys.pop(tier, []))
            whole.add(found)
        writer = KeyWriter(self.folder.keys_path(tier), self.words)
        writer.add(known)
        return writer

    def _merged(self, runs: Sequence[Run]) -> Iterator[Words]:
        some = max(BLOCK, self.memory // 256 // self.words)
        return merged(runs, self.words, self.runner, min(PIECE, some))

    def _joined(self, arrays: list[Words]) -> Words:
        whole, at = np.empty(sum(map(len, arrays)), np.int64), 0
        for piece in self._merged(arrays):
            whole[at : at + len(piece)] = piece
            at += len(piece)
        whole.resize(at, refcheck=False)  # gives back what was never written to
        return whole

    def _slimmed(self, whole: Expanded, tier: int, spilled: int) -> int:
        """Merge what is in memory; what is still too much goes to the disk."""
        for later, arrays in whole.keys.items():
            whole.keys[later] = [self._joined(arrays)]
        if whole.bytes > self.memory // 8:
            for later in [later for later in whole.keys if later != tier]:
                self._write_run(later, f"{tier}-{spilled}", whole.keys.pop(later))
            spilled += 1
        return spilled

    def _write_run(self, tier: int, source: str, parts: Any) -> None:
        writer = KeyWriter(self.folder.work / f"{tier}.{source}.keys", self.words)
        try:
            for part in parts:
                writer.add(part)
            writer.finish({"tier": tier})
        except BaseException:
            writer.give_up()
            raise

    def _expanded(self, keys: Words, tier: int) -> Iterator[Expanded]:
        count = len(keys) // self.words
        starts = range(0, count, CHUNK)
        yield from self.runner.each(
            lambda first: self._chunk(keys, tier, first, min(first + CHUNK, count)), starts)

    def _chunk(self, keys: Words, tier: int, first: int, last: int) -> Expanded:
        """All children of some positions, sorted, each once."""
        room, found = min(_ROOM, 64 + 16 * (last - first)), Expanded()
        if not self.runner.native:
            keys, first, last = keys[first * self.words : last * self.words], 0, last - first
        while first < last:
            job = self.runner.new(Job)
            job.first, job.last, job.tier, job.room = first, last, tier, room
            job.usual = tier - 1  # none: no move lowers it
            out, tiers = self._scratch(room)
            self.runner.run(expand, job, keys, out, tiers, written=(1, 2))
            if job.status in (MISFIT, FALLS):
                raise (Misfit if job.status == MISFIT else Fallen)(
                    state_of_key(self.runner, keys, job.at))
            if job.status == STOPPED:
                raise KeyboardInterrupt
            if job.status == FULL and job.at == first:
                room *= 4
                if room > 1 << 26:
                    raise RulesError(f"{self.runner.game.spec} has more moves than can be listed")
                continue
            first = job.at
            parts = _split(out[: job.many * self.words], tiers[: job.many], job, self.words)
            found.add(Expanded({t: [sorted_unique(k, self.words).copy()] for t, k in parts},
                               job.moves, job.most, job.over))
        return found

    def _scratch(self, room: int) -> tuple[Words, Words]:
        """This thread's own room for so many children and their tiers, used again and again."""
        held: tuple[Words, Words] | None = getattr(self._own, "held", None)
        if held is None or len(held[1]) != room:
            held = np.zeros(room * self.words, np.int64), np.zeros(room, np.int64)
            self._own.held = held
        return held


def _split(keys: Words, tiers: Words, job: Job, words: int) -> Iterator[tuple[int, Words]]:
    """Keys by their tiers."""
    if not len(tiers):
        return
    if job.low == job.high:
        yield job.low, keys
        return
    wide = job.high - job.low >= _WIDE
    for tier in (np.unique(tiers).tolist() if wide else range(job.low, job.high + 1)):
        some = np.ascontiguousarray(keys.reshape(-1, words)[tiers == tier]).reshape(-1)
        if len(some):
            yield tier, some


def _added(known: Words, more: Words, words: int) -> tuple[Words, Words]:
    """Both together, and what was not known of the second."""
    job = new_job(Job)
    job.last, job.room, job.words = len(known) // words, len(more) // words, words
    both, fresh = np.zeros(len(known) + len(more), np.int64), np.zeros(len(more), np.int64)
    run_plain(merge, job, known, more, both, fresh)
    return both[: job.many * words], fresh[: job.moves * words]


def state_of_key(runner: Runner, keys: Words, i: int) -> Any:
    """The state whose key is there."""
    row = keys[i * runner.words : (i + 1) * runner.words].tolist()
    return runner.functions["unpack"](*row, *[0] * (2 - len(row)))
