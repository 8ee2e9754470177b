"""The table's hashes: keys that differ must not be mistaken for each other, however alike they are.

What a table says of a position is only as true as its keys. 64 bits cannot be counted through, but
any 32 of them can: among a million keys 128 pairs agree in those by chance, and hashes that follow
the keys' pattern agree in thousands, or in none.
"""

import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from boards import random_position, some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit, load, portable
from zermelo.portable import flattened, hash_of, hashes_of, wrap
from zermelo.search.switches import EXACT, Switch
from zermelo.textbook import solve

U = np.uint64
MASK = (1 << 64) - 1


def folded(word):
    return word ^ word >> U(32)


def hashes(words):
    """`hashes_of` of many keys at once, word by word."""
    with np.errstate(over="ignore"):
        home = check = U(portable._SEED & MASK)
        factor = portable._FACTOR
        for word in words:
            mixed = folded(folded(word) * U(portable._MIXER & MASK))
            home = home * U(5) + mixed
            check = check + mixed * U(factor & MASK)
            factor = wrap(factor * portable._FACTOR)
        return folded(home * U(portable._LAST & MASK)), folded(check)


def unsigned(numbers):
    return [n & MASK for n in numbers]


@pytest.mark.parametrize("length", [1, 2, 3, 16, 40])
def test_many_at_once_are_the_same(length):
    rng = random.Random(length)
    keys = [[rng.choice([rng.getrandbits(64), 1 << rng.randrange(64), rng.randrange(9)])
             for _ in range(length)] for _ in range(200)]
    home, check = hashes([U((portable.TUPLE + length) & MASK), *np.array(keys, dtype=U).T])
    found = [hashes_of(tuple(map(wrap, key))) for key in keys]
    assert home.tolist() == unsigned(h for h, _ in found)
    assert check.tolist() == unsigned(c for _, c in found)


# --- any bit changes everything ---

@pytest.mark.parametrize(("place", "length"), [(0, 1), (0, 2), (1, 2), (3, 5), (15, 16), (95, 96)])
def test_a_flipped_bit_flips_every_bit_of_both_hashes_half_of_the_time(place, length):
    rng = np.random.default_rng(length)
    words = [rng.integers(0, 1 << 64, 2000, dtype=U) for _ in range(length)]
    before = hashes(words)
    for bit in range(64):
        changed = [*words[:place], words[place] ^ (U(1) << U(bit)), *words[place + 1:]]
        for one, other in zip(before, hashes(changed), strict=True):
            flips = np.unpackbits((one ^ other).view(np.uint8).reshape(-1, 8), axis=1)
            assert abs(flips.mean(axis=0) - 0.5).max() < 0.07  # six standard deviations


# --- patterns ---

