"""Kernels on an NVIDIA GPU: the same functions, one thread for each of very many states.

The driver is all it takes (`libcuda`): rules and kernel are compiled to PTX here, and the driver
makes machine code of that. Each thread has memory of its own, laid out as on the processor:

    kernel = CudaKernel(game, run, (Memory,))
    found = kernel.run(states, "leaves")      # a number for each state

>>> from zermelo.errors import ParameterError
>>> try:
...     gpu()
... except ParameterError as reason:
...     print(str(reason)[:22])                                           # doctest: +SKIP
there is no NVIDIA GPU
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Any

from zermelo.compiler.faults import Fault
from zermelo.compiler.records import STATE, Record, layout_of
from zermelo.compiler.targets import Gpu
from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.kernel.compiling import faults_now, made_for, marked
from zermelo.kernel.kernel import codec_of, trouble
from zermelo.kernel.lanes import LaneKernel, Lanes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_MAJOR, _MINOR = 75, 76  # of a device's attributes: what it can do
_STACK = 0  # of a context's limits
_STACK_BYTES = 16 << 10  # a thread
_THREADS = 128  # a block
_ON_DEVICE = 2


class _Copy(ctypes.Structure):
    """What `cuMemcpy2D` wants to know: rows of bytes here, at some distance from each other."""

    _fields_ = [(f"{side}_{what}", kind) for side in ("from", "to") for what, kind in (
        ("x", ctypes.c_size_t), ("y", ctypes.c_size_t), ("kind", ctypes.c_uint),
        ("host", ctypes.c_void_p), ("device", ctypes.c_uint64), ("array", ctypes.c_void_p),
        ("pitch", ctypes.c_size_t))] + [("width", ctypes.c_size_t), ("height", ctypes.c_size_t)]


class Device:
    """The first GPU, and what the driver does for it."""

    def __init__(self) -> None:
        try:
            self._driver = ctypes.CDLL("libcuda.so.1")
        except OSError:
            raise ParameterError("there is no NVIDIA GPU here, or no driver for it (libcuda.so.1 "
                                 "was not found): leave out --device cuda") from None
        self.do("cuInit", 0)
        count, device, self._context = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
        self.do("cuDeviceGetCount", ctypes.byref(count))
        if not count.value:
            raise ParameterError("the driver finds no NVIDIA GPU here: leave out --device cuda")
        self.do("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(100)
        self.do("cuDeviceGetName", name, 100, device)
        self.name = name.value.decode()
        self.target = Gpu(f"sm_{self._about(device, _MAJOR)}{self._about(device, _MINOR)}")
        self.do("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        self.enter()
        self.deepen(_STACK_BYTES)

    def deepen(self, stack: int) -> None:
        """Let each thread have so many bytes for calls."""
        self.enter()
        self.do("cuCtxSetLimit", _STACK, ctypes.c_size_t(stack))

    def _about(self, device: ctypes.c_int, what: int) -> int:
        found = ctypes.c_int()
        self.do("cuDeviceGetAttribute", ctypes.byref(found), what, device)
        return found.value

    def enter(self) -> None:
        """Have this thread speak to the device: each must say so."""
        self.do("cuCtxSetCurrent", self._context)

    def do(self, function: str, *arguments: Any) -> None:
        """Call the driver; RuntimeError if it refuses."""
        code = getattr(self._driver, function)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self._driver.cuGetErrorString(code, ctypes.byref(text))
            raise RuntimeError(f"the GPU's driver refuses {function}: "
                               f"{(text.value or b'unknown').decode()} ({code})")


@cache
def gpu() -> Device:
    """The GPU of this machine; ParameterError if there is none."""
    return Device()


class CudaLanes(Lanes):
    """A GPU's threads, on arrays of CuPy's."""

    many = True

    def __init__(self) -> None:
        self._stack = _STACK_BYTES
        with ThreadPoolExecutor(1) as beside:  # both take their time
            library = beside.submit(import_module, "cupy")
            self._device = gpu()
        self.name = self._device.name
        try:
            cupy = library.result()
        except ImportError:
            raise ParameterError("arrays on a GPU need CuPy, which is not installed here: "
                                 "pip install 'zermelo[gpu]', or leave out --device cuda") from None
        self._cupy = cupy
        self._beside = cupy.cuda.Stream(non_blocking=True)  # of all other work

    @property
    def xp(self) -> Any:
        """CuPy."""
        return self._cupy

    def kernel(self, game: Game | None, run: Callable[..., None], records: Sequence[type[Record]],
               extra: dict[str, Any] | None = None, hooks: Sequence[str] = ()) -> LaneKernel:
        """A function over rules and records; CannotCompile if it does not compile."""
        made = CudaKernel(game, run, records, extra, hooks)
        return LaneKernel(self, game, made.launch, made.faults)

    def to_host(self, numbers: Any) -> Any:
        """An array of numpy's."""
        return numbers.get()

    def later(self, numbers: Any) -> Callable[[], Any]:
        """What gives it as an array of numpy's, in whatever thread, while other work goes on."""
        import numpy as np

        cuda, made = self._cupy.cuda, self._cupy.cuda.Event(disable_timing=True)
        made.record()

        def fetched() -> Any:
            # From pages that stay where they are the device copies by itself.
            room = cuda.alloc_pinned_memory(max(1, numbers.nbytes))
            out = np.frombuffer(room, numbers.dtype, numbers.size).reshape(numbers.shape)
            self._beside.wait_event(made)
            return numbers.get(self._beside, out=out)

        return fetched

    def to_device(self, numbers: Any) -> Any:
        """An array of CuPy's."""
        return self._cupy.asarray(numbers)

    def room(self, asked: int) -> int:
        """About the most of its memory to use, in bytes: the GPU's own, whatever was asked for."""
        return int(self._cupy.cuda.runtime.memGetInfo()[1])

    def _address(self, numbers: Any) -> int:
        return int(numbers.data.ptr)

    def deepen(self, stack: int) -> None:
        """Let each lane have so many bytes for calls, if it has fewer."""
        self._stack = max(self._stack, stack)
        self._device.deepen(self._stack)

    def _stack_room(self) -> int:
        return self._stack - _STACK_BYTES // 2


