"""Boards as pictures: what a game shows in text is what stands in the SVG."""

import random
import xml.etree.ElementTree as ET

import pytest

from small_games import TakeAway
from zermelo import load
from zermelo.drawing import board_picture, board_svg
from zermelo.drawing.figures import FIGURES, NAMES, SIGNS
from zermelo.drawing.lattice import read_lattice
from zermelo.drawing.reading import EMPTY, read_grid
from zermelo.games import GAMES

NS = "{http://www.w3.org/2000/svg}"
GRIDS = {"breakthrough", "checkers", "chess", "chomp", "connect4", "dodgem", "domineering", "hex",
         "hexapawn", "isolation", "othello", "rps", "tictactoe"}


def positions(spec, count=12):
    """Positions along random games, the start first."""
    rng = random.Random(spec)
    here = load(spec).position()
    yield here
    for _ in range(count):
        here = here.play(rng.choice(here.moves)) if here.moves else load(spec).position()
        yield here


@pytest.mark.parametrize("spec", GAMES)
def test_every_game_has_a_picture(spec):
    for here in positions(spec):
        root = ET.fromstring(board_svg(here.game, here.state))
        assert root.get("aria-label") == f"{here.game.spec}: {here.text}"
        assert float(root.get("width")) > 20 and float(root.get("height")) > 10
        assert here._repr_svg_() == board_svg(here.game, here.state)


@pytest.mark.parametrize("spec", sorted(GRIDS))
def test_the_grid_in_the_text_is_found(spec):
    for here in positions(spec):
        grid = read_grid(str(here))
        assert grid is not None
        seen = "".join(grid.cells.values())
        root = ET.fromstring(board_svg(here.game, here.state))
        cells = [e for e in root.iter() if "zb-cell" in (e.get("class") or "")]
        pieces = [e for e in root.iter() if (e.get("class") or "").split()[:1]
                  in (["zb-first"], ["zb-second"])]
        assert len(cells) == grid.width * grid.height
        assert len(pieces) == sum(c not in EMPTY + "#-" for c in seen)


@pytest.mark.parametrize("spec", ["dots", "dots:width=1,height=1", "dots:width=5,height=2"])
def test_dots_and_lines_are_found(spec):
    for here in positions(spec, 40):
        game, found = here.game, read_lattice(str(here))
        assert (found.width, found.height) == (game.width + 1, game.height + 1)
        assert len(found.across) + len(found.down) == here.state.lines.bit_count()
        assert len(found.boxes) == str(here).count("#")
        assert list(found.below) == [str(here).split("\n")[-1]]
        body = board_picture(str(here), game.players).body
        assert body.count("zb-line") == here.state.lines.bit_count()
        assert body.count("zb-shut") == len(found.boxes)
        assert body.count("zb-dot") == found.width * found.height


@pytest.mark.parametrize("spec", sorted(set(GAMES) - GRIDS - {"dots"}))
def test_other_boards_are_shown_as_text(spec):
    for here in positions(spec):
        assert read_grid(str(here)) is None
        root = ET.fromstring(board_svg(here.game, here.state))
        lines = [e.text for e in root.iter(f"{NS}text")]
        assert lines == [line for line in str(here).split("\n") if line.strip()]


def test_the_pieces_stand_where_they_stand():
    grid = read_grid(str(load("tictactoe").position("xo./.x./..o:x")))
    assert [grid.cells[x, y] for y in range(3) for x in range(3)] == list("xo..x...o")
    assert (grid.columns, grid.rows) == (("a", "b", "c"), ("1", "2", "3"))
    upside_down = read_grid(str(load("connect4").position("4433")))
    assert upside_down.cells[3, 5] == "x" and upside_down.cells[2, 5] == "x"
    assert upside_down.rows == () and upside_down.columns[0] == "1"


def test_hex_is_slanted_and_checkers_chequered():
    hexagons = read_grid(str(load("hex").position()))
    assert hexagons.slanted and (hexagons.width, hexagons.height) == (11, 11)
    assert "<polygon" in board_picture(str(load("hex").position()), ("red", "blue")).body
    board = read_grid(str(load("checkers").position()))
    assert (board.width, board.height, len(board.cells)) == (8, 8, 32)
    assert board.cells[1, 0] == "b" and (0, 0) not in board.cells


