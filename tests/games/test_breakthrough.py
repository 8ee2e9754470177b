from zermelo.games.breakthrough import Breakthrough

GAME = Breakthrough()
SMALL = Breakthrough(3, 5, 1)


def moves(text):
    return set(SMALL.position(text).move_texts)


def candidates(text):
    s = SMALL.parse(text)
    return {SMALL.move_text(s, m) for m in SMALL.candidates(s)}


def perft(s, depth):
    if depth == 1:
        return len(GAME.legal_moves(s))
    return sum(perft(GAME.play(s, m), depth - 1) for m in GAME.legal_moves(s))


def test_perft():
    # Published with the RG compiler, github.com/WoojtekP/RGcompiler.
    assert [perft(GAME.initial(), depth) for depth in range(1, 5)] == [22, 484, 11132, 256036]


def test_pawns_go_straight_and_diagonally_but_capture_diagonally_only():
    assert moves("b.b/.../.b./.w./...:w") == {"b2-a3", "b2-c3"}
    assert moves("b.b/.../b../.w./...:w") == {"b2xa3", "b2-b3", "b2-c3"}
    assert moves("b../..w/.w./.../...:b") == {"a5-a4", "a5-b4"}
    assert moves(".b./..w/.w./.../...:b") == {"b5-a4", "b5-b4", "b5xc4"}


def test_own_pawns_are_in_the_way():
    assert moves("b../.../ww./.w./...:w") == {"a3-a4", "a3-b4", "b3-a4", "b3-b4", "b3-c4", "b2-c3"}


def test_the_corners_of_the_board_of_64_squares():
    empty = "......../" * 5
    white = GAME.position(f"bbbbbb.b/......w./{empty}......w.:w")
    assert {"g7-g8", "g7xf8", "g7xh8"} < set(white.move_texts)
    end = white.play("g7xh8")
    assert (end.result.winner, end.text) == (0, f"bbbbbb.w/......../{empty}......w.:b")
    assert GAME.parse(end.text) == end.state
    black = GAME.position(f".......b/{empty}b......./ww......:b")
    assert set(black.move_texts) == {"h8-g7", "h8-h7", "a2xb1"}
    assert black.play("a2xb1").result.winner == 1


def test_capturing_all_wins():
    end = SMALL.position(".../..b/.w./.../...:w").play("b3xc4").result
    assert (end.winner, end.reason) == (0, "black has no pawns left")


def test_only_on_one_column_somebody_can_be_stuck():
    end = Breakthrough(1, 5, 2).position().play("a2-a3").result
    assert (end.winner, end.reason) == (0, "black cannot move")


def test_a_pawn_about_to_arrive_must_be_captured():
    assert candidates("..b/.../w../.bw/w..:w") == {"a1xb2"}
    assert candidates("..b/.w./b../.../w..:b") == {"c5xb4"}
    assert len(moves("..b/.../w../.bw/w..:w")) == 6


def test_arriving_oneself_comes_before_that():
    assert candidates("..b/w../.../.bw/w..:w") == {"a4-a5", "a4-b5"}


def test_without_such_pawns_all_moves_are_candidates():
    text = "b../.b./w.w/.../w..:b"
    assert candidates(text) == moves(text) == {"a5-a4", "b4-b3", "b4xa3", "b4xc3"}


def test_against_two_such_pawns_or_one_out_of_reach_all_moves_lose_alike():
    for text in ("..b/.../w../b.b/.w.:w", "..b/.../w../.bw/...:w"):
        here = SMALL.position(text)
        assert candidates(text) < moves(text)
        for m in here.moves:
            assert any(here.play(m).play(n).result for n in here.play(m).moves)
