"""Packed games played through again, for what there is to learn from their positions.

This file runs as it stands, interpreted, and is compiled as it stands with the rules, an evaluator
and a network's sight. Of each position after the opening it writes a row,

    game  value  first  score  share  occupied  mine  here  there  kinds …

unless it has a threat, or the move was noisy, or the value proven: an evaluator is not asked about
those; or the network has nothing to say there. `first` is 1 if the first player is to move; `score`
is what the evaluator says without the network, and `share` how much of what the network says is
added, both for the mover, in millionths.
"""

from __future__ import annotations

from math import floor
from typing import Any, Protocol

from zermelo.compiler.records import Array, array
from zermelo.evaluation.linear import RECENT
from zermelo.evaluation.network import Pieces
from zermelo.kernel.memory import Header
from zermelo.learn.kernel import MILLION
from zermelo.learn.memory import Columns
from zermelo.search.codes import PROVEN
from zermelo.search.memory import WEIGHTS

HOOKS = ("to_move", "moves", "play", "noisy", "urgent")
GAME, VALUE, FIRST, SCORE, SHARE, OCCUPIED, MINE, HERE, THERE, KINDS = range(10)


class Rules(Protocol):
    """What is asked of a game, besides what it says of a move."""

    def to_move(self, s: Any) -> int: ...  # noqa: D102 - as in `Game`
    def moves(self, s: Any) -> Any: ...  # noqa: D102
    def play(self, s: Any, m: int) -> Any: ...  # noqa: D102
    def noisy(self, s: Any, m: int) -> bool: ...  # noqa: D102
    def urgent(self, s: Any) -> bool: ...  # noqa: D102
    def sight(self, s: Any) -> Pieces: ...  # noqa: D102

    def judged(self, weights: Array[float], recent: Array[int], s: Any) -> float:
        """The evaluator's score, in the first player's view, with these weights."""


class Walk(Header):
    """Which games, and how it went."""

    games: int
    opening: int
    width: int  # of a row
    rows: int
    wrong: int  # 0, or the first game with an impossible move, counted from 1
    bare: Array[float] = array(float, WEIGHTS)  # the evaluator's, the network's being 0
    aware: Array[float] = array(float, WEIGHTS)  # … and with the network always saying 1
    recent: Array[int] = array(int, RECENT)  # what the evaluator saw last


def run(rules: Rules, walk: Walk, plies: Columns, moves: Columns, values: Columns, rows: Columns,
        s: Any) -> None:
    """Go through the games, all of which begin with `s`."""
    walk.rows, at = 0, 0
    for game in range(walk.games):
        here = s
        for ply in range(plies.at[game]):
            m, value = moves.at[at], values.at[at]
            if not any(m == possible for possible in rules.moves(here)):
                walk.wrong = game + 1
                return
            if (ply >= walk.opening and abs(value) < PROVEN and not rules.noisy(here, m)
                    and not rules.urgent(here)):
                write(rules, walk, rows, here, game, value)
            here = rules.play(here, m)
            at += 1


def write(rules: Rules, walk: Walk, rows: Columns, s: Any, game: int, value: int) -> None:
    """The row of a position."""
    seen = rules.sight(s)
    if seen.occupied == 0:
        return
    sign = 1 if rules.to_move(s) == 0 else -1
    score = sign * rules.judged(walk.bare, walk.recent, s)
    at = walk.rows * walk.width
    rows.at[at + GAME], rows.at[at + VALUE], rows.at[at + FIRST] = game, value, (sign + 1) // 2
    rows.at[at + SCORE] = floor(score * MILLION)
    rows.at[at + SHARE] = floor((sign * rules.judged(walk.aware, walk.recent, s) - score) * MILLION)
    rows.at[at + OCCUPIED], rows.at[at + MINE] = seen.occupied, seen.mine
    rows.at[at + HERE], rows.at[at + THERE] = seen.here & 63, seen.there & 63
    place = at + KINDS
    for digit in seen.kinds:
        rows.at[place] = digit
        place += 1
    walk.rows += 1
