"""The kernel that mines positions, against the textbook and against itself interpreted."""

import json
import signal
import threading
from dataclasses import fields
from functools import cache

import numpy as np
import pytest

from zermelo import load
from zermelo.analysis.phases import PHASES, Phases
from zermelo.errors import GameError, LimitError
from zermelo.evaluation import evaluators
from zermelo.learn.filling import taken
from zermelo.learn.miner import Errand, Mined, Miner
from zermelo.portable import hash_of
from zermelo.solve.database import make
from zermelo.textbook import solve

SPECS = ["rps", "rps:score=margin,hand_size=3,deck_size=9", "kalah:pits=3,seeds=2", "tictactoe"]
COMPILED = ["rps", "kalah:pits=3,seeds=2"]
LATE = [0, 0, 0, 3, 3, 3, 6, 6, 6]


@cache
def miner_of(spec, native):
    game = load(spec)
    return Miner(game, room=200, keys=2000, table_mb=1, native=native,
                 evaluator=next(iter(evaluators(game).values()), None))


def mined(spec, native, seed, wanted=LATE, games=30):
    miner = miner_of(spec, native)
    return miner.mine(miner.deals.things[seed % len(miner.deals.things)], wanted, seed, games)


def textbook_payoffs(game, state, known):
    sign = 1 if game.to_move(state) == 0 else -1
    return {m: int(sign * solve(game, game.play(state, m), nodes=5000, known=known).score)
            for m in game.moves(state)}


@pytest.mark.parametrize(("spec", "native"), [*((spec, False) for spec in SPECS),
                                              *((spec, True) for spec in COMPILED)])
@pytest.mark.few(2, telling=["kalah:pits=3,seeds=2-True", "tictactoe", "rps:score=margin"], long=1)
@pytest.mark.long_for("True")
def test_what_is_mined_is_the_truth(spec, native):
    game, miner = load(spec), miner_of(spec, native)
    phases, checked, known = Phases(game), 0, {}
    for seed in (11, 12, 13) if native else (11, 12):
        found = mined(spec, native, seed)
        at = 0
        for i in range(len(found)):
            state = miner.codec.state(found.words[i].tolist())
            count = int(found.counts[i])
            moves = dict(zip(found.moves[at : at + count].tolist(),
                             found.payoffs[at : at + count].tolist(), strict=True))
            at += count
            assert game.outcome(state) is None and list(moves) == list(game.moves(state))
            assert found.payoff[i] == max(moves.values())
            assert found.mover[i] == game.to_move(state)
            assert PHASES[found.phase[i]] == phases.of(state)
            assert found.key[i] == hash_of(game.key(game.canonical(state)))
            features = [f(game, state) for f in miner.features.values()]
            assert found.features[i].tolist() == pytest.approx(features)
            try:
                assert moves == textbook_payoffs(game, state, known)
                checked += 1
            except LimitError:
                pass
        assert at == len(found.moves) == len(found.payoffs)
    assert checked >= 8


