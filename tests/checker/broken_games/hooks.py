"""Hooks that say what is not so."""

from fractions import Fraction

from checker.broken_games import right
from checker.broken_games.right import Heaps, Take
from zermelo.game import Game


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


class RashDecision(Take):
    """Whoever moves wins, whatever is asked."""

    def decided(self, s, at_least):
        return 1


class TimidDecision(Take):
    """It doubts every win."""

    def decided(self, s, at_least):
        return at_least - 1


class WordyDecision(Take):
    def decided(self, s, at_least):
        return "yes"


class BlindUnsettled(Take):
    """It only counts the stones, wherever they lie."""

    def unsettled(self, s):
        return s.a + s.b


class WrongBank(Take):
    def settled(self, s):
        return s.a


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
        return next(right.TICKS)


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


class ThreatensNothing(Take):
    def threatens(self, s, m):
        return False


class ThreatensAlways(Take):
    def threatens(self, s, m):
        return True


class ThreatensCount(Take):
    def threatens(self, s, m):
        return s.a + s.b


class PlayingKeyWithoutMover(Take):
    def playing_key(self, s):
        return (s.a, s.b)


class FickleUrgent(Take):
    threatens = Game.threatens

    def urgent(self, s):
        return next(right.TICKS) % 2 == 0


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
