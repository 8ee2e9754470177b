"""What Breakthrough and Hexapawn share: pawns that race for the far side of the board.

Rules: each player's pawns fill the rows nearest to them; white is at the bottom, moves up and
begins. A pawn goes one step straight forward to an empty square, or one step diagonally forward,
where it may capture. Who has a pawn on the last row wins at once; who has no move, or no pawns
left, loses. The two games differ in whether a pawn may go diagonally without capturing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Piece
from zermelo.game import Game
from zermelo.games.boards import board_of, read_rows, rows_text, square_name
from zermelo.portable import bit, lowest, popcount, shl, shr


class Board(NamedTuple):
    """A set bit is a pawn. Squares are numbered row by row from the bottom left, as in chess.

    3 6 7 8   black, moving down
    2 3 4 5
    1 0 1 2   white, moving up
      a b c
    """

    white: int
    black: int
    turn: int


END = 6  # a move is the square where it starts (6 bits) and the square where it ends


def worth(row: int) -> float:
    """A pawn that has come so many rows from home."""
    return 1.0 + 0.03 * row * row


class PawnGame(Game[Board, int]):
    """A board of `width` × `height` with `rows` rows of pawns each."""

    players = colours = ("white", "black")

    def __init__(self, width: int, height: int, rows: int, diagonal_steps: bool) -> None:
        self.width, self.height, self.rows = width, height, rows
        for parameter, size in (("width", width), ("height", height), ("rows", rows)):
            if not 1 <= size <= 26:
                raise self.bad_parameter(parameter, size, "give 1 to 26")
        if width * height > 64:
            raise self.bad_parameter("width", width, "the board may have at most 64 squares")
        if height < 2 * rows + 1:
            raise self.bad_parameter("height", height, f"give {2 * rows + 1} or more, so that "
                                                       f"the pawns do not begin face to face")
        self.full = board_of(range(width * height))
        self.diagonal = self.full if diagonal_steps else 0  # empty squares to enter diagonally
        self.columns = tuple(board_of(range(x, width * height, width)) for x in range(width))
        self.bottom = board_of(range(width))
        self.top = board_of(range(width * (height - 1), width * height))

    def initial(self) -> Board:
        """The rows of pawns, white to move."""
        pawns, squares = self.width * self.rows, self.width * self.height
        return Board(board_of(range(pawns)), board_of(range(squares - pawns, squares)), 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every pawn straight on, to the left and to the right."""
        for side in range(-1, 2):
            back = -self.width - side if s.turn == 0 else self.width - side
            ends = self.ends(s, side)
            while ends:
                end = lowest(ends)
                ends &= ~bit(end)
                yield end + back | end << END

    def candidates(self, s: Board) -> Iterator[int]:
        """All moves, or the few that decide: see `worthwhile`."""
        wanted = self.worthwhile(s)
        for side in range(-1, 2):
            back = -self.width - side if s.turn == 0 else self.width - side
            ends = self.ends(s, side) & wanted
            while ends:
                end = lowest(ends)
                ends &= ~bit(end)
                yield end + back | end << END

    def worthwhile(self, s: Board) -> int:
        """The squares to go to for the exact value and distance: the last row if it is near."""
        goal = self.top if s.turn == 0 else self.bottom
        return goal if self.all_ends(s) & goal else self.full

    def ends(self, s: Board, side: int) -> int:
        """Where the mover's pawns can go: straight (`side` 0), to the left (-1) or right (1)."""
        own, foe = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        empty = self.full & ~(own | foe)
        allowed = empty if side == 0 else foe | empty & self.diagonal
        return self.forward(own, s.turn, side) & allowed

    def all_ends(self, s: Board) -> int:
        """Where the mover's pawns can go at all."""
        return self.ends(s, 0) | self.ends(s, -1) | self.ends(s, 1)

    def forward(self, pawns: int, turn: int, side: int) -> int:
        """A player's pawns, all one step on; those at the edge have nothing beside them."""
        if side < 0:
            pawns &= ~self.columns[0]
        elif side > 0:
            pawns &= ~self.columns[self.width - 1]
        return shl(pawns, self.width + side) if turn == 0 else shr(pawns, self.width - side)

    def play(self, s: Board, m: int) -> Board:
        """Put the pawn where it goes, in place of whatever is there."""
        start, end = bit(m & 63), bit(m >> END)
        if s.turn == 0:
            return Board(s.white & ~start | end, s.black & ~end, 1)
        return Board(s.white & ~end, s.black & ~start | end, 0)

    def outcome(self, s: Board) -> int | None:
        """The last to move wins on the last row, or if there is no answer."""
        if s.turn == 1:
            return 1 if s.white & self.top or self.all_ends(s) == 0 else None
        return -1 if s.black & self.bottom or self.all_ends(s) == 0 else None

    def canonical(self, s: Board) -> Board:
        """The lesser of the position and its mirror image, left for right."""
        white, black = self.mirrored(s.white), self.mirrored(s.black)
        if white < s.white or (white == s.white and black < s.black):
            return Board(white, black, s.turn)
        return s

    def mirrored(self, pawns: int) -> int:
        """Left for right."""
        image = 0
        for x in range(self.width):
            right = self.width - 1 - 2 * x  # how far this column has to go
            column = pawns & self.columns[x]
            image |= shl(column, right) if right > 0 else shr(column, -right)
        return image

    def order(self, s: Board, m: int) -> int:
        """Captures first, then the pawn that is farthest on."""
        row = (m >> END) // self.width
        farther = row if s.turn == 0 else self.height - 1 - row
        return farther + self.height if self.noisy(s, m) else farther

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won or lost; there are no draws."""
        return (-1, 1)

    def noisy(self, s: Board, m: int) -> bool:
        """Captures: nobody may stop to count in the middle of an exchange."""
        return (s.white | s.black) & bit(m >> END) != 0

    def loud(self, s: Board) -> Iterator[int]:
        """As `moves`, to where the other player's pawns are."""
        foe = s.black if s.turn == 0 else s.white
        for side in range(-1, 2, 2):
            back = -self.width - side if s.turn == 0 else self.width - side
            ends = self.ends(s, side) & foe
            while ends:
                end = lowest(ends)
                ends &= ~bit(end)
                yield end + back | end << END

    def exchange(self, s: Board, m: int) -> float:
        """Pawns taken on the square in turn, as long as it pays. One that is farther on is worth
        more; on the last row nothing is taken any more."""
        end = m >> END
        own, foe = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        if foe & bit(end) == 0:
            return 0.0
        row = end // self.width
        mine, theirs = worth(row), worth(self.height - 1 - row)
        if s.turn == 1:
            mine, theirs = theirs, mine
        attackers = popcount(self.capturers(own, s.turn, bit(end)))
        guards = popcount(self.capturers(foe, 1 - s.turn, bit(end)))
        if bit(end) & (self.top if s.turn == 0 else self.bottom):
            guards = 0
        # Each side may stop where it likes best, and has two pawns there at most.
        if guards == 0:
            return theirs
        if attackers == 1:
            return theirs - mine
        both = 2.0 * theirs - (2.0 * mine if guards == 2 else mine)
        return min(theirs, max(theirs - mine, both))

    def capturers(self, pawns: int, turn: int, square: int) -> int:
        """A player's pawns that could capture on a square."""
        return pawns & (self.forward(square, 1 - turn, -1) | self.forward(square, 1 - turn, 1))

    @cached_property
    def board(self) -> drawing.Board:
        """Pawns of chess."""
        return drawing.checkered(self.width, self.height, [drawing.Kind("pawn", "wb", "pawn")])

    def pieces(self, s: Board) -> Iterator[Piece]:
        """The pawns."""
        for square in range(self.width * self.height):
            if s.white & bit(square):
                yield Piece(square, 0)
            elif s.black & bit(square):
                yield Piece(square, 1)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """From where to where."""
        yield m & 63
        yield m >> END

    def text(self, s: Board) -> str:
        """Rows from the top, then who is to move: `bbb/.w./w.w:b`."""
        return f"{rows_text(self._from_the_top(s), self.width)}:{'wb'[s.turn]}"

    def parse(self, text: str) -> Board:
        """Read `text` back; pawns must be such as can have come there."""
        board, _, mover = text.partition(":")
        try:
            cells = read_rows(board, self.width, self.height, ".wb")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        if mover not in ("w", "b"):
            raise self.bad_position(text, "end it with :w or :b for the player to move")
        rows = [cells[i : i + self.width] for i in range(0, len(cells), self.width)]
        upwards = "".join(reversed(rows))
        white = board_of(i for i, cell in enumerate(upwards) if cell == "w")
        black = board_of(i for i, cell in enumerate(upwards) if cell == "b")
        state = Board(white, black, "wb".index(mover))
        self._refuse_impossible(text, state)
        return state

    def _refuse_impossible(self, text: str, s: Board) -> None:
        most = self.width * self.rows
        for turn, pawns, goal in ((0, s.white, self.top), (1, s.black, self.bottom)):
            player = self.players[turn]
            if popcount(pawns) > most:
                raise self.bad_position(text, f"{player} has {popcount(pawns)} pawns, and {most} "
                                              f"are the most")
            if pawns == 0 and turn != s.turn:
                raise self.bad_position(text, f"{player}, who has just moved, needs a pawn")
            if popcount(pawns & goal) > (turn != s.turn):
                raise self.bad_position(text, f"the game was over when {player} first reached the "
                                              f"last row")

    def move_text(self, s: Board, m: int) -> str:
        """From where to where: `a2-b3`, with a capture `a2xb3`."""
        start, end = self.square_name(m & 63), self.square_name(m >> END)
        return f"{start}{'x' if self.noisy(s, m) else '-'}{end}"

    def square_name(self, square: int) -> str:
        """Letters for columns, numbers for rows from the bottom: `b3`."""
        return square_name(square, self.width)

    def reason(self, s: Board) -> str:
        """The last row, no pawns, or no moves."""
        winner, loser = self.players[1 - s.turn], self.players[s.turn]
        if s.white & self.top or s.black & self.bottom:
            return f"{winner} has reached the last row"
        has_pawns = s.black if s.turn else s.white
        return f"{loser} {'cannot move' if has_pawns else 'has no pawns left'}"

    def _cells(self, s: Board) -> list[str]:
        return ["w" if s.white & bit(i) else "b" if s.black & bit(i) else "."
                for i in range(self.width * self.height)]

    def _from_the_top(self, s: Board) -> list[str]:
        cells, width = self._cells(s), self.width
        return [cell for row in range(self.height - 1, -1, -1)
                for cell in cells[row * width : (row + 1) * width]]
