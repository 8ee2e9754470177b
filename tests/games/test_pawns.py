"""What Breakthrough and Hexapawn share, on both."""

import random

import pytest

from zermelo import Game, load
from zermelo.errors import ParameterError, PositionError
from zermelo.evaluation import evaluator_for
from zermelo.games.breakthrough import Breakthrough
from zermelo.games.hexapawn import Hexapawn
from zermelo.games.pawns import END

HEXAPAWN, BREAKTHROUGH = Hexapawn(), Breakthrough()
BOTH = pytest.mark.parametrize("game", [Hexapawn(8, 8), BREAKTHROUGH], ids=lambda g: g.name)


def distances(game, hook):
    """Plain minimax: the plies to the end of every state met, positive where the mover wins."""
    known = {}

    def solve(s):
        if game.outcome(s) is not None:
            return 0  # the mover has lost
        if (key := game.canonical(s)) not in known:
            after = [solve(game.play(s, m)) for m in getattr(game, hook)(s)]
            lost = [d for d in after if d <= 0]  # for the opponent, who is then to move
            known[key] = 1 - max(lost) if lost else -1 - max(after)
        return known[key]

    solve(game.initial())
    return known


def distance(game, hook="candidates"):
    return distances(game, hook)[game.canonical(game.initial())]


def random_states(game, games):
    rng = random.Random(3)
    for _ in range(games):
        s = game.initial()
        while game.outcome(s) is None:
            yield s
            s = game.play(s, rng.choice(list(game.moves(s))))
        yield s


@pytest.mark.parametrize("height, width, plies", [
    (3, 1, 1), (3, 3, -6), (3, 5, 7), (4, 1, -2), (4, 3, -8), (5, 1, 3), (5, 3, 11), (6, 2, -10),
])
def test_hexapawn_ends_as_known(height, width, plies):
    # 3 × 3 is Gardner's: the second player wins. The others were computed by another program.
    assert distance(Hexapawn(width, height), "moves") == plies


@pytest.mark.parametrize("height, width, rows, plies", [
    (4, 2, 1, -6), (4, 4, 1, 11), (5, 2, 2, -10), (6, 2, 2, 15),
])
def test_breakthrough_ends_as_known(height, width, rows, plies):
    # The winners were computed by another program; the distances are ours.
    assert distance(Breakthrough(width, height, rows)) == plies


@pytest.mark.parametrize("game", [
    Hexapawn(3, 4), Hexapawn(3, 5), Hexapawn(4, 3), Breakthrough(1, 5, 2), Breakthrough(2, 4, 1),
    Breakthrough(2, 5, 2), Breakthrough(3, 4, 1),
], ids=lambda g: g.spec)
def test_candidates_keep_every_value_and_distance(game):
    full, few = distances(game, "moves"), distances(game, "candidates")
    assert len(few) < len(full) or game.width == 1
    assert all(full[s] == d for s, d in few.items())


@BOTH
def test_text_round_trips(game):
    for s in random_states(game, 10):
        assert game.parse(game.text(s)) == s


@BOTH
def test_mirror_images_have_one_canonical_form(game):
    changed = 0
    for s in random_states(game, 10):
        rows, mover = game.text(s).split(":")
        mirrored = game.parse("/".join(row[::-1] for row in rows.split("/")) + ":" + mover)
        assert game.canonical(s) == game.canonical(mirrored) in (s, mirrored)
        changed += s != mirrored
    assert changed > 50


@BOTH
def test_the_evaluator_sees_both_sides_alike(game):
    standard = evaluator_for(game)
    assert standard(game, game.initial()) == 0
    nonzero = 0
    for s in random_states(game, 5):
        if game.outcome(s) is None:
            rows, mover = game.text(s).split(":")
            turned = game.parse(f"{rows[::-1]}:{mover}".translate(str.maketrans("wb", "bw")))
            assert standard(game, turned) == pytest.approx(-standard(game, s))
            nonzero += abs(standard(game, s)) > 0.5
    assert nonzero > 20


