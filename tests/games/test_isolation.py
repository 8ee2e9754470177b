import random
from functools import cache

import pytest

from zermelo import load
from zermelo.errors import ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.games.isolation import Isolation

MINI = Isolation(3, 2, "c2")
BOARDS = ["", "width=3,height=2,blocked=c2", "width=8,height=8", "width=8,height=8,blocked=d4+e5",
          "width=26,height=2,blocked=m1", "width=1,height=9", "width=9,height=1",
          "width=5,height=4,blocked=a1+c3"]


def game(options):
    return load(f"isolation:{options}".rstrip(":"))


def reached(rules, position):
    """Where the player to move can go, walked cell by cell on the text of the position."""
    board, _, mover = position.partition(":")
    cells = {(x, y): c for y, row in enumerate(board.split("/")) for x, c in enumerate(row)}
    number = "1" if mover == "first" else "2"
    stands = [cell for cell, c in cells.items() if c == number]
    if not stands:
        return sorted(cell for cell, c in cells.items() if c == ".")
    found = []
    for dx, dy in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]:
        x, y = stands[0]
        while cells.get((x + dx, y + dy)) == ".":
            x, y = x + dx, y + dy
            found.append((x, y))
    return sorted(found)


def cells_of(rules, moves):
    return sorted((m % rules.width, m // rules.width) for m in moves)


@cache
def value(rules, s):
    payoff = rules.outcome(s)
    if payoff is not None:
        return payoff
    best = min if rules.to_move(s) else max
    return best(value(rules, rules.play(s, m)) for m in rules.moves(s))


def moves_at(rules, text):
    return set(rules.position(text).move_texts)


def test_the_first_move_of_each_player_goes_to_any_open_cell():
    start = MINI.position()
    assert start.move_texts == ["a1", "b1", "c1", "a2", "b2"]
    assert start.play("b1").move_texts == ["a1", "c1", "a2", "b2"]


def test_a_player_slides_in_eight_directions_up_to_the_edge():
    rules = Isolation(5, 5)
    text = "...../...../..1../...../2....:first"
    assert moves_at(rules, text) == {
        "c2", "c1", "c4", "c5",  # the column
        "b3", "a3", "d3", "e3",  # the row
        "b2", "a1", "d4", "e5",  # one diagonal
        "d2", "e1", "b4",        # the other, up to the opponent on a5
    }


def test_closed_cells_stop_a_slide_and_are_not_jumped():
    rules = Isolation(5, 5)
    # From c3 only up-right is open to the edge; b2, c1, d3, d4, a5 and the opponent are in the way.
    text = "..-../.-.../2.1--/...-./-....:first"
    assert moves_at(rules, text) == {"c2", "d2", "e1", "c4", "c5", "b4", "b3"}


def test_every_cell_visited_closes():
    end = MINI.position().play_all(["a1", "b1", "b2", "c1"])
    assert end.text == "--2/.1-:first"
    assert end.move_texts == ["a2"]


@pytest.mark.parametrize("moves, winner", [
    ("a1 b1 b2 c1 a2", 0),        # the second player stands on c1, shut in
    ("b1 b2 c1 a1", 1),           # the first player stands on c1; a2 is open but out of reach
])
def test_who_cannot_move_loses(moves, winner):
    end = MINI.position().play_all(moves.split())
    assert end.result.winner == winner
    assert end.result.reason == f"{MINI.players[1 - winner]} cannot move"


def test_a_player_without_a_cell_to_start_on_loses():
    end = Isolation(2, 1, "b1").position().play("a1")
    assert (end.result.winner, end.result.reason) == (0, "second cannot move")


@pytest.mark.parametrize("options", BOARDS)
def test_moves_outcomes_and_texts_agree_with_a_walk_over_the_cells(options):
    rules = game(options)
    for seed in range(8):
        rng = random.Random(seed)
        here = rules.position()
        while here.result is None:
            expected = reached(rules, here.text)
            assert cells_of(rules, here.moves) == expected
            assert rules.parse(here.text) == here.state
            here = here.play(rng.choice(here.moves))
        assert reached(rules, here.text) == []
        assert here.result.winner == 1 - here.to_move
        assert rules.parse(here.text) == here.state


def test_a_board_of_64_cells_uses_its_last_cell():
    rules = Isolation(8, 8)
    here = rules.position().play_all(["h8", "a1"])
    assert set(here.move_texts) == {*(f"{c}8" for c in "abcdefg"), *(f"h{r}" for r in range(1, 8)),
                                    *(f"{c}{r}" for c, r in zip("bcdefg", range(2, 8),
                                                                strict=True))}
    assert rules.position().play_all(["a1", "b1", "a8", "c1"]).play("h8").text.endswith("1:second")


def test_leaf_counts_agree_with_the_walk():
    def walk(rules, here, depth):
        if depth == 0:
            return 1
        return sum(walk(rules, here.play(y * rules.width + x), depth - 1)
                   for x, y in reached(rules, here.text))

    def count(rules, s, depth):
        if depth == 0:
            return 1
        return sum(count(rules, rules.play(s, m), depth - 1) for m in rules.legal_moves(s))

    for rules, depth in [(MINI, 2), (MINI, 4), (MINI, 5), (Isolation(4, 3), 4)]:
        assert count(rules, rules.initial(), depth) == walk(rules, rules.position(), depth)


@pytest.mark.parametrize("rules", [MINI, Isolation(3, 3, "a1+b2+c3"),
                                   Isolation(3, 3, "a1+c1"), Isolation(4, 2, "a1+d2"),
                                   Isolation(2, 3)])
def test_canonical_states_keep_mover_and_value(rules):
    seen, todo = set(), [rules.initial()]
    while todo:
        s = todo.pop()
        if s in seen:
            continue
        seen.add(s)
        image = rules.canonical(s)
        assert image.turn == s.turn
        assert value(rules, image) == value(rules, s)
        todo += [rules.play(s, m) for m in rules.legal_moves(s)]
    least = {rules.canonical(s) for s in seen}
    assert (len(least) < len(seen)) == (rules is not MINI)
    for s in least:
        assert rules.canonical(s) == s == rules.parse(rules.text(s))


def classes(rules):
    """How many openings of the first player are different."""
    return len({rules.canonical(rules.play(rules.initial(), m))
                for m in rules.moves(rules.initial())})


def test_symmetries_respect_the_blocked_cells():
    assert classes(Isolation(3, 3)) == 3             # corner, edge, centre
    assert classes(Isolation(3, 3, "b2")) == 2       # corner, edge
    assert classes(Isolation(3, 3, "a1")) == 5       # mirrored along the diagonal: a2, a3, b2, …
    assert classes(Isolation(3, 3, "a1+c1")) == 5    # mirrored left-right: b1, a2, b2, a3, b3
    assert classes(MINI) == 5                        # no symmetry is left
    assert classes(Isolation(4, 2, "a1+d2")) == 3    # turned by half: b1, c1, d1
    assert classes(Isolation(8, 8)) == 10
    assert classes(Isolation(8, 8, "d4")) == 35      # the 7 on the diagonal, half of the other 56


def test_the_fuller_neighbourhood_and_the_opponents_come_first():
    rules = Isolation(5, 5)
    s = rules.parse("1..../...../...../...../....2:first")
    hint = {rules.move_text(s, m): rules.order(s, m) for m in rules.moves(s)}
    assert max(hint, key=hint.get) == "d4"
    assert hint["c3"] == 9 > hint["e1"] == 4  # the cell itself counted


def test_blocked_cells_are_written_in_one_way():
    assert Isolation(3, 3, "C3+a1+c3") == Isolation(3, 3, "a1+c3")
    assert Isolation(3, 3, "c3+a1").spec == "isolation:width=3,height=3,blocked=a1+c3"
    assert load("mini-isolation") == MINI == load(MINI.spec)


@pytest.mark.parametrize("options", ["width=0", "width=9,height=8", "height=27",
                                     "width=3,height=2,blocked=d1", "blocked=x", "blocked=a1-b1",
                                     "width=1,height=1,blocked=a1"])
def test_boards_that_make_no_sense_are_refused(options):
    with pytest.raises(ParameterError, match="isolation cannot have"):
        game(options)


@pytest.mark.parametrize("text, why", [
    ("", "2 rows of 3"),
    ("1../.2:first", "2 rows of 3"),
    ("1x./.2-:first", "'x' in row 1"),
    ("1../.2-", "end it with :first or :second"),
    ("1../.2.:first", "c2 must be closed"),
    ("1.2/..1:first", "c2 must be closed"),
    ("1.1/..-:first", "after 2 moves there must be one 1 "),
    ("1.-/..-:first", "after 2 moves there must be one 2"),
    ("..2/..-:second", "after 1 moves there must be one 1"),
    ("-1./..-:first", "after 2 moves there must be one 2"),
    ("1../.2-:second", "second cannot be to move with 2 cells closed"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        MINI.parse(text)


def test_the_picture_has_coordinates():
    assert MINI.show(MINI.parse("1../.2-:first")) == "  a b c\n1 1 . .\n2 . 2 -"


def test_the_standard_evaluator_sees_moves_room_and_regions():
    rules = Isolation(5, 3)
    # 1 . - . .   A wall parts the players. The first has three moves, all one step, and no other
    # . . - . .   cell to reach; the second has two cells beside it, a third move to d1, and four
    # - - - 2 -   cells to reach.
    evaluator = evaluator_for(rules)
    s = rules.parse("1.-../..-../---2-:first")
    terms = {t.feature: t.value for t in evaluator.explain(rules, s).terms}
    assert terms == {"mobility": 3 - 3, "room": 3 - 2, "region": 3 - 4}
    assert evaluator(rules, rules.initial()) == 0
