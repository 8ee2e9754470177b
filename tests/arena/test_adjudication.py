"""Games that are ended because they are decided: only where that is proven, and with the reason."""

import pytest

from zermelo import load
from zermelo.arena.plan import Plan
from zermelo.arena.playing import play
from zermelo.errors import ParameterError
from zermelo.solve.database import DatabaseError, make
from zermelo.textbook import solve

GAME = load("tictactoe")
KNOWN = {}


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    folder = tmp_path_factory.mktemp("database")
    make(GAME, folder)
    return str(folder)


def played(seed, **wish):
    return play(game="tictactoe", first="random", second="random:seed=5", start=None, opening=[],
                clock="none", seed=seed, **wish)


def values(found):
    """What every position of a game is worth to the first player, by the textbook."""
    here, seen = GAME.position(), []
    for move in found["moves"]:
        here = here.play(move)
        seen.append(solve(GAME, here.state, known=KNOWN).score)
    return seen


def test_a_database_ends_lost_games_where_they_are_lost(database):
    ways = set()
    for seed in range(12):
        found, whole = played(seed, resign=True, database=database), played(seed)
        assert whole["moves"][:len(found["moves"])] == found["moves"]
        *before, last = values(found)
        assert found["payoff"] == last and not any(before)  # drawn until somebody erred
        ways.add(found["how"])
        if found["how"] == "adjudicated":
            assert found["reason"].startswith("the database knows a ")
    assert "adjudicated" in ways


def test_a_database_ends_drawn_games_if_wished(database):
    for seed in range(6):
        found = played(seed, draw=True, database=database)
        if 0 in values(found):
            assert values(found).index(0) == len(found["moves"]) - 1
            assert (found["payoff"], found["how"], found["reason"]) == (
                0, "adjudicated", "the database knows a draw")


def test_who_resigns_says_why():
    found = play(game="tictactoe", first="engine:depth=9", second="engine:depth=8", start=None,
                 opening=["b2", "a2"], clock="none", seed=1, resign=True)
    truth = solve(GAME, GAME.position().play_all(found["moves"][:-1]).state, known=KNOWN)
    assert found["reason"] == f"o resigned: it had proven a {-truth}"


def test_a_database_must_be_of_this_game_and_for_something(database):
    with pytest.raises(ParameterError, match="say which, with --resign, --draw or both"):
        Plan(GAME, ("random", "greedy"), database=database)
    with pytest.raises(DatabaseError, match="is of tictactoe, not of nim"):
        Plan(load("nim"), ("random", "greedy"), resign=True, database=database).ready()
    plan = Plan(GAME, ("random", "greedy"), resign=True, database=database)
    assert plan.about()["adjudication"] == "resign, with a database"
