"""One result after the other, in loops and event loops; engines that are closed and not copied."""

import asyncio
import copy
import logging
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from zermelo import Engine, Limit, load
from zermelo.errors import MoveError, ParameterError


@pytest.fixture
def engine():
    with Engine(load("othello"), table_mb=4) as engine:
        yield engine


def test_each_depth_comes_as_soon_as_it_is_done(engine):
    depths = [found.depth for found in engine.iterations(None, Limit(depth=5))]
    assert depths == [1, 2, 3, 4, 5, 5]  # the last is the final one
    assert engine.analyze(None, Limit(depth=5)).depth == 5


def test_who_leaves_the_loop_stops_the_search(engine):
    began = time.monotonic()
    for found in engine.iterations(None, Limit(time=600)):
        if found.depth == 3:
            break
    assert time.monotonic() - began < 300
    assert engine.analyze(None, Limit(depth=2)).depth == 2  # its turn is over


def test_errors_come_out_of_the_loop(engine):
    with pytest.raises(ParameterError, match="there cannot be -1 lines"):
        list(engine.iterations(None, Limit(depth=2), lines=-1))


def in_a_loop(coroutine):
    """Run it in an event loop of its own; this thread may have one, of a browser's."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def test_an_event_loop_goes_on_meanwhile(engine):
    ticks = []

    async def tick():
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.01)

    async def main():
        ticking = asyncio.create_task(tick())
        found = await engine.analyze_async(None, Limit(nodes=300_000))
        depths = [found.depth async for found in engine.iterations_async(None, Limit(depth=4))]
        ticking.cancel()
        return found, depths

    found, depths = in_a_loop(main())
    assert found.depth > 3 and depths == [1, 2, 3, 4, 4]
    assert len(ticks) > 2


def test_who_is_cancelled_stops_the_search(engine):
    async def main():
        asking = asyncio.create_task(engine.analyze_async(None, Limit(time=600)))
        await asyncio.sleep(0.1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    began = time.monotonic()
    in_a_loop(main())
    assert engine.analyze(None, Limit(depth=2)).depth == 2
    assert time.monotonic() - began < 300


def test_a_search_is_stopped_by_its_own_event(engine):
    stop = threading.Event()
    found = engine.analyze(None, Limit(time=600), stop=stop,
                           listen=lambda found: stop.set() if found.depth == 3 else None)
    assert found.depth >= 3 and not found.proven


# --- the best lines ---

@pytest.mark.parametrize("native", [None, False], ids=["compiled", "interpreted"])
def test_the_best_lines(native):
    game = load("connect4:width=5,height=4")
    engine = Engine(game, native=native, table_mb=1)
    here = game.position().play_all("3 3 2")
    found = engine.analyze(here, Limit(depth=5), lines=3)
    every = engine.analyze(here, Limit(depth=5), all_moves=True)
    assert [m.value for m in found.moves] == [m.value for m in every.moves[:3]]
    assert found.line == found.moves[0].line
    for ranked in found.moves:
        assert ranked.line[0] == ranked.move
        there = here.play_all(ranked.line)  # all legal
        assert len(ranked.line) == 5 or there.result
        if there.result is None:  # the value is that of the position at the line's end
            score = engine.evaluator(game, there.state)
            assert ranked.value.score == pytest.approx(-score, abs=0.001)
        assert found.text_of(ranked.line)[0] == ranked.text
    assert [m["pv"] for m in found.to_json()["moves"]] == [found.text_of(m.line)
                                                           for m in found.moves]
    assert not every.moves[0].line and "pv" not in every.to_json()["moves"][0]


# --- closing, copying, logging ---

def test_a_closed_engine_says_so():
    with Engine(load("tictactoe"), table_mb=1, threads=2) as engine:
        assert str(engine.solve().value) == "draw"
    for ask in (engine.analyze, engine.solve, engine.clear, engine.count_leaves):
        with pytest.raises(ParameterError, match="this engine is closed"):
            ask()
    engine.close()


def test_an_engine_is_not_copied(engine):
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ParameterError, match="an engine cannot be copied or pickled"):
            attempt(engine)
    copy.deepcopy(engine.game)


def test_iterations_are_logged(engine, caplog):
    with caplog.at_level(logging.DEBUG, logger="zermelo"):
        engine.analyze(None, Limit(depth=3))
    lines = [record.getMessage() for record in caplog.records]
    assert [line.split(",")[0] for line in lines] == [f"othello: depth {d}" for d in (1, 2, 3)]


def test_a_number_is_not_a_text():
    here = load("connect4").position()
    with pytest.raises(MoveError, match=r"text is something else: play\('7'\) plays 6"):
        here.play(7)
    with pytest.raises(MoveError) as caught:
        here.play(8)
    assert "text is something else" not in str(caught.value)
