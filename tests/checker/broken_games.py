"""A tiny right game, and what can be wrong with it: each class below breaks one thing.

Two heaps of stones; a move takes one or two stones from a heap; who takes the last stone wins.
"""

from fractions import Fraction
from itertools import count
from typing import NamedTuple

from zermelo.drawing import NOBODY, Board, Piece, Place
from zermelo.game import PAYOFF_LIMIT, Game

NAMES = ("first", "second")


class Heaps(NamedTuple):
    a: int
    b: int
    turn: int


class Take(Game):
    """The right one, with every hook."""

    def __init__(self, a=3, b=2):
        self.a, self.b = a, b

    def initial(self):
        return Heaps(self.a, self.b, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        for taken in (1, 2):
            if s.a >= taken:
                yield taken
            if s.b >= taken:
                yield 10 + taken

    def play(self, s, m):
        heap, taken = divmod(m, 10)
        return Heaps(s.a - taken * (1 - heap), s.b - taken * heap, 1 - s.turn)

    def outcome(self, s):
        if s.a or s.b:
            return None
        return 1 if s.turn else -1

    def canonical(self, s):
        return Heaps(min(s.a, s.b), max(s.a, s.b), s.turn)

    def candidates(self, s):  # who can take the last stone does
        for m in self.moves(s):
            if m % 10 == s.a + s.b:
                yield m
                return
        for m in self.moves(s):
            yield m

    def order(self, s, m):
        return m % 10

    def noisy(self, s, m):
        return m % 10 == 2

    def bounds(self, s):
        result = self.outcome(s)
        return (-1, 1) if result is None else (result, result)

    def null_move(self, s):
        return Heaps(s.a, s.b, 1 - s.turn)

    def loud(self, s):
        if s.a >= 2:
            yield 2
        if s.b >= 2:
            yield 12

    def exchange(self, s, m):
        return m % 10 / 2

    def urgent(self, s):
        return s.a + s.b == 2

    def playing_key(self, s):
        return (s.a, s.b, s.turn)

    def reversible(self, s):
        return 0

    def key(self, s):
        return 2000 * s.a + 2 * s.b + s.turn

    def unkey(self, k):
        return Heaps(k // 2000, k % 2000 // 2, k % 2)

    def tier(self, s):
        return -s.a - s.b

    def text(self, s):
        return f"{s.a}+{s.b}:{NAMES[s.turn]}"

    def parse(self, text):
        heaps, _, mover = text.partition(":")
        words = heaps.split("+")
        if len(words) != 2 or not all(w.isascii() and w.isdigit() for w in words):
            raise self.bad_position(text, "write two heaps, like 3+2:first")
        if mover not in NAMES:
            raise self.bad_position(text, "end it with :first or :second")
        return Heaps(*map(int, words), NAMES.index(mover))

    def move_text(self, s, m):
        return f"{'ab'[m // 10]}{m % 10}"


# --- moves ---


class RaisingPlay(Take):
    def play(self, s, m):
        if s.a == 1 and m == 1:
            raise ValueError("heap a is too small")
        return super().play(s, m)


class RepeatedMoves(Take):
    def moves(self, s):
        yield from super().moves(s)
        if s.b == 1:
            yield 11


class ListMoves(Take):
    def moves(self, s):
        for m in super().moves(s):
            yield [m]

    def play(self, s, m):
        return super().play(s, *m)


class MixedMoves(Take):
    def moves(self, s):
        for m in super().moves(s):
            yield m if m < 12 else str(m)

    def play(self, s, m):
        return super().play(s, int(m))


class EndlessMoves(Take):
    def moves(self, s):
        yield from count()


class NoMoves(Take):
    def moves(self, s):
        if s.a != 1:
            yield from super().moves(s)


# --- states ---


class Pile:
    """A state that can change; equal by content."""

    def __init__(self, stones, turn):
        self.stones, self.turn = stones, turn

    def __eq__(self, other):
        return (self.stones, self.turn) == (other.stones, other.turn)

    def __hash__(self):
        return hash((self.stones, self.turn))

    def __repr__(self):
        return f"Pile({self.stones}, {self.turn})"


class TakeFromPile(Game):
    """The same with one heap, and objects for states: right as well."""

    pile = Pile

    def initial(self):
        return self.pile(4, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        return range(1, min(s.stones, 2) + 1)

    def play(self, s, m):
        return self.pile(s.stones - m, 1 - s.turn)

    def outcome(self, s):
        return None if s.stones else 1 if s.turn else -1

    def text(self, s):
        return f"{s.stones}:{s.turn}"


class PlayInPlace(TakeFromPile):
    def play(self, s, m):
        s.stones -= m
        s.turn = 1 - s.turn
        return s


class OutcomeCounts(TakeFromPile):
    def outcome(self, s):
        s.asked = getattr(s, "asked", 0) + 1
        return super().outcome(s)


class NamelessPile(Pile):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class NoEquality(TakeFromPile):
    pile = NamelessPile


class BadHashPile(Pile):
    __hash__ = object.__hash__


class UnequalHashes(TakeFromPile):
    pile = BadHashPile


class ListStates(TakeFromPile):
    def initial(self):
        return [4, 0]

    def to_move(self, s):
        return s[1]

    def moves(self, s):
        return range(1, min(s[0], 2) + 1)

    def play(self, s, m):
        return [s[0] - m, 1 - s[1]]

    def outcome(self, s):
        return None if s[0] else 1 if s[1] else -1

    def text(self, s):
        return f"{s[0]}:{s[1]}"


class ForgottenReturn(Take):
    def play(self, s, m):
        if m == 2:
            return None
        return super().play(s, m)


class BoolInState(Take):
    def play(self, s, m):
        after = super().play(s, m)
        return Heaps(after.a, after.b, after.turn == 1)


# --- nothing but the state ---


class ChangedGame(Take):
    def __init__(self, a=3, b=2):
        super().__init__(a, b)
        self.asked = {"times": 0}

    def play(self, s, m):
        self.asked["times"] += 1
        return super().play(s, m)


TICKS = count()


class FickleMoves(Take):
    def moves(self, s):
        found = list(super().moves(s))
        return found if next(TICKS) % 7 else found[:1]


class FicklePlay(Take):
    def play(self, s, m):
        after = super().play(s, m)
        return after if next(TICKS) % 7 else Heaps(after.a, after.b, 1 - after.turn)


class LongPile(Pile):
    """Knows the way that led to it, but compares without."""

    def __init__(self, stones, turn, plies=0):
        super().__init__(stones, turn)
        self.plies = plies


class OutcomeByHistory(TakeFromPile):
    pile = LongPile

    def play(self, s, m):
        return LongPile(s.stones - m, 1 - s.turn, s.plies + 1)

    def outcome(self, s):
        return 0 if s.plies == 4 else super().outcome(s)


class RandomStart(Take):
    def initial(self):
        return Heaps(1 + next(TICKS) % 99, 2, 0)  # another one every time


# --- answers ---


class ThirdPlayer(Take):
    def to_move(self, s):
        return s.turn if s.a != 2 else 2


class FloatPayoff(Take):
    def outcome(self, s):
        found = super().outcome(s)
        return None if found is None else found / 2


class HugePayoff(Take):
    def outcome(self, s):
        found = super().outcome(s)
        return None if found is None else found * (PAYOFF_LIMIT + 1)

    def bounds(self, s):
        return (-PAYOFF_LIMIT - 1, PAYOFF_LIMIT + 1)


class NeverEnds(Take):
    def moves(self, s):
        yield 0

    def play(self, s, m):
        return Heaps(s.a, s.b, 1 - s.turn)

    def candidates(self, s):
        return self.moves(s)


class GoesOn(NeverEnds):
    def play(self, s, m):
        return Heaps(s.a + 1, s.b, 1 - s.turn)


# --- hooks ---


class KeyWithoutMover(Take):
    def key(self, s):
        return (s.a, s.b)


class KeyWithoutHeap(Take):
    """The same mover and moves here, but not further on."""

    def __init__(self, a=6, b=1):
        super().__init__(a, b)

    def key(self, s):
        return (min(s.a, 4), s.b, s.turn)


class UnhashableKey(Take):
    def key(self, s):
        return [s.a, s.b, s.turn]


class CanonicalMover(Take):
    def canonical(self, s):
        return Heaps(min(s.a, s.b), max(s.a, s.b), 0)


class CanonicalValue(Take):
    def canonical(self, s):
        return Heaps(s.a, min(s.b, 1), s.turn) if s.a else s


class CanonicalTwice(Take):
    def canonical(self, s):
        return Heaps(s.b, s.a, s.turn)


class IllegalCandidates(Take):
    def candidates(self, s):
        yield 12


class NoCandidates(Take):
    def candidates(self, s):
        for m in self.moves(s):
            if m < 10:
                yield m


class WorseCandidates(Take):
    def candidates(self, s):
        for m in self.moves(s):
            yield m
            return


class SlowerCandidates(Take):
    """The best candidate wins as well, but not as fast as a2 would."""

    def candidates(self, s):
        if (s.a, s.b) == (2, 3):
            yield 11
        else:
            yield from self.moves(s)

    def __init__(self, a=2, b=3):
        super().__init__(a, b)


class NarrowBounds(Take):
    def bounds(self, s):
        return (1, 1) if s.a == 1 and s.turn == 0 else (-1, 1)


class RosyOutlook(Take):
    """Whoever moves need not fear a loss in less than 6."""

    def outlook(self, s):
        return (-1, 6, 1, 1)


class SwappedOutlook(Take):
    def outlook(self, s):
        return (1, 1, -1, 1)


class ShortOutlook(Take):
    def outlook(self, s):
        return (-1, 1)


class SwappedBounds(Take):
    def bounds(self, s):
        return (1, -1)


class Needle(Game):
    """The payoff that the bounds leave out comes of one move in a thousand."""

    def initial(self):
        return 0

    def to_move(self, s):
        return 0

    def moves(self, s):
        yield from range(1, 1001)

    def play(self, s, m):
        return m

    def outcome(self, s):
        return None if s == 0 else 1 if s == 555 else -1

    def bounds(self, s):
        return (-1, 1) if s else (-1, -1)


class FloatOrder(Take):
    def order(self, s, m):
        return m / 10


class IntNoisy(Take):
    def noisy(self, s, m):
        return m % 10 - 1


class RaisingOrder(Take):
    def order(self, s, m):
        return {1: 0, 2: 0, 11: 0}[m]


class FickleOrder(Take):
    def order(self, s, m):
        return next(TICKS)


class SameMoverAfterNull(Take):
    def null_move(self, s):
        return Heaps(s.a + 1, s.b, s.turn)


class LoudWithoutB(Take):
    def loud(self, s):
        if s.a >= 2:
            yield 2


class LoudWithQuiet(Take):
    def loud(self, s):
        return self.moves(s)


class LoudTwice(Take):
    def loud(self, s):
        for m in self.moves(s):
            if m % 10 == 2:
                yield m
                yield m


class WordyExchange(Take):
    def exchange(self, s, m):
        return "a stone"


class UrgentCount(Take):
    def urgent(self, s):
        return s.a + s.b


class PlayingKeyWithoutMover(Take):
    def playing_key(self, s):
        return (s.a, s.b)


class FickleUrgent(Take):
    def urgent(self, s):
        return next(TICKS) % 2 == 0


class Shuttle(Game):
    """Two stones go to and fro on strips of three squares, at most 40 times."""

    repetition = 3

    def initial(self):
        return (0, 0, 0, 0)

    def to_move(self, s):
        return s[2]

    def moves(self, s):
        here = s[s[2]]
        if here > 0:
            yield here - 1
        if here < 2:
            yield here + 1

    def play(self, s, m):
        return (m, s[1], 1, s[3] + 1) if s[2] == 0 else (s[0], m, 0, s[3] + 1)

    def outcome(self, s):
        return 0 if s[3] >= 40 else None

    def repetition_key(self, s):
        return s[:3]

    def reversible(self, s):
        return s[3]


class ForgetfulShuttle(Shuttle):
    """One says that nothing comes back from before the last three plies."""

    def reversible(self, s):
        return min(s[3], 3)


class RepetitionWithoutMover(Take):
    repetition = 3

    def repetition_key(self, s):
        return (s.a, s.b)


class ScoredSigns(Take):
    """Played for points it is the misère game."""

    def scored(self):
        return ScoredSigns.Misere(*self.parameters().values())

    class Misere(Take):
        def outcome(self, s):
            found = super().outcome(s)
            return None if found is None else -3 * found


class ScoredMoves(Take):
    def scored(self):
        return ScoredMoves.Fewer(*self.parameters().values())

    class Fewer(Take):
        def moves(self, s):
            yield next(iter(super().moves(s)))


class ScoredWord(Take):
    def scored(self):
        return "margin"


class DealsBelowOne(Take):
    def deals(self):
        yield Fraction(1, 3), self.initial()
        yield Fraction(1, 3), Heaps(2, 2, 0)


class RepeatedDeals(Take):
    def deals(self):
        yield Fraction(1, 2), self.initial()
        yield Fraction(1, 2), self.initial()


# --- text ---


class TextWithoutMover(Take):
    def text(self, s):
        return f"{s.a}+{s.b}"

    def parse(self, text):
        return super().parse(f"{text}:first")


class TextWithoutHistory(OutcomeByHistory):
    """States compare without their history, and so does their text; but it matters."""

    def outcome(self, s):
        return 0 if s.plies == 3 and s.stones else TakeFromPile.outcome(self, s)

    def initial(self):
        return LongPile(9, 0)

    def parse(self, text):
        try:
            stones, turn = map(int, text.split(":"))
        except ValueError:
            raise self.bad_position(text, "write it like 9:0") from None
        return LongPile(stones, turn)


class TextWithSpaces(Take):
    def text(self, s):
        return f"{s.a} + {s.b}:{NAMES[s.turn]}"


class ParseSwaps(Take):
    def parse(self, text):
        s = super().parse(text)
        return Heaps(s.b, s.a, s.turn)


class RaisingParse(Take):
    def parse(self, text):
        a, b = text.split(":")[0].split("+")
        return Heaps(int(a), int(b), ["first", "second"].index(text.split(":")[1]))


class SameMoveText(Take):
    def move_text(self, s, m):
        return f"take{m % 10}"


class ParseMoveSwaps(Take):
    def parse_move(self, s, text):
        found = super().parse_move(s, text)
        return 11 if found == 1 and s.b else found


class RaisingParseMove(Take):
    def parse_move(self, s, text):
        return 10 * "ab".index(text[0]) + int(text[1])


class NoPicture(Take):
    def show(self, s):
        print("no return")


class UnkeySwaps(Take):
    def unkey(self, k):
        return Heaps(k // 10 % 10, k // 100, k % 10)


class NegativeKey(Take):
    def key(self, s):
        return -1 - super().key(s)


class FallingTier(Take):
    def tier(self, s):
        return s.a + s.b


# --- what it looks like ---


class Drawn(Take):
    """The right one."""

    board = Board((Place("a", "heap", 0, 0), Place("b", "heap", 1, 0)))

    def pieces(self, s):
        yield Piece(0, NOBODY, 0, s.a)
        yield Piece(1, NOBODY, 0, s.b)

    def touches(self, s, m):
        yield m // 10


class BadlyDrawn(Drawn):
    unseen = "much"

    def show(self, s):
        return "two heaps"


class PlaceOutside(BadlyDrawn):
    def pieces(self, s):
        yield Piece(2 if s.a == 0 else 0, 0)


class OwnedByThird(BadlyDrawn):
    def pieces(self, s):
        yield Piece(0, s.a)


class UnknownKind(BadlyDrawn):
    def pieces(self, s):
        yield Piece(0, NOBODY, s.turn)


class PlainTuples(BadlyDrawn):
    def pieces(self, s):
        yield (0, NOBODY, 0, s.a)


class UnknownColour(Drawn):
    colours = ("blue", "gren")


class OnlyOneHeapSeen(Drawn):
    def pieces(self, s):
        yield Piece(0, NOBODY, 0, s.a)


class TouchesOutside(Drawn):
    def touches(self, s, m):
        yield m


class TouchesNothing(Drawn):
    def touches(self, s, m):
        yield from ()


class OneName(Drawn):
    board = Board((Place("a", "heap", 0, 0), Place("a", "heap", 1, 0)))


# --- the game as a whole ---


class ForgottenParameter(Take):
    def __init__(self, a=3, b=2, c=0):
        super().__init__(a, b)


class OnePlayer(Take):
    players = ("me", "me")
