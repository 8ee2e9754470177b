"""Points in the bank: proofs keep what is to come, less what is settled, and find it again."""

from typing import NamedTuple

import pytest
from boards import random_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Game, load
from zermelo.search.switches import EXACT, Switch
from zermelo.textbook import solve

PLAIN = EXACT & ~Switch.SETTLED


class Row(NamedTuple):
    left: int
    right: int
    first: int
    second: int
    turn: int


class Coins(Game):
    """Take a coin from either end; who takes a large one goes on."""

    worth = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5)

    def initial(self):
        return Row(0, len(self.worth), 0, 0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        yield 0
        if s.right - s.left > 1:
            yield 1

    def play(self, s, m):
        coin = self.worth[s.left if m == 0 else s.right - 1]
        turn = s.turn if coin > 5 else 1 - s.turn
        return Row(s.left + 1 - m, s.right - m, s.first + (coin if s.turn == 0 else 0),
                   s.second + (coin if s.turn == 1 else 0), turn)

    def outcome(self, s):
        return s.first - s.second if s.left == s.right else None

    def bounds(self, s):
        return (-sum(self.worth), sum(self.worth))


class BankedCoins(Coins):
    """The same, and says so."""

    def settled(self, s):
        return s.first - s.second

    def unsettled(self, s):
        return (s.left, s.right)


@pytest.mark.parametrize("native", [False, True])
def test_whatever_is_in_the_bank_the_value_is_right(native):
    game = BankedCoins()
    engine = Engine(game, native=native, switches=EXACT, table_mb=1)
    for first in range(-12, 13, 3):  # the table is kept: what was found with less in the bank is
        for row in ((0, 11), (1, 9), (3, 10)):  # found again with more
            for turn in (0, 1):
                state = Row(*row, first, 0, turn)
                found = engine.solve(state, distances=False)
                value = found.value if turn == 0 else -found.value
                assert value.score == solve(game, state).score, (state, found)


def test_less_is_searched():
    nodes = [Engine(game, switches=switches, table_mb=1).solve(distances=False).nodes
             for game, switches in ((BankedCoins(), EXACT), (BankedCoins(), PLAIN),
                                    (Coins(), EXACT))]
    assert nodes[0] < nodes[1] == nodes[2]


@pytest.mark.parametrize("spec", ["dots:width=2,height=3", "kalah:pits=4,seeds=3"])
def test_less_is_searched_in_games_with_banks(spec):
    banked, plain = (Engine(load(spec), switches=switches, table_mb=4).solve()
                     for switches in (EXACT, PLAIN))
    assert banked.value == plain.value
    assert banked.nodes < 0.9 * plain.nodes


@pytest.mark.parametrize("spec", ["dots:width=2,height=2", "kalah:pits=3,seeds=2", "coins"])
@pytest.mark.few(2, telling=["coins"])
def test_values_agree_with_the_textbook(spec):
    game = BankedCoins() if spec == "coins" else load(spec)
    engines = [Engine(game, native=native, switches=switches, table_mb=1)
               for native in (True, False) for switches in (EXACT, PLAIN)]
    known = {}

    @some(30)
    @given(st.integers(0, 10**6), st.integers(0, 12))
    def agree(seed, plies):
        here = game.position() if spec == "coins" else random_position(spec, seed, plies)
        value = solve(game, here.state, known=known)
        want = value if here.to_move == 0 else -value
        for engine in engines:  # their tables stay as they are
            assert engine.solve(here, distances=False).value.score == want.score
            assert engine.solve(here, distances=True).value == want
            assert [v.score for v in engine.values([here] * 2)] == [want.score] * 2

    agree()


@pytest.mark.parametrize("spec", ["dots:width=2,height=2", "kalah:pits=3,seeds=3"])
def test_the_line_is_worth_the_value(spec):
    game = load(spec)
    for plies in range(6):
        here = random_position(spec, plies, plies)
        found = Engine(game, switches=EXACT, table_mb=1).solve(here)
        end = here
        for move in found.line:
            end = end.play(move)
        assert end.result is not None
        payoff = end.result.payoff
        assert found.value.score == (payoff if here.to_move == 0 else -payoff)
