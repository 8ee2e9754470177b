"""`zermelo serve`: the page in the browser."""

from __future__ import annotations

import sys
import threading
import webbrowser
from typing import Annotated

import typer

from zermelo.cli.failures import FINE, rules_at_work
from zermelo.cli.options import Json, whole_number
from zermelo.cli.output import print_json
from zermelo.errors import MissingExtraError

Own = Annotated[list[str] | None, typer.Argument(
    metavar="[GAME]...", help="Games of your own to offer too: path/to/file.py:MyGame."
)]
Host = Annotated[str, typer.Option(
    metavar="ADDRESS", help="Listen here; only this machine can reach the default."
)]
Port = Annotated[int, typer.Option(parser=whole_number, metavar="N", help="0: any free one.")]
Allow = Annotated[list[str] | None, typer.Option(
    metavar="NAME", help="Also answer to this host name; may be given several times."
)]
EvaluatorName = Annotated[str | None, typer.Option(
    metavar="NAME", show_default="each game's own",
    help="What your games are evaluated by: a name, a .json file of weights, or path/file.py:NAME."
)]
ArenaFile = Annotated[str | None, typer.Option(
    "--arena", metavar="FILE", help="Show this arena, also while it is played."
)]
Browser = Annotated[bool, typer.Option(help="Open the page in a browser.")]


def serve(games: Own = None, host: Host = "127.0.0.1", port: Port = 8013, allow: Allow = None,
          evaluator: EvaluatorName = None, arena: ArenaFile = None, browser: Browser = False,
          json: Json = False) -> int:
    """Serve the page: play and analyse every game, watch minimax think, and how an arena goes.

    Nothing leaves this machine, and no other can reach it unless --host says so. Ctrl-C ends it.

    \b
      zermelo serve
      zermelo serve path/to/file.py:MyGame --browser
      zermelo serve path/to/file.py:MyGame --evaluator tuned.json
      zermelo serve --arena levels.arena --browser
      zermelo serve --port 0
    """
    try:
        from zermelo.web.serving import Server
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in ("anyio", "starlette", "uvicorn", "websockets"):
            raise
        raise MissingExtraError(package, "web", "the page") from None
    with rules_at_work(", ".join(games or [arena or "the page"])):
        server = Server(games or [], host, port, allow or [], evaluator, arena)
    address = server.address + ("arena" if arena else "")

    def ready() -> None:
        if not server.only_here:
            print("zermelo: other machines can reach this server, and there is no password",
                  file=sys.stderr)
        if json:
            print_json({"address": address, "port": server.port, "host": host})
        else:
            print(f"Zermelo's page is at {address} (Ctrl-C ends it)")
        sys.stdout.flush()
        if browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    server.run(ready)
    return FINE
