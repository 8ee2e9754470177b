import random
from functools import cache

import pytest

from zermelo import load
from zermelo.errors import IllegalMoveError, InvalidMoveError, ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.games.dots import Board, DotsAndBoxes

GAME = DotsAndBoxes()


def names(game, s, moves):
    return sorted(game.move_text(s, m) for m in moves)


def test_who_completes_a_box_owns_it_and_moves_again():
    here = GAME.position().play_all(["a1-b1", "a1-a2", "b1-b2"])
    assert (here.to_move, here.state.first, here.state.second) == (1, 0, 0)
    here = here.play("a2-b2")
    assert (here.to_move, here.state.first, here.state.second) == (1, 0, 1)
    assert here.play("d1-d2").to_move == 0


def test_a_line_may_complete_two_boxes():
    two = DotsAndBoxes(2, 1)
    here = two.position().play_all(["a1-b1", "b1-c1", "a2-b2", "b2-c2", "a1-a2", "c1-c2"])
    assert here.to_move == 0
    end = here.play("b1-b2")
    assert (end.result.payoff, end.result.reason) == (2, "all lines are drawn")
    assert end.text == "--/III/--:2-0:A"


def test_the_payoff_is_the_first_players_boxes_minus_the_seconds():
    one = DotsAndBoxes(1, 1)
    assert one.position().play_all(["a1-b1", "a2-b2", "a1-a2", "b1-b2"]).result.payoff == -1


def test_lines_are_read_in_either_direction_and_without_the_dash():
    assert {GAME.parse_move(GAME.initial(), text) for text in ("b3-b4", "B4-B3", "b3b4")} == {18}
    with pytest.raises(InvalidMoveError, match="two dots"):
        GAME.position().play("b3")
    with pytest.raises(IllegalMoveError):
        GAME.position().play("a1-c1")
    with pytest.raises(IllegalMoveError):
        GAME.position().play("a1-b1").play("b1-a1")


@pytest.mark.parametrize("width, height", [(1, 1), (3, 2), (2, 3), (5, 5), (1, 20), (20, 1)])
def test_every_line_joins_neighbouring_dots_and_bounds_one_or_two_boxes(width, height):
    game = DotsAndBoxes(width, height)
    s = game.initial()
    lines = [game.move_text(s, m).split("-") for m in game.moves(s)]
    assert len(lines) == len(set(map(tuple, lines))) == 2 * width * height + width + height
    for m, (one, other) in enumerate(lines):
        x, y = ord(one[0]) - 97, int(one[1:]) - 1
        lying = one[1:] == other[1:]
        assert (ord(other[0]) - 97, int(other[1:]) - 1) == ((x + 1, y) if lying else (x, y + 1))
        around = bin(game.complete(game.full) & ~game.complete(game.full & ~(1 << m))).count("1")
        inside = 0 < y < height if lying else 0 < x < width
        assert around == 1 + inside


# Known values, first player's boxes minus second's; for larger boards see David Wilson's table at
# wilson.engr.wisc.edu/boxes/results.shtml.
@pytest.mark.parametrize("width, height, boxes", [
    (1, 1, -1), (2, 1, 0), (3, 1, -1), (4, 1, 0), (1, 4, 0), (2, 2, 2), (3, 2, -2),
])
def test_small_boards_have_their_published_values(width, height, boxes):
    assert solver(DotsAndBoxes(width, height), "candidates")(0) == boxes


def solver(game, moves):
    """The value of a set of lines to the player to move: boxes to come, mine minus theirs."""
    @cache
    def value(lines):
        if lines == game.full:
            return 0
        s = Board(lines, 0, 0, 0)
        after = [game.play(s, m) for m in getattr(game, moves)(s)]
        return max(t.first + value(t.lines) if t.turn == 0 else -value(t.lines) for t in after)

    return value


@pytest.mark.parametrize("width, height", [
    (2, 2), (4, 1), pytest.param(3, 2, marks=pytest.mark.slow)])
def test_candidates_keep_the_value_of_every_position(width, height):
    game = DotsAndBoxes(width, height)
    full, few = solver(game, "moves"), solver(game, "candidates")
    assert [full(lines) for lines in range(game.full)] == [few(lines) for lines in range(game.full)]


@pytest.mark.long
def test_candidates_keep_the_value_of_late_positions_on_larger_boards():
    rng = random.Random(7)
    for game in (GAME, DotsAndBoxes(4, 4), DotsAndBoxes(6, 2)):
        for _ in range(40):
            lines = game.full
            for m in rng.sample(range(game.count), 9):
                lines &= ~(1 << m)
            assert solver(game, "moves")(lines) == solver(game, "candidates")(lines)