def test_pieces_of_chess_are_figures_on_light_and_dark_squares():
    game = load("chess")
    root = ET.fromstring(board_svg(game, game.parse("4k3/8/8/8/8/8/8/R2QKBN1 w - -")))
    classes = [(e.get("class") or "").split() for e in root.iter()]
    figures = sorted(tuple(c) for c in classes if c[:1] in (["zb-first"], ["zb-second"]))
    assert figures == sorted([("zb-second", "zb-king"), *(
        ("zb-first", f"zb-{name}") for name in ("rook", "queen", "king", "bishop", "knight"))])
    squares = [c[1] for c in classes if c[:1] == ["zb-cell"]]
    assert squares[0] == "zb-light" and squares.count("zb-dark") == 32
    assert squares[63] == "zb-light" and squares[56] == "zb-dark"  # h1 and a1


def test_figures_stay_on_their_square():
    assert set(FIGURES) == set(NAMES) and all(len(signs) == 6 for signs in SIGNS)
    for parts in FIGURES.values():
        for kind, numbers in parts:
            radius = numbers[2] if kind == "disc" else 0
            places = numbers[:2] if kind == "disc" else numbers
            assert all(abs(n) + radius <= 48 for n in places)
            assert len(numbers) == {"disc": 3, "line": 4}.get(kind, len(numbers))


def test_lines_under_the_board_are_kept():
    here = load("rps").position()
    grid = read_grid(str(here))
    assert (grid.width, grid.height) == (3, 3)
    assert list(grid.below) == str(here).split("\n")[4:]


@pytest.mark.parametrize("spec, first, second", [
    ("tictactoe", "x", "o"), ("othello", "x", "o"), ("breakthrough", "w", "b"),
    ("checkers", "b", "w"), ("hex", "R", "B"),
])
def test_each_player_has_its_own_pieces(spec, first, second):
    for here in positions(spec):
        seen = "".join(read_grid(str(here)).cells.values())
        body = board_picture(str(here), here.game.players).body
        assert body.count('class="zb-first') == sum(c.lower() == first.lower() for c in seen)
        assert body.count('class="zb-second') == sum(c.lower() == second.lower() for c in seen)


@pytest.mark.parametrize("text", [
    "", "x", "hello there", "(3,0)", "a b c", "a b c\nd", "  a b c\n1 x .\n2 . x .", "1 2\n3 4",
    "x\ty\nz\tw", "+---+\n|   |\n+---+", "<b>&\"'", "a\n\n\nb", "  a b\n1 xx yy",
])
def test_text_that_is_no_board_stays_text(text):
    picture = board_picture(text, ("first", "second"))
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{picture.body}</svg>')
    lines = [e.text for e in root.iter(f"{NS}text")]
    assert lines == [line for line in text.split("\n") if line.strip()]


def test_a_game_of_ones_own_is_shown_by_its_text():
    assert "(12,0)" in board_svg(TakeAway(), TakeAway().initial())


def test_marked_squares():
    """A ring where the first player's squares are, a frame where the second's are."""
    game = load("chess")
    root = ET.fromstring(board_svg(game, game.initial(), 10, (["a1", "h8"], ["h8"]), "corners"))
    marks = [e for e in root.iter() if (e.get("class") or "").startswith("zb-mark")]
    assert [m.tag.removeprefix(NS) for m in marks] == ["circle", "rect", "circle"]
    # The labels take 7.5 at the left and 7 above, a cell 10.
    assert (marks[0].get("cx"), marks[0].get("cy")) == ("82.5", "12")  # h8
    assert (marks[2].get("cx"), marks[2].get("cy")) == ("12.5", "82")  # a1
    assert root.get("aria-label").endswith("; corners")


@pytest.mark.parametrize("spec, name, why", [
    ("chess", "i9", "no square of that name"), ("checkers", "1", "no named squares"),
    ("kalah", "a1", "no ")])
def test_squares_that_are_not_in_the_picture(spec, name, why):
    game = load(spec)
    with pytest.raises(ValueError, match=why):
        board_svg(game, game.initial(), marks=([name], []))
