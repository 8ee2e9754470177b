"""Positions of chess to test with: along random games, and with random pieces on the board."""

from __future__ import annotations

import random
from functools import cache

from zermelo.errors import PositionError
from zermelo.games.chess import Chess

GAME = Chess()

# Published at chessprogramming.org/Perft_Results: leaves at depths 1, 2, 3, …
PERFT = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":
        (20, 400, 8902, 197281, 4865609, 119060324),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1":
        (48, 2039, 97862, 4085603, 193690690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1":
        (6, 264, 9467, 422333, 15833292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8":
        (44, 1486, 62379, 2103487, 89941194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10":
        (46, 2079, 89890, 3894594, 164075551),
}

# … and at chessprogramming.org/Chess960_Perft_Results.
PERFT_960 = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9":
        (21, 528, 12189, 326672, 8146062),
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9":
        (21, 807, 18002, 667366, 16253601),
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9":
        (20, 479, 10471, 273318, 6417013),
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9":
        (22, 593, 13440, 382958, 9183776),
    "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9":
        (28, 1120, 31058, 1171749, 34030312),
}


def along_a_game(seed, plies=200, start=None):
    """The states of a random game, its end included, from any of the 960 starts."""
    rng = random.Random(seed)
    s = Chess(rng.randrange(960) if start is None else start).initial()
    yield s
    while GAME.outcome(s) is None and plies > 0:
        s = GAME.play(s, rng.choice(list(GAME.moves(s))))
        plies -= 1
        yield s


def scattered(seed):
    """Random pieces on random squares: pins, promotions and checks that no game gets to."""
    rng = random.Random(seed)
    while True:
        board = [""] * 64
        for square, piece in zip(rng.sample(range(64), 2), "Kk", strict=True):
            board[square] = piece
        for _ in range(rng.randint(0, 14)):
            piece, square = rng.choice("PPPNBRQpppnbrq"), rng.randrange(64)
            if not board[square] and not (piece in "Pp" and square // 8 in (0, 7)):
                board[square] = piece
        rows = ["".join(board[8 * r:8 * r + 8][f] or "1" for f in range(8)) for r in range(8)]
        try:
            return GAME.parse(f"{'/'.join(rows)} {rng.choice('wb')} - - {rng.randrange(100)} 1")
        except PositionError:
            continue


def any_position(seed):
    """One state or another, finished or not: of 40 games, which are played once."""
    if seed % 3 == 0:
        return scattered(seed)
    return random.Random(seed).choice(_played(seed % 60))


@cache
def _played(seed):
    return tuple(along_a_game(seed, plies=120, start=518 if seed % 3 == 1 else None))
