import random
import subprocess
import sys
from importlib.util import find_spec

import pytest

from zermelo import load
from zermelo.adapters import openspiel as adapter
from zermelo.adapters.openspiel import OpenSpielGame, load_openspiel
from zermelo.errors import (
    GameError,
    IllegalMoveError,
    MissingExtraError,
    ParameterError,
    PositionError,
    UnknownGameError,
)
from zermelo.textbook import alpha_beta, solve

openspiel = pytest.mark.skipif(find_spec("pyspiel") is None,
                               reason="open_spiel is not installed: pip install open_spiel")


def leaves(game, s, depth):
    """How many ways there are to play `depth` plies; games that end before are not counted."""
    if depth == 0:
        return 1
    return sum(leaves(game, game.play(s, m), depth - 1) for m in game.legal_moves(s))


def test_without_the_package_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'zermelo\[openspiel\]'"):
        load_openspiel("tic_tac_toe")


def test_zermelo_itself_never_imports_it():
    found = "import sys, zermelo, zermelo.adapters.openspiel; sys.exit('pyspiel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", found]).returncode == 0


# --- the same rules, played by both ---

@openspiel
@pytest.mark.parametrize("theirs, ours, depth", [
    ("tic_tac_toe", "tictactoe", 5),
    ("python_tic_tac_toe", "tictactoe", 3),
    ("mnk(m=4,n=3,k=3)", "tictactoe:width=4,height=3", 4),
    ("connect_four", "connect4", 5),
    ("connect_four(rows=2,columns=3,x_in_row=2)", "connect4:width=3,height=2,k=2", 5),
    ("breakthrough", "breakthrough", 3),
    ("breakthrough(rows=6,columns=3)", "breakthrough:width=3,height=6", 4),
    ("othello", "othello", 5),
    ("hex(board_size=4)", "hex:size=4", 3),
    ("dots_and_boxes(num_rows=3,num_cols=3)", "dots", 3),
    ("mancala", "kalah", 5),
])
def test_it_counts_the_same_moves_as_our_own_game(theirs, ours, depth):
    a, b = load_openspiel(theirs), load(ours)
    for plies in range(1, depth + 1):
        assert leaves(a, a.initial(), plies) == leaves(b, b.initial(), plies)


@openspiel
@pytest.mark.parametrize("theirs, ours", [
    ("tic_tac_toe", "tictactoe"),
    ("mnk(m=4,n=2,k=3)", "tictactoe:width=4,height=2"),
    ("connect_four(rows=4,columns=3)", "connect4:width=3,height=4"),
    ("breakthrough(rows=4,columns=3)", "breakthrough:width=3,height=4,rows=1"),
    ("hex(board_size=3)", "hex:size=3"),
    ("dots_and_boxes(num_rows=1,num_cols=3,utility_margin=true)", "dots:width=3,height=1"),
])
@pytest.mark.few(3, telling=["dots"])
def test_it_has_the_same_value_as_our_own_game(theirs, ours):
    assert repr(solve(load_openspiel(theirs, merge=True))) == repr(solve(load(ours)))


@openspiel
@pytest.mark.parametrize("theirs, ours", [("othello", "othello"), ("mancala", "kalah")])
def test_random_games_go_the_same_way(theirs, ours):
    # The n-th legal move of one is the n-th of the other: both list squares and houses in order.
    a, b = load_openspiel(theirs), load(ours)
    for seed in range(20):
        choose = random.Random(seed)
        s, t = a.initial(), b.initial()
        while a.outcome(s) is None:
            moves, same = sorted(a.legal_moves(s)), sorted(b.legal_moves(t))
            assert (len(moves), a.to_move(s)) == (len(same), b.to_move(t)), b.text(t)
            i = choose.randrange(len(moves))
            s, t = a.play(s, moves[i]), b.play(t, same[i])
        end = b.outcome(t)
        assert end is not None and a.outcome(s) == (end > 0) - (end < 0)


# --- states ---

@openspiel
def test_a_state_equals_another_that_came_the_same_way_and_no_other():
    for name in ("tic_tac_toe", "python_tic_tac_toe"):
        game = load_openspiel(name)
        one, other = [game.position().play_all(moves).state for moves in ([4, 0, 8], [4, 0, 8])]
        assert one == other and hash(one) == hash(other) and one is not other
        detour = game.position().play_all([8, 0, 4]).state
        assert str(detour.foreign) == str(one.foreign)
        assert detour != one
    assert one != load_openspiel("tic_tac_toe").position().play_all([4, 0, 8]).state


