import random
from functools import cache, reduce
from itertools import product
from operator import xor

import pytest

from zermelo import load
from zermelo.errors import IllegalMoveError, ParameterError, PositionError
from zermelo.games.nim import Heaps, Nim

GAME = Nim()


@cache
def value(game, s):
    payoff = game.outcome(s)
    if payoff is not None:
        return payoff
    best = min if game.to_move(s) else max
    return best(value(game, game.play(s, m)) for m in game.moves(s))


def mover_wins(heaps, misere):
    """Bouton's theory: the nim-sum decides; in misère with heaps of one stone only, the parity."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", ["3+4+5", "7", "1+1+1+1+1", "2+2+3+1", "6+5"])
def test_every_position_is_worth_what_the_theory_says(heaps, misere):
    game = Nim(heaps, misere)
    for left in product(*(range(n + 1) for n in game.start)):
        for turn in (0, 1):
            wins = mover_wins(left, misere)
            assert value(game, Heaps(left, turn)) == (1 if wins == (turn == 0) else -1)


def test_the_moves_are_any_number_of_stones_from_one_heap():
    here = GAME.position("0+1+3:second")
    assert here.move_texts == ["b1", "c1", "c2", "c3"]
    assert here.play("c2").text == "0+1+1:first"


@pytest.mark.parametrize("misere, winner", [(False, 0), (True, 1)])
def test_the_last_stone_wins_or_loses(misere, winner):
    end = Nim("1+2", misere).position().play_all(["b1", "a1", "b1"])
    assert (end.result.winner, end.result.reason) == (winner, "first took the last stone")
    end = Nim("1+2", misere).position().play_all(["a1", "b2"])
    assert (end.result.winner, end.result.reason) == (1 - winner, "second took the last stone")


def test_canonical_states_have_sorted_heaps_and_the_same_value():
    game = Nim("4+2+3+1")
    for heaps in product(range(5), range(3), range(4), range(2)):
        s = Heaps(heaps, 1)
        assert game.canonical(s) == Heaps(tuple(sorted(heaps)), 1)
        assert value(game, game.canonical(s)) == value(game, s)


def test_the_winning_move_is_tried_first():
    s = GAME.initial()  # 3 ^ 4 ^ 5 == 2: only 3 -> 1 leaves a nim-sum of 0
    assert [GAME.move_text(s, m) for m in GAME.moves(s) if GAME.order(s, m)] == ["a2"]


def test_positions_are_read_back():
    game = Nim("10+3+12")
    for seed in range(20):
        rng = random.Random(seed)
        here = game.position()
        while True:
            assert game.parse(here.text) == here.state
            if here.result:
                break
            assert len(set(here.move_texts)) == len(here.moves)
            here = here.play(rng.choice(here.move_texts))


def test_the_picture_shows_the_stones():
    assert Nim("10+3").show(Heaps((10, 0), 0)) == "a 10 oooooooooo\nb  0"


def test_specs():
    assert load("nim:heaps=1+2,misere=true") == Nim("1+2", True)
    assert Nim("03+4").spec == "nim:heaps=3+4"


@pytest.mark.parametrize("heaps", ["0", "", "3+", "3+x", "-1", "1000", "²", "+".join("1" * 27),
                                   pytest.param("9" * 5000, id="endless")])
def test_heaps_that_make_no_sense_are_refused(heaps):
    with pytest.raises(ParameterError, match="nim cannot have heaps="):
        Nim(heaps)


def test_an_illegal_move_is_refused():
    with pytest.raises(IllegalMoveError, match="illegal move 'a4' in 3\\+4\\+5:first"):
        GAME.position().play("a4")


@pytest.mark.parametrize("text, why", [
    ("", "write 3 heaps with"),
    ("3+4:first", "write 3 heaps with"),
    pytest.param(f"3+4+{'1' * 5000}:first", "write 3 heaps with", id="endless"),
    ("3+4+x:first", "write 3 heaps with"),
    ("3+4+-1:first", "write 3 heaps with"),
    ("3+4+5", "end it with :first or :second"),
    ("3+4+6:first", "no game that starts with 3\\+4\\+5 leads there"),
    ("5+5+0:first", "no game that starts with"),
    ("3+4+5:second", "second cannot be to move after 0 stones"),
    ("3+4+4:first", "first cannot be to move after 1 stones"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        GAME.parse(text)
