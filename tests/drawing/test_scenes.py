"""What every game looks like: pieces where the text says, and every move can be pointed at."""

import json
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import Game, load
from zermelo.drawing import (
    NOBODY,
    Board,
    Kind,
    Piece,
    Scene,
    checkered,
    counters,
    edges,
    grid,
    hands,
    heaps,
    hexagons,
    points,
    scene_svg,
    scene_text,
    stacked,
)
from zermelo.drawing.board import SILENT
from zermelo.errors import RulesError
from zermelo.games import GAMES
from zermelo.kernel.looks import Eyes
from zermelo.marks import _said

SIZES = ["tictactoe:width=5,height=4,k=4", "connect4:width=12,height=4", "hex:size=4,swap=true",
         "kalah:pits=3,seeds=2", "nim:heaps=1+9", "nim:heaps=50+3", "othello:size=4",
         "dots:width=2,height=4", "domineering:width=4,height=5,first=horizontal",
         "mini-isolation", "breakthrough:width=5,height=6", "hexapawn:width=4,height=4",
         "rps:hand_size=3,chains=true", "dodgem:size=4", "morris:men=3", "morris:men=6",
         "chess:start=5"]


def somewhere(spec, seed, most=60):
    """A position of a random game."""
    lots, here = random.Random(seed), load(spec).position()
    for _ in range(lots.randrange(most)):
        if here.result is not None:
            break
        here = here.play(lots.choice(here.moves))
    return here


SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("spec", [*GAMES, *SIZES])
@settings(max_examples=5)
@given(SEEDS)
@pytest.mark.few(8, telling=["chess", "rps", "morris"])
def test_every_move_can_be_pointed_at(spec, seed):
    here = somewhere(spec, seed)
    scene = here.scene()
    places = scene.board.places
    for piece in scene.pieces:
        assert 0 <= piece.place < len(places) and 0 <= piece.kind < len(scene.board.kinds)
        assert piece.owner in (0, 1, NOBODY) and piece.count >= 0
    assert {m.text for m in scene.moves} <= set(here.move_texts)
    assert set(here.move_texts) - {m.text for m in scene.moves} <= {"pass", "swap"}
    for move in scene.moves:
        for place in move.places:
            assert places[place].name and places[place].shape not in SILENT
    if "heaps=50" not in spec:  # which are asked for by number, as promotions are by name
        ways = [m.places for m in scene.moves if "=" not in m.text]
        assert len(set(ways)) == len(ways), "two moves by the same places"
    names = [p.name for p in places if p.name]
    assert len(set(names)) == len(names)
    if here.previous is not None and here.history[-1] not in ("pass", "swap"):
        before = here.previous.scene()
        assert scene.last.places == next(m.places for m in before.moves
                                         if m.text == here.history[-1])


@pytest.mark.parametrize("spec", [*GAMES, *SIZES])
@settings(max_examples=3)
@given(SEEDS)
@pytest.mark.few(8, telling=["chess", "kalah"])
def test_every_drawing_has_all_the_pieces(spec, seed):
    here = somewhere(spec, seed)
    scene = here.scene()
    assert json.loads(json.dumps(scene.to_json()))["pieces"] == [list(p) for p in scene.pieces]
    root = ET.fromstring(here._repr_svg_())
    assert root.get("aria-label") == f"{here.game.spec}: {here.text}"
    drawn = [(e.get("class") or "").split()[0] for e in root.iter() if e.get("class")]
    shapes = [scene.board.places[p.place].shape for p in scene.pieces]
    standing = [p for p, shape in zip(scene.pieces, shapes, strict=True)
                if shape in ("cell", "hexagon", "point", "hole") or (shape == "hand" and p.count)]
    for owner, look in ((0, "zb-first"), (1, "zb-second"), (NOBODY, "zb-none")):
        assert drawn.count(look) == sum(p.owner == owner for p in standing)
    assert drawn.count("zb-line") == shapes.count("edge")


