"""Initiative: what the other side must react to."""

from __future__ import annotations

from zermelo.evaluation.chess.side import Side, beside, files
from zermelo.games.chess import Chess
from zermelo.games.chess_squares import KNIGHT_MOVES, diagonal, pawn_attacks, straight
from zermelo.portable import inlined, lowest, shl


@inlined
def the_move(game: Chess, side: Side) -> int:
    """The king of the side to move, which can do something about all that follows."""
    return side.king if side.to_move else 0


@inlined
def safe_checks(game: Chess, side: Side) -> int:
    """Squares from which a piece could give check at its next move without being taken there; a
    bare king has nothing to lose by that."""
    king, occupied = lowest(side.enemy_king) & 63, side.own | side.theirs
    straights, diagonals = straight(king, occupied), diagonal(king, occupied)
    found = (side.attacks.knights & KNIGHT_MOVES[king]
             | side.attacks.bishops & diagonals
             | side.attacks.rooks & straights | side.attacks.queens & (straights | diagonals))
    return 0 if side.mates else found & ~side.own & ~side.threats.all


@inlined
def threatened(game: Chess, side: Side) -> int:
    """Enemy pieces that are attacked and undefended, or attacked by something cheaper."""
    minors = side.attacks.knights | side.attacks.bishops
    loose = side.attacks.all & ~side.threats.all
    dear = (side.attacks.pawns & ~side.enemy_pawns
            | minors & (side.enemy_rooks | side.enemy_queens)
            | side.attacks.rooks & side.enemy_queens)
    return side.theirs & ~side.enemy_king & (loose | dear)


@inlined
def threatened_by_pawns(game: Chess, side: Side) -> int:
    """Pieces that pawns attack."""
    return side.enemy_pieces & side.attacks.pawns


@inlined
def threatened_by_minors(game: Chess, side: Side) -> int:
    """Rooks and queens that knights and bishops attack."""
    return (side.enemy_rooks | side.enemy_queens) & (side.attacks.knights | side.attacks.bishops)


@inlined
def threatened_by_rooks(game: Chess, side: Side) -> int:
    """Pieces that rooks attack and no pawn defends."""
    return side.enemy_pieces & side.attacks.rooks & ~side.threats.pawns


@inlined
def threatened_by_pushes(game: Chess, side: Side) -> int:
    """Pieces that a pawn would attack after a step ahead, onto a square where it can stay: no pawn
    takes it there, and it is defended or not attacked."""
    goals = shl(side.pawns, 8) & side.empty & ~side.threats.pawns & (
        side.attacks.all | ~side.threats.all)
    return pawn_attacks(goals) & side.enemy_pieces


@inlined
def weak_pawns(game: Chess, side: Side) -> int:
    """Enemy pawns that pieces attack, and that no pawn attacks or defends."""
    return side.enemy_pawns & side.attacks.pieces & ~side.attacks.pawns & ~side.threats.pawns


@inlined
def loose(game: Chess, side: Side) -> int:
    """Enemy pieces that nothing defends."""
    return side.enemy_pieces & ~side.threats.all


@inlined
def rooks_towards_the_king(game: Chess, side: Side) -> int:
    """Rooks on the file of the enemy king, or on the next."""
    return side.rooks & files(side.enemy_king | beside(side.enemy_king))
