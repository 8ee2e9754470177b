"""The heuristics of chess on positions whose squares were counted by hand: `white – black`."""

import pytest

from zermelo.evaluation.chess import MATERIAL, PLAIN
from zermelo.evaluation.chess.pawns import closed_files, half_open_files, open_files
from zermelo.evaluation.chess.side import Heuristic
from zermelo.games.chess import Chess

GAME = Chess()
KINDS = {**MATERIAL.features, **PLAIN.blended, "open files": Heuristic(open_files),
         "half-open files": Heuristic(half_open_files), "closed files": Heuristic(closed_files)}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
SPANISH = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
ROOM = "c5 c6 c7 d5 d6 d7 e5 e6 e7 f5 f6 f7"  # black's whole room

MATERIAL_COUNTED = [
    (START, {"pawns": "a2 b2 c2 d2 e2 f2 g2 h2 – a7 b7 c7 d7 e7 f7 g7 h7", "king": "e1 – e8",
             "bishop pair": "c1 f1 – c8 f8"}),
    ("4k3/8/8/8/8/8/PPPPP3/RNB1K2R", {"pawns": "a2 b2 c2 d2 e2 –", "knights": "b1 –",
                                      "bishops": "c1 –", "rooks": "a1 h1 –", "queens": "–"}),
    ("3qk3/8/8/8/8/8/8/3QKQ2", {"queens": "d1 f1 – d8", "rooks": "–", "bishops": "–"}),
    # c1 and g1 are both dark; c8 is light, f8 dark.
    ("2b1kb2/8/8/8/8/8/8/2B1K1B1", {"bishops": "c1 g1 – c8 f8", "bishop pair": "– c8 f8"}),
    ("4k3/8/2b5/8/8/5B2/8/4K3", {"bishops": "f3 – c6", "bishop pair": "–"}),
    ("r3k2r/8/n7/8/8/8/8/R3K3", {"rooks": "a1 – a8 h8", "knights": "– a6"}),
]

