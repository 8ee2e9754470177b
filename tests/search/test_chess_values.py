"""What people see for chess: values that do not depend on who happened to take last."""

from functools import cache

import pytest

from zermelo import Engine, Limit, load

pytestmark = pytest.mark.xdist_group("chess")
PAWN = 1.0
LINES = [  # as books have them: nothing hangs, and nobody has won anything
    "e4 e5 Nf3",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6",
    "e4 e5 Nf3 Nf6 Nc3 Nc6 Bb5 Bb4 O-O O-O",
    "e4 e5 Nf3 d6 d4 Nf6 Nc3 Nbd7 Bc4 Be7",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 e5",
    "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6",
    "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6 Ne2",
    "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Bd7",
    "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5 Be3",
    "e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 Be2 O-O O-O",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O",
    "d4 d5 c4 c6 Nf3 Nf6 e3 Bf5 Nc3 e6",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5",
    "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7 O-O O-O",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O",
    "d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O c4 d6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 Bb4 Bg2 O-O",
    "c4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 e3 e6",
    "Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4 d3 Nbd7",
]


@cache
def engine(**kind):
    return Engine(load("chess"), table_mb=32, **kind)


def after(line):
    return load("chess").position().play_all(line)


def by_depth(line, depths, **kind):
    found = {}
    engine(**kind).analyze(after(line), Limit(depth=max(depths)), listen=lambda one: found.update(
        {one.depth: one.value.score}))
    return [found[depth] for depth in depths]


def assert_calm(line, depths, deep):
    """Near what a deeper search thinks that plays, and not by turns this and that."""
    far = engine(selective=True).analyze(after(line), Limit(depth=deep)).value.score
    found = by_depth(line, depths)
    assert max(abs(score - far) for score in found) < PAWN, (line, found, far)
    assert max(found) - min(found) < PAWN, (line, found)


@pytest.mark.parametrize("line", LINES[::4])
def test_a_quiet_position_is_worth_about_the_same_at_every_depth(line):
    assert_calm(line, range(1, 5), deep=6)


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
def test_so_is_every_other_and_deeper(line):
    assert_calm(line, range(1, 8), deep=9)


def test_plain_minimax_takes_turns():
    """Otherwise the test above would test nothing: who takes last is ahead."""
    found = by_depth(LINES[0], range(3, 7), plain=True)
    assert min(found[0::2]) > 0 > max(found[1::2])
    assert min(found[0::2]) - max(found[1::2]) > PAWN


def test_a_piece_that_hangs_is_seen_at_once():
    here = load("chess").position("rn1qkbnr/ppp1pppp/3p4/8/4P1b1/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")
    worth = {m.text: m.value.score for m in engine().analyze(
        here, Limit(depth=1), all_moves=True).moves}
    assert abs(worth["Be2"]) < PAWN and abs(worth["f3"]) < PAWN  # the queen was attacked
    assert max(worth["a3"], worth["h3"], worth["Nc3"]) < -5 * PAWN
    plainly = engine(plain=True).analyze(here, Limit(depth=1), all_moves=True)
    assert abs(next(m.value.score for m in plainly.moves if m.text == "a3")) < PAWN


def test_no_first_move_wins_or_loses_a_pawn():
    for depth in (1, 2, 3, 4):
        found = engine().analyze(None, Limit(depth=depth), all_moves=True)
        assert len(found.moves) == 20
        assert max(abs(m.value.score) for m in found.moves) < PAWN


def test_a_mate_has_its_exact_length():
    """Which a search that plays cannot say."""
    here = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    assert str(engine().analyze(here, Limit(depth=2)).value) == "win in 1"
    assert str(engine(selective=True).analyze(here, Limit(depth=2)).value) == "≥ win in 1"
