"""The program: stdin and stdout, until one of them ends."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.games.dialects import CHESS
from zermelo.uci.server import Server

if TYPE_CHECKING:
    from zermelo.game import Game


def run(game: Callable[[], Game], *, ugi: bool = False, about: str = CHESS,
        database: str | None = None) -> int:
    """Serve whoever writes to our stdin; the exit status.

    Rules that print do so on stderr, as stdout is the conversation.
    """
    out, sys.stdout = sys.stdout, sys.stderr
    for stream in (sys.stdin, out):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    server = Server(game, out, ugi=ugi, about=about, database=database)
    warnings.showwarning = lambda message, *rest, **more: server.complain(message)
    status, done = 0, False
    try:
        done = server.serve(sys.stdin)
    except KeyboardInterrupt:
        status = 130
    finally:
        sys.stdout = out
    if not done:  # it compiles, or rules do not come back: nobody waits for that
        sys.stderr.flush()
        os._exit(status)
    return status


def chess() -> Game:
    """The game of `zermelo uci`."""
    from zermelo.games.chess import Chess

    return Chess()


def main() -> int:
    """`zermelo-uci`, for programs that start engines without arguments."""
    if len(sys.argv) > 1:
        print("zermelo-uci: it takes no arguments: it speaks UCI with whoever starts it; "
              "`zermelo --help` lists the other commands", file=sys.stderr)
        return 2
    return run(chess)