class CudaKernel:
    """A function over rules and records, for very many threads at once.

    `run(rules, memory, …, state)` is what a `Kernel` would run; `extra` are constants and
    functions among the rules. CannotCompile if it does not compile.
    """

    def __init__(self, game: Game | None, run: Callable[..., None],
                 records: Sequence[type[Record]], extra: dict[str, Any] | None = None,
                 hooks: Sequence[str] = ()) -> None:
        assert isinstance(run, FunctionType)
        self._game, self._device = game, gpu()
        self._layout = layout_of(records[0])
        records, extra, target = tuple(records), dict(extra or {}), self._device.target
        mark = marked(game, run, records, extra, hooks, target)
        made, _ = made_for(game, run, records, extra, mark, target)
        self.faults: Callable[[], Sequence[Fault]] = partial(
            faults_now, made.faults, game, run, extra, hooks)
        module, self._entries = ctypes.c_void_p(), ctypes.c_void_p()
        self._device.enter()
        self._device.do("cuModuleLoadData", ctypes.byref(module), made.code + b"\0")
        self._device.do("cuModuleGetFunction", ctypes.byref(self._entries), module, b"entries")

    def run(self, words: npt.NDArray[np.int64], field: str,
            **given: int | npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Run it from states, a row of words each; the field's number for each of them.

        `given` are for other fields: a number for all, or a row for each.
        """
        import numpy as np

        assert self._game is not None
        codec = codec_of(self._game)
        count, width = words.shape
        assert width == codec.length and words.flags["C_CONTIGUOUS"]
        stride = 8 * self._layout.words
        do, memory = self._device.do, ctypes.c_uint64()
        self._device.enter()
        do("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(stride * count))
        try:
            do("cuMemsetD8_v2", memory, ctypes.c_ubyte(0), ctypes.c_size_t(stride * count))
            self._copy(words, memory.value + 8 * STATE, stride, to_device=True)
            for name, numbers in {"stack_room": _STACK_BYTES // 2, **given}.items():
                rows = (np.ascontiguousarray(numbers) if isinstance(numbers, np.ndarray)
                        else np.full((count, 1), numbers, np.int64))
                if rows.size:
                    self._copy(rows, memory.value + 8 * self._place(name), stride, to_device=True)
            self.launch(count, [(memory.value, stride)])
            do("cuCtxSynchronize")
            codes, found = np.empty((count, 1), np.int64), np.empty((count, 1), np.int64)
            self._copy(codes, memory.value, stride, to_device=False)
            self._copy(found, memory.value + 8 * self._place(field), stride, to_device=False)
        finally:
            do("cuMemFree_v2", memory)
        if codes.any():
            where = int(codes.argmax())
            raise trouble(self._game, self.faults()[int(codes[where, 0]) - 1],
                          codec.state(words[where].tolist()))
        return found[:, 0]

    def _place(self, name: str) -> int:
        return self._layout.fields[name][0]

    def launch(self, count: int, places: Sequence[tuple[int, int]]) -> None:
        """Begin so many threads; each record lies at an address, and so many bytes further for
        each thread."""
        values = [ctypes.c_int64(count), *(kind(number) for place in places
                  for kind, number in zip((ctypes.c_uint64, ctypes.c_int64), place, strict=True))]
        pointers = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))
        self._device.enter()
        self._device.do("cuLaunchKernel", self._entries, -(-count // _THREADS), 1, 1,
                        _THREADS, 1, 1, 0, None, pointers, None)

    def _copy(self, rows: Any, device: int, pitch: int, *, to_device: bool) -> None:
        """Rows of words to or from every thread's memory: side by side until they are there, as
        single ones take their time on the way."""
        height, width = rows.shape
        do, size, near = self._device.do, ctypes.c_size_t(rows.nbytes), ctypes.c_uint64()
        here = ctypes.c_void_p(rows.ctypes.data)
        do("cuMemAlloc_v2", ctypes.byref(near), size)
        try:
            copy = _Copy(width=8 * width, height=height, from_kind=_ON_DEVICE, to_kind=_ON_DEVICE)
            ends = [(near.value, 8 * width), (device, pitch)]
            (copy.from_device, copy.from_pitch), (copy.to_device, copy.to_pitch) = (
                ends if to_device else ends[::-1])
            if to_device:
                do("cuMemcpyHtoD_v2", near, here, size)
            do("cuMemcpy2D_v2", ctypes.byref(copy))
            if not to_device:
                do("cuMemcpyDtoH_v2", here, near, size)
        finally:
            do("cuMemFree_v2", near)
