"""What several threads share: it works for one after the other, and never mixes them up."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from boards import known_value, late_position, random_position

from small_games import TakeAway
from zermelo import Engine, Limit, load
from zermelo.errors import ParameterError
from zermelo.learn.miner import Miner
from zermelo.play import Match, Player
from zermelo.search.switches import EXACT
from zermelo.solve import Graph
from zermelo.textbook import solve

SPEC = "connect4:width=5,height=4"


@cache
def places():
    """Positions and their values in the mover's view."""
    late = [late_position(SPEC, seed, 7) for seed in range(40)]
    return [(here, value) for here in late if (value := known_value(here, 500)) is not None][:12]


@pytest.mark.parametrize("native", [False, True])
def test_one_engine_asked_by_several_threads(native):
    engine = Engine(load(SPEC), None, native=native, table_mb=1)
    rounds = 4 if native else 1
    with ThreadPoolExecutor(3) as pool:
        jobs = []
        for number in range(rounds):
            for here, value in places():
                jobs.append((pool.submit(engine.solve, here), value))
                if number % 2:
                    jobs.append((pool.submit(engine.analyze, here, Limit(depth=20)), value))
            pool.submit(engine.clear)
        for job, value in jobs:
            found = job.result().value
            assert found.known and (found, found.kind) == (value, value.kind)


def test_engines_of_different_threads_do_not_hinder_each_other():
    """Interpreted ones share Python's own limits."""
    def work(_):
        engine = Engine(load(SPEC), None, native=False, table_mb=0.1)
        return [engine.solve(here).value for here, _ in places()]

    with ThreadPoolExecutor(4) as pool:
        for values in pool.map(work, range(4)):
            assert values == [value for _, value in places()]


def test_stop_ends_the_search_under_way_and_none_that_waits():
    engine = Engine(load("othello:size=6"), native=True, table_mb=1)
    begun = threading.Event()
    with ThreadPoolExecutor(2) as pool:
        long = pool.submit(engine.analyze, None, Limit(time=60), listen=lambda found: begun.set())
        assert begun.wait(30)
        short = pool.submit(engine.analyze, None, Limit(depth=3))
        time.sleep(0.05)
        assert not short.done()  # it waits for its turn
        before = time.monotonic()
        engine.stop()
        assert long.result().depth >= 1
        assert short.result().depth == 3
        assert time.monotonic() - before < 30  # and not a minute


@pytest.mark.long
def test_who_waits_has_its_time_when_its_turn_comes():
    engine = Engine(load("othello:size=6"), native=True, table_mb=1)
    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(engine.analyze, None, Limit(time=0.3)) for _ in range(3)]
        for job in jobs:
            assert job.result().depth >= 2


@pytest.mark.slow
def test_two_threads_find_the_same_a_thousand_times():
    """Nobody knows which of them is where: so it is tried again and again, from nothing."""
    one, two = (Engine(load("connect4"), None, threads=threads, table_mb=1, switches=EXACT)
                for threads in (1, 2))
    drawn = [random_position("connect4", seed, 18 + seed % 4) for seed in range(120)]
    hard = [(here, value) for here, value in zip(drawn, one.values(drawn), strict=True)
            if (value.distance or 42) > 6]
    assert len({str(value) for _, value in hard}) > 5
    for number in range(1000):
        here, value = hard[number % len(hard)]
        two.clear()
        assert two.solve(here).value == value, here.text


def test_an_engine_cannot_be_asked_by_its_own_listener():
    engine = Engine(load("tictactoe"), native=False)
    with pytest.raises(ParameterError, match="cannot be asked something by its own `listen`"):
        engine.analyze(None, Limit(depth=3), listen=lambda found: engine.solve())
    assert engine.solve().value.kind == "draw"  # and is as good as before


def test_states_may_come_from_whoever_asks_the_engine_itself():
    engine = Engine(load("tictactoe"), native=False)
    game = engine.game

    def lazily():
        for m in game.moves(game.initial()):
            yield game.play(game.initial(), engine.analyze(None, Limit(depth=1)).move or m)

    assert [str(value) for value in engine.values(lazily())] == ["draw"] * 9


@pytest.mark.parametrize("native", [False, True])
def test_one_graph_asked_by_several_threads(native):
    game = load("tictactoe")
    states = [random_position("tictactoe", seed, 4).state for seed in range(40)]
    graph = Graph.of(game, native=native)
    nodes = [graph.node(s) for s in states]
    moves = [graph.moves(s) for s in states]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert list(pool.map(graph.node, states)) == nodes
            assert list(pool.map(graph.moves, states)) == moves


@pytest.mark.long
def test_one_miner_asked_by_several_threads():
    game = load("tictactoe")
    shared = Miner(game, room=60, keys=2000, native=False)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda seed: shared.mine(game.initial(), [3] * 9, seed, 40),
                                range(4)))
    keys = [key for found in results for key in found.key.tolist()]
    assert len(keys) == len(set(keys)) > 30  # none twice
    for found in results:
        assert len(found.moves) == len(found.payoffs) == found.counts.sum()
        for words, payoff, mover in zip(found.words, found.payoff, found.mover, strict=True):
            value = solve(game, tuple(words.tolist()))
            assert value.score == (payoff if mover == 0 else -payoff)


class Thinking(Player):
    """Plays the first move, after a while."""

    name = "thinking"

    def choose(self, position, clock):
        time.sleep(0.01)
        return position.moves[0]


def test_one_match_played_by_several_threads():
    for _ in range(3):
        match = Match(TakeAway(12), Thinking(), Thinking())
        with ThreadPoolExecutor(3) as pool:
            endings = list(pool.map(lambda _, match=match: match.play(), range(3)))
        assert len(set(endings)) == 1 and endings[0].how == "rules"
        assert match.record.position(match.game).result.payoff == endings[0].payoff


def test_an_answer_to_a_question_that_was_taken_back_is_void():
    match = Match(TakeAway(12), Thinking(), Thinking())
    match.step()

    class Slow(Thinking):
        def choose(self, position, clock):
            match.take_back()  # meanwhile somebody has another idea
            return position.moves[0]

    match.players[1] = Slow()
    assert match.step() is None
    assert match.here.state.left == 12 and match.entries == []
    match.players[1] = Thinking()
    assert match.play().how == "rules"
