"""Kernels over numpy arrays, in several threads, interpreted where rules do not compile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from zermelo.compiler.records import Record
from zermelo.game import Game
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import shared
from zermelo.solve.database.coding import Ints
from zermelo.solve.database.kernels import Job, Slots, arrange, evaluate, expand, link
from zermelo.solve.database.packing import Packing, functions_of

Words = npt.NDArray[np.int64]
T = TypeVar("T")

# The kernels that need rules, and the records that each works on.
RECORDS: dict[Callable[..., None], tuple[type[Record], ...]] = {
    expand: (Job, Ints, Ints, Ints),
    evaluate: (Job, Ints, Ints, Slots, Ints, Ints, Ints),
    arrange: (Job, Ints, Ints),
    link: (Job, Ints, Ints, Ints, Slots, Ints, Ints),
}
HOOKS = ("to_move", "moves", "play", "outcome", "key", "canonical", "unkey", "tier",
         "arrangement")


@cache
def plain_kernel(run: Callable[..., None], records: tuple[type[Record], ...]) -> Kernel:
    """A kernel that needs no game, which always compiles."""
    return Kernel(None, run, records, native=True)


def run_plain(run: Callable[..., None], job: Any, *arrays: Any) -> None:
    """Carry out a kernel without rules on these arrays, or on records."""
    records = tuple(a if isinstance(a, type) else Ints for a in _kinds(arrays))
    kernel = plain_kernel(run, (type_of(job), *records))
    kernel.run(None, job, *(shared(Ints, a) if isinstance(a, np.ndarray) else a for a in arrays))


def _kinds(arrays: Sequence[Any]) -> Iterator[Any]:
    for a in arrays:
        yield Ints if isinstance(a, np.ndarray) else type_of(a)


def type_of(record: Any) -> type[Record]:
    """The class of a record, wherever its words lie."""
    layout = getattr(record, "_layout", None)
    return type(record) if layout is None else layout.record


def new_job(record: type[T]) -> T:
    """Orders for a kernel that needs no game."""
    from zermelo.kernel.memory import native

    return native(record)  # type: ignore[type-var]


class Runner:
    """The kernels of one game and packing, for several threads."""

    def __init__(self, game: Game, packing: Packing, *, native: bool | None = None,
                 threads: int = 1) -> None:
        self.game, self.packing = game, packing
        self.functions = {name: partial(f, game) if callable(f) else f
                          for name, f in functions_of(game, packing).items()}
        extra = functions_of(game, packing)

        def made(run: Callable[..., None]) -> Kernel:
            return Kernel(game, run, RECORDS[run], extra, hooks=HOOKS, native=native)

        self._kernels = {expand: made(expand)}
        self._made = made
        self.native = self._kernels[expand].native
        self.threads = threads if self.native else 1
        self._pool = ThreadPoolExecutor(self.threads)
        self._jobs: dict[int, Any] = {}
        self._lock = threading.Lock()
        self._start = game.initial()

    @property
    def words(self) -> int:
        """How many words of 64 bits a packed position takes."""
        return self.packing.words

    def prepare(self) -> None:
        """Compile everything now."""
        for run in RECORDS:
            self._kernel(run)

    def _kernel(self, run: Any) -> Kernel:
        with self._lock:
            if run not in self._kernels:
                self._kernels[run] = self._made(run)
            return self._kernels[run]

    def new(self, record: type[T]) -> T:
        """Memory for a kernel of this runner."""
        return self._kernels[expand].new(record)  # type: ignore[type-var]

    def run(self, run: Any, job: Any, *arrays: Any, written: Sequence[int] = ()) -> None:
        """Carry out a kernel on these arrays; those whose places are `written` may change."""
        kernel = self._kernel(run)
        records = []
        for a in arrays:
            if isinstance(a, np.ndarray):
                records.append(shared(Ints, a) if kernel.native else _listed(a))
            else:
                records.append(a)
        with self.watching(job):
            kernel.run(self._start, job, *records)
        if not kernel.native:
            for place in written:
                arrays[place][:] = records[place].at

    @contextmanager
    def watching(self, job: Any) -> Iterator[None]:
        """Ctrl-C stops this job, too."""
        with self._lock:
            self._jobs[id(job)] = job
        try:
            yield
        finally:
            with self._lock:
                del self._jobs[id(job)]

    def each(self, work: Callable[[T], Any], tasks: Iterable[T]) -> Iterator[Any]:
        """What comes of each task, in order; some are done at the same time."""
        waiting: list[Future[Any]] = []
        with self.stopped_at_ctrl_c(waiting):
            for task in tasks:
                waiting.append(self._pool.submit(work, task))
                while len(waiting) > self.threads:
                    yield _done(waiting)
            while waiting:
                yield _done(waiting)

    @contextmanager
    def stopped_at_ctrl_c(self, waiting: list[Future[Any]]) -> Iterator[None]:
        """Whatever ends this ends what is under way, too."""
        try:
            yield
        except BaseException:
            with self._lock:
                for job in self._jobs.values():
                    job.stop = 1
            for future in waiting:
                future.cancel()
            wait(waiting)
            raise

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown()


def _done(waiting: list[Future[Any]]) -> Any:
    first = waiting[0]
    while not first.done():
        wait([first], 0.2, FIRST_COMPLETED)  # now and then, so that Ctrl-C is noticed
    return waiting.pop(0).result()


def _listed(numbers: Words) -> Ints:
    made = Ints()
    made.at = numbers.tolist()
    return made
