"""Rules with mistakes in them, each marked `# here: NAME`, and rules that never end."""

import small_games
from small_games import Pile

TABLE = (10, 11, 12)
MAYBE = (None, 1)


class Take(small_games.Take):
    """Many counters; at some numbers the rules have a mistake."""

    def __init__(self):
        super().__init__(30)


class Raises(Take):
    def moves(self, s):
        if s.left == 20:
            raise ValueError(f"no moves at {s.left}")  # here: Raises
        yield 1


class Divides(Take):
    def outcome(self, s):
        return None if s.left != 20 or 1 // (s.left - 20) else 1  # here: Divides


class Indexes(Take):
    def order(self, s, m):
        return TABLE[s.left - 20] if s.left <= 23 else 0  # here: Indexes


class Lengthens(Take):
    def order(self, s, m):
        at = s.left % 4 - 1
        return (*TABLE[:at], m, *TABLE[at + 1:])[0]  # here: Lengthens


class Unset(Take):
    def order(self, s, m):
        if s.left > 25:
            found = 1
        return found  # here: Unset


class Nones(Take):
    def order(self, s, m):
        return MAYBE[int(s.left > 28)] + 1  # here: Nones


class Asserts(Take):
    def play(self, s, m):
        assert s.left != 27, "never 27"  # here: Asserts
        return Pile(s.left - m, 1 - s.turn)


class Outgrows(Take):
    def play(self, s, m):
        return Pile((s.left - m) * (1 << 60) // (1 << 60), 1 - s.turn)  # here: Outgrows


class Deep(Take):
    def depth(self, n: int) -> int:  # here: Deep
        return 1 + self.depth(n + 1)

    def order(self, s, m):
        return self.depth(0) if s.left == 28 else 0


# --- rules that never end ---

class While(Take):
    def order(self, s, m):
        n = 1
        while n:
            n = n % 7 + 1
        return n


class Continues(Take):
    def order(self, s, m):
        n = 1
        while n < 10:
            if s.left < 100:
                continue
            n += 1
        return n


class LongRange(Take):
    def order(self, s, m):
        total = 0
        for i in range(s.left << 50):
            total ^= i * s.left % 13
        return total


class Yields(Take):
    def endless(self, s):
        while True:
            yield s.left

    def order(self, s, m):
        total = 0
        for number in self.endless(s):
            total = (total + number) % 17
            if total == 20:
                break
        return total
