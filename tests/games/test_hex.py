import heapq
import random
from functools import cache

import pytest

from zermelo import load
from zermelo.errors import IllegalMoveError, ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.evaluation.hex import needed
from zermelo.games.hex import Board, Hex

GAME = Hex(3)
AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def test_red_connects_top_and_bottom():
    # b2 touches a3, to its lower left.
    end = GAME.position().play_all(["b1", "a1", "b2", "a2", "a3"])
    assert (end.result.payoff, end.result.reason) == (1, "red connects top and bottom")


def test_blue_connects_left_and_right():
    end = GAME.position().play_all(["a1", "a3", "b1", "b2", "c3", "c1"])
    assert (end.result.payoff, end.result.reason) == (-1, "blue connects left and right")


def test_cells_on_the_other_diagonal_do_not_touch():
    # a1 and b2, b2 and c3 are no neighbours.
    assert GAME.position().play_all(["a1", "b1", "b2", "a2", "c3"]).result is None
    # The last cell of a row and the first of the next have consecutive numbers, no more.
    assert GAME.position().play_all(["c1", "b1", "a2", "b2", "a3"]).result is None


def test_a_chain_may_wind_up_and_down():
    winding = ["r....",
               "r..rr",
               "r.r.r",
               "rr..r",
               "....r"]
    cells = [cell == "r" for row in winding for cell in row]
    bits = sum(1 << i for i, cell in enumerate(cells) if cell)
    assert Hex(5).crosses((bits,), 1)
    for i in range(25):
        if cells[i]:  # no stone of it can be missing
            assert not Hex(5).crosses((bits & ~(1 << i),), 1)
    assert Hex(5).crosses((bits ^ Hex(5).full[0],), 0)  # the same cells, marked by 0


def connected(cells, size, colour):
    """By search from cell to cell, as one would by hand."""
    def at(y, x):
        return 0 <= y < size and 0 <= x < size and cells[y * size + x] == colour

    starts = [(0, i) if colour == "r" else (i, 0) for i in range(size)]
    todo = [cell for cell in starts if at(*cell)]
    seen = set(todo)
    while todo:
        y, x = todo.pop()
        for down, right in AROUND:
            cell = (y + down, x + right)
            if at(*cell) and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return any((y if colour == "r" else x) == size - 1 for y, x in seen)


@pytest.mark.parametrize("size, games",
                         [(1, 1), (2, 10), (3, 40), (7, 20), (8, 15), (11, 6), (19, 1)])
def test_random_games_end_when_a_search_finds_the_chain(size, games):
    game, rng = Hex(size), random.Random(size)
    for _ in range(games):
        here = game.position()
        while here.result is None:
            cells = here.text.replace("/", "").partition(":")[0]
            assert not connected(cells, size, "r") and not connected(cells, size, "b")
            assert game.parse(here.text) == here.state
            assert sorted(here.moves) == [i for i, cell in enumerate(cells) if cell == "."]
            here = here.play(rng.choice(here.moves))
        cells = here.text.replace("/", "").partition(":")[0]
        assert connected(cells, size, "rb"[here.result.winner])
        assert game.parse(here.text) == here.state


# Red's first moves that win; every opening of these boards is known.
@pytest.mark.parametrize("size, winning", [(1, "W"), (2, ".W/W."), (3, "..W/WWW/W..")])
def test_the_winning_openings_of_small_boards(size, winning):
    game = Hex(size)
    start = game.initial()
    wins = solver(game)
    found = ["W" if not wins(game.play(start, m)) else "." for m in game.moves(start)]
    assert found == [cell for cell in winning if cell != "/"]


def solver(game):
    """Whether the player to move wins."""
    @cache
    def wins(s):
        if game.outcome(s) is not None:
            return False
        moves = sorted(game.moves(s), key=lambda m: -game.order(s, m))
        return any(not wins(game.canonical(game.play(s, m))) for m in moves)

    return wins


def test_with_the_swap_the_second_player_wins():
    for size in (2, 3):
        assert solver(Hex(size))(Hex(size).initial())
        assert not solver(Hex(size, swap=True))(Hex(size).initial())


def test_the_swap_mirrors_the_stone_and_may_only_answer_the_first():
    game = load("hex:size=3,swap=true")
    assert "swap" not in game.position().move_texts
    here = game.position().play("c1")
    assert here.move_texts[-1] == "swap"
    swapped = here.play("swap")
    assert swapped.text == ".../.../b..:red"
    assert "swap" not in swapped.move_texts
    after = swapped.play("b2")
    assert after.text == ".../.r./b..:blue"
    assert "swap" not in after.move_texts
    assert all(game.parse(p.text) == p.state for p in (here, swapped, after))
    assert "swap" not in here.play("a1").move_texts
    with pytest.raises(IllegalMoveError):
        GAME.position().play("c1").play("swap")


