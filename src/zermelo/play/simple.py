"""Players that fit on a page: by lot, greedy, and as the textbook says."""

from __future__ import annotations

import random
from typing import Any

from zermelo.errors import LimitError
from zermelo.evaluation import Evaluator, evaluators
from zermelo.game import Game
from zermelo.limits import Limit
from zermelo.play.clock import Clock
from zermelo.play.player import Aside, Player
from zermelo.position import Position
from zermelo.textbook import alpha_beta, minimax
from zermelo.textbook.minimax import value_leaf
from zermelo.values import Value, estimate, proven


class RandomPlayer(Player):
    """Any legal move, each as likely as the other."""

    punctual = True

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        self.name, self._seed = name, seed
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Draw the same lots in the same game again."""
        self._lots = random.Random(f"{self._seed} {seed}")

    def choose(self, position: Position, clock: Clock) -> Any:
        """Any legal move, each as likely as the others."""
        return self._lots.choice(position.moves)


class GreedyPlayer(Player):
    """The move after which its evaluator likes the position best; equals are drawn by lot.

    Where a game has no evaluator, it takes a win when there is one and else draws a lot.
    """

    punctual = True

    def __init__(self, evaluator: Evaluator | None = None, seed: int = 0,
                 name: str = "greedy") -> None:
        self.name, self._evaluator, self._seed = name, evaluator, seed
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Draw the same lots in the same game again."""
        self._lots = random.Random(f"{self._seed} {seed}")

    def choose(self, position: Position, clock: Clock) -> Any:
        """Look one ply ahead."""
        worth = {m: self._worth(position.play(m), position.to_move) for m in position.moves}
        best = max(worth.values())
        return self._lots.choice([m for m, value in worth.items() if value == best])

    def _worth(self, after: Position, view: int) -> Value:
        over = after.result
        if over is not None:
            value = proven(over.payoff, 0)
        elif self._evaluator is not None:
            value = estimate(self._evaluator(after.game, after.state))
        else:
            value = estimate(0)
        return value if view == 0 else -value


class TextbookPlayer(Player):
    """Minimax or alpha-beta from the blackboard, so many plies deep, with the standard evaluator or
    another.

    With a clock it deepens ply by ply, and plays the last depth that it could finish.
    """

    punctual = True

    def __init__(self, game: Game, depth: int = 3, *, prune: bool = False,
                 evaluator: Evaluator | None = None, name: str | None = None) -> None:
        if depth < 1:
            raise LimitError(f"a depth of {depth} makes no sense for a player: give 1 or more")
        self._search, kind = (alpha_beta, "alphabeta") if prune else (minimax, "minimax")
        self.name = name or f"{kind}:depth={depth}"
        self._depth = depth
        self._value = value_leaf(evaluator or standard_evaluator(game) or (lambda game, s: 0))
        self._stopping = False

    def begin(self, seed: int) -> None:
        """Take orders again."""
        self._stopping = False

    def stop(self) -> None:
        """Give up thinking."""
        self._stopping = True

    def _leaf(self, game: Game, s: Any, ply: int) -> Value:
        if self._stopping:
            raise Aside
        return self._value(game, s, ply)  # type: ignore[no-any-return]

    def choose(self, position: Position, clock: Clock) -> Any:
        """The first move of the line that the textbook finds."""
        game, state = position.game, position.state
        if clock.allowed is None:
            return self._search(game, state, depth=self._depth, leaf=self._leaf).move
        move = position.moves[0]
        seconds = clock.thinking_time or 0.0
        for depth in range(1, self._depth + 1):
            left = seconds - clock.used
            if left <= 0:
                break
            try:
                found = self._search(game, state, depth=depth, leaf=self._leaf,
                                     limit=Limit(time=left))
            except LimitError:
                break
            move = found.move
        return move


def standard_evaluator(game: Game) -> Evaluator | None:
    """The evaluator that a game's players use; None if it has none."""
    return next(iter(evaluators(game).values()), None)
