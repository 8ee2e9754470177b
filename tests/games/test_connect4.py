import random
from functools import cache
from pathlib import Path

import pytest

from zermelo import load
from zermelo.errors import IllegalMoveError, ParameterError, PositionError
from zermelo.evaluation.connect4 import STANDARD, centre, lasting_threats, open_rows, threats
from zermelo.games.connect4 import ConnectFour, stones_left_score
from zermelo.portable import popcount
from zermelo.values import DRAW, estimate, loss, proven, win

GAME = ConnectFour()
BENCHMARK = Path(__file__).parents[2].parent / "shared/data/third-party/connect4/Test_L3_R1"

# The widest, the tallest and the fullest boards, and rows of many lengths.
GAMES = [ConnectFour(), ConnectFour(9, 6), ConnectFour(4, 4, 3), ConnectFour(31, 1),
         ConnectFour(1, 62, 5), ConnectFour(5, 11, 5), ConnectFour(3, 8, 2), ConnectFour(2, 13, 13)]


def random_states(game, games, seed=1):
    rng = random.Random(seed)
    for _ in range(games):
        s = game.initial()
        yield s
        while game.outcome(s) is None:
            s = game.play(s, rng.choice(list(game.moves(s))))
            yield s


# The same rules once more, on sets of (column, row) and without bit tricks.

def stones_of(game, s):
    rows = game.text(s).partition(":")[0].split("/")[::-1]
    return {who: {(c, r) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == who}
            for who in "xo."}


def has_row(game, stones):
    return any(all((c + i * dc, r + i * dr) in stones for i in range(game.k))
               for c, r in stones for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)))


def solve(game, moves):
    """The exact value of every state in the mover's view, by trying all of `moves(s)`."""

    @cache
    def value(s):
        payoff = game.outcome(s)
        if payoff is not None:
            return proven(-payoff if game.to_move(s) else payoff, 0)
        best = max(-value(game.play(s, m)) for m in moves(s))
        return best if best.distance is None else proven(int(best.score), best.distance + 1)

    return value


# --- rules ---


@pytest.mark.parametrize("moves, winner", [
    ("1122334", 0),  # along the bottom
    ("1212121", 0),  # upwards
    ("12233434474", 0),  # rising to the right
    ("76655454414", 0),  # rising to the left
    ("12121272", 1),
])
def test_four_in_a_row_win(moves, winner):
    result = GAME.position(moves).result
    assert (result.payoff, result.winner) == (1 - 2 * winner, winner)
    assert result.reason == "4 in a row"
    assert GAME.position(moves[:-1]).result is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_every_row_of_the_board_and_no_other_wins(game):
    def board(cells):
        return sum(1 << c * (game.height + 1) + r for c, r in cells)

    inside = {(c, r) for c in range(game.width) for r in range(game.height)}
    rows = [cells for c, r in inside for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
            if inside.issuperset(cells := [(c + i * dc, r + i * dr) for i in range(game.k)])]
    for cells in rows:
        assert game.has_row(board(cells))
        upwards = cells[0][0] == cells[-1][0]
        for gap in cells[-1:] if upwards else cells:  # a gap below a stone cannot be filled
            rest = board(cells) - board([gap])
            assert not game.has_row(rest)
            assert game.winning_cells(rest, rest) & board([gap])
    steps = (1, game.height, game.height + 1, game.height + 2)
    if game.height > 1:  # else up and down the diagonal are the same step
        assert sum(popcount(game.rows_of_k(game.full, step)) for step in steps) == len(rows)


def test_bit_63_is_out_of_reach():
    assert max(game.full.bit_length() for game in GAMES) == 62  # and the never set bit is 62


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
@pytest.mark.few(3, telling=["width=31"])
def test_bit_tricks_agree_with_plain_rules(game):
    for s in random_states(game, 2):
        stones = stones_of(game, s)
        x_wins, o_wins = has_row(game, stones["x"]), has_row(game, stones["o"])
        assert game.outcome(s) == (1 if x_wins else -1 if o_wins else None if stones["."] else 0)
        assert game.parse(game.text(s)) == s
        if game.outcome(s) is not None:
            continue
        for who, mine in zip("xo"[:: -1 if s.turn else 1], (s.mine, s.both ^ s.mine), strict=True):
            wins = {cell for cell in stones["."] if has_row(game, stones[who] | {cell})}
            bits = sum(1 << c * (game.height + 1) + r for c, r in wins)
            assert game.winning_cells(mine, s.both) == bits
        assert list(game.moves(s)) == sorted({c for c, _ in stones["."]})
        for m in game.moves(s):
            dropped = stones_of(game, game.play(s, m))["xo"[s.turn]] - stones["xo"[s.turn]]
            assert dropped == {(m, min(r for c, r in stones["."] if c == m))}


