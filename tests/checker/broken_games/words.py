"""Texts, looks and parameters that are wrong."""

from checker.broken_games.right import NAMES, Heaps, Take
from checker.broken_games.rules import LongPile, OutcomeByHistory, TakeFromPile
from zermelo.drawing import NOBODY, Board, Piece, Place

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
