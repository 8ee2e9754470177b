"""Advice for people: a nudge before the move, the move, reasons, and how the game stands.

Everything is in words, and says whose view it is in.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.play.simple import standard_evaluator
from zermelo.position import Position
from zermelo.search.analysis import Analysis
from zermelo.search.engine import Engine
from zermelo.values import Value

_ONLY = "There is only one legal move."
_SUGGESTED = 3  # moves to look among, the best one included


class Advisor:
    """An engine that explains itself. It is made when it is first asked."""

    def __init__(self, game: Game, seconds: float = 1.0) -> None:
        self._game, self._seconds = game, seconds
        self._engine: Engine | None = None
        self._asked: tuple[Position, Analysis] | None = None

    def analysis(self, here: Position) -> Analysis:
        """What the engine finds here in its time, every move valued; found once."""
        if self._asked is None or self._asked[0] != here:
            if self._engine is None:
                self._engine = Engine(self._game, table_mb=16, database="auto")
            found = self._engine.rank(here, Limit(time=self._seconds))
            self._asked = here, found
        return self._asked[1]

    def nudge(self, here: Position) -> str:
        """Where to look, without the answer."""
        if len(here.moves) == 1:
            return _ONLY
        found = self.analysis(here)
        best = [m.text for m in found.moves if m.value == found.moves[0].value]
        says = [first_hint([m.value for m in found.moves])]
        if len(here.moves) > _SUGGESTED and len(best) < len(here.moves):
            says.append(f"Look among {', '.join(self._suggested(here, best[0]))}.")
        return " ".join(says)

    def _suggested(self, here: Position, best: str) -> list[str]:
        others = [text for text in here.move_texts if text != best]
        drawn = random.Random(here.text).sample(others, _SUGGESTED - 1)
        return [text for text in here.move_texts if text in (best, *drawn)]

    def move(self, here: Position) -> str:
        """The best move, its value and the line."""
        found = self.analysis(here)
        return f"Play {found.line_text[0]}: {_worth(found)}. Expected: {' '.join(found.line_text)}"

    def opinion(self, here: Position) -> str:
        """How it stands, in one line."""
        if here.result is not None:
            return "the game is over"
        return _worth(self.analysis(here))

    def why(self, here: Position) -> str:
        """The evaluator's features here, and the line that the engine expects."""
        lines = [explained(here, standard_evaluator(self._game))]
        if here.result is None:
            found = self.analysis(here)
            lines.append(f"Expected: {' '.join(found.line_text)}; {_worth(found)}")
        return "\n".join(lines)


def explained(here: Position, judge: Evaluator | None) -> str:
    """An evaluator's opinion of a position, feature by feature."""
    first = here.game.players[0]
    if judge is None:
        return "This game has no evaluator: only what can be proven counts."
    found = judge.explain(here.game, here.state)
    if not found.terms:
        return f"The evaluator says {found.total:+.2f}, in {first}'s view."
    return f"The evaluator's opinion of this position, in {first}'s view:\n{found}"


def first_hint(values: Sequence[Value]) -> str:
    """How it stands for the player to move whose moves have these values, the best first, and how
    many of them keep it so."""
    if len(values) == 1:
        return _ONLY
    return f"{_standing(values[0])} {_how_many(values.count(values[0]), len(values))}"


def _worth(found: Analysis) -> str:
    who = found.game.players[found.view]
    sure = "proven" if found.value.proven else f"an estimate, {found.searched}"
    return f"{found.value} for {who} ({sure})"


def _standing(value: Value) -> str:
    kind = value.kind
    if kind == "win":
        return "You can win from here."
    if kind == "loss":
        return "You are lost if the other side plays well: make it hard."
    if kind == "draw":
        return "With best play it is a draw."
    if abs(value.score) < 0.005:
        return "It looks even."
    return f"It looks {'better' if value.score > 0 else 'worse'} for you ({value})."


def _how_many(best: int, moves: int) -> str:
    if best == moves:
        return f"All {moves} moves are as good as each other."
    if best == 1:
        return f"One of your {moves} moves is the best."
    return f"{best} of your {moves} moves are equally good."
