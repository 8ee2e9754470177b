"""Train, validation and test: nothing leaks from one to the other."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st

from small_games import Chomp
from zermelo import Engine, load
from zermelo.games.rps import Table
from zermelo.learn.batch import Batch, dealt_out
from zermelo.learn.examples import planned
from zermelo.learn.files import Folder
from zermelo.learn.filling import Filling, run_here, strata_of
from zermelo.learn.miner import Miner
from zermelo.learn.split import SHARES, Split


@pytest.mark.slow
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
        assert abs(chances[side] - share) < (0.04 if spec == "rps" else 0.1)  # of few deals
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
        filling = Filling(miner, split.deals(side), rows, set(), seed + number)
        list(run_here(filling.volleys(), miner))
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


@pytest.mark.long
@pytest.mark.parametrize("count", [100, pytest.param(300, marks=pytest.mark.slow)])
def test_no_position_and_no_twin_is_on_two_sides(count):
    found, _ = sides("rps", count, 1)
    assert [len(rows) for rows in found.values()] == [count] * 3
    everything = {s: side for side, rows in found.items() for s, _ in rows}
    assert len(everything) == 3 * count
    for side, rows in found.items():
        for s, _ in rows:
            twins = set(images(s))
            assert 24 % len(twins) == 0
            assert all(everything.get(twin, side) == side for twin in twins)
            assert sum(twin in everything for twin in twins) == 1
    assert all(a[1] != b[1] for a in found["train"][:200] for b in found["test"][:200])


@pytest.mark.long
@pytest.mark.parametrize("count", [100, pytest.param(300, marks=pytest.mark.slow)])
def test_the_deals_of_the_sides_are_different_and_really_the_examples_own(count):
    found, split = sides("rps", count, 1)
    deals = {side: {deal for _, deal in rows} for side, rows in found.items()}
    assert not deals["train"] & deals["test"] and not deals["train"] & deals["validation"]
    assert not deals["test"] & deals["validation"] and len(deals["train"]) > count // 20
    kinds = {number: alike for alike, number in split.numbers.items()}
    for side, rows in found.items():
        for s, deal in rows:
            assert split.side[kinds[deal]] == side
            cards = [(s.first_hand >> 8 * k & 255) + (s.second_hand >> 8 * k & 255)
                     + board.bit_count() for k, board in enumerate((s.rock, s.paper, s.scissors))]
            dealt = [(kinds[deal].first_hand >> 8 * k & 255) + (kinds[deal].second_hand >> 8 * k
                     & 255) for k in range(3)]
            assert cards in [dealt, dealt[1:] + dealt[:1], dealt[2:] + dealt[:2]]


@pytest.mark.long
def test_phases_and_results_are_balanced_as_far_as_there_are():
    game = load("rps")
    miner, split = Miner(game, room=1500, keys=4500, table_mb=4), Split(game, 1)
    filling = Filling(miner, split.deals("train"), 600, set(), 3)
    list(run_here(filling.volleys(), miner))
    mined, _ = filling.result()
    strata = np.bincount(mined.phase * 3 + np.sign(mined.payoff) + 1, minlength=9)
    assert strata.sum() == 600
    assert (strata[[1, 4, 7]] == 0).all() and {1, 4, 7} <= filling.dry  # nine cards: no draws
    assert (strata[[0, 2, 3, 5, 6, 8]] >= 99).all()


@pytest.mark.long
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
    filling = Filling(miner, split.deals("validation"), 12_000, set(), 3)
    list(run_here(filling.volleys(), miner))
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
    assert sum(sum(batch.values()) for batch in plan) == examples
    assert all(0 < rows <= shard for batch in plan for rows in batch.values())
    assert all("train" in batch for batch in plan) and len(plan[-1]) == 3
    for side, share in SHARES.items():
        assert abs(sum(batch.get(side, 0) for batch in plan) - share * examples) <= 2


@some(200)
@given(st.lists(st.lists(st.integers(0, 400), min_size=9, max_size=9), min_size=1, max_size=5))
def test_every_stratum_is_dealt_out_train_first(batches):
    """However it comes in batches: nothing is lost, and a side has its share of every stratum."""
    have = {side: np.zeros(9, np.int64) for side in SHARES}
    for found in batches:
        dealt = dealt_out(np.array(found), have)
        assert (sum(dealt.values()) == found).all()
        assert all((counts >= 0).all() for counts in dealt.values())
        have = {side: have[side] + dealt[side] for side in SHARES}
    everything = sum(have.values())
    for side in ("validation", "test"):
        # Where one is left and two sides want it, one of them waits for the next batch.
        wanted = int(everything.sum() * SHARES[side])
        assert wanted - 1 <= have[side].sum() <= wanted
    if len(batches) == 1:  # the little that rounding leaves comes from the fullest strata
        most = everything * 0.1 + 9
        assert (have["test"] <= most).all() and (have["validation"] <= most).all()
        scarce = everything < everything.max() / 10
        assert (have["train"][scarce] >= 0.8 * everything[scarce]).all()


def batch_of(game, tmp_path, examples, seed=0):
    """The three sides of a data set made in one go: Mined, deals."""
    miner, split = Miner(game, room=examples, keys=examples, table_mb=4), Split(game, seed)
    (rows,) = planned(examples, examples)
    batch = Batch(miner, split, Folder(tmp_path, None), rows, seed)
    list(run_here(batch.volleys(), miner))
    return {file.side: file for file in batch.files(0, text=False)}, miner


def losses(mined):
    return int((mined.payoff < 0).sum())


@pytest.mark.long
def test_what_is_scarce_goes_to_train_first_where_the_sides_share_the_only_start(tmp_path):
    """Of Chomp's 248 positions 32 are lost, and random games come upon few of them: when test was
    filled first, train had 13."""
    found, _ = batch_of(Chomp(5, 4), tmp_path, 200)
    assert {side: len(f.mined) for side, f in found.items()} == {
        "train": 160, "validation": 20, "test": 20}
    lost = {side: losses(f.mined) for side, f in found.items()}
    assert sum(lost.values()) >= 27 and lost["train"] >= 0.8 * sum(lost.values())
    assert lost["test"] > 0 and lost["validation"] > 0
    keys = [key for f in found.values() for key in f.mined.key.tolist()]
    assert len(set(keys)) == len(keys)


class Starts(Chomp):
    """Chomp that begins with any bar of that many rows: everything can come of several deals."""

    def deals(self):
        bars = [bar for bar in product(range(self.width + 1), repeat=self.height)
                if bar[0] and list(bar) == sorted(bar, reverse=True)]
        for bar in bars:
            yield Fraction(1, len(bars)), (bar, 0)


@pytest.mark.long
def test_what_is_scarce_is_shared_where_deals_lead_to_the_same(tmp_path):
    game = Starts(5, 4)
    split = Split(game, 3)
    assert split.by_deal
    found, miner = batch_of(game, tmp_path, 150, 3)
    lost = {side: losses(f.mined) for side, f in found.items()}
    assert lost["train"] > lost["test"] + lost["validation"] > 0
    kinds = {number: alike for alike, number in split.numbers.items()}
    for side, file in found.items():
        assert all(split.side[kinds[deal]] == side for deal in file.deals)
        for words, deal in zip(file.mined.words.tolist(), file.deals, strict=True):
            bar, start = miner.codec.state(words)[0], kinds[deal][0]
            assert all(a <= b for a, b in zip(bar, start, strict=True))  # it can come of that deal


def test_several_batches_are_balanced_together():
    """Files of one row each would all hold the same stratum, if each were balanced by itself."""
    game = load("rps")
    miner, split = Miner(game, room=10, keys=60, table_mb=4), Split(game, 1)
    have = np.zeros(9, np.int64)
    for number in range(30):
        filling = Filling(miner, split.deals("train"), 1, {1, 4, 7}, number, have)
        list(run_here(filling.volleys(), miner))
        have = have + np.bincount(strata_of(filling.result()[0]), minlength=9)
    assert have.tolist() == [5, 0, 5, 5, 0, 5, 5, 0, 5]
