"""Games that only show themselves in text: the board is found in the letters."""

import random
import xml.etree.ElementTree as ET

import pytest

from small_games import TakeAway
from zermelo import load
from zermelo.drawing import NOBODY, board_svg, scene_picture
from zermelo.drawing.figures import FIGURES
from zermelo.drawing.reading import EMPTY, named_places, read_grid, read_scene
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


@pytest.mark.parametrize("spec", sorted(GRIDS))
def test_the_grid_in_the_text_is_found(spec):
    for here in positions(spec):
        grid, scene = read_grid(str(here)), read_scene(str(here), here.game.players)
        seen = "".join(grid.cells.values())
        assert len(scene.board.places) == len(grid.cells)
        assert len(scene.pieces) == sum(c not in EMPTY for c in seen)


OWNED = ["tictactoe", "breakthrough", "hexapawn", "checkers", "connect4", "dodgem", "hex",
         "othello", "isolation", "domineering"]


@pytest.mark.parametrize("spec", OWNED)
def test_what_is_read_is_what_the_game_says(spec):
    """Pieces and owners that letters suggest are those of the game's own scene."""
    for here in positions(spec):
        own, read = here.game.scene(here.state), read_scene(str(here), here.game.players)
        if spec in ("checkers", "connect4"):
            assert (sorted(p.owner for p in own.pieces)
                    == sorted(p.owner for p in read.pieces))
            continue
        assert ({(own.board.places[p.place].name, p.owner) for p in own.pieces}
                == {(read.board.places[p.place].name, p.owner) for p in read.pieces})


@pytest.mark.parametrize("spec", ["breakthrough", "tictactoe", "hex", "hexapawn", "isolation"])
def test_moves_are_found_by_the_names_of_places(spec):
    for here in positions(spec):
        read = read_scene(str(here), here.game.players)
        for move in here.scene().moves:
            names = [here.game.board.places[i].name for i in move.places]
            assert [read.board.places[i].name for i in named_places(read.board, move.text)] == names


@pytest.mark.parametrize("spec", sorted(set(GAMES) - GRIDS))
def test_other_boards_are_read_as_text(spec):
    for here in positions(spec):
        assert read_grid(str(here)) is None
        assert read_scene(str(here)).words == tuple(str(here).split("\n"))


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
    assert read_scene(str(load("hex").position())).board.places[0].shape == "hexagon"
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
    assert squares.count("zb-dark") == 32
    assert squares[0] == "zb-dark" and squares[7] == squares[56] == "zb-light"  # a1, h1 and a8


def test_figures_stay_on_their_square():
    for parts in FIGURES.values():
        for kind, numbers in (part[:2] for part in parts):
            radius = numbers[2] if kind == "disc" else 0
            places = numbers[:2] if kind in ("disc", "text") else numbers
            assert all(abs(n) + radius <= 48 for n in places)
            assert len(numbers) == 3 if kind in ("disc", "text") else len(numbers) % 2 == 0


def test_lines_under_the_board_are_kept():
    here = load("rps").position()
    grid = read_grid(str(here))
    assert (grid.width, grid.height) == (3, 3)
    assert list(grid.below) == str(here).split("\n")[4:]


def test_whose_a_sign_is():
    scene = read_scene("  a b c d\n1 W b # 5\n2 . . ♞ .", ("white", "black"))
    assert [p.owner for p in scene.pieces] == [0, 1, NOBODY, NOBODY, 1]
    assert scene.board.kinds[scene.pieces[-1].kind].figure == "knight"


@pytest.mark.parametrize("text", [
    "", "x", "hello there", "(3,0)", "a b c", "a b c\nd", "  a b c\n1 x .\n2 . x .", "1 2\n3 4",
    "x\ty\nz\tw", "+---+\n|   |\n+---+", "<b>&\"'", "a\n\n\nb", "  a b\n1 xx yy",
])
def test_text_that_is_no_board_stays_text(text):
    picture = scene_picture(read_scene(text))
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
    assert [m.tag.removeprefix(NS) for m in marks] == ["circle", "circle", "rect"]
    # The labels take 6 at the left, a cell 10.
    assert (marks[0].get("cx"), marks[0].get("cy")) == ("11", "75")  # a1
    assert (marks[1].get("cx"), marks[1].get("cy")) == ("81", "5")  # h8
    assert root.get("aria-label").endswith("; corners")


@pytest.mark.parametrize("spec, name, why", [
    ("chess", "i9", "no square of that name"), ("kalah", "a1", "no square of that name")])
def test_squares_that_are_not_in_the_picture(spec, name, why):
    game = load(spec)
    with pytest.raises(ValueError, match=why):
        board_svg(game, game.initial(), marks=([name], []))
