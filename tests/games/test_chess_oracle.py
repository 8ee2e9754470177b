"""Moves, checks, ends and texts are those of python-chess, wherever random games lead."""

import random

import chess
import pytest

from games.chess_positions import along_a_game, scattered
from zermelo.games.chess import Chess
from zermelo.games.chess_fen import write_fen
from zermelo.games.chess_notation import uci

GAME = Chess()


def board_of(s):
    return chess.Board(write_fen(s), chess960=True)


def agree(s, rng):
    """One position seen by both."""
    board = board_of(s)
    mine = {uci(s, m, onto_rook=True): m for m in GAME.moves(s)}
    theirs = {m.uci(): m for m in board.legal_moves}
    where = board.fen()
    assert mine.keys() == theirs.keys(), where
    assert GAME.mobility(s) == len(theirs), where
    assert GAME.in_check(s) == board.is_check(), where
    assert GAME.is_dead(s) == board.is_insufficient_material(), where
    assert GAME.outcome(s) == payoff(board), where
    assert write_fen(s) == f"{board.fen(en_passant='legal').rsplit(' ', 1)[0]} 1"
    assert GAME.parse(board.shredder_fen()) == s == GAME.parse(GAME.text(s))
    assert write_fen(s, shredder=True).split()[2] == board.shredder_fen().split()[2]
    for name, m in mine.items():
        assert GAME.threatens(s, m) == board.gives_check(theirs[name]), (where, name)
    for name in rng.sample(sorted(mine), min(3, len(mine))):
        san = board.san(theirs[name])
        assert GAME.move_text(s, mine[name]) == san, where
        if GAME.outcome(s) is None:
            for spelling in (san, name, san.rstrip("+#"), board.lan(theirs[name])):
                assert GAME.parse_move(s, spelling) == mine[name], (where, spelling)
        after = board.copy()
        after.push(theirs[name])
        assert write_fen(GAME.play(s, mine[name])).split()[:5] == (
            after.fen(en_passant="legal").split()[:5]), (where, san)


def exchanged(board, square, at_stake, mover):
    """What `mover` wins by taking on a square, if both take with the cheapest as long as it pays.

    Kings count 100, so that they never go where they can be taken.
    """
    takers = [(WORTH[board.piece_type_at(a)], a) for a in board.attackers(mover, square)]
    if not takers:
        return 0
    worth, taker = min(takers)
    board.remove_piece_at(taker)
    return max(0, at_stake - exchanged(board, square, worth, not mover))


WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9,
         chess.KING: 100}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.few(2)
def test_exchanges(seed):
    seen = 0
    for s in [*along_a_game(seed), *(scattered(seed * 50 + i) for i in range(20))]:
        board = board_of(s)
        loud = list(GAME.loud(s))
        assert sorted(loud) == sorted(m for m in GAME.moves(s) if GAME.noisy(s, m)), board.fen()
        for m in GAME.moves(s):
            move = chess.Move.from_uci(uci(s, m, onto_rook=True))
            if board.is_castling(move):
                assert GAME.exchange(s, m) == 0
                continue
            gone, left = board.piece_type_at(move.from_square), board.copy()
            prey = board.piece_type_at(move.to_square)
            taken = 1 if board.is_en_passant(move) else WORTH.get(prey, 0)
            left.remove_piece_at(move.from_square)
            if board.is_en_passant(move):
                left.remove_piece_at(move.to_square + (-8 if board.turn else 8))
            mine = WORTH[move.promotion or gone]
            if move.promotion:
                taken += mine - 1
            expected = taken - exchanged(left, move.to_square, mine, not board.turn)
            assert GAME.exchange(s, m) == expected, (board.fen(), board.san(move))
            seen += 1
    assert seen > 20


def payoff(board):
    if board.is_checkmate():
        return 1 if board.turn == chess.BLACK else -1
    drawn = (board.is_stalemate() or board.is_insufficient_material()
             or board.halfmove_clock >= 100)
    return 0 if drawn else None


def compared(positions, seed):
    """So many positions, half of them of chess as usual; how many there were."""
    rng, seen = random.Random(seed), 0
    while seen < positions:
        start = 518 if rng.random() < 0.5 else None
        for s in along_a_game(rng.randrange(10**9), start=start):
            agree(s, rng)
            seen += 1
        for _ in range(20):
            agree(scattered(rng.randrange(10**9)), rng)
            seen += 1
    return seen


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.few(1)
def test_random_positions(seed):
    assert compared(200, seed) >= 200


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_random_positions(seed):
    assert compared(2000, seed) >= 2000


def test_the_960_starts():
    for number in range(960):
        game = Chess(number)
        assert write_fen(game.initial()) == chess.Board.from_chess960_pos(number).fen()


@pytest.mark.parametrize("seed", range(4))
def test_repetitions(seed):
    """A third occurrence counts exactly when python-chess counts it."""
    rng = random.Random(seed)
    here, board = GAME.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"), None
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    for _ in range(120):
        if here.result is not None:
            break
        quiet = [m for m in here.moves if not GAME.noisy(here.state, m)] or here.moves
        move = rng.choice(quiet[:2])
        board.push_san(GAME.move_text(here.state, move))
        here = here.play(move)
        repeated = here.result is not None and "occurred" in here.result.reason
        assert repeated == board.is_repetition(3)
    assert here.result is not None
