"""What a game comes to if both play their best: proven within a limit, over all deals.

>>> from zermelo import Limit, load
>>> found = verdict_of(load("tictactoe"), Limit(nodes=100_000), native=False)
>>> found.value, found.chances, found.proven
(draw, (0.0, 1.0, 0.0), True)
>>> print(verdict_of(load("rps:deck_size=3,hand_size=1"), Limit(time=30), native=False))
wins 0.0 %, draws 50.0 %, losses 50.0 %
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.search.analysis import Analysis, value_json
from zermelo.search.engine import Engine
from zermelo.values import Value


@dataclass(frozen=True)
class Verdict:
    """The value of a game, in the first player's view whoever begins.

    A game with one start has a value and a best move; one that is dealt has chances.
    """

    value: Value | None
    chances: tuple[float, float, float] | None  # win, draw, loss; None if not all is proven
    move: str
    deals: int
    deals_proven: int
    nodes: int
    seconds: float
    native: bool

    @property
    def proven(self) -> bool:
        """Whether the value of every deal is."""
        return self.deals_proven == self.deals

    @property
    def lead(self) -> float | None:
        """The first player's expected result, a win counted 1, a loss -1; None if unproven."""
        return None if self.chances is None else self.chances[0] - self.chances[2]

    def __str__(self) -> str:
        if self.value is not None:
            bound = f" ({self.value})" if self.value.proven else ""
            return str(self.value) if self.proven else f"unproven{bound}"
        if self.chances is None:
            return f"unproven ({self.deals_proven:,} of {self.deals:,} deals)"
        win, draw, loss = (f"{100 * share:.1f} %" for share in self.chances)
        return f"wins {win}, draws {draw}, losses {loss}"

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it: dicts, lists, numbers and texts."""
        return {
            "proven": self.proven, "value": self.value and value_json(self.value, 0),
            "chances": self.chances and dict(zip(("win", "draw", "loss"), self.chances,
                                                 strict=True)),
            "move": self.move or None, "deals": self.deals, "deals_proven": self.deals_proven,
            "nodes": self.nodes, "seconds": round(self.seconds, 6), "native": self.native,
        }


def verdict_of(game: Game, limit: Limit, *, native: bool | None = None,
               database: str | None = None,
               progress: Callable[[float], None] = lambda share: None,
               stopped: Callable[[], bool] = lambda: False) -> Verdict:
    """Solve every deal, all of them together within the limit; `database` is asked first.
    KeyboardInterrupt once `stopped`."""
    deals = list(game.deals())
    engine = Engine(game, None, native=native, database=database)
    results: dict[int, Fraction] = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    began, nodes, proven = time.perf_counter(), 0, 0
    last: Analysis | None = None
    for chance, state in deals:
        progress(proven / len(deals))
        left = _left(limit, nodes, time.perf_counter() - began)
        if left is None:
            break
        last = engine.solve(state, left, distances=None if len(deals) == 1 else False)
        nodes += last.nodes
        if stopped():  # the engine takes Ctrl-C as an order to answer
            raise KeyboardInterrupt
        if not last.value.known:
            break
        score = last.value.score if last.view == 0 else -last.value.score
        results[(score > 0) - (score < 0)] += chance
        proven += 1
    whole = sum(results.values()) if proven == len(deals) else 0
    single = last is not None and len(deals) == 1
    return Verdict(
        value=(last.value if last.view == 0 else -last.value) if single and last else None,
        chances=(float(results[1] / whole), float(results[0] / whole),
                 float(results[-1] / whole)) if whole else None,
        move=last.line_text[0] if single and last and last.line and last.value.known else "",
        deals=len(deals), deals_proven=proven, nodes=nodes,
        seconds=time.perf_counter() - began, native=engine.native)


def _left(limit: Limit, nodes: int, seconds: float) -> Limit | None:
    """What is left of a limit; None if it is used up."""
    more_nodes = None if limit.nodes is None else limit.nodes - nodes
    more_time = None if limit.time is None else limit.time - seconds
    if (more_nodes is not None and more_nodes < 1) or (more_time is not None and more_time <= 0):
        return None
    return Limit(nodes=more_nodes, time=more_time)