def test_a_full_column_is_closed():
    here = GAME.position("444444")
    assert here.move_texts == ["1", "2", "3", "5", "6", "7"]
    with pytest.raises(IllegalMoveError, match=r"illegal move '4' .*x may play 1, 2, 3, 5, 6, 7"):
        here.play("4")


def test_a_full_board_is_a_draw():
    end = ConnectFour(4, 2).position("12341234")
    assert (end.result.payoff, end.result.reason) == (0, "the board is full")


# --- counts (the published tables count all positions, finished ones included) ---


@pytest.mark.long
def test_numbers_of_move_sequences():
    # 7 × 6, nodes at each depth; recomputed by several programs.
    level = {GAME.initial(): 1}
    counts = []
    for _ in range(8):
        counts.append(sum(level.values()))
        following = {}
        for s, ways in level.items():
            if GAME.outcome(s) is None:
                for m in GAME.moves(s):
                    after = GAME.play(s, m)
                    following[after] = following.get(after, 0) + ways
        level = following
    assert counts == [1, 7, 49, 343, 2401, 16807, 117649, 823536]


@pytest.mark.parametrize("size, positions", [  # Tromp; verified by Böck and others
    ((1, 4), 5), ((4, 1), 35), ((5, 1), 96), ((2, 4), 179), ((2, 5), 537), ((4, 2), 741),
    ((5, 2), 4688), ((2, 7), 4587), ((3, 4), 6000), ((4, 3), 12031),
])
def test_numbers_of_positions(size, positions):
    game = ConnectFour(*size)
    seen = {game.initial()}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        if game.outcome(s) is None:
            found = {game.play(s, m) for m in game.moves(s)} - seen
            seen |= found
            waiting.extend(found)
    assert len(seen) == positions
    assert len({game.key(s) for s in seen}) == positions


# --- hints ---


@pytest.mark.parametrize("size", [(4, 3, 3), (3, 4, 3), (3, 5, 3), (3, 4, 2), (2, 7, 4)])
@pytest.mark.few(2)
def test_candidates_keep_every_value_and_distance(size):
    game = ConnectFour(*size)
    by_all, by_few = solve(game, game.moves), solve(game, game.candidates)
    seen = {game.initial()}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        assert (by_few(s), by_few(s).distance) == (by_all(s), by_all(s).distance), game.text(s)
        if game.outcome(s) is None:
            legal, few = set(game.moves(s)), list(game.candidates(s))
            assert few and len(few) == len(set(few)) and legal.issuperset(few)
            found = {game.play(s, m) for m in legal} - seen
            seen |= found
            waiting.extend(found)


def test_candidates_keep_values_and_distances_of_late_positions_of_the_real_game():
    by_all, by_few = solve(GAME, GAME.moves), solve(GAME, GAME.candidates)
    kinds, fewer = set(), 0
    for s in random_states(GAME, 150):
        if popcount(s.both) >= 34 and GAME.outcome(s) is None:
            assert (by_few(s), by_few(s).distance) == (by_all(s), by_all(s).distance), GAME.text(s)
            kinds.add(by_all(s).kind)
            fewer += len(list(GAME.candidates(s))) < len(list(GAME.moves(s)))
    assert kinds == {"win", "loss", "draw"} and fewer > 20


@pytest.mark.parametrize("moves, candidates", [
    ("", [0, 1, 2, 3, 4, 5, 6]),  # nothing to fear: all
    ("112233", [3]),  # win at once
    ("1727375", [6]),
    ("17273", [3]),  # stop the other's win
    ("27374", [0]),  # one of two: either loses in 2
])
def test_candidates(moves, candidates):
    assert list(GAME.candidates(GAME.parse(moves))) == candidates


BELOW = "......./......./......./o....../xxx..../oxo..ox:o"  # x wins on top of column 4's foot


def test_no_candidate_lies_right_below_a_threat():
    s = GAME.parse(BELOW)
    assert list(GAME.candidates(s)) == [0, 1, 2, 4, 5, 6]


def test_order_likes_threats_then_the_middle():
    start = GAME.initial()
    assert sorted(range(7), key=lambda m: -GAME.order(start, m)) == [3, 2, 4, 1, 5, 0, 6]
    s = GAME.parse("2737")  # x on 2 and 3: a stone on 4 threatens on 1 and 5, one on 1 or 5 on 4
    assert sorted(GAME.moves(s), key=lambda m: -GAME.order(s, m))[:3] == [3, 4, 0]
    assert GAME.order(s, 3) // 7 == 2 and GAME.order(s, 4) // 7 == GAME.order(s, 0) // 7 == 1


def test_mirror_images_have_one_canonical_form():
    for s in random_states(GAME, 5):
        rows, _, mover = GAME.text(s).partition(":")
        image = GAME.parse("/".join(row[::-1] for row in rows.split("/")) + ":" + mover)
        assert GAME.canonical(s) == GAME.canonical(image)
        assert GAME.canonical(s) in (s, image)
    wide = ConnectFour(31, 1)
    assert wide.canonical(wide.parse("31,2")) == wide.canonical(wide.parse("1,30"))