@pytest.mark.parametrize("position, moves", [
    # One box at the edge costs nothing; the rest of the board must wait.
    ("-../II../.../..../.../..../...:0-0:B", "a2-b2"),
    # Two boxes in a chain: take them, or hand both over. There is nothing else worth doing.
    ("--./I..I/--./..../.../..../...:0-0:A", "b1-b2 c1-c2"),
    # Three boxes in a chain: the first can be taken now, the question comes later.
    ("---/I.../---/..../.../..../...:0-0:B", "b1-b2"),
    # Nothing to take but a chain to give: any of its lines.
    ("---/..../---/IIII/---/IIII/---:3-3:A", "a1-a2"),
    # … of two boxes the one between them, so that nobody can hand them back.
    ("-.-/..II/---/IIII/---/IIII/---:4-3:A", "b1-b2"),
    # … of chains up to two boxes the shortest, and of those beyond.
    ("---/..../---/IIII/---/.II./.-.:2-2:A", "a1-a2 a3-a4"),
    ("-.-/..II/---/IIII/---/.III/.--:3-3:A", "a3-a4"),
    ("---/..../---/.III/.--/I.../---:1-1:A", "a1-a2"),
    ("---/I.II/..-/I.II/---/..../---:1-1:A", "a3-a4 b1-b2"),
    # … of a loop any.
    ("---/I.II/..-/I.II/---/IIII/---:3-2:A", "b1-b2"),
    # … where chains meet, one of each.
    ("---/..../-.-/IIII/-.-/IIII/-.-:2-2:A", "a1-a2 b3-c3 c1-c2"),
])
def test_candidates_know_chains(position, moves):
    s = GAME.parse(position)
    assert names(GAME, s, GAME.candidates(s)) == moves.split()


def test_candidates_know_chains_closed_at_both_ends():
    four = DotsAndBoxes(4, 1)
    s = four.parse("----/I...I/----:0-0:A")
    # Cutting it in the middle hands over all four boxes in two pairs.
    assert names(four, s, four.candidates(s)) == ["b1-b2", "c1-c2", "d1-d2"]
    five = DotsAndBoxes(5, 1)
    assert names(five, s, five.candidates(five.parse("-----/I....I/-----:0-0:A"))) == ["b1-b2"]
    three = DotsAndBoxes(3, 1)
    assert names(three, s, three.candidates(three.parse("---/I..I/---:0-0:A"))) == ["b1-b2"]


def test_boxes_come_first_and_gifts_last():
    # The box below a1-b1 lacks one line, the box below c1-d1 two.
    s = GAME.parse("-.-/II.I/.../..../.../..../...:0-0:B")
    ordered = sorted(GAME.moves(s), key=lambda m: -GAME.order(s, m))
    assert names(GAME, s, ordered[:1]) == ["a2-b2"]
    assert names(GAME, s, ordered[-2:]) == ["c1-c2", "c2-d2"]
    middle = sorted(GAME.moves(GAME.initial()),
                    key=lambda m: -GAME.proof_order(GAME.initial(), m))
    assert names(GAME, s, middle[:4]) == ["b2-b3", "b2-c2", "b3-c3", "c2-c3"]
    assert names(GAME, s, [m for m in GAME.moves(s) if GAME.noisy(s, m)]) == ["a2-b2"]


def open_sides(game, lines, box):
    return bin(game.frame << box & ~lines).count("1")


@pytest.mark.parametrize("game", [GAME, DotsAndBoxes(5, 5), DotsAndBoxes(6, 3), DotsAndBoxes(1, 9)])
def test_random_games_keep_their_books(game):
    rng = random.Random(3)
    boxes = [b for b in range(game.count) if game.tops >> b & 1]
    assert len(boxes) == game.boxes
    for _ in range(10):
        here = game.position()
        while here.result is None:
            s = here.state
            assert game.parse(here.text) == s
            sides = {b: open_sides(game, s.lines, b) for b in boxes}
            free = game.full & ~s.lines
            assert s.first + s.second == list(sides.values()).count(0)
            assert [b for b in boxes if game.with_one_open(free) >> b & 1] == [
                b for b in boxes if sides[b] == 1]
            assert [b for b in boxes if game.with_two_open(free) >> b & 1] == [
                b for b in boxes if sides[b] == 2]
            low, high = game.bounds(s)
            here = here.play(rng.choice(here.moves))
            assert low <= game.bounds(here.state)[0] <= game.bounds(here.state)[1] <= high
        assert game.bounds(here.state) == (here.result.payoff, here.result.payoff)
        assert game.parse(here.text) == here.state


