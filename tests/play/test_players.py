"""Players by their text, and what they choose."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import Limit, load
from zermelo.errors import GameError, LimitError, ParameterError
from zermelo.evaluation import evaluator_for
from zermelo.play import Clock, Human, TimeControl, player_named
from zermelo.play.callables import CallablePlayer
from zermelo.play.engine_player import EnginePlayer
from zermelo.play.levels import LEVELS, LevelPlayer
from zermelo.play.player import Resigned
from zermelo.play.simple import GreedyPlayer, RandomPlayer, TextbookPlayer
from zermelo.search.switches import Switch
from zermelo.textbook import solve

HERE = Path(__file__).parent
GAME = load("tictactoe")
ONE_MOVE_WINS = "xx./oo./...:x"


def somewhere(data, game):
    """A position in the middle of a random game."""
    here = game.position()
    for _ in range(data.draw(st.integers(0, 6))):
        if here.play(here.moves[0]).result is not None:
            break
        after = here.play(data.draw(st.sampled_from(here.moves)))
        if after.result is not None:
            break
        here = after
    return here


@pytest.mark.parametrize("text, kind", [
    ("random", RandomPlayer), ("random:seed=3", RandomPlayer), ("greedy", GreedyPlayer),
    ("greedy:seed=2", GreedyPlayer), ("minimax:depth=2", TextbookPlayer),
    ("alphabeta", TextbookPlayer), ("engine:depth=2", EnginePlayer),
    ("engine:time=0.05,nodes=500,threads=1,table=1,selective=no", EnginePlayer),
    ("engine:nodes=500,without=null-move+scout,resign=9", EnginePlayer),
    ("level:3", LevelPlayer), ("level:3,seed=5", LevelPlayer),
    (f"{HERE / 'misbehaving.py'}:first_move", CallablePlayer),
    (f"{HERE / 'misbehaving.py'}:first_text", CallablePlayer),
    (f"{HERE / 'misbehaving.py'}:WithGame", None),
])
def test_players_by_their_text(text, kind):
    player = player_named(text, GAME)
    assert kind is None or type(player) is kind
    assert player.name == text
    here = GAME.position(ONE_MOVE_WINS)
    assert here.play(player.choose(here, Clock())).previous is here
    player.close()


@pytest.mark.parametrize("text, words", [
    ("", "there is no player ''; there are random, greedy"),
    ("randm", "there is no player 'randm' (did you mean random?)"),
    ("human", "there is no player 'human'"),
    ("random:seed", "'seed' in 'random:seed' is not a setting: write name=value"),
    ("random:seed=x", "seed=x in 'random:seed=x': give a whole number"),
    ("random:sed=3", "random has no setting 'sed' (did you mean seed?); it takes seed"),
    ("random:seed=1,seed=2", "'seed' stands twice"),
    ("minimax:depth=0", "a depth of 0 makes no sense for a player"),
    ("minimax:depth=2.5", "depth=2.5 in 'minimax:depth=2.5': give a whole number"),
    ("engine:time=soon", "time=soon in 'engine:time=soon': give a number"),
    ("engine:selective=perhaps", "give yes or no"),
    ("engine:without=nul-move", "there is no technique 'nul-move' (did you mean null-move?)"),
    ("engine:resign=soon", "resign=soon in 'engine:resign=soon': give a number"),
    ("engine:deepth=3", "(did you mean depth?)"),
    ("engine:threads=0", "an engine cannot have 0 threads"),
    ("level", "'level' does not say which level: write level:1 to level:10"),
    ("level:x", "does not say which level"),
    ("level:0", "there is no level 0: give 1 (beginner) to 10"),
    ("level:11", "there is no level 11"),
    ("program:", "does not say which program"),
    ("program:./there-is-none --x", "there is no program './there-is-none'"),
    ("program:'unclosed", "cannot be read as a command"),
    ("nothere.py:f", "there is no file 'nothere.py'"),
    (f"{HERE / 'misbehaving.py'}", "does not say which function"),
    (f"{HERE / 'misbehaving.py'}:rises", "has no 'rises' (did you mean raises?)"),
    (f"{HERE / 'misbehaving.py'}:number", "number is a int, and not a function"),
])
def test_texts_that_name_no_player(text, words):
    with pytest.raises((ParameterError, LimitError, GameError)) as refused:
        player_named(text, GAME)
    assert words in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["engine:depth=-1", "engine:nodes=0", "engine:time=0"])
def test_limits_that_make_no_sense(text):
    with pytest.raises(LimitError, match="makes no sense"):
        player_named(text, GAME)


@pytest.mark.parametrize("text", ["random:seed=3", "greedy:seed=3", "level:2,seed=3"])
@pytest.mark.long_for("level:2,seed=3")
def test_the_same_seed_gives_the_same_game_again(text):
    game = load("othello:size=4")

    def moves_of(seed):
        player = player_named(text, game)
        player.begin(seed)
        here = game.position()
        while here.result is None:
            here = here.play(player.choose(here, Clock()))
        return here.history

    assert moves_of(1) == moves_of(1)
    assert len({tuple(moves_of(seed)) for seed in range(8)}) > 1


def test_random_moves_are_equally_likely():
    player, here = RandomPlayer(), GAME.position()
    drawn = Counter(player.choose(here, Clock()) for _ in range(9000))
    assert len(drawn) == 9 and all(850 < n < 1150 for n in drawn.values())


@pytest.mark.parametrize("text", ["greedy", "minimax:depth=1", "alphabeta:depth=1",
                                  "engine:depth=1"])
def test_a_win_in_one_is_taken(text):
    assert player_named(text, GAME).choose(GAME.position(ONE_MOVE_WINS), Clock()) == 2
    after = GAME.position("oo./xx./x..:o")
    assert player_named(text, GAME).choose(after, Clock()) == 2  # and by the second player


@pytest.mark.long
@given(st.data())
@settings(max_examples=30, deadline=None)
def test_greedy_takes_the_best_position_by_its_evaluator(data):
    game = load("connect4:width=5,height=4")
    judge = evaluator_for(game)
    here = somewhere(data, game)
    chosen = here.play(GreedyPlayer(judge).choose(here, Clock()))
    sign = 1 if here.to_move == 0 else -1
    worth = [sign * judge(game, here.play(m).state) for m in here.moves]
    assert sign * judge(game, chosen.state) == max(worth)


@given(st.data(), st.sampled_from(["minimax:depth=9", "alphabeta:depth=9", "engine:depth=9"]))
@settings(max_examples=15, deadline=None)
def test_whoever_sees_the_end_plays_perfectly(data, text):
    here = somewhere(data, GAME)
    if len(here.moves) > 6:
        return
    after = here.play(player_named(text, GAME).choose(here, Clock()))
    sign = 1 if here.to_move == 0 else -1
    best = max(sign * solve(GAME, here.play(m).state).score for m in here.moves)
    assert sign * solve(GAME, after.state).score == best


@pytest.mark.parametrize("text", ["engine:depth=60", "minimax:depth=30", "level:10"])
@pytest.mark.few(2, telling=["minimax"])
def test_players_keep_to_their_clock(text):
    game = load("connect4")
    player = player_named(text, game)
    player.begin(0)
    clock = Clock(TimeControl(per_move=0.5))
    assert player.choose(game.position(), clock) in range(7)
    assert clock.used < 10  # and not for ever, as it would without a clock


def test_an_engine_thinks_within_its_limit():
    player = EnginePlayer(GAME, Limit(depth=3), native=False)
    depths = []
    player.listen = lambda found: depths.append(found.depth)
    player.choose(GAME.position(), Clock())
    assert depths == [1, 2, 3] and player.found.depth == 3


def test_an_engine_does_without_what_is_named():
    player = player_named("engine:nodes=500,without=scout+reductions", GAME)
    assert not player.engine.switches & (Switch.SCOUT | Switch.REDUCTIONS)
    assert player.engine.switches & (Switch.TABLE | Switch.QUIESCENCE)


@pytest.mark.long
def test_an_engine_resigns_when_it_was_behind_three_times_in_a_row():
    chess = load("chess")
    here = chess.position("4k3/8/8/8/8/8/QQ6/4K3 b - - 0 1")
    player = player_named("engine:depth=1,resign=9", chess)
    assert player.choose(here, Clock()) == player.choose(here, Clock())
    with pytest.raises(Resigned):
        player.choose(here, Clock())
    player.begin(0)
    player.choose(here, Clock())
    even = chess.position()
    for _ in range(3):  # each time there is hope again
        player.choose(even, Clock())
        player.choose(here, Clock())
        player.choose(here, Clock())


def test_a_person_is_asked_until_the_move_is_legal():
    asked = []
    answers = iter(["nonsense", "a1", "  B2 "])

    def read(position, clock, problem):
        asked.append(problem)
        return next(answers)

    here = GAME.position().play("a1")
    assert Human(read).choose(here, Clock()) == 4
    assert asked[0] == "" and "illegal move 'nonsense' in" in asked[1] and "'a1'" in asked[2]


def test_there_are_ten_levels_each_stronger_on_paper():
    assert list(LEVELS) == list(range(1, 11))
    slips = [recipe.slips for recipe in LEVELS.values()]
    assert slips == sorted(slips, reverse=True) and slips[7:] == [0] * 3
    depths = [recipe.limit.depth for recipe in LEVELS.values() if recipe.limit.depth]
    assert depths == sorted(depths)
    nodes = [recipe.limit.nodes for recipe in LEVELS.values()]
    assert nodes[9] is None and nodes[:9] == sorted(nodes[:9])
    assert not LEVELS[10].limit  # nothing holds full strength back but its clock


def test_a_level_slips_as_often_as_it_says():
    game = load("tictactoe")
    player = LevelPlayer(game, 2, native=False)
    here = game.position(ONE_MOVE_WINS)
    won = sum(player.choose(here, Clock()) == 2 for _ in range(400))
    slips = LEVELS[2].slips
    expected = 400 * (1 - slips + slips / 5)  # a slip hits the win, too, once in five
    assert abs(won - expected) < 45


@pytest.mark.long
@pytest.mark.parametrize("text", ["perfect", "perfect play", "perfect:time=3,nodes=100000"])
@pytest.mark.few(1)
def test_perfect_play_proves_its_moves(text):
    """In positions where one move alone holds, and where a win is far for shallow searches."""
    game = load("tictactoe")
    player = player_named(text, game)
    for position in ("x../.../...:o", "xo./.../...:x", "x../.o./..x:o"):
        here = game.position(position)
        after = here.play(player.choose(here, Clock()))
        value, before = solve(game, after.state), solve(game, here.state)
        assert value.kind == before.kind
    assert player.found.value.proven


@pytest.mark.long
def test_perfect_play_answers_where_nothing_can_be_proven():
    game = load("othello")
    player = player_named("perfect:nodes=200,time=1", game)
    assert player.choose(game.position(), Clock()) in game.position().moves
