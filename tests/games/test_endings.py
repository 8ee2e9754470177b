"""Endings: every arrangement, counted as others count them; mates as far away as books say."""

import random
from itertools import permutations

import pytest

from zermelo import load
from zermelo.errors import ParameterError
from zermelo.games.chess_board import Board
from zermelo.games.chess_endings import ChessEndings, image
from zermelo.solve.database import make, verify
from zermelo.wandering import random_play


@pytest.mark.parametrize("material", ["KRK", "KPK", "KBNK", "KQKP", "KPKP"])
def test_keys_are_read_back(material):
    game, lots = load("chess").endings(material), random.Random(1)
    for _ in range(30):
        start = game.arrangement(lots.randrange(game.arrangements()))
        tier = game.tier(start)
        for step in random_play(game, start, lots, 40):
            assert game.unkey(game.key(step.state)) == step.state
            assert tier <= game.tier(step.state)
            tier = game.tier(step.state)


@pytest.mark.parametrize("material, words", [
    ("", "like KRK"), ("RKK", "like KRK"), ("KK", "3 to 5 pieces"), ("KQQQQK", "3 to 5 pieces"),
    ("KXK", "like KRK")])
def test_material_that_cannot_be(material, words):
    with pytest.raises(ParameterError, match=words):
        load("chess").endings(material)
    with pytest.raises(ParameterError, match="give the most pieces"):
        load("checkers").endings("KRK")


@pytest.mark.parametrize("material", ["KRK", "KBNK", "KPK", "KPKP"])
@pytest.mark.long_for("KBNK", "KRK")
def test_images_are_played_alike(material):
    game, lots = load("chess").endings(material), random.Random(2)
    for _ in range(4):
        start = game.arrangement(lots.randrange(game.arrangements()))
        for s in [step.state for step in random_play(game, start, lots, 6)]:
            after = {game.canonical(game.play(s, m)) for m in game.moves(s)}
            for n in range(2 if s.pawns else 8):
                seen = Board(*(image(board, n) for board in s[:7]), *s[7:])
                assert game.canonical(seen) == game.canonical(s)
                assert game.outcome(seen) == game.outcome(s)
                assert {game.canonical(game.play(seen, m)) for m in game.moves(seen)} == after


@pytest.mark.slow
def test_the_longest_mate_with_a_rook(tmp_path):
    database = make(load("chess").endings("KRK"), tmp_path, symmetry=True)
    assert database.info()["longest_win"] == 31  # 16 moves


@pytest.mark.long
def test_checkers_with_two_pieces_has_as_many_positions_as_published(tmp_path):
    database = make(load("checkers").endings("2"), tmp_path)
    assert by_pieces(database) == {1: 2 * 120, 2: 2 * 6_972}  # either player may be to move
    assert verify(database) == database.positions


@pytest.mark.slow
def test_checkers_with_three_pieces(tmp_path):
    database = make(load("checkers").endings("3"), tmp_path)
    assert by_pieces(database) == {1: 2 * 120, 2: 2 * 6_972, 3: 2 * 261_224}
    assert verify(database) == database.positions


def by_pieces(database):
    found = {}
    for tier in database.tiers:
        pieces = -tier // 8
        found[pieces] = found.get(pieces, 0) + database.folder.keys(tier).count
    return found


@pytest.mark.slow
@pytest.mark.parametrize("material, moves", [("KQK", 10), ("KRK", 16)])
def test_mates_agree_with_another_program(material, moves, tmp_path):
    """Retrograde analysis of everything, by python-chess's rules."""
    chess = pytest.importorskip("chess")
    database = make(ChessEndings(material), tmp_path)
    assert (database.info()["longest_win"] + 1) // 2 == moves
    values = retrograde(chess, material[1])
    assert len(values) == sum(database.folder.keys(t).count for t in database.tiers if t == -24)
    board = chess.Board(None)
    for at in random.Random(2).sample(sorted(values), 20_000):
        value = database.value(standing(chess, board, material[1], *at).fen())
        assert (value.kind, value.distance) == values[at], board.fen()


def standing(chess, board, letter, king, other, square, turn):
    """A board with white's king and piece, and black's king."""
    board.set_piece_map({king: chess.Piece.from_symbol("K"), other: chess.Piece.from_symbol("k"),
                         square: chess.Piece.from_symbol(letter)})
    board.turn = turn
    return board


def retrograde(chess, letter):
    """Of each position of white's king and piece against black's king, as their squares and who is
    to move: its value and distance."""
    board, values, left, parents = chess.Board(None), {}, {}, {}
    for squares in permutations(range(64), 3):
        for turn in (True, False):
            if not standing(chess, board, letter, *squares, turn).is_valid():
                continue
            here = (*squares, turn)
            left[here] = 0
            for move in board.legal_moves:
                left[here] += 1
                if move.to_square not in squares:  # else bare kings are left, and a draw
                    there = (*(move.to_square if s == move.from_square else s for s in squares),
                             not turn)
                    parents.setdefault(there, []).append(here)
            if not left[here]:
                values[here] = ("loss", 0) if board.is_check() else ("draw", None)
    layer = [at for at, (kind, _) in values.items() if kind == "loss"]
    while layer:
        further = []
        for there in layer:
            kind, distance = values[there]
            for here in parents.get(there, []):
                left[here] -= 1
                if here not in values and (kind == "loss" or not left[here]):
                    values[here] = ("win" if kind == "loss" else "loss", distance + 1)
                    further.append(here)
        layer = further
    return {at: values.get(at, ("draw", None)) for at in left}


@pytest.mark.slow
@pytest.mark.parametrize("material, plies", [
    ("KPK", 2 * 28 - 1), ("KBBK", 2 * 19 - 1), ("KBNK", 2 * 33 - 1), ("KQKR", 2 * 35 - 1)])
def test_longest_mates(material, plies, tmp_path):
    database = make(ChessEndings(material), tmp_path, symmetry=True)
    assert database.info()["longest_win"] == plies
    assert verify(database) == database.positions