PAWN_STRUCTURE = [
    ("4k3/p1p3pp/8/8/8/8/P1PP2P1/4K3", {"isolated": "a2 g2 – a7 c7"}),
    ("4k3/2p5/2p5/8/4P3/4P3/PP6/4K3", {"isolated": "e3 e4 – c6 c7", "doubled": "e3 e4 – c6 c7",
                                       "tripled": "–"}),
    ("4k3/5p2/5p2/5p2/4P3/4P3/4P3/4K3", {"doubled": "–", "tripled": "e2 e3 e4 – f5 f6 f7",
                                         "quadrupled": "–"}),
    ("4k3/8/8/4P3/4P3/4P3/4P3/4K3", {"doubled": "–", "tripled": "–",
                                     "quadrupled": "e2 e3 e4 e5 –", "passed": "e5 –"}),
    # a2 and a7 stop each other; g7 and h2 would have to pass each other.
    ("4k3/p5p1/8/3P4/8/5p2/P6P/4K3", {"passed": "d5 – f3", "passed on rank 5": "d5 – f3",
                                      "passed on rank 6": "– f3"}),
    ("4k3/8/8/3p4/3PP3/8/8/4K3", {"passed": "–"}),
    ("4k3/8/8/8/P7/8/7p/6K1", {"unhindered": "a4 –", "unhindered on rank 6": "–"}),
    ("7k/8/3P4/8/8/p7/8/4K3", {"unhindered": "d6 – a3", "unhindered on rank 6": "d6 – a3",
                               "escorted": "–", "faced": "–"}),
    ("3r3k/8/3P4/8/8/8/8/4K3", {"passed on rank 6": "d6 –", "unhindered": "–"}),
    ("7k/8/8/3P4/3K4/8/8/8", {"escorted": "d5 –", "faced": "–"}),  # from h8 it is four steps to d6
    ("8/8/3k4/3P4/8/3K4/8/8", {"escorted": "–", "faced": "d5 –", "unhindered": "–"}),
    ("8/8/8/1k6/1p6/8/5P2/6K1", {"passed": "f2 – b4", "escorted": "– b4", "faced": "–"}),
    ("4k3/8/8/3pP3/8/8/8/4K3", {"passed": "e5 – d5"}),  # beside is not ahead
    ("4k3/5p2/4p3/3p4/3P4/2P1P3/8/4K3", {"chained": "d4 – d5 e6"}),
    ("4k3/8/8/pp1p4/3PP3/PP6/8/4K3", {"phalanx": "d4 e4 – a5 b5"}),  # a3 and b3 are not so far yet
    ("4k3/8/8/3P4/8/1p4P1/8/4K3", {"passed on rank 4": "d5 – b3", "supported": "–"}),
    ("4k3/8/8/3P3r/6P1/1p6/8/2RK4", {"passed on rank 4": "d5 g4 – b3", "supported": "–"}),
    ("4k3/8/8/3P4/P7/1p6/8/2BK4", {"passed on rank 4": "a4 d5 – b3", "supported": "–"}),
    ("4k3/8/8/3PN3/8/1p6/2b5/4K3", {"supported": "–"}),  # e5 does not guard d6, nor c2 b2
    ("4k3/8/8/3P4/5N2/1p6/8/2n1K3", {"supported": "–"}),
    ("4k3/8/8/3P1N2/8/1p6/8/3nK3", {"supported": "d5 – b3"}),
    ("4k3/1p6/8/P5p1/1P2P1P1/8/8/4K3", {"loosened": "b4 g4 – g5"}),
    ("4k3/8/6p1/1P6/8/1p4P1/8/4K3", {"loosened": "–"}),
    # g6 is attacked by f5 and h5, and no black pawn can guard it any more. f5 and h5 are isolated.
    ("1k6/6p1/5p1p/5P1P/8/8/8/5K2", {"backward": "– g7", "isolated": "f5 h5 –"}),
    ("4k3/8/8/1p1p4/8/1PP5/8/4K3", {"backward": "–"}),  # b3 guards c4
    ("4k3/8/8/2p1p3/4P3/3P4/8/4K3", {"backward": "d3 –"}),  # e4 is past guarding d4
    ("3rk2r/p6p/8/8/8/8/P2P3P/R2RK3", {
        "rooks on open files": "–", "rooks on half-open files": "– d8",
        "rooks on closed files": "a1 – h8",
        "open files": "b1 c1 e1 f1 g1 – b8 c8 e8 f8 g8", "half-open files": "– d8",
        "closed files": "a1 h1 – a8 h8"}),
    ("r3k3/1p6/8/8/8/8/7P/1R2K2R", {
        "rooks on open files": "– a8", "rooks on half-open files": "b1 –",
        "rooks on closed files": "–", "half-open files": "b1 – h8", "closed files": "–"}),
]

KING_SAFETY = [
    ("6k1/5ppp/8/8/8/7P/5PP1/6K1", {"shelter": "f2 g2 h3 – f7 g7 h7"}),
    ("6k1/5p2/6p1/7p/6P1/8/5P1P/6K1", {"shelter": "f2 h2 – f7 g6"}),
    ("8/8/4k3/4p3/8/4K3/3P4/8", {"shelter": "– e5"}),
    ("6k1/5p1p/8/8/8/8/5P2/6K1", {"open files at the king": "g1 – g8",
                                  "half-open files at the king": "h1 –"}),
    ("k7/p7/8/8/8/8/8/K7", {"open files at the king": "b1 – b8",
                            "half-open files at the king": "a1 –"}),
    # The rook gives check; h1 is behind the king.
    ("6k1/8/8/8/8/8/5PPP/r5K1", {"ring attacked": "f1 –", "ring undefended": "f1 –"}),
    ("6k1/5ppp/8/8/8/3B4/8/1Q4K1", {"ring attacked": "– h7", "ring undefended": "– h7"}),
    ("6k1/5ppp/5n2/8/8/3B4/8/1Q4K1", {"ring attacked": "– h7", "ring undefended": "–"}),
    # The neighbourhood of g8 is f8 g8 h8 f7 g7 h7 f6 g6 h6.
    ("6k1/5pp1/8/8/8/3B3Q/8/6K1", {"attacked twice": "– h7", "besieged": "– g6 h6 h7 h8",
                                    "defenceless": "– h7 h8"}),
    ("6k1/5pp1/8/8/8/7Q/8/6K1", {"attacked twice": "–", "besieged": "–",  # the queen is alone
                                  "defenceless": "–"}),
    ("6k1/3Q4/8/8/8/5q2/8/6K1", {"queen near": "f3 – d7"}),
    ("7k/8/8/3Q4/8/8/8/K4q2", {"queen near": "–"}),  # four steps, and five
    ("6k1/5ppp/8/8/3Q4/8/8/K7", {"exposed": "– a8 b8 c8 d8 e8 f8 h8"}),
    ("6k1/5ppp/8/8/3R4/8/8/K7", {"exposed": "–"}),
    ("4k3/4n3/8/b7/8/8/3N4/2B1RK2", {"pinned": "– e7"}),  # d2 is not before its king
    ("4k3/4n3/4n3/b7/8/2B5/3N4/4RK2", {"pinned": "–"}),  # two of them shield each other
    ("k7/1b6/8/3B4/8/8/3N4/q2NK3", {"pinned": "d1 – b7"}),
    ("6k1/8/5P2/8/8/2n5/5q2/K6R", {"attacked twice": "a2 –", "besieged": "a2 b1 b2 –",
                                   "defenceless": "a2 b2 –"}),
]

