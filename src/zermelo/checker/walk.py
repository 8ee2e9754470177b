"""One random game, and each position on its way with what the five methods said there."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.checker.fingerprint import hashable
from zermelo.checker.probe import NOTHING, BrokenError, Probe, described
from zermelo.errors import ZermeloError
from zermelo.textbook import solve
from zermelo.values import Value

MOST_REMEMBERED = 100_000


class Answers(NamedTuple):
    """A state, and what the rules said about it."""

    state: Any
    to_move: Any
    outcome: Any
    moves: list[Any]


@dataclass(eq=False)
class Memory:
    """What was seen in all games so far, to compare with: states, keys and texts."""

    answers: dict[Hashable, Answers] = field(default_factory=dict)
    keys: dict[Hashable, Answers] = field(default_factory=dict)
    repetition_keys: dict[Hashable, Answers] = field(default_factory=dict)
    playing_keys: dict[Hashable, Answers] = field(default_factory=dict)
    unsettled: dict[Hashable, tuple[Any, int]] = field(default_factory=dict)
    texts: dict[str, Any] = field(default_factory=dict)
    looks: dict[Hashable, Any] = field(default_factory=dict)
    values: dict[Hashable, Value] = field(default_factory=dict)
    # For games that linger and games that do not: so many plies before the end most positions are
    # too big to be solved; and how many were small enough, less those that were not.
    far: dict[bool, float] = field(default_factory=lambda: dict.fromkeys((False, True), math.inf))
    solved: Counter[tuple[bool, int]] = field(default_factory=Counter)

    def note(self, lingers: bool, plies: int, small_enough: bool) -> None:
        """Learn from how far before the end it is worth while to try to solve a position."""
        self.solved[lingers, plies] += 1 if small_enough else -1
        if self.solved[lingers, plies] <= -3:
            self.far[lingers] = min(self.far[lingers], plies)

    @staticmethod
    def earlier(table: dict[Any, Any], key: Any, thing: Any) -> Any:
        """What the table has under this key; None, and `thing` is put there, if nothing."""
        found = table.get(key)
        if found is None and len(table) < MOST_REMEMBERED:
            table[key] = thing
        return found


@dataclass(eq=False)
class Walk:
    """A random game: its visits in order, and how it ended."""

    probe: Probe
    memory: Memory
    rng: random.Random
    nodes: int  # subtrees of up to so many states are solved
    start: Any
    deal: bool  # whether it started from one of `deals()` instead of `initial()`
    visits: list[Visit] = field(default_factory=list)
    cut: bool = False  # the ply limit was reached
    draw_by_repetition: bool = False
    late: bool = False  # the time was up
    broken: BrokenError | None = None  # what put an end to it before its time
    lingers: bool = False  # avoids moves that end the game: more is seen, and the end is small
    too_big: int = -1  # from this ply back the positions are too far from the end to be solved

    @cached_property
    def circle(self) -> tuple[int, int] | None:
        """When a position was first met and when again, if the rules do not say what that means."""
        seen: dict[Hashable, int] = {}
        for visit in self.visits if not self.probe.game.repetition else ():
            if hashable(visit.state):
                before = seen.setdefault(visit.state, visit.ply)
                if before < visit.ply:
                    return before, visit.ply
        return None

    @property
    def payoff(self) -> Any:
        """The final payoff; None if the game did not end."""
        if self.draw_by_repetition:
            return 0
        return self.visits[-1].outcome if self.visits else None


@dataclass(eq=False)
class Visit:
    """A position on the way, with the answers that the five methods gave when it was reached."""

    walk: Walk
    ply: int
    state: Any
    to_move: Any
    outcome: Any
    moves: list[Any]  # empty when the game is over
    chosen: Any = NOTHING  # the move that was played

    @property
    def answers(self) -> Answers:
        """What the rules said of this state, without where it was met."""
        return Answers(self.state, self.to_move, self.outcome, self.moves)

    @property
    def probe(self) -> Probe:
        """The game, asked with open eyes."""
        return self.walk.probe

    @property
    def over(self) -> bool:
        """Whether the rules say that the game is over."""
        return self.outcome is not None

    @property
    def after(self) -> Visit | None:
        """The visit that the move made here led to, if there was one."""
        later = self.walk.visits[self.ply + 1 : self.ply + 2]
        return later[0] if later else None

    @cached_property
    def children(self) -> list[tuple[Any, Any]]:
        """Every move with the state after it."""
        return [(m, self.probe.ask("play", self.state, m)) for m in self.moves]

    @cached_property
    def exact(self) -> Value | None:
        """The exact value in the first player's view; None if too much lies below."""
        walk, memory = self.walk, self.walk.memory
        left = len(walk.visits) - 1 - self.ply
        if self.ply <= walk.too_big or left >= memory.far[walk.lingers]:
            return None
        value = exact_value(walk, self.state)
        if value is None:
            walk.too_big = self.ply
        memory.note(walk.lingers, left, value is not None)
        return value


def exact_value(walk: Walk, state: Any) -> Value | None:
    """The exact value of a state in the first player's view; None if too much lies below."""
    values = walk.memory.values
    if len(values) > MOST_REMEMBERED:
        values.clear()
    try:
        return solve(walk.probe.game, state, nodes=walk.nodes, known=values)
    except (ZermeloError, RecursionError):  # too big, or it can come back to itself
        return None
    except Exception as error:
        raise BrokenError("exceptions", f"somewhere below, the rules raised {described(error)}",
                          "play", state, NOTHING) from error


def answers(probe: Probe, state: Any) -> Answers:
    """What the rules say about a state."""
    outcome = probe.ask("outcome", state)
    return Answers(state, probe.ask("to_move", state), outcome,
                   probe.ask("moves", state) if outcome is None else [])


def _moved_at_random(walk: Walk, here: Visit) -> Any:
    """The state after a random move."""
    for tries_left in (2, 1, 0):
        here.chosen = walk.rng.choice(here.moves)
        state = walk.probe.ask("play", here.state, here.chosen)
        if state is None:
            raise BrokenError("bad states", "play gives None: return the new state", "play",
                              here.state, here.chosen)
        if not (walk.lingers and tries_left) or walk.probe.ask("outcome", state) is None:
            break
    return state


def walk_at_random(walk: Walk, plies: int, deadline: float) -> None:
    """Play random moves to the end, or until something breaks, or for so many plies."""
    game, ask = walk.probe.game, walk.probe.ask
    occurred: Counter[Hashable] = Counter()
    state = walk.start
    try:
        while time.monotonic() < deadline:
            here = Visit(walk, len(walk.visits), *answers(walk.probe, state))
            walk.visits.append(here)
            if here.over or not here.moves:
                return
            if game.repetition:
                key = ask("repetition_key", state)
                if hashable(key):  # else the check of the repetition says so
                    occurred[key] += 1
                    walk.draw_by_repetition = occurred[key] >= game.repetition
                if walk.draw_by_repetition:
                    return
            if here.ply == plies:
                walk.cut = True
                return
            state = _moved_at_random(walk, here)
        walk.late = True
    except BrokenError as broken:
        walk.broken = broken
