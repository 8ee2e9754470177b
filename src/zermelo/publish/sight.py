"""All that a page asks of rules: whose turn, which moves, what stands where, what follows.

This runs as it stands, interpreted, and is compiled as it stands, like the search. What the search
itself asks of rules is compiled with it; this is for whoever gives it its orders.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

from zermelo.compiler.records import Array, array
from zermelo.game import NO_MATTER_HOW_LONG, Game
from zermelo.kernel import looks
from zermelo.kernel.looks import MOST_PLACES, Looks
from zermelo.kernel.memory import STATE_WORDS
from zermelo.portable import hash_of, hashes_of
from zermelo.publish.reasons import Reasons
from zermelo.search.rules import gives
from zermelo.written import made_function

LOOK, PLAY = range(2)  # commands: at the state itself, or at the one after a move
MOST_MOVES = MOST_PLACES // 2
MOST_IMAGES = 512  # moves: with more, nobody looks for mirror images
HOOKS = (*looks.HOOKS, "to_move", "play", "bounds", "noisy", "candidates", "canonical",
         "repetition_key", "reversible")


class Sight(Looks, whole=True):
    """Orders, and what was seen of a state."""

    command: int
    asked: int  # the move
    mover: int
    over: int  # 1: the game is over, and this is the first player's payoff
    payoff: int
    reason: int  # the number of a text
    worst: int  # what can still come
    best: int
    home: int  # the hashes that a repetition is known by
    check: int
    back: int  # how many plies back it may lie
    images: int  # 1: of the positions after the moves some are mirror images
    moves: int
    few: int  # moves that suffice for proofs
    next: Array[int] = array(int, STATE_WORDS)  # the state that was looked at
    noisy: Array[int] = array(int, MOST_MOVES)  # in the order of the moves
    candidates: Array[int] = array(int, MOST_MOVES)
    hashes: Array[int] = array(int, MOST_IMAGES)


def see(rules: Any, memory: Sight, s: Any) -> None:
    """Carry out the command in memory."""
    if memory.command == PLAY:
        describe(rules, memory, rules.play(s, memory.asked))
    else:
        describe(rules, memory, s)


def describe(rules: Any, memory: Sight, s: Any) -> None:
    """Write down everything about a state."""
    rules.write_state(memory, s)
    looks.look(rules, memory, s)
    memory.mover = rules.to_move(s)
    memory.moves, memory.few, memory.images = 0, 0, 0
    memory.worst, memory.best = 0, 0
    memory.home, memory.check = hashes_of(rules.repetition_key(s))
    memory.back = rules.reversible(s) if rules.has_reversible else NO_MATTER_HOW_LONG
    payoff = rules.outcome(s)
    memory.over, memory.payoff = 0, 0
    if payoff is not None:
        memory.over, memory.payoff = 1, payoff
        memory.reason = rules.reason_number(s)
        return
    low, high = rules.bounds(s)
    memory.worst, memory.best = low, high
    for m in rules.moves(s):
        if memory.moves < MOST_MOVES:
            memory.noisy[memory.moves] = 1 if rules.noisy(s, m) else 0
        if rules.has_canonical and memory.moves < MOST_IMAGES:
            image = hash_of(rules.canonical(rules.play(s, m)))
            for i in range(memory.moves):
                if memory.hashes[i] == image:
                    memory.images = 1
            memory.hashes[memory.moves] = image
        memory.moves += 1
    for m in rules.candidates(s):
        if memory.few < MOST_MOVES:
            memory.candidates[memory.few] = m
            memory.few += 1


def extra_rules(game: Game, reasons: Reasons) -> dict[str, Any]:
    """What `see` finds among the rules besides the game's own."""
    return {"write_state": writer_of(game), "reason_number": reasons.number,
            "has_canonical": gives(game, "canonical"), "has_reversible": gives(game, "reversible")}


def writer_of(game: Game) -> Any:
    """A function that writes states of a game's kind into memory."""
    words = count()
    lines = "".join(f"    memory.next[{next(words)}] = {path}\n"
                    for path in _paths(game.initial(), "s"))
    return _writer(f"def write_state(game, memory, s):\n{lines}")


@cache
def _writer(source: str) -> Any:
    return made_function(source, "write_state", {"__name__": __name__})


def _paths(pattern: Any, path: str) -> list[str]:
    """How to get at every number of a state."""
    if not isinstance(pattern, tuple):
        return [path]
    return [found for i, item in enumerate(pattern) for found in _paths(item, f"{path}[{i}]")]
