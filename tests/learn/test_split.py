"""Train, validation and test: nothing leaks from one to the other."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, load
from zermelo.games.rps import Table
from zermelo.learn.examples import Filling, planned
from zermelo.learn.miner import Miner
from zermelo.learn.split import SHARES, Split


@some(4)
@given(st.integers(0, 10**6), st.sampled_from(["rps", "rps:hand_size=3,deck_size=11"]))
def test_every_deal_is_on_one_side_with_all_its_twins(seed, spec):
    game = load(spec)
    split = Split(game, seed)
    assert split.by_deal
    chances = dict.fromkeys(SHARES, 0.0)
    for chance, deal in game.deals():
        sides = [side for side in SHARES if split.has(side, deal)]
        assert len(sides) == 1 and split.side[game.canonical(deal)] == sides[0]
        chances[sides[0]] += float(chance)
    for side, share in SHARES.items():
        assert abs(chances[side] - share) < 0.04
        dealt = split.deals(side)
        assert {dealt.draw(random.Random(i)) for i in range(50)} <= set(dealt.things)
        assert all(split.has(side, deal) and split.numbers[game.canonical(deal)] == number
                   for number, deal in dealt.things)


def test_a_game_with_few_deals_shares_them():
    split = Split(load("tictactoe"))
    assert not split.by_deal
    assert all(len(split.deals(side).things) == 1 for side in SHARES)


@cache
def sides(spec, rows, seed):
    """The three sides of a small data set, as states with the numbers of their deals."""
    game = load(spec)
    miner, split = Miner(game, room=rows, keys=4 * rows, table_mb=4), Split(game, seed)
    found = {}
    for number, side in enumerate(("test", "validation", "train")):
        filling = Filling(miner, split, side, rows, set(), seed + number)
        list(filling.steps())
        mined, deals = filling.result()
        states = [miner.codec.state(words) for words in mined.words.tolist()]
        found[side] = list(zip(states, deals, strict=True))
    return found, split


def turned(s: Table) -> Table:
    """A quarter turn of the board, and rock made paper, paper scissors, scissors rock: written
    out here, and not with the game's own symmetries."""
    def turn(board):
        return sum(1 << (i % 3 * 3 + 2 - i // 3) for i in range(9) if board >> i & 1)

    def hand(h):
        rocks, papers, scissors = h & 255, h >> 8 & 255, h >> 16
        return scissors | rocks << 8 | papers << 16

    return Table(turn(s.first), turn(s.second), turn(s.scissors), turn(s.rock), turn(s.paper),
                 hand(s.first_hand), hand(s.second_hand), s.turn, s.round)


def mirrored(s: Table) -> Table:
    def mirror(board):
        return sum(1 << (i // 3 * 3 + 2 - i % 3) for i in range(9) if board >> i & 1)

    return s._replace(first=mirror(s.first), second=mirror(s.second), rock=mirror(s.rock),
                      paper=mirror(s.paper), scissors=mirror(s.scissors))


def images(s):
    for _ in range(12):  # four turns × three kinds, all reached by turning both together
        yield s
        yield mirrored(s)
        s = turned(s)


@pytest.mark.parametrize("seed", [1])
def test_no_position_and_no_twin_is_on_two_sides(seed):
    found, _ = sides("rps", 600, seed)
    assert [len(rows) for rows in found.values()] == [600] * 3
    everything = {s: side for side, rows in found.items() for s, _ in rows}
    assert len(everything) == 1800
    for side, rows in found.items():
        for s, _ in rows:
            assert 24 % len(set(images(s))) == 0
            assert all(everything.get(image, side) == side for image in images(s))
            assert sum(image in everything for image in set(images(s))) == 1
    assert all(a[1] != b[1] for a in found["train"][:200] for b in found["test"][:200])


@pytest.mark.parametrize("seed", [1])
def test_the_deals_of_the_sides_are_different_and_really_the_examples_own(seed):
    found, split = sides("rps", 600, seed)
    deals = {side: {deal for _, deal in rows} for side, rows in found.items()}
    assert not deals["train"] & deals["test"] and not deals["train"] & deals["validation"]
    assert not deals["test"] & deals["validation"] and len(deals["train"]) > 15
    kinds = {number: alike for alike, number in split.numbers.items()}
    for side, rows in found.items():
        for s, deal in rows:
            assert split.side[kinds[deal]] == side
            cards = [(s.first_hand >> 8 * k & 255) + (s.second_hand >> 8 * k & 255)
                     + board.bit_count() for k, board in enumerate((s.rock, s.paper, s.scissors))]
            dealt = [(kinds[deal].first_hand >> 8 * k & 255) + (kinds[deal].second_hand >> 8 * k
                     & 255) for k in range(3)]
            assert cards in [dealt, dealt[1:] + dealt[:1], dealt[2:] + dealt[:2]]


def test_phases_and_results_are_balanced_as_far_as_there_are():
    game = load("rps")
    miner, split = Miner(game, room=3000, keys=9000, table_mb=4), Split(game, 1)
    filling = Filling(miner, split, "train", 1200, set(), 3)
    list(filling.steps())
    mined, _ = filling.result()
    strata = np.bincount(mined.phase * 3 + np.sign(mined.payoff) + 1, minlength=9)
    assert strata.sum() == 1200
    assert (strata[[1, 4, 7]] == 0).all() and {1, 4, 7} <= filling.dry  # nine cards: no draws
    assert (strata[[0, 2, 3, 5, 6, 8]] >= 199).all()


def test_scarce_positions_are_found_in_unlikely_deals_too():
    """All openings of the validation deals, listed here ply by ply and solved by the engine,
    against those in a file that wants many more."""
    game = load("rps")
    split = Split(game, 1)
    level = {game.canonical(deal) for _, deal in split.deals("validation").things}
    openings = set(level)
    for _ in range(2):  # nine cards are placed, so that three plies are a third
        level = {game.canonical(game.play(s, m)) for s in level for m in game.moves(s)}
        openings |= level
    values = Engine(game, evaluator=None).values(list(openings), distances=False)
    there = Counter(value.score for value in values)
    miner = Miner(game, room=12_000, keys=12_000, table_mb=4)
    filling = Filling(miner, split, "validation", 12_000, set(), 3)
    list(filling.steps())
    mined, deals = filling.result()
    strata = np.bincount(mined.phase * 3 + np.sign(mined.payoff) + 1, minlength=9)
    assert 0.95 * there[-1] <= strata[0] <= there[-1] and 0.95 * there[1] <= strata[2] <= there[1]
    assert len(mined) == 12_000 and strata[3:].max() - strata[3:][strata[3:] > 0].min() <= 4
    assert set(deals) == {split.numbers[alike] for alike, side in split.side.items()
                          if side == "validation"}


@some(60)
@given(st.integers(10, 10**7), st.integers(1, 10**5))
def test_the_plan_adds_up(examples, shard):
    shard = max(shard, examples // 500 + 1)
    plan = list(planned(examples, shard))
    assert sum(rows for _, _, rows in plan) == examples
    assert all(0 < rows <= shard for _, _, rows in plan)
    assert len({(side, index) for side, index, _ in plan}) == len(plan)
    for side, share in SHARES.items():
        assert abs(sum(r for s, _, r in plan if s == side) - share * examples) <= 2
