"""Small games that are sound and do not compile, each for one reason, marked `# here: NAME`."""

import contextlib
from typing import NamedTuple

from zermelo import Game

NAMES = {"one": 1}
TABLE = [1, 2, 3]


class Pile(NamedTuple):
    left: int
    turn: int


class Take(Game):
    """Take one or two counters; who takes the last one wins. This one compiles."""

    def __init__(self, counters=5):
        self.counters = counters
        self.listed = [1, 2]
        self.mapped = {1: 1, 2: 2}

    def initial(self):
        return Pile(self.counters, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        yield 1
        if s.left > 1:
            yield 2

    def play(self, s, m):
        return Pile(s.left - m, 1 - s.turn)

    def outcome(self, s):
        if s.left:
            return None
        return 1 if s.turn else -1

    def helper(self, s, n):
        return s.left - n


class ReturnsList(Take):
    def moves(self, s):
        return [n for n in (1, 2) if n <= s.left]  # here: ReturnsList


class DictInMoves(Take):
    def moves(self, s):
        takes = {1: 1, 2: 2}  # here: DictInMoves
        for take in takes:
            if take <= s.left:
                yield take


class DictOfConstants(Take):
    def order(self, s, m):
        return NAMES["one"]  # here: DictOfConstants


class ListOfConstants(Take):
    def order(self, s, m):
        return TABLE[m]  # here: ListOfConstants


class DictAttribute(Take):
    def order(self, s, m):
        return self.mapped[m]  # here: DictAttribute


class ListAttribute(Take):
    def order(self, s, m):
        return self.listed[m - 1]  # here: ListAttribute


class SetInMoves(Take):
    def moves(self, s):
        seen = set()  # here: SetInMoves
        for take in (1, 2, 1):
            if take <= s.left and take not in seen:
                seen.add(take)
                yield take


class BuildsString(Take):
    def outcome(self, s):
        text = f"{s.left} counters"  # here: BuildsString
        if text != "0 counters":
            return None
        return 1 if s.turn else -1


class StringOfNumber(Take):
    def outcome(self, s):
        if str(s.left) != "0":  # here: StringOfNumber
            return None
        return 1 if s.turn else -1


class YieldFrom(Take):
    def moves(self, s):
        yield from range(1, min(2, s.left) + 1)  # here: YieldFrom


class Sorted(Take):
    def moves(self, s):
        for take in sorted((1, 2), key=lambda take: -take):  # here: Sorted
            if take <= s.left:
                yield take


class GeneratorExpression(Take):
    def outcome(self, s):
        if any(n for n in range(s.left + 1)):  # here: GeneratorExpression
            return None
        return 1 if s.turn else -1


class TryExcept(Take):
    def outcome(self, s):
        try:
            return None if 1 // s.left >= 0 else 0
        except ZeroDivisionError:  # here: TryExcept
            return 1 if s.turn else -1


class WithStatement(Take):
    def order(self, s, m):
        with contextlib.nullcontext():  # here: WithStatement
            return m


class ImportInside(Take):
    def order(self, s, m):
        from math import gcd  # here: ImportInside

        return gcd(s.left, m)


class Super(Take):
    def moves(self, s):
        for m in super().moves(s):  # noqa: UP028 # here: Super
            yield m


class IsInstance(Take):
    def order(self, s, m):
        return 1 if isinstance(s, tuple) else 0  # here: IsInstance


class Replace(Take):
    def play(self, s, m):
        return s._replace(left=s.left - m, turn=1 - s.turn)  # here: Replace


class BitCount(Take):
    def order(self, s, m):
        return s.left.bit_count()  # here: BitCount


class Prints(Take):
    def order(self, s, m):
        if m > 2:
            print(m)  # here: Prints
        return m


class TwoTypes(Take):
    def order(self, s, m):
        found = 0
        if m > 1:
            found = (1, 2)
        return m if m < 2 else found[0]  # here: TwoTypes


class TwoReturns(Take):
    def key(self, s):
        if s.left > 2:
            return s  # here: TwoReturns
        return s.left, s.turn, 0


class PlaysBools(Take):
    def play(self, s, m):  # here: PlaysBools
        return Pile(s.left - m, not s.turn)


class FloatPayoff(Take):
    def outcome(self, s):  # here: FloatPayoff
        if s.left:
            return None
        return 1.0 if s.turn else -1.0


class TupleMoves(Take):
    def moves(self, s):  # here: TupleMoves
        yield 1, 0
        if s.left > 1:
            yield 2, 0

    def play(self, s, m):
        return Pile(s.left - m[0], 1 - s.turn)


class OrderIsText(Take):
    def order(self, s, m):  # here: OrderIsText
        return "first"


class InAHelper(Take):
    def order(self, s, m):
        return listing_helper(s, m)


def listing_helper(s, m):
    first = s.left
    both = [first, m]  # here: InAHelper
    return both[0]


class CallsItself(Take):
    def order(self, s, m):
        return 0 if m == 0 else self.order(s, m - 1)  # here: CallsItself


class NoSuchAttribute(Take):
    def order(self, s, m):
        return self.missing  # here: NoSuchAttribute


class SetsAttribute(Take):
    def order(self, s, m):
        self.count = m  # here: SetsAttribute
        return m


class WrongArguments(Take):
    def order(self, s, m):
        return self.helper(s)  # here: WrongArguments


class MixedTuple(Take):
    def order(self, s, m):
        both = (1, (2, 3), 4)
        return 0 if both[m] == 1 else 1  # here: MixedTuple


# --- states that are no numbers ---

class Grid(Game):
    """Lists of lists, frozen: who fills the last of four cells wins."""

    def initial(self):
        return (("", ""), ("", ""))

    def to_move(self, s):
        return sum(bool(cell) for row in s for cell in row) % 2

    def moves(self, s):
        return [(x, y) for y in range(2) for x in range(2) if not s[y][x]]

    def play(self, s, m):
        rows = [list(row) for row in s]
        rows[m[1]][m[0]] = "xo"[self.to_move(s)]
        return tuple(map(tuple, rows))

    def outcome(self, s):
        return None if any(not cell for row in s for cell in row) else -1


class Words(Take):
    """A state that is text."""

    def initial(self):
        return "....."

    def to_move(self, s):
        return 1 - len(s) % 2

    def moves(self, s):
        return ["."]

    def play(self, s, m):
        return s[1:]

    def outcome(self, s):
        return None if s else 1


class Wide(Take):
    """Numbers of more than 64 bits."""

    def __init__(self, counters=1 << 70):
        self.counters = counters

    def moves(self, s):
        yield max(1, s.left - s.left // 4)

    def play(self, s, m):
        return Pile(s.left - m, 1 - s.turn)
