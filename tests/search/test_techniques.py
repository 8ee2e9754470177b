"""Each technique saves nodes on a fixed set of positions, and none changes an exact value.

Where a technique helps differs from game to game (Connect Four on 5 × 4, solved without the game's
own hint, takes more nodes with killers than without), so each set says which games it is about.
"""

import random
from collections import Counter
from functools import cache
from types import SimpleNamespace

import pytest
from boards import engine_of, random_position

from zermelo import Limit, load
from zermelo.search.proving import looks_ahead
from zermelo.search.switches import EXACT, Switch
from zermelo.search.trying import may_win_at_once

# Positions of random games, so many plies from the start, and how deep to search them.
DEPTHS = {
    "othello:size=6": (7, (6, 10, 14)),
    "tictactoe:width=8,height=8,k=5": (4, (6, 12)),
    "checkers:quiet_moves=4": (8, (8, 16, 24)),
    "hex:size=4": (6, (1, 2, 3)),
    "connect4:width=5,height=4": (9, (1, 2, 4)),
    "kalah:pits=3,seeds=3": (9, (1, 2, 3)),
}
# Boards that are solved from the start.
WHOLE = ("connect4:width=5,height=4", "domineering:width=4,height=4", "hex:size=4",
         "hexapawn:width=4,height=4", "kalah:pits=3,seeds=3", "othello:size=4",
         "tictactoe:width=4,height=3,k=3", "breakthrough:width=3,height=5,rows=1",
         "isolation:width=4,height=4,blocked=b2", "dots:width=2,height=2",
         "rps:hand_size=3,deck_size=9", "connect4:width=4,height=4,k=3", "tictactoe")

PLAIN = Switch.TABLE | Switch.PRUNING | Switch.SCOUT | Switch.CANDIDATES | Switch.BOUNDS
LEARNT = Switch.KILLERS | Switch.HISTORY | Switch.COUNTERS


@cache
def searched(spec, switches):
    """Nodes and values of the positions of a game."""
    depth, plies = DEPTHS[spec]
    engine = engine_of(spec)
    engine.switches = switches
    nodes, values = 0, []
    for i, number in enumerate(plies):
        for seed in (10 * i, 10 * i + 1):
            engine.clear()
            found = engine.analyze(random_position(spec, seed, number), Limit(depth=depth))
            nodes += found.nodes
            values.append(found.value)
    return nodes, values


@cache
def solved(spec, switches):
    """Nodes and value of a whole game."""
    engine = engine_of(spec)
    engine.switches = switches
    engine.clear()
    found = engine.solve()
    assert found.value.known
    return found.nodes, found.value


def total(search, specs, switches):
    return sum(search(spec, switches)[0] for spec in specs)


def saves(search, specs, switch, others, at_least):
    """How many times more nodes it takes without a technique; the values are the same."""
    for spec in specs:
        assert search(spec, others | switch)[1] == search(spec, others & ~switch)[1]
    factor = (total(search, specs, others & ~switch) / total(search, specs, others | switch))
    assert factor > at_least, f"{factor:.3f}"


def test_pruning():
    shallow = {"othello:size=6": 3, "hex:size=4": 3, "connect4:width=5,height=4": 5,
               "kalah:pits=3,seeds=3": 5}
    nodes = Counter()
    for spec, depth in shallow.items():
        engine = engine_of(spec)
        here = random_position(spec, 1, 4)
        values = []
        for switches in (EXACT, EXACT & ~Switch.TABLE, Switch.CANDIDATES, Switch(0)):
            engine.clear()
            engine.switches = switches
            found = engine.analyze(here, Limit(depth=depth))
            nodes[switches] += found.nodes
            values.append(found.value)
        assert len(set(values)) == 1
    # The same, but for alpha-beta and what needs it.
    assert nodes[EXACT & ~Switch.TABLE] < nodes[Switch(0)] / 3


def test_alpha_beta_alone_saves_nodes():
    nodes = Counter()
    for spec in ("othello:size=6", "hex:size=4", "kalah:pits=3,seeds=3"):
        engine = engine_of(spec)
        here = random_position(spec, 1, 4)
        for switches in (Switch.PRUNING, Switch(0)):
            engine.switches = switches
            nodes[switches] += engine.analyze(here, Limit(depth=4)).nodes
    assert nodes[Switch.PRUNING] < nodes[Switch(0)] / 3


@pytest.mark.long
@pytest.mark.parametrize(("switch", "at_least"), [
    (Switch.TABLE, 2.0), (Switch.ORDER, 1.05),
])
@pytest.mark.few(1, telling=["4-1.05"], long=1)
def test_at_a_depth_in_every_game(switch, at_least):
    saves(searched, tuple(DEPTHS), switch, EXACT, at_least)