@pytest.mark.parametrize("one, other", [
    ("a1-b1", "a1-a2"), ("c1-d1", "d1-d2"), ("a4-b4", "a3-a4"), ("c4-d4", "d3-d4")])
def test_which_of_a_corners_two_lines_is_drawn_is_all_the_same(one, other):
    here = GAME.position().play("b2-c2")
    assert not {one, other} <= set(names(GAME, here.state, GAME.candidates(here.state)))
    forms = {GAME.canonical(here.play(line).state) for line in (one, other)}
    assert len(forms) == 1
    assert GAME.canonical(forms.copy().pop()) in forms
    assert GAME.canonical(here.play(one).play(other).state) not in forms


@pytest.mark.parametrize("game, images", [(DotsAndBoxes(3, 3), 8), (DotsAndBoxes(3, 2), 4),
                                          (DotsAndBoxes(5, 5), 8), (DotsAndBoxes(1, 4), 4)])
def test_all_mirror_images_have_one_canonical_form(game, images):
    def line(one, other):
        return game.parse_move(game.initial(), "-".join(
            f"{chr(97 + x)}{y + 1}" for x, y in (one, other)))

    rng = random.Random(5)
    dots = [[(ord(d[0]) - 97, int(d[1:]) - 1) for d in game.move_text(game.initial(), m).split("-")]
            for m in game.moves(game.initial())]
    corners = {(x, y) for x in (0, game.width) for y in (0, game.height)}
    chosen = rng.sample([ends for ends in dots if not corners.intersection(ends)], 3)
    seen, forms = set(), set()
    for image in range(images):
        lines = 0
        for ends in chosen:
            moved = []
            for x, y in ends:
                x = game.width - x if image & 1 else x
                y = game.height - y if image & 2 else y
                moved.append((y, x) if image & 4 else (x, y))
            lines |= 1 << line(*moved)
        seen.add(lines)
        forms.add(game.canonical(Board(lines, 2, 1, 1)))
    assert len(seen) == images
    assert len(forms) == 1
    form = forms.pop()
    assert form.lines in seen and form[1:] == (2, 1, 1)


def test_the_picture_shows_lines_boxes_and_the_score():
    s = DotsAndBoxes(2, 2).parse("-./II./-./..I/..:0-1:A")
    assert DotsAndBoxes(2, 2).show(s).split("\n") == [
        "  a   b   c",
        "1 +---+   +",
        "  | # |",
        "2 +---+   +",
        "          |",
        "3 +   +   +",
        "A 0, B 1",
    ]


def test_the_evaluator_sees_boxes_offers_and_the_last_safe_line():
    standard = evaluator_for(GAME)
    s = GAME.parse("-../II../.../..../.../..../...:0-0:B")
    values = {t.feature: t.value for t in standard.explain(GAME, s).terms}
    # 21 open lines, a2-b2 completes, all others are safe: 20 of them.
    assert values == {"boxes": 0, "on offer": -1, "last safe line": 1}
    mirrored = Board(s.lines, s.second, s.first, 1 - s.turn)
    assert standard(GAME, mirrored) == -standard(GAME, s)


@pytest.mark.parametrize("parameters", ["width=0", "height=0", "height=21", "width=6,height=5"])
def test_boards_that_make_no_sense_are_refused(parameters):
    with pytest.raises(ParameterError, match=r"dots cannot have"):
        load(f"dots:{parameters}")


@pytest.mark.parametrize("text, why", [
    ("", "needs 3 rows of lines"),
    ("-/I./.:0-0", "end it with :A or :B"),
    ("-/I/.:0-0:A", "row 2 must be 2 long, with I for a drawn line"),
    ("I/I./.:0-0:A", "row 1 must be 1 long, with - for a drawn line"),
    ("-/I./.:A", "boxes of both"),
    ("-/I./.:x-0:A", "boxes of both"),
    ("-/I./.:1-0:A", "boxes complete: 0, boxes owned: 1"),
    ("-/II/-:0-0:A", "boxes complete: 1, boxes owned: 0"),
    ("-/I./.:0-0:B", "2 lines, 0 of them completing a box, it is A's turn"),
    ("-/II/-:1-0:A", "4 lines, 1 of them completing a box, it is B's turn"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        DotsAndBoxes(1, 1).parse(text)
