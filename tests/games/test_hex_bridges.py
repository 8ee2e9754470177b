"""Hex: what bridges and dead cells are said to be, against all ways to play on and to fill up."""

import math
import random
from itertools import product

import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit, load
from zermelo.games.hex import Board, Hex
from zermelo.games.hex_bridges import NOT_LINKED

RED, BLUE = 0, 1


def linked(rows, player):
    """How many bridges link the player's sides on a board drawn as text."""
    cells = "".join(rows.split())
    game = Hex(math.isqrt(len(cells)))
    own, free = (sum(1 << i for i, cell in enumerate(cells) if cell == kind)
                 for kind in ("rb"[player], "."))
    return game.bridges_linking(own, free, player)


@pytest.mark.parametrize("rows, player, bridges", [
    ("r", RED, 0),
    (".. r.", RED, 1),  # a stone in the second row of two
    (".. .r", RED, NOT_LINKED),  # only one cell above it
    (".b r.", RED, NOT_LINKED),
    ("... .r. ...", RED, 2),  # to both sides
    ("... .b. ...", BLUE, 2),
    ("... .r. b..", RED, NOT_LINKED),  # blue broke one of them
    ("..r .r. r..", RED, 0),
    (".... ..r. r... r...", RED, 2),
    ("r... .... r... r...", RED, NOT_LINKED),  # straight down there is only one way
    (".... ..r. .r.. ....", RED, 2),
    (".... ..r. ..r. ....", RED, 2),
    (".... .r.. ..b. .r..", RED, NOT_LINKED),
    ("..... .r... ..... ..r.. .....", RED, NOT_LINKED),  # between them three ways, no bridge
    ("..... ..r.. ..... .r... .....", RED, 3),
    ("..... ..b.. ..... .b... .....", BLUE, NOT_LINKED),
    ("..... .b... ...b. ..... .....", BLUE, NOT_LINKED),
    ("..... ...b. .b... ..... .....", BLUE, 3),
])
def test_bridges_link_sides(rows, player, bridges):
    assert linked(rows, player) == bridges


def test_two_bridges_must_not_share_a_cell():
    assert linked(".... .r.. .... r.b.", RED) == 2  # from b2 to a4
    assert linked(".... .r.. b.r. r.b.", RED) == NOT_LINKED  # by c3, both bridges need b3
    assert linked(".... .r.. brr. r.b.", RED) == 1


def at_random(game, rng):
    """A position that is not over, with as many stones as comes."""
    while True:
        here = game.position()
        for _ in range(rng.randrange(game.cells)):
            if here.result is None:
                here = here.play(rng.choice(here.moves))
        if here.result is None:
            return here.state


@pytest.mark.parametrize("size, boards", [(2, 30), (3, 150), (4, 25)])
def test_who_is_linked_wins_and_as_soon_as_said(size, boards):
    game, rng, decided = Hex(size), random.Random(size), 0
    with Engine(game, None, native=False) as engine:
        for _ in range(boards):
            s = at_random(game, rng)
            if game.mobility(s) > 12:
                continue
            free = game.full[0] & ~(s.red[0] | s.blue[0])
            for player, own in ((RED, s.red[0]), (BLUE, s.blue[0])):
                bridges = game.bridges_linking(own, free, player)
                if bridges == NOT_LINKED:
                    continue
                decided += 1
                value = engine.analyze(s, Limit(depth=2 * bridges + 1)).value
                assert value.kind == ("win" if s.turn == player else "loss")
                assert value.distance <= 2 * bridges
    assert decided > 5


fillings = st.lists(st.sampled_from("rb.."), min_size=9, max_size=9)


@some(150)
@given(fillings)
def test_no_filling_of_the_board_makes_a_dead_cell_matter(cells):
    game = Hex(3)
    red, blue = (sum(1 << i for i, cell in enumerate(cells) if cell == kind) for kind in "rb")
    alive = game.alive(red, blue)
    assert alive & (red | blue) == 0
    free = [i for i, cell in enumerate(cells) if cell == "."]
    for dead in (i for i in free if not alive >> i & 1):
        others = [i for i in free if i != dead]
        for colours in product((0, 1), repeat=len(others)):
            filled = red | sum(1 << i for i, colour in zip(others, colours, strict=True) if colour)
            assert game.crosses((filled,), 1) == game.crosses((filled | 1 << dead,), 1)


@pytest.mark.parametrize("rows, dead", [
    ("... ... ...", []),
    ("rr. r.. ...", []),
    (".rr r.. ...", ["a1"]),  # in the corner the sides are neighbours, too
    ("..r .rr ...", ["b1"]),
    (".rr r.r ...", ["a1", "b2"]),  # four in a row around b2
    (".rr r.. .b.", ["a1", "b2"]),  # three, and opposite a blue one
])
def test_dead_cells_are_known_and_not_tried(rows, dead):
    game = Hex(3)
    cells = "".join(rows.split())
    red, blue = (sum(1 << i for i, cell in enumerate(cells) if cell == kind) for kind in "rb")
    s = Board((red,), (blue,), 0)
    left = set(game.moves(s)) - set(game.candidates(s))
    assert sorted(game.move_text(s, m) for m in left) == dead


def test_on_large_boards_and_before_a_swap_nothing_is_said():
    large = load("hex:size=8").position()
    assert large.game.outlook(large.state) == (-1, 2, 1, 1)
    assert list(large.game.candidates(large.state)) == large.moves
    small = load("hex:size=2,swap=true").position().play("b1")
    assert small.game.outlook(small.state) == (-1, 2, 1, 1)
    assert list(small.game.candidates(small.state)) == small.moves
    with Engine(small.game) as engine:
        assert engine.solve(small).value.kind == "win"  # by the swap


def test_proofs_are_the_same_with_and_without():
    class Plain(Hex):
        """Without any hint."""

        def outlook(self, s):
            return (-1, 1, 1, 1)

        def candidates(self, s):
            return self.moves(s)

    game, plain, rng = Hex(4), Plain(4), random.Random(5)
    with Engine(game, None, native=True) as one, Engine(plain, None, native=True) as other:
        for _ in range(150):
            s = at_random(game, rng)
            assert one.solve(s, distances=True).value == other.solve(s, distances=True).value
