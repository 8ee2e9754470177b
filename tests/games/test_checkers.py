import random

import pytest

from zermelo import load
from zermelo.errors import AmbiguousMoveError, IllegalMoveError, ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.games.checkers import Checkers

GAME = Checkers()


def moves(text):
    return set(GAME.position(text).move_texts)


def random_positions(games, seed=1):
    rng = random.Random(seed)
    for _ in range(games):
        s = GAME.initial()
        while GAME.outcome(s) is None:
            yield s
            s = GAME.play(s, rng.choice(list(GAME.moves(s))))
        yield s


def perft(s, depth):
    if GAME.outcome(s) is not None:
        return 0
    if depth == 1:
        return sum(1 for _ in GAME.moves(s))
    return sum(perft(GAME.play(s, m), depth - 1) for m in GAME.moves(s))


@pytest.mark.long
def test_perft():
    # Published by Aart Bik, aartbik.com/MISC/checkers.html, and as OEIS A133046.
    known = [7, 49, 302, 1469, 7361, 36768, 179740]
    assert [perft(GAME.initial(), depth) for depth in range(1, 8)] == known


def test_men_step_forward_and_never_around_the_edge():
    assert moves("B:W32:B1,4,5,12") == {"1-6", "4-8", "5-9", "12-16"}
    assert moves("W:W21,28,29:B1") == {"21-17", "28-24", "29-25"}


def test_kings_step_in_all_four_directions():
    assert moves("B:WK1:BK18") == {"18-14", "18-15", "18-22", "18-23"}
    assert moves("B:WK1:BK4") == {"4-8"}


def test_who_can_jump_must():
    assert moves("B:W15:B1,11") == {"11x18"}
    assert moves("W:W15,32:B11") == {"15x8"}


def test_nothing_is_jumped_over_the_edge_or_onto_a_piece():
    assert moves("B:W12:B8") == {"8-11"}
    assert moves("B:W15,18:B11") == {"11-16"}


def test_men_jump_forward_only():
    assert moves("B:W9:B14") == {"14-17", "14-18"}
    assert moves("B:W9:BK14") == {"14x5"}


def test_jumps_go_on_to_the_end_but_the_longest_is_not_demanded():
    assert moves("B:W10,11,19:B7") == {"7x14", "7x16x23"}
    with pytest.raises(IllegalMoveError, match="black may play"):
        GAME.position("B:W10,11,19:B7").play("7x16")


def test_captured_pieces_leave_the_board():
    after = GAME.position("B:W10,11,K19:B7").play("7x16x23")
    assert after.text == "W:W10:B23"


def test_crowning_ends_the_move():
    here = GAME.position("B:W26,27:B22")
    assert here.move_texts == ["22x31"]
    assert here.play("22x31").text == "W:W27:BK31"
    assert GAME.position("W:W5:B28").play("5-1").text == "B:WK1:B28"


def test_a_king_may_come_round_to_where_it_began():
    here = GAME.position("B:W7,8,15,16:BK10")
    assert set(here.move_texts) == {"10x3x12x19x10", "10x19x12x3x10"}
    end = here.play("10x3x12x19x10")
    assert (end.text, end.result.reason) == ("W:W:BK10", "white has no pieces left")


def test_nine_jumps_are_possible():
    here = GAME.position("B:W6,7,8,14,15,16,22,23,24:BK1")
    longest = max(here.move_texts, key=len)
    assert longest.count("x") == 9
    assert here.play(longest).result.winner == 0


def test_who_cannot_move_loses():
    end = GAME.position("B:W16,19:B12").result
    assert (end.winner, end.reason) == (1, "black cannot move")


def test_quiet_moves_of_kings_are_counted_to_a_draw():
    game = Checkers(quiet_moves=2)
    here = game.position("B:W21,K32:BK1").play_all(["1-6", "32-27", "6-10"])
    assert here.text == "W:W21,K27:BK10:H3"
    assert here.play("21-17").text == "B:W17,K27:BK10"
    end = here.play("27-24").result
    assert end.payoff == 0
    assert end.reason == "2 moves each without a capture or a move of a man"