SPACE = [
    (START, {"space": "c3 c4 d3 d4 e3 e4 f3 f4 – c5 c6 d5 d6 e5 e6 f5 f6",
             "space behind pawns": "–"}),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", {
        "space": "c3 c4 d3 d4 e2 e3 f3 f4 – c5 c6 d6 e5 e6 f6", "space behind pawns": "e2 e3 –"}),
    ("4k3/8/8/8/2p1p3/8/3P4/4K3", {"space": f"c2 c3 c4 d4 e2 e3 e4 f2 f4 – {ROOM}",
                                   "space behind pawns": "– c5 c6 c7 e5 e6 e7"}),
    ("4k3/8/8/8/8/8/8/4K3", {"space": f"c2 c3 c4 d2 d3 d4 e2 e3 e4 f2 f3 f4 – {ROOM}",
                             "space behind pawns": "–"}),
    ("4k3/2pppp2/8/8/2PPPP2/8/8/4K3", {
        "space": "c2 c3 d2 d3 e2 e3 f2 f3 – c6 d6 e6 f6",
        "space behind pawns": "c2 c3 d2 d3 e2 e3 f2 f3 –"}),
    ("4k3/8/8/8/8/2P5/2P5/4K3", {"space": f"c4 d2 d3 d4 e2 e3 e4 f2 f3 f4 – {ROOM}",
                                 "space behind pawns": "–"}),
]

WEAK_AND_STRONG = [
    ("4k3/8/8/2n5/8/8/PP3PPP/4K3", {"weak squares": "d3 –"}),
    ("4k3/3p4/8/8/8/8/8/R3K3", {"weak squares": "– a5 a6"}),
    ("4k3/1p6/8/8/8/8/8/R3K3", {"weak squares": "–"}),  # b7 guards a6, and can come to guard a5
    ("4k3/8/8/8/3P4/8/8/q3K3", {"weak squares": "a3 a4 c3 d4 – c5 e5"}),
    ("4k3/8/8/8/4P3/8/8/4K3", {"strong squares": "d5 f5 –"}),
    ("4k3/2p5/8/8/4P3/8/8/4K3", {"strong squares": "f5 –"}),
    ("4k3/8/8/2p5/4P3/8/8/4K3", {"strong squares": "d5 f5 – b4 d4", "outposts": "–"}),
    ("4k3/8/8/2pN4/4P3/8/8/4K3", {"outposts": "d5 –"}),
    ("4k3/8/4p3/3b4/1n6/P7/8/4K3", {"strong squares": "b4 – d5 f5", "outposts": "– d5"}),
    ("4k3/8/8/8/4P3/2N5/8/4K3", {"strong squares": "d5 f5 –", "outposts in reach": "d5 –"}),
    ("4k3/8/2p5/3N4/4P3/2N5/8/4K3", {"outposts in reach": "–"}),
    ("2b1k3/3p1p2/4pp2/8/8/3B4/PP6/4K3", {"pawns like the bishop": "a2 – d7 e6 f7"}),
    ("2b1kb2/3p1p2/4pp2/8/8/8/PP6/4K3", {"pawns like the bishop": "– d7 e6 f6 f7"}),
    ("4k3/8/P7/8/8/2P5/8/4K3", {"strong squares": "b4 d4 –"}),  # b7 is too far up
]

