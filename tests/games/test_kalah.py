import random
from functools import cache

import pytest

from zermelo import load
from zermelo.errors import ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.games.kalah import Board, Kalah

GAME = Kalah()


def play(text, *moves, game=GAME):
    return game.position(text).play_all(moves).text


def test_the_last_seed_in_the_own_store_gives_another_turn():
    assert play(None, "C") == "4,4,0,5,5,5/4,4,4,4,4,4:1-0:south"
    assert play(None, "C", "A", "c") == "0,5,1,6,6,5/4,4,0,5,5,5:1-1:north"


def test_other_moves_pass_the_turn_and_both_letter_cases_are_read():
    assert play(None, "a") == play(None, "A") == "0,5,5,5,5,4/4,4,4,4,4,4:0-0:north"


def test_sowing_passes_the_opponents_store_and_goes_round():
    # Ten seeds from F: the store, six pits of north's, A, B, C.
    assert play("1,1,1,1,1,10/1,1,1,1,1,1:9-18:south", "F") == (
        "2,2,2,1,1,0/2,2,2,2,2,2:10-18:north")


def test_a_full_lap_ends_in_the_pit_it_came_from_and_captures():
    # 13 seeds from A: one everywhere, the last one in A, empty by then; f has 1 + 1 seeds.
    assert play("13,0,0,0,0,0/1,1,1,1,1,1:14-15:south", "A") == (
        "0,1,1,1,1,1/2,2,2,2,2,0:18-15:north")


def test_more_than_a_lap_puts_two_seeds_into_some_places():
    assert play("0,0,0,0,0,16/1,1,1,1,1,1:13-13:south", "F") == (
        "1,1,1,1,1,1/3,3,2,2,2,2:15-13:north")


def test_the_last_seed_in_an_own_empty_pit_captures_the_pit_opposite():
    assert play("1,0,4,4,4,4/4,4,4,4,5,4:0-6:south", "A") == "0,0,4,4,4,4/4,4,4,4,0,4:6-6:north"
    # North captures too: from his b into his c, opposite D.
    assert play("4,4,4,5,4,4/4,1,0,4,4,4:6-0:north", "b") == "4,4,4,0,4,4/4,0,0,4,4,4:6-6:south"


def test_an_empty_pit_of_the_opponents_does_not_capture():
    assert play("0,0,0,0,4,4/0,4,4,4,4,4:10-10:south", "F") == "0,0,0,0,4,0/1,5,5,4,4,4:11-10:north"


def test_without_prey_nothing_is_captured_unless_the_option_says_so():
    position = "1,0,4,4,4,4/4,4,4,4,0,4:5-6:south"
    assert play(position, "A") == "0,1,4,4,4,4/4,4,4,4,0,4:5-6:north"
    assert play(position, "A", game=Kalah(empty_capture=True)) == (
        "0,0,4,4,4,4/4,4,4,4,0,4:6-6:north")


def test_the_game_ends_when_the_movers_side_runs_empty():
    end = GAME.position("0,0,0,0,0,1/1,2,3,0,0,0:20-21:south").play("F")
    assert end.text == "0,0,0,0,0,0/0,0,0,0,0,0:21-27:south"
    assert (end.result.payoff, end.result.reason) == (-6, "a side has no seeds left")


def test_the_game_ends_when_a_capture_empties_the_other_side():
    end = GAME.position("1,0,4,0,0,0/0,0,0,0,3,0:20-20:south").play("A")
    assert end.text == "0,0,0,0,0,0/0,0,0,0,0,0:28-20:north"
    assert end.result.payoff == 8


def slow_play(game, pits, turn, move):
    """Kalah seed by seed; `pits` is south's row, his store, north's row, his store."""
    pits, n = list(pits), game.pits
    base = turn * (n + 1)
    at, hand = base + move, pits[base + move]
    pits[at] = 0
    while hand:
        at = (at + 1) % (2 * n + 2)
        if at == (1 - turn) * (n + 1) + n:
            continue
        pits[at] += 1
        hand -= 1
    if base <= at < base + n and pits[at] == 1:
        opposite = 2 * n - at
        if pits[opposite] or game.empty_capture:
            pits[base + n] += pits[opposite] + 1
            pits[opposite] = pits[at] = 0
    for side in (0, 1):
        own = range(side * (n + 1), side * (n + 1) + n)
        others = range((1 - side) * (n + 1), (1 - side) * (n + 1) + n)
        if not any(pits[i] for i in own):
            pits[others[-1] + 1] += sum(pits[i] for i in others)
            for i in others:
                pits[i] = 0
    return pits, turn if at == base + n else 1 - turn


def places(game, s):
    return [side >> i * game.bits & game.place for side in s[:2] for i in range(game.pits + 1)]


