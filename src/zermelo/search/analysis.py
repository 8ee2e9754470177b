"""What a search found out about a position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic

from zermelo.game import Game, M, S
from zermelo.values import Bound, Value


@dataclass(frozen=True)
class RankedMove(Generic[M]):
    """One legal move and what it is worth, in the view of the player who makes it."""

    move: M
    text: str
    value: Value
    line: tuple[M, ...] = ()  # what both sides should play, beginning with it; if asked for

    @property
    def proven(self) -> bool:
        """Whether the value follows from the rules, and is nobody's opinion."""
        return self.value.proven

    @property
    def bound(self) -> Bound:
        """Whether the value is exact, or a bound on what the move is worth."""
        return self.value.bound


@dataclass(frozen=True)
class Analysis(Generic[S, M]):
    """The result of a finished search. Of an interrupted iteration only a player takes anything: a
    move that turned out better, if it was found by then.

    All values are in the view of the player to move, `view`. A proven value follows from the
    rules; an estimate with the bound "exact" is what minimax of this depth would find, with the
    noisy moves at its leaves played out unless that was to be plain, and unless the search was
    selective.
    """

    game: Game[S, M]
    state: S
    view: int
    value: Value
    moves: tuple[RankedMove[M], ...]  # the best first; all of them if asked for
    line: tuple[M, ...]  # what both sides should play
    depth: int | None  # None: to the end of the game
    deepest: int  # the farthest ply that was looked at
    nodes: int
    seconds: float
    table_used: float  # share of the table that is filled
    native: bool
    threads: int

    @property
    def proven(self) -> bool:
        """Whether the value follows from the rules, and is nobody's opinion."""
        return self.value.proven

    @property
    def bound(self) -> Bound:
        """Whether the value is exact, or a bound."""
        return self.value.bound

    @property
    def searched(self) -> str:
        """How far the search went, in words."""
        if self.depth is not None:
            return f"depth {self.depth}"
        return "to the end" if self.value.known else "not to the end"

    @property
    def move(self) -> M | None:
        """The best move; None if the game is over."""
        return self.line[0] if self.line else None

    @property
    def position(self) -> str:
        """The position as text."""
        return self.game.text(self.state)

    @property
    def nodes_per_second(self) -> float:
        """How fast it went."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def line_text(self) -> list[str]:
        """The line as people write it."""
        return self.text_of(self.line)

    def text_of(self, line: Iterable[M]) -> list[str]:
        """Moves from this position on, as people write them."""
        texts, state = [], self.state
        for move in line:
            texts.append(self.game.move_text(state, move))
            state = self.game.play(state, move)
        return texts

    def to_json(self) -> dict[str, Any]:
        """Plain data, the same from the command line, the web page and here."""
        return {
            "game": self.game.spec,
            "position": self.position,
            "to_move": self.view,
            "move": self.line_text[0] if self.line else None,
            "value": value_json(self.value, self.view),
            "depth": self.depth,
            "deepest": self.deepest,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "nps": round(self.nodes_per_second),
            "native": self.native,
            "threads": self.threads,
            "table_used": round(self.table_used, 4),
            "pv": self.line_text,
            "moves": [{"move": m.text, "value": value_json(m.value, self.view),
                       **({"pv": self.text_of(m.line)} if m.line else {})} for m in self.moves],
        }

    def __str__(self) -> str:
        who = self.game.players[self.view]
        return (f"{who}: {self.value}, {self.searched}, {self.nodes:,} nodes, "
                f"{self.nodes_per_second / 1e6:.2f} M/s: {' '.join(self.line_text)}")

    def _repr_html_(self) -> str:
        """The board and every move's value: what a notebook shows."""
        from zermelo.search.display import analysis_html

        return analysis_html(self)


def value_json(value: Value, view: int) -> dict[str, Any]:
    """A value as plain data, with whose view it is in."""
    return {"kind": value.kind, "distance": value.distance, "score": value.score,
            "proven": value.proven, "bound": value.bound.value, "view": view}
