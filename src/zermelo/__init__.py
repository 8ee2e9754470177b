"""Two-player games with nothing hidden: write the rules once, then play, search and solve them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from zermelo import databases
from zermelo.errors import ZermeloError
from zermelo.game import Game
from zermelo.games import load
from zermelo.limits import Limit
from zermelo.position import Position, Result
from zermelo.values import DRAW, Bound, Value, estimate, loss, win

if TYPE_CHECKING:
    from zermelo.checker import check
    from zermelo.search.engine import Engine

__version__ = "0.1.0"

__all__ = [
    "DRAW",
    "Bound",
    "Engine",
    "Game",
    "Limit",
    "Position",
    "Result",
    "Value",
    "ZermeloError",
    "check",
    "estimate",
    "load",
    "loss",
    "win",
]


_LATER = {"Engine": "zermelo.search.engine", "check": "zermelo.checker"}


def __getattr__(name: str) -> Any:
    """What takes longer to import, when it is first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_LATER[name]), name)
    return found


@databases.opener
def _open_database(wanted: Any, game: Game) -> Any:
    from zermelo.solve.database.shelf import opened

    return opened(wanted, game)


def __dir__() -> list[str]:
    """All that there is, whether it was asked for or not."""
    return sorted({*globals(), *__all__})
