"""One browser tab: a WebSocket over which it asks for searches and hears of them.

A client has at most one analysis and one move under way; a new wish calls the old one off, and so
does leaving. Only the latest analysis waits to be sent, and at most fifteen go out in a second: a
slow client cannot make the server's memory grow.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.errors import ZermeloError
from zermelo.search.analysis import Analysis
from zermelo.search.inquiries import EveryMove
from zermelo.web.catalogue import Catalogue
from zermelo.web.opponents import PERFECT, chosen, job_for
from zermelo.web.searches import Job, Searches
from zermelo.web.wishes import (
    WishError,
    blamed_for,
    limit_of,
    position_of,
    read_json,
    whole_of,
)

UPDATES_A_SECOND = 15
MOST_REPLIES = 64  # that wait to be sent; a client that reads none is let go


class Client:
    """A connection and what it waits for."""

    def __init__(self, socket: WebSocket, catalogue: Catalogue, searches: Searches,
                 limiter: CapacityLimiter) -> None:
        self._socket, self._catalogue, self._searches = socket, catalogue, searches
        self._limiter = limiter
        self._loop = asyncio.get_running_loop()
        self._jobs: dict[str, Job] = {}
        self._latest: dict[str, Any] | None = None  # the analysis not sent yet
        self._replies: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()

    async def serve(self) -> None:
        """Answer this client's questions until it leaves."""
        sender = asyncio.create_task(self._send_news())
        try:
            while not sender.done():
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._hear(message.get("text") or message.get("bytes") or b"")
                await asyncio.sleep(0)  # let replies out, and others in
                if len(self._replies) > MOST_REPLIES:
                    return  # it does not read what it asks for
        except (WebSocketDisconnect, RuntimeError):
            return  # it left while something was being sent
        finally:
            sender.cancel()
            for kind in list(self._jobs):
                self._call_off(kind)

    async def _hear(self, data: str | bytes) -> None:
        wish: dict[str, Any] = {}
        try:
            wish = read_json(data)
            kind = wish.get("type")
            if not isinstance(wish.get("id", 0), int | str) or len(str(wish.get("id"))) > 40:
                wish.pop("id")
                raise WishError("'id' must be a number or a short text")
            if kind == "analyze":
                await self._analyze(wish)
            elif kind == "move":
                await self._move(wish)
            elif kind == "stop":
                self._call_off("analysis")
                self._call_off("move")
            elif kind == "ping":
                self._reply({"type": "pong", "id": wish.get("id")})
            else:
                raise WishError("'type' must be analyze, move, stop or ping")
        except ZermeloError as error:
            self._refuse(wish.get("id"), error)
        except Exception as error:  # rules of one's own may raise anything
            self._refuse(wish.get("id"), await to_thread.run_sync(
                blamed_for, wish, self._catalogue, error, limiter=self._limiter))

    def _refuse(self, wish: Any, error: Exception) -> None:
        said = str(error) if isinstance(error, ZermeloError) else (
            f"the rules raised {type(error).__name__}: {error}")
        self._reply({"type": "error", "id": wish, "message": said[:600]})

    async def _analyze(self, wish: dict[str, Any]) -> None:
        self._call_off("analysis")
        limit = limit_of(wish)
        exact = wish.get("exact") is True
        here = await to_thread.run_sync(position_of, wish, self._catalogue, limiter=self._limiter)
        name = wish.get("id")

        def tell(found: Analysis, *, last: bool = False) -> None:
            told = {"type": "analysis", "id": name, "done": last,
                    **found.to_json()}
            self._in_loop(lambda: self._set_latest(job, told))

        job = Job(EveryMove(here, limit, tell, exact=exact), partial(tell, last=True),
                  self._failure(name))
        self._begin("analysis", job)

    async def _move(self, wish: dict[str, Any]) -> None:
        self._call_off("move")
        level = whole_of(wish, "level", 10, 1, PERFECT)
        here = await to_thread.run_sync(position_of, wish, self._catalogue, limiter=self._limiter)
        name = wish.get("id")
        assert level is not None

        def tell(found: Analysis) -> None:
            told = {"type": "move", "id": name, "game": here.game.spec,
                    "position": here.text, "move": chosen(found, here, level)}
            self._in_loop(lambda: None if job.cancelled else self._reply(told))

        job = job_for(level, here, tell, self._failure(name))
        self._begin("move", job)

    def _failure(self, name: Any) -> Any:
        return lambda error: self._in_loop(lambda: self._refuse(name, error))

    def _begin(self, kind: str, job: Job) -> None:
        if job.inquiry.here.result is not None and kind == "move":
            raise WishError("the game is over: there is no move to make")
        self._jobs[kind] = job
        if not self._searches.submit(job):
            raise WishError("too many searches are waiting: try again in a minute")

    def _call_off(self, kind: str) -> None:
        job = self._jobs.pop(kind, None)
        if job is not None:
            job.cancel()
        if kind == "analysis":
            self._latest = None

    def _in_loop(self, what: Any) -> None:
        """From a worker's thread; nothing if the loop has ended."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)

    def _set_latest(self, job: Job, told: dict[str, Any]) -> None:
        if not job.cancelled:
            self._latest = told
            self._news.set()

    def _reply(self, told: dict[str, Any]) -> None:
        self._replies.append(told)
        self._news.set()

    async def _send_news(self) -> None:
        """Replies at once, analyses in their time."""
        next_update = 0.0
        while True:
            pause = None if self._latest is None else max(0.0, next_update - self._loop.time())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):  # unlike wait_for, it never misses a cancel
                    await self._news.wait()
            self._news.clear()
            while self._replies:
                await self._socket.send_text(json.dumps(self._replies.popleft()))
            if self._latest is not None and self._loop.time() >= next_update:
                told, self._latest = self._latest, None
                next_update = self._loop.time() + 1 / UPDATES_A_SECOND
                await self._socket.send_text(json.dumps(told))