DEVELOPMENT = [
    (START, {"developed": "–", "castled": "–", "may castle": "a1 h1 – a8 h8",
             "connected rooks": "–", "centre pawns at home": "d2 e2 – d7 e7"}),
    (SPANISH, {"developed": "b5 f3 – c6", "may castle": "a1 h1 – a8 h8"}),
    ("r1bq1rk1/8/8/8/8/8/8/R4RK1", {"castled": "g1 – g8", "connected rooks": "a1 f1 –"}),
    ("2kr3r/8/8/8/8/8/8/2K1R3", {"castled": "c1 – c8", "connected rooks": "– d8 h8"}),
    ("4k2r/8/8/8/8/8/8/5K1R w k -", {"castled": "–", "may castle": "– h8"}),
    ("4k3/8/8/8/8/8/8/6KR", {"castled": "–"}),  # its rook is shut in
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", {"may castle": "a1 h1 – a8 h8", "connected rooks": "–"}),
    ("1n2k3/8/8/8/8/8/8/3NK3", {"developed": "d1 –"}),
]

CENTRE = [
    (START, {"centre pawns": "–", "centre attacked": "–"}),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", {
        "centre pawns": "e4 –", "centre attacked": "d5 –"}),
    ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -", {
        "centre pawns": "e4 – e5", "centre attacked": "d4 d5 e5 – d4 e5"}),
    ("4k3/8/8/3Pp3/3pP3/8/8/4K3", {"centre pawns": "d5 e4 – d4 e5",
                                   "centre attacked": "d5 – d4"}),
    ("4k3/8/8/8/8/3K4/8/8", {"centre attacked": "d4 e4 –"}),
    ("r3k3/8/8/8/8/8/8/B3K3", {"centre attacked": "d4 e5 –"}),
    ("4k3/8/8/8/R2p4/8/8/4K3", {"centre pawns": "– d4", "centre attacked": "d4 –"}),
]

INITIATIVE = [
    (START, {"the move": "e1 –"}),
    (SPANISH, {"the move": "– e8"}),
    ("4k3/7p/8/8/8/8/8/R3K3", {"safe checks": "a8 –", "threatened": "–"}),
    ("4k3/7p/8/8/8/8/8/4K2N", {"safe checks": "–"}),
    ("4k3/7p/8/8/4N3/8/8/4K3", {"safe checks": "d6 f6 –"}),
    ("4k3/2p5/8/8/4N3/8/8/4K3", {"safe checks": "f6 –"}),
    ("4k3/7p/8/8/8/8/8/Q3K3", {"safe checks": "a4 a8 e5 h8 –"}),
    ("4k3/7p/8/8/8/8/8/2B1K3", {"safe checks": "–"}),  # the king stands on the other colour
    ("4k3/8/8/8/8/8/8/R3K3", {"safe checks": "–", "rooks reach": "–"}),  # a bare king
    ("4k3/8/8/3p4/4P3/8/8/4K3", {"threatened": "d5 – e4"}),
    ("4k3/8/4p3/3p4/4P3/8/8/4K3", {"threatened": "– e4"}),
    ("4k3/8/4p3/3n4/4P3/8/8/4K3", {"threatened": "d5 –"}),  # guarded, but dearer than a pawn
    ("4k3/8/4p3/3n4/4P3/8/8/4K3", {"threatened by pawns": "d5 –", "loose": "–"}),
    ("4k3/8/4p3/3P1N2/4P3/8/8/4K3", {"threatened by pawns": "– f5", "weak pawns": "–"}),
    ("4k3/p7/2p5/1b6/8/2P5/3P4/R3K3", {"weak pawns": "a7 –", "loose": "– a1"}),
    ("4k3/pp6/8/8/8/8/8/RR4K1", {"weak pawns": "a7 b7 –", "loose": "–"}),
    ("4k3/8/1p6/p7/1P6/8/8/RR4K1", {"weak pawns": "–"}),
    ("3rk3/8/8/8/7B/8/8/4K3", {"threatened": "d8 –", "loose": "– h4"}),
    ("3qk3/8/8/8/8/8/8/3RK3", {"threatened": "d8 –", "threatened by minors": "–"}),
    ("3rk3/8/8/8/6nB/8/8/5RK1", {"threatened by minors": "d8 –"}),
    ("3rk3/8/8/8/7B/6n1/8/5RK1", {"threatened by minors": "d8 – f1"}),
    ("3qk3/8/8/8/8/r7/R7/3RK3", {"threatened by rooks": "a3 d8 – a2"}),
    ("4k3/2p5/3n4/8/8/8/8/3RK3", {"threatened by rooks": "–"}),
    ("4k3/8/8/3n1n2/8/4P3/8/4K3", {"threatened by pushes": "d5 f5 –"}),
    ("4k3/8/8/3n1p2/8/4P3/8/4K3", {"threatened by pushes": "–"}),  # f5 takes on e4
    ("4k3/8/2n5/3n1n2/8/4P3/8/4K3", {"threatened by pushes": "d5 f5 –"}),
    ("4k3/8/6n1/3n4/8/4P3/8/4K3", {"threatened by pushes": "d5 –"}),
    ("4k3/8/5n2/3n4/8/4P3/8/4K3", {"threatened by pushes": "–"}),  # f6 would take on e4
    ("6k1/8/8/8/8/8/8/R4RK1", {"rooks towards the king": "f1 –"}),
    ("8/8/8/3pk3/2K5/8/8/8", {"threatened": "–"}),  # to a king everything is cheap
]