@pytest.mark.long
@pytest.mark.parametrize("spec", COMPILED)
def test_compiled_and_interpreted_mine_the_same(spec):
    miners = [miner_of.__wrapped__(spec, native) for native in (True, False)]  # with nothing seen
    deal = miners[0].deals.things[77 % len(miners[0].deals.things)]
    fast, slow = (miner.mine(deal, LATE, 77, 20) for miner in miners)
    assert len(fast) > 10
    for name in ("key", "phase", "payoff", "mover", "features", "words", "counts", "moves",
                 "payoffs"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name


def test_no_position_is_kept_twice_and_no_stratum_gets_more_than_is_wanted():
    miner = Miner(load("tictactoe"), room=500, keys=500, table_mb=1)
    start = load("tictactoe").initial()
    wanted = [2, 2, 2, 9, 9, 9, 30, 30, 30]
    one, two = miner.mine(start, wanted, 1, 300), miner.mine(start, wanted, 2, 300)
    keys = [*one.key.tolist(), *two.key.tolist()]
    assert len(set(keys)) == len(keys) > 60
    for found in (one, two):
        strata = np.bincount(found.phase * 3 + np.sign(found.payoff) + 1, minlength=9)
        assert (strata <= wanted).all()
    again = Miner(load("tictactoe"), room=500, keys=500, table_mb=1)
    again.remember(one.key)
    assert not set(again.mine(start, wanted, 1, 300).key.tolist()) & set(one.key.tolist())


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.long_for("False")
def test_an_errand_finds_the_same_again_until_it_is_remembered(native):
    miner = Miner(load("kalah:pits=3,seeds=2"), room=500, keys=50, table_mb=1, native=native)
    errand = Errand(miner.codec.words(miner.game.initial()), [9] * 9, 3, 40, False)
    found = miner.run(errand)
    again = Mined.from_plain(json.loads(json.dumps(miner.run(errand).to_plain())))
    for column in fields(Mined):
        assert np.array_equal(getattr(found, column.name), getattr(again, column.name))
    keys = found.key.tolist()
    half = len(keys) // 2
    assert half > 10
    miner.remember(found.key[:half])
    other = miner.run(errand).key.tolist()
    assert not set(other) & set(keys[:half]) and set(keys[half:]) <= set(other)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.long_for("True")
def test_beside_the_way_there_is_what_a_move_could_have_led_to(native):
    """One game, listed here: the start, and every unfinished position after one of its moves."""
    game = load("rps:hand_size=3,deck_size=9")
    miners = [Miner(game, room=500, keys=500, table_mb=1, native=native) for _ in range(2)]
    deal = miners[0].deals.things[-1]
    way, wide = (miner.mine(deal, [99] * 9, 7, 1, beside=beside)
                 for miner, beside in zip(miners, (False, True), strict=True))
    states = [miners[0].codec.state(words) for words in way.words.tolist()]
    alike = {game.canonical(game.play(s, m)) for s in states for m in game.moves(s)}
    want = {s for s in alike if game.outcome(s) is None} | {game.canonical(deal)}
    found = [miners[1].codec.state(words) for words in wide.words.tolist()]
    assert {game.canonical(s) for s in found} == want and len(found) == len(want) > 20


def test_what_cannot_be_proven_is_left_out():
    miner = Miner(load("connect4:width=5,height=4"), room=50, nodes=5, native=False)
    found = miner.mine(miner.game.initial(), [9] * 9, 1, 4)
    assert miner.unproven > 0 and (found.phase[: len(found)] > 0).all()


@pytest.mark.long
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.few(1)
def test_a_database_knows_what_could_not_be_proven(native, tmp_path):
    game = load("connect4:width=4,height=4")
    database = make(game, tmp_path)
    plain, informed = (Miner(game, room=99, nodes=40, table_mb=1, native=native, database=folder)
                       for folder in (None, str(tmp_path)))
    plain.mine(game.initial(), [9] * 9, 1, 4)
    found = informed.mine(game.initial(), [9] * 9, 1, 4)
    assert plain.unproven > informed.unproven == 0 and len(found) > 10
    for words, payoff in zip(found.words.tolist(), found.payoff.tolist(), strict=True):
        assert database.value(informed.codec.state(words)).score == payoff


@pytest.mark.long
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.few(1)
def test_it_can_be_interrupted_and_is_of_use_afterwards(native):
    """Even where one proof takes very long."""
    game = load("connect4")
    miner = Miner(game, room=50, nodes=1 << 50, table_mb=1, native=native)
    me = threading.get_ident()
    threading.Timer(0.5, lambda: signal.pthread_kill(me, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        miner.mine(game.initial(), [9] * 9, 1, 4)
    assert miner.unproven == 0
    late = game.parse("547125662261271266215743771576315353")
    found = miner.mine(late, [0, 0, 0, 0, 0, 0, 9, 9, 9], 1, 1)
    assert len(found) > 0 and found.mover[0] == game.to_move(late)


def test_states_without_columns_are_refused():
    from zermelo import Game

    class Words(Game):
        def initial(self):
            return "a"

        def to_move(self, s):
            return 0

        def moves(self, s):
            yield 1

        def play(self, s, m):
            return s + "a"

        def outcome(self, s):
            return 1 if len(s) > 2 else None

    with pytest.raises(GameError, match="not made of ints"):
        Miner(Words(), native=False)


@pytest.mark.long
def test_positions_keep_their_moves_when_they_are_shuffled():
    found = mined("rps", False, 5)
    order = np.random.default_rng(1).permutation(len(found))
    other = taken(found, order)
    starts = np.concatenate([[0], np.cumsum(found.counts)])
    at = 0
    for new, old in enumerate(order):
        count = other.counts[new]
        assert other.key[new] == found.key[old] and count == found.counts[old]
        assert (other.moves[at : at + count] == found.moves[starts[old] :][:count]).all()
        assert (other.payoffs[at : at + count] == found.payoffs[starts[old] :][:count]).all()
        at += count
