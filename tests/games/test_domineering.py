import random
from functools import cache

import pytest

from zermelo import load
from zermelo.errors import IllegalMoveError, ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.games.domineering import Board, Domineering
from zermelo.portable import bit, popcount

GAME = Domineering()


def test_vertical_covers_a_cell_and_the_one_below_horizontal_the_one_to_the_right():
    small = Domineering(4, 3)
    here = small.position().play("b1")
    assert here.text == ".x../.x../....:horizontal"
    assert here.play("c2").text == ".x../.xxx/....:vertical"


def test_dominoes_stay_on_the_board_and_off_each_other():
    small = Domineering(3, 3)
    assert small.position().move_texts == ["a1", "b1", "c1", "a2", "b2", "c2"]
    here = small.position().play("b1")
    assert here.move_texts == ["a3", "b3"]  # c1 and a2 are neighbours by number only
    with pytest.raises(IllegalMoveError, match="horizontal may play a3, b3"):
        here.play("b2")


def test_horizontal_starts_if_asked_to():
    game = load("domineering:width=3,height=2,first=horizontal")
    assert game.spec == "domineering:width=3,height=2,first=horizontal"
    here = game.position()
    assert here.text == ".../...:horizontal"
    end = here.play_all(["b1", "a1", "b2"])
    assert (end.result.payoff, end.result.reason) == (1, "vertical cannot move")
    assert Domineering().players == ("vertical", "horizontal")


def test_who_cannot_move_loses():
    end = Domineering(2, 2).position().play("a1")
    assert (end.result.payoff, end.result.reason) == (1, "horizontal cannot move")
    lost = Domineering(3, 1).position()
    assert (lost.result.payoff, lost.result.reason) == (-1, "vertical cannot move")


def test_a_board_of_64_cells_uses_its_last_cell():
    last = GAME.position().play("h7")
    assert last.state.covered == bit(55) | bit(63)
    assert GAME.parse(last.text) == last.state
    assert "g8" not in last.move_texts and "f8" in last.move_texts
    lying = load("domineering:first=horizontal").position().play("g8").play("h6")
    assert lying.state.covered == bit(62) | bit(63) | bit(47) | bit(55)
    assert lying.game.parse(lying.text) == lying.state


def test_perft_of_the_8x8_board():
    # 56 dominoes; one on an edge column spoils 2 of the opponent's 56, any other 4.
    assert perft(GAME, GAME.initial(), 1) == 56
    assert perft(GAME, GAME.initial(), 2) == 14 * 54 + 42 * 52


def test_the_transposed_board_is_the_same_game_for_the_other_player():
    upright, lying = Domineering(6, 4), Domineering(4, 6, "horizontal")
    assert perft(upright, upright.initial(), 4) == perft(lying, lying.initial(), 4) > 10_000


def perft(game, s, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.play(s, m), depth - 1) for m in game.legal_moves(s))


# Rows are heights 1, 2, 3, 5, columns widths 1 to 8. V, H: vertical, horizontal wins whoever
# starts; 1, 2: the first, second player does. Breuker, Uiterwijk and van den Herik, "Solving 8x8
# Domineering", Theoretical Computer Science 230, 2000.
TABLE = {1: "2HHHHHHH", 2: "V11HV11H", 3: "V11HHHHH", 5: "VHVH2"}


@pytest.mark.parametrize("height, winners", TABLE.items())
def test_small_boards_have_their_published_winners(height, winners):
    found = ""
    for width in range(1, len(winners) + 1):
        vertical, horizontal = (
            starter_wins(Domineering(width, height, first)) for first in ("vertical", "horizontal"))
        found += {(1, 1): "1", (0, 0): "2", (1, 0): "V", (0, 1): "H"}[vertical, horizontal]
    assert found == winners


def starter_wins(game):
    @cache
    def wins(s):
        moves = sorted(game.moves(s), key=lambda m: -game.order(s, m))
        return any(not wins(game.canonical(game.play(s, m))) for m in moves)

    return wins(game.initial())


