"""Complexity: counts against plain recursion and published numbers, estimates against counts."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings

from plain_play import all_from
from small_games import Chain, Chomp, Endless, Ring, Stuck, TakeAway, leaves_of, trees
from zermelo import Game, load
from zermelo.analysis import random_games as playing
from zermelo.analysis.complexity import complexity_of
from zermelo.analysis.intervals import ratio
from zermelo.analysis.random_games import LONGEST, Orders, Played, play_one, random_games
from zermelo.analysis.sizes import MARKOV, at_least, counted, estimated
from zermelo.analysis.skill import INFINITY, Study
from zermelo.errors import LimitError, RulesError
from zermelo.games.tree import Tree
from zermelo.solve import Graph, count_positions
from zermelo.solve.counting import count_tree

SMALL = ["hexapawn", "nim:heaps=1+2+3", "dots:width=2,height=1", "dots:width=1,height=1",
         "tictactoe:width=3,height=2", "kalah:pits=2,seeds=2", "isolation:width=3,height=2",
         "rps:deck_size=3,hand_size=1", "rps:deck_size=4,hand_size=2,width=2,height=2,chains=true",
         "domineering:width=3,height=3"]


def walk(game, state):
    """Leaves, nodes, the shortest and the longest game, the most moves: position by position."""
    moves = game.legal_moves(state)
    if not moves:
        return 1, 1, 0, 0, 0
    below = [walk(game, game.play(state, m)) for m in moves]
    leaves, nodes, shortest, longest, widest = zip(*below, strict=True)
    return (sum(leaves), 1 + sum(nodes), 1 + min(shortest), 1 + max(longest),
            max(len(moves), *widest))


def walk_all(game):
    found = [walk(game, state) for _, state in game.deals()]
    leaves, nodes, shortest, longest, widest = zip(*found, strict=True)
    return sum(leaves), sum(nodes), min(shortest), max(longest), max(widest)


# --- counted ---


@pytest.mark.long
def test_tic_tac_toe_as_published():
    found = complexity_of(load("tictactoe"), native=False)
    assert (found.leaves.count, found.nodes.count) == (255_168, 549_946)
    assert (found.positions.count, found.up_to_symmetry.count) == (5_478, 765)
    assert (found.shortest, found.longest, found.greatest) == (5, 9, 9)
    assert found.exact and found.leaves.exact and found.positions.exact


@pytest.mark.parametrize("spec, positions", [
    ("connect4:width=4,height=4", 161_029), ("tictactoe", 5_478)])  # John Tromp's, and folklore
@pytest.mark.long_for("161029")
def test_state_spaces_as_published(spec, positions):
    assert count_positions(load(spec)) == positions


def test_a_count_stops_at_the_most_that_is_wanted():
    assert count_positions(load("tictactoe"), 5_478) == 5_478
    assert count_positions(load("tictactoe"), 5_477) is None


@pytest.mark.parametrize("spec", SMALL)
def test_counts_are_those_of_plain_recursion(spec):
    game = load(spec)
    found = complexity_of(game, native=False, games=20)
    assert (found.leaves.count, found.nodes.count, found.shortest, found.longest,
            found.greatest) == walk_all(game)
    assert found.positions.count == count_positions(game)
    assert found.up_to_symmetry.count == len({
        game.key(game.canonical(s)) for s in all_from(game, (s for _, s in game.deals()))})


@pytest.mark.parametrize("game", [Chomp(3, 3), TakeAway(9), Chain(12)], ids=repr)
def test_counts_of_games_of_ones_own(game):
    found = complexity_of(game, native=False, games=20)
    assert (found.leaves.count, found.nodes.count, found.shortest, found.longest,
            found.greatest) == walk_all(game)


def test_a_count_may_have_more_digits_than_a_float():
    game = load("dots:width=3,height=2")  # no line is ever illegal: 17! ways to draw all
    assert count_tree(Graph.of(game), [game.initial()]).games == math.factorial(17)
    game = load("nim:heaps=40")
    assert count_tree(Graph.of(game, native=False), [game.initial()]).games == 2**39


def test_what_takes_too_long_is_no_count():
    with pytest.raises(LimitError, match=r"after [\d,]+ positions the 0\.2 seconds are over"):
        Graph.of(load("hex:size=5"), native=False, seconds=0.2)
    found = complexity_of(load("hex:size=5"), native=False, games=50, seconds=0.3, most=500)
    assert not found.exact and found.leaves.kind != "counted"
    assert found.positions.kind == "at least" and found.up_to_symmetry is None
    words = dict(found.lines())
    assert "estimate" in words["tree"] and "in these games" in words["length"]
    assert words["states"].startswith("at least ")


# --- estimated ---


@settings(max_examples=60, deadline=None)
@given(trees)
def test_probes_are_right_on_average(root):
    """Every way down with its probability: the mean of Knuth's numbers is the count, exactly."""
    game = Tree(root)
    leaves = nodes = 0.0
    chances = Fraction(0)
    for way in ways_down(game, ()):
        game_played, chance = probed(game, way)
        chances += chance
        leaves += float(chance) * 10 ** game_played.log_leaves
        nodes += float(chance) * 10 ** game_played.log_leaves * game_played.nodes_by_leaves
        assert game_played.plies == len(way)
    assert chances == 1
    assert leaves == pytest.approx(leaves_of(root))
    assert nodes == pytest.approx(walk(game, ())[1])


