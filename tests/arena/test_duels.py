"""Whole games in a kernel: the moves that engines find, and the points that they make."""

import random
from itertools import pairwise

import pytest

from zermelo import Engine, Limit, load
from zermelo.arena.duel import Duel, run
from zermelo.arena.duels import Conditions, Duels, Met, looked_at, meet
from zermelo.arena.factorial import between, factorial, reweighted
from zermelo.arena.selfplay import about, keep
from zermelo.arena.statistics import elo_of_results
from zermelo.arena.store import Store
from zermelo.compiler.build import built
from zermelo.compiler.records import layout_of
from zermelo.compiler.targets import Gpu
from zermelo.errors import LimitError, ParameterError
from zermelo.evaluation import LinearEvaluator
from zermelo.kernel.lanes import Lanes
from zermelo.search.memory import Memory, Table
from zermelo.search.switches import NOTHING, Switch
from zermelo.wandering import random_play

NODES = 400


def player(spec, without=NOTHING, evaluator="standard"):
    """An engine that has its techniques from the first node, but for some."""
    engine = Engine(load(spec), evaluator, selective=True, table_mb=0.5)
    engine.switches &= ~without
    return engine


def moves_of(duels):
    """Those of the last game."""
    row, fields = duels._jobs.rows[0].tolist(), layout_of(Duel).fields
    first = fields["moves"][0]
    return row[first : first + row[fields["plies"][0]]]


@pytest.mark.long
@pytest.mark.parametrize("spec", ["breakthrough:width=5,height=5", "othello:size=6", "checkers"])
@pytest.mark.few(1, telling=["breakthrough"], long=2)
def test_the_moves_are_those_that_engines_find(spec):
    one, other = player(spec), player(spec, Switch.REDUCTIONS | Switch.FOLLOW_UPS)
    duels = Duels(one, [other], Lanes(), 2)
    duels.played(Conditions(1, NODES, opening=6, resign=1000, seed=16), lambda done, total: None)
    here, moves = one.game.position(), moves_of(duels)
    assert len(moves) > 20
    players = [other, one]  # the last game is the one with sides changed
    for engine in players:
        engine.clear()
    for ply, move in enumerate(moves[:40]):
        if ply >= 6:
            found = players[here.to_move].analyze(here, Limit(nodes=NODES))
            assert found.move == move, (ply, here.text)
        here = here.play(move)


@pytest.mark.long
def test_who_plays_against_itself_breaks_even():
    one = player("breakthrough:width=5,height=5")
    [found] = meet(one, [one], pairs=6, nodes=200)
    assert found.pairs == (0, 0, 6, 0, 0) and found.points == 6 and found.games == 12
    assert found.nodes > 12 * 200


@pytest.mark.long
def test_who_has_no_opinion_loses():
    """Weights are what stands in a player's memory: others are another player."""
    one = player("othello:size=6")
    weightless = one.evaluator.with_weights(**dict.fromkeys(one.evaluator.weights, 0.0))
    told = []
    found = meet(one, [one, player("othello:size=6", evaluator=weightless)], pairs=10, nodes=300,
                 told=lambda done, total: told.append((done, total)))
    assert found[0].pairs == (0, 0, 10, 0, 0)
    assert found[1].points > 14 and found[1].elo.low > 0
    assert told[-1] == (40, 40)


@pytest.mark.long
def test_an_opening_that_ends_the_game_is_no_pair():
    one = player("tictactoe")
    [found] = meet(one, [one], pairs=5, nodes=100, opening=6)
    assert found.games == 10
    with pytest.raises(LimitError, match="too many games end within 9 random moves"):
        meet(one, [one], pairs=5, nodes=100, opening=9)


@pytest.mark.long
def test_players_must_be_alike():
    one = player("breakthrough:width=5,height=5")
    with pytest.raises(ParameterError, match="have the same game"):
        meet(one, [player("checkers")], pairs=1, nodes=1)
    with pytest.raises(LimitError, match="0 pairs of games"):
        meet(one, [one], pairs=0, nodes=1)
    with pytest.raises(LimitError, match="an opening of 400 plies makes no sense: give 0 to 399"):
        meet(one, [one], pairs=1, nodes=1, opening=400)
    with pytest.raises(ParameterError, match="is dealt"):
        cards = Engine(load("rps:deck_size=3,hand_size=1"), None)
        meet(cards, [cards], pairs=1, nodes=1)


def test_who_is_stopped_has_the_pairs_that_are_finished():
    one = player("breakthrough:width=5,height=5")

    def told(done, total):
        if done == 7:
            raise KeyboardInterrupt

    [found] = meet(one, [one], pairs=20, nodes=100, told=told)
    assert found.pairs == (0, 0, 3, 0, 0)
    assert Met((0,) * 5, 0).elo is None is Met((0,) * 5, 0).error


def test_its_error_has_an_end_if_it_is_known():
    found = Met((0, 2, 5, 1, 0), 1)
    assert found.error == elo_of_results((0, 2, 5, 1, 0)).error < 100
    assert Met((0, 0, 0, 0, 1), 1).error is None


class Several(Lanes):
    """As a GPU's: games are played a few plies at a time, and more of them than there are lanes."""

    many = True

    def room(self, asked):
        return 10 * asked  # for five lanes


@pytest.mark.parametrize("spec", ["breakthrough:width=5,height=5", "checkers"])
@pytest.mark.long_for("checkers")
def test_it_does_not_matter_how_many_lanes_there_are(spec):
    one = player(spec)
    others = [player(spec, Switch.HISTORY | Switch.FOLLOW_UPS), player(spec, Switch.TABLE)]
    alone = meet(one, others, pairs=4, nodes=100, seed=2)
    assert meet(one, others, pairs=4, nodes=100, seed=2, device=Several()) == alone
    assert meet(one, others, pairs=4, nodes=100, seed=3) != alone


