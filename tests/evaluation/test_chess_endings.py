"""Endings of chess: what is drawn whatever it looks like, and bare kings mated in time."""

import random

import chess
import pytest

from evaluation.chess_by_squares import FEATURES
from zermelo import Engine, Limit, load
from zermelo.evaluation.chess import STANDARD
from zermelo.evaluation.chess.endings import prospects
from zermelo.evaluation.chess.kpk import WON, pawn_wins
from zermelo.games.chess import Chess
from zermelo.games.chess_board import Board
from zermelo.games.chess_endings import ChessEndings
from zermelo.games.chess_fen import write_fen
from zermelo.portable import bit, popcount
from zermelo.solve.database import make

GAME = Chess()


def arranged(material, lots):
    """A random position that can be won with these pieces, white to move."""
    game = ChessEndings(material)
    while True:
        s = game.arranged(lots.randrange(game.arrangements()))
        if s.kings and s.turn == 0 and GAME.outcome(s) is None:
            return s


# --- mating ---

@pytest.mark.parametrize("text, room, corner, kings", [
    ("7k/8/8/8/8/8/8/KR6", 6 * 7, 0, 14),  # c2 to h8, its own square among them
    ("8/8/8/3k4/8/8/8/R6K", 7 * 7 - 2 + 1, 6, 8),  # b2 to h8, less g2 and h2; and the rook
])
def test_what_a_bare_king_has(text, room, corner, kings):
    found = {t.feature: t for t in STANDARD.explain(GAME, GAME.parse(f"{text} w - -")).terms}
    assert len(found["room"].second) == room
    assert len(found["way to the corner"].second) == corner
    assert len(found["way between the kings"].second) == kings
    assert not any(found[name].first for name in ("room", "way to the corner"))


@pytest.mark.parametrize("material", ["KQK", "KRK", "KBBK", "KBNK", "KRPK", "KPK", "KRKP"])
def test_squares_of_bare_kings_by_an_oracle(material):
    lots = random.Random(7)
    for _ in range(20):
        s = arranged(material, lots)
        board = chess.Board(write_fen(s))
        for name in ("room", "way to the corner", "way between the kings"):
            feature = STANDARD.blended[name]
            for player, colour in enumerate((chess.WHITE, chess.BLACK)):
                expected = {chess.square_name(q) for q in FEATURES[name](board, colour)}
                found = set(feature.names(GAME, s, player))
                assert len(found) == len(expected), (name, board.fen())
                # Of two corners that are as near, either will do.
                assert found == expected or (name == "way to the corner" and material == "KBNK")


# --- what cannot be won ---

@pytest.mark.parametrize("text, expected", [
    ("4k3/8/4K3/4P3/8/8/8/8 w", "won"),  # the king before its pawn, on the sixth
    ("4k3/8/4K3/4P3/8/8/8/8 b", "won"),
    ("8/8/4k3/8/4K3/4P3/8/8 w", "drawn"),  # black has the opposition
    ("8/8/4k3/8/4K3/4P3/8/8 b", "won"),
    ("8/8/8/4k3/4p3/8/8/4K3 w", "drawn"),
    ("k7/8/K7/P7/8/8/8/8 w", "drawn"),  # a rook's pawn
    ("8/8/8/8/7p/7k/8/7K b", "drawn"),
    ("8/P6k/8/8/8/8/8/K7 w", "won"),
    ("8/8/8/8/8/5k2/6p1/6K1 w", "won"),  # Kh2 Kf2
    ("4k3/8/4K3/8/8/8/8/2NN4 w", "drawn"),  # two knights
    ("k7/8/1K6/P7/8/8/8/4B3 w", "drawn"),  # the wrong bishop: a8 is light, e1 dark
    ("k7/8/1K6/P7/8/8/8/3B4 w", "open"),
    ("7k/8/6K1/P6P/8/8/8/4B3 w", "open"),  # pawns on both sides
    ("4k3/8/8/8/8/4r3/8/3B2K1 b", "few"),  # a rook against a bishop
    ("4k3/8/8/3q4/8/8/8/R3K3 b", "open"),
    ("4k3/5p2/3b4/8/8/3B1P2/4P3/4K3 w", "half"),  # bishops of opposite colours
    ("4k3/5p2/4b3/8/8/3B1P2/4P3/4K3 w", "open"),
    ("4k3/5p2/8/8/8/3B1P2/4P3/4K3 w", "open"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "open"),
])
def test_what_can_be_made_of_a_score(text, expected):
    s = GAME.parse(f"{text} - -")
    share = {"won": 3.0, "drawn": 0.0, "open": 1.0, "few": 0.2, "half": 0.5}[expected]
    assert prospects(GAME, s) == share
    explained = STANDARD.explain(GAME, s)
    assert explained.total == pytest.approx(sum(t.score for t in explained.terms))
    if share == 0.0:
        assert explained.total == 0.0


