"""Thousands of random games of odd sorts, against plain recursion: every method, hook and switch,
tables with room for nothing, threads; and nothing is forgotten from one question to the next."""

import random
from functools import cache

import pytest
from boards import assert_true, some
from hypothesis import given
from hypothesis import strategies as st
from mazes import HOOKS, OPINION, SORTS, Maze, Silent, Wide, after_move, plain, start

from zermelo import Engine, Limit, Position
from zermelo.search.switches import EXACT, PLAY, Switch
from zermelo.values import Bound, proven

TO_THE_END = 20
ALL = [s for s in Switch if s & EXACT]
switches = st.one_of(st.just(EXACT), st.sets(st.sampled_from(ALL)).map(
    lambda off: EXACT & ~sum(off, Switch(0))))
seeds = st.integers(1, 1 << 40)
sorts = st.sampled_from(list(SORTS))
small = sorts.filter(lambda sort: sort != "many moves")
hooks = st.one_of(st.just(HOOKS), st.integers(0, HOOKS))
native_mazes = pytest.mark.xdist_group("mazes")  # in one process, so that each is compiled once


@cache
def game_of(rules):
    return rules()


@cache
def engine_of(rules, native, threads=1, table_mb=1):
    return Engine(game_of(rules), OPINION, native=native, threads=threads, table_mb=table_mb,
                  switches=EXACT)


ENGINES = {
    "interpreted": {"native": False},
    "interpreted, no room": {"native": False, "table_mb": 1e-9},
    "compiled": {"native": True},
    "compiled, no room": {"native": True, "table_mb": 1e-9},
    "two threads": {"native": True, "threads": 2},
}


def asked(rules, engine, seed, sort, chosen, hooks):
    """An engine with these switches, and a state a few moves into the game."""
    engine = engine_of(rules, **ENGINES[engine])
    engine.switches = chosen
    game, rng = engine.game, random.Random(seed)
    s = start(game, seed, sort, hooks)
    for _ in range(rng.randrange(3) if sort != "many moves" else 0):
        after = game.play(s, rng.choice(list(game.moves(s))))
        s = s if game.outcome(after) is not None else after
    return engine, s, rng


def assert_same(found, want):
    """The value of plain recursion; nothing is said about a distance where there is none."""
    if found.distance is None and want.distance is not None:
        want = proven(int(want.score))
    assert found == want


def analyzed(rules, engine, seed, sort, chosen, hooks):
    engine, s, rng = asked(rules, engine, seed, sort, chosen, hooks)
    game, known = engine.game, {}
    for depth in rng.sample([1, 2, 3, 5, TO_THE_END], 2):
        depth = min(depth, 2) if sort == "many moves" else depth
        want = plain(game, s, depth, known)
        found = engine.analyze(s, Limit(depth=depth), all_moves=rng.random() < 0.5)
        assert_same(found.value, want)
        assert_same(after_move(game, s, found.move, depth, known), want)
        assert found.moves[0].value == found.value and found.moves[0].move == found.move
        assert_true(found.value, plain(game, s, TO_THE_END, known))
        for ranked in found.moves:
            assert_true(ranked.value, after_move(game, s, ranked.move, TO_THE_END, known))
        if found.depth == depth and len(found.moves) > 1:
            assert len(found.moves) == game.mobility(s)
            for ranked in found.moves:
                assert_same(ranked.value, after_move(game, s, ranked.move, depth, known))


def solved(rules, engine, seed, sort, chosen, hooks):
    engine, s, rng = asked(rules, engine, seed, sort, chosen, hooks)
    game, known = engine.game, {}
    want = plain(game, s, TO_THE_END, known)
    if rng.random() < 0.3:  # what a search left behind that was not finished
        engine.analyze(s, Limit(nodes=rng.choice([1, 3, 10, 50])))
    how = rng.choice([{}, {"distances": True}, {"distances": False}, {"method": "proof-numbers"}])
    found = engine.solve(s, all_moves=rng.random() < 0.3, **how)
    assert found.proven and found.bound is Bound.EXACT
    assert_same(found.value, want)
    best = after_move(game, s, found.move, TO_THE_END, known)
    assert best.score == want.score and found.value.distance in (None, best.distance)
    for ranked in found.moves:
        assert_same(ranked.value, after_move(game, s, ranked.move, TO_THE_END, known))
    states = [game.play(s, m) for m in list(game.moves(s))[:5]]
    for after, value in zip(states, engine.values(states), strict=True):
        assert value.known
        assert_same(value, plain(game, after, TO_THE_END, known))