@pytest.mark.parametrize("game", [
    GAME, Domineering(first="horizontal"), Domineering(5, 3), Domineering(26, 2),
    Domineering(2, 26), Domineering(1, 7),
])
def test_random_games_keep_their_text_and_their_images(game):
    rng = random.Random(2)
    for _ in range(10):
        s = game.initial()
        while game.outcome(s) is None:
            s = game.play(s, rng.choice(list(game.moves(s))))
            assert game.parse(game.text(s)) == s
            rows = game.text(s).partition(":")[0].split("/")
            images = {game.parse("/".join(r[::x] for r in rows[::y]) + f":{game.players[s.turn]}")
                      for x in (1, -1) for y in (1, -1)}
            assert {game.canonical(image) for image in images} == {min(images)}
            count = len(list(game.moves(s))) if game.outcome(s) is None else 0
            assert popcount(game.spots(game.full & ~s.covered, s.turn)) == count


def test_the_order_prefers_moves_that_cost_the_opponent_most():
    small = Domineering(4, 4)
    s = small.initial()
    best = max(small.moves(s), key=lambda m: small.order(s, m))
    assert small.move_text(s, best) == "b1"  # a1 leaves the opponent 10 moves, b1 only 8
    assert {small.move_text(s, m): small.order(s, m) for m in small.moves(s)}["a1"] == 10 - 10


def test_the_picture_shows_what_is_covered():
    here = Domineering(3, 3).position().play("b1").play("a3")
    assert str(here).split("\n") == ["  a b c", "1 . # .", "2 . # .", "3 # # ."]


def test_the_evaluator_counts_moves_and_safe_moves():
    game = Domineering(4, 4)
    standard = evaluator_for(game)
    s = game.parse(".x.x/.x.x/.x.x/.x.x:vertical")
    values = {t.feature: t.value for t in standard.explain(game, s).terms}
    assert values == {"moves": 6, "safe moves": 4}  # two columns of four: two dominoes each
    half = game.parse(".x../.x../..../....:horizontal")
    # Vertical keeps a1, and d1 or c1 are both open to horizontal; horizontal keeps nothing.
    values = {t.feature: t.value for t in standard.explain(game, half).terms}
    assert values == {"moves": (3 + 1 + 3 + 3) - (1 + 1 + 3 + 3), "safe moves": 1}


def test_the_evaluator_is_the_same_for_both_players():
    game, turned = Domineering(5, 5), Domineering(5, 5, "horizontal")
    standard, rng = evaluator_for(game), random.Random(4)
    s = t = game.initial()
    while game.outcome(s) is None:
        # The transposed board with horizontal first is the same game.
        assert standard(game, s) == standard(turned, t)
        # With the same player first it is the other player's view.
        for feature in standard.features.values():
            assert feature(game, s) == -feature(game, t)
        m = rng.choice(list(game.moves(s)))
        s, t = game.play(s, m), turned.play(t, m % 5 * 5 + m // 5)
    assert game.outcome(s) == turned.outcome(t)


@pytest.mark.parametrize("parameters", [
    "width=0", "height=27", "width=9,height=8", "first=diagonal",
])
def test_boards_that_make_no_sense_are_refused(parameters):
    with pytest.raises(ParameterError, match=r"domineering cannot have"):
        load(f"domineering:{parameters}")


@pytest.mark.parametrize("text, why", [
    ("", "2 rows of 3"),
    ("x../x.#:horizontal", "'#' in row 2"),
    ("x../x..", "end it with :vertical or :horizontal"),
    ("x../...:horizontal", "dominoes cannot cover 1 cells"),
    ("x../x..:vertical", "with 1 dominoes on the board horizontal is to move"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        Domineering(3, 2).parse(text)


def test_positions_compare_by_what_is_covered():
    one = GAME.position().play_all(["a1", "c1", "b1"])
    other = GAME.position().play_all(["b1", "c1", "a1"])
    assert one.state == other.state == Board(one.state.covered, 1)
