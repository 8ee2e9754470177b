"""Two-player games with nothing hidden: write the rules once, then play, search and solve them."""

from zermelo.checker import check
from zermelo.errors import ZermeloError
from zermelo.game import Game
from zermelo.games import load
from zermelo.limits import Limit
from zermelo.position import Position, Result
from zermelo.search.engine import Engine
from zermelo.values import DRAW, Bound, Value, estimate, loss, win

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
