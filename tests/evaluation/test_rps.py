import pytest

from zermelo.evaluation import evaluator_for
from zermelo.evaluation.rps import STANDARD, material, position, relationship
from zermelo.games.rps import RPSCards

GAME = RPSCards()

# Each with its material, position and relationship, worked out by hand.
#   position: centre 1.0, corner 0.7, edge 0.5, times 5; relationship: pairs won - lost, times 3.
POSITIONS = [
    # Nothing on the board.
    (".../.../...:RRPSS:rrpps:first:1", 0, 0.0, 0),
    # R . .   One card in the corner: 0.7 · 5.
    ("R../.../...:RPSS:rrpps:second:1", 10, 3.5, 0),
    # p . .   Cards 1 - 1. Position 1.0 - 0.7 = 0.3.
    # . R .   The rock loses to the paper, diagonally: -1.
    ("p../.R./...:RPSS:rrps:first:2", 0, 1.5, -3),
    # R s .   Cards 2 - 1. Position 0.7 + 1.0 - 0.5 = 1.2.
    # . R .   Both rocks beat the scissors: +2.
    ("Rs./.R./...:PSS:rrpp:second:2", 10, 6.0, 6),
    # R . p   Cards 2 - 2. Position 0.7 + 1.0 - 0.7 - 0.7 = 0.3.
    # . S .   The scissors beat the paper on c1 (+1) and lose to the rock on a3 (-1); the rocks on
    # r . .   a1 and a3 are no neighbours.
    ("R.p/.S./r..:RPS:rps:first:3", 0, 1.5, 0),
    # P r .   Cards 3 - 3. Position 0.7 + 0.5 + 0.5 - 0.5 - 1.0 - 0.7 = -0.5.
    # P s .   a1 beats b1 (+1) and loses to b2 (-1); a2 beats b1 (+1), loses to b2 (-1) and is
    # p R .   equal to the paper on a3; b3 beats b2 (+1) and loses to a3 (-1): 0.
    ("Pr./Ps./pR.:SS:rp:first:4", 0, -2.5, 0),
    # S p p   Cards 2 - 4. Position 0.7 + 0.5 - 0.5 - 0.7 - 1.0 - 0.5 = -1.5.
    # S p .   a1 beats b1 and b2 (+2); a2 beats b1 and b2 (+2) and loses to b3 (-1): +3.
    # . r .
    ("Spp/Sp./.r.:RP:rs:first:4", -20, -7.5, 9),
]


@pytest.mark.parametrize("text, cards, cells, pairs", POSITIONS)
def test_the_features_by_hand(text, cards, cells, pairs):
    s = GAME.parse(text)
    assert material(GAME, s) == cards
    assert position(GAME, s) == pytest.approx(cells)
    assert relationship(GAME, s) == pairs
    assert STANDARD(GAME, s) == pytest.approx(1.0 * cards + 0.5 * cells + 0.8 * pairs)


@pytest.mark.parametrize("text, cards, cells, pairs", POSITIONS)
def test_the_other_players_view_is_the_opposite(text, cards, cells, pairs):
    board, first, second, mover, number = text.swapcase().split(":")
    mover = {"FIRST": "second", "SECOND": "first"}[mover]
    game = RPSCards(first=1)
    swapped = game.parse(":".join([board, second, first, mover, number]))
    assert STANDARD(game, swapped) == pytest.approx(-STANDARD(GAME, GAME.parse(text)))


@pytest.mark.parametrize("text, score", [
    ("RRR/SRS/rrS:-:r:second:5", 1000), ("rrr/srs/RRs:-:r:second:5", -1000)])
def test_a_finished_game_is_a_thousand(text, score):
    assert STANDARD(GAME, GAME.parse(text)) == score
    margin = RPSCards(score="margin")
    assert STANDARD(margin, margin.parse(text)) == score


def test_a_drawn_game_is_nothing():
    game = RPSCards(hand_size=1)
    assert STANDARD(game, game.parse("R../.p./...:-:-:first:2")) == 0


def test_the_standard_weights():
    assert evaluator_for(GAME) is STANDARD
    assert dict(STANDARD.weights) == {"material": 1.0, "position": 0.5, "relationship": 0.8}


def test_other_boards_have_inner_cells_and_larger_centres():
    # 5 × 4: b2 and d3 are inner, c2 and c3 are the centre, a1 a corner, b1 an edge.
    game = RPSCards(width=5, height=4)
    for cell, worth in [("a1", 0.7), ("e4", 0.7), ("b1", 0.5), ("a2", 0.5), ("b2", 0.8),
                        ("d3", 0.8), ("c2", 1.0), ("c3", 1.0)]:
        s = game.position().play(f"R{cell}").state
        assert position(game, s) == pytest.approx(5 * worth)
    # A board one cell high has corners and edges only.
    row = RPSCards(width=3, height=1)
    for cell, worth in [("a1", 0.7), ("b1", 0.5), ("c1", 0.7)]:
        assert position(row, row.position().play(f"R{cell}").state) == pytest.approx(5 * worth)


def test_pairs_are_diagonal_neighbours_whatever_way_captures_go():
    s = GAME.parse("p../.R./...:RPSS:rrps:first:2")
    for game in (GAME, RPSCards(diagonal=True)):
        assert relationship(game, s) == -3
