"""Every move of every game can be made by clicking, or is offered as a button."""

import random

import pytest

from words_game import Words
from zermelo import Game, load
from zermelo.games import GAMES
from zermelo.web.engines import key_of
from zermelo.web.scenes import Scene, scene_of
from zermelo.web.scenes.grids import read_grid

SIZES = ["tictactoe:width=5,height=4,k=4", "connect4:width=8,height=6", "hex:size=4,swap=true",
         "kalah:pits=3,seeds=2", "nim:heaps=1+9", "othello:size=4", "dots:width=2,height=4",
         "domineering:width=4,height=5,first=horizontal", "mini-isolation",
         "breakthrough:width=5,height=6", "hexapawn:width=4,height=4",
         "rps:hand_size=3,chains=true", "dodgem:size=4", "morris:men=3", "morris:men=6"]


def walk(game, seed):
    lots, here = random.Random(seed), game.position()
    yield here
    while here.result is None:
        here = here.play(lots.choice(here.moves))
        yield here


@pytest.mark.parametrize("spec", [*GAMES, *SIZES])
def test_clicks_lead_to_moves_and_to_nothing_else(spec):
    game = load(spec)
    for here in walk(game, 7):
        scene = scene_of(here)
        names = [spot["name"] for spot in scene.spots]
        assert len(set(names)) == len(names)
        paths = {tuple(move["path"]): move["move"] for move in scene.moves}
        assert len(paths) == len(scene.moves), "two moves by the same clicks"
        assert all(set(path) <= set(names) for path in paths)
        by_clicks = set(paths.values())
        assert by_clicks <= set(here.move_texts)
        assert set(here.move_texts) - by_clicks <= {"pass", "swap"}


@pytest.mark.parametrize("spec", [*GAMES, *SIZES])
def test_everything_is_drawn_within_the_scene(spec):
    for here in walk(load(spec), 3):
        scene = scene_of(here)
        for x, y in points(scene):
            assert -20 <= x <= scene.width + 20
            assert -20 <= y <= scene.height + 20


def points(scene):
    for shape in [*scene.shapes, *(spot["shape"] for spot in scene.spots)]:
        if shape["s"] == "rect":
            yield shape["x"], shape["y"]
            yield shape["x"] + shape["w"], shape["y"] + shape["h"]
        elif "p" in shape and shape["s"] != "path":
            yield from zip(shape["p"][::2], shape["p"][1::2], strict=True)
        elif "x" in shape:
            yield shape["x"], shape["y"]


def test_pieces_stand_where_the_text_says():
    scene = scene_of(load("tictactoe").position("xo./.x./...:o"))
    crosses = [s for s in scene.shapes if s["c"] == "stroke p0"]
    rings = [s for s in scene.shapes if s["c"] == "ring p1"]
    assert (len(crosses), len(rings)) == (2, 1)
    assert scene.spots[1]["label"] == "b1, o"


def paths_of(text):
    scene = scene_of(load("chess").position(text))
    return {move["move"]: move["path"] for move in scene.moves}


def test_chess_pieces_go_from_square_to_square():
    scene = scene_of(load("chess").position())
    assert {spot["label"] for spot in scene.spots} >= {"e1, white king", "d8, black queen",
                                                       "e4, empty"}
    assert paths_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -")["O-O-O"] == ["e8", "c8"]
    assert paths_of("8/P6k/8/8/8/8/8/K7 w - -")["a8=N"] == ["a7", "a8", "knight"]


def test_a_king_castles_onto_its_rook_where_it_could_also_step():
    found = paths_of("k7/8/8/8/8/8/8/4RK1R w HE -")
    assert found["Kg1"] == ["f1", "g1"] and found["O-O"] == ["f1", "h1"]
    assert found["O-O-O"] == ["f1", "c1"]


def test_a_picture_with_letters_and_numbers_becomes_a_board():
    grid = read_grid("2 b .\n1 . w\n  a b\nsome words")
    assert grid.squares == {"a2": "b", "b2": ".", "a1": ".", "b1": "w"}
    assert grid.rows == ["2", "1"]
    assert read_grid("no board at all") is None
    assert read_grid("1 x\n1 x\n  a") is None


def test_a_game_without_a_board_is_shown_as_text():
    class Counting(Game):
        def initial(self): return 3
        def to_move(self, s): return s % 2
        def moves(self, s): yield 1
        def play(self, s, m): return s - m
        def outcome(self, s): return None if s else 1

    assert scene_of(Counting().position()) is None


def test_a_game_may_draw_itself():
    class Drawn(Game):
        def initial(self): return 3
        def to_move(self, s): return s % 2
        def moves(self, s): yield 1
        def play(self, s, m): return s - m
        def outcome(self, s): return None if s else 1
        def scene(self, s): return Scene(10 * s, 10)

    assert scene_of(Drawn().position()).width == 30


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_ones_own_with_a_name_of_ours_is_drawn_by_its_own_text(name):
    here = type("Own", (Words,), {"name": name})().position()
    assert scene_of(here) is None


def test_two_games_of_one_name_do_not_share_their_engines():
    ours, own = load("nim"), type("Own", (Words,), {"name": "nim"})()
    assert ours.spec == own.spec.partition(":")[0]
    assert key_of(ours) != key_of(own)