@openspiel
def test_merged_states_meet_again():
    game = load_openspiel("tic_tac_toe", merge=True)
    one, other = [game.position().play_all(moves).state for moves in ([4, 0, 8], [8, 0, 4])]
    assert one == other and hash(one) == hash(other)
    known = {}
    assert solve(game, known=known).kind == "draw"
    assert len(known) == 4520  # the unfinished ones of the 5,478 positions of tic-tac-toe


@openspiel
def test_merged_states_tell_the_players_apart_though_their_texts_do_not():
    # In Breakthrough two positions that print alike may have different players to move.
    game = load_openspiel("breakthrough(rows=4,columns=3)", merge=True)
    known = {}
    solve(game, known=known)
    assert len(known) == 5363
    texts = {}
    for s in known:
        texts.setdefault(str(s.foreign), set()).add(game.to_move(s))
    assert any(len(movers) == 2 for movers in texts.values())


@openspiel
def test_a_function_may_say_what_tells_states_apart():
    def stones(state):
        return frozenset(state.history()[::2]), frozenset(state.history()[1::2])

    game = load_openspiel("tic_tac_toe", merge=stones)
    known = {}
    assert solve(game, known=known).kind == "draw" and len(known) == 4520


@openspiel
def test_merging_where_the_text_hides_nothing_changes_no_value():
    plain = load_openspiel("connect_four(rows=2,columns=3,x_in_row=3)")
    merged = load_openspiel("connect_four(rows=2,columns=3,x_in_row=3)", merge=True)
    assert solve(plain) == solve(merged)


@openspiel
def test_states_never_change():
    for name in ("tic_tac_toe", "python_tic_tac_toe"):
        game = load_openspiel(name)
        start = game.initial()
        for m in game.moves(start):
            game.play(start, m)
        assert list(game.moves(start)) == list(range(9)) and game.text(start) == "start"
        game.foreign_state(start).apply_action(4)
        assert list(game.moves(start)) == list(range(9))
        with pytest.raises(AttributeError):
            start.actions = (4,)


@openspiel
def test_one_who_begins_need_not_be_player_0():
    chess = load_openspiel("chess")
    assert chess.to_move(chess.initial()) == 1
    mate = chess.position().play_all(["f3", "e5", "g4", "Qh4#"])
    assert mate.result.payoff == 1  # player 0 is black


@openspiel
def test_the_same_player_may_move_twice():
    game = load_openspiel("mancala")
    again = game.position().play("3")  # the third house with four seeds ends in the store
    assert again.to_move == 0
    assert alpha_beta(game, again.state, depth=1, evaluate=lambda g, s: 0).nodes > 1


# --- text ---

@openspiel
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "mancala", "go(board_size=3)",
                                  "breakthrough(rows=4,columns=3)", "pentago", "oware"])
def test_text_and_moves_read_back(name):
    game = load_openspiel(name)
    choose = random.Random(7)
    here = game.position()
    while not here.result and len(here.history) < 40:
        assert game.parse(here.text) == here.state
        assert len(set(here.move_texts)) == len(here.moves)
        move = choose.choice(here.moves)
        assert game.parse_move(here.state, game.move_text(here.state, move)) == move
        here = here.play(move)
    assert game.parse(here.text) == here.state


@openspiel
def test_moves_that_are_written_alike_get_their_number():
    game = load_openspiel("tic_tac_toe")

    class Mumbling:
        """OpenSpiel's state, with all actions written alike."""

        def __init__(self, state):
            self.state = state

        def __getattr__(self, name):
            return getattr(self.state, name)

        def action_to_string(self, player, action):
            return "x"

    s = game.play(game.initial(), 0)
    mumbled = type(s)(s.game, s.identity, s.actions, Mumbling(s.foreign))
    assert [game.move_text(mumbled, m) for m in game.moves(mumbled)][:2] == ["x#1", "x#2"]


