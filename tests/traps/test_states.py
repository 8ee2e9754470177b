"""The traps that other libraries fell into, numbered as in their list: states and keys."""

import pytest

from traps.trap_games import SMALL, every_game, random_states
from zermelo import load
from zermelo.games import GAMES, game_class
from zermelo.textbook import alpha_beta, solve


def test_every_game_is_here():
    assert set(SMALL) == set(GAMES)


# --- 1. keys without the mover ---

def test_trap_1_keys_know_the_mover_breakthrough():
    game = load("breakthrough:width=3,height=4,rows=1")
    exact = {}
    solve(game, known=exact)
    assert len(exact) == 5363
    assert len({game.key(s) for s in exact}) == len({game.text(s) for s in exact}) == 5363

    # The trap is there: a table that forgets the mover gives wrong values.
    by_board = {}

    def careless(s):
        board = s.white, s.black
        if game.outcome(s) is not None:
            return game.outcome(s)
        if board not in by_board:
            values = [careless(game.play(s, m)) for m in game.moves(s)]
            by_board[board] = max(values) if game.to_move(s) == 0 else min(values)
        return by_board[board]

    careless(game.initial())
    wrong = sum(by_board.get((s.white, s.black), value.score) != value.score
                for s, value in exact.items())
    assert wrong > 100


@every_game
def test_trap_1_equal_keys_mean_equal_futures(name):
    game = load(SMALL[name])
    seen, movers = {}, set()
    for s in random_states(game):
        movers.add(game.to_move(s))
        future = (game.outcome(s), game.to_move(s), game.legal_moves(s), game.text(s))
        assert seen.setdefault(game.key(s), future) == future
    assert movers == {0, 1}


def test_trap_1_keys_know_the_cards_and_not_only_how_many():
    one, other = (load(f"rps:hands={hands}").initial() for hands in ("RRPSS+RRPPS", "RPPSS+RRPPS"))
    game = load("rps")
    assert game.key(one) != game.key(other) and game.text(one) != game.text(other)


# --- 2. no equality, no hash ---

@every_game
@pytest.mark.few(6, telling=["rps", "morris"])
@pytest.mark.long_for("chess")
def test_trap_2_states_are_equal_if_they_are_and_hash_alike(name):
    game = load(SMALL[name])
    once, again = list(random_states(game)), list(random_states(load(SMALL[name])))
    assert once == again and [hash(s) for s in once] == [hash(s) for s in again]
    for s in once:
        assert game.parse(game.text(s)) == s and hash(game.parse(game.text(s))) == hash(s)
        for m in game.legal_moves(s):
            assert game.play(s, m) != s
    assert game == load(SMALL[name]) and hash(game) == hash(load(SMALL[name]))
    assert game.position() == load(SMALL[name]).position()


# --- 3. mutable games ---

@every_game
@pytest.mark.few(6, telling=["rps", "isolation"])
def test_trap_3_states_never_change(name):
    game = load(SMALL[name])
    for s in random_states(game, games=3):
        before = game.text(s), hash(s)
        for m in game.legal_moves(s):
            assert game.play(s, m) == game.play(s, m)
        assert (game.text(s), hash(s)) == before
        for field in s._fields:
            with pytest.raises(AttributeError):
                setattr(s, field, 0)


@every_game
def test_trap_3_positions_remember_and_never_change(name):
    here = load(SMALL[name]).position()
    after = here.play(here.moves[0])
    with pytest.raises(AttributeError):
        here.state = after.state
    assert here.text != after.text and after.previous is here
    assert here.play(here.moves[0]) == after


def test_trap_3_searching_leaves_the_state_alone():
    class Jar:
        """A foreign state that would notice being changed."""

        def __init__(self, left):
            self.__dict__["left"] = left

        def __setattr__(self, name, value):
            raise AssertionError("somebody wrote into the game")

        def get_legal_moves(self):
            return [n for n in (1, 2) if n <= self.left]

        def forecast_move(self, move):
            return Jar(self.left - move)

    assert alpha_beta(Jar(7)).value == 1


# --- 16. a table key that never hits ---

@every_game
@pytest.mark.few(6, telling=["checkers", "kalah"])
def test_trap_16_two_ways_to_a_position_have_one_key(name):
    game = load(SMALL[name])
    ways, keys = [game.initial()], [1]
    for _ in range(3 if name == "chess" else 5):
        ways = [game.play(s, m) for s in set(ways) for m in game.legal_moves(s)]
        keys.append(len({game.key(s) for s in ways}) / max(1, len(ways)))
    assert min(keys) < 1


# --- parameters are what they say ---

@every_game
def test_trap_7_every_parameter_of_a_game_is_kept_under_its_name(name):
    game = load(SMALL[name])
    assert load(game.spec) == game
    assert set(game.parameters()) == set(
        game_class(name).__init__.__code__.co_varnames[1:game_class(name).__init__.__code__
                                                       .co_argcount])
