"""Advice for people: hints that tell more and more, reasons, and how the game stands.

Everything is in words, and says whose view it is in.
"""

from __future__ import annotations

from zermelo.evaluation import Evaluator
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.play.hints import first_hint, second_hint, third_hint
from zermelo.play.simple import standard_evaluator
from zermelo.position import Position
from zermelo.search.analysis import Analysis
from zermelo.search.engine import Engine


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

    def hint(self, here: Position, stage: int) -> str:
        """How it stands (1), where to look (2), the move and its line (3)."""
        found = self.analysis(here)
        if stage == 1:
            return first_hint([m.value for m in found.moves])
        if stage == 2:
            moves = [(m.text, m.value) for m in found.moves]
            return second_hint(moves, here.move_texts, _start(here, moves[0][0]))
        return third_hint(found.value, found.line_text)

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


def _worth(found: Analysis) -> str:
    who = found.game.players[found.view]
    sure = "proven" if found.value.proven else f"an estimate, {found.searched}"
    return f"{found.value} for {who} ({sure})"


def _start(here: Position, move: str) -> str:
    """What a move is pointed at first, if with more than that."""
    scene = here.scene()
    places = next((m.places for m in scene.moves if m.text == move), ())
    if len(places) < 2:
        return ""
    first = scene.board.places[places[0]]
    return first.label or first.name
