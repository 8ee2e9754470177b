"""Men's Morris: men, mills, and room to move."""

from __future__ import annotations

from zermelo.evaluation.linear import LinearEvaluator
from zermelo.evaluation.squares import Counted, Seen
from zermelo.games.morris import Board, Morris
from zermelo.portable import lowest, popcount


def men(game: Morris, s: Board) -> int:
    """White's men minus black's, on the board and in the hand."""
    in_hand = s.hand // 2 - (s.hand + 1) // 2
    return popcount(s.white) - popcount(s.black) + in_hand


@Counted
def mills(game: Morris, seen: Seen) -> int:
    """A player's men in mills."""
    return game.in_mills(own(seen))


@Counted
def room(game: Morris, seen: Seen) -> int:
    """Empty points beside a player's men."""
    s: Board = seen.state
    found, left = 0, own(seen)
    while left:
        found |= game.near[lowest(left)]
        left &= left - 1
    return found & ~(s.white | s.black)


def own(seen: Seen) -> int:
    """The player's men on the board."""
    s: Board = seen.state
    return s.white if seen.player == 0 else s.black


STANDARD = LinearEvaluator(
    "standard", {"men": men, "mills": mills, "room": room},
    {"men": 1.0, "mills": 0.1, "room": 0.1},
)
