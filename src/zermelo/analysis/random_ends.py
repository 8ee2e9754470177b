"""How random games from a position end: as many as you like, on the processor or on a GPU.

>>> from zermelo import load
>>> ends = random_ends(load("tictactoe").position(), 20_000)
>>> ends.games, 0.57 < ends.first / ends.games < 0.6     # the first player's share is 0.585
(20000, True)

Game number n depends on the rules, the seed and n alone: wherever they are played, they are the
same. Positions that come back do not end a game; LONGEST plies do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.analysis.playouts import LONGEST, random_move
from zermelo.errors import ParameterError
from zermelo.kernel.codec import Codec
from zermelo.kernel.devices import lanes_of
from zermelo.kernel.lanes import Lanes
from zermelo.kernel.memory import Header
from zermelo.portable import hash_of
from zermelo.position import Position

_HOOKS = ("moves", "play", "outcome", "mobility")
_LANES = 1 << 18  # at most: games are shared out among them


class Orders(Header):
    """Which games a lane plays, and how they end."""

    seed: int
    first: int  # the number of the first
    games: int
    wins: int  # of the first player
    losses: int
    draws: int
    plies: int


def run(rules: Any, orders: Orders, s: Any) -> None:
    """Play them from a state."""
    for i in range(orders.games):
        here, word, plies = s, hash_of((orders.seed, orders.first + i)), 0
        while plies < LONGEST and rules.outcome(here) is None:
            word = hash_of(word)
            here = rules.play(here, random_move(rules, here, word))
            plies += 1
        orders.plies += plies
        payoff = rules.outcome(here)
        if payoff is None:
            continue
        if payoff > 0:
            orders.wins += 1
        elif payoff < 0:
            orders.losses += 1
        else:
            orders.draws += 1


@dataclass(frozen=True)
class Ends:
    """How many games each player won; what is neither won nor drawn was cut off."""

    games: int
    first: int
    second: int
    draws: int
    plies: int


def random_ends(position: Position, games: int, seed: int = 0,
                device: str | Lanes = "cpu") -> Ends:
    """Play so many random games from a position; `device` is "cpu" or "cuda"."""
    if games < 1:
        raise ParameterError(f"{games} games are none: give 1 or more")
    lanes = lanes_of(device)
    game, xp, codec = position.game, lanes.xp, Codec(position.game.initial())
    each = -(-games // _LANES) if device != "cpu" else games
    jobs = lanes.jobs(Orders, -(-games // each))
    jobs["seed"] = seed
    jobs["first"] = xp.arange(len(jobs)) * each
    jobs["games"] = xp.minimum(games - jobs["first"], each)
    jobs.begin_at(codec.words(position.state))
    lanes.kernel(game, run, (Orders,), hooks=_HOOKS)(jobs)
    return Ends(games, *(int(jobs[name].sum()) for name in ("wins", "losses", "draws", "plies")))

