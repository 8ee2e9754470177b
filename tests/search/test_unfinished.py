"""What a player takes from a depth that it had no time to finish, and others do not."""

import random

import pytest
from boards import game_of

from zermelo import Engine, Limit
from zermelo.search.switches import EXACT, PLAY, Switch

SPEC = "othello:size=6"
SWITCHES = PLAY & ~Switch.SYMMETRY


def changes(engine):
    """Positions in which another move is best one ply deeper: with the answers to both depths."""
    found = []
    for seed in range(40):
        line = game_of(SPEC).position().random_line(random.Random(seed))
        here = line[min(8, len(line) // 2)]
        last = None
        for depth in range(4, 8):
            engine.clear()
            one = engine.analyze(here, Limit(depth=depth))
            if last is not None and one.move != last.move and not one.value.proven:
                found.append((here, last, one))
            last = one
    assert len(found) >= 3
    return found


def answers(engine, here, last, one):
    """The answers to limits between the two depths, where only the first is finished."""
    for part in range(1, 30):
        engine.clear()
        limit = last.nodes + (one.nodes - last.nodes) * part // 30
        found = engine.analyze(here, Limit(nodes=limit))
        if found.depth == last.depth:
            yield found


@pytest.mark.long
def test_a_player_makes_the_better_move_of_a_depth_that_it_cannot_finish():
    took = 0
    with Engine(game_of(SPEC), table_mb=1, selective=True, switches=SWITCHES) as engine:
        for here, last, one in changes(engine):
            found = list(answers(engine, here, last, one))
            assert all(each.line[0] == each.moves[0].move == each.move for each in found)
            took += any(each.move != last.move for each in found)
    assert took >= 2


def test_threads_that_are_stopped_answer_with_what_one_of_them_has():
    with Engine(game_of(SPEC), table_mb=1, selective=True, switches=SWITCHES, threads=2) as engine:
        for nodes in range(20_000, 40_000, 4_000):
            engine.clear()
            found = engine.analyze(None, Limit(nodes=nodes))
            assert found.move in game_of(SPEC).position().moves and found.line[0] == found.move


@pytest.mark.long
def test_the_better_move_is_told_to_who_listens():
    heard = []
    with Engine(game_of(SPEC), table_mb=1, selective=True, switches=SWITCHES) as engine:
        for here, last, one in changes(engine):
            for part in range(1, 30):
                engine.clear()
                told = []
                limit = last.nodes + (one.nodes - last.nodes) * part // 30
                found = engine.analyze(here, Limit(nodes=limit), listen=told.append)
                assert told[-1] == found
                heard += [told[-2:]] if told[-1].depth == told[-2].depth else []
    assert heard and all(one.move != two.move for one, two in heard)


@pytest.mark.long
@pytest.mark.parametrize("options", [{"all_moves": True}, {"lines": 2}])
def test_who_ranks_moves_has_them_of_finished_depths_only(options):
    with Engine(game_of(SPEC), table_mb=1, selective=True, switches=SWITCHES) as engine:
        here, _, one = changes(engine)[0]
        told = []
        engine.clear()
        engine.analyze(here, Limit(nodes=one.nodes), listen=told.append, **options)
        depths = [each.depth for each in told]
        assert depths == sorted(set(depths))


@pytest.mark.long
def test_a_search_that_is_exact_takes_nothing_unfinished():
    with Engine(game_of(SPEC), table_mb=1, switches=EXACT) as engine:
        for here, last, one in changes(engine):
            for found in answers(engine, here, last, one):
                assert (found.move, found.value) == (last.move, last.value)