def test_a_capture_by_a_king_is_not_quiet():
    assert GAME.position("B:W6,K32:BK1:H9").play("1x10").text == "W:WK32:BK10"


def test_being_blocked_counts_before_the_last_quiet_move():
    assert Checkers(quiet_moves=1).position("B:WK22,K25:BK29:H2").result.winner == 1


def test_a_third_occurrence_is_a_draw_whatever_the_counter_says():
    round_trip = ["1-6", "32-27", "6-1", "27-32"]
    here = GAME.position("B:WK32:BK1").play_all(round_trip)
    assert here.result is None
    end = here.play_all(round_trip)
    assert (end.result.payoff, end.result.reason) == (0, "the position occurred 3 times")


def test_the_moves_are_those_of_a_plain_recursive_generator():
    rng = random.Random(7)
    seen_jumps = 0
    for _ in range(400):
        cells = rng.sample(range(1, 33), rng.randint(2, 22))
        sides = {n: rng.choice("bwBW") for n in cells}
        sides = {n: p.upper() if n <= 4 or n >= 29 else p for n, p in sides.items()}
        if any(sum(p in side for p in sides.values()) not in range(1, 13) for side in ("bB", "wW")):
            continue
        turn = rng.randrange(2)
        here = GAME.position(f"{'BW'[turn]}:{listed('W', sides)}:{listed('B', sides)}")
        expected = plain_moves(sides, turn)
        texts = [GAME.move_text(here.state, m) for m in GAME.moves(here.state)]
        assert sorted(texts) == sorted(expected), here.text
        assert (here.result is None) == bool(expected)
        seen_jumps += sum(t.count("x") > 1 for t in texts)
    assert seen_jumps > 100


def listed(side, sides):
    return side + ",".join(f"{'K' if p.isupper() else ''}{n}"
                           for n, p in sorted(sides.items()) if p.upper() == side)


