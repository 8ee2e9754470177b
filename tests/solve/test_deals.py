"""Every deal solved: exact probabilities, symmetric values, and agreement with other solvers."""

import random
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from zermelo import Engine, load
from zermelo.solve import Graph, passes, solve_deals
from zermelo.textbook import minimax

VARIANTS = [(6, 2, 10), (7, 2, 1), (12, 3, 2)]
RPS = load("rps")


@cache
def solved_rps():
    return solve_deals(RPS)


def spec_of(deck, hand, rounds):
    return f"rps:deck_size={deck},hand_size={hand},max_rounds={rounds}"


def hands_of(deck, size):
    """How many hands of that size there are, and how many ways to draw one."""
    stock = [len(range(kind, deck, 3)) for kind in range(3)]
    hands = [(r, p, size - r - p) for r in range(size + 1) for p in range(size + 1 - r)]
    return [h for h in hands if all(n <= s for n, s in zip(h, stock, strict=True))], stock


@pytest.mark.parametrize("deck, hand", [(6, 2), (7, 2), (12, 3), (21, 5), (30, 5)])
@pytest.mark.long_for("21-5", "30-5")
def test_probabilities_and_ways_agree_with_combinatorics(deck, hand):
    game = load(spec_of(deck, hand, 1))
    solved = solve_deals(game, native=None if hand > 3 else False)
    hands, stock = hands_of(deck, hand)
    pairs = sum(all(a + b <= s for a, b, s in zip(one, two, stock, strict=True))
                for one in hands for two in hands)
    assert len(solved.deals) == pairs
    assert solved.ways == comb(deck, hand) * comb(deck - hand, hand)
    assert sum(deal.ways for deal in solved.deals) == solved.ways
    assert sum(p for p, _ in game.deals()) == 1
    assert sum(solved.chances()) == sum(solved.points().values()) == 1
    for player in (0, 1):
        by_hand = solved.by_holding(player)
        assert sum(p for p, _ in by_hand.values()) == 1
        assert all(sum(chances) == 1 for _, chances in by_hand.values())
        view = sum(p * (c[0] - c[2]) for p, c in by_hand.values())
        assert view == (1 - 2 * player) * (solved.chances()[0] - solved.chances()[2])


@pytest.mark.parametrize("deck, hand, rounds", VARIANTS)
@pytest.mark.long_for("12-3-2", "6-2-10")
def test_values_are_the_graphs(deck, hand, rounds):
    game = load(spec_of(deck, hand, rounds))
    solved = solve_deals(game, native=hand > 2)
    graph = Graph.of(game.scored(), native=hand > 2)
    values = passes.perfect_values(graph)
    for deal in solved.deals:
        state = game.parse(deal.text)
        assert deal.points == values[graph.node(state)]
        worth = {game.move_text(state, m): values[node] for m, node in graph.moves(state)}
        assert dict(deal.moves) == worth


@pytest.mark.long
def test_values_are_symmetric():
    """Rock to paper to scissors to rock changes nothing, nor does any of the board's mirrors."""
    deals = {deal.text: deal for deal in solved_rps().deals}
    turned = str.maketrans("RPSrps", "PSRpsr")
    for text, deal in deals.items():
        board, first, second, *rest = text.split(":")
        again = ":".join([board, "".join(sorted(first.translate(turned), key="RPS".index)),
                          "".join(sorted(second.translate(turned), key="rps".index)), *rest])
        assert deals[again].points == deal.points
        assert deals[again].ways == deal.ways
        worth = dict(deal.moves)
        for move, points in deal.moves:
            assert dict(deals[again].moves)[move[0].translate(turned) + move[1:]] == points
            column, row = "abc".index(move[1]), int(move[2])
            images = {(x, y) for a, b in ((column, row - 1), (row - 1, column))
                      for x in (a, 2 - a) for y in (b, 2 - b)}
            assert {worth[f"{move[0]}{'abc'[x]}{y + 1}"] for x, y in images} == {points}


@pytest.mark.long
def test_the_default_game():
    """Found by alpha-beta and, in a slow test, by the graph of all positions."""
    solved = solved_rps()
    assert solved.chances() == (Fraction(82333, 100776), 0, Fraction(18443, 100776))
    deal = next(d for d in solved.deals if d.text == RPS.text(RPS.initial()))
    assert deal.in_view_of(0) == -deal.in_view_of(1) == deal.points
    assert set(deal.best_for_points) <= set(deal.best) <= {move for move, _ in deal.moves}


@pytest.mark.long
@pytest.mark.parametrize("deals", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_random_deals_from_the_start_and_after_a_few_moves(deals):
    """The engine for wins alone from the start; the textbook's plain minimax farther on."""
    solved, rng = solved_rps(), random.Random(7)
    engine, points = Engine(RPS), Engine(RPS.scored(), evaluator=None)
    for deal in rng.choices(solved.deals, [d.ways for d in solved.deals], k=deals):
        found = engine.solve(deal.text)
        view = 1 if found.view == 0 else -1
        assert view * found.value.score == deal.result
        assert found.line_text[0] in deal.best
        state = RPS.parse(deal.text)
        for _ in range(6):
            state = RPS.play(state, rng.choice(list(RPS.moves(state))))
        value = points.values([state], distances=False)[0]
        assert value.score == minimax(RPS.scored(), state).value * (1 - 2 * RPS.to_move(state))


def test_games_without_chance_have_one_deal():
    solved = solve_deals(load("tictactoe"), native=False)
    assert (solved.ways, len(solved.deals), solved.chances()) == (1, 1, (0, 1, 0))
    assert len(solved.deals[0].best) == 9


def test_solved_deals_are_not_solved_again():
    game, again = load("rps:deck_size=6,hand_size=2"), []
    solved = solve_deals(game, native=False)
    known = {deal.text: deal for deal in solved.deals[3:]}
    assert solve_deals(game, known=known, native=False, solved=again.append) == solved
    assert again == list(solved.deals[:3])
