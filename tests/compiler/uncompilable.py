"""Small games that are sound and do not compile, each for one reason, marked `# here: NAME`."""

import contextlib

import small_games
from small_games import Pile
from zermelo import Game

COSTS = (1, 2, 3)
PRICES = (1, 2, 3, 4)


class Take(small_games.Take):
    """This one compiles."""

    def __init__(self, counters=5):
        super().__init__(counters)
        self.mapped = {1: 1, 2: 2}

    def helper(self, s, n):
        return s.left - n


class DictInMoves(Take):
    def moves(self, s):
        takes = {1: 1, 2: 2}  # here: DictInMoves
        for take in takes:
            if take <= s.left:
                yield take


class DictAttribute(Take):
    def order(self, s, m):
        return self.mapped[m]  # here: DictAttribute


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


class Sorted(Take):
    def moves(self, s):
        for take in sorted((1, 2), key=lambda take: -take):  # here: Sorted
            if take <= s.left:
                yield take


class TryExcept(Take):
    def outcome(self, s):
        try:  # here: TryExcept
            return None if 1 // s.left >= 0 else 0
        except ZeroDivisionError:
            return 1 if s.turn else -1


class WithStatement(Take):
    def order(self, s, m):
        with contextlib.nullcontext():  # here: WithStatement
            return m


class ImportInside(Take):
    def order(self, s, m):
        from math import gcd  # here: ImportInside

        return gcd(s.left, m)


class IsInstance(Take):
    def order(self, s, m):
        return 1 if isinstance(s, tuple) else 0  # here: IsInstance


class Prints(Take):
    def order(self, s, m):
        if m > 2:
            print(m)  # here: Prints
        return m


class TwoTypes(Take):
    def order(self, s, m):
        found = 0
        if m > 1:
            found = (1, 2)  # here: TwoTypes
        return m if m < 2 else found[0]


class TwoReturns(Take):
    def key(self, s):  # here: TwoReturns
        if s.left > 2:
            return s
        return s.left, s.turn, 0


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


class Grows(Take):
    def moves(self, s):
        found = []  # here: Grows
        for take in (1, 2):
            if take <= s.left:
                found.append(take)
        return found[::-1]


class Appends(Take):
    def order(self, s, m):
        both = [s.left, m]
        both.append(1)  # here: Appends
        return both[0]


class TwoNames(Take):
    def order(self, s, m):
        both = [s.left, m]
        other = both  # here: TwoNames
        other[0] = 1
        return both[0]


class ManyItems(Take):
    def order(self, s, m):
        return max(0, *tuple(range(s.left)))  # here: ManyItems


class OpenSlice(Take):
    def order(self, s, m):
        return sum((1, 2, 3)[:m])  # here: OpenSlice


class TwoIndices(Take):
    """Nothing is exchanged here, and how long it is depends on both."""

    def order(self, s, m):
        return len((*COSTS[:m], 0, *COSTS[s.left + 1:]))  # here: TwoIndices


class TwoTuples(Take):
    def order(self, s, m):
        return len(COSTS[:m] + (0,) + PRICES[m + 1:])  # noqa: RUF005 # here: TwoTuples


class TooLarge(Take):
    def order(self, s, m):
        return s.left & 0xFFFFFFFFFFFFFFFF  # here: TooLarge


class Lambda(Take):
    def order(self, s, m):
        best = lambda n: n + 1  # noqa: E731 # here: Lambda
        return best(m)


class Nested(Take):
    def order(self, s, m):
        def more(n):  # here: Nested
            return n + 1
        return more(m)


class Keyed(Take):
    def order(self, s, m):
        return max((m, 2), key=abs)  # here: Keyed


class YieldsItself(Take):
    def counted(self, n):
        yield n
        if n > 0:
            yield from self.counted(n - 1)  # here: YieldsItself

    def order(self, s, m):
        return sum(self.counted(m))


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