ROWS = ["tictactoe", "othello", "isolation", "dodgem", "breakthrough", "hexapawn", "hex:size=4",
        "connect4", "tictactoe:width=3,height=12"]


@pytest.mark.parametrize("spec", ROWS)
@settings(max_examples=5)
@given(SEEDS)
def test_pieces_stand_where_the_text_says(spec, seed):
    """The rows of a position's text are those of its picture."""
    here = somewhere(spec, seed)
    rows = here.text.partition(":")[0].split("/")
    drawn = [re.sub(r"^ *\d+ |[ ]", "", line) for line in str(here).split("\n")]
    assert [line.lower() for line in drawn if set(line.lower()) <= set(".xowbr12->^")
            and len(line) == len(rows[0])] == rows


@settings(max_examples=12)
@given(SEEDS)
def test_chess_pieces_stand_where_fen_says(seed):
    here = somewhere("chess", seed, 100)
    board = here.game.board
    found = {}
    for row, text in zip(range(8, 0, -1), here.text.partition("_")[0].split("/"), strict=True):
        wide = re.sub(r"\d", lambda m: "." * int(m[0]), text)
        found |= {f"{'abcdefgh'[i]}{row}": sign for i, sign in enumerate(wide) if sign != "."}
    letters = "PNBRQK"
    assert {board.places[p.place].name: letters[p.kind] if p.owner == 0 else letters[p.kind].lower()
            for p in here.scene().pieces} == found


def places_of(text):
    scene = load("chess").position(text).scene()
    return {move.text: [scene.board.places[i].name for i in move.places] for move in scene.moves}


def test_a_king_castles_onto_its_rook_where_it_could_also_step():
    assert places_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -")["O-O-O"] == ["e8", "c8"]
    found = places_of("k7/8/8/8/8/8/8/4RK1R w HE -")
    assert found["Kg1"] == ["f1", "g1"] and found["O-O"] == ["f1", "h1"]
    assert found["O-O-O"] == ["f1", "c1"]


def test_promotions_share_their_places():
    found = places_of("8/P6k/8/8/8/8/8/K7 w - -")
    assert [found[f"a8={piece}"] for piece in "QRBN"] == [["a7", "a8"]] * 4


@pytest.mark.parametrize("spec", ["checkers", "dodgem", "rps", pytest.param(
    "", marks=pytest.mark.slow)])
def test_compiled_it_looks_the_same(spec):
    for each in [spec] if spec else [*GAMES, *SIZES, "chess-endings", "checkers-endings"]:
        eyes = Eyes(load(each))
        for seed in range(30):
            here = somewhere(each, seed)
            pieces, ways = eyes.look(here.state)
            assert pieces == tuple(here.game.pieces(here.state))
            legal = here.game.legal_moves(here.state)
            assert ways == {m: tuple(here.game.touches(here.state, m)) for m in legal}


PICTURES = {
    "hex:size=4,swap=true .rbr/r.../.rb./r.bb:blue":
        "  a b c d\n1 . R B R\n 2 R . . .\n  3 . R B .\n   4 R . B B",
    "dots:width=2,height=2 --/I.I/.-/I.I/..:0-0:B":
        "  a   b   c\n1 +---+---+\n  |       |\n2 +   +---+\n  |       |\n3 +   +   +\nA 0, B 0",
    "morris:men=3 xo.x...o.:2:white": "X-O-·\n|\\|/|\nX-·-·\n|/|\\|\n·-O-·\nin hand: 2",
    "kalah:pits=3,seeds=4 0,2,8/1,2,7:0-4:north":
        "    c  b  a\n    7  2  1\n 4           0\n    0  2  8\n    A  B  C",
    "connect4:width=4,height=3 ..../..o./x.ox:x": ". . . .\n. . o .\nx . o x\n1 2 3 4",
}


@pytest.mark.parametrize("where", PICTURES)
def test_pictures_in_letters(where):
    spec, text = where.split()
    assert str(load(spec).position(text)) == PICTURES[where]