def test_the_picture_has_white_at_the_bottom():
    assert HEXAPAWN.show(HEXAPAWN.parse("b.b/.b./ww.:w")) == "3 b . b\n2 . b .\n1 w w .\n  a b c"


def test_captures_come_first_then_the_pawn_farthest_on():
    game = Breakthrough(4, 6, 1)
    s = game.parse("bb../..../w..b/..w./..../.w..:w")
    ranked = sorted(game.moves(s), key=lambda m: -game.order(s, m))
    rows = [game.move_text(s, m)[2:] for m in ranked]
    assert rows == ["xd4", "-a5", "-b5", "-b4", "-c4", "-a2", "-b2", "-c2"]
    assert [game.noisy(s, m) for m in ranked] == [True] + [False] * 7


@pytest.mark.parametrize("spec", [
    "hexapawn:width=0", "hexapawn:height=2", "hexapawn:width=13,height=5",
    "breakthrough:rows=0", "breakthrough:rows=4", "breakthrough:height=9", "breakthrough:width=27",
])
def test_sizes_that_make_no_sense_are_refused(spec):
    with pytest.raises(ParameterError, match="cannot have"):
        load(spec)


@pytest.mark.parametrize("text, why", [
    ("", "3 rows of 3"),
    ("bbb/.../ww:w", "3 rows of 3"),
    ("bbb/.x./www:w", "'x' in row 2"),
    ("bbb/.../www", "end it with :w or :b"),
    ("bbb/.../www:white", "end it with :w or :b"),
    ("bbb/b../www:w", "black has 4 pawns, and 3 are the most"),
    ("b.b/w../www:b", "white has 4 pawns, and 3 are the most"),
    (".../..b/...:b", "white, who has just moved, needs a pawn"),
    (".../..w/...:w", "black, who has just moved, needs a pawn"),
    ("w../..b/...:w", "the game was over when white first"),
    ("ww./..b/...:b", "the game was over when white first"),
    ("..w/.../b..:b", "the game was over when black first"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        HEXAPAWN.parse(text)


@BOTH
def test_exchanges_are_those_of_taking_in_turn(game):
    """Against plain recursion on the square."""
    def recaptures(s, square):
        return [m for m in game.moves(s) if m >> END == square and game.noisy(s, m)]

    def best(s, square):
        """What the mover wins on a square, if it need not take."""
        return max([0.0, *(taking(s, m) for m in recaptures(s, square))])

    def taking(s, m):
        square = m >> END
        row = square // game.width
        theirs = game.height - 1 - row if s.turn == 0 else row
        after = game.play(s, m)
        won = 1.0 + 0.03 * theirs**2
        over = after.white & game.top or after.black & game.bottom
        return won if over else won - best(after, square)

    seen = set()
    for s in random_states(game, 30):
        if game.outcome(s) is not None:
            continue
        loud = list(game.loud(s))
        assert sorted(loud) == sorted(m for m in game.moves(s) if game.noisy(s, m))
        for m in loud:
            assert game.exchange(s, m) == pytest.approx(taking(s, m)), game.text(s)
            seen.add(game.exchange(s, m) < 0)
    assert seen == {False, True}


@pytest.mark.parametrize("width", [1, 2, 4])
def test_what_threatens_is_seen_without_playing_it(width):
    game, seen = Breakthrough(width, 6), set()
    for s in random_states(game, 60):
        if game.outcome(s) is None:
            for m in game.moves(s):
                assert game.threatens(s, m) == Game.threatens(game, s, m), game.text(s)
                seen.add(game.threatens(s, m))
    assert seen == {False, True}


def test_a_pawn_about_to_arrive_is_urgent():
    game = Breakthrough(4, 6)
    seen = 0
    for s in random_states(game, 60):
        if game.outcome(s) is not None:
            continue
        other = s._replace(turn=1 - s.turn)
        arrives = any(game.outcome(game.play(other, m)) is not None
                      and (game.play(other, m).white & game.top
                           or game.play(other, m).black & game.bottom)
                      for m in game.moves(other))
        assert game.urgent(s) == bool(arrives), game.text(s)
        seen += game.urgent(s)
    assert seen > 5