def test_as_many_pawns_win_as_published():
    """Counted by many for a pawn on any of its 48 squares; ours are the half that is different."""
    assert 2 * sum(map(popcount, WON[0::2])) == 124_960  # the pawn's side to move
    assert 2 * sum(map(popcount, WON[1::2])) == 97_604


@pytest.mark.slow
def test_pawns_win_as_in_a_database(tmp_path):
    game = ChessEndings("KPK")
    database, lots = make(game, tmp_path, symmetry=True), random.Random(3)
    looked = 0
    while looked < 20_000:
        pawn, king, other = lots.randrange(8, 56), lots.randrange(64), lots.randrange(64)
        s = Board(bit(pawn), 0, 0, 0, bit(king) | bit(other), bit(pawn) | bit(king), 0, 0, 0)
        s = s.turned() if lots.random() < 0.5 else s
        if len({pawn, king, other}) < 3 or game.in_check(s.turned()):
            continue
        looked += 1
        if game.outcome(s) is None:
            value = database.get(game.position(game.text(s)))
            assert pawn_wins(s) == (value.kind == ("loss" if s.turn else "win")), game.text(s)


# --- mates ---

def moves_to_mate(here, attacker, defence):
    """Play it out by all rules of chess, the 50 moves among them; 0 if it is not won."""
    moves = 0
    while here.result is None:
        if here.to_move == 0:
            here = here.play(attacker.analyze(here, Limit(nodes=4000)).move)
            moves += 1
        else:
            here = here.play(defence(here))
    return moves if here.result.payoff == 1 else 0


@pytest.mark.parametrize("rank", ["KQ6", "KR6", "KBB5"])
@pytest.mark.few(1, telling=["KR"])
def test_bare_kings_are_mated(rank):
    """… from the middle of the board, against a defence by search."""
    game = load("chess")
    attacker, defender = (Engine(game, selective=True, table_mb=4) for _ in range(2))
    here = game.position(f"8/8/8/3k4/8/8/8/{rank} w - -")
    assert moves_to_mate(here, attacker, lambda here: defender.analyze(
        here, Limit(nodes=4000)).move)


@pytest.mark.slow
@pytest.mark.parametrize("material", ["KQK", "KRK", "KBBK"])
def test_bare_kings_are_mated_against_the_best_defence(material, tmp_path):
    """… which a database knows, from its longest mates and from random positions."""
    game, ending = load("chess"), ChessEndings(material)
    database, lots = make(ending, tmp_path, symmetry=True), random.Random(2)
    attacker = Engine(game, selective=True, table_mb=4)

    def best(here):
        return database.analysis(ending.position(ending.text(here.state._replace(quiet=0)))).move

    for _ in range(10):
        s = arranged(material, lots)
        if database.get(ending.position(ending.text(s))).kind == "win":
            assert moves_to_mate(game.position(game.text(s)), attacker, best), game.text(s)


@pytest.mark.parametrize("text, said", [
    ("8/8/4k3/8/4K3/4P3/8/8 w - -", "it looks even (nothing can be made of what there is)"),
    ("4k3/8/8/8/8/4r3/8/3B2K1 b - -", "(little can be made of what there is)"),
    ("8/8/4k3/8/4K3/4P3/8/8 b - -", "(what there is is enough to win)"),
])
def test_an_explanation_says_why_weights_are_not_what_they_were(text, said):
    found = STANDARD.explain(GAME, GAME.parse(text))
    assert said in found.words
    assert f"all weights are times {found.prospects:g} here" in str(found)
    assert found.to_json()["prospects"] == found.prospects != 1.0