def ways_down(game, state):
    moves = game.legal_moves(state)
    if not moves:
        yield ()
    for number, move in enumerate(moves):
        for rest in ways_down(game, game.play(state, move)):
            yield (number, *rest)


def probed(game, way):
    """The game that the dice would play if they fell so, and how likely that is."""
    falls, sides = iter(way), []

    def thrown(word, of):
        sides.append(of)
        return next(falls)

    played, before = Played(), playing.thrown
    playing.thrown = thrown
    try:
        play_one(game, Orders(), played, game.initial(), 0)
    finally:
        playing.thrown = before
    return played, Fraction(1, math.prod(sides))


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.few(4, telling=["rps"])
def test_estimates_hold_the_count(spec):
    """Of twenty intervals nineteen should: among ten seeds three may miss, once in 1,000 times."""
    game = load(spec)
    leaves, nodes, shortest, longest, widest = walk_all(game)
    missed, probes = 0, []
    for seed in range(10):
        played = random_games(game, 400, seed, native=False)
        assert min(g.plies for g in played) >= shortest
        assert max(g.plies for g in played) <= longest
        assert max(g.widest for g in played) <= widest
        for size, truth in ((estimated([g.log_leaves for g in played]), leaves),
                            (estimated([g.log_nodes for g in played]), nodes)):
            assert size.low <= math.log10(truth) + 1e-9
            missed += size.high is not None and not (
                size.low - 1e-9 <= math.log10(truth) <= size.high + 1e-9)
        probes += [10 ** g.log_leaves / leaves for g in played]
    assert missed <= 6  # leaves and nodes of one seed are hit or missed together
    share, low, high = ratio([(p, 1.0) for p in probes])
    assert abs(share - 1) <= 2 * max(high - share, share - low) + 1e-9


@pytest.mark.parametrize("spec", ["tictactoe:height=2", "nim:heaps=1+2+3",
                                  "rps:deck_size=4,hand_size=1"])
def test_length_and_branching_are_those_of_random_play(spec):
    game = load(spec)
    study = Study.of(game, native=False)
    anything = study.level(INFINITY)
    found = complexity_of(game, native=False)
    plies = study.meeting(anything, anything).score.plies
    assert found.length.low - 1e-9 <= plies <= found.length.high + 1e-9
    moves = float(sum(p * expected_moves(game, s) for p, s in game.deals()))
    assert found.branching.low - 1e-9 <= moves / plies <= found.branching.high + 1e-9


def expected_moves(game, state):
    """How many moves there are to choose from in a random game, all together."""
    moves = game.legal_moves(state)
    if not moves:
        return 0
    return len(moves) + sum(expected_moves(game, game.play(state, m)) for m in moves) * Fraction(
        1, len(moves))


