"""Every deal of a game solved: how likely it is, what it is worth, and how to begin.

>>> from zermelo import load
>>> solved = solve_deals(load("rps:deck_size=3,hand_size=1"), native=False)
>>> solved.ways, len(solved.deals)
(6, 6)
>>> deal = solved.deals[0]
>>> deal.text, deal.ways, deal.points
('.../.../...:S:p:first:1', 1, 0)
>>> solved.chances()                        # the first player wins, draws, loses
(Fraction(0, 1), Fraction(1, 2), Fraction(1, 2))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.search.engine import Engine

Chances = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class SolvedDeal:
    """One deal under perfect play; all values are the first player's."""

    text: str  # the position at the start
    ways: int  # in which it can be dealt
    mover: int
    points: int  # what it is worth: the payoff of the game played for points
    moves: tuple[tuple[str, int], ...]  # each first move, and what it is worth in points

    @property
    def result(self) -> int:
        """1 if the first player wins, 0 for a draw, -1 if the second wins."""
        return _sign(self.points)

    @property
    def best(self) -> tuple[str, ...]:
        """The first moves that keep the result."""
        return tuple(move for move, points in self.moves if _sign(points) == self.result)

    @property
    def best_for_points(self) -> tuple[str, ...]:
        """The first moves that keep the points too."""
        return tuple(move for move, points in self.moves if points == self.points)

    def in_view_of(self, player: int) -> int:
        """The points in the view of player 0 or 1."""
        return self.points if player == 0 else -self.points


@dataclass(frozen=True)
class SolvedDeals:
    """All deals of a game. A deal's probability is its `ways` over the `ways` of all."""

    game: Game
    ways: int
    deals: tuple[SolvedDeal, ...]

    def chances(self) -> Chances:
        """The probabilities that the first player wins, draws and loses under perfect play."""
        shares = [Fraction(sum(d.ways for d in self.deals if d.result == result), self.ways)
                  for result in (1, 0, -1)]
        return shares[0], shares[1], shares[2]

    def points(self) -> dict[int, Fraction]:
        """The distribution of the points under perfect play."""
        found: dict[int, int] = {}
        for deal in self.deals:
            found[deal.points] = found.get(deal.points, 0) + deal.ways
        return {points: Fraction(ways, self.ways) for points, ways in sorted(found.items())}

    def by_holding(self, player: int) -> dict[str, tuple[Fraction, Chances]]:
        """For each hand of a player: its probability, and that the hand's owner wins, draws, loses.

        The other player's hand is as likely as the deals say.
        """
        ways: dict[str, list[int]] = {}
        for deal in self.deals:
            hand = self.game.holding(self.game.parse(deal.text), player)
            result = deal.result if player == 0 else -deal.result
            ways.setdefault(hand, [0, 0, 0])[1 - result] += deal.ways
        return {hand: (Fraction(sum(counts), self.ways),
                       (Fraction(counts[0], sum(counts)), Fraction(counts[1], sum(counts)),
                        Fraction(counts[2], sum(counts))))
                for hand, counts in sorted(ways.items())}


def solve_deals(game: Game, *, known: Mapping[str, SolvedDeal] | None = None,
                native: bool | None = None, table_mb: float = 64,
                progress: Callable[[int, int], None] = lambda done, of: None,
                solved: Callable[[SolvedDeal], None] = lambda deal: None) -> SolvedDeals:
    """Solve every deal with the engine, for both the result and the points.

    `known` are deals solved before, by their text. `progress` hears how many of how many are done,
    and `solved` of each deal that was not known, as soon as it is solved.
    Perfect play for points is perfect play for the result: a value's sign is the result's value.
    """
    ways, deals, known = game.ways_to_deal(), list(game.deals()), known or {}
    solver: _Solver | None = None
    found = []
    for done, (probability, state) in enumerate(deals):
        progress(done, len(deals))
        share = probability * ways
        if share.denominator != 1:
            raise LimitError(f"{game.spec}: the deal {game.text(state)} has the probability "
                             f"{probability}, which is no part of {ways:,} ways to deal")
        deal = known.get(game.text(state))
        if deal is None:
            solver = solver or _Solver(game.scored(), native, table_mb)
            deal = solver.solved(state, share.numerator)
            solved(deal)
        found.append(deal)
    progress(len(deals), len(deals))
    return SolvedDeals(game, ways, tuple(found))


class _Solver:
    """Values of positions after the first move; those alike by symmetry are solved once."""

    def __init__(self, game: Game, native: bool | None, table_mb: float) -> None:
        self._game = game
        self._engine = Engine(game, evaluator=None, native=native, table_mb=table_mb)
        self._known: dict[Any, int] = {}

    def solved(self, state: Any, ways: int) -> SolvedDeal:
        """One deal under perfect play."""
        game, mover = self._game, self._game.to_move(state)
        payoff = game.outcome(state)
        if payoff is not None:
            return SolvedDeal(game.text(state), ways, mover, payoff, ())
        moves = game.legal_moves(state)
        values = list(self._values([game.canonical(game.play(state, m)) for m in moves]))
        named = tuple((game.move_text(state, m), v) for m, v in zip(moves, values, strict=True))
        best = max(values) if mover == 0 else min(values)
        return SolvedDeal(game.text(state), ways, mover, best, named)

    def _values(self, states: list[Any]) -> Iterator[int]:
        new = [s for s in dict.fromkeys(states) if s not in self._known]
        values = self._engine.values(new, distances=False)
        if len(values) < len(new):  # the engine takes Ctrl-C as an order to answer
            raise KeyboardInterrupt
        for state, value in zip(new, values, strict=True):
            if not value.known:
                raise LimitError(f"{self._game.text(state)} of {self._game.spec} could not be "
                                 f"solved: positions come back, or the game goes on too long")
            view = 1 if self._game.to_move(state) == 0 else -1
            self._known[state] = view * int(value.score)
        return (self._known[s] for s in states)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