@pytest.mark.long
def test_it_compiles_for_a_gpu():
    one = player("tictactoe")
    made = built(one.game, run, (Duel, Memory, Table, Memory, Table),
                 one._searcher.kernels.extra, Gpu())
    assert b".entry entries(" in made.code


@pytest.mark.long
def test_all_changes_at_once():
    """What everybody can tell, and what nobody can: whether it has an opinion, and whether it skips
    turns where nobody can."""
    spec = "othello:size=6"
    whole = player(spec)
    nothing = whole.evaluator.with_weights(**dict.fromkeys(whole.evaluator.weights, 0.0))
    changes = {"an opinion": reweighted(nothing, whole.evaluator),
               "skipping": between(player(spec, Switch.NULL_MOVE), whole)}
    found = factorial(whole, changes, Conditions(60, 200), device=Several())
    assert found["an opinion"].elo > 2 * found["an opinion"].error > 0
    assert abs(found["skipping"].elo) < 2 * found["skipping"].error
    with pytest.raises(LimitError, match="2 games say nothing about 2 changes: play more of them"):
        factorial(whole, changes, Conditions(1, 1))
    with pytest.raises(ParameterError, match="no change to be measured"):
        factorial(whole, {}, Conditions(1, 1))


@pytest.mark.parametrize("spec", ["breakthrough:width=5,height=5", "othello:size=6"])
def test_games_with_itself_are_kept_as_any_others(spec, tmp_path):
    engine, asked = player(spec), Conditions(12, 100, opening=4, seed=1)
    with Store.create(tmp_path / "own.arena", about(engine.game, asked)) as store:
        keep(store, engine, asked, device=Several())
        games = store.games()
    assert len(games) == 12 == len({game.moves for game in games})
    views = []
    assert any(isinstance(value, float) for game in games for value in game.evaluations)
    for one in games:
        here = engine.game.position()
        for mover, move in zip(one.movers, one.moves, strict=True):
            assert here.to_move == int(mover)
            here = here.play(move)
        assert one.evaluations[:4] == (None,) * 4 and len(one.evaluations) == len(one.moves)
        thought = [value for value in one.evaluations if isinstance(value, float)]
        views += [a * b for a, b in pairwise(thought)]
        if one.how == "rules":
            assert here.result is not None and here.result.payoff == one.payoff
        else:
            assert here.result is None
    assert sum(views) > 0  # both players speak of what the first one has


@pytest.mark.parametrize("spec", ["breakthrough:width=5,height=5", "checkers",
                                  pytest.param("chess", marks=pytest.mark.slow)])
@pytest.mark.long_for("checkers")
def test_positions_are_looked_at_as_the_engine_does(spec):
    engine, nodes = player(spec), 2000
    states = [step.state for step in list(random_play(engine.game, engine.game.initial(),
                                                      random.Random(3), 24))[:20:3]]
    found = looked_at(engine, states, nodes, device=Several())
    assert found == looked_at(engine, states, nodes) and len({*found}) > 3
    assert sum(abs(value) < 1000 for value in found) > 2
    for state, value in zip(states, found, strict=True):
        engine.clear()
        thought = engine.analyze(state, Limit(nodes=nodes))
        own = value if thought.view == 0 else -value
        assert own == pytest.approx(thought.value.score) or (
            thought.proven and own * thought.value.score > 1000)
    with pytest.raises(LimitError, match="0 nodes are none"):
        looked_at(engine, states, 0)


@pytest.mark.long
def test_opinions_of_another_evaluator_are_forgotten():
    """An evaluator of many weights keeps what it said: not beyond the game, after which the lane
    has another player."""
    game = load("breakthrough:width=5,height=5")
    features = {f"feature {i}": (lambda game, s, i=i: 0.0 + (s.white >> i & 1) - (s.black >> i & 1))
                for i in range(25)}
    features |= {f"none {i}": (lambda game, s: 0.0) for i in range(10)}
    many = LinearEvaluator("many", features, dict.fromkeys(features, 0.0))
    engine = Engine(game, many, selective=True)
    changes = {name: reweighted(many.with_weights(**{name: -1.0}), many.with_weights(**{name: 1.0}))
               for name in list(features)[:25]}
    asked = Conditions(20, 150, opening=1)
    assert factorial(engine, changes, asked) == factorial(engine, changes, asked, device=Several())


def test_who_sees_no_hope_three_times_in_a_row_gives_up():
    engine = player("othello:size=6")
    asked = Conditions(12, 200, opening=4, resign=4.0)
    found = Duels(engine, [engine], Several(), 24).played(asked, lambda done, total: None)
    given_up = 0
    for unit, end in found.items():
        here = engine.game.position().play_all(end.moves)
        if here.result is None:
            given_up += 1
            loser = here.to_move if not unit.swapped else 1 - here.to_move
            assert end.halves == (0 if loser == 0 else 2)
            own = [value for value, before in zip(
                end.values, movers_of(engine.game, end.moves), strict=True)
                if before == here.to_move]
            assert all(value <= -4000 for value in own[-2:]) and len(own) >= 2
    assert given_up > 6


def movers_of(game, moves):
    """Whose move each was."""
    here, movers = game.position(), []
    for move in moves:
        movers.append(here.to_move)
        here = here.play(move)
    return movers
