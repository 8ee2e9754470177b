"""A small network among the features: what many games taught, where words are missing.

It looks at everything that stands on the board, once with the eyes of the player to move and once
with the other's. Each piece on each square adds a row of `hidden` numbers; what each comes to is
cut off at 0 and 1 and squared, and weighed:

    score = Σ ours[k] · cut(Σ rows[piece seen by the mover][k])
          + Σ theirs[k] · cut(Σ rows[piece seen by the other][k])

So pieces count together, which no sum over single features does, and it matters who is to move. All
numbers are whole, hundred-and-twenty-eighths of 1 in the rows, so that interpreted, compiled, on a
GPU and in a browser it says the same, whatever it saw before. Four of a row lie in one int, which
adds them all at once:

    bit 63 .. 48    47 .. 32    31 .. 16    15 .. 0
      0 | k = 3     0 | k = 2   0 | k = 1   0 | k = 0        each + 2¹⁴, so that none is negative

What a game shows of itself is a function of the game and a state, its `sight`:

>>> from zermelo import load
>>> def stones(game, s):
...     mine, theirs = (s.x, s.o) if game.to_move(s) == 0 else (s.o, s.x)
...     return Pieces(mine | theirs, (), mine)
>>> middle = Network.of(stones, 4, [0, 0, 0, 0] * 64 + ([0, 0, 0, 0] * 4 + [128, 0, 0, 0]
...     + [0, 0, 0, 0] * 59) + [0, 0, 0, 0] + [2048, 0, 0, 0] + [-2048, 0, 0, 0])
>>> game = load("tictactoe")
>>> middle(game, game.parse(".../.x./o..:x")), middle(game, game.parse(".../.o./x..:x"))
(0.5, -0.5)

An evaluator has one as it has other features; before it has learnt anything, a `blank` one. From
then on `zermelo tune --network` has it learn:

>>> from zermelo.evaluation import LinearEvaluator
>>> mine = LinearEvaluator("mine", {"experience": Network.blank(stones)}, {"experience": 1.0})
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.errors import ParameterError
from zermelo.evaluation.linear import Feature, LinearEvaluator
from zermelo.evaluation.phased import PhasedEvaluator
from zermelo.lanes import BITS, LANES, add_row, packed, subtract_row, weighed_squares
from zermelo.portable import bit, lowest, shr
from zermelo.written import made_function

ONE = 128  # 1, in the rows
WORTH = 4096  # a unit of the score, in `ours` and `theirs`
MOST = (1 << 15) - 1  # of any number
SQUARES = 64
_HALF = 1 << 14  # stands for 0 in a lane
_SIGNS = sum(1 << BITS * n + BITS - 1 for n in range(LANES))  # of a word's lanes
_SIZES = (4, 8, 16, 32, 64)


class Pieces(NamedTuple):
    """What stands on the board. Squares are numbered from 0 to 63, in any order."""

    occupied: int  # none: the network has nothing to say here
    kinds: tuple[int, ...]  # which kind stands on a square, in binary: a set for each digit
    mine: int  # what the player to move has
    here: int = 0  # the mover sees a square as this number ^ the square's; so a board is mirrored
    there: int = 0  # … and the other player


Sight = Callable[[Any, Any], Pieces]


@dataclass(frozen=True, eq=False)
class Network:
    """A feature that was learnt; made by `of` or `read`, and by `zermelo tune --network`."""

    sight: Sight
    hidden: int
    numbers: tuple[int, ...]
    recalling: Callable[[Any, Any, Any, int], float]  # told where it keeps what it saw last
    keeps: int  # so many ints, all 0 at first

    @classmethod
    def of(cls, sight: Sight, hidden: int, numbers: Sequence[int]) -> Network:
        """The network of these numbers: for each side (the other's, one's own), kind and square a
        row of `hidden`; then what each sum begins with; then `ours` and `theirs`."""
        if hidden not in _SIZES:
            raise ParameterError(f"a network has {', '.join(map(str, _SIZES))} hidden units, and "
                                 f"not {hidden}")
        rows = len(numbers) // hidden - 3
        if len(numbers) % hidden or rows < 2 * SQUARES or rows & rows - 1:
            raise ParameterError(f"{len(numbers):,} numbers make no network of {hidden} hidden "
                                 f"units: it has a row of so many for each side, kind and square, "
                                 f"and three rows more")
        numbers = tuple(numbers)
        begin = rows * hidden
        most = SQUARES * _largest(numbers[:begin]) + _largest(numbers[begin:][:hidden])
        if most >= _HALF:
            raise ParameterError(f"the network's numbers are too large: 64 pieces may come to "
                                 f"{most / ONE:.0f}, and {_HALF // ONE} is too much")
        if _largest(numbers) > MOST:
            raise ParameterError(f"the network's numbers are too large: {_largest(numbers)} "
                                 f"is more than {MOST}")
        return cls(sight, hidden, numbers, *_written(sight, hidden, numbers, rows))

    @classmethod
    def blank(cls, sight: Sight, hidden: int = 4, kinds: int = 1) -> Network:
        """A network that says 0 of everything; `kinds` of pieces there may be, a power of two."""
        return cls.of(sight, hidden, [0] * (hidden * (2 * SQUARES * kinds + 3)))

    @classmethod
    def read(cls, sight: Sight, text: str) -> Network:
        """The network that `text` gave."""
        try:
            kept = zlib.decompress(base64.b64decode(text, validate=True))
            hidden, *numbers = struct.unpack(f"<{len(kept) // 2}h", kept)
        except (ValueError, zlib.error, struct.error):
            raise ParameterError("the network's numbers cannot be read: they are damaged"
                                 ) from None
        return cls.of(sight, hidden, numbers)

    @property
    def text(self) -> str:
        """All of it but the sight, for a file."""
        kept = struct.pack(f"<{1 + len(self.numbers)}h", self.hidden, *self.numbers)
        return base64.b64encode(zlib.compress(kept, 9)).decode()

    def __call__(self, game: Any, s: Any) -> float:
        """What it thinks of a state, in the first player's view."""
        return self.recalling(game, s, [0] * self.keeps, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew elsewhere: a written function cannot travel."""
        return Network.of, (self.sight, self.hidden, self.numbers)


def network_in(evaluator: LinearEvaluator) -> tuple[str, Network] | None:
    """The first feature of an evaluator that is a network, by its name."""
    features = evaluator.blended if isinstance(evaluator, PhasedEvaluator) else evaluator.features
    return next(((name, feature) for name, feature in features.items()
                 if isinstance(feature, Network)), None)


def with_another(evaluator: LinearEvaluator, name: str, feature: Feature) -> LinearEvaluator:
    """The same evaluator with something else in place of a feature, weighted as that was."""
    return evaluator.with_feature(name, feature, 0.0).with_weights(**evaluator.weights)


def _written(sight: Sight, hidden: int, numbers: tuple[int, ...], rows: int) -> tuple[Any, int]:
    """The function for this many hidden units and kinds, and how many ints it keeps: for each
    player to move what that player saw last, and what it came to. The next position is much like
    it, and only what moved is taken away or added.

        here │ there │ occupied │ mine │ kinds … │ sums of the mover … │ … of the other
    """
    words = hidden // LANES
    table, first, after = (numbers[at * hidden:][:many * hidden]
                           for at, many in ((0, rows), (rows, 1), (rows + 1, 2)))
    weighing = tuple(packed(after[at:at + LANES]) for at in range(0, 2 * hidden, LANES))
    digits = (rows // (2 * SQUARES)).bit_length() - 1
    now = ["seen.occupied", "seen.mine", *(f"seen.kinds[{n}]" for n in range(digits))]
    last = ["occupied", "mine", *(f"kind_{n}" for n in range(digits))]
    changed = " | ".join(f"{old} ^ {new}" for old, new in zip(last, now, strict=True))
    sums = 2 + len(last)
    keeps = sums + 2 * words
    source = "\n    ".join([
        "def recalling(game, s, recent, at):",
        "seen = sight(game, s)",
        "if seen.occupied == 0:",
        "    return 0.0",
        "turn = game.to_move(s)",
        f"at += {keeps} if turn else 0",
        f"{' = '.join(last)} = 0",
        f"ours, theirs = [0] * {words}, [0] * {words}",
        "if recent[at] == seen.here and recent[at + 1] == seen.there:",
        *(f"    {name} = recent[at + {n}]" for n, name in enumerate(last, 2)),
        f"    for k in range({words}):",
        f"        ours[k] = recent[at + k + {sums}]",
        f"        theirs[k] = recent[at + k + {sums + words}]",
        f"across = {1 << digits + 6} | (seen.here ^ seen.there) & 63",
        f"changed = {changed}",
        *_moved("subtract_row", last, words),
        *_moved("add_row", now, words),
        "recent[at] = ~seen.here",  # who is interrupted from here on keeps nothing
        "recent[at + 1] = seen.there",
        *(f"recent[at + {n}] = {name}" for n, name in enumerate(now, 2)),
        f"for k in range({words}):",
        f"    recent[at + k + {sums}] = ours[k]",
        f"    recent[at + k + {sums + words}] = theirs[k]",
        "    ours[k] += begin[k]",
        "    theirs[k] += begin[k]",
        "recent[at] = seen.here",
        f"total = (weighed_squares(ours, {_HALF}, {_HALF + ONE}, weighing_ours)",
        f"         + weighed_squares(theirs, {_HALF}, {_HALF + ONE}, weighing_theirs))",
        f"score = total * {1 / (WORTH * ONE * ONE)!r}",
        "return score if turn == 0 else -score"]) + "\n"
    return made_function(source, "recalling", {
        "sight": sight, "rows": _added(table), "begin": _added([n + _HALF for n in first]),
        "weighing_ours": weighing[:words], "weighing_theirs": weighing[words:],
        "lowest": lowest, "bit": bit, "shr": shr,
        "add_row": add_row, "subtract_row": subtract_row, "weighed_squares": weighed_squares,
        "__name__": __name__}), 2 * keeps


def _moved(how: str, sets: list[str], words: int) -> list[str]:
    """Lines that take away, or add, what stands on changed squares by these sets."""
    occupied, mine, *kinds = sets
    kind = "".join(f" | (shr({digit}, square) & 1) << {n + 6}" for n, digit in enumerate(kinds))
    return [
        f"left = changed & {occupied}",
        "while left:",
        "    square = lowest(left) & 63",
        "    left &= ~bit(square)",
        f"    row = (shr({mine}, square) & 1) << {len(kinds) + 6}{kind} | square ^ seen.here & 63",
        f"    {how}(ours, rows, row * {words})",
        f"    {how}(theirs, rows, (row ^ across) * {words})"]


def _added(numbers: Sequence[int]) -> tuple[int, ...]:
    """Numbers in fours, each four as a sum: so they may be negative, and are added as one int."""
    words = struct.unpack(f"<{len(numbers) // LANES}Q", struct.pack(f"<{len(numbers)}h", *numbers))
    return tuple((word ^ _SIGNS) - _SIGNS for word in words)


def _largest(numbers: Sequence[int]) -> int:
    return max(max(numbers), -min(numbers))
