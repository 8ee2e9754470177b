import random
from pathlib import Path

import pytest

from zermelo import load
from zermelo.errors import IllegalMoveError, ParameterError, PositionError
from zermelo.evaluation.othello import (
    STANDARD,
    corner_neighbours,
    corners,
    discs_at_the_end,
    frontier,
    mobility,
    stable_rim,
)
from zermelo.games.othello import Board, Othello
from zermelo.games.othello_end import LAST
from zermelo.portable import bit, popcount, wrap

GAME = Othello()
GAMES = [Othello(size, start) for size in (4, 6, 8) for start in ("diagonal", "parallel")]
ENDGAMES = Path(__file__).parents[2].parent / "shared/data/third-party/othello/fforum-20-39.obf"


def random_states(game, games, seed=1):
    rng = random.Random(seed)
    for _ in range(games):
        s = game.initial()
        yield s
        while game.outcome(s) is None:
            s = game.play(s, rng.choice(list(game.moves(s))))
            yield s


# The same rules once more, on a dict of squares and without bit tricks.

def discs_of(game, s):
    rows = game.text(s).partition(":")[0].split("/")
    return {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != "."}


def lines(game, discs, who, x, y):
    """The discs that `who` turns over by moving to x, y."""
    turned = set()
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            line, i = [], 1
            while discs.get((x + i * dx, y + i * dy), who) != who:
                line.append((x + i * dx, y + i * dy))
                i += 1
            if (x + i * dx, y + i * dy) in discs:
                turned |= set(line)
    return turned


def landings(game, discs, who):
    return {(x, y) for y in range(game.size) for x in range(game.size)
            if (x, y) not in discs and lines(game, discs, who, x, y)}


def path_counts(game, depth):
    """Paths of each length; a game that ended earlier counts as one, a pass as a move."""
    level, counts = {game.initial(): 1}, []
    for _ in range(depth):
        following = {}
        for s, ways in level.items():
            over = game.outcome(s) is not None
            for after in [s] if over else [game.play(s, m) for m in game.moves(s)]:
                following[after] = following.get(after, 0) + ways
        level = following
        counts.append(sum(level.values()))
    return counts


def solve(game, s, order=None):
    """Black's payoff under best play by alpha-beta, and how many states were looked at."""
    order = order or game.order
    seen = 0

    def search(s, low, high):
        nonlocal seen
        seen += 1
        payoff = game.outcome(s)
        if payoff is not None:
            return payoff
        for m in sorted(game.moves(s), key=lambda m: -order(s, m)):
            value = search(game.play(s, m), low, high)
            if game.to_move(s) == 0:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return low if game.to_move(s) == 0 else high

    return search(s, *game.bounds(s)), seen


# --- rules ---


def test_the_usual_start():
    here = GAME.position()
    assert str(here).splitlines()[4:6] == ["4 . . . o x . . .", "5 . . . x o . . ."]
    assert here.text == "......../......../......../...ox.../...xo.../......../......../........:x"
    assert here.move_texts == ["d3", "c4", "f5", "e6"]


def test_the_parallel_start():
    here = load("othello:size=6,start=parallel").position()
    assert here.text == "....../....../..oo../..xx../....../......:x"
    assert here.move_texts == ["b2", "c2", "d2", "e2"]


def test_a_move_turns_lines_in_all_directions_at_once():
    here = GAME.position(
        "x.x.x.../.ooo..../xo.ox.../.ooox.../x.xxx.../......../......../........:x")
    assert here.play("c3").text == (
        "x.x.x.../.xxx..../xxxxx.../.xxxx.../x.xxx.../......../......../........:o")


def test_a_line_must_be_unbroken_and_closed_by_an_own_disc():
    # From a1: a gap in the row, white to the end of the column, black closes the diagonal.
    here = GAME.position(
        ".oo.ox../oo....../o.o...../o..ox.../o..xx.../o......./o......./o.......:x")
    assert here.play("a1").text == (
        "xoo.ox../ox....../o.x...../o..xx.../o..xx.../o......./o......./o.......:o")


def test_lines_do_not_run_round_the_edge():
    # g2, h2 and then a3: white between blacks by number, not on the board.
    s = GAME.parse("......../......xo/o......./x..xx.../...xx.../......../......../........:x")
    assert "b3" not in GAME.position(GAME.text(s)).move_texts
    assert GAME.position(GAME.text(s)).move_texts == ["a2"]


