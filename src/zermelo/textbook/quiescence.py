"""Quiescence: no judging in the middle of an exchange.

A search of some plies ends anywhere: right after a queen took a pawn, say, and before she is taken
herself. An evaluator counts what is on the board there, and finds a pawn won. So the leaves are not
judged as they stand. Moves that a game calls `noisy` are played out first; nobody need make one,
as long as there is another move to make instead:

    value of a leaf = the best, for the player to move, of
                        what each noisy move leads to, looked at in the same way
                        the evaluator's opinion, unless every move is noisy

>>> from zermelo import load
>>> from zermelo.evaluation import evaluator_for
>>> from zermelo.textbook import minimax, played_out
>>> game = load("chess")
>>> material = evaluator_for(game, "material")
>>> here = game.position("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1")     # the queen may take a pawn
>>> as_it_stands = lambda game, s, ply: material(game, s)
>>> minimax(here, depth=1, leaf=as_it_stands).value
8.0
>>> minimax(here, depth=1, leaf=played_out(as_it_stands)).value
7.0

It is a leaf like any other: put it under `minimax`, or under `alpha_beta` with an order, a memory.
The engine's values of games that name noisy moves are these; with `Engine(game, plain=True)` leaves
are judged as they stand.
"""

from __future__ import annotations

from typing import Any

from zermelo.game import Game
from zermelo.textbook.minimax import Leaf


def played_out(leaf: Leaf) -> Leaf:
    """The same leaves, judged once no noisy move is worth playing any more."""

    def quiet(game: Game, s: Any, ply: int) -> Any:
        if game.outcome(s) is not None:
            return leaf(game, s, ply)
        moves = list(game.moves(s))
        noisy = [m for m in moves if game.noisy(s, m)]
        found = [quiet(game, game.play(s, m), ply + 1) for m in noisy]
        if len(noisy) < len(moves):
            found.append(leaf(game, s, ply))
        return max(found) if game.to_move(s) == 0 else min(found)

    return quiet
