"""What can be known of a tree's nodes when only some of its leaves have been seen.

Leaves that nobody has looked at could be anything: once they are all as bad as can be and once as
good, and plain minimax says what that leaves open. It knows nothing of windows or bounds.
"""

from math import inf

from zermelo.textbook import minimax


class Knowledge:
    """One game, and the leaves seen so far."""

    def __init__(self, game):
        self.game, self.seen = game, set()

    def see(self, state):
        assert self.game.outcome(state) is not None
        self.seen.add(self.game.key(state))

    def between(self, state):
        """The least and the largest that a state can be worth to the first player."""
        return tuple(
            minimax(self.game, state, leaf=lambda game, s, ply, other=other:
                    game.outcome(s) if game.key(s) in self.seen else other).value
            for other in (-inf, inf))

    def allows(self, state, text, *, turned=False):
        """Whether a value as it is shown, `3`, `≥ 3` or `≤ 3`, is known; `turned`: in the second
        player's view."""
        low, high = self.between(state)
        if turned:
            low, high = -high, -low
        sign, _, number = text.replace("−", "-").rpartition(" ")
        value = float(number)
        return {"": low == value == high, "≥": low >= value, "≤": high <= value}[sign]
