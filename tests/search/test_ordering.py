"""Moves on the stack: each keeps its place in the list that the rules gave."""

from types import SimpleNamespace

import pytest

from zermelo import load
from zermelo.search.memory import Memory
from zermelo.search.ordering import TABLE_MOVE_SCORE, rate_moves, swap
from zermelo.search.switches import PLAY

HERE = load("chess").position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1")
RULES = SimpleNamespace(has_exchange=True, has_proof_order=False, order=HERE.game.order,
                        noisy=HERE.game.noisy, exchange=HERE.game.exchange)


def rated(table_place, done):
    """The moves and their scores by their places; and the place of the most promising one."""
    memory, moves = Memory(), HERE.game.legal_moves(HERE.state)
    memory.use.choose(PLAY)
    for i, move in enumerate(moves):
        memory.moves[i].move = move
    if done:
        memory.moves[table_place].score = TABLE_MOVE_SCORE
        memory.moves[table_place].place = table_place
        swap(memory, table_place, 0)
    first = rate_moves(RULES, memory, HERE.state, 0, table_place, 2, 0, len(moves), done, False,
                       False)
    found = {memory.moves[i].place: (memory.moves[i].move, memory.moves[i].score)
             for i in range(len(moves))}
    assert {place: move for place, (move, _) in found.items()} == dict(enumerate(moves))
    return found, memory.moves[first].place


@pytest.mark.parametrize("table_place", [0, 1, 7, len(HERE.game.legal_moves(HERE.state)) - 1])
def test_rated_before_or_after_the_tables_move_was_tried_they_are_rated_alike(table_place):
    at_once, first = rated(table_place, 0)
    later, second = rated(table_place, 1)
    assert later == at_once and first == table_place
    others = {place: score for place, (_, score) in at_once.items() if place != table_place}
    assert second != table_place and others[second] == max(others.values())
