import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.compiling import HOOKS, Walk, walk
from games.chess_positions import PERFT, PERFT_960, any_position
from leaves import count_leaves
from zermelo import load
from zermelo.errors import ParameterError
from zermelo.games.chess import Chess
from zermelo.games.chess_fen import white_view
from zermelo.kernel.kernel import InterpretedRules, Kernel
from zermelo.portable import popcount

GAME = Chess()
seeds = st.integers(0, 10**6)


def at(text):
    return GAME.position(text)


def moves(text):
    return set(at(text).move_texts)


def only(text, *pieces):
    """The moves of some pieces, by the squares where they stand."""
    s = GAME.parse(text)
    return {GAME.uci(s, m) for m in GAME.moves(s) if GAME.uci(s, m)[:2] in pieces}


# --- counted leaves ---

@pytest.mark.parametrize("text", [*PERFT, *PERFT_960])
@pytest.mark.long_for("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq ")
def test_leaves(text):
    known = {**PERFT, **PERFT_960}[text]
    s = GAME.parse(text)
    assert [count_leaves(GAME, s, depth) for depth in range(1, 5)] == list(known[:4])


@pytest.mark.slow
@pytest.mark.parametrize("text", [*PERFT, *PERFT_960])
def test_leaves_as_deep_as_they_are_published(text):
    known = {**PERFT, **PERFT_960}[text]
    assert count_leaves(GAME, GAME.parse(text), len(known)) == known[-1]


@pytest.mark.parametrize("text", PERFT)
def test_leaves_interpreted(text):
    s, known = GAME.parse(text), PERFT[text]
    assert GAME.mobility(s) == known[0] == len(list(GAME.moves(s)))
    assert sum(GAME.mobility(GAME.play(s, m)) for m in GAME.moves(s)) == known[1]


def test_colours_exchanged_change_no_count():
    for text, known in PERFT.items():
        board, turn, rights, en_passant, *_ = text.split()
        mirrored = "/".join(reversed(board.split("/"))).swapcase()
        there = f"{mirrored} {'b' if turn == 'w' else 'w'} {rights.swapcase()} {en_passant}"
        assert count_leaves(GAME, GAME.parse(there), 3) == known[2]


# --- compiled and interpreted ---

@pytest.mark.long
def test_compiled_rules_are_the_interpreted_ones():
    kernel = Kernel(GAME, walk, (Walk,), hooks=HOOKS, native=True)
    native = kernel.new(Walk)

    @settings(max_examples=60, deadline=None)
    @given(seeds)
    def agree(seed):
        s = any_position(seed)
        plain = Walk()
        plain.depth = native.depth = 0
        walk(InterpretedRules(GAME, {}), plain, s)
        kernel.run(s, native)
        assert native.total == plain.total

    agree()


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(seeds)
def test_moves_are_counted_as_they_are_listed(seed):
    s = any_position(seed)
    listed = list(GAME.moves(s))
    assert GAME.mobility(s) == len(listed) == len(set(listed)) <= 218
    assert all(0 <= m < 1 << 15 for m in listed)


def test_the_most_moves_there_can_be():
    assert GAME.mobility(GAME.parse("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -")) == 218


# --- pieces ---

def test_pawns():
    assert only("4k3/8/8/8/8/4p3/P3P3/4K3 w - -", "a2", "e2") == {"a2a3", "a2a4"}
    assert only("4k3/8/8/8/3p1p2/4P3/8/4K3 w - -", "e3") == {"e3e4", "e3d4", "e3f4"}
    assert only("4k3/8/8/p6p/P6P/8/8/4K3 w - -", "a4", "h4") == set()
    assert only("4k3/8/8/8/7p/p7/1P4P1/4K3 w - -", "b2", "g2") == {
        "b2b3", "b2b4", "b2a3", "g2g3", "g2g4"}


def test_promotions_and_underpromotions():
    assert moves("7k/P7/8/8/8/8/8/K7 w - -") >= {"a8=Q+", "a8=R+", "a8=B", "a8=N"}
    assert only("1n5k/P7/8/8/8/8/8/K7 w - -", "a7") == {
        f"a7{to}{piece}" for to in ("a8", "b8") for piece in "qrbn"}
    assert at("1n5k/P7/8/8/8/8/8/K7 w - - 7 1").play("axb8=N").text == (
        "1N5k/8/8/8/8/8/8/K7_b_-_-_0_1")


def test_en_passant():
    here = at("4k3/2p5/8/3P4/8/8/8/4K3 b - -").play("c5")
    assert here.text.split("_")[3] == "c6"
    assert here.play("dxc6").text == "4k3/8/2P5/8/8/8/8/4K3_b_-_-_0_1"
    assert "dxc6" not in here.play("Kd2").play("Kd7").move_texts


