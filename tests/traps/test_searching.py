"""The traps that other libraries fell into, numbered as in their list: searching.

Beside what they concern: tables on disk (6) in `solve/test_table.py`; how the search's table makes
room (11) in `search/test_table.py`; the wheel (18) in `.ci/run`, which plays a game from it.
"""

import random

import pytest

from plain_play import all_from
from small_games import Binary, Chain, Ordered, Ring, Spy, random_tree, with_players
from ticking import Ticking
from traps.trap_games import SMALL, every_game, random_states
from zermelo import Engine, Limit, load
from zermelo.errors import GameError, LimitError, RulesError
from zermelo.evaluation import evaluator_for
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.textbook import alpha_beta, deepen, minimax, negamax, solve
from zermelo.textbook.minimax import value_leaf

# --- 4. assumed alternation ---

@pytest.mark.parametrize("search", [minimax, alpha_beta, negamax])
def test_trap_4_a_player_who_moves_twice_takes_ten_and_not_one(search):
    tree = {"player": "max", "children": {
        "here": {"player": "max", "children": [0, 10]},
        "there": {"player": "max", "children": [1, 1]},
    }}
    found = search(tree)
    assert (found.value, found.line) == (10, (0, 1))


@pytest.mark.parametrize("spec", ["dots:width=2,height=1", "kalah:pits=2,seeds=2",
                                  "othello:size=4"])
def test_trap_4_on_games_that_do_not_alternate(spec):
    game = load(spec)
    here = game.position()
    while len(here.moves) > 1 and len(here.history) < 3:
        here = here.play(here.moves[0])
    exact = solve(here)
    assert (minimax(here).value == alpha_beta(here).value == negamax(here).value
            == exact.score)


def test_trap_4_games_really_do_not_alternate():
    for spec in ("dots:width=2,height=2", "kalah:pits=3,seeds=2"):
        game, again = load(spec), 0
        for s in random_states(game):
            again += sum(game.to_move(game.play(s, m)) == game.to_move(s)
                         for m in game.legal_moves(s) if game.outcome(game.play(s, m)) is None)
        assert again > 0


# --- 5. depth bonus × table ---

@pytest.mark.parametrize("spec", ["hexapawn:width=3,height=3", "nim:heaps=2+3+3", "hex:size=2",
                                  "isolation:width=3,height=2"])
def test_trap_5_distances_survive_the_table(spec):
    # One table over all states, filled from the middle out, against a search without any.
    game, known = load(spec), {}
    states = sorted(all_from(game))
    random.Random(5).shuffle(states)
    for s in states:
        assert repr(solve(game, s, known=known)) == repr(alpha_beta(game, s,
                                                                    leaf=value_leaf()).value)


@pytest.mark.long
def test_trap_5_tic_tac_toe_in_any_order():
    game, known, exact = load("tictactoe"), {}, {}
    solve(game, known=exact)
    states = sorted(exact)
    random.Random(6).shuffle(states)
    for s in states:
        assert repr(solve(game, s, known=known)) == repr(exact[s])


# --- 6. tables that do not fit each other ---

def test_trap_6_what_one_call_learned_serves_the_next():
    game, known = load("connect4:width=4,height=4"), {}
    late = game.parse("1122")
    assert repr(solve(game, late, known=known)) == repr(solve(game, late))
    assert known[late] is solve(game, late, known=known)


# --- 7. arguments ignored ---

def test_trap_7_every_argument_counts():
    tree = [[1, 2], [3, [4, 5]]]

    def flat(game, s):
        return -7

    for search in (minimax, alpha_beta, negamax):
        assert search(tree).value == 3
        assert search(tree, (1,)).value == 3 and search(tree, (0,)).value == 1
        assert search(tree, depth=1, evaluate=flat).depth == 1
        assert search(tree, evaluate=flat).value == -7
    for search in (minimax, alpha_beta):
        assert search(tree, leaf=lambda game, s, ply: ply).value == 2
        assert search(tree, trace=True).tree is not None
        assert search(tree, evaluate=flat, limit=Limit(depth=1)).depth == 1
        with pytest.raises(LimitError):
            search(tree, limit=Limit(nodes=2))
        with pytest.raises(LimitError):
            search(Binary(), limit=Limit(time=0.01))
    assert negamax(tree, prune=False).nodes > negamax(tree).nodes
    assert len(list(deepen(tree, evaluate=flat, limit=Limit(depth=2)))) == 2
    assert len(list(deepen(tree, evaluate=lambda game, s: game.outcome(s) or 0))) == 3
    with pytest.raises(LimitError):
        solve(tree, nodes=1)


# --- 9. recursion ---

@pytest.mark.parametrize("search", [minimax, alpha_beta, negamax])
def test_trap_9_five_thousand_plies_and_no_recursion_error(search):
    assert search(Chain(5000)).value == 1
    assert repr(solve(Chain(5000))) == "win in 5000"


def test_trap_9_a_game_with_a_cycle_is_refused_and_not_searched_for_ever():
    with pytest.raises(RulesError, match="can return to"):
        solve(Ring(4))
    with pytest.raises(LimitError):
        alpha_beta(Ring(4), limit=Limit(nodes=5000))


# --- 10. no clock ---

@pytest.mark.parametrize("search", [minimax, alpha_beta])
def test_trap_10_a_search_stops_on_time(search, monkeypatch):
    clock = Ticking().within(monkeypatch, "zermelo.textbook.trace")
    with pytest.raises(LimitError, match="after 99 nodes"):
        search(load("connect4"), limit=Limit(time=100))
    assert clock.gone <= 101


