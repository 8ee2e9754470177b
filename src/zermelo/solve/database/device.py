"""Making a database on a device with very many lanes, such as a GPU.

As `forward` and `backward`, but a whole tier at a time, and what waits for later tiers stays on the
device. Nothing of it is on the disk, so when the work is cut off, whoever goes on expands again the
tiers whose children wait nowhere (`Forward.recover`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import LimitError
from zermelo.kernel.lanes import Lanes
from zermelo.search.codes import INFINITY
from zermelo.solve.database.backward import Backward
from zermelo.solve.database.coding import BLOCK
from zermelo.solve.database.files import KeyFile, KeyWriter, Values
from zermelo.solve.database.folder import Folder
from zermelo.solve.database.forward import Expanded, Forward
from zermelo.solve.database.pools import Part, Run
from zermelo.solve.database.running import Runner
from zermelo.solve.database.wide import STRETCH, Array, Wide, WidePool


def with_lanes(lanes: Lanes, stretch: int = STRETCH
               ) -> tuple[Callable[..., Forward], Callable[..., Backward]]:
    """What lists all positions, and what values them, on a device."""
    made: dict[int, Wide] = {}

    def wide(runner: Runner) -> Wide:
        if id(runner) not in made:
            made.clear()
            made[id(runner)] = Wide(runner.game, runner.packing, lanes, stretch)
        return made[id(runner)]

    return (lambda folder, runner, memory, told: WideForward(
                folder, runner, lanes.room(memory), told, wide(runner)),
            lambda folder, runner, memory, told: WideBackward(
                folder, runner, lanes.room(memory), told, wide(runner)))


class WideForward(Forward):
    """Lists every tier, on a device."""

    def __init__(self, folder: Folder, runner: Runner, memory: int,
                 told: Callable[[str, int, int], None], wide: Wide) -> None:
        super().__init__(folder, runner, memory, told)
        self._wide = wide
        self._waiting: dict[int, list[Array]] = {}

    def run(self) -> None:
        """Every tier that is not done yet."""
        self._sweep_away()
        for tier, missing in self._lost():
            found = self._wide.expanded(self._wide.keys_of(self.folder.keys(tier)), tier)
            self._wait({later: arrays for later, arrays in found.keys.items() if later in missing})
        while runs := self.folder.runs() | {tier: [] for tier in self._waiting
                                            if tier not in self.folder.runs()}:
            tier = min(runs)
            self._tier(tier, [KeyFile(path) for path in runs[tier]])
            for path in runs[tier]:
                path.unlink()

    def _wait(self, keys: dict[int, list[Array]]) -> None:
        for later, arrays in keys.items():
            self._waiting.setdefault(later, []).extend(arrays)

    def _tier(self, tier: int, runs: list[Run]) -> None:
        wide = self._wide
        arrays = [*(wide.keys_of(run) for run in runs if isinstance(run, KeyFile)),
                  *self._waiting.pop(tier, [])]
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
        self._write(tier, known, whole, children)
        self._wait(whole.keys)

    def _write(self, tier: int, keys: Array, whole: Expanded, children: set[int]) -> None:
        writer = KeyWriter(self.folder.keys_path(tier), self.words)
        step = self._wide.stretch // BLOCK * BLOCK or BLOCK
        try:
            for first in range(0, len(keys), step * self.words):
                some = keys[first : first + step * self.words]
                writer.add_encoded(len(some) // self.words,
                                   *self._wide.encoded_keys(some, *writer.end))
            writer.finish({"tier": tier, "children": sorted(children), "moves": whole.moves,
                           "most_moves": whole.most, "over": whole.over})
        except BaseException:
            writer.give_up()
            raise

    def _look_at_room(self, keys: Array) -> None:
        if 3 * keys.nbytes > self.memory:
            raise LimitError(
                f"{self.runner.game.spec} has {len(keys) // self.words:,} positions and more in "
                f"one tier, which do not fit {self.memory / 2**20:,.0f} MB: leave out --device")


class WideBackward(Backward):
    """Values every tier, on a device."""

    def __init__(self, folder: Folder, runner: Runner, memory: int,
                 told: Callable[[str, int, int], None], wide: Wide) -> None:
        super().__init__(folder, runner, memory, told)
        self._wide = wide

    def _acyclic(self, tier: int, file: KeyFile) -> None:
        keys = self._wide.keys_of(file)
        codes = self.from_later(keys, tier, file.about["children"])
        if (codes == -INFINITY).any():  # which no position is worth
            raise self._lacking()
        self._keep(tier, keys, codes)
        self._write_codes(tier, codes)

    def _loopy(self, tier: int, file: KeyFile) -> None:
        keys = self._wide.keys_of(file)
        codes = self.from_later(keys, tier, file.about["children"])
        codes = self._wide.settled(tier, keys, codes)
        self._keep(tier, keys, codes)
        self._write_codes(tier, codes)

    def _worthless(self, count: int) -> Array:
        return self._wide.xp.full(count, -INFINITY, self._wide.xp.int64)

    def _evaluate(self, keys: Array, codes: Array, pool: Any, tier: int) -> None:
        self._wide.evaluated(keys, codes, pool)

    def _pool_of(self, parts: list[Part]) -> Any:
        return WidePool(self._wide, parts)

    def _read(self, tier: int, first: int = 0, last: int | None = None) -> tuple[Array, Array]:
        return (self._wide.keys_of(self.folder.keys(tier), first, last),
                self._wide.values_of(self.folder.values(tier), first, last))

    def _write_codes(self, tier: int, codes: Array) -> None:
        values = Values()
        if not values.add(self._wide.counts(codes)):
            raise self._too_many()
        out = values.writer(self.folder.values_path(tier))
        slots = self._wide.lanes.to_device(out.slots)
        step = self._wide.stretch // BLOCK * BLOCK or BLOCK
        try:
            for first in range(0, len(codes), step):
                some = codes[first : first + step]
                out.add_encoded(len(some), *self._wide.encoded_values(
                    some, slots, out.bits, out.blocks))
            out.finish({"tier": tier})
        except BaseException:
            out.give_up()
            raise
