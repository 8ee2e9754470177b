from zermelo.games.hexapawn import Hexapawn

GAME = Hexapawn()


def moves(text):
    return set(GAME.position(text).move_texts)


def test_pawns_go_straight_and_capture_diagonally():
    assert moves("bbb/.../www:w") == {"a1-a2", "b1-b2", "c1-c2"}
    assert moves("b.b/.b./www:w") == {"a1-a2", "a1xb2", "c1-c2", "c1xb2"}
    assert moves("bbb/.w./w.w:b") == {"a3-a2", "a3xb2", "c3-c2", "c3xb2"}


def test_nobody_captures_around_the_edge():
    assert moves(".bb/b../.ww:w") == {"b1-b2", "b1xa2", "c1-c2"}


def test_reaching_the_last_row_wins():
    end = GAME.position("b.b/.wb/...:w").play("b2-b3").result
    assert (end.winner, end.reason) == (0, "white has reached the last row")
    end = GAME.position("b../..b/w..:b").play("c2-c1").result
    assert (end.winner, end.reason) == (1, "black has reached the last row")


def test_capturing_all_wins():
    end = GAME.position("..b/.w./...:b").play("c3xb2").result
    assert (end.winner, end.reason) == (1, "white has no pawns left")


def test_leaving_no_move_wins():
    end = GAME.position("b../.../w..:w").play("a1-a2").result
    assert (end.winner, end.reason) == (0, "black cannot move")


def test_a_board_one_square_wide():
    assert Hexapawn(1, 3).position().play("a1-a2").result.winner == 0


def test_a_threat_can_be_met_without_capturing():
    # b2 could capture c1 and so arrive. Going away with c1 is an answer: a candidate as well.
    game = Hexapawn(3, 4)
    s = game.parse("b../..b/.b./.ww:w")
    assert {game.move_text(s, m) for m in game.candidates(s)} == {"c1xb2", "c1-c2"}


def test_arriving_at_once_is_the_only_candidate():
    for text, winning in (("b.b/.w./..w:w", {"b2-b3", "b2xa3", "b2xc3"}),
                          ("..b/b../w.w:b", {"c3-c2"}), ("..b/b../.ww:b", {"a2-a1", "a2xb1"})):
        s = GAME.parse(text)
        assert {GAME.move_text(s, m) for m in GAME.candidates(s)} == winning
