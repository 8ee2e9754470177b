"""A position of another game, or of another size, is refused by everything that takes positions."""

from typing import NamedTuple

import pytest
from boards import SPECS, game_of, random_position, some
from hypothesis import given
from hypothesis import strategies as st

from small_games import Binary, Chain
from zermelo import Engine, Game, Limit, Position, load
from zermelo.analysis.exact import Exact
from zermelo.errors import ParameterError, PositionError
from zermelo.learn.miner import Miner
from zermelo.play import Match
from zermelo.play.clock import NO_CLOCK, Clock
from zermelo.play.engine_player import EnginePlayer
from zermelo.position import position_of, same_rules, state_of
from zermelo.solve import Graph
from zermelo.textbook import alpha_beta, minimax, solve
from zermelo.tree import record


class Bar(NamedTuple):
    left: int
    turn: int


class Chomp(Game):
    """A bar of chocolate, a bit for each square; who eats the last one has lost."""

    def __init__(self, width=3, height=3):
        self.width, self.height = width, height

    def initial(self):
        return Bar((1 << self.width * self.height) - 1, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for square in range(self.width * self.height):
            if s.left >> square & 1:
                yield square

    def play(self, s, m):
        left = s.left
        for square in range(self.width * self.height):
            right, up = square % self.width, square // self.width
            if right >= m % self.width and up >= m // self.width:
                left &= ~(1 << square)
        return Bar(left, 1 - s.turn)

    def outcome(self, s):
        if s.left:
            return None
        return 1 if s.turn == 0 else -1

    def bounds(self, s):
        return -1, 1


class Secretive(Chomp):
    """The same, but its parameters are nobody's business: such games look alike."""

    def __init__(self, wide=3, high=3):
        super().__init__(wide, high)


GAME, OTHER = Chomp(3, 2), Chomp(2, 3)
FOREIGN = OTHER.position().play(3)
ASKED = {
    "solve": lambda here: Engine(GAME, None, native=False).solve(here),
    "analyze": lambda here: Engine(GAME, None, native=False).analyze(here, Limit(depth=2)),
    "values": lambda here: Engine(GAME, None, native=False).values([GAME.initial(), here]),
    "leaves": lambda here: Engine(GAME, None, native=False).count_leaves(here, 2),
    "truth": lambda here: Exact(GAME, native=False).truth(here),
    "node": lambda here: Graph.of(GAME, native=False).node(here),
    "moves": lambda here: Graph.of(GAME, native=False).moves(here),
    "graph": lambda here: Graph.of(GAME, [here], native=False),
    "minimax": lambda here: minimax(GAME, here),
    "alpha-beta": lambda here: alpha_beta(GAME, here),
    "textbook": lambda here: solve(GAME, here),
    "tree": lambda here: record(GAME, here),
    "mine": lambda here: Miner(GAME, room=9, native=False).mine(here, [1] * 9, 1),
    "player": lambda here: EnginePlayer(GAME, native=False).choose(here, Clock(NO_CLOCK, None)),
}


@pytest.mark.parametrize("what", ASKED)
def test_positions_of_another_size_are_refused(what):
    with pytest.raises(PositionError) as refused:
        ASKED[what](FOREIGN)
    assert str(refused.value) == (
        "(23,1) is a position of Chomp:width=2, and not of Chomp:height=2: take one that this "
        "game's position() gives")


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("state", [(63, 0, 0), (63,), ((63, 0), 0), 63, 6.5, [63, 0], {63: 0},
                                   (63, "0"), (63.0, 0)], ids=repr)
def test_what_is_no_state_is_refused(what, state):
    with pytest.raises(PositionError, match=r"is no state of Chomp.* where the first is Bar\("):
        ASKED[what](state)


@pytest.mark.parametrize("what", [what for what in ASKED if what != "player"])
def test_its_own_positions_are_taken_however_they_are_written(what):
    for here in (GAME.position(), GAME.initial(), (63, 0), load_again().position()):
        ASKED[what](here)


def load_again():
    return Chomp(3, 2)


def test_a_match_begins_where_its_game_does():
    with pytest.raises(ParameterError, match="the start is a position of Chomp:width=2, and not"):
        Match(GAME, "random", "random", start=FOREIGN)
    assert Match(GAME, "random", "random", start=load_again().position()).play()


def test_games_that_look_alike_are_told_apart_by_how_they_begin():
    small, large = Secretive(2, 2), Secretive(3, 3)
    assert small == large and not same_rules(small, large)
    with pytest.raises(PositionError, match="a position of another Secretive, and not"):
        Engine(large, None, native=False).solve(small.position())


@some(200)
@given(st.sampled_from(SPECS), st.sampled_from(SPECS), st.integers(0, 10**6), st.integers(0, 20))
def test_of_two_games_each_takes_its_own(one, other, seed, plies):
    here = random_position(one, seed, plies)
    assert position_of(load(one), here) is here
    assert state_of(load(one), here.state) == here.state
    assert state_of(load(one), tuple(here.state)) == here.state
    assert type(state_of(load(one), tuple(here.state))) is type(here.state)
    if one != other:
        with pytest.raises(PositionError, match="is a position of"):
            position_of(game_of(other), here)


def test_states_of_any_shape_are_taken_where_shapes_differ():
    """A state is the moves so far: a tuple that grows."""
    engine = Engine(Binary(), None, native=False)
    assert engine.count_leaves((0, 1, 1), 3) == 8
    with pytest.raises(PositionError, match="is no state of Binary"):
        engine.count_leaves(7, 3)
    with pytest.raises(PositionError, match="is no state of Binary"):
        engine.count_leaves(([], 1), 3)
    assert Engine(Chain(9), None, native=False).solve(4).value.distance == 5


def test_a_position_that_somebody_made_is_taken_at_its_word():
    here = Position(GAME, Bar(0b011011, 1))
    assert Engine(GAME, None, native=False).solve(here).value.known


@pytest.mark.long
def test_compiled_too():
    engine = Engine(GAME, None, native=True, table_mb=1)
    with pytest.raises(PositionError, match="is a position of Chomp:width=2"):
        engine.solve(FOREIGN)
    with pytest.raises(PositionError, match="is no state of"):
        engine.values([(63, 0), (63, 0, 1)])
    assert engine.solve((63, 0)).value == engine.solve().value
