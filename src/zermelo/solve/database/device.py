"""Making a database on a device with very many lanes, such as a GPU.

As `forward` and `backward`, but a whole tier at a time, and what waits for later tiers stays on the
device. Nothing of it is on the disk, so when the work is cut off, whoever goes on expands again the
tiers whose children wait nowhere (`Forward.recover`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import LimitError
from zermelo.kernel.lanes import Lanes
from zermelo.search.codes import INFINITY
from zermelo.solve.database.backward import Backward
from zermelo.solve.database.files import KeyFile, KeyWriter, Turn, Values, at_once
from zermelo.solve.database.folder import Folder
from zermelo.solve.database.forward import Forward
from zermelo.solve.database.pools import Part
from zermelo.solve.database.running import Runner
from zermelo.solve.database.wide import STRETCH, Array, Wide, WidePool

Told = Callable[[str, int, int], None]
_WRITERS = 2  # bringing a file to the disk is mostly waiting
_AHEAD = 3  # files that may wait to be written


def with_lanes(lanes: Lanes, stretch: int = STRETCH
               ) -> tuple[Callable[..., Forward], Callable[..., Backward]]:
    """What lists all positions, and what values them, on a device."""
    made: list[Wide] = []

    def forward(folder: Folder, runner: Runner, memory: int, told: Told) -> Forward:
        made[:] = [Wide(runner.game, runner.packing, lanes, lanes.room(memory), stretch)]
        return WideForward(folder, runner, told, *made)

    def backward(folder: Folder, runner: Runner, memory: int, told: Told) -> Backward:
        return WideBackward(folder, runner, told, *made)

    return forward, backward


class Encoded(NamedTuple):
    """Some of a file, which comes from the device when it is written."""

    many: int
    stream: Callable[[], Any]
    directory: Callable[[], Any]  # or checksums


class Behind:
    """Files written while the device works on. They appear one after the other, and none after one
    that could not be written."""

    def __init__(self) -> None:
        self._pool, self._waiting = ThreadPoolExecutor(_WRITERS), deque[Future[None]]()

    def do(self, work: Callable[[Turn], None]) -> None:
        """Have this done; raises what went wrong with an earlier one. What it is given waits until
        all before it is done."""
        self.wait(_AHEAD - 1)
        turn = self._waiting[-1].result if self._waiting else at_once
        self._waiting.append(self._pool.submit(work, turn))

    def wait(self, most: int = 0) -> None:
        """Until no more than so many are left to be done."""
        while len(self._waiting) > most:
            self._waiting.popleft().result()

    def __enter__(self) -> Behind:
        return self

    def __exit__(self, kind: Any, error: Any, where: Any) -> None:
        self._pool.shutdown()
        if kind is None:
            self.wait()


class WideForward(Forward):
    """Lists every tier, on a device."""

    def __init__(self, folder: Folder, runner: Runner, told: Told, wide: Wide) -> None:
        super().__init__(folder, runner, wide.room, told)
        self._wide = wide
        self._waiting: dict[int, list[Array]] = {}
        self._kept = 0  # bytes of keys

    def run(self) -> None:
        """Every tier that is not done yet."""
        self._sweep_away()
        for tier, missing in self._lost():
            found = self._wide.expanded(self._wide.keys_of(self.folder.keys(tier)), tier)
            self._wait({later: arrays for later, arrays in found.keys.items() if later in missing})
        runs = self.folder.runs()
        with Behind() as self._behind:
            while tiers := runs.keys() | self._waiting.keys():
                tier = min(tiers)
                self._tier(tier, runs.pop(tier, []))

    def _wait(self, keys: dict[int, list[Array]]) -> None:
        for later, arrays in keys.items():
            self._waiting.setdefault(later, []).extend(arrays)

    def _tier(self, tier: int, paths: Any) -> None:
        wide = self._wide
        arrays = [*(wide.keys_of(KeyFile(path)) for path in paths), *self._waiting.pop(tier, [])]
        known = arrays[0] if len(arrays) == 1 else wide.unique(arrays)
        del arrays
        self._told("positions", tier, len(known) // self.words)
        self._look_at_room(known)
        whole = wide.expanded(known, tier)
        children = set(whole.keys)
        while more := whole.keys.pop(tier, None):
            known, fresh = wide.added(known, more[0])
            self._look_at_room(known)
            self._told("positions", tier, len(known) // self.words)
            if not len(fresh):
                break
            found = wide.expanded(fresh, tier)
            children |= set(found.keys)
            whole.add(found)
        self._wait(whole.keys)
        self._keep(tier, known)
        parts, blocks, used = [], 0, 0
        for first in range(0, len(known), wide.stretch * self.words):
            some = known[first : first + wide.stretch * self.words]
            stream, directory = wide.encoded_keys(some, blocks, used)
            parts.append(Encoded(len(some) // self.words,
                                 *wide.sent_home(known, stream, directory)))
            blocks, used = blocks + len(directory) // (self.words + 2), used + len(stream)
        about = {"tier": tier, "children": sorted(children), "moves": whole.moves,
                 "most_moves": whole.most, "over": whole.over}
        self._behind.do(partial(self._write, tier, parts, about, paths))

    def _write(self, tier: int, parts: list[Encoded], about: dict[str, Any],
               paths: list[Path], turn: Turn) -> None:
        """Write a tier's keys, and remove the runs that they were made of."""
        writer = KeyWriter(self.folder.keys_path(tier), self.words)
        try:
            for part in parts:
                writer.add_encoded(part.many, part.stream(), part.directory())
            writer.finish(about, turn)
        except BaseException:
            writer.give_up()
            raise
        for path in paths:
            path.unlink()

    def _keep(self, tier: int, known: Array) -> None:
        """For the way back; but large tiers need all the room that there is."""
        wide, self._kept = self._wide, self._kept + known.nbytes
        if known.nbytes > wide.room // 16:
            self._kept = wide.room
            wide.kept.clear()
        elif self._kept <= wide.room // 4:
            wide.kept[tier] = known

    def _look_at_room(self, keys: Array) -> None:
        if 3 * keys.nbytes > self.memory:
            raise LimitError(
                f"{self.runner.game.spec} has {len(keys) // self.words:,} positions and more in "
                f"one tier, which do not fit {self.memory / 2**20:,.0f} MB: leave out --device")