def test_few_probes_that_outweigh_all_give_no_upper_bound():
    rough = estimated([1.0] * 999 + [50.0])
    assert (rough.kind, rough.high) == ("rough estimate", None)
    assert rough.log10 == pytest.approx(47)
    assert rough.low == pytest.approx(rough.log10 - math.log10(MARKOV))
    even = estimated([300.0] * 100)  # 10^300 squared is more than a float
    assert (even.kind, even.low, even.high) == ("estimate", *[pytest.approx(300)] * 2)


@pytest.mark.parametrize("size, sign, words", [
    (counted(3 * 10**20), "", "3.0 × 10^20 (counted)"), (counted(12345), "", "12,345 (counted)"),
    (at_least(7), "≥ ", "at least 7 (counted so far)"),
    (estimated([3.0] * 200), "≈ ", "about 1,000 (an estimate; 95 %: 1,000 to 1,000)"),
])
def test_a_size_says_what_it_is(size, sign, words):
    assert str(size) == words
    assert size.short == sign + words.removeprefix("about ").removeprefix("at least ").partition(
        " (")[0]
    assert size.to_json()["kind"] == size.kind and size.to_json()["text"] == words


# --- random games ---


@pytest.mark.parametrize("spec", ["tictactoe", "rps:deck_size=6,hand_size=2", "checkers"])
def test_random_games_are_the_same_interpreted_and_compiled(spec):
    game = load(spec)
    one, two = (random_games(game, 12, 5, native=native) for native in (True, False))
    for a, b in zip(one, two, strict=True):
        assert (a.plies, a.moves, a.widest, a.cut) == (b.plies, b.moves, b.widest, b.cut)
        assert (a.log_leaves, a.log_nodes) == pytest.approx((b.log_leaves, b.log_nodes))


def test_a_game_depends_on_its_number_and_the_seed_alone():
    game = load("rps:deck_size=6,hand_size=2,max_rounds=1")
    many = random_games(game, 30, 1, native=False)
    assert random_games(game, 12, 1, native=False) == many[:12]
    assert random_games(game, 30, 2, native=False) != many


class Fair(Ring):
    """Round and round, but not more than twice."""

    repetition = 3

    def moves(self, s):
        yield 1


def test_positions_that_come_back_end_a_game_as_the_rules_say():
    (game,) = random_games(Fair(4), 1, native=False)
    assert (game.plies, game.cut) == (8, False)
    found = complexity_of(Fair(4), native=False, games=10)
    assert not found.exact and found.positions.count == 4  # the way decides: the graph cannot


def test_games_without_end_are_cut_off_and_said_to_be():
    found = complexity_of(Endless(5), native=False, games=5, most=100)
    assert (found.cut, found.longest) == (5, LONGEST)
    assert f"5 of them cut off after {LONGEST:,} plies" in dict(found.lines())["length"]


def test_rules_with_a_hole_are_told():
    with pytest.raises(RulesError, match="there is no move, and outcome says"):
        random_games(Stuck(3), 5, native=False)


class Slow(Chain):
    """Takes for ever over its only move."""

    def moves(self, s):
        while True:
            pass
        yield 0


@pytest.mark.long
def test_rules_that_do_not_come_back_are_told(monkeypatch):
    monkeypatch.setattr(playing, "_PATIENCE", 0.3)
    with pytest.raises(LimitError, match=r"no random games of Slow:.* within 0\.3 seconds"):
        random_games(Slow(3), 5, native=False, seconds=0.1)


class Over(Game):
    """Over before it begins."""

    def initial(self):
        return 0

    def to_move(self, s):
        return 0

    def moves(self, s):
        yield from ()

    def play(self, s, m):
        return s

    def outcome(self, s):
        return 1


def test_a_game_that_is_over_when_it_begins():
    found = complexity_of(Over(), native=False, games=5)
    assert (found.leaves.count, found.nodes.count, found.positions.count) == (1, 1, 1)
    assert (found.length.value, found.branching.value, found.greatest) == (0, 0, 0)
    assert found.by_averages == 0
    assert dict(found.lines())["tree"].startswith("1 games")
