"""Routes, checks and headers. All work is done elsewhere; nothing here waits for a search.

Who may ask: requests must name this machine as their host (a page elsewhere cannot point a name
of its own at us) and come from a page of ours (a page elsewhere cannot use us either).
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from zermelo import __version__
from zermelo.dealing import draw
from zermelo.errors import ZermeloError
from zermelo.search.analysis import Analysis
from zermelo.search.inquiries import EveryMove
from zermelo.web.arenas import ArenaDesk
from zermelo.web.catalogue import Catalogue
from zermelo.web.clients import Client
from zermelo.web.deals import described_deals
from zermelo.web.searches import Job, Searches
from zermelo.web.trees import ALGORITHMS, hand_written, recorded
from zermelo.web.wishes import (
    LARGEST_MESSAGE,
    WishError,
    blamed_for,
    explained,
    game_of,
    limit_of,
    position_of,
    read_json,
    shown,
    text_of,
    whole_of,
)

STATIC = Path(__file__).parent / "static"
PAGES = ("/", "/play", "/lab", "/deals", "/arena")
MOST_CLIENTS = 200
MOST_ASKING = 64  # searches over plain HTTP at once

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass
class Rooms:
    """What all routes of the server share: games, searches, an arena, who asks."""

    catalogue: Catalogue
    searches: Searches
    limiter: CapacityLimiter
    arena: ArenaDesk | None = None
    clients: int = 0
    asking: int = 0

    async def apart(self, work: Callable[[], Any]) -> Any:
        """Run rules in a thread: they may be slow, and the loop must not wait."""
        return await to_thread.run_sync(work, limiter=self.limiter)


def page_app(own: Iterable[str] = (), hosts: Iterable[str] = (), workers: int = 2,
             evaluator: str | None = None, arena: str | None = None) -> Starlette:
    """The application: games of one's own by their texts, and what they are evaluated by if not
    as they say themselves; further host names to answer to; and an arena's file to be watched."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.rooms = Rooms(catalogue, Searches(workers), CapacityLimiter(8), desk)
        try:
            yield
        finally:
            await to_thread.run_sync(app.state.rooms.searches.close)

    catalogue = Catalogue(own, evaluator)
    desk = None if arena is None else ArenaDesk(arena, catalogue.game, catalogue.scale)
    routes = [
        *(Route(path, _page) for path in PAGES),
        Route("/api/health", _answering(_health)),
        Route("/api/games", _answering(_games)),
        Route("/api/position", _answering(_position), methods=["GET", "POST"]),
        Route("/api/analyze", _answering(_analyze), methods=["GET", "POST"]),
        Route("/api/explain", _answering(_explain), methods=["GET", "POST"]),
        Route("/api/tree", _answering(_tree), methods=["GET", "POST"]),
        Route("/api/deal", _answering(_deal)),
        Route("/api/deals", _answering(_deals)),
        Route("/api/arena", _answering(_arena)),
        Route("/api/arena/game", _answering(_arena_game)),
        WebSocketRoute("/api/live", _live),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(routes=routes, lifespan=lifespan, middleware=[
        Middleware(Guard, hosts=frozenset(host.casefold() for host in hosts)),
        Middleware(GZipMiddleware, minimum_size=1000),
    ])


class Guard:
    """Lets in only what names this machine and comes from our own page; adds the headers."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in that comes from this machine's own page; refuse any other."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        if not self._is_ours(host):
            await _refuse(scope, receive, send, 421, f"this server does not answer to {host!r}: "
                          f"use localhost, or start it with --host or --allow")
        elif origin is not None and origin.partition("://")[2] != host:
            await _refuse(scope, receive, send, 403, f"requests from {origin[:80]!r} are not "
                          f"answered")
        else:
            await self._app(scope, receive, _with_headers(send))

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        name = name.strip("[]").casefold()
        if name == "localhost" or name in self._hosts:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or "*" in self._hosts  # an address is nobody's alias


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(1008, why[:120])
    else:
        await JSONResponse({"error": why}, status)(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(key.lower().encode(), value.encode()) for key, value in HEADERS.items()]
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return sending


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


Answer = Callable[[Request, Rooms], Awaitable[Any]]


def _answering(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """What an answer raises, as JSON: 400 for a wish that makes no sense, one sentence each."""

    async def endpoint(request: Request) -> Response:
        headers = {"Cache-Control": "no-store"}
        try:
            found = await answer(request, request.app.state.rooms)
        except ZermeloError as error:
            return JSONResponse({"error": str(error)[:600]}, 400, headers)
        except Busy as error:
            return JSONResponse({"error": str(error)}, 503, {**headers, "Retry-After": "5"})
        except Exception as error:  # rules of one's own may raise anything
            rooms: Rooms = request.app.state.rooms
            wish = getattr(request.state, "wish", {})
            why = await rooms.apart(partial(blamed_for, wish, rooms.catalogue, error))
            if isinstance(why, ZermeloError):
                return JSONResponse({"error": str(why)[:600]}, 400, headers)
            said = f"the rules raised {type(error).__name__}: {error}"
            return JSONResponse({"error": said[:600]}, 500, headers)
        return JSONResponse(found, headers=headers)

    return endpoint


class Busy(Exception):  # noqa: N818 - not the client's error
    """Too much is asked at once."""


async def _wish(request: Request) -> dict[str, Any]:
    """What is asked: the address's parameters, or a JSON body."""
    request.state.wish = found = await _wished(request)
    return found


async def _wished(request: Request) -> dict[str, Any]:
    if request.method == "GET":
        if len(request.url.query) > LARGEST_MESSAGE:
            raise WishError("the address is too long")
        return dict(request.query_params)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_MESSAGE:
            raise WishError(f"a message may have {LARGEST_MESSAGE} bytes")
    return read_json(bytes(data))


async def _health(request: Request, rooms: Rooms) -> Any:
    return {"ok": True, "version": __version__, "clients": rooms.clients,
            "searches": rooms.searches.counts()}


async def _games(request: Request, rooms: Rooms) -> Any:
    return {"games": await rooms.apart(rooms.catalogue.described),
            "algorithms": list(ALGORITHMS),
            "arena": None if rooms.arena is None else Path(rooms.arena.file).name}


async def _position(request: Request, rooms: Rooms) -> Any:
    wish = await _wish(request)
    return await rooms.apart(lambda: shown(position_of(wish, rooms.catalogue), rooms.catalogue))


async def _explain(request: Request, rooms: Rooms) -> Any:
    wish = await _wish(request)
    return await rooms.apart(lambda: explained(position_of(wish, rooms.catalogue)))


async def _analyze(request: Request, rooms: Rooms) -> Any:
    wish = await _wish(request)
    limit = limit_of(wish)
    exact = wish.get("exact") in (True, "1", "true")
    here = await rooms.apart(lambda: position_of(wish, rooms.catalogue))
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Analysis] = loop.create_future()

    def settle(found: Analysis | Exception) -> None:
        if answer.done():
            return
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)

    def tell(found: Analysis) -> None:
        loop.call_soon_threadsafe(settle, found)

    def fail(error: Exception) -> None:
        loop.call_soon_threadsafe(settle, error)

    job = Job(EveryMove(here, limit, exact=exact), tell, fail)
    if rooms.asking >= MOST_ASKING or not rooms.searches.submit(job):
        raise Busy("too many searches are waiting: try again in a minute")
    rooms.asking += 1
    try:
        while not answer.done():
            await asyncio.wait([answer], timeout=0.5)
            if await request.is_disconnected():
                break
        return answer.result().to_json() if answer.done() else {}
    finally:
        rooms.asking -= 1
        job.cancel()