class WideBackward(Backward):
    """Values every tier, on a device."""

    def __init__(self, folder: Folder, runner: Runner, told: Told, wide: Wide) -> None:
        super().__init__(folder, runner, wide.room // 2, told)  # the other half: a tier's own
        self._wide = wide

    @property
    def pool_room(self) -> int:
        """Bytes; a tier's own keys and values are there as a whole, besides."""
        return self.memory // 5

    def run(self) -> None:
        """Every tier whose values are not there yet."""
        with Behind() as self._behind:
            super().run()

    def _keys(self, tier: int, file: KeyFile) -> Array:
        kept = self._wide.kept.pop(tier, None)
        return self._wide.keys_of(file) if kept is None else kept

    def _acyclic(self, tier: int, file: KeyFile) -> None:
        keys = self._keys(tier, file)
        codes = self.from_later(keys, tier, file.about["children"])
        if any((some == -INFINITY).any() for some in self._stretches(codes)):  # worth: nothing is
            raise self._lacking()
        self._keep(tier, keys, codes)
        self._write_codes(tier, codes)

    def _stretches(self, codes: Array) -> Iterator[Array]:
        step = self._wide.stretch
        return (codes[first : first + step] for first in range(0, len(codes), step))

    def _loopy(self, tier: int, file: KeyFile) -> None:
        keys = self._keys(tier, file)
        codes = self.from_later(keys, tier, file.about["children"])
        codes = self._wide.settled(tier, keys, self._wide.long(codes))
        self._keep(tier, keys, codes)
        self._write_codes(tier, codes)

    def _worthless(self, positions: Array) -> Array:
        return self._wide.xp.full(len(positions) // self._wide.words, -INFINITY,
                                  self._wide.xp.int32)

    def _evaluate(self, positions: Array, codes: Array, pool: Any, tier: int) -> None:
        self._wide.evaluated(positions, codes, pool)

    def _pool_of(self, parts: list[Part]) -> Any:
        return WidePool(self._wide, parts)

    def _read(self, tier: int, first: int = 0, last: int | None = None) -> tuple[Array, Array]:
        self._behind.wait()
        return (self._wide.keys_of(self.folder.keys(tier), first, last),
                self._wide.values_of(self.folder.values(tier), first, last))

    def _write_codes(self, tier: int, codes: Array) -> None:
        wide, values = self._wide, Values()
        for some in self._stretches(codes):
            if not values.add(wide.counts(some)):
                raise self._too_many()
        bits, slots = values.coded()
        sent, parts, blocks = wide.lanes.to_device(slots), [], 0
        for some in self._stretches(codes):
            stream, checks = wide.encoded_values(some, sent, bits, blocks)
            parts.append(Encoded(len(some), *wide.sent_home(codes, stream, checks)))
            blocks += len(checks)
        self._behind.do(partial(self._write_values, tier, values, parts))

    def _write_values(self, tier: int, values: Values, parts: list[Encoded],
                      turn: Turn) -> None:
        out = values.writer(self.folder.values_path(tier))
        try:
            for part in parts:
                out.add_encoded(part.many, part.stream(), part.directory())
            out.finish({"tier": tier}, turn)
        except BaseException:
            out.give_up()
            raise
