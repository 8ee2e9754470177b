"""Chess: the heuristics that people speak of, each by the squares that it means.

Values are in pawns. Every feature has a weight for the opening and one for the endgame, blended by
the pieces that are left. Of what cannot be won, whatever the pieces count, little or nothing is
made (`endings`).

The weights below were written by hand: `handmade`. Those of `heuristics` are in `standard.json`,
fitted by `zermelo tune chess --games … --deeper 40000`: to what our own search of so many nodes
thinks of positions of our own games, and again with the weights found by that. The `standard`
evaluator adds what no heuristic says: the opinion of a small network, from where all pieces stand
and who is to move. It learnt what the others get wrong from millions of positions of our own games,
`zermelo tune chess --network …`, and is in the same file.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from zermelo.evaluation.chess import endings, initiative, king, material, pawns, pieces, squares
from zermelo.evaluation.chess.endings import prospects
from zermelo.evaluation.chess.experience import pieces as pieces_seen
from zermelo.evaluation.chess.material import opening
from zermelo.evaluation.chess.side import Heuristic
from zermelo.evaluation.linear import LinearEvaluator
from zermelo.evaluation.network import Network
from zermelo.evaluation.phased import PhasedEvaluator

# The pieces, and what beginners learn they are worth. No king is ever lost or taken, but a search
# may count on it.
PIECES = {
    "pawns": (material.own_pawns, 1.0),
    "knights": (material.own_knights, 3.0),
    "bishops": (material.own_bishops, 3.0),
    "rooks": (material.own_rooks, 5.0),
    "queens": (material.own_queens, 9.0),
    "king": (material.own_king, 100.0),
}

# By group: features with what they weigh in the opening and in the endgame.
HEURISTICS = {
    "material": {
        "pawns": (material.own_pawns, 0.9, 1.1),
        "knights": (material.own_knights, 3.2, 3.0),
        "bishops": (material.own_bishops, 3.2, 3.2),
        "rooks": (material.own_rooks, 4.8, 5.3),
        "queens": (material.own_queens, 9.5, 9.8),
        "bishop pair": (material.bishop_pair, 0.15, 0.2),
    },
    "pawn structure": {
        "isolated": (pawns.isolated, -0.12, -0.15),
        "doubled": (pawns.doubled, -0.05, -0.1),
        "tripled": (pawns.tripled, -0.1, -0.18),
        "quadrupled": (pawns.quadrupled, -0.15, -0.25),
        "passed": (pawns.passed, 0.1, 0.25),
        "passed on rank 4": (pawns.passed_on_rank_4, 0.0, 0.1),
        "passed on rank 5": (pawns.passed_on_rank_5, 0.15, 0.35),
        "passed on rank 6": (pawns.passed_on_rank_6, 0.3, 0.7),
        "unhindered": (pawns.unhindered, 0.0, 0.3),
        "unhindered on rank 6": (pawns.unhindered_on_rank_6, 0.2, 0.5),
        "escorted": (pawns.escorted, 0.0, 0.2),
        "faced": (pawns.faced, -0.1, -0.2),
        "supported": (pawns.supported, 0.1, 0.15),
        "chained": (pawns.chained, 0.06, 0.06),
        "phalanx": (pawns.phalanx, 0.05, 0.08),
        "loosened": (pawns.loosened, -0.1, 0.0),
        "backward": (pawns.backward, -0.1, -0.1),
        "rooks on open files": (pawns.rooks_on_open_files, 0.25, 0.1),
        "rooks on half-open files": (pawns.rooks_on_half_open_files, 0.12, 0.08),
        "rooks on closed files": (pawns.rooks_on_closed_files, -0.08, 0.0),
    },
    "king safety": {
        "shelter": (king.shelter, 0.12, 0.0),
        "open files at the king": (king.open_at_the_king, -0.15, 0.0),
        "half-open files at the king": (king.half_open_at_the_king, -0.1, 0.0),
        "ring attacked": (king.ring_attacked, -0.08, -0.02),
        "ring undefended": (king.ring_undefended, -0.15, -0.04),
        "attacked twice": (king.attacked_twice, -0.1, -0.05),
        "defenceless": (king.defenceless, -0.1, 0.0),
        "besieged": (king.besieged, -0.05, -0.05),
        "queen near": (king.queen_near, -0.1, -0.3),
        "exposed": (king.exposed, -0.01, -0.03),
        "pinned": (king.pinned, -0.15, -0.3),
    },
    "space": {
        "space": (squares.space, 0.03, 0.0),
        "space behind pawns": (squares.space_behind_pawns, 0.03, 0.0),
    },
    "weak and strong squares": {
        "weak squares": (squares.weak_squares, -0.04, -0.02),
        "strong squares": (squares.strong_squares, 0.04, 0.02),
        "outposts": (squares.outposts, 0.25, 0.15),
        "outposts in reach": (squares.outposts_in_reach, 0.1, 0.05),
        "pawns like the bishop": (squares.pawns_like_the_bishop, -0.05, -0.05),
    },
    "development": {
        "developed": (pieces.developed, 0.15, 0.0),
        "castled": (pieces.castled, 0.35, 0.0),
        "may castle": (pieces.may_castle, 0.08, 0.0),
        "connected rooks": (pieces.connected_rooks, 0.05, 0.0),
        "centre pawns at home": (pieces.centre_pawns_at_home, -0.1, 0.0),
    },
    "centre": {
        "centre pawns": (squares.centre_pawns, 0.12, 0.0),
        "centre attacked": (squares.centre_attacked, 0.05, 0.02),
    },
    "initiative": {
        "the move": (initiative.the_move, 0.2, 0.1),
        "safe checks": (initiative.safe_checks, 0.07, 0.05),
        "threatened": (initiative.threatened, 0.2, 0.2),
        "threatened by pawns": (initiative.threatened_by_pawns, 0.3, 0.3),
        "threatened by minors": (initiative.threatened_by_minors, 0.15, 0.1),
        "threatened by rooks": (initiative.threatened_by_rooks, 0.1, 0.1),
        "threatened by pushes": (initiative.threatened_by_pushes, 0.15, 0.1),
        "weak pawns": (initiative.weak_pawns, 0.0, 0.1),
        "loose": (initiative.loose, 0.03, 0.08),
        "rooks towards the king": (initiative.rooks_towards_the_king, 0.1, 0.0),
    },
    "placement": {
        "knights off the edge": (pieces.knights_off_the_edge, 0.15, 0.1),
        "knights in the middle": (pieces.knights_in_the_middle, 0.1, 0.1),
        "knights on rank 5": (pieces.knights_on_rank_5, 0.15, 0.1),
        "pawns on rank 4": (pieces.pawns_on_rank_4, 0.02, 0.05),
        "pawns on rank 5": (pieces.pawns_on_rank_5, 0.04, 0.1),
        "pawns on rank 6": (pieces.pawns_on_rank_6, 0.08, 0.15),
        "bishops on long diagonals": (pieces.bishops_on_long_diagonals, 0.1, 0.0),
        "rooks on rank 2": (pieces.rooks_on_rank_2, -0.1, 0.0),
        "rooks on rank 5": (pieces.rooks_on_rank_5, 0.0, 0.15),
        "rooks on rank 7": (pieces.rooks_on_rank_7, 0.2, 0.25),
        "queens off rank 1": (pieces.queens_off_rank_1, 0.0, 0.3),
        "king off the edge": (pieces.king_off_the_edge, -0.3, 0.2),
        "king on the wing": (pieces.king_on_the_wing, 0.1, 0.0),
        "king in the middle": (pieces.king_in_the_middle, -0.3, 0.2),
        "pawns near the king": (pieces.pawns_near_the_king, 0.03, 0.08),
    },
    "reach": {
        "knights reach": (pieces.knights_reach, 0.03, 0.03),
        "bishops reach": (pieces.bishops_reach, 0.03, 0.03),
        "rooks reach": (pieces.rooks_reach, 0.015, 0.03),
        "queens reach": (pieces.queens_reach, 0.01, 0.02),
    },
    "mating": {  # what a bare king still has
        "room": (endings.room, 0.05, 0.05),
        "way to the corner": (endings.way_to_the_corner, 0.3, 0.3),
        "way between the kings": (endings.way_between_the_kings, 0.2, 0.2),
    },
}

HANDMADE = PhasedEvaluator.of("handmade", opening, {
    name: (Heuristic(function, group), early, late)
    for group, features in HEURISTICS.items()
    for name, (function, early, late) in features.items()}, prospects)

FITTED = json.loads(Path(__file__).with_name("standard.json").read_text("utf-8"))
PLAIN = replace(HANDMADE.with_weights(**FITTED["weights"]), name="heuristics")
STANDARD = replace(PLAIN, name="standard").with_feature(
    "experience", Network.read(pieces_seen, FITTED["network"]), 1.0)

MATERIAL = LinearEvaluator(
    "material", {name: Heuristic(function) for name, (function, _) in PIECES.items()},
    {name: worth for name, (_, worth) in PIECES.items()})