@pytest.mark.parametrize("game", [
    Kalah(), Kalah(empty_capture=True), Kalah(6, 42), Kalah(3, 20), Kalah(1, 9), Kalah(8, 7),
    Kalah(11, 1),
])
def test_random_games_agree_with_sowing_seed_by_seed_and_with_their_text(game):
    rng = random.Random(1)
    for _ in range(15):
        s = game.initial()
        while game.outcome(s) is None:
            low, high = game.bounds(s)
            assert game.parse(game.text(s)) == s
            m = rng.choice(list(game.moves(s)))
            gain, again = game.gain(s, m), game.last_place(s, m) == game.pits
            before, s = s, game.play(s, m)
            slowly = slow_play(game, places(game, before), before.turn, m)
            assert (places(game, s), s.turn) == slowly
            assert (s.turn == before.turn) == again
            assert sum(places(game, s)) == game.total
            store = -1 if before.turn else game.pits
            assert gain == places(game, s)[store] - places(game, before)[store]
            assert low <= game.bounds(s)[0] <= game.bounds(s)[1] <= high
        assert game.bounds(s) == (game.outcome(s), game.outcome(s))
        assert game.parse(game.text(s)) == s


# Store difference under best play, seeds 1, 2, 3, … in every pit. The signs are those of Irving,
# Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, who capture empty.
@pytest.mark.parametrize("pits, empty_capture, values", [
    (1, True, [0, -2, 6, -2, 2, 0]),
    (2, True, [2, -2, -2, -12, 6, 8]),
    (3, True, [0, 4, 2]),
    (1, False, [0, -2, 6, -2, 2, 0]),
    (2, False, [2, -2, -2, -10, 6, 8]),
    (3, False, [0, 4, 2]),
])
def test_small_boards_have_their_published_values(pits, empty_capture, values):
    found = [value(Kalah(pits, seeds, empty_capture)) for seeds in range(1, len(values) + 1)]
    assert found == values


def value(game):
    def lead(s):
        return (s.south >> game.store) - (s.north >> game.store)

    @cache
    def to_come(south, north, turn, stored):  # how the lead changes; who has stored what is all one
        s = Board(south | stored << game.store, north, turn)
        best = max if turn == 0 else min
        return best(after(game.play(s, m)) - lead(s) for m in game.moves(s))

    def after(s):
        if game.outcome(s) is not None:
            return game.outcome(s)
        south, north = s.south & game.in_pits, s.north & game.in_pits
        stored = (s.south >> game.store) + (s.north >> game.store)
        return lead(s) + to_come(south, north, s.turn, stored)

    return after(game.initial())


def test_extra_turns_and_captures_are_noisy_and_come_first():
    s = GAME.parse("1,0,4,4,4,4/4,4,4,4,5,4:0-6:south")
    order = sorted(GAME.moves(s), key=lambda m: -GAME.order(s, m))
    assert [GAME.move_text(s, m) for m in order][:2] == ["C", "A"]
    assert [GAME.move_text(s, m) for m in GAME.moves(s) if GAME.noisy(s, m)] == ["A", "C"]


def test_the_picture_shows_both_sides_as_south_sees_them():
    s = GAME.parse("1,2,3,4,5,6/0,1,2,3,4,10:3-4:south")
    assert GAME.show(s).split("\n") == [
        "    f  e  d  c  b  a",
        "   10  4  3  2  1  0",
        " 4                    3",
        "    1  2  3  4  5  6",
        "    A  B  C  D  E  F",
    ]


def test_the_evaluator_counts_stores_pits_and_extra_turns_for_either_player():
    standard = evaluator_for(GAME)
    s = GAME.parse("1,0,4,4,4,4/4,4,4,4,5,3:0-7:south")
    values = {t.feature: t.value for t in standard.explain(GAME, s).terms}
    assert values == {"stores": -7, "pits": -7, "extra turns": 0}
    assert {name: f(GAME, GAME.play(s, 2)) for name, f in standard.features.items()} == {
        "stores": -6, "pits": -8, "extra turns": -1}
    assert standard(GAME, Board(s.north, s.south, 1)) == -standard(GAME, s)


@pytest.mark.parametrize("parameters", [
    "pits=0", "pits=12", "seeds=0", "seeds=43", "pits=8,seeds=8", "pits=11,seeds=2",
])
def test_boards_that_make_no_sense_are_refused(parameters):
    with pytest.raises(ParameterError, match=r"kalah cannot have"):
        load(f"kalah:{parameters}")


@pytest.mark.parametrize("text, why", [
    ("", "both rows of 6 pits"),
    ("4,4,4,4,4/4,4,4,4,4,4:0-0:south", "both rows of 6 pits"),
    ("4,4,4,4,4,4/4,4,4,4,4,4:south", "two stores"),
    ("4,4,4,4,4,4/4,4,4,4,4,4:0-0:s", "end it with :south or :north"),
    ("4,4,4,4,4,x/4,4,4,4,4,4:0-0:south", "'x' is not a number of seeds"),
    ("4,4,4,4,4,/4,4,4,4,4,4:4-0:south", "'' is not a number of seeds"),
    ("4,4,4,4,4,4/4,4,4,4,4,5:0-0:south", "49 seeds and needs 48"),
    ("0,0,0,0,0,0/4,0,0,0,0,0:24-20:south", "one side is empty"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        GAME.parse(text)
