"""Rules that are wrong: moves, states, answers, and what depends on more than the state."""

from itertools import count

from checker.broken_games import right
from checker.broken_games.right import Heaps, Take
from zermelo.game import PAYOFF_LIMIT, Game

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


class FickleMoves(Take):
    def moves(self, s):
        found = list(super().moves(s))
        return found if next(right.TICKS) % 7 else found[:1]


class FicklePlay(Take):
    def play(self, s, m):
        after = super().play(s, m)
        return after if next(right.TICKS) % 7 else Heaps(after.a, after.b, 1 - after.turn)


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
        return Heaps(1 + next(right.TICKS) % 99, 2, 0)  # another one every time


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