def test_half_a_turn_has_one_canonical_form():
    rng = random.Random(6)
    for size in (2, 5, 8, 11):
        game = Hex(size)
        here = game.position()
        for _ in range(size * size // 3):
            here = here.play(rng.choice(here.moves))
            board, _, mover = here.text.partition(":")
            turned = game.parse(f"{board[::-1]}:{mover}")
            assert game.canonical(turned) == game.canonical(here.state)
            assert game.canonical(turned) in (turned, here.state)


def test_the_centre_is_tried_first():
    assert max(Hex(11).moves(Hex(11).initial()), key=lambda m: Hex(11).order(None, m)) == 60
    assert [GAME.order(GAME.initial(), m) for m in range(9)] == [-4, -2, -2, -2, 0, -2, -2, -2, -4]


def test_the_picture_slants():
    here = GAME.position().play("b2").play("a3")
    assert str(here).split("\n") == ["  a b c", "1 . . .", " 2 . R .", "  3 B . ."]
    large = str(Hex(11).position()).split("\n")[1:]
    assert [line.index(".") for line in large] == list(range(2, 13))


def fewest(cells, size, colour, over_bridges):
    """How many empty cells the cheapest chain fills, by Dijkstra from cell to cell."""
    def at(y, x):
        return cells[y * size + x] if 0 <= y < size and 0 <= x < size else "#"

    def goal_and_start(y, x):
        """Whether a cell is at its near and far side, over a bridge perhaps."""
        along, other = (y, x) if colour == "r" else (x, y)
        turn = (lambda a, b: at(a, b)) if colour == "r" else (lambda a, b: at(b, a))
        near = along == 0 or (over_bridges and along == 1
                              and turn(0, other) == turn(0, other + 1) == ".")
        far = along == size - 1 or (over_bridges and along == size - 2
                                    and turn(size - 1, other) == turn(size - 1, other - 1) == ".")
        return near, far

    costs = {".": 1, colour: 0}
    queue = [(costs[at(y, x)], y, x) for y in range(size) for x in range(size)
             if at(y, x) in costs and goal_and_start(y, x)[0]]
    heapq.heapify(queue)
    done = set()
    while queue:
        cost, y, x = heapq.heappop(queue)
        if goal_and_start(y, x)[1]:
            return cost
        if (y, x) in done:
            continue
        done.add((y, x))
        steps = list(AROUND)
        for (y1, x1), (y2, x2) in zip(AROUND, AROUND[1:] + AROUND[:1], strict=True):
            if over_bridges and at(y + y1, x + x1) == at(y + y2, x + x2) == ".":
                steps.append((y1 + y2, x1 + x2))
        for down, right in steps:
            if at(y + down, x + right) in costs:
                heapq.heappush(queue, (cost + costs[at(y + down, x + right)], y + down, x + right))
    return size * size


@pytest.mark.parametrize("size, games", [(1, 1), (2, 5), (4, 10), (7, 6), (8, 6), (11, 2), (22, 1)])
def test_the_evaluator_counts_the_stones_that_each_needs(size, games):
    game, rng = Hex(size), random.Random(size)
    features = evaluator_for(game).features
    for _ in range(games):
        here = game.position()
        while here.result is None:
            if rng.random() < 20 / size**2:
                cells = here.text.replace("/", "").partition(":")[0]
                for name, over_bridges in (("stones", False), ("bridges", True)):
                    assert features[name](game, here.state) == (
                        fewest(cells, size, "b", over_bridges)
                        - fewest(cells, size, "r", over_bridges))
            here = here.play(rng.choice(here.moves))


def test_a_blocked_player_needs_the_whole_board():
    blue = GAME.position().play_all(["a1", "a3", "b1", "b2", "c3", "c1"]).state.blue
    free = tuple(full & ~b for full, b in zip(GAME.full, blue, strict=True))
    assert needed(GAME, GAME.empty, free, False) == 9


def test_the_evaluator_is_the_same_for_both_players():
    game, rng = Hex(6), random.Random(8)
    standard = evaluator_for(game)
    here = game.position()
    assert standard(game, here.state) == 0
    for _ in range(12):
        here = here.play(rng.choice(here.moves))
        s = here.state
        swapped = Board(game.transposed(s.blue), game.transposed(s.red), 1 - s.turn)
        assert standard(game, swapped) == -standard(game, s)


@pytest.mark.parametrize("parameters", ["size=0", "size=27"])
def test_boards_that_make_no_sense_are_refused(parameters):
    with pytest.raises(ParameterError, match=r"hex cannot have"):
        load(f"hex:{parameters}")


@pytest.mark.parametrize("text, why", [
    ("", "3 rows of 3"),
    ("rb./.x./...:red", "'x' in row 2"),
    ("rb./.../...", "end it with :red or :blue"),
    ("rb./.../...:blue", "blue cannot be to move with 1 red and 1 blue stones"),
    (".b./.../...:red", "red cannot be to move with 0 red and 1 blue stones"),
    ("rbb/rb./r..:red", "red has connected and is still to move"),
    ("bbb/rr./.rr:blue", "blue has connected and is still to move"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        GAME.parse(text)


def test_a_swapped_board_needs_the_swap():
    assert Hex(3, swap=True).parse(".b./.../...:red")
    with pytest.raises(PositionError, match="cannot be to move"):
        Hex(3, swap=True).parse(".b./b../...:red")