async def _tree(request: Request, rooms: Rooms) -> Any:
    wish = await _wish(request)
    asked = text_of(wish, "algorithms", ",".join(ALGORITHMS)) or ""
    depth = whole_of(wish, "depth", None, 1, 12)
    tree = wish.get("tree")

    def searched() -> Any:
        if isinstance(tree, str):
            return recorded(hand_written(tree), asked, depth)
        return recorded(position_of(wish, rooms.catalogue), asked, depth or 2)

    return await rooms.apart(searched)


async def _deal(request: Request, rooms: Rooms) -> Any:
    wish = await _wish(request)
    seed = whole_of(wish, "seed", None, 0, 2**53)

    def dealt() -> Any:
        game = rooms.catalogue.game(game_of(wish))
        deal = draw(game, seed)
        return {"game": game.spec, "position": game.text(deal.state), "deals": deal.of,
                "probability": [deal.probability.numerator, deal.probability.denominator]}

    return await rooms.apart(dealt)


async def _deals(request: Request, rooms: Rooms) -> Any:
    wish = await _wish(request)
    return await rooms.apart(lambda: described_deals(rooms.catalogue.game(game_of(wish))))


def _desk(rooms: Rooms) -> ArenaDesk:
    if rooms.arena is None:
        raise WishError("no arena is shown here: `zermelo serve --arena FILE` shows one")
    return rooms.arena


async def _arena(request: Request, rooms: Rooms) -> Any:
    desk, after = _desk(rooms), whole_of(await _wish(request), "after", 0, 0, 2**53)
    return await rooms.apart(lambda: desk.news(after or 0))


async def _arena_game(request: Request, rooms: Rooms) -> Any:
    desk, number = _desk(rooms), whole_of(await _wish(request), "number", 1, 1, 2**53)
    return await rooms.apart(lambda: desk.game(number or 1))


async def _live(socket: WebSocket) -> None:
    rooms: Rooms = socket.app.state.rooms
    if rooms.clients >= MOST_CLIENTS:
        await socket.close(1013, "too many clients: try again later")
        return
    rooms.clients += 1
    try:
        await socket.accept()
        await Client(socket, rooms.catalogue, rooms.searches, rooms.limiter).serve()
    finally:
        rooms.clients -= 1
