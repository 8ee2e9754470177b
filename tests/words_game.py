"""A game that cannot compile: its states hold text."""

from zermelo import Game


class Words(Game):
    """Take one to three letters from a word; who takes the last one wins. Does not compile."""

    def __init__(self, letters: int = 11):
        self.letters = letters

    def initial(self):
        return "a" * self.letters, 0

    def to_move(self, s):
        return s[1]

    def moves(self, s):
        return range(1, min(len(s[0]), 3) + 1)

    def play(self, s, m):
        return s[0][m:], 1 - s[1]

    def outcome(self, s):
        return None if s[0] else 1 if s[1] else -1


class Unlike(Words):
    """Says that all words are alike."""

    def canonical(self, s):
        return "a", s[1]