@pytest.mark.long
@pytest.mark.parametrize(("switch", "at_least"), [
    (Switch.ORDER, 1.1), (Switch.KILLERS, 1.5), (Switch.HISTORY, 1.7), (Switch.COUNTERS, 1.3),
])
@pytest.mark.few(2)
def test_each_way_of_ordering_helps_by_itself(switch, at_least):
    """Against no order but the table's move, in all of these games together."""
    saves(searched, tuple(DEPTHS), switch, PLAIN, at_least)


@pytest.mark.parametrize("spec", DEPTHS)
@pytest.mark.few(2)
def test_what_is_learnt_helps_in_each_game_where_the_rules_give_no_hint(spec):
    assert searched(spec, PLAIN | LEARNT)[0] < searched(spec, PLAIN)[0]


@pytest.mark.long
def test_expecting_the_first_move_to_be_best_helps_if_it_mostly_is():
    """Not in Othello and Kalah, whose values swing: there it costs 5 %."""
    specs = ("tictactoe:width=8,height=8,k=5", "hex:size=4", "connect4:width=5,height=4")
    saves(searched, specs, Switch.SCOUT, EXACT & ~Switch.ASPIRATION, 1.03)


def test_a_narrow_window_helps_where_values_change_little():
    """Not where one stone decides, in rows and Hex: there it costs a quarter."""
    saves(searched, ("othello:size=6", "checkers:quiet_moves=4", "kalah:pits=3,seeds=3"),
          Switch.ASPIRATION, EXACT, 1.01)


@pytest.mark.parametrize(("switch", "at_least"), [
    (Switch.TABLE, 8.0), (Switch.SYMMETRY, 1.5), (Switch.ORDER, 3.0), (Switch.OUTLOOK, 1.5),
    (Switch.ENHANCED_CUTOFFS, 1.1),
])
@pytest.mark.long_for("8.0", "3.0", "1.5")
def test_solving_whole_games(switch, at_least):
    saves(solved, WHOLE, switch, EXACT, at_least)


@pytest.mark.parametrize(("switch", "at_least"), [
    (Switch.BOUNDS, 4.0), (Switch.WIN_IN_ONE, 2.0), (Switch.TABLE, 15.0)])
@pytest.mark.long_for("15.0")
def test_solving_whole_games_without_hints_for_proofs(switch, at_least):
    """With them these are of less use: an `outlook` tells what they would find."""
    saves(solved, WHOLE, switch, EXACT & ~(Switch.OUTLOOK | Switch.CANDIDATES), at_least)


def test_candidates_where_the_rules_have_some():
    saves(solved, ("connect4:width=5,height=4", "connect4:width=4,height=4,k=3",
                   "breakthrough:width=3,height=5,rows=1"), Switch.CANDIDATES, EXACT, 1.1)


def test_everything_together_saves_most():
    games = ("connect4:width=5,height=4", "othello:size=4", "tictactoe", "kalah:pits=3,seeds=3")
    assert total(solved, games, EXACT) < total(solved, games, Switch.PRUNING | Switch.TABLE) / 3


def test_replies_are_looked_up_where_the_table_may_have_them():
    """By a game's word, if it plays out what is nearly over; else by the technique."""
    game = load("othello:size=4")
    far, near = game.initial(), game.parse("xxx./ooox/oxxo/x..o:x")
    for cutoffs in (True, False):
        assert asks(game, far, decided=True, enhanced_cutoffs=cutoffs)
        assert not asks(game, near, decided=True, enhanced_cutoffs=cutoffs)
        for s in (far, near):
            assert asks(game, s, decided=False, enhanced_cutoffs=cutoffs) == cutoffs
            assert asks(game, s, step=1, decided=True, enhanced_cutoffs=cutoffs) == cutoffs


def asks(game, s, step=0, **use):
    rules = SimpleNamespace(has_nearly_over=True, nearly_over=game.nearly_over, has_decided=True,
                            play=game.play)
    memory = SimpleNamespace(use=SimpleNamespace(**use), step=step)
    return looks_ahead(rules, memory, s, next(game.moves(s)))


@pytest.mark.parametrize("spec", ["breakthrough", "breakthrough:width=4,height=5", "connect4",
                                  "domineering", "tictactoe:width=7,height=7,k=5",
                                  "breakthrough:width=1,height=5,rows=1", "tictactoe"])
@pytest.mark.long_for("breakthrough", "tictactoe:width=7,height=7,k=5")
def test_a_win_at_once_is_looked_for_where_there_may_be_one(spec):
    game = load(spec)
    rules = SimpleNamespace(has_outlook=True, outlook=game.outlook)
    looked, left = 0, 0
    for seed in range(60):
        for here in game.position().random_line(random.Random(seed))[:-1]:
            wins = any(after.result is not None and after.result == (-1) ** here.to_move
                       for after in map(here.play, here.moves))
            looks = may_win_at_once(rules, here.state, 99)
            assert looks or not wins
            looked, left = looked + looks, left + (not looks)
            assert may_win_at_once(rules, here.state, 2)  # which is sooner done
    assert looked and (left or spec == "breakthrough:width=1,height=5,rows=1")
    assert may_win_at_once(SimpleNamespace(has_outlook=False), None, 99)