def test_trap_10_a_deepening_search_stops_on_time_with_an_answer(monkeypatch):
    game = load("othello")
    clock = Ticking().within(monkeypatch, "zermelo.textbook.deepening", "zermelo.textbook.trace")
    *_, last = deepen(game, evaluate=evaluator_for(game), limit=Limit(time=300))
    assert clock.gone <= 302
    assert last.move in game.legal_moves(game.initial())


# --- 11. weak tables ---

@pytest.mark.parametrize("megabytes", [0.01, 1])
def test_trap_11_the_table_keeps_its_size_and_outlives_a_move(megabytes):
    engine = Engine(load("connect4:width=5,height=4"), table_mb=megabytes, native=False)
    found = engine.analyze(None, Limit(depth=7))
    after = engine.game.position().play(found.move)
    again = engine.analyze(after, Limit(depth=6))
    held = engine._searcher.table.buckets  # of 64 bytes
    assert 0 < len(held) <= max(16, megabytes * 2**20 / 64) and max(held) < engine._searcher.buckets
    engine.clear()
    anew = engine.analyze(after, Limit(depth=6))
    assert again.value == anew.value and again.nodes < anew.nodes  # some of it was known already


# --- 12. off-by-one depth ---

@pytest.mark.parametrize("search", [minimax, alpha_beta, negamax])
@pytest.mark.parametrize("depth", [0, 1, 4])
def test_trap_12_depth_4_does_not_reach_depth_5(search, depth):
    spy = Spy(Binary())
    search(spy, depth=depth, evaluate=lambda game, s: len(s))
    assert max(map(len, spy.seen)) == depth


# --- 14. iterative deepening that does not deepen ---

def test_trap_14_each_iteration_is_deeper_on_one_clock_and_none_is_half_done(monkeypatch):
    now, game = [0.0], load("connect4")
    standard = evaluator_for(game)
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def slowly(game, s):
        now[0] += 1
        return standard(game, s)

    found = list(deepen(game, evaluate=slowly, limit=Limit(time=500)))
    assert [f.depth for f in found] == list(range(1, len(found) + 1)) and len(found) >= 3
    assert now[0] <= 500
    for f in found:
        assert f == alpha_beta(game, depth=f.depth, evaluate=standard)
    assert [f.nodes for f in found] == sorted({f.nodes for f in found})


# --- 15. ordering upside down ---

OPENINGS = {
    "connect4": ("connect4", ["4433", "435", "1234567", "44444"], 4),
    "othello": ("othello:size=6", [3, 4, 5, 6], 4),
}


def after(game, opening):
    if isinstance(opening, str):
        return game.parse(opening)
    s, choose = game.initial(), random.Random(opening)
    for _ in range(opening):
        s = game.play(s, choose.choice(game.legal_moves(s)))
    return s


@pytest.mark.parametrize("name", OPENINGS)
@pytest.mark.long_for("connect4")
def test_trap_15_the_order_hint_puts_good_moves_first(name):
    spec, openings, depth = OPENINGS[name]
    game = load(spec)
    standard = evaluator_for(game)

    def nodes(searched, s):
        found = alpha_beta(searched, s, depth=depth, evaluate=lambda _, s: standard(game, s))
        return found.value, found.nodes

    total = [0, 0, 0]
    for opening in openings:
        s = after(game, opening)
        searches = [nodes(g, s) for g in (Ordered(game), game, Ordered(game, best_first=False))]
        assert len({value for value, _ in searches}) == 1  # whatever the order, the value stays
        total = [before + n for before, (_, n) in zip(total, searches, strict=True)]
    best_first, as_they_come, worst_first = total
    assert best_first < 0.8 * worst_first
    assert best_first < as_they_come


@every_game
@pytest.mark.few(4, telling=["rps", "chess"], long=1)
@pytest.mark.long_for("chess")
def test_trap_15_no_order_hint_is_upside_down(name):
    game = load("kalah" if name == "kalah" else SMALL[name])  # few pits are no choice
    if type(game).order is Game.order:
        return
    best_first = worst_first = 0
    for opening in range(1, 5):
        s = after(game, opening)
        for upright in (True, False):
            found = alpha_beta(Ordered(game, upright), s, depth=2 if name == "chess" else 5,
                               evaluate=lambda _, s: evaluator_or_payoff(game, s))
            best_first += found.nodes * upright
            worst_first += found.nodes * (not upright)
    assert best_first < worst_first


def evaluator_or_payoff(game, s):
    try:
        return evaluator_for(game)(game, s)
    except GameError:
        return game.outcome(s) or 0


# --- 17. pruning outside the loop ---

def test_trap_17_pruning_cuts_and_changes_no_value():
    rng = random.Random(17)
    for _ in range(200):
        tree = random_tree(rng, depth=4)
        for game in (Tree(tree), Tree(with_players(rng, tree))):
            assert minimax(game).value == alpha_beta(game).value == negamax(game).value


@pytest.mark.parametrize("spec, depth", [("connect4", 4), ("othello", 4), ("checkers", 4),
                                         ("breakthrough:width=4,height=6", 3), ("kalah", 4)])
def test_trap_17_pruning_saves_most_nodes_of_a_game(spec, depth):
    game = load(spec)
    standard = evaluator_for(game)
    plain = minimax(game, depth=depth, evaluate=standard)
    pruned = alpha_beta(game, depth=depth, evaluate=standard)
    assert plain.value == pruned.value
    assert pruned.nodes < 0.6 * plain.nodes
