"""Random games that are the same everywhere: interpreted, compiled, on every machine.

The dice are `hash_of` on a running word, so that a playout is a function of its state and seed.
Written as rules are, so that it compiles with them: `rules` is a game, or compiled rules.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import A_MOVE
from zermelo.portable import hash_of, promised, shr

LONGEST = 400  # plies; a random game that goes on for longer counts as that


def thrown(word: int, sides: int) -> int:
    """A throw of a die: 0 to `sides` - 1, from well-mixed bits."""
    return shr(word, 33) % sides


def random_move(rules: Any, s: Any, word: int) -> int:
    """A legal move, all of them equally likely."""
    moves = rules.mobility(s)
    promised(moves > 0, s, A_MOVE)
    return nth_move(rules, s, thrown(word, moves))


def nth_move(rules: Any, s: Any, wanted: int) -> int:
    """The legal move of this number, from 0."""
    chosen = 0
    for m in rules.moves(s):
        chosen = m
        if wanted == 0:
            break
        wanted -= 1
    return chosen


def plies_left(rules: Any, s: Any, seed: int, games: int) -> int:
    """How many plies so many random games from this state last, all together."""
    plies = 0
    word = hash_of(seed)
    for _ in range(games):
        here = s
        played = 0
        while played < LONGEST and rules.outcome(here) is None:
            word = hash_of(word)
            here = rules.play(here, random_move(rules, here, word))
            played += 1
        plies += played
    return plies