def test_en_passant_is_kept_only_where_a_pawn_can_take():
    assert at("4k3/2p5/8/8/3P4/8/8/4K3 b - -").play("c5").text.split("_")[3] == "-"
    # Both pawns would leave the fifth rank: check from h5.
    assert at("4k3/2p5/8/K2P3r/8/8/8/8 b - -").play("c5").text.split("_")[3] == "-"
    # The taker is pinned on the d-file.
    assert at("3rk3/2p5/8/3P4/8/8/8/3K4 b - -").play("c5").text.split("_")[3] == "-"
    # Of two takers one is pinned.
    here = at("3rk3/2p5/8/1P1P4/8/8/8/3K4 b - -").play("c5")
    assert {"bxc6"} == {m for m in here.move_texts if m.endswith("c6")}


def test_en_passant_parries_a_check_of_the_pawn_that_gives_it():
    here = at("8/2p5/8/1P6/3K4/8/8/7k b - -").play("c5")
    assert "bxc6" in here.move_texts
    assert here.play("bxc6").text.startswith("8/8/2P5/8/3K4/8/8/7k")


def test_pinned_pieces_stay_on_their_line():
    assert only("4k3/4r3/8/8/8/4R3/8/4K3 w - -", "e3") == {
        "e3e2", "e3e4", "e3e5", "e3e6", "e3e7"}
    assert only("4k3/8/8/b7/8/2N5/8/4K3 w - -", "c3") == set()
    assert only("4k3/8/8/b7/8/2Q5/8/4K3 w - -", "c3") == {"c3d2", "c3b4", "c3a5"}
    # Pinned on the file: not even onto the line of another pin.
    assert only("4r1k1/8/8/8/8/6b1/4Q3/4K3 w - -", "e2") == set()
    assert only("3kr3/8/8/b7/8/2Q5/4Q3/4K3 w - -", "e2", "c3") == {
        *(f"e2e{rank}" for rank in range(3, 9)), "c3d2", "c3b4", "c3a5"}


def test_a_check_is_parried_or_run_from():
    assert moves("4r1k1/8/8/8/8/8/3B4/4K3 w - -") == {"Kd1", "Kf1", "Kf2", "Be3"}
    # The king cannot go backwards along the line of check.
    assert moves("k7/8/8/8/8/r3K3/8/8 w - -") == {"Kd4", "Ke4", "Kf4", "Kd2", "Ke2", "Kf2"}
    # Two at once: only the king moves.
    assert moves("4r1k1/8/8/8/8/5n2/8/R3K3 w - -") == {"Kd1", "Kf1", "Kf2"}


# --- castling ---

def test_castling_to_both_sides():
    here = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    assert {"O-O", "O-O-O"} <= set(here.move_texts)
    assert here.play("O-O").text == "r3k2r/8/8/8/8/8/8/R4RK1_b_kq_-_1_1"
    assert here.play("O-O").play("O-O-O").text == "2kr3r/8/8/8/8/8/8/R4RK1_w_-_-_2_1"


@pytest.mark.parametrize("text, castling", [
    ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq -", {"O-O"}),  # a knight between
    ("r3k2r/8/8/8/8/5b2/8/R3K2R w KQkq -", {"O-O"}),  # the king would pass d1
    ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq -", set()),  # in check
    ("r3k2r/8/8/8/8/8/6n1/R3K2R w KQkq -", set()),  # in check by a knight
    ("4k3/8/8/8/8/1r6/8/R3K2R w KQ -", {"O-O", "O-O-O"}),  # only the rook passes b1
    ("4k3/8/8/8/8/8/8/R3K2R w - -", set()),  # no right
    ("4k3/8/8/8/8/6r1/8/R3K2R w KQ -", {"O-O-O"}),  # g1 attacked
])
def test_what_castling_needs(text, castling):
    assert {m for m in moves(text) if m.startswith("O")} == castling


def test_rights_are_lost_by_moves_and_captures():
    here = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    for line, rights in [("Rb1", "Kkq"), ("Rg1", "Qkq"), ("Kd1", "kq"), ("Rxa8+", "Kk"),
                         ("Rxh8+", "Qq"), ("Ra2 Ra7 Ra1 Ra8", "Kk")]:
        assert here.play_all(line).text.split("_")[2] == rights


def test_chess960_castling():
    # King and rook change places, or only one of them moves.
    here = at("4k3/8/8/8/8/8/8/5KR1 w G -")
    assert here.play("O-O").text == "4k3/8/8/8/8/8/8/5RK1_b_-_-_1_1"
    assert at("4k3/8/8/8/8/8/8/2KR4 w D -").moves  # on the right of the king: castles there
    assert at("4k3/8/8/8/8/8/8/2RK4 w C -").play("O-O-O").text.startswith("4k3/8/8/8/8/8/8/2KR4")
    # The rook leaves the b-file, and the king would stand in a check along the rank.
    assert "O-O-O" not in moves("4k3/8/8/8/8/8/8/rRK5 w B -")
    assert "O-O-O" in moves("4k3/8/8/8/8/8/8/1RK5 w B -")