def flips(base, words, rng):
    """All that differ from a key in three bits, or a million of them."""
    places = 64 * words
    if words == 2:
        chosen = np.array(list(combinations(range(places), 3)))
    else:
        drawn = np.sort(rng.integers(0, places, (1 << 20, 3)), axis=1)
        numbers = np.sort((drawn[:, 0] * places + drawn[:, 1]) * places + drawn[:, 2])
        numbers = numbers[np.append(True, numbers[1:] != numbers[:-1])]  # `unique` takes a second
        chosen = np.stack([numbers // places**2, numbers // places % places, numbers % places], 1)
        chosen = chosen[(chosen[:, 0] < chosen[:, 1]) & (chosen[:, 1] < chosen[:, 2])]
    keys = np.tile(np.array(base, dtype=U), (len(chosen), 1))
    every = np.arange(len(chosen))
    for column in chosen.T:
        keys[every, column // 64] ^= U(1) << (column % 64).astype(U)
    return list(np.ascontiguousarray(keys.T))


def of_an_empty_key(words):
    return flips([0] * words, words, np.random.default_rng(words))


def of_a_full_key(words):
    rng = np.random.default_rng(words)
    return flips(rng.integers(0, 1 << 64, words, dtype=U), words, rng)


NUMBER = np.arange(1 << 20, dtype=U)


def two_of_ten_bits(shift):
    return [(NUMBER & U(1023)) << U(shift), NUMBER >> U(10) << U(shift)]


def four_of_five_bits(shift):
    return [(NUMBER >> U(5 * i) & U(31)) << U(shift) for i in range(4)]


def numbers_and_their_negatives(shift):
    return [(U(0) - (NUMBER >> U(10))) << U(shift), (NUMBER & U(1023)) << U(shift)]


def stones(last):
    cell = np.arange(3**12, dtype=np.int64)
    board = [cell // 3**i % 3 for i in range(12)]
    return [np.bitwise_or.reduce([(s == colour).astype(U) << U(last - 5 * i)
                                  for i, s in enumerate(board)]) for colour in (1, 2)]


# Families of keys that differ in few places, or only in high bits, or only in low ones.
PATTERNS = [
    *((of, words) for words in (2, 3, 6) for of in (of_an_empty_key, of_a_full_key)),
    *((bits, shift) for shift in (0, 20, 44, 54)
      for bits in (two_of_ten_bits, four_of_five_bits, numbers_and_their_negatives)),
    (stones, 63),
]
SLICES = {
    "check, low": lambda home, check: check & U(0xFFFFFFFF),
    "check, middle": lambda home, check: check >> U(16) & U(0xFFFFFFFF),
    "check, high": lambda home, check: check >> U(32),
    # What decides about a hit: the bucket, and the check. They must not say the same.
    "bucket and check, low": lambda home, check: (home & U(0xFFFF)) << U(16) | check & U(0xFFFF),
    "bucket and check, high": lambda home, check: (home & U(0xFFFF)) << U(16) | check >> U(48),
    "together": lambda home, check: (home ^ check) & U(0xFFFFFFFF),
}


def equal_pairs(numbers):
    """How many pairs of them are equal; most numbers have no equal, and are passed over."""
    ordered = np.sort(numbers)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    _, others = np.unique(repeated, return_counts=True)
    return int((others * (others + 1) // 2).sum())


def test_pairs_are_counted():
    assert equal_pairs(np.array([3, 1, 3, 2, 3, 1, 3], dtype=U)) == 6 + 1
    assert equal_pairs(NUMBER) == 0


def assert_by_chance(words):
    home, check = hashes(words)
    pairs = len(home) * (len(home) - 1) / 2
    for name, chosen in SLICES.items():
        numbers = chosen(home, check).astype(np.uint32)
        found, expected = equal_pairs(numbers), pairs / (1 << 32)
        assert abs(found - expected) < 6 * max(expected, 4) ** 0.5, (name, found, expected)
    assert equal_pairs(check) == 0
    crowd = np.bincount((home & U(0xFFFF)).astype(np.int64), minlength=1 << 16)
    assert 0.9 < crowd.var() / crowd.mean() < 1.1  # buckets are filled as if at random


@pytest.mark.parametrize("pattern, number", PATTERNS)
@pytest.mark.few(5, telling=["full_key-3", "negatives-44"])
@pytest.mark.long_for("of_an_empty_key")
def test_keys_of_a_pattern_agree_by_chance_only(pattern, number):
    assert_by_chance(pattern(number))


@cache
def around(spec, positions, seed=0):
    """The keys of all positions up to two moves after those of random games, each once."""
    rng = random.Random(seed)
    found = set()
    while len(found) < positions:
        here = random_position(spec, rng.randrange(1 << 30), rng.randrange(60))
        game, here = here.game, here.state
        for m in game.moves(here):
            after = game.play(here, m)
            found.add(flattened(game.key(after)))
            if game.outcome(after) is None:
                found.update(flattened(game.key(game.play(after, n))) for n in game.moves(after))
    return [np.array([w & MASK for w in column], dtype=U) for column in zip(*found, strict=True)]


@pytest.mark.parametrize("spec", ["tictactoe:width=8,height=8,k=5", "othello:size=6",
                                  "kalah:pits=3,seeds=3", "rps:hand_size=3,deck_size=9"])
@pytest.mark.few(1)
def test_positions_some_moves_apart_agree_by_chance_only(spec):
    words = around(spec, 2000 if spec.startswith("kalah") else 8000)
    home, check = hashes(words)
    assert equal_pairs(check) == 0
    pairs = len(home) * (len(home) - 1) / 2
    for name, chosen in SLICES.items():
        found = equal_pairs(chosen(home, check))
        assert found < pairs / (1 << 32) + 6, (name, found)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["othello", "tictactoe:width=8,height=8,k=5", "connect4",
                                  "breakthrough"])
def test_a_million_positions_some_moves_apart_agree_by_chance_only(spec):
    assert_by_chance(around(spec, 1 << 20))


# --- the case that was found ---

def test_a_top_bit_is_not_cancelled_by_the_next_word():
    """h8 black and c5 white, against h8 white and c5 empty: both boards had one hash."""
    rng = random.Random(1)
    for _ in range(1000):
        black = rng.getrandbits(64) & ~(1 << 63 | 1 << 34)
        white = rng.getrandbits(64) & ~black & ~(1 << 63)
        one = (wrap(black | 1 << 63), wrap(white | 1 << 34), 0)
        other = (wrap(black), wrap(white & ~(1 << 34) | 1 << 63), 0)
        assert hash_of(one) != hash_of(other)
        assert hashes_of(one)[0] != hashes_of(other)[0]


FULL_BOARD = "oxooooxo/.xxxo.xo/xoooxxxx/xoxxooo./x..oooxx/.xoxooxo/ooxxxoxo/xo.xxx..:o"


@cache
def textbook_scores(spec, text):
    """What each move is worth to whoever makes it."""
    here, known = load(spec).position(text), {}
    values = {m: solve(here.play(m), known=known) for m in here.moves}
    return {m: (v if here.to_move == 0 else -v).score for m, v in values.items()}


@pytest.mark.long
@pytest.mark.parametrize("switches", [EXACT & ~Switch.SYMMETRY, Switch.TABLE | Switch.PRUNING])
@pytest.mark.few(1)
def test_a_board_of_64_squares_is_solved_truly(switches):
    game = load("tictactoe:width=8,height=8,k=5")
    engine = Engine(game, None, native=False, table_mb=1, switches=switches)
    here, truth = game.position(FULL_BOARD), textbook_scores(game.spec, FULL_BOARD)
    for found in (engine.solve(here, all_moves=True), engine.solve(here, distances=False,
                                                                   all_moves=True),
                  engine.solve(here, method="proof-numbers", all_moves=True),
                  engine.analyze(here, Limit(depth=12), all_moves=True)):
        assert {m.move: m.value.score for m in found.moves} == truth
        assert found.value.kind == "draw"


# --- keys of other kinds ---

words = st.integers(-(1 << 63), (1 << 63) - 1)
nested = st.recursive(words, lambda below: st.lists(below, max_size=3).map(tuple), max_leaves=6)


@some(300)
@given(nested, nested)
def test_tuples_are_told_apart_by_their_shape(one, other):
    """((1, 2), ()) is two hands of cards, and ((1,), (2,)) two others."""
    assert (hash_of(one) == hash_of(other)) == (one == other)


@pytest.mark.parametrize(("one", "other"), [
    (((1,), (2,)), ((1, 2), ())), (((), 1), ((1,),)), ((0,), (0, 0)), ((), (0,)), (((),), (0,)),
    (1 << 64, 0), ((1 << 64, 1), (0, 1)), (None, 1), (None, 2), ("", ()), (7, (7,)),
    ((1, None), (2, None)), (1 << 64, 1 << 65), (frozenset({1}), 1), (2.5, 2),
])
def test_keys_that_were_mistaken_for_each_other(one, other):
    assert hash_of(one) != hash_of(other)
    assert hashes_of(one)[0] != hashes_of(other)[0]
    assert hashes_of(one) == hashes_of(one)