@pytest.mark.parametrize("corner", ["a1", "h1", "a8", "h8"])
def test_lines_of_six_from_corner_to_corner(corner):
    x, y = "ah".index(corner[0]) * 7, "18".index(corner[1]) * 7
    cells = [["."] * 8 for _ in range(8)]
    for i in range(1, 8):
        for cx, cy in ((x, abs(y - i)), (abs(x - i), y), (abs(x - i), abs(y - i))):
            cells[cy][cx] = "x" if i == 7 else "o"
    for cy in (3, 4):
        for cx in (3, 4):
            cells[cy][cx] = "o"
    here = GAME.position("/".join("".join(row) for row in cells) + ":x")
    assert here.move_texts.count(corner) == 1
    after = here.play(corner)
    rows = after.text[:-2].split("/")
    assert rows[y] == "x" * 8
    assert all(row[x] == "x" for row in rows)
    assert all(rows[abs(y - i)][abs(x - i)] == "x" for i in range(8))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_bit_tricks_agree_with_plain_rules(game):
    for s in random_states(game, 4):
        who, other = "xo"[s.turn], "ox"[s.turn]
        discs = discs_of(game, s)
        legal = landings(game, discs, who)
        over = not legal and not landings(game, discs, other)
        count = list(discs.values()).count
        assert game.outcome(s) == (count("x") - count("o") if over else None)
        if over:
            continue
        names = sorted(x + game.size * y for x, y in legal) or [game.size**2]
        assert list(game.moves(s)) == names
        for x, y in legal:
            after = {**discs, (x, y): who, **dict.fromkeys(lines(game, discs, who, x, y), who)}
            assert discs_of(game, game.play(s, x + game.size * y)) == after


def test_a_pass_is_a_move_and_only_when_there_is_no_other():
    here = GAME.position("oooooox./ooooooox" + "/oooooooo" * 6 + ":x")
    assert (here.move_texts, here.result) == (["pass"], None)
    after = here.play("pass")
    assert (after.to_move, after.move_texts) == (1, ["h1"])
    assert after.text[:-2] == here.text[:-2]
    end = after.play("h1")
    assert (end.result.payoff, end.result.reason) == (-64, "the board is full")
    with pytest.raises(IllegalMoveError, match="black may play d3, c4, f5, e6"):
        GAME.position().play("pass")


def test_when_neither_can_move_it_is_over():
    end = Othello(4).position("..../.xx./.xx./....:o")
    assert (end.result.reason, end.moves) == ("neither can move", [])


@pytest.mark.parametrize("text, counted, won", [
    ("..../.xx./.xx./....:x", 4, 16),
    ("..../.xx./.xx./....:o", 4, 16),
    ("..../.oo./.oo./....:x", -4, -16),
    ("xo../xoxx/xxoo/..ox:x", None, None),
    ("xxxx/xxxx/oooo/oooo:x", 0, 0),
    ("xxxx/xxxx/xooo/oooo:o", 2, 2),
])
def test_empty_squares_count_for_nobody_or_for_the_winner(text, counted, won):
    assert Othello(4).outcome(Othello(4).parse(text)) == counted
    assert Othello(4, empties="winner").outcome(Othello(4).parse(text)) == won


def test_the_last_square_of_64_is_bit_63():
    full = "xxxxxxxx/" * 7 + "xxxxxxo.:x"
    here = GAME.position(full)
    assert here.move_texts == ["h8"]
    end = here.play("h8")
    assert end.result.payoff == 64
    assert GAME.parse(end.text) == end.state
    assert end.state.theirs == -1  # all 64 bits


# --- counts ---


def test_numbers_of_move_sequences():
    # Bik, aartbik.com/MISC/reversi.html: a pass is a ply, an earlier end counts once.
    assert path_counts(GAME, 6) == [4, 12, 56, 244, 1396, 8200]


@pytest.mark.long
def test_numbers_of_move_sequences_on_the_smallest_board():
    # Here games end and players pass early; recomputed independently.
    assert path_counts(Othello(4), 9) == [
        4, 12, 44, 128, 424, 1256, 3624, 9116, 20044]


# --- values ---