# --- solved positions ---


@pytest.mark.skipif(not BENCHMARK.exists(), reason="the published positions are not here")
def test_late_positions_of_the_published_benchmark():
    value = solve(GAME, GAME.candidates)
    lines = [line.split() for line in BENCHMARK.read_text().splitlines()]
    late = [(moves, int(score)) for moves, score in lines if len(moves) >= 34]
    assert len(late) > 100
    for moves, score in late:
        s = GAME.parse(moves)
        assert stones_left_score(GAME, s, value(s)) == score, moves


def test_the_score_of_the_benchmarks():
    start, later = GAME.initial(), GAME.parse("4433")
    assert stones_left_score(GAME, start, win(41)) == 1
    assert stones_left_score(GAME, start, win(7)) == 18
    assert stones_left_score(GAME, later, win(3)) == 18
    assert stones_left_score(GAME, later, loss(4)) == -18
    assert stones_left_score(GAME, later, DRAW) == 0
    for unclear in (win(), estimate(0.5)):
        with pytest.raises(ValueError, match="exact and have a distance"):
            stones_left_score(GAME, start, unclear)


# --- text ---


def test_positions_are_read_as_moves_or_as_rows():
    rows = "......./......./......./......./..oo.../..xx...:x"
    assert GAME.parse("4433") == GAME.parse("4,4,3,3") == GAME.parse(rows)
    assert GAME.text(GAME.parse("4433")) == rows
    assert GAME.parse("") == GAME.initial()
    wide = ConnectFour(12, 4)
    assert wide.text(wide.parse("12,1,12")).splitlines() == [
        "............/............/...........x/o..........x:o"]
    assert load("connect4").parse("4433") == load("connect-four").parse("4433")


def test_the_picture_numbers_the_columns():
    assert ConnectFour(4, 2).position("112").__str__() == "o . . .\nx x . .\n1 2 3 4"
    assert ConnectFour(10, 2).position("10,1").__str__().splitlines()[1:] == [
        "o  .  .  .  .  .  .  .  .  x", "1  2  3  4  5  6  7  8  9 10"]


@pytest.mark.parametrize("size", [
    "width=0", "height=0", "height=63", "width=8,height=7", "width=10", "width=64,height=1",
    "width=1,height=1,k=2", "k=1", "k=8",
])
def test_sizes_that_make_no_sense_are_refused(size):
    with pytest.raises(ParameterError, match=r"connect4 cannot have"):
        load(f"connect4:{size}")


def test_a_board_that_is_too_large_says_what_would_fit():
    with pytest.raises(ParameterError, match="a width of 7 with height=7"):
        ConnectFour(8, 7)


FOUR = "......./......./......./......./"


@pytest.mark.parametrize("text, why", [
    ("hello", "6 rows of 7 .* or write the columns played, like 4433"),
    (FOUR + "......./......?:x", r"'\?' in row 6"),
    (FOUR + "......./.......", "end it with :x or :o"),
    (FOUR + "......./x......:x", "x cannot be to move with 1 x and 0 o"),
    (FOUR + "......./o......:o", "o cannot be to move with 0 x and 1 o"),
    (FOUR + "x....../.......:o", "a stone hangs in the air"),
    ("x" + FOUR[1:] + "......./.......:o", "a stone hangs in the air"),
    (FOUR + "ooo..../xxxxo..:x", "x has a row and is still to move"),
    (FOUR + "o...ooo/xxxx.xo:o", "o cannot be to move"),
    (FOUR + "ooox.../xxxxo..:o", "the last move cannot have made x's row"),
    ("448", "move 3 cannot be '8': the columns 1, 2, 3, 4, 5, 6, 7 are free"),
    ("4444444", "move 7 cannot be '4': the columns 1, 2, 3, 5, 6, 7 are free"),
    ("40", "move 2 cannot be '0'"),
    ("4,,4", "move 2 cannot be ''"),
    ("12121212", "move 8 comes after the end: 4 in a row"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        GAME.parse(text)


def test_one_move_may_finish_several_rows():
    end = GAME.parse("1122355667" + "4")
    assert GAME.outcome(end) == 1
    assert GAME.parse(GAME.text(end)) == end


# --- the evaluator ---


def test_features_see_threats_rows_and_the_middle():
    start = GAME.initial()
    assert [f(GAME, start) for f in STANDARD.features.values()] == [0, 0, 0, 0]
    s = GAME.parse("2737")  # no threats yet
    assert threats(GAME, s) == 0
    s = GAME.parse("27374")  # x wins on 1 and 5, both in row 1
    assert (threats(GAME, s), lasting_threats(GAME, s)) == (2, 2)
    assert centre(GAME, GAME.parse("41")) == 3
    # The bottom corner lies in 3 rows, the bottom middle in 7.
    assert open_rows(GAME, GAME.parse("1")) == 3
    assert open_rows(GAME, GAME.parse("14")) == -4
