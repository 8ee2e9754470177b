"""The clock of a whole game: shares that never use it up, and follow the position."""

import time

import pytest
from boards import engine_of, game_of
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit
from zermelo.errors import LimitError
from zermelo.kernel.threads import supervised
from zermelo.search.clock import Outlook, allotted, outlook, patience, share
from zermelo.search.switches import EXACT

seconds = st.floats(0.1, 10_000)
outlooks = st.builds(Outlook, st.floats(0, 300), st.floats(0, 200))


@given(seconds, st.floats(0, 60), st.integers(1, 300), outlooks)
def test_a_share_is_never_more_than_half_of_what_is_left(remaining, increment, choices, ahead):
    given_ = share(remaining, increment, choices, ahead)
    assert 0 <= given_.aim <= given_.most <= max(remaining / 2, 0.005)


@given(seconds, st.floats(0, 5), st.integers(2, 100), outlooks)
def test_the_clock_is_never_used_up_even_if_every_move_takes_the_most(remaining, increment,
                                                                      choices, ahead):
    for _ in range(100):
        used = share(remaining, increment, choices, ahead).most
        assert used < remaining or remaining < 0.02
        if remaining < 0.02:
            return
        remaining += increment - used


@given(seconds, st.floats(0, 5), st.integers(1, 300), outlooks)
def test_a_machine_may_be_late_by_what_is_kept(remaining, increment, choices, ahead):
    """Whatever a move takes, two fifths of a second are left after it, or nine tenths of all."""
    most = share(remaining, increment, choices, ahead).most
    assert remaining - most >= min(0.4, 0.9 * remaining) - 1e-9


def test_with_an_increment_the_last_second_is_never_run_down():
    """Though every move takes the most that it may and is a little late, and some are very late."""
    remaining = 10.0
    for number in range(1, 400):
        remaining -= share(remaining, 0.1, 40, Outlook(turns=40, choices=30)).most
        remaining -= 0.05 if number % 50 else 0.35
        assert remaining > 0
        remaining += 0.1


@given(seconds, st.integers(2, 60), outlooks)
def test_more_choice_gets_more_time_and_more_moves_to_come_less(remaining, choices, ahead):
    here = share(remaining, 0, choices, ahead)
    assert share(remaining, 0, choices + 5, ahead).aim >= here.aim
    longer = Outlook(ahead.turns + 10, ahead.choices)
    assert share(remaining, 0, choices, longer).aim <= here.aim
    assert share(remaining, 0, 1, ahead).aim == 0  # nothing to think about
    assert share(2 * remaining, 0, choices, ahead).aim > here.aim


def test_the_outlook_knows_how_long_games_last():
    game = game_of("tictactoe")
    start, late = outlook(game.position()), outlook(game.position().play_all("a1 b2 c3 a2"))
    assert 2.5 <= start.turns <= 5 and late.turns < start.turns
    assert late.choices < start.choices <= 9
    assert outlook(game.position()) == start  # the same every time


def test_the_outlook_asks_who_is_to_move():
    """In Kalah a turn may have several moves; all of them are counted."""
    here = game_of("kalah:pits=3,seeds=3").position()
    assert outlook(here).turns > 0


def test_only_a_clock_is_divided():
    here = game_of("tictactoe").position()
    assert allotted(Limit(time=5), here) is None
    assert allotted(Limit(remaining=60), here).aim > 1


@pytest.mark.parametrize("spec", ["chess", "othello", "kalah"])
@pytest.mark.parametrize(("remaining", "increment"), [(10, 0.1), (60, 0), (1, 0), (300, 3)])
def test_looking_ahead_takes_little_of_what_the_move_gets(monkeypatch, spec, remaining, increment):
    """Long games are slow to play out: once that took two thirds of every move of chess."""
    told = []

    def noted(here, seconds):
        told.append(seconds)
        return Outlook(turns=60, choices=30)

    monkeypatch.setattr("zermelo.search.clock.outlook", noted)
    found = allotted(Limit(remaining=remaining, increment=increment), game_of(spec).position())
    assert told[0] <= found.aim / 20