def test_the_common_boards():
    assert [p.name for p in checkered(2, 2).places] == ["a1", "b1", "a2", "b2"]
    assert [(p.y, p.look) for p in checkered(2, 2).places] == [
        (1, "dark"), (1, "light"), (0, "light"), (0, "dark")]
    assert len(hexagons(3, sides=True).lines) == 4
    assert [p.name for p in heaps([1, 2]).places] == ["a1", "b1", "b2"]
    assert [p.shape for p in edges(1, 1).places] == ["edge"] * 4 + ["box"] + ["dot"] * 4
    assert points([("a", 0, 0), ("b", 1, 0)], [(0, 1)]).lines[0].x2 == 1
    both = stacked(grid(3, 3, ["star"]), hands("ab", 1), counters(["x", "y"]))
    assert both.number["a"] == 9 and both.kinds[0].figure == "star"
    tops = [both.places[i].y for i in (8, 9, 11)]
    assert tops == sorted(tops) and len(set(tops)) == 3
    left, top, right, bottom = both.bounds
    assert all(left <= p.x <= right and top <= p.y <= bottom for p in both.places)


def test_a_piece_of_ones_own():
    arrow = Kind("arrow", "aA", "arrow", path="M-20 20L0 -20L20 20Z")
    drawn = scene_svg(Scene(grid(1, 1, [arrow, "★"]), (Piece(0, 1), Piece(0, 0, 1))), "mine")
    assert 'd="M-20 20L0 -20L20 20Z"' in drawn and ">★</text>" in drawn
    assert scene_text(Scene(grid(2, 1, [arrow]), (Piece(0, 1),))) == "  a b\n1 A ."


class Counting(Game):
    """Three stones; who takes the last wins."""

    def initial(self): return 3
    def to_move(self, s): return s % 2
    def moves(self, s): yield 1
    def play(self, s, m): return s - m
    def outcome(self, s): return None if s else 1


def test_a_game_may_write_its_scene_whole():
    class Drawn(Counting):
        def scene(self, s): return Scene(grid(3, 1), tuple(Piece(i, 0) for i in range(s)))

    here = Drawn().position().play(1)
    assert str(here) == "  a b c\n1 x x ."
    assert len(here.scene().pieces) == 2 and here.scene().moves == ()
    assert here._repr_svg_().count('class="zb-first') == 2


def test_a_game_without_a_board_is_shown_as_text():
    scene = Counting().position().scene()
    assert scene.words == ("3",) and scene.board == Board() and scene.moves == ()


def test_what_an_attribute_is_called_does_not_matter():
    class Own(Counting):
        board, pieces = 8, 3  # somebody's numbers, from before there were scenes

    assert Own().position().scene().words == ("3",) and str(Own().position()) == "3"


def test_what_is_wrong_is_one_sentence():
    class Wrong(Counting):
        board = grid(2, 1)
        def pieces(self, s): yield Piece(s, 0)

    with pytest.raises(RulesError, match="on place 3, and there are 0 to 1; `zermelo check`"):
        print(Wrong().position())

    class Pointed(Counting):
        board = grid(2, 1)
        def touches(self, s, m): yield 7

    with pytest.raises(RulesError, match="the move 1 is pointed at with place 7"):
        Pointed().position().scene()


def test_data_outlives_another_look():
    rules = "class A:\n title = {!r}\n def play(self): return {}\n def show(self): return {}"
    assert _said(rules.format("a", 1, 1)) == _said(rules.format("b", 1, 2))
    assert _said(rules.format("a", 1, 1)) != _said(rules.format("a", 2, 1))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_it_is(name):
    game = load(name)
    assert game.title and game.about.endswith(".")
    scene = game.position().play_all(game.sample).scene()
    assert scene.pieces and scene.colours == game.colours
    assert replace(scene, moves=()).to_json()["version"] == 1