def plain_moves(sides, turn):
    """The rules once more, on rows and columns."""
    own, foe, ahead = ("bB", "wW", 1) if turn == 0 else ("wW", "bB", -1)
    board = {place(n): p for n, p in sides.items()}
    inside = {place(n) for n in range(1, 33)}

    def jumps_from(at, piece, there):
        found = []
        for dy in (-1, 1) if piece.isupper() else (ahead,):
            for dx in (-1, 1):
                over, to = (at[0] + dy, at[1] + dx), (at[0] + 2 * dy, at[1] + 2 * dx)
                if there.get(over, " ") in foe and to in inside and to not in there:
                    left = {k: v for k, v in there.items() if k != over}
                    found += [[at, *rest] for rest in jumps_from(to, piece, left) or [[to]]]
        return found

    jumps = [path for at, piece in board.items() if piece in own
             for path in jumps_from(at, piece, {k: v for k, v in board.items() if k != at})]
    steps = [[at, to] for at, piece in board.items() if piece in own
             for dy in ((-1, 1) if piece.isupper() else (ahead,)) for dx in (-1, 1)
             if (to := (at[0] + dy, at[1] + dx)) in inside and to not in board]
    sign, paths = ("x", jumps) if jumps else ("-", steps)
    return [sign.join(str(4 * y + x // 2 + 1) for y, x in path) for path in paths]


def place(number):
    row = (number - 1) // 4
    return row, 2 * ((number - 1) % 4) + (row + 1) % 2


def test_the_short_form_of_a_jump_is_read_where_it_is_clear():
    here = GAME.position("B:W10,11,19:B7")
    assert here.play("7x23") == here.play("7x16x23") == here.play(" 7X16X23 ")
    with pytest.raises(AmbiguousMoveError, match="10x19x12x3x10 or 10x3x12x19x10"):
        GAME.position("B:W7,8,15,16:BK10").play("10x10")


def test_text_round_trips():
    for s in random_positions(20):
        assert GAME.parse(GAME.text(s)) == s


def test_other_ways_to_write_a_position_of_pdn_are_read():
    start = GAME.initial()
    assert GAME.text(start).startswith("B:W21,22,23")
    assert GAME.parse("B:B1-12:W21-32") == start
    assert GAME.parse("B:W21-32:B1-12:H0.") == start


def test_the_picture():
    assert GAME.show(GAME.parse("B:W21,K30:B1,12,K16")).split("\n") == [
        " 1    b   .   .   .   4",
        " 5  .   .   .   .     8",
        " 9    .   .   .   b  12",
        "13  .   .   .   B    16",
        "17    .   .   .   .  20",
        "21  w   .   .   .    24",
        "25    .   .   .   .  28",
        "29  .   W   .   .    32",
    ]


def test_captures_and_crowns_come_first_and_captures_are_noisy():
    here = GAME.position("B:W10,11,19:B7,27")
    long, short = GAME.parse_move(here.state, "7x23"), GAME.parse_move(here.state, "7x14")
    assert GAME.order(here.state, long) > GAME.order(here.state, short)
    assert GAME.noisy(here.state, short)
    quiet = GAME.parse("B:W20:B2,10,27,K13")
    ranked = ["27-31", "10-14", "13-9", "2-6"]
    assert sorted(ranked, reverse=True,
                  key=lambda t: GAME.order(quiet, GAME.parse_move(quiet, t))) == ranked
    assert not any(GAME.noisy(quiet, m) for m in GAME.moves(quiet))


def test_the_evaluator_sees_both_sides_alike():
    standard = evaluator_for(GAME)
    assert standard(GAME, GAME.initial()) == 0
    nonzero = 0
    for s in random_positions(5):
        if GAME.outcome(s) is None:
            turned = GAME.parse(turn_round(GAME.text(s)))
            assert standard(GAME, turned) == pytest.approx(-standard(GAME, s))
            nonzero += abs(standard(GAME, s)) > 0.5
    assert nonzero > 50


def turn_round(text):
    """The same position with the colours exchanged and the board turned by 180°."""
    mover, white, black, *counter = text.split(":")

    def turned(field):
        items = [(i[:1] if i[:1] == "K" else "", 33 - int(i.lstrip("K")))
                 for i in field[1:].split(",") if i]
        return ",".join(f"{k}{n}" for k, n in items)

    return ":".join(["BW"[mover == "B"], f"W{turned(black)}", f"B{turned(white)}", *counter])


@pytest.mark.parametrize("quiet_moves", [0, -1, 1001])
def test_a_rule_of_no_moves_is_refused(quiet_moves):
    with pytest.raises(ParameterError, match=r"checkers cannot have quiet_moves"):
        load(f"checkers:quiet_moves={quiet_moves}")


@pytest.mark.parametrize("text, why", [
    ("", "write it like"),
    ("B", "write it like"),
    ("X:W21:B1", "write it like"),
    ("B:W21:W1", "write it like"),
    ("B:W21:B1:H1:F1", "write it like"),
    ("B:W21:B1:", "end it with H"),
    ("B:W21:B1:Hx", "end it with H"),
    ("B:WK21:BK1:H81", "H0 to H80"),
    ("B:W21:B0", "'0' is none of the squares"),
    ("B:W33:B1", "'33' is none of the squares"),
    ("B:W21,:B1", "'' is none of the squares"),
    ("B:W21:BQ1", "'Q1' is none of the squares"),
    ("B:W24-21:B1", "'24-21' is none of the squares"),
    ("B:W21,K21:B1", "white has two pieces on one square of K21"),
    ("B:W21:B1,21", "both stand on 21"),
    ("B:W20-32:B1", "white has 13 pieces, and 12 are the most"),
    ("B:W2:BK1", "a piece of white on 2 is a king: write K2"),
    ("B:W21:B30", "a piece of black on 30 is a king: write K30"),
    ("B:W:B1", "white, who has just moved, needs a piece"),
    ("W:W21:B", "black, who has just moved, needs a piece"),
    ("B:W21:BK1:H1", "H1 counts moves of kings that are not there"),
    ("B:WK21:B1:H2", "H2 counts moves of kings that are not there"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        GAME.parse(text)
