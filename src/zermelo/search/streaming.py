"""Analyses as they grow: one result after the other, for loops and for event loops.

The search runs in a thread of its own. Whoever leaves the loop, or is cancelled, stops it.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from zermelo.game import M, S
from zermelo.limits import Limit
from zermelo.search.analysis import Analysis

Analyze = Callable[..., Analysis[S, M]]  # an engine's
News = tuple[Analysis[S, M] | BaseException, bool]  # and whether it is the last


class _Search:
    """An analysis under way in a thread of its own, which tells its news."""

    def __init__(self, analyze: Analyze[S, M], position: Any, limit: Limit | None,
                 options: dict[str, Any], tell: Callable[[News[Any, Any]], None]) -> None:
        self._stop = threading.Event()
        listen = options.pop("listen", None)

        def heard(found: Analysis[S, M]) -> None:
            if listen is not None:
                listen(found)
            tell((found, False))

        def work() -> None:
            try:
                tell((analyze(position, limit, listen=heard, stop=self._stop, **options), True))
            except BaseException as error:
                tell((error, True))

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Make it come to its end."""
        self._stop.set()

    def join(self) -> None:
        """Wait until it has ended."""
        self._thread.join()


def streamed(analyze: Analyze[S, M], position: Any, limit: Limit | None,
             options: dict[str, Any]) -> Iterator[Analysis[S, M]]:
    """The results, one after the other; the last is the final one."""
    news: queue.SimpleQueue[News[S, M]] = queue.SimpleQueue()
    search = _Search(analyze, position, limit, options, news.put)
    try:
        last = False
        while not last:
            found, last = news.get()
            if isinstance(found, BaseException):
                raise found
            yield found
    finally:
        search.stop()
        search.join()


async def streamed_async(analyze: Analyze[S, M], position: Any, limit: Limit | None,
                         options: dict[str, Any]) -> AsyncIterator[Analysis[S, M]]:
    """The same for an event loop, which goes on meanwhile."""
    import asyncio  # which costs every program's start that never needs it

    loop = asyncio.get_running_loop()
    news: asyncio.Queue[News[S, M]] = asyncio.Queue()

    def tell(told: News[S, M]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(news.put_nowait, told)

    search = _Search(analyze, position, limit, options, tell)
    try:
        last = False
        while not last:
            found, last = await news.get()
            if isinstance(found, BaseException):
                raise found
            yield found
    finally:
        search.stop()


async def awaited(analyze: Analyze[S, M], position: Any, limit: Limit | None,
                  options: dict[str, Any]) -> Analysis[S, M]:
    """Wait for an analysis without holding up the event loop; its final result."""
    final: Analysis[S, M] | None = None
    async for found in streamed_async(analyze, position, limit, options):
        final = found
    assert final is not None
    return final