@pytest.mark.parametrize("work", [analyzed, solved])
@pytest.mark.parametrize("rules", [Maze, Silent])
def test_interpreted(rules, work):
    @some(60)
    @given(st.sampled_from(["interpreted", "interpreted, no room"]), seeds, small, switches, hooks)
    def holds(engine, seed, sort, chosen, hooks):
        work(rules, engine, seed, sort, chosen, hooks)

    holds()


@pytest.mark.parametrize("seed", [7, 77])
def test_what_a_search_to_a_depth_knows_of_a_reply_is_no_whole_value(seed):
    with Engine(game_of(Maze), OPINION, native=False, switches=EXACT & ~Switch.PRUNING) as engine:
        game = engine.game
        root = start(game, seed, "huge payoffs", HOOKS)
        for after in (game.play(root, move) for move in game.moves(root)):
            if game.outcome(after) is None:
                engine.analyze(after, Limit(depth=3))  # deeper there may be more to win
        assert engine.values([root]) == [plain(game, root, TO_THE_END, {})]


@pytest.mark.long
@pytest.mark.parametrize("work", [analyzed, solved])
@pytest.mark.parametrize("rules", [
    pytest.param(Maze, marks=native_mazes), pytest.param(Wide, marks=native_mazes)])
@pytest.mark.few(1, telling=["Maze-solved", "Wide-analyzed"], long=1)
def test_compiled(rules, work):
    @some(60)
    @given(st.sampled_from(["compiled", "compiled, no room", "two threads"]), seeds, sorts,
           switches, hooks)
    def holds(engine, seed, sort, chosen, hooks):
        work(rules, engine, seed, sort, chosen, hooks)

    holds()


@pytest.mark.slow
@pytest.mark.parametrize("work", [analyzed, solved])
@pytest.mark.parametrize("rules", [
    pytest.param(Maze, marks=native_mazes), pytest.param(Wide, marks=native_mazes)])
def test_thousands(rules, work):
    rng = random.Random(2026)
    for _ in range(800):
        sort = rng.choice(list(SORTS))
        interpreted = rng.random() < 0.1 and sort != "many moves"
        engine = "interpreted" if interpreted else rng.choice(list(ENGINES)[2:])
        chosen = EXACT if rng.random() < 0.3 else Switch(rng.randrange(1 << 13))
        work(rules, engine, rng.randrange(1, 1 << 40), sort, chosen,
             rng.choice([HOOKS, rng.randint(0, HOOKS)]))


# --- every hook, compiled as interpreted ---

@native_mazes
def test_compiled_and_interpreted_look_at_the_same_nodes():
    """Selective techniques too, which ask the hooks that exact ones do not."""
    fast, slow = engine_of(Maze, True), engine_of(Maze, False)

    @some(60)
    @given(seeds, small, hooks,
           st.integers(0, 15).map(lambda on: EXACT | Switch(on << 16)), st.integers(1, 6))
    def same(seed, sort, hooks, chosen, depth):
        s = start(fast.game, seed, sort, hooks)
        answers = []
        for engine in (fast, slow):
            engine.clear()
            engine.switches = chosen
            found = engine.analyze(s, Limit(depth=depth), all_moves=seed % 2 == 0)
            answers.append((found.value, found.nodes, found.deepest, found.line,
                            [(m.move, m.value) for m in found.moves]))
        assert answers[0] == answers[1]
        assert answers[0][4][0] == (answers[0][3][0], answers[0][0])  # the best of the list

    same()


class Strict(Silent):
    """Rules that do not put up with illegal moves."""

    def play(self, s, m):
        assert m in list(self.moves(s)), "an illegal move"
        return super().play(s, m)


def test_a_skipped_turn_does_not_mix_up_the_moves():
    """Below it there are other moves, which must not be written over those above."""
    @some(40)
    @given(seeds, st.sampled_from(["uneven turns", "long", "for points"]), st.integers(4, 7))
    def holds(seed, sort, depth):
        engine = engine_of(Strict, False)
        engine.clear()
        engine.switches = PLAY
        s = start(engine.game, seed, sort, HOOKS & ~1)
        found = engine.analyze(s, Limit(depth=depth))
        assert Position(engine.game, s).play_all(found.line)

    holds()
