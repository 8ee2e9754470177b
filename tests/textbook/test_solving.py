"""The oracle: exact values with their distances, on games small enough to check by hand."""

import pytest

from small_games import Chain, Endless, Ring, Stuck, TakeAway
from zermelo import load
from zermelo.errors import GameError, LimitError, RulesError
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.textbook import alpha_beta, solve
from zermelo.textbook.minimax import value_leaf


@pytest.mark.parametrize("tree, value", [
    # Who wins hurries: 1 ply on the right, 3 on the left.
    ([[[1, 1], [1, 1]], 1], "win in 1"),
    # Who loses lingers: MAX is lost either way, and takes the long way.
    ([-1, [[-1], [-1]]], "loss in 3"),
    # MIN wins, and hurries; MAX below could only linger.
    ([[-1, [[-1]]]], "loss in 2"),
    # MIN loses, and lingers.
    ([[1, [[1]]]], "win in 4"),
    # A draw is better than a loss that is far away, and has no distance.
    ([0, [[-1]]], "draw"),
    # More is better, however far: 2 in three plies, 1 at once.
    ([1, [[2]]], "win by 2 in 3"),
    # Less damage is better, however soon.
    ([-1, [[-2]]], "loss in 1"),
    (5, "win by 5 in 0"),
])
def test_values_and_distances_by_hand(tree, value):
    assert repr(solve(Tree(tree))) == value


def test_the_value_is_the_first_players_whoever_moves():
    game = load("tictactoe")
    assert repr(solve(game, game.parse("xx./oo./x..:o"))) == "loss in 1"
    assert repr(solve(game, game.parse("xx./oo./...:x"))) == "win in 1"
    assert repr(solve(game.position("xxx/oo./...:o"))) == "win in 0"


def test_a_forced_win_takes_as_long_as_the_loser_can_make_it():
    #   a b c
    # 1 x o .     x plays a2 or a3, threatens two rows, and o can only block one of them.
    # 2 . x .     Two plies earlier, x has yet to play b2 and o to block at c3.
    # 3 . . o
    game = load("tictactoe")
    assert repr(solve(game, game.parse("xo./.x./..o:x"))) == "win in 3"
    assert repr(solve(game, game.parse("xo./.../...:x"))) == "win in 5"


def test_the_oracle_agrees_with_alpha_beta_over_values():
    for counters in range(1, 13):
        game = TakeAway(counters)
        assert repr(solve(game)) == repr(alpha_beta(game, leaf=value_leaf()).value)
    for text in ("x../.o./...:x", "x../.o./..x:o", "xo./.../...:x"):
        here = load("tictactoe").position(text)
        assert repr(solve(here)) == repr(alpha_beta(here, leaf=value_leaf()).value)


def test_hexapawn_as_gardner_had_it():
    assert repr(solve(load("hexapawn"))) == "loss in 6"


def test_every_state_is_visited_once():
    known = {}
    assert solve(load("tictactoe"), known=known).kind == "draw"
    assert len(known) == 5478 - 958  # the finished ones are not kept


def test_what_is_known_may_be_handed_on():
    game = load("tictactoe")
    known = {}
    solve(game, known=known)
    before = len(known)
    asked = []

    class Counting(type(game)):
        def moves(self, s):
            asked.append(s)
            return super().moves(s)

    assert solve(Counting(), game.parse("x../.o./..x:o"), known=known).kind == "draw"
    assert len(known) == before and not asked


def test_all_known_values_are_those_of_their_states():
    game = load("hexapawn")
    known = {}
    solve(game, known=known)
    for s, value in known.items():
        assert repr(alpha_beta(game, s, leaf=value_leaf()).value) == repr(value)


def test_games_of_five_thousand_plies():
    assert repr(solve(Chain(5000))) == "win in 5000"
    assert repr(solve(Chain(5000, payoff=-3))) == "loss by 3 in 5000"
    assert repr(solve(Chain(5000, payoff=0))) == "draw"


# --- games that plain solving cannot do ---

def test_a_game_that_comes_back_to_itself_is_refused():
    with pytest.raises(RulesError, match=r"^Ring:length=3 can return to 0: plain solving would "):
        solve(Ring(3))


def test_but_not_one_that_only_meets_again():
    # Two orders of moves, one position: no way back.
    assert solve(load("tictactoe").position("x../.o./...:x")).kind == "draw"


def test_a_game_without_end_runs_into_its_limit():
    with pytest.raises(LimitError, match="was not solved with 1000 states: raise the limit"):
        solve(Endless(), nodes=1000)


def test_the_limit_counts_states():
    for enough in (False, True):
        known = {}
        if enough:
            solve(load("tictactoe"), nodes=4520, known=known)
            assert len(known) == 4520
        else:
            with pytest.raises(LimitError):
                solve(load("tictactoe"), nodes=4519, known=known)
            assert len(known) < 4519
    # What was known before does not count.
    game = load("tictactoe")
    known = {}
    solve(game, game.parse("xx./oo./...:x"), known=known)
    assert solve(game, nodes=4520, known=known).kind == "draw"


def test_what_was_solved_before_the_limit_is_right():
    game, known, exact = load("tictactoe"), {}, {}
    with pytest.raises(LimitError):
        solve(game, nodes=2000, known=known)
    solve(game, known=exact)
    assert known and all(repr(exact[s]) == repr(value) for s, value in known.items())


def test_rules_with_a_hole_are_refused():
    with pytest.raises(RulesError, match=r"there is no move, and .* goes on in 4"):
        solve(Stuck(4))


def test_values_that_are_no_numbers_are_refused():
    with pytest.raises(GameError, match=r"^tree pays 'b' at root/1: solving needs numbers"):
        solve(["b", "a"])


def test_states_must_be_hashable_and_equal():
    class Careless(Chain):
        def initial(self):
            return [0]

    assert isinstance(Careless(), Game)
    with pytest.raises(TypeError, match="unhashable"):
        solve(Careless())
