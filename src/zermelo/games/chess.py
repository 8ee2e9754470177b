"""Chess, and Chess960.

Rules: those of FIDE. Pieces move as everybody knows; a king may never be left in check. A king and
a rook that have not moved castle if nothing stands between them and where they go, and the king is
not in check, now or on its way; a pawn that goes two squares can be taken en passant at once; a
pawn that reaches the far rank becomes a queen, rook, bishop or knight. Who is in check and has no
move is mated and loses; who has no move and is not in check is stalemated, which is a draw. Drawn
as well is a game after 50 moves by each side without a capture or a move of a pawn, when
neither side has what it takes to mate, and when a position occurs a third time with the same
player to move and the same rights to castle and to take en passant.

In Chess960 the pieces begin on one of 960 shuffled ranks. Wherever king and rook come from, they
castle to the squares where they would in chess: c1 and d1, or g1 and f1.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.drawing import Piece
from zermelo.game import Game
from zermelo.games import chess_fen, chess_looks, chess_notation
from zermelo.games.boards import board_of
from zermelo.games.chess_board import (
    BECOMES,
    BISHOP,
    QUEEN,
    ROOK,
    TO,
    Board,
    Threats,
    attackers,
    free_along,
    takers,
    threats,
)
from zermelo.games.chess_exchanges import exchanged, worth
from zermelo.games.chess_squares import (
    ANTIDIAGONAL,
    DIAGONAL,
    FILE,
    KING_MOVES,
    KNIGHT_MOVES,
    PAWN_ATTACKS,
    RANK,
    RANK_1,
    RANK_3,
    RANK_6,
    RANK_7,
    RANK_8,
    STEPS,
    along,
    diagonal,
    leaps,
    pawn_attacks_down,
    ray,
    square_name,
    step,
    straight,
)
from zermelo.portable import bit, inlined, lowest, popcount, shl, shr

QUIET_PLIES = 100
FAR_FROM_DRAWN = 40  # plies: no search sees 60 more
LIGHT = board_of(square for square in range(64) if (square // 8 + square) % 2)  # squares


class Chess(Game[Board, int]):
    """Chess; `start` is the number of a start of Chess960, 0 to 959, and 518 the usual one."""

    name = "chess"
    title = "Chess"
    about = "The royal game, and Chess960; mate the king."
    sample = "e4 e5 Nf3 Nc6 Bc4 Bc5"
    unseen = "who may castle or take en passant, and how long nothing has happened"
    players = colours = ("white", "black")
    repetition = 3

    def __init__(self, start: int = 518) -> None:
        self.start = start
        if not 0 <= start <= 959:
            raise self.bad_parameter("start", start, "give 0 to 959; 518 is chess as usual")
        rank = chess_fen.starting_fen(start)[:8]
        self.homes = board_of(file for file in range(8) if rank[file] in "nb")  # of its minors

    def initial(self) -> Board:
        """The pieces on their ranks, white to move."""
        return chess_fen.read_fen(chess_fen.starting_fen(self.start))

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    # --- moves ---

    def moves(self, s: Board) -> Iterator[int]:
        """The pieces one after the other, promotions last."""
        found = threats(s)
        advancing = s.pawns & s.mine & RANK_7
        movers = s.mine & ~advancing if found.parries else s.mine & s.kings
        while movers:
            start = lowest(movers)
            movers &= ~bit(start)
            targets = self.targets(s, found, start)
            while targets:
                end = lowest(targets)
                targets &= ~bit(end)
                yield start | end << TO
        while advancing:
            start = lowest(advancing)
            advancing &= ~bit(start)
            targets = self.pawn_targets(s, found, bit(start))
            while targets:
                end = lowest(targets)
                targets &= ~bit(end)
                for piece in range(1, 5):
                    yield start | end << TO | piece << BECOMES

    @inlined
    def targets(self, s: Board, found: Threats, start: int) -> int:
        """Where the piece on a square may go."""
        here, occupied = bit(start), s.occupied
        if here & s.kings:
            return KING_MOVES[start] & ~s.mine & ~found.attacked | self.castling(s, found)
        if here & s.pawns:
            return self.pawn_targets(s, found, here)
        seen = 0
        if here & s.knights & free_along(FILE, found.pinned) & ~found.pinned[FILE]:
            seen = KNIGHT_MOVES[start]
        for line in range(4):
            if here & (s.straights if line < DIAGONAL else s.diagonals) & free_along(
                    line, found.pinned):
                seen |= along(line, start, occupied)
        return seen & found.parries & ~s.mine

    @inlined
    def pawn_targets(self, s: Board, found: Threats, pawns: int) -> int:
        """Where a pawn may go; or several, where no two go to the same square."""
        return (self.pushes(s, found, pawns) | self.captures(s, found, pawns, 7)
                | self.captures(s, found, pawns, 9) | self.en_passant(s, pawns))

    @inlined
    def pushes(self, s: Board, found: Threats, pawns: int) -> int:
        """One square ahead, or two."""
        empty = ~s.occupied
        ahead = shl(pawns & free_along(FILE, found.pinned), 8) & empty
        return (ahead | shl(ahead & RANK_3, 8) & empty) & found.parries

    @inlined
    def captures(self, s: Board, found: Threats, pawns: int, by: int) -> int:
        """Enemies a step to the left (7) or to the right (9)."""
        line = DIAGONAL if by == 9 else ANTIDIAGONAL
        theirs = s.occupied & ~s.mine
        return step(pawns & free_along(line, found.pinned), by) & theirs & found.parries

    @inlined
    def en_passant(self, s: Board, pawns: int) -> int:
        """The square where one of these takes en passant."""
        if s.rights & RANK_6 == 0:
            return 0
        return s.rights & RANK_6 if takers(s) & pawns else 0

    def castling(self, s: Board, found: Threats) -> int:
        """The rooks with which the king may castle now."""
        rooks = s.rights & RANK_1
        if rooks == 0 or found.checkers:
            return 0
        king, occupied, allowed = s.kings & s.mine, s.occupied, 0
        home = lowest(king)
        while rooks:
            start = lowest(rooks)
            rooks &= ~bit(start)
            rook = bit(start)
            king_to, rook_to = (6, 5) if start > home else (2, 3)
            way = span(home, king_to)
            if ((way | span(start, rook_to)) & occupied & ~(king | rook) == 0
                    and way & found.attacked == 0 and rook & found.pinned[RANK] == 0):
                allowed |= rook
        return allowed

    def mobility(self, s: Board) -> int:
        """The moves counted without listing them: pieces of a kind all at once."""
        found = threats(s)
        empty, mine, pinned = ~s.occupied, s.mine, found.pinned
        goals, pawns = found.parries & ~mine, s.pawns & mine
        home = lowest(s.kings & mine) & 63
        count = popcount(KING_MOVES[home] & ~mine & ~found.attacked)
        for line in range(4):
            sliders = (s.straights if line < DIAGONAL else s.diagonals) & mine & free_along(
                line, pinned)
            count += popcount(ray(sliders, empty, STEPS[line]) & goals)
            count += popcount(ray(sliders, empty, -STEPS[line]) & goals)
        knights = s.knights & mine & free_along(FILE, pinned) & ~pinned[FILE]
        while knights:
            start = lowest(knights)
            knights &= ~bit(start)
            count += popcount(KNIGHT_MOVES[start] & goals)
        pushed = self.pushes(s, found, pawns)
        left, right = self.captures(s, found, pawns, 7), self.captures(s, found, pawns, 9)
        count += popcount(pushed) + popcount(left) + popcount(right)
        if (pushed | left | right) & RANK_8:
            count += 3 * (popcount(pushed & RANK_8) + popcount(left & RANK_8)
                          + popcount(right & RANK_8))
        if s.rights & RANK_1:
            count += popcount(self.castling(s, found))
        if s.rights & RANK_6:
            count += popcount(takers(s))
        return count

    def play(self, s: Board, m: int) -> Board:
        """Move, take, castle or promote, and turn the board."""
        start, end = m & 63, m >> TO & 63
        origin, goal = bit(start), bit(end)
        if goal & s.mine:
            return self.castled(s, start, end)
        pawns, knights = moved(s.pawns, start, end), moved(s.knights, start, end)
        diagonals, straights = moved(s.diagonals, start, end), moved(s.straights, start, end)
        kings, mine = moved(s.kings, start, end), s.mine ^ (origin | goal)
        rights = s.rights & ~(origin | goal | RANK_6)
        if origin & s.kings:
            rights &= ~RANK_1
        quiet = 0 if goal & s.occupied else s.quiet + 1
        if origin & s.pawns:
            quiet = 0
            piece = m >> BECOMES
            if piece:
                pawns ^= goal
                knights |= 0 if piece <= BISHOP else goal
                diagonals |= goal if piece in (QUEEN, BISHOP) else 0
                straights |= goal if piece <= ROOK else 0
            elif goal & s.rights:
                pawns ^= shr(goal, 8)
            elif end - start == 16 and (step(goal, 1) | step(goal, -1)) & s.pawns & ~s.mine:
                # Kept only if it can be taken: else equal positions would differ.
                after = Board(pawns, knights, diagonals, straights, kings, mine,
                              rights | shr(goal, 8), s.turn, quiet).turned()
                return after if takers(after) else after._replace(rights=after.rights & ~RANK_6)
        return Board(pawns, knights, diagonals, straights, kings, mine, rights, s.turn,
                     quiet).turned()

    def castled(self, s: Board, start: int, end: int) -> Board:
        """King and rook go to their squares, whichever side they come from."""
        left = end < start
        king, rook = bit(2 if left else 6), bit(3 if left else 5)
        gone = bit(start) | bit(end)
        return Board(s.pawns, s.knights, s.diagonals, s.straights & ~bit(end) | rook,
                     s.kings & ~bit(start) | king, s.mine & ~gone | king | rook,
                     s.rights & RANK_8, s.turn, s.quiet + 1).turned()

    # --- the end ---

    @inlined  # so that what it counts and what the caller counts is counted once
    def outcome(self, s: Board) -> int | None:
        """Mate, be it on the last quiet ply; stalemate; then the counter and the material."""
        if not self.has_free_move(s) and self.mobility(s) == 0:
            if not self.in_check(s):
                return 0
            return -1 if s.turn == 0 else 1
        if s.quiet >= QUIET_PLIES or self.is_dead(s):
            return 0
        return None

    @inlined
    def has_free_move(self, s: Board) -> bool:
        """Whether it is seen at a glance that there is a move: no check, and a pawn or a knight
        that its king does not see, so that it is not pinned, can go somewhere."""
        occupied, home = s.occupied, lowest(s.kings & s.mine) & 63
        straights, diagonals = straight(home, occupied), diagonal(home, occupied)
        if ~s.mine & (straights & s.straights | diagonals & s.diagonals
                      | KNIGHT_MOVES[home] & s.knights | PAWN_ATTACKS[home] & s.pawns):
            return False
        free = s.mine & ~(straights | diagonals)
        return (shl(s.pawns & free, 8) & ~occupied | leaps(s.knights & free) & ~s.mine) != 0

    def in_check(self, s: Board) -> bool:
        """Whether the king of the player to move is attacked."""
        return attackers(s, lowest(s.kings & s.mine) & 63, s.occupied) != 0

    def is_dead(self, s: Board) -> bool:
        """Whether neither side could mate with what there is, however badly the other plays."""
        if s.pawns | s.straights:
            return False
        if s.knights:
            return s.diagonals == 0 and popcount(s.knights) == 1
        return s.diagonals & LIGHT in (0, s.diagonals)

    def endings(self, material: str) -> Game:
        """Endings with these pieces: `KRK`."""
        from zermelo.games import part

        return part("chess-endings", material)

    # --- hints for the search ---

    def repetition_key(self, s: Board) -> Board:
        """The position without its counter."""
        return s._replace(quiet=0)

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won, drawn or lost."""
        return (-1, 1)

    def noisy(self, s: Board, m: int) -> bool:
        """Captures, and what becomes a queen."""
        goal = bit(m >> TO & 63)
        taken = goal & s.occupied & ~s.mine | goal & s.rights & RANK_6 & moved(
            s.pawns, m & 63, m >> TO & 63)
        return taken != 0 or m >> BECOMES == QUEEN

    def loud(self, s: Board) -> Iterator[int]:
        """As `moves`, but only to where something is taken, and to the last rank."""
        found = threats(s)
        theirs = s.occupied & ~s.mine
        advancing = s.pawns & s.mine & RANK_7
        movers = s.mine & ~advancing if found.parries else s.mine & s.kings
        while movers:
            start = lowest(movers)
            movers &= ~bit(start)
            prey = theirs | s.rights & RANK_6 if bit(start) & s.pawns else theirs
            targets = self.targets(s, found, start) & prey
            while targets:
                end = lowest(targets)
                targets &= ~bit(end)
                yield start | end << TO
        while advancing:
            start = lowest(advancing)
            advancing &= ~bit(start)
            targets = self.pawn_targets(s, found, bit(start))
            while targets:
                end = lowest(targets)
                targets &= ~bit(end)
                for piece in range(1, 5 if bit(end) & theirs else 2):
                    yield start | end << TO | piece << BECOMES

    def exchange(self, s: Board, m: int) -> int:
        """What is taken on the square in turn, in pawns."""
        return exchanged(s, m)

    def urgent(self, s: Board) -> bool:
        """Whether the mover is in check."""
        return self.in_check(s)

    @inlined
    def threatens(self, s: Board, m: int) -> bool:
        """Whether a move gives check. Castling, taking en passant and promotion are seen by doing
        it, all else without turning the board."""
        start, end = m & 63, m >> TO & 63
        origin, goal = bit(start), bit(end)
        if m >> BECOMES or goal & (s.mine | s.rights & RANK_6):
            return self.in_check(self.play(s, m))
        king = lowest(s.kings & ~s.mine) & 63
        mine, occupied = s.mine ^ (origin | goal), s.occupied & ~origin | goal
        return mine & (straight(king, occupied) & moved(s.straights, start, end)
                       | diagonal(king, occupied) & moved(s.diagonals, start, end)
                       | KNIGHT_MOVES[king] & moved(s.knights, start, end)
                       | pawn_attacks_down(bit(king)) & moved(s.pawns, start, end)) != 0

    def reversible(self, s: Board) -> int:
        """Nothing comes back from before a capture or a move of a pawn."""
        return s.quiet

    def playing_key(self, s: Board) -> Board:
        """The position without its counter, until a draw by it comes into sight."""
        return s._replace(quiet=0) if s.quiet < FAR_FROM_DRAWN else s

    def order(self, s: Board, m: int) -> int:
        """The dearest prey first, taken by the cheapest piece; new queens; castling."""
        start, end = bit(m & 63), bit(m >> TO & 63)
        gain = 90 if m >> BECOMES == QUEEN else -30 if m >> BECOMES else 0
        if end & s.mine:
            return 5
        if end & s.occupied:
            gain += 10 * worth(s, end) - worth(s, start)
        return gain

    def null_move(self, s: Board) -> Board:
        """The position if the mover could skip its turn; `s` itself where that would tell nothing.

        In check nobody may, and with nothing but pawns a move is often worse than none.
        """
        pieces = (s.knights | s.diagonals | s.straights) & s.mine
        if pieces == 0 or self.in_check(s):
            return s
        return s._replace(rights=s.rights & ~RANK_6, quiet=0).turned()

    # --- what it looks like ---

    board = chess_looks.BOARD

    def pieces(self, s: Board) -> Iterator[Piece]:
        """All pieces, as white sees the board."""
        yield from chess_looks.pieces(s)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """From where to where."""
        yield from chess_looks.touches(s, m)

    # --- text ---

    def text(self, s: Board) -> str:
        """FEN, with underscores for its spaces; the number of the move is not kept, and always 1.

        >>> Chess().text(Chess().initial())
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1'
        """
        return chess_fen.write_fen(s).replace(" ", "_")

    def parse(self, text: str) -> Board:
        """FEN, X-FEN or Shredder-FEN, with spaces or underscores; the counters may be left out."""
        try:
            return chess_fen.read_fen(text)
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None

    def move_text(self, s: Board, m: int) -> str:
        """The move as in books and newspapers, SAN: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

        That is what people read and write all through the product; `uci` is for programs.
        """
        return chess_notation.san(self, s, m)

    def uci(self, s: Board, m: int) -> str:
        """The move as programs write it to each other: `g1f3`, `e1g1`, `e7e8q`.

        In Chess960 the king castles onto its rook.
        """
        return chess_notation.uci(s, m, onto_rook=self.start != 518 or chess_fen.is_shuffled(s))

    def parse_move(self, s: Board, text: str) -> int:
        """SAN, or the squares from and to as in UCI; `x`, `+`, `=`, `!` and the like may be left
        out or stand there too many."""
        return chess_notation.read_move(self, s, text, self.legal_moves(s))

    def square_name(self, square: int) -> str:
        """A square as white numbers them: `e4` is 28."""
        return square_name(square)

    def reason(self, s: Board) -> str:
        """Mate, stalemate, or why it is drawn."""
        if self.mobility(s) == 0:
            return "checkmate" if self.in_check(s) else "stalemate"
        if self.is_dead(s):
            return "neither side can mate with what is left"
        return "50 moves each without a capture or a move of a pawn"


@inlined
def moved(pieces: int, start: int, end: int) -> int:
    """Pieces of one kind after a move: what stood at the end of it is gone."""
    return pieces & ~(bit(start) | bit(end)) | shl(shr(pieces, start) & 1, end)


@inlined
def span(one: int, other: int) -> int:
    """The squares of the first rank from one to the other, both included."""
    return shl(2, max(one, other)) - shl(1, min(one, other))
