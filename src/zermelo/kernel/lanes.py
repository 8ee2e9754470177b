"""One kernel in very many lanes: each runs it from its start to its end, with memory of its own.

An array of two dimensions has a row for each lane, one of three a column for each, and one of a
single dimension is shared by all:

    lanes = Lanes()                       # on this processor; `cuda.CudaLanes` are a GPU's threads
    expand = lanes.kernel(game, expand, (Job, Ints, Ints), extra, hooks)
    jobs = lanes.jobs(Job, 1000)
    jobs["first"] = …
    expand(jobs, parents, children)       # 1000 calls, `children` has a row for each

A kernel is the one that the processor runs: these lanes, one after the other, are what a GPU's must
agree with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from zermelo.compiler.faults import Fault
from zermelo.compiler.records import STATE, Record, layout_of
from zermelo.game import Game
from zermelo.kernel.kernel import codec_of, trouble
from zermelo.kernel.memory import STATE_WORDS, Header
from zermelo.kernel.threads import stack_room

CODE = 0  # of a header's words: 0, or the number of a fault


class Jobs:
    """The first record of each lane, a column for each of its fields.

    What is read is a copy: numbers side by side are looked through far sooner.
    """

    def __init__(self, xp: ModuleType, record: type[Header], count: int, room: int) -> None:
        layout, self._xp = layout_of(record), xp
        self._fields = layout.fields
        self.rows = xp.empty((count, layout.words), xp.int64)
        self.rows[:, :STATE] = 0
        self.rows[:, STATE + STATE_WORDS :] = 0  # most kernels never look at the state between
        self["stack_room"] = room

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, field: str) -> Any:
        return self._xp.ascontiguousarray(self.rows[:, self._fields[field][0]])

    def rows_of(self, field: str, lanes: Any) -> Any:
        """An array of some lanes, a row for each."""
        place, items = self._fields[field]
        return self.rows[lanes, place : place + items.words]

    def __setitem__(self, field: str, numbers: Any) -> None:
        self.rows[:, self._fields[field][0]] = numbers

    def put(self, field: str, lanes: Any, numbers: Sequence[int]) -> None:
        """Set a field of some lanes, a number for each."""
        self.rows[lanes, self._fields[field][0]] = self._xp.asarray(numbers, self._xp.int64)

    def begin_at(self, words: Sequence[int]) -> None:
        """Have all begin with the state of these words."""
        for i, word in enumerate(words):
            self.rows[:, STATE + i] = word

    def begin_each_at(self, states: Any) -> None:
        """Have the first ones begin with a state each: a row of its words."""
        self.rows[:len(states), STATE : STATE + states.shape[1]] = states


class Lanes:
    """Where many lanes run: here on this processor, one after the other."""

    name = "this processor"
    many = False  # whether they run at the same time

    @property
    def xp(self) -> ModuleType:
        """The module whose arrays they work on."""
        import numpy

        return numpy

    def jobs(self, record: type[Header], count: int) -> Jobs:
        """So many records, all 0 but for the state."""
        return Jobs(self.xp, record, count, self._stack_room())

    def kernel(self, game: Game | None, run: Callable[..., None], records: Sequence[type[Record]],
               extra: dict[str, Any] | None = None, hooks: Sequence[str] = ()) -> LaneKernel:
        """A function over rules and records; CannotCompile if it does not compile."""
        from zermelo.kernel.compiling import faults_now, loaded

        assert isinstance(run, FunctionType)
        extra = dict(extra or {})
        entry, _, _ = loaded(game, run, tuple(records), extra, tuple(hooks))

        def launch(count: int, places: Sequence[tuple[int, int]]) -> None:
            for lane in range(count):
                at = [base + lane * stride for base, stride in places]
                entry(at[0], *at)

        return LaneKernel(self, game, launch,
                          partial(faults_now, entry.faults, game, run, extra, hooks))

    def place(self, numbers: Any) -> tuple[int, int]:
        """Where an array lies, and how far the lanes' parts of it are apart; 0 if it is shared."""
        stride = numbers.strides[numbers.ndim - 2] if numbers.ndim > 1 else 0
        return self._address(numbers), stride

    def to_host(self, numbers: Any) -> Any:
        """An array of numpy's."""
        return numbers

    def later(self, numbers: Any) -> Callable[[], Any]:
        """What gives it as an array of numpy's, in whatever thread, while other work goes on."""
        return lambda: numbers

    def to_device(self, numbers: Any) -> Any:
        """An array of `xp`'s, from one of numpy's."""
        return numbers

    def room(self, asked: int) -> int:
        """About the most memory to use, in bytes, where so much was asked for."""
        return asked

    def deepen(self, stack: int) -> None:
        """Let each lane have so many bytes for calls, where there are few."""

    def _address(self, numbers: Any) -> int:
        address: int = numbers.ctypes.data
        return address

    def _stack_room(self) -> int:
        return stack_room()


class LaneKernel:
    """A kernel, ready to be run in lanes."""

    def __init__(self, lanes: Lanes, game: Game | None,
                 launch: Callable[[int, Sequence[tuple[int, int]]], None],
                 faults: Callable[[], Sequence[Fault]]) -> None:
        self._lanes, self._game, self._launch, self._faults = lanes, game, launch, faults

    def __call__(self, jobs: Jobs, *arrays: Any) -> None:
        """Run it, a lane for each job; RulesError if the rules fail in one."""
        given = (jobs.rows, *arrays)
        assert all(a.flags.c_contiguous and a.dtype == self._lanes.xp.int64 for a in given)
        self._launch(len(jobs), [self._lanes.place(a) for a in given])
        codes = jobs["code"]
        if codes.any():
            lane = int((codes != 0).argmax())
            assert self._game is not None
            words = self._lanes.to_host(jobs.rows[lane]).tolist()
            codec = codec_of(self._game)
            raise trouble(self._game, self._faults()[abs(words[CODE]) - 1],
                          codec.state(words[STATE : STATE + codec.length]))
