"""The rock-paper-scissors card game.

Rules: a 3 × 3 board, and a deck of `deck_size` cards whose kinds cycle rock, paper, scissors (card
i has kind i mod 3), shuffled. Each player gets `hand_size` of them, open to both. The first player
starts and the players alternate. A move puts a card from one's hand on an empty cell. The card just
placed captures every orthogonally adjacent opposing card that it beats (rock beats scissors,
scissors beats paper, paper beats rock): the captured card changes its owner. Captures do not chain.
A round is one move by each; the round number, 1 at the start, grows when both have moved. The game
is over when both hands are empty, when the round exceeds `max_rounds`, or when the player to move
has no legal move. Who owns more cards on the board wins; equal is a draw; cards in hand count
nothing.

Options:
    width, height   another board
    diagonal        captures go diagonally too
    chains          a captured card captures in turn, as if it had just been placed
    first           0 or 1: who starts
    score           "win": the payoff is +1, 0 or -1; "margin": the first player's cards on the
                    board minus the second's
    hands           the hands at the start, the first player's first: hands=RRPSS+RRPPS. Without
                    it the game starts from the deck unshuffled and dealt by turns, card 0 to the
                    first player, card 1 to the second, and `deals` yields every deal
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import NamedTuple

from zermelo import drawing
from zermelo.drawing import Piece
from zermelo.games.boards import board_of, picture, read_rows, rows_text, square_name
from zermelo.games.rectangle import RectangleGame
from zermelo.games.rps_hands import (
    COUNT_BITS,
    COUNT_MASK,
    KINDS,
    PAPER,
    ROCK,
    SCISSORS,
    all_hands,
    hand_text,
    of_counts,
    packed,
)
from zermelo.portable import bit, lowest, popcount, shl, shr, squares

LARGEST_HAND = 64


class Table(NamedTuple):
    """Bitboards: whose the cards on the board are, and of what kind they are. A hand is three
    counts of eight bits.

      a b c
    1 0 1 2      23     16 15      8 7       0
    2 3 4 5      [scissors] [papers] [ rocks ]
    3 6 7 8
    """

    first: int
    second: int
    rock: int
    paper: int
    scissors: int
    first_hand: int
    second_hand: int
    turn: int
    round: int


class RPSCards(RectangleGame[Table]):
    """The rock-paper-scissors card game; a move is kind × cells + cell."""

    name = "rps"
    title = "RPS cards"
    about = "Rock, paper and scissors on a board, with open hands."
    sample = "Rb2 Pa2 Sa1 Rb1"

    def __init__(
        self,
        deck_size: int = 21,
        hand_size: int = 5,
        max_rounds: int = 10,
        width: int = 3,
        height: int = 3,
        diagonal: bool = False,
        chains: bool = False,
        first: int = 0,
        score: str = "win",
        hands: str = "",
    ) -> None:
        self.deck_size, self.hand_size, self.max_rounds = deck_size, hand_size, max_rounds
        self.width, self.height = width, height
        self.diagonal, self.chains, self.first = diagonal, chains, first
        self.score, self.hands = score, hands
        self.lay_out()
        self._refuse_nonsense()
        self.deck = tuple(len(range(kind, deck_size, 3)) for kind in range(3))
        self.dealt = self._start_hands()
        if hands:
            self.hands = "+".join(map(hand_text, self.dealt))
        self.by_margin = score == "margin"
        self.placements = min(self.cells, 2 * hand_size, 2 * max_rounds)  # in every game
        self._name_regions()
        self.images = 8 if width == height else 4
        # Rock, paper and scissors change places freely if the deck has as many of each.
        self.rotations = 3 if deck_size % 3 == 0 else 1

    def _refuse_nonsense(self) -> None:
        if not 1 <= self.hand_size <= LARGEST_HAND:
            raise self.bad_parameter("hand_size", self.hand_size, f"give 1 to {LARGEST_HAND}")
        if self.deck_size < 2 * self.hand_size:
            raise self.bad_parameter("deck_size", self.deck_size,
                                     f"two hands of {self.hand_size} need {2 * self.hand_size}")
        if self.max_rounds < 1:
            raise self.bad_parameter("max_rounds", self.max_rounds, "give 1 or more")
        if self.first not in (0, 1):
            raise self.bad_parameter("first", self.first,
                                     "give 0 if the first player starts, 1 if the second does")
        if self.score not in ("win", "margin"):
            raise self.bad_parameter("score", self.score, "give win or margin")

    def _name_regions(self) -> None:
        """Corners, edges, centre and the inner cells between: every cell is of one sort."""
        self.corners = self.edges = self.centre = self.inner = 0
        for cell in range(self.cells):
            x, y = cell % self.width, cell // self.width
            at_side, at_end = x in (0, self.width - 1), y in (0, self.height - 1)
            if at_side and at_end:
                self.corners |= bit(cell)
            elif at_side or at_end:
                self.edges |= bit(cell)
            elif abs(2 * x - self.width + 1) <= 1 and abs(2 * y - self.height + 1) <= 1:
                self.centre |= bit(cell)
            else:
                self.inner |= bit(cell)

    def _start_hands(self) -> tuple[int, int]:
        """The hands at the start, packed."""
        if not self.hands:
            deck = [card % 3 for card in range(2 * self.hand_size)]
            return packed(deck[0::2]), packed(deck[1::2])
        words = self.hands.upper().split("+")
        if len(words) != 2 or any(len(word) != self.hand_size or set(word) - set(KINDS)
                                  for word in words):
            raise self.bad_parameter(
                "hands", self.hands, f"write two hands of {self.hand_size} letters R, P or S "
                                     f"with + between")
        for kind, letter in enumerate(KINDS):
            if "".join(words).count(letter) > self.deck[kind]:
                raise self.bad_parameter(
                    "hands", self.hands, f"the deck has only {self.deck[kind]} {letter}")
        first, second = (packed(map(KINDS.index, word)) for word in words)
        return first, second

    def initial(self) -> Table:
        """The empty board with the hands that `hands` gives, or the unshuffled deck."""
        return self._start(*self.dealt)

    def deals(self) -> Iterator[tuple[Fraction, Table]]:
        """Every pair of hands that the shuffled deck can give, with its exact probability."""
        if self.hands:
            yield Fraction(1), self.initial()
            return
        size, total = self.hand_size, self.ways_to_deal()
        for ways, hand in all_hands(self.deck, size):
            left = tuple(all_ - taken for all_, taken in zip(self.deck, hand, strict=True))
            for ways_left, other in all_hands(left, size):
                start = self._start(of_counts(hand), of_counts(other))
                yield Fraction(ways * ways_left, total), start

    def ways_to_deal(self) -> int:
        """Every choice of cards for the first hand, and from what is left for the second."""
        if self.hands:
            return 1
        return comb(self.deck_size, self.hand_size) * comb(self.deck_size - self.hand_size,
                                                           self.hand_size)

    def scored(self) -> RPSCards:
        """Played for the margin."""
        return self if self.by_margin else RPSCards(**{**self.parameters(), "score": "margin"})

    def variants(self) -> Iterator[RPSCards]:
        """One rule changed at a time, then several with smaller hands, and boards for them."""
        changes: list[dict[str, int | bool]] = [
            {"diagonal": not self.diagonal}, {"chains": not self.chains}, {"deck_size": 30},
            *({"max_rounds": rounds} for rounds in (1, 2, 3, 4)),
            *({"hand_size": size} for size in (1, 2, 3, 4)),
            *({"hand_size": size, "diagonal": diagonal, "chains": chains} for size in (3, 4)
              for diagonal, chains in ((True, False), (False, True), (True, True))),
            {"hand_size": 4, "first": 1 - self.first}, {"hand_size": 4, "deck_size": 9},
            *({"hand_size": size, "width": width, "height": height}
              for size, width, height in ((2, 2, 2), (3, 3, 2), (3, 4, 3), (3, 4, 4))),
        ]
        seen = {self.spec}
        for change in changes:
            parameters = {**self.parameters(), "hands": "", **change}
            if parameters["deck_size"] >= 2 * parameters["hand_size"]:
                variant = RPSCards(**parameters)
                if variant.spec not in seen:
                    seen.add(variant.spec)
                    yield variant

    def _start(self, first_hand: int, second_hand: int) -> Table:
        return Table(0, 0, 0, 0, 0, first_hand, second_hand, self.first, 1)

    def to_move(self, s: Table) -> int:
        """The players alternate."""
        return s.turn

    def moves(self, s: Table) -> Iterator[int]:
        """Every kind in hand on every empty cell."""
        hand = s.second_hand if s.turn else s.first_hand
        empty = self.full & ~(s.first | s.second)
        for kind in range(3):
            if hand >> COUNT_BITS * kind & COUNT_MASK:
                cells = empty
                while cells:
                    cell = lowest(cells)
                    yield kind * self.cells + cell
                    cells &= ~bit(cell)

    def play(self, s: Table, m: int) -> Table:
        """Put the card down and take over what it captures."""
        kind, card = m // self.cells, bit(m % self.cells)
        taken = self.captures(s, kind, card)
        first, second = s.first ^ taken, s.second ^ taken
        first_hand, second_hand = s.first_hand, s.second_hand
        if s.turn == 0:
            first |= card
            first_hand -= 1 << COUNT_BITS * kind
        else:
            second |= card
            second_hand -= 1 << COUNT_BITS * kind
        return Table(
            first,
            second,
            s.rock | (card if kind == ROCK else 0),
            s.paper | (card if kind == PAPER else 0),
            s.scissors | (card if kind == SCISSORS else 0),
            first_hand,
            second_hand,
            1 - s.turn,
            s.round + (1 if s.turn != self.first else 0),
        )

    def captures(self, s: Table, kind: int, card: int) -> int:
        """The opposing cards that a card of this kind takes over when placed there."""
        theirs = s.first if s.turn else s.second
        taken = self.beside(card) & theirs & self.beaten_by(s, kind)
        if self.chains:
            # All cards of one link are of one kind: the one that the link before beats.
            link = taken
            while link:
                kind = (kind + 2) % 3
                link = self.beside(link) & theirs & ~taken & self.beaten_by(s, kind)
                taken |= link
        return taken

    def beaten_by(self, s: Table, kind: int) -> int:
        """The cards on the board that this kind beats."""
        if kind == ROCK:
            return s.scissors
        if kind == PAPER:
            return s.rock
        return s.paper

    def beside(self, cells: int) -> int:
        """Where cards on these cells capture: orthogonally, or in every direction."""
        if self.diagonal:
            return self.around(cells)
        return self.full & (
            shl(cells, 1) & self.right_arrivals
            | shr(cells, 1) & self.left_arrivals
            | shl(cells, self.width)
            | shr(cells, self.width)
        )

    def outcome(self, s: Table) -> int | None:
        """Who owns more cards on the board. The hands shrink by turns, so that a player to move
        with an empty hand means that both are empty."""
        hand = s.second_hand if s.turn else s.first_hand
        if hand and s.first | s.second != self.full and s.round <= self.max_rounds:
            return None
        margin = popcount(s.first) - popcount(s.second)
        if self.by_margin:
            return margin
        return min(max(margin, -1), 1)

    def bounds(self, s: Table) -> tuple[int, int]:
        """Every card on the board at the end, but for the one that was placed last."""
        if not self.by_margin:
            return (-1, 1)
        left = self.placements - popcount(s.first | s.second)
        if left == 0:
            margin = popcount(s.first) - popcount(s.second)
            return (margin, margin)
        if s.turn ^ (left - 1) & 1:  # the second player places the last card and keeps it
            return (-self.placements, self.placements - 2)
        return (2 - self.placements, self.placements)

    def noisy(self, s: Table, m: int) -> bool:
        """Whether it captures."""
        return self.captures(s, m // self.cells, bit(m % self.cells)) != 0

    def order(self, s: Table, m: int) -> int:
        """Captures first; then where the opponent has the least room to capture the card."""
        kind, card = m // self.cells, bit(m % self.cells)
        value = 16 * popcount(self.captures(s, kind, card))
        opponent = s.first_hand if s.turn else s.second_hand
        if opponent >> COUNT_BITS * ((kind + 1) % 3) & COUNT_MASK:
            value -= popcount(self.beside(card) & ~(s.first | s.second))
        return value

    def canonical(self, s: Table) -> Table:
        """The least of the mirror images, with rock, paper and scissors in the least order.

        Rock to paper to scissors to rock changes nothing: each still beats the one it did.
        """
        best = s
        for image in range(self.images):
            first, second = self.image_of(s.first, image), self.image_of(s.second, image)
            if first < best.first or (first == best.first and second <= best.second):
                rock, paper = self.image_of(s.rock, image), self.image_of(s.paper, image)
                scissors = (first | second) & ~rock & ~paper
                first_hand, second_hand = s.first_hand, s.second_hand
                for _ in range(self.rotations):
                    found = Table(first, second, rock, paper, scissors,
                                  first_hand, second_hand, s.turn, s.round)
                    if self.precedes(found, best):
                        best = found
                    rock, paper, scissors = scissors, rock, paper
                    first_hand, second_hand = self.rotated(first_hand), self.rotated(second_hand)
        return best

    def precedes(self, s: Table, other: Table) -> bool:
        """Whether `s` is the lesser of two images of one state."""
        if s.first != other.first:
            return s.first < other.first
        if s.second != other.second:
            return s.second < other.second
        if s.rock != other.rock:
            return s.rock < other.rock
        if s.paper != other.paper:
            return s.paper < other.paper
        if s.first_hand != other.first_hand:
            return s.first_hand < other.first_hand
        return s.second_hand < other.second_hand

    def rotated(self, hand: int) -> int:
        """The hand with its rocks made papers, papers scissors, scissors rocks."""
        scissors = hand >> 2 * COUNT_BITS
        return (hand & ~(COUNT_MASK << 2 * COUNT_BITS)) << COUNT_BITS | scissors

    @cached_property
    def board(self) -> drawing.Board:
        """The cells between both hands, as on a table: the second player's is above."""
        kinds = [drawing.Kind(name, letter + letter.lower(), name)
                 for name, letter in zip(("rock", "paper", "scissors"), KINDS, strict=True)]
        return drawing.stacked(
            drawing.hands(KINDS.lower(), 1, label=self.players[1]),
            drawing.grid(self.width, self.height, kinds),
            drawing.hands(KINDS, 0, label=self.players[0]), turn="none")

    def pieces(self, s: Table) -> Iterator[Piece]:
        """The hands, and the cards on the board."""
        for kind in range(3):
            yield Piece(kind, 1, kind, s.second_hand >> COUNT_BITS * kind & COUNT_MASK)
            yield Piece(3 + self.cells + kind, 0, kind,
                        s.first_hand >> COUNT_BITS * kind & COUNT_MASK)
        for cell in range(self.cells):
            if (s.first | s.second) & bit(cell):
                kind = ROCK if s.rock & bit(cell) else PAPER if s.paper & bit(cell) else SCISSORS
                yield Piece(3 + cell, 0 if s.first & bit(cell) else 1, kind)

    def touches(self, s: Table, m: int) -> Iterator[int]:
        """A card in the hand, and a cell."""
        kind = m // self.cells
        yield kind if s.turn else 3 + self.cells + kind
        yield 3 + m % self.cells

    def text(self, s: Table) -> str:
        """Rows from the top, capitals for the first player's cards; both hands (- if empty), who is
        to move, and the round: `R.p/.../s..:RPS:rpp:first:3`."""
        hands = (hand_text(s.first_hand) or "-", hand_text(s.second_hand).lower() or "-")
        return ":".join([rows_text(self._cells(s), self.width), *hands,
                         self.players[s.turn], str(s.round)])

    def parse(self, text: str) -> Table:
        """Read `text` back; cards, mover and round must fit the deck and each other."""
        fields = text.split(":")
        if len(fields) != 5:
            raise self.bad_position(text, "write board, both hands, player to move and round "
                                          "with : between")
        board, first, second, mover, round_ = fields
        try:
            cells = read_rows(board, self.width, self.height, ".RPSrps")
        except ValueError as error:
            raise self.bad_position(text, str(error)) from None
        hands = (first.replace("-", ""), second.replace("-", ""))
        if set(hands[0]) - set(KINDS) or set(hands[1]) - set(KINDS.lower()):
            raise self.bad_position(text, "write the first player's hand like RRP, the second's "
                                          "like rps, an empty one as -")
        if mover not in self.players:
            raise self.bad_position(text, "the fourth field must be first or second, "
                                          "for the player to move")
        if not (round_.isascii() and round_.isdigit() and len(round_) < 10):
            raise self.bad_position(text, "the fifth field must be the number of the round")
        self._refuse_impossible(text, cells, hands, self.players.index(mover), int(round_))
        rock, paper, scissors = (
            board_of(i for i, cell in enumerate(cells) if cell.upper() == kind) for kind in KINDS
        )
        first_hand, second_hand = (packed(map(KINDS.index, hand.upper())) for hand in hands)
        return Table(
            board_of(i for i, cell in enumerate(cells) if cell.isupper()),
            board_of(i for i, cell in enumerate(cells) if cell.islower()),
            rock,
            paper,
            scissors,
            first_hand,
            second_hand,
            self.players.index(mover),
            int(round_),
        )

    def _refuse_impossible(
        self, text: str, cells: str, hands: tuple[str, str], turn: int, round_: int
    ) -> None:
        for player, hand in zip(self.players, hands, strict=True):
            if len(hand) > self.hand_size:
                raise self.bad_position(text, f"{player} cannot hold {len(hand)} cards "
                                              f"of {self.hand_size}")
        everything = (cells + "".join(hands)).upper()
        for kind, letter in enumerate(KINDS):
            if everything.count(letter) > self.deck[kind]:
                raise self.bad_position(text, f"there are {everything.count(letter)} {letter} and "
                                              f"the deck has only {self.deck[kind]}")
        played = [self.hand_size - len(hand) for hand in hands]
        on_board = len(cells) - cells.count(".")
        if on_board != sum(played):
            raise self.bad_position(text, f"{sum(played)} cards have left the hands "
                                          f"but {on_board} are on the board")
        if played[self.first] - played[1 - self.first] != (turn != self.first):
            raise self.bad_position(text, f"{self.players[turn]} cannot be to move with hands of "
                                          f"{len(hands[0])} and {len(hands[1])}")
        if round_ != on_board // 2 + 1:
            raise self.bad_position(text, f"with {on_board} cards on the board it is "
                                          f"round {on_board // 2 + 1}")
        if on_board > self.placements:
            raise self.bad_position(text, f"the game ends after {self.max_rounds} rounds")
        owners = {cell.isupper() for cell in cells if cell != "."}
        if on_board and (turn == 1) not in owners:
            raise self.bad_position(text, f"{self.players[1 - turn]} has just placed a card "
                                          f"and must own one")

    def move_text(self, s: Table, m: int) -> str:
        """The card and the cell: `Rb2`."""
        return KINDS[m // self.cells] + square_name(m % self.cells, self.width)

    def show(self, s: Table) -> str:
        """The board, capitals for the first player's cards, and below it the hands."""
        over = self.outcome(s) is not None
        return "\n".join([
            picture(self._cells(s), self.width),
            f"first  {' '.join(hand_text(s.first_hand)) or '-'}",
            f"second {' '.join(hand_text(s.second_hand).lower()) or '-'}",
            "the game is over" if over else f"round {s.round}, {self.players[s.turn]} to move",
        ])

    def holding(self, s: Table, player: int) -> str:
        """The hand: `RRPSS`."""
        return hand_text(s.second_hand if player else s.first_hand)

    def reason(self, s: Table) -> str:
        """Which of the three ends it was, and the score."""
        if not (s.first_hand or s.second_hand):
            why = "both hands are empty"
        elif s.first | s.second == self.full:
            why = "the board is full"
        else:
            why = f"round {self.max_rounds} was the last"
        return f"{why}, {popcount(s.first)} cards to {popcount(s.second)}"

    def _cells(self, s: Table) -> list[str]:
        kinds = zip(KINDS, (s.rock, s.paper, s.scissors), strict=True)
        cells = ["."] * self.cells
        for letter, cards in kinds:
            for cell in squares(cards):
                cells[cell] = letter if s.first & bit(cell) else letter.lower()
        return cells
