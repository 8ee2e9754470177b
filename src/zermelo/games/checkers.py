"""English checkers, also called American checkers or English draughts.

Rules: 12 men each stand on the dark squares of an 8 × 8 board; black moves first. A man steps
diagonally forward to an empty square, or jumps forward over an adjacent enemy piece to the empty
square behind it, which captures that piece. Who can jump must, and must go on jumping with the
same piece as long as it can, all in one move; which way, and how many it takes, is free. A
man that reaches the far row becomes a king, and its move ends there. Kings step and jump in all
four directions, one square far. Who has no legal move, or no pieces left, loses.

The game is drawn after `quiet_moves` moves by each side without a capture or a move of a man
(40, as in tournaments), and when a position with the same player to move occurs a third time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Piece, Place
from zermelo.errors import AmbiguousMoveError
from zermelo.game import Game
from zermelo.games.boards import board_of
from zermelo.portable import lowest, popcount, squares


class Board(NamedTuple):
    """A set bit is a piece; `kings` are those of either colour that are crowned.

    People number the dark squares 1 to 32, black on 1–12. The bits leave a gap after every
    second row, so that a step has the same length everywhere and none leaves the board unseen:

          1     2     3     4             0     1     2     3
       5     6     7     8             4     5     6     7    (8)
          9    10    11    12             9    10    11    12
      13    14    15    16            13    14    15    16   (17)
         17    18    19    20            18    19    20    21
      21    22    23    24            22    23    24    25   (26)
         25    26    27    28            27    28    29    30
      29    30    31    32            31    32    33    34

    `quiet` counts the plies since the last capture or move of a man.
    """

    black: int
    white: int
    kings: int
    turn: int
    quiet: int


#     ↖ 2   3 ↗       -5   -4
#         ·               ·          Directions, and how far they go in bits. Black's men go
#     ↙ 0   1 ↘       +4   +5        in directions 0 and 1, white's in 2 and 3; 3 - d is d
#                                    backwards.
#
# A move, 28 bits: where it starts (6 bits), the number of jumps (4; none for a step), the
# directions taken (2 each, the first one lowest). Nine jumps are the most: a jump moves a piece
# by two rows and two columns, so that there are just nine squares it can ever jump over.
JUMPS, PATH = 6, 10  # the bits where these begin

SQUARES = board_of(n + n // 8 for n in range(32))
BLACK_HOME, WHITE_HOME = 0b1111, 0b1111 << 31  # the far row of the other player
MEN = 12  # each, at the start
FAR = 60  # plies: no search sees so many


def square_of(number: int) -> int:
    """The bit of the square that people call `number`, 1 to 32."""
    return number - 1 + (number - 1) // 8


def number_of(square: int) -> int:
    """What people call this square."""
    return square + 1 - square // 9


def step(board: int, direction: int) -> int:
    """All pieces one step on; on a gap or off the board are those that cannot go there."""
    return board << 4 + direction if direction < 2 else board >> 7 - direction


class Checkers(Game[Board, int]):
    """English checkers, drawn after `quiet_moves` moves by each side in which nothing happens."""

    name = "checkers"
    title = "Checkers"
    about = "Men, kings and captures that one must make."
    sample = "11-15 23-19 8-11 22-17"
    unseen = "how long nothing has happened"
    players = colours = ("black", "white")
    repetition = 3

    def __init__(self, quiet_moves: int = 40) -> None:
        self.quiet_moves = quiet_moves
        if not 1 <= quiet_moves <= 1000:
            raise self.bad_parameter("quiet_moves", quiet_moves, "give 1 to 1000")
        self.quiet_plies = 2 * quiet_moves

    def initial(self) -> Board:
        """Three rows of men each, black to move."""
        black = board_of(square_of(n) for n in range(1, 13))
        white = board_of(square_of(n) for n in range(21, 33))
        return Board(black, white, 0, 0, 0)

    def to_move(self, s: Board) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Board) -> Iterator[int]:
        """Every way to jump to the end; only if there is none, every step."""
        own, foe = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        jumping = self.jumpers(own, foe, s.kings, s.turn)
        if jumping == 0:
            empty = SQUARES & ~(own | foe)
            for direction in range(4):
                going = self.going(own, s.kings, s.turn, direction)
                stepping = going & step(empty, 3 - direction)
                while stepping:
                    start = lowest(stepping)
                    stepping &= stepping - 1
                    yield start | direction << PATH
        while jumping:
            m = self.next_jumps(s, lowest(jumping))
            jumping &= jumping - 1
            while m >= 0:
                yield m
                m = self.next_jumps(s, m)

    def next_jumps(self, s: Board, m: int) -> int:
        """The piece's way to jump that comes after `m` in the order of directions; -1 if none does.

        A bare start square comes before the first. The search is depth first; `path` leads back:
        undoing a jump takes the piece backwards and puts what it captured on the board again.
        """
        own, foe = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        jumps, path = m >> JUMPS & 15, m >> PATH
        here = 1 << (m & 63)
        empty = SQUARES & ~(own | foe) | here  # it may come round to where it began
        first, last = (0, 3) if s.kings & here else (2 * s.turn, 2 * s.turn + 1)
        for i in range(jumps):
            over = step(here, path >> 2 * i & 3)
            foe ^= over
            here = step(over, path >> 2 * i & 3)
        longer = False  # than what was tried before, so that it counts when it cannot go on
        direction = first if jumps == 0 else last + 1
        while True:
            over = 0
            while direction <= last:
                over = step(here, direction) & foe
                if over and step(over, direction) & empty:
                    break
                direction += 1
            if direction <= last:
                foe ^= over
                here = step(over, direction)
                path |= direction << 2 * jumps
                jumps += 1
                longer = True
                direction = first
            elif longer:
                return m & 63 | jumps << JUMPS | path << PATH
            elif jumps == 0:
                return -1
            else:
                jumps -= 1
                direction = path >> 2 * jumps & 3
                path ^= direction << 2 * jumps
                over = step(here, 3 - direction)
                foe ^= over
                here = step(over, 3 - direction)
                direction += 1

    def going(self, own: int, kings: int, turn: int, direction: int) -> int:
        """Those of a player's pieces that may go this way: men forward only, kings everywhere."""
        return own if direction >> 1 == turn else own & kings

    def steppers(self, own: int, foe: int, kings: int, turn: int) -> int:
        """Those of a player's pieces that have an empty square to step to."""
        empty = SQUARES & ~(own | foe)
        found = 0
        for direction in range(4):
            found |= self.going(own, kings, turn, direction) & step(empty, 3 - direction)
        return found

    def jumpers(self, own: int, foe: int, kings: int, turn: int) -> int:
        """Those of a player's pieces that have something to jump over."""
        empty = SQUARES & ~(own | foe)
        found = 0
        for direction in range(4):
            over = foe & step(empty, 3 - direction)
            found |= self.going(own, kings, turn, direction) & step(over, 3 - direction)
        return found

    def play(self, s: Board, m: int) -> Board:
        """Follow the path, take what was jumped, crown a man on the far row."""
        own, foe = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        start = 1 << (m & 63)
        jumps, path = m >> JUMPS & 15, m >> PATH
        here = start
        if jumps == 0:
            here = step(here, path)
        for _ in range(jumps):
            over = step(here, path & 3)
            foe &= ~over
            here = step(over, path & 3)
            path >>= 2
        own = own & ~start | here
        was_king = s.kings & start != 0
        kings = s.kings & (own | foe) & ~start
        if was_king or here & (WHITE_HOME if s.turn == 0 else BLACK_HOME):
            kings |= here
        quiet = s.quiet + 1 if was_king and jumps == 0 else 0
        if s.turn == 0:
            return Board(own, foe, kings, 1, quiet)
        return Board(foe, own, kings, 0, quiet)

    def outcome(self, s: Board) -> int | None:
        """Who cannot move loses, be it on the last quiet ply; then the counter decides."""
        own, foe = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        if (self.steppers(own, foe, s.kings, s.turn) == 0
                and self.jumpers(own, foe, s.kings, s.turn) == 0):
            return -1 if s.turn == 0 else 1
        if s.quiet >= self.quiet_plies:
            return 0
        return None

    def endings(self, material: str) -> Game:
        """Endings with up to so many pieces: `3`."""
        from zermelo.games import part

        if not (material.isascii() and material.isdecimal()):
            raise self.bad_parameter("material", material, "give the most pieces, such as 3")
        return part("checkers-endings", int(material))

    def repetition_key(self, s: Board) -> Board:
        """The position without its counter."""
        return Board(s.black, s.white, s.kings, s.turn, 0)

    def reversible(self, s: Board) -> int:
        """Nothing comes back from before a capture or a move of a man."""
        return s.quiet

    def playing_key(self, s: Board) -> Board:
        """The position without its counter, until a draw by it comes into sight."""
        return self.repetition_key(s) if s.quiet + FAR < self.quiet_plies else s

    def order(self, s: Board, m: int) -> int:
        """The longest captures, then new kings, then the rest; the home row stays closed."""
        jumps, start = m >> JUMPS & 15, 1 << (m & 63)
        if jumps:
            return 10 * jumps
        if s.kings & start:
            return 0
        if step(start, m >> PATH) & (BLACK_HOME | WHITE_HOME):
            return 5
        return -1 if start & (BLACK_HOME | WHITE_HOME) else 1

    def bounds(self, s: Board) -> tuple[int, int]:
        """Won, drawn or lost."""
        return (-1, 1)

    def noisy(self, s: Board, m: int) -> bool:
        """Captures: nobody may stop to count in the middle of an exchange."""
        return m >> JUMPS & 15 != 0

    def loud(self, s: Board) -> Iterator[int]:
        """Every way to jump to the end."""
        own, foe = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
        jumping = self.jumpers(own, foe, s.kings, s.turn)
        while jumping:
            m = self.next_jumps(s, lowest(jumping))
            jumping &= jumping - 1
            while m >= 0:
                yield m
                m = self.next_jumps(s, m)

    @cached_property
    def board(self) -> drawing.Board:
        """The dark squares by their numbers, and the light ones, where nothing happens."""
        dark = [Place(str(n + 1), "cell", 2 * (n % 4) + (n // 4 % 2 == 0), n // 4, look="dark",
                      label=f"square {n + 1}") for n in range(32)]
        light = [Place("", "cell", 2 * (n % 4) + n // 4 % 2, n // 4, look="light")
                 for n in range(32)]
        return drawing.Board((*dark, *light), numbered=True, kinds=(
            drawing.Kind("disc", "bw", "man"), drawing.Kind("crowned", "BW", "king")))

    def pieces(self, s: Board) -> Iterator[Piece]:
        """Men and kings."""
        for n in range(32):
            piece = 1 << n + n // 8
            if (s.black | s.white) & piece:
                yield Piece(n, 0 if s.black & piece else 1, 1 if s.kings & piece else 0)

    def touches(self, s: Board, m: int) -> Iterator[int]:
        """All squares visited."""
        here, path, jumps = 1 << (m & 63), m >> PATH, m >> JUMPS & 15
        yield number_of(m & 63) - 1
        for i in range(max(jumps, 1)):
            direction = path >> 2 * i & 3
            if jumps:
                here = step(here, direction)
            here = step(here, direction)
            yield number_of(lowest(here)) - 1

    def text(self, s: Board) -> str:
        """The FEN of PDN files, and the counter unless it is 0: `B:W21,K22:B1,2,K9:H7`."""
        counter = f":H{s.quiet}" if s.quiet else ""
        white, black = _numbers(s.white, s.kings), _numbers(s.black, s.kings)
        return f"{'BW'[s.turn]}:W{white}:B{black}{counter}"

    def parse(self, text: str) -> Board:
        """Read `text` back; as in PDN files, `1-12` may stand for a row of numbers, black may
        come before white, and there may be a full stop at the end."""
        fields = text.removesuffix(".").split(":")
        counter = "H0" if len(fields) == 3 else fields.pop()
        sides = {field[:1]: field[1:] for field in fields[1:]}
        if len(fields) != 3 or fields[0] not in ("B", "W") or sides.keys() != {"B", "W"}:
            raise self.bad_position(text, "write it like B:W21,22,K30:B1,2,K9, the player to move "
                                          "first")
        if not re.fullmatch(r"H[0-9]{1,4}", counter) or int(counter[1:]) > self.quiet_plies:
            raise self.bad_position(text, f"end it with H and the quiet plies, H0 to "
                                          f"H{self.quiet_plies}, or leave that out")
        black, black_kings = self._read_side(text, "black", sides["B"])
        white, white_kings = self._read_side(text, "white", sides["W"])
        state = Board(black, white, black_kings | white_kings, "BW".index(fields[0]),
                      int(counter[1:]))
        self._refuse_impossible(text, state)
        return state

    def _read_side(self, text: str, player: str, listed: str) -> tuple[int, int]:
        pieces = kings = 0
        for item in listed.split(",") if listed else []:
            match = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
            first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
            if match is None or not 1 <= first <= last <= 32:
                raise self.bad_position(text, f"{item!r} is none of the squares 1 to 32, written "
                                              f"9, or K9 with a king on it")
            board = board_of(square_of(n) for n in range(first, last + 1))
            if pieces & board:
                raise self.bad_position(text, f"{player} has two pieces on one square of {item}")
            pieces |= board
            kings |= board if match[1] else 0
        return pieces, kings

    def _refuse_impossible(self, text: str, s: Board) -> None:
        men = ~s.kings
        moving, waiting = (s.white, s.black) if s.turn else (s.black, s.white)
        for player, pieces, far in (("black", s.black, WHITE_HOME), ("white", s.white, BLACK_HOME)):
            if popcount(pieces) > MEN:
                raise self.bad_position(text, f"{player} has {popcount(pieces)} pieces, and "
                                              f"{MEN} are the most")
            if pieces & men & far:
                number = number_of(lowest(pieces & men & far))
                raise self.bad_position(text, f"a piece of {player} on {number} is a king: "
                                              f"write K{number}")
        if s.black & s.white:
            number = number_of(lowest(s.black & s.white))
            raise self.bad_position(text, f"black and white both stand on {number}")
        if waiting == 0:
            raise self.bad_position(text, f"{self.players[1 - s.turn]}, who has just moved, needs "
                                          f"a piece")
        # Nothing was captured on the quiet plies, so the kings that made them are still there.
        if (s.quiet >= 1 and not waiting & s.kings) or (s.quiet >= 2 and not moving & s.kings):
            raise self.bad_position(text, f"H{s.quiet} counts moves of kings that are not there")

    def move_text(self, s: Board, m: int) -> str:
        """All squares visited: `11-15`, `22x15x8`."""
        here, path = 1 << (m & 63), m >> PATH
        visited = [number_of(m & 63)]
        jumps = m >> JUMPS & 15
        for i in range(max(jumps, 1)):
            direction = path >> 2 * i & 3
            here = step(step(here, direction) if jumps else here, direction)
            visited.append(number_of(lowest(here)))
        return ("x" if jumps else "-").join(map(str, visited))

    def parse_move(self, s: Board, text: str) -> int:
        """Also the short form of PDN files, first and last square: `22x8` for `22x15x8`."""
        wanted = text.strip().casefold()
        legal = {self.move_text(s, m): m for m in self.legal_moves(s)}
        fits = [name for name in legal if re.sub(r"x.*x", "x", name) == wanted]
        if wanted in legal or not fits:
            return super().parse_move(s, text)
        if len(fits) > 1:
            raise AmbiguousMoveError(
                f"{text!r} in {self.text(s)} could be {' or '.join(fits)}: write it in full"
            )
        return legal[fits[0]]

    def square_name(self, square: int) -> str:
        """The number of a square, 1 to 32."""
        return str(number_of(square))

    def show(self, s: Board) -> str:
        """The dark squares, each row with its first and last number; kings are capitals."""
        lines = []
        for first in range(1, 33, 4):
            pieces = "   ".join(_letter(s, square_of(n)) for n in range(first, first + 4))
            drawn = f"  {pieces}" if first % 8 == 1 else f"{pieces}  "
            lines.append(f"{first:>2}  {drawn}  {first + 3:>2}")
        return "\n".join(lines)

    def reason(self, s: Board) -> str:
        """No pieces, no moves, or too many quiet ones."""
        if self.outcome(s) == 0:
            return f"{self.quiet_moves} moves each without a capture or a move of a man"
        has_pieces = s.white if s.turn else s.black
        return f"{self.players[s.turn]} {'cannot move' if has_pieces else 'has no pieces left'}"


def _numbers(pieces: int, kings: int) -> str:
    return ",".join(f"{'K' if kings >> square & 1 else ''}{number_of(square)}"
                    for square in squares(pieces))


def _letter(s: Board, square: int) -> str:
    letter = "b" if s.black >> square & 1 else "w" if s.white >> square & 1 else "."
    return letter.upper() if s.kings >> square & 1 else letter
