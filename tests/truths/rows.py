"""What a fact is, what it is checked with, and the checks that many games share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from zermelo import load
from zermelo.errors import ParameterError
from zermelo.values import Value

Kind = Literal["payoff", "value", "leaves", "positions", "games"]
Cost = Literal["textbook", "native", "beyond"]


class Tools(Protocol):
    """What checks are made with. `kind` of a row names the method that it calls."""

    def payoff(self, game: Any, s: Any) -> int:
        """The first player's payoff if both play their best."""

    def value(self, game: Any, s: Any) -> Value:
        """The same as a value in the first player's view, with its distance."""

    def leaves(self, game: Any, plies: int, ended: bool) -> int:
        """The ways to play so many plies, games that ended before counted once or not at all."""

    def positions(self, game: Any, plies: int | None, symmetric: bool = False) -> int:
        """The different positions after so many plies, or in all; mirror images are one or not."""

    def games(self, game: Any) -> dict[int, int]:
        """The ways to play to the end, by payoff."""


Check = Callable[[Tools], None]


@dataclass(frozen=True)
class Row:
    """A fact."""

    id: str
    kind: Kind
    cost: Cost
    check: Check | None  # None only beyond reach
    reason: str = ""  # why it is beyond reach
    work: int | None = None  # leaves or positions to count; positions that the game has


def row(id: str, kind: Kind, cost: Cost, spec: str, check: Callable[[Tools, Any], None],
         reason: str = "", work: int | None = None) -> Row:
    """A row about a game; beyond reach if the game cannot be had."""
    try:
        load(spec)
    except ParameterError as error:
        return Row(id, kind, "beyond", None, str(error), work)
    return Row(id, kind, cost, lambda tools: check(tools, load(spec)), reason, work)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def has_payoff(expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert tools.payoff(game, game.initial()) == expected

    return check


def counting(work: int, textbook: int, native: int) -> Cost:
    return "textbook" if work <= textbook else "native" if work <= native else "beyond"


def counts_positions(plies: int | None, expected: int,
               symmetric: bool = False) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert tools.positions(game, plies, symmetric) == expected

    return check


def counts_games(expected: int, payoff: int | None = None) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        ended = tools.games(game)
        assert (sum(ended.values()) if payoff is None else ended[payoff]) == expected

    return check


def counts_leaves(plies: int, expected: int, ended: bool = False) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert tools.leaves(game, plies, ended) == expected

    return check
