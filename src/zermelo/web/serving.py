"""The server: one process, on this machine unless told otherwise."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable

import uvicorn

from zermelo.errors import ParameterError
from zermelo.web.app import page_app
from zermelo.web.wishes import LARGEST_MESSAGE

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Server:
    """The page's server. Made first, so that what is wrong shows before anything is promised."""

    def __init__(self, own: Iterable[str], host: str, port: int, allow: Iterable[str],
                 evaluator: str | None = None, arena: str | None = None) -> None:
        hosts = [*allow, host]
        self.only_here = host in LOOPBACK
        if not self.only_here:
            hosts += ["*", socket.gethostname()]
        app = page_app(own, hosts, max(1, min(8, os.cpu_count() or 1)), evaluator, arena)
        self._listening = _listen(host, port)
        self.port: int = self._listening.getsockname()[1]
        self.address = f"http://{'localhost' if self.only_here else _in_url(host)}:{self.port}/"
        self._server = _Announced(uvicorn.Config(
            app, log_level="warning", access_log=False, ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE, ws_ping_interval=20, ws_per_message_deflate=False,
            h11_max_incomplete_event_size=65536, limit_concurrency=1000,
            timeout_graceful_shutdown=2))

    def run(self, ready: Callable[[], None]) -> None:
        """Answer until Ctrl-C; `ready` is called as soon as there are answers."""
        self._server.ready = ready
        self._server.run(sockets=[self._listening])


class _Announced(uvicorn.Server):
    """Says when it is ready."""

    ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self.ready()


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(256)  # who comes before we are ready waits
    except (OSError, OverflowError) as error:
        listening.close()
        raise ParameterError(f"cannot listen on {host}:{port} ({error}): "
                             f"choose another with --port") from None
    return listening