@openspiel
@pytest.mark.parametrize("text, why", [
    ("", "numbers with commas between, or start"),
    ("4,a", "numbers with commas between"),
    ("4,-1", "numbers with commas between"),
    ("4,²", "numbers with commas between"),
    ("4,4", "action 2, 4, is not legal there"),
    ("9", "action 1, 9, is not legal there"),
    ("0,3,1,4,2,5", "over before action 6"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        load_openspiel("tic_tac_toe").parse(text)


@openspiel
def test_an_illegal_move_is_refused_with_the_legal_ones():
    here = load_openspiel("tic_tac_toe").position()
    with pytest.raises(IllegalMoveError, match=r"player0 may play x\(0,0\), x\(0,1\)"):
        here.play("x(3,3)")


@openspiel
def test_the_example_at_the_top_of_the_module():
    game = load_openspiel("breakthrough(rows=4,columns=3)")
    here = game.position().play("b4b3")
    assert here.text == "14" and f"'{here.text}'" in adapter.__doc__


@openspiel
def test_the_picture_is_openspiels():
    assert load_openspiel("tic_tac_toe").show(load_openspiel("tic_tac_toe").initial()) == (
        "...\n...\n..."
    )


# --- which game ---

@openspiel
@pytest.mark.parametrize("text, spec", [
    ("tic_tac_toe", "openspiel:tic_tac_toe"),
    ("openspiel:tic_tac_toe", "openspiel:tic_tac_toe"),
    ("tic_tac_toe()", "openspiel:tic_tac_toe"),
    ("breakthrough(rows=4,columns=3)", "openspiel:breakthrough:columns=3,rows=4"),
    ("breakthrough:rows=4,columns=3", "openspiel:breakthrough:columns=3,rows=4"),
    ("openspiel:breakthrough:rows=4,merge=true", "openspiel:breakthrough:rows=4,merge=true"),
    ("breakthrough(rows=4):merge=true", "openspiel:breakthrough:rows=4,merge=true"),
    ("tic_tac_toe:merge=true", "openspiel:tic_tac_toe:merge=true"),
    ("tic_tac_toe:merge=false", "openspiel:tic_tac_toe"),
    ("misere(game=tic_tac_toe())", "openspiel:misere(game=tic_tac_toe())"),
    ("misere(game=tic_tac_toe()):merge=true", "openspiel:misere(game=tic_tac_toe()):merge=true"),
])
def test_specs(text, spec):
    game = load_openspiel(text)
    assert game.spec == spec
    assert load_openspiel(spec) == game
    assert hash(load_openspiel(spec)) == hash(game)


@openspiel
def test_a_game_that_is_loaded_already_serves_too():
    import pyspiel

    assert OpenSpielGame(pyspiel.load_game("tic_tac_toe")) == load_openspiel("tic_tac_toe")


@openspiel
@pytest.mark.parametrize("name, why", [
    ("matching_pennies_3p", "it is for 3, and two players are needed"),
    ("catch", "it is for 1, and two players are needed"),
    ("matrix_rps", "its players do not move in turn"),
    ("goofspiel", "its players do not move in turn"),
    ("backgammon", "chance plays along"),
    ("dark_chess", "something in it is hidden"),
])
def test_games_of_another_kind_are_refused_with_the_reason(name, why):
    with pytest.raises(GameError, match=f"{name}.* cannot be played here: {why}$"):
        load_openspiel(name)


@openspiel
def test_a_game_that_is_not_zero_sum_is_refused():
    import pyspiel

    class General:
        """Tic-tac-toe, were it of general sum."""

        def __init__(self):
            self.game = pyspiel.load_game("tic_tac_toe")

        def __getattr__(self, name):
            return getattr(self.game, name)

        def get_type(self):
            kind = self.game.get_type()

            class Kind:
                def __getattr__(self, name):
                    return kind.Utility.GENERAL_SUM if name == "utility" else getattr(kind, name)

            return Kind()

    with pytest.raises(GameError, match="what one player wins is not what the other loses"):
        OpenSpielGame(General())


@openspiel
def test_a_payoff_that_is_not_whole_is_refused():
    game = load_openspiel("tic_tac_toe")
    end = game.position().play_all([0, 3, 1, 4, 2]).state

    class Halved:
        def __init__(self, state):
            self.state = state

        def __getattr__(self, name):
            return getattr(self.state, name)

        def returns(self):
            return [0.5, -0.5]

    halved = type(end)(end.game, end.identity, end.actions, Halved(end.foreign))
    with pytest.raises(GameError, match=r"pays 0.5 at 0,3,1,4,2: only games with whole payoffs"):
        game.outcome(halved)


@openspiel
@pytest.mark.parametrize("text, error, why", [
    ("conect_four", UnknownGameError, r"did you mean connect_four\?"),
    ("python_chess", UnknownGameError, "OpenSpiel has no game 'python_chess'"),
    ("", UnknownGameError, "OpenSpiel has no game ''"),
    ("breakthrough(depth=3)", ParameterError, "Unknown parameter 'depth'"),
    ("breakthrough:depth=3", ParameterError, "Unknown parameter 'depth'"),
    ("breakthrough(rows=many)", ParameterError, "Wrong type for parameter rows"),
    ("breakthrough(rows=4", ParameterError, "Missing closing bracket"),
    ("breakthrough(rows=4):columns=3", ParameterError, "write all of the parameters in the"),
    ("breakthrough:rows", ParameterError, "write name=value"),
    ("breakthrough:merge=perhaps", ParameterError, "merge=perhaps .* say true or false"),
    ("misere", ParameterError, "OpenSpiel refused 'misere'"),
])
def test_what_cannot_be_loaded(text, error, why, capfd):
    with pytest.raises(error, match=why):
        load_openspiel(text)