@pytest.mark.parametrize(("best", "values", "more"), [
    ("ab", [0, 0], True), ("aaaaab", [1, 1, 1, 1, 1, 1], True), ("aab", [3, 3, 0], True),
    ("aa", [3, 0], True), ("aaaaa", [1, 1, 1, 1, 1], False), ("aaaaa", [1, 1, 2, 3, 4], False),
])
def test_trouble_takes_longer_and_what_is_settled_is_played(best, values, more):
    assert (patience(best, values) > 1) is more


@pytest.mark.long
def test_a_whole_game_on_the_clock():
    spec = "othello:size=6"
    engine, here = engine_of(spec), game_of(spec).position()
    engine.clear()
    engine.switches = EXACT
    clocks = [1.5, 1.5]
    while here.result is None:
        began = time.perf_counter()
        found = engine.analyze(here, Limit(remaining=clocks[here.to_move]))
        clocks[here.to_move] -= time.perf_counter() - began
        if clocks[here.to_move] < 0.05:  # a machine so busy that the overhead is larger than this
            pytest.skip("this machine is too busy to play a game in 3 seconds")
        here = here.play(found.move)
    assert min(clocks) > 0.05 and max(clocks) < 1.45


def test_a_forced_move_is_played_at_once():
    spec = "tictactoe"
    only = game_of(spec).position("xox/oxo/ox.:x")
    engine = engine_of(spec)
    engine.switches = EXACT
    began = time.perf_counter()
    assert engine.analyze(only, Limit(remaining=1000)).move == only.moves[0]
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize(("limit", "seconds"), [
    (Limit(remaining=2), 0.02), (Limit(remaining=60), 0.1), (Limit(depth=2), 0.1)])
def test_looks_at_compiled_rules_take_a_hundredth_of_the_clock_at_most(monkeypatch, limit,
                                                                       seconds):
    told = {}

    def noted(crew, work, seconds=None, *args, **options):
        told[work.__name__] = seconds
        return supervised(crew, work, seconds, *args, **options)

    monkeypatch.setattr("zermelo.search.engine.supervised", noted)
    with Engine(game_of("tictactoe"), native=True, table_mb=1, switches=EXACT) as engine:
        engine.analyze(None, limit)
    assert told["check"] == pytest.approx(seconds)


@pytest.mark.parametrize(("limit", "message"), [
    ({"remaining": 0}, "a remaining time of 0 makes no sense"),
    ({"remaining": float("inf")}, "a remaining time of inf makes no sense"),
    ({"remaining": 5, "increment": -1}, "an increment of -1 makes no sense"),
    ({"increment": 2}, "an increment of 2 needs a clock to go on"),
])
def test_clocks_that_make_no_sense(limit, message):
    with pytest.raises(LimitError, match=message):
        Limit(**limit)


def test_a_proof_has_no_clock():
    with pytest.raises(LimitError, match="a game's clock is for playing"):
        engine_of("tictactoe").solve(None, Limit(remaining=5))


@pytest.mark.long
def test_who_plays_by_a_clock_begins_with_what_is_known_to_help():
    """What the last move found is of use at once then: positions are kept by the techniques."""
    game = game_of("connect4:width=5,height=4")
    engine = Engine(game, selective=True, table_mb=1)
    engine.ready()
    choosing, searcher = engine._choosing, engine._searcher
    known, state = choosing.known(searcher), game.initial()
    assert known is not None
    assert choosing.first(searcher, state, by_clock=True) & known == known
    assert choosing.first(searcher, state) & known != known
    assert choosing.chooser(searcher, state, Limit(remaining=1.0), known) is None  # it has them
    assert choosing.chooser(searcher, state, Limit(nodes=10**6), known) is not None

    asked = []
    choosing.first = lambda *given, by_clock: asked.append(by_clock) or known
    for limit in (Limit(remaining=1.0), Limit(depth=2)):
        engine.analyze(game.position(), limit)
    assert asked == [True, False]