def test_the_smallest_board_is_won_by_white_with_8():
    game, to_winner = Othello(4), Othello(4, empties="winner")
    assert solve(game, game.initial())[0] == -8  # 3 to 11, two squares stay empty …
    assert solve(to_winner, to_winner.initial())[0] == -10  # … which are white's by this rule


@pytest.mark.skipif(not ENDGAMES.exists(), reason="the published positions are not here")
def test_a_published_endgame():
    game = Othello(empties="winner")
    board, *moves = ENDGAMES.read_text().splitlines()[0].strip("; ").split("; ")
    s = game.parse(board)
    assert len(moves) == 4
    for move, score in (m.split(":") for m in moves):
        value, _ = solve(game, game.play(s, game.parse_move(s, move)))
        assert (value if s.turn == 0 else -value) == int(score)


# --- hints ---


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_all_eight_images_have_one_canonical_form(game):
    for s in random_states(game, 1):
        rows, _, mover = game.text(s).partition(":")
        images = {rows}
        for _ in range(4):
            rows = "/".join(map("".join, zip(*rows.split("/")[::-1], strict=True)))
            images |= {rows, "/".join(row[::-1] for row in rows.split("/"))}
        states = [game.parse(f"{image}:{mover}") for image in images]
        assert {game.canonical(image) for image in states} == {game.canonical(s)}
        assert game.canonical(s) in states


@pytest.mark.long
def test_order_saves_work():
    game = Othello(4)
    value, seen = solve(game, game.initial())
    plain_value, plain_seen = solve(game, game.initial(), lambda s, m: 0)
    assert value == plain_value
    assert seen < plain_seen / 2


def test_order_prefers_corners_when_all_else_is_equal():
    s = GAME.parse(".ox...../......../......../...xx.../...xx.../......../......../..xo....:x")
    assert [GAME.move_text(s, m) for m in GAME.moves(s)] == ["a1", "e8"]
    assert GAME.order(s, 0) == GAME.order(s, 60) + 1


def value_of(game, s):
    """What the mover gets under best play, by nothing but the rules."""
    payoff = game.outcome(s)
    if payoff is not None:
        return payoff if s.turn == 0 else -payoff
    return max(-value_of(game, game.play(s, m)) for m in game.moves(s))


def empty_in(game, s):
    return game.full & ~(s.mine | s.theirs)


@pytest.mark.parametrize("spec", ["othello", "othello:empties=winner", "othello:size=6",
                                  "othello:size=4,empties=winner"])
@pytest.mark.long_for("othello", "othello:empties=winner")
def test_the_last_squares_are_played_out_as_minimax_does(spec):
    game, asked, passes = load(spec), 0, 0
    for s in random_states(game, 25, seed=3):
        if game.outcome(s) is None and popcount(empty_in(game, s)) <= 5:
            value = value_of(game, s)
            passes += next(iter(game.moves(s))) == game.pass_move
            for at_least in range(value - 2, value + 4):
                found = game.decided(s, at_least)
                assert at_least <= found <= value or value <= found < at_least
                asked += 1
    assert asked > 300 and passes > 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_discs_that_the_last_square_encloses(game):
    rng, seen = random.Random(4), 0
    for square in range(game.cells):
        others = game.full & ~bit(square)
        for _ in range(20):
            mine = wrap(rng.getrandbits(64) & rng.getrandbits(64)) & others
            found = game.enclosed(mine, square)
            assert found == popcount(game.turned(mine, others & ~mine, square))
            seen += found > 0
    assert seen > 5 * game.cells


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_stable_discs_are_never_turned(game):
    stable, many = [0, 0], 0
    for s in random_states(game, 25, seed=5):
        if s == game.initial():
            stable = [0, 0]
        discs = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
        for player in (0, 1):
            assert stable[player] & ~discs[player] == 0
            stable[player] = game.stable(discs[player])
            many += popcount(stable[player]) > game.size
    assert many > 20


def test_what_is_stable():
    s = GAME.parse("xxxxxxxx/xxxxxxx./xxx...../xx.xx.../x..xx.../......../......../.......o:x")
    assert GAME.stable(s.mine) == sum(1 << i for i in (
        *range(8), *range(8, 15), *range(16, 19), 24, 25, 32))
    assert GAME.stable(s.theirs) == -2**63