def test_the_starts():
    assert Chess().text(Chess().initial()) == Chess(518).text(Chess(518).initial())
    assert Chess(0).text(Chess(0).initial()).startswith("bbqnnrkr/")
    assert Chess(959).text(Chess(959).initial()).startswith("rkrnnqbb/")
    assert len({Chess(n).initial() for n in range(960)}) == 960
    assert load("chess:start=959") == Chess(959) and load("chess").spec == "chess"
    with pytest.raises(ParameterError, match=r"chess cannot have start=960: give 0 to 959"):
        load("chess:start=960")


# --- the end ---

@pytest.mark.parametrize("text, winner, reason", [
    ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", 1, "checkmate"),
    ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 1", 0, "checkmate"),  # on the last quiet ply
    ("7k/5Q2/6K1/8/8/8/8/8 b - -", None, "stalemate"),
    ("8/8/4k3/8/8/3K4/8/8 w - -", None, "neither side can mate with what is left"),
    ("8/8/4k3/8/8/3KN3/8/8 w - -", None, "neither side can mate with what is left"),
    ("8/8/4k1b1/8/8/3K1B2/8/8 w - -", None, "neither side can mate with what is left"),
    ("7k/7p/8/8/8/8/R7/K7 w - - 100 80", None,
     "50 moves each without a capture or a move of a pawn"),
])
def test_how_games_end(text, winner, reason):
    end = at(text).result
    assert (end.winner, end.reason) == (winner, reason)
    assert at(text).moves == []


@pytest.mark.parametrize("text", [
    "8/8/4k3/8/8/3KNN2/8/8 w - -",  # mate is possible, if nobody can force it
    "8/8/4k1n1/8/8/3KN3/8/8 w - -",
    "8/8/4k1b1/8/8/3KB3/8/8 w - -",  # bishops on squares of both colours
    "8/8/4k1n1/8/8/3KB3/8/8 w - -",
    "8/7p/4k3/8/8/3K4/8/8 w - -",
    "7k/7p/8/8/8/8/R7/K7 w - - 99 80",
])
def test_the_game_goes_on(text):
    assert at(text).result is None


def test_threefold_repetition():
    there_and_back = "Nf3 Nf6 Ng1 Ng8 "
    here = GAME.position().play_all(there_and_back)
    assert here.result is None
    end = here.play_all(there_and_back).result
    assert (end.payoff, end.reason) == (0, "the position occurred 3 times")


def test_positions_with_other_rights_are_no_repetition():
    # Each time round another right to castle is lost.
    here = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    here = here.play_all("Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8")
    assert here.result is None
    assert here.play_all("Rb1 Rb8 Ra1 Ra8").result is not None


def test_the_counter():
    here = at("4k3/8/8/3p4/8/8/4P3/R3K3 w Q - 12 30")
    assert here.play("Ra2").state.quiet == 13
    assert here.play("e3").state.quiet == 0
    assert here.play("Ra5").play("d4").state.quiet == 0
    assert here.play("O-O-O").state.quiet == 13
    assert GAME.repetition_key(here.play("Ra2").state) == GAME.repetition_key(
        at("4k3/8/8/3p4/8/8/R3P3/4K3 b - - 0 1").state)


# --- hooks and helpers ---

@settings(max_examples=100, deadline=None)
@given(seeds)
def test_noisy_moves_change_the_material(seed):
    s = any_position(seed)
    for m in GAME.moves(s):
        after = GAME.play(s, m)
        taken = popcount(after.occupied) < popcount(s.occupied)
        queens = popcount(s.diagonals & s.straights & s.mine)
        crowned = popcount(after.diagonals & after.straights & ~after.mine) > queens
        assert GAME.noisy(s, m) == (taken or crowned), (GAME.text(s), GAME.move_text(s, m))


def test_the_dearest_prey_comes_first():
    here = at("4k3/8/8/2q1r3/3P4/1N6/5n2/6K1 w - -")
    best = sorted(here.moves, key=lambda m: -GAME.order(here.state, m))
    assert [GAME.move_text(here.state, m) for m in best[:4]] == ["dxc5", "Nxc5", "dxe5", "Kxf2"]


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_a_skipped_turn(seed):
    s = any_position(seed)
    after = GAME.null_move(s)
    if after == s:
        assert GAME.in_check(s) or not (s.knights | s.diagonals | s.straights) & s.mine
    else:
        assert after.turn != s.turn and white_view(after)[:6] == white_view(s)[:6]
        assert not GAME.in_check(GAME.null_move(after)) or GAME.null_move(after) == after
