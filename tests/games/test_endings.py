"""Endings: every arrangement, counted as others count them; mates as far away as books say."""

import random

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
    for fen, (kind, distance) in random.Random(2).sample(sorted(values.items()), 20_000):
        value = database.value(fen)
        assert (value.kind, value.distance) == (kind, distance), fen


def retrograde(chess, letter):
    """Of each position of white's king and piece against black's king: its value and distance."""
    piece = chess.Piece.from_symbol(letter)
    after, values = {}, {}
    for king in range(64):
        for other in range(64):
            for square in range(64):
                if len({king, other, square}) < 3:
                    continue
                for turn in (True, False):
                    board = chess.Board(None)
                    board.set_piece_at(king, chess.Piece.from_symbol("K"))
                    board.set_piece_at(other, chess.Piece.from_symbol("k"))
                    board.set_piece_at(square, piece)
                    board.turn = turn
                    if not board.is_valid():
                        continue
                    ways = []
                    for move in board.legal_moves:
                        if board.is_capture(move):
                            ways.append(None)  # bare kings: a draw
                            continue
                        board.push(move)
                        ways.append(board.fen())
                        board.pop()
                    after[board.fen()] = ways
                    if not ways:
                        values[board.fen()] = ("loss", 0) if board.is_check() else ("draw", None)
    for distance in range(1, 100):
        found = {}
        for fen, ways in after.items():
            if fen in values:
                continue
            known = [values.get(way) if way else ("draw", None) for way in ways]
            if ("loss", distance - 1) in known:
                found[fen] = ("win", distance)
            elif all(v is not None and v[0] == "win" for v in known):
                found[fen] = ("loss", distance)
        values |= found
        if not found and distance > 1:
            break
    return {fen: values.get(fen, ("draw", None)) for fen in after}


@pytest.mark.slow
@pytest.mark.parametrize("material, plies", [
    ("KPK", 2 * 28 - 1), ("KBBK", 2 * 19 - 1), ("KBNK", 2 * 33 - 1), ("KQKR", 2 * 35 - 1)])
def test_longest_mates(material, plies, tmp_path):
    database = make(ChessEndings(material), tmp_path, symmetry=True)
    assert database.info()["longest_win"] == plies
    assert verify(database) == database.positions