def test_who_has_stable_discs_keeps_them():
    """Whatever white does, black keeps these: white cannot lead by more than all others."""
    s = GAME.parse("xxxxxxxx/xxxxxxx./xxx...../xx.xo.../x..ox.../......../......../........:o")
    assert popcount(empty_in(GAME, s)) > LAST  # and nothing is played out
    kept = popcount(GAME.stable(s.theirs))
    assert GAME.decided(s, 64 - 2 * kept + 1) == 64 - 2 * kept
    assert GAME.decided(s, 64 - 2 * kept) is None


def test_prospects_after_the_best_reply():
    for s in random_states(GAME, 2):
        assert GAME.prospects(s.mine, s.theirs) == -GAME.prospects(s.theirs, s.mine)
        if GAME.outcome(s) is None:
            after = [GAME.play(s, m) for m in GAME.moves(s)]
            best = max(-GAME.prospects(then.mine, then.theirs) for then in after)
            replies = GAME.landing(s.mine, s.theirs)
            assert GAME.after_a_reply(s.mine, s.theirs, replies) == best


# --- text ---


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_positions_survive_the_way_through_text(game):
    for s in random_states(game, 3, seed=2):
        assert game.parse(game.text(s)) == s
        flat = game.text(s).replace("/", "").replace(".", "-").replace(":", " ").upper()
        assert game.parse(flat) == s


def test_move_names_are_read_in_either_case():
    assert GAME.position().play("D3").history == ["d3"]


@pytest.mark.parametrize("parameters, why", [
    ("size=5", "give 4, 6 or 8"), ("size=10", "give 4, 6 or 8"), ("size=0", "give 4, 6 or 8"),
    ("start=random", "give diagonal or parallel"), ("empties=loser", "give none or winner"),
])
def test_parameters_that_make_no_sense_are_refused(parameters, why):
    with pytest.raises(ParameterError, match=rf"othello cannot have {parameters}: {why}"):
        load(f"othello:{parameters}")


@pytest.mark.parametrize("text, why", [
    ("", "4 rows of 4"),
    ("..../.ox./.xo./...:x", "4 rows of 4"),
    ("..../.ox./.xo./...?:x", r"'\?' in row 4"),
    ("-----OX--XO---- X", "4 rows of 4"),
    ("..../.ox./.xo./....", "end it with :x for black to move or :o for white"),
    ("..../.ox./.xo./....:black", "end it with :x"),
    ("..../.ox./.x../....:x", "the four squares in the middle are never empty"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        Othello(4).parse(text)


# --- the evaluator ---


def test_the_evaluator_takes_no_side():
    for game in (Othello(4), GAME):
        for s in random_states(game, 3):
            assert STANDARD(game, s) == -STANDARD(game, Board(s.mine, s.theirs, 1 - s.turn))


def test_corners_and_what_hangs_on_them():
    s = GAME.parse("xxo...../......o./......../...ox.../...xo.../......../x......./.......o:x")
    assert corners(GAME, s) == 0  # a1 and h8
    assert corner_neighbours(GAME, s) == 0  # a7 against g2
    assert stable_rim(GAME, s) == 1  # a1 and b1 against h8; a7 has no corner
    s = GAME.parse("x....oox/x......x/x......./...ox.../...xo.../......../o......./........:o")
    assert (corners(GAME, s), corner_neighbours(GAME, s), stable_rim(GAME, s)) == (2, -1, 5)


def test_mobility_counts_both_players_moves():
    s = GAME.parse("oooooox./ooooooox" + "/oooooooo" * 6 + ":x")
    assert mobility(GAME, s) == -1
    assert mobility(GAME, GAME.play(s, GAME.pass_move)) == -1


def test_the_frontier_is_what_touches_an_empty_square():
    for s in random_states(GAME, 2):
        discs = discs_of(GAME, s)
        empty = {(x, y) for x in range(8) for y in range(8)} - set(discs)
        touching = [who for (x, y), who in discs.items()
                    if any((x + i, y + j) in empty for i in (-1, 0, 1) for j in (-1, 0, 1))]
        assert frontier(GAME, s) == touching.count("x") - touching.count("o")


def test_discs_count_only_near_the_end():
    assert discs_at_the_end(GAME, GAME.play(GAME.initial(), 19)) == 0
    small = Othello(4)
    assert discs_at_the_end(small, small.play(small.initial(), 1)) == 3
