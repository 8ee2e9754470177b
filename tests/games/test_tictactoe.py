import pytest

from zermelo import load
from zermelo.errors import ParameterError, PositionError
from zermelo.games.tictactoe import TicTacToe

GAME = TicTacToe()


def test_rows_in_every_direction_win():
    for moves, reason in [
        ("a1 a2 b1 b2 c1", "3 in a row"),
        ("a1 b1 a2 b2 a3", "3 in a row"),
        ("a1 b1 b2 c1 c3", "3 in a row"),
        ("c1 b1 b2 a1 a3", "3 in a row"),
    ]:
        result = GAME.position().play_all(moves.split()).result
        assert result is not None and (result.winner, result.reason) == (0, reason)


def test_a_row_does_not_wrap_around_the_edge():
    # c1 and a2, b2 have consecutive numbers but are no row.
    assert GAME.outcome(GAME.parse("oox/xx./...:o")) is None


def test_the_second_player_wins_too():
    assert GAME.position().play_all(["a1", "a2", "b1", "b2", "c3", "c2"]).result.winner == 1


def test_a_full_board_is_a_draw():
    end = GAME.position().play_all(["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"])
    assert (end.result.payoff, end.result.reason) == (0, "the board is full")


def test_a_board_of_64_cells_uses_its_last_cell():
    game = TicTacToe(8, 8, 5)
    row = game.position().play_all(["d8", "a1", "e8", "b1", "f8", "c1", "g8", "d1", "h8"])
    assert row.result.winner == 0
    assert game.parse(row.text) == row.state


def test_all_eight_images_have_one_canonical_form():
    corners = [GAME.position().play(m).state for m in ("a1", "c1", "a3", "c3")]
    assert len({GAME.canonical(s) for s in corners}) == 1


@pytest.mark.parametrize("size", ["width=0", "width=9,height=8", "k=4", "height=27"])
def test_sizes_that_make_no_sense_are_refused(size):
    with pytest.raises(ParameterError, match=r"tictactoe cannot have"):
        load(f"tictactoe:{size}")


@pytest.mark.parametrize("text, why", [
    ("", "3 rows of 3"),
    ("xo./.x./..:x", "3 rows of 3"),
    ("xo?/.x./..o:x", "'\\?' in row 1"),
    ("xo./.x./..o", "end it with :x or :o"),
    ("xx./.x./..o:x", "x cannot be to move with 3 x and 1 o"),
    ("xxx/oo./..o:x", "x has a row and is still to move"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        GAME.parse(text)
