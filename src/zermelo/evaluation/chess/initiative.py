"""Initiative: what the other side must react to."""

from __future__ import annotations

from zermelo.evaluation.chess.side import Side, diagonal_attacks, straight_attacks
from zermelo.games.chess import Chess
from zermelo.games.chess_squares import leaps
from zermelo.portable import inlined


@inlined
def safe_checks(game: Chess, side: Side) -> int:
    """Squares from which a piece could give check at its next move without being taken there."""
    king = side.enemy_king
    straight, diagonal = straight_attacks(king, side.empty), diagonal_attacks(king, side.empty)
    found = (side.attacks.knights & leaps(king)
             | side.attacks.bishops & diagonal
             | side.attacks.rooks & straight | side.attacks.queens & (straight | diagonal))
    return found & ~side.own & ~side.threats.all


@inlined
def threatened(game: Chess, side: Side) -> int:
    """Enemy pieces that are attacked and undefended, or attacked by something cheaper."""
    minors = side.attacks.knights | side.attacks.bishops
    loose = side.attacks.all & ~side.threats.all
    dear = (side.attacks.pawns & ~side.enemy_pawns
            | minors & (side.enemy_rooks | side.enemy_queens)
            | side.attacks.rooks & side.enemy_queens)
    return side.theirs & ~side.enemy_king & (loose | dear)
