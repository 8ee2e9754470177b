"""Proving a value: questions that can be answered yes or no, the cheap ones first.

A question is a search with a window of no width: "is it worth at least this?" `questions` says
which comes next.

Proof-number search answers such questions too, by another way: without distances, but also where
positions repeat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.search.codes import (
    INFINITY,
    PROVEN,
    decoded,
    finished,
    highest,
    lowest_code,
)
from zermelo.search.memory import MAX_PLY, NOWHERE
from zermelo.search.questions import by_distance, by_payoff, unanswered
from zermelo.search.readiness import payoffs_between
from zermelo.search.searcher import Searcher
from zermelo.search.table import FULL_DEPTH
from zermelo.values import Bound, Value, estimate


class Unproven(Exception):  # noqa: N818 - a signal, never seen outside
    """The search met a repetition or its deepest ply: no proof comes of it."""


class Proof:
    """What is proven of a state so far, in the view of the player to move: low <= value <= high."""

    def __init__(self, searcher: Searcher, state: Any, distances: bool) -> None:
        self._searcher, self._state, self._distances = searcher, state, distances
        worst, best = payoffs_between(searcher.game, state)
        if searcher.game.to_move(state) != 0:
            worst, best = -best, -worst
        self.low, self.high = lowest_code(worst), highest(best)
        self.depth = FULL_DEPTH
        self.index = NOWHERE  # the move that guarantees `low`, in the list of a search that deep

    def work(self) -> None:
        """Ask until the answer is known."""
        questions = self._by_distance() if self._distances else self._by_payoff()
        for at_least in questions:
            self._ask(at_least)

    def _ask(self, at_least: int) -> None:
        value, index, complete = self._searcher.search(
            self._state, FULL_DEPTH, at_least - 1, at_least
        )
        yes = value >= at_least
        if not complete and not (value >= PROVEN if yes else value <= -PROVEN):
            raise Unproven
        if yes:
            self.low, self.index = max(self.low, value), index
        else:
            self.high = min(self.high, value)
            if self.index == NOWHERE:
                self.index = index

    def _by_payoff(self) -> Iterator[int]:
        """Close in on the value from where the last answer left it."""
        guess = 0
        while self.low < self.high:
            before = self.high
            yield by_payoff(self.low, self.high, guess)
            guess = self.high if self.high < before else self.low

    def _by_distance(self) -> Iterator[int]:
        """Short wins and losses first."""
        number = 0
        while self.low < self.high:
            number = unanswered(self.low, self.high, number)
            yield by_distance(self.low, self.high, number)
            number += 1

    @property
    def value(self) -> Value:
        """The value, or the bound on it that is proven; an estimate of 0 if nothing is."""
        if self.low == self.high:
            return decoded(self.low, distances=self._distances)
        if self.low >= 0:
            return decoded(self.low, distances=self._distances).with_bound(Bound.LOWER)
        if self.high <= 0:
            return decoded(self.high, distances=self._distances).with_bound(Bound.UPPER)
        return estimate(0)

    @property
    def proven(self) -> bool:
        """Whether the value itself is known."""
        return self.low == self.high


class ProofByNumbers(Proof):
    """The same by proof-number search: payoffs without distances, repetitions included."""

    def __init__(self, searcher: Searcher, state: Any) -> None:
        super().__init__(searcher, state, distances=False)
        self._mover = searcher.game.to_move(state)
        worst, best = payoffs_between(searcher.game, state)
        self._close_in(*((worst, best) if self._mover == 0 else (-best, -worst)))

    def work(self) -> None:
        """Ask until the answer is known."""
        for at_least in self._questions():
            yes, index = self._searcher.prove(self._state, self._mover, at_least)
            if yes is None:
                raise Unproven
            if yes:
                self.index = index
            self._close_in(*((at_least, self._best) if yes else (self._worst, at_least - 1)))

    def _questions(self) -> Iterator[int]:
        """A win? A draw? Then more than that in steps that double, as most payoffs are small; and
        at last halves of what is left."""
        for payoff in (1, 0):
            if self._worst < payoff <= self._best:
                yield payoff
        step = 1
        while self._worst < self._best:
            won = self._worst >= 1
            at_least = self._worst + step if won else self._best - step + 1
            if not self._worst < at_least <= self._best:
                break
            yield at_least
            if (self._best < at_least) == won:
                break
            step *= 2
        while self._worst < self._best:
            yield (self._worst + self._best + 1) // 2

    def _close_in(self, worst: int, best: int) -> None:
        self._worst, self._best = worst, best
        self.low, self.high = finished(worst, 0), finished(best, 0)


class ProofByDepth(Proof):
    """The same by looking deeper and deeper, for lines of play that have no end: a win or a loss
    is near, or it is not found."""

    def work(self) -> None:
        """Go on until the first win or loss, or the limit."""
        for depth in range(1, MAX_PLY - 2):
            value, index, complete = self._searcher.search(self._state, depth, -INFINITY, INFINITY)
            sure = complete or not self._searcher.for_points
            if value >= PROVEN and value > self.low:
                self.low, self.index, self.depth = value, index, depth
                self.high = value if sure else self.high
            elif value <= -PROVEN and value < self.high:
                self.high, self.index, self.depth = value, index, depth
                self.low = value if sure else self.low
            if self.proven:
                return
        raise Unproven


def best_of(tried: list[Proof]) -> Proof:
    """The one that knows most: the value, or a bound on it, or nothing; the first of equals."""
    return max(tried, key=lambda proof: (proof.proven, proof.value.proven))