PLACEMENT = [
    ("4k3/8/8/8/4N3/8/1N6/N3K3", {"knights off the edge": "b2 e4 –",
                                  "knights in the middle": "e4 –"}),
    ("4k3/2p5/8/6p1/1p2P3/P7/7P/4K3", {"pawns on rank 4": "e4 – b4 g5", "pawns on rank 5": "– b4",
                                       "pawns on rank 6": "–"}),
    ("4k3/8/8/N2N4/8/2n5/8/4K3", {"knights on rank 5": "d5 – c3"}),
    ("4k3/8/8/8/3p4/4P3/6K1/8", {"pawns near the king": "e3 –"}),
    ("8/8/4k3/8/3p4/4P3/8/3K4", {"pawns near the king": "e3 – d4"}),
    ("4k3/R7/8/8/8/8/1r6/4K3", {"rooks on rank 7": "a7 – b2", "rooks on rank 5": "a7 – b2"}),
    ("4k3/r7/8/R7/8/8/R7/4K3", {"rooks on rank 2": "a2 – a7", "rooks on rank 5": "a5 –"}),
    ("q3k3/8/8/8/8/8/Q7/3QK3", {"queens off rank 1": "a2 –"}),
    ("4k3/8/8/3b4/8/8/6B1/2B1K3", {"bishops on long diagonals": "g2 – d5"}),
    ("1k6/8/8/8/8/8/8/6K1", {"king on the wing": "g1 – b8"}),
    ("8/8/4k3/8/8/8/1K6/8", {"king off the edge": "b2 – e6", "king in the middle": "– e6"}),
    ("4k3/8/8/8/3p4/8/8/1N2K3", {"knights reach": "a3 d2 –"}),
    ("4k3/7p/8/8/8/8/1P6/2B1K3", {"bishops reach": "d2 e3 f4 g5 h6 –"}),
    ("4k3/7p/8/8/8/8/8/R3K3", {"rooks reach": "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 –"}),
    ("4k3/7p/8/8/8/8/1P6/Q1B1K3", {"queens reach": "a2 a3 a4 a5 a6 a7 a8 b1 –"}),
]

GROUPS = {"material": MATERIAL_COUNTED, "pawn structure": PAWN_STRUCTURE,
          "king safety": KING_SAFETY, "space": SPACE, "weak and strong squares": WEAK_AND_STRONG,
          "development": DEVELOPMENT, "centre": CENTRE, "initiative": INITIATIVE,
          "placement": PLACEMENT}


@pytest.mark.parametrize("text, counted", [row for rows in GROUPS.values() for row in rows])
def test_squares(text, counted):
    s = GAME.parse(text if " " in text else f"{text} w - -")
    for name, expected in counted.items():
        first, second = (sorted(part.split()) for part in expected.split("–"))
        feature = KINDS[name]
        assert sorted(feature.names(GAME, s, 0)) == first, name
        assert sorted(feature.names(GAME, s, 1)) == second, name
        assert feature(GAME, s) == len(first) - len(second), name


@pytest.mark.parametrize("group", GROUPS)
def test_there_are_six_or_more_of_each(group):
    assert len({text for text, _ in GROUPS[group]}) >= 6
    named = {name for _, counted in GROUPS[group] for name in counted}
    missing = {name for name, feature in PLAIN.blended.items() if feature.group == group} - named
    assert not missing
