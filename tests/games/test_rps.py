import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb

import pytest

from plain_play import all_from
from zermelo import load
from zermelo.errors import ParameterError, PositionError
from zermelo.games.rps import RPSCards

GAME = RPSCards()
BEATS = {"R": "S", "S": "P", "P": "R"}


def after(text, move, **options):
    return RPSCards(**options).position(text).play(move).text


@cache
def value(game, s):
    payoff = game.outcome(s)
    if payoff is not None:
        return payoff
    best = min if game.to_move(s) else max
    return best(value(game, game.play(s, m)) for m in game.moves(s))


class Model:
    """The same game, written down a second time with dictionaries and letters."""

    def __init__(self, game, text):
        _, first, second, mover, _ = text.split(":")
        self.game, self.cards = game, {}
        self.hands = {"first": list(first), "second": list(second.upper())}
        self.mover, self.round = mover, 1
        self.last = "first" if mover == "second" else "second"  # whose move ends the round

    def neighbours(self, cell):
        x, y = cell
        return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                if (dx, dy) != (0, 0) and (self.game.diagonal or dx == 0 or dy == 0)]

    def play(self, kind, cell):
        self.hands[self.mover].remove(kind)
        self.cards[cell] = (self.mover, kind)
        todo = [cell]
        while todo:
            here = todo.pop(0)
            for near in self.neighbours(here):
                owner, other = self.cards.get(near, (self.mover, ""))
                if owner != self.mover and BEATS[self.cards[here][1]] == other:
                    self.cards[near] = (self.mover, other)
                    if self.game.chains:
                        todo.append(near)
        self.round += self.mover == self.last
        self.mover = "second" if self.mover == "first" else "first"

    def over(self):
        full = len(self.cards) == self.game.width * self.game.height
        return full or not self.hands[self.mover] or self.round > self.game.max_rounds

    def margin(self):
        owners = Counter(owner for owner, _ in self.cards.values())
        return owners["first"] - owners["second"]

    def text(self):
        def letter(cell):
            owner, kind = self.cards.get(cell, ("first", "."))
            return kind if owner == "first" else kind.lower()

        rows = ["".join(letter((x, y)) for x in range(self.game.width))
                for y in range(self.game.height)]
        first, second = ("".join(sorted(self.hands[p], key="RPS".index)) or "-"
                         for p in ("first", "second"))
        return f"{'/'.join(rows)}:{first}:{second.lower()}:{self.mover}:{self.round}"


# --- the start and the deals ---


def test_the_unshuffled_deck_is_dealt_by_turns():
    # The deck is R P S R P S R P S R ...: cards 0 2 4 6 8 are R S P R S, cards 1 3 5 7 9 P R S P R.
    start = GAME.position()
    assert start.text == ".../.../...:RRPSS:rrpps:first:1"
    assert len(start.moves) == 3 * 9  # two cards of a kind are the same move
    assert RPSCards(hands="SSPRR+prpsr").initial() == GAME.initial()


def test_the_deals_of_the_default_game():
    # 21 · 21 pairs of hands of five, without those with more than seven of a kind. Counts of 5, 4
    # and 3 leave 1, 2 and 3 hands: 3·1 + 1·3 + 2·2 + 2·1 + 1·2 + 1·1 = 15 for each of three kinds.
    deals = list(GAME.deals())
    assert len({s for _, s in deals}) == len(deals) == 21 * 21 - 3 * 15
    assert sum(p for p, _ in deals) == 1
    ways = comb(21, 5) * comb(16, 5)
    assert all(p > 0 and (p * ways).denominator == 1 for p, _ in deals)
    # RRRRR and PPPPP: C(7,5) ways each.
    one = GAME.parse(".../.../...:RRRRR:ppppp:first:1")
    assert {s: p for p, s in deals}[one] == Fraction(21 * 21, ways)


def test_ways_to_deal_holdings_and_the_game_for_points():
    assert GAME.ways_to_deal() == comb(21, 5) * comb(16, 5)
    assert RPSCards(hands="RRPSS+RRPPS").ways_to_deal() == 1
    start = GAME.parse(".../.../...:RRPSS:rrpps:first:1")
    assert (GAME.holding(start, 0), GAME.holding(start, 1)) == ("RRPSS", "RRPPS")
    assert GAME.scored() == RPSCards(score="margin") == GAME.scored().scored()
    over = GAME.parse("RRr/pRR/SpS:-:r:second:5")
    assert (GAME.outcome(over), GAME.scored().outcome(over)) == (1, 3)


@pytest.mark.parametrize("deck_size, hand_size", [(7, 2), (4, 2), (6, 3), (8, 1)])
def test_deals_agree_with_shuffling_every_deck(deck_size, hand_size):
    game = RPSCards(deck_size, hand_size)
    count = Counter()
    for cards in permutations(range(deck_size), 2 * hand_size):
        hands = [sorted("RPS"[c % 3] for c in part)
                 for part in (cards[:hand_size], cards[hand_size:])]
        count[tuple(map(tuple, hands))] += 1
    found = {}
    for p, s in game.deals():
        _, first, second, mover, round_ = game.text(s).split(":")
        assert (mover, round_) == ("first", "1")
        found[tuple(sorted(first)), tuple(sorted(second.upper()))] = p
    assert found == {hands: Fraction(n, count.total()) for hands, n in count.items()}


def test_a_game_with_given_hands_has_one_deal():
    game = RPSCards(hands="RRPSS+PPSSR")
    assert list(game.deals()) == [(1, game.initial())]
    assert game.text(game.initial()) == ".../.../...:RRPSS:rppss:first:1"
    assert load(game.spec) == game


# --- captures ---


def test_a_card_captures_what_it_beats_beside_it():
    # The rock on b2 beats the scissors above, not the paper below, the rock at the left, the
    # diagonal scissors or the scissors that are its own.
    text = "ss./r.S/.pS:RP:rp:first:4"
    assert after(text, "Rb2") == "sS./rRS/.pS:P:rp:second:4"


@pytest.mark.parametrize("placed, there, taken", [
    ("R", "r", False), ("R", "p", False), ("R", "s", True),
    ("P", "r", True), ("P", "p", False), ("P", "s", False),
    ("S", "r", False), ("S", "p", True), ("S", "s", False),
])
def test_what_beats_what_for_either_player(placed, there, taken):
    left = there.upper() if taken else there
    before, then = f".{there}./{there}../P.P", f".{left}./{left}{placed}./P.P"
    assert after(f"{before}:RPS:rps:first:3", f"{placed}b2").split(":")[0] == then
    swapped = after(f"{before.swapcase()}:RPS:rps:second:3", f"{placed}b2", first=1)
    assert swapped.split(":")[0] == then.swapcase()


def test_captures_do_not_wrap_around_the_edge():
    # c1 and a2 have consecutive numbers, a1 and c1 are at the ends of one row.
    assert after("s../s../.PP:RPS:rps:first:3", "Rc1").startswith("s.R/s../.PP:")
    assert after("s.s/.../P.P:RPS:rps:first:3", "Rb3").startswith("s.s/.../PRP:")


def test_captures_chain_only_by_option():
    # The rock takes b1, whose scissors take c1, whose paper takes c2, whose rock beats nothing.
    text = ".sp/..r/PPS:RS:ps:first:4"
    assert after(text, "Ra1") == "RSp/..r/PPS:S:ps:second:4"
    assert after(text, "Ra1", chains=True) == "RSP/..R/PPS:S:ps:second:4"


def test_captures_go_diagonally_only_by_option():
    text = "s.s/P../RPs:RR:rr:first:4"
    assert after(text, "Rb2") == "s.s/PR./RPs:R:rr:second:4"
    assert after(text, "Rb2", diagonal=True) == "S.S/PR./RPS:R:rr:second:4"


def test_a_board_of_64_cells_uses_its_last_cell():
    game = RPSCards(width=8, height=8)
    here = game.position().play_all(["Rg8", "Ph8", "Sa1", "Rh7"])  # the paper takes the rock
    assert here.text.endswith("/......../.......r/......rp:RPS:rps:first:3")
    assert here.play("Pg7").text.split(":")[0].endswith("/......PR/......Rp")


# --- rounds and ends ---


def test_a_round_is_one_move_by_each():
    here = GAME.position()
    seen = []
    for move in ["Ra1", "Ra3", "Rc1", "Rc3"]:
        seen.append((here.to_move, here.state.round))
        here = here.play(move)
    assert [*seen, here.state.round] == [(0, 1), (1, 1), (0, 2), (1, 2), 3]


def test_the_second_player_may_start():
    here = RPSCards(first=1).position()
    assert here.to_move == 1
    assert here.play("Ra1").state[-2:] == (0, 1)
    assert here.play("Ra1").play("Rb1").state[-2:] == (1, 2)


def test_the_game_ends_with_a_full_board():
    end = GAME.position("RPS/RPS/rp.:S:s:first:5").play("Sc3")
    assert (end.result.payoff, end.result.reason) == (1, "the board is full, 8 cards to 1")


def test_the_game_ends_with_empty_hands():
    end = RPSCards(hand_size=1).position().play_all(["Ra1", "Pa2"])
    assert (end.result.payoff, end.result.reason) == (-1, "both hands are empty, 0 cards to 2")
    end = RPSCards(hand_size=1).position().play_all(["Ra1", "Pc2"])
    assert end.result.payoff == 0


def test_the_game_ends_after_the_last_round():
    game = RPSCards(max_rounds=1)
    assert game.position().play("Ra1").result is None
    end = game.position().play_all(["Ra1", "Pb1"])
    assert (end.result.payoff, end.result.reason) == (-1, "round 1 was the last, 0 cards to 2")


def test_the_margin_may_be_the_payoff():
    margin = RPSCards(score="margin")
    for text, win, cards in [("RRR/SRS/rrS:-:r:second:5", 1, 5),
                             ("rrr/srs/RRs:-:r:second:5", -1, -5),
                             ("RRR/RRs/sss:-:r:second:5", 1, 1)]:
        assert GAME.outcome(GAME.parse(text)) == win
        assert margin.outcome(margin.parse(text)) == cards


# --- against the model ---


@pytest.mark.parametrize("options", [
    "", "diagonal=true", "chains=true", "chains=true,diagonal=true,width=4,height=4,hand_size=7",
    "width=5,height=2,first=1", "width=1,height=4", "max_rounds=3,score=margin",
    "width=8,height=8,deck_size=120,hand_size=32,max_rounds=40,chains=true"])
def test_whole_games_agree_with_the_model(options):
    game = load(f"rps:{options}".rstrip(":"))
    deals = [s for _, s in game.deals()] if game.hand_size < 10 else [game.initial()]
    for seed in range(6):
        rng = random.Random(seed)
        here = game.position(game.text(rng.choice(deals)))
        model = Model(game, here.text)
        while here.result is None:
            assert not model.over()
            empty = game.width * game.height - len(model.cards)
            assert len(set(here.move_texts)) == empty * len(set(model.hands[model.mover]))
            m = rng.choice(here.moves)
            assert game.parse_move(here.state, game.move_text(here.state, m)) == m
            cell = m % game.cells
            before = model.margin()
            mover = here.to_move
            model.play("RPS"[m // game.cells], (cell % game.width, cell // game.width))
            gain = (model.margin() - before) * (1 - 2 * mover)
            assert game.noisy(here.state, m) == (gain > 1)
            here = here.play(m)
            assert here.text == model.text()
            assert game.parse(here.text) == here.state
        assert model.over()
        margin = model.margin()
        assert here.result.payoff == (margin if game.by_margin else (margin > 0) - (margin < 0))


# --- hints ---


def images(text):
    """The 24 texts that are alike: the board mirrored and turned, the kinds rotated."""
    board, *rest = text.split(":")
    rows = board.split("/")
    for _ in range(2):
        rows = [row[::-1] for row in rows]
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            for shift in ("RPSrps", "PSRpsr", "SRPsrp"):
                table = str.maketrans("RPSrps", shift)
                first, second = ("".join(sorted(hand.translate(table), key="RPSrps-".index))
                                 for hand in rest[:2])
                yield ":".join(["/".join(rows).translate(table), first, second, *rest[2:]])


def test_all_24_images_have_one_canonical_form():
    for seed in range(10):
        rng = random.Random(seed)
        here = GAME.position()
        while here.result is None:
            alike = {GAME.parse(text) for text in images(here.text)}
            assert here.state in alike
            assert len({GAME.canonical(s) for s in alike}) == 1
            assert GAME.canonical(here.state) in alike
            here = here.play(rng.choice(here.moves))


def test_openings_that_are_alike_are_counted_once():
    game = RPSCards(hands="RRPSS+RRPSS")
    first = {game.canonical(game.play(game.initial(), m)) for m in game.moves(game.initial())}
    assert len(first) == 3 * 3  # three kinds on corner, edge or centre
    narrow = RPSCards(width=3, height=2, hands="RRPSS+RRPSS")
    first = {narrow.canonical(narrow.play(narrow.initial(), m))
             for m in narrow.moves(narrow.initial())}
    assert len(first) == 3 * 2
    assert len({GAME.canonical(s) for _, s in GAME.deals()}) == 396 // 3


@pytest.mark.parametrize("options", [
    "width=2,height=2,deck_size=6,hand_size=2", "width=3,height=1,deck_size=5,hand_size=2,first=1",
    "width=2,height=2,deck_size=6,hand_size=2,chains=true,score=margin",
    "width=2,height=2,deck_size=6,hand_size=2,diagonal=true,score=margin,max_rounds=1"])
def test_hints_keep_mover_and_value(options):
    game = load(f"rps:{options}")
    everything = all_from(game, {game.canonical(s) for _, s in game.deals()})
    for s in everything:
        alike = game.canonical(s)
        assert alike.turn == s.turn and value(game, alike) == value(game, s)
        lower, upper = game.bounds(s)
        assert lower <= value(game, s) <= upper
        if game.outcome(s) is not None and game.by_margin:
            assert lower == upper == game.outcome(s)
    least = {game.canonical(s) for s in everything}
    assert len(least) < len(everything)
    for s in least:
        assert game.canonical(s) == s == game.parse(game.text(s))


def test_the_last_card_placed_is_out_of_the_bounds():
    game = RPSCards(score="margin")
    assert game.bounds(game.initial()) == (-7, 9)  # nine cards; the first player places the ninth
    second_starts = RPSCards(score="margin", first=1)
    assert second_starts.bounds(second_starts.initial()) == (-9, 7)
    assert GAME.bounds(GAME.initial()) == (-1, 1)


def test_captures_are_tried_first():
    s = GAME.parse(".s./s../P.P:RPS:rps:first:3")
    best = max(GAME.moves(s), key=lambda m: GAME.order(s, m))
    # On a1 and on b2 a rock takes two, but on b2 a paper can hit back from c2 and b3.
    assert GAME.move_text(s, best) == "Ra1"


# --- text and parameters ---


def test_the_picture_has_the_hands():
    s = GAME.parse("ss./r.S/P.S:RR:rp:first:4")
    assert GAME.show(s) == (
        "  a b c\n1 s s .\n2 r . S\n3 P . S\nfirst  R R\nsecond r p\nround 4, first to move")


@pytest.mark.parametrize("options, name", [
    ("width=0", "width"), ("height=27", "height"), ("width=9,height=8", "width"),
    ("hand_size=0", "hand_size"), ("hand_size=11", "deck_size"), ("max_rounds=0", "max_rounds"),
    ("first=2", "first"), ("score=cards", "score"), ("hands=RRPSS", "hands"),
    ("hands=RRPSS+RRP", "hands"), ("hands=RRPSX+RRPSS", "hands"),
    ("hands=RRRRR+RRRPS", "hands"), ("hands=RRPSS-RRPSS", "hands"),
])
def test_options_that_make_no_sense_are_refused(options, name):
    with pytest.raises(ParameterError, match=f"rps cannot have {name}="):
        load(f"rps:{options}")


@pytest.mark.parametrize("text, why", [
    ("", "write board, both hands"),
    (".../.../...:RRPSS:rrpps:first", "write board, both hands"),
    (".../...:RRPSS:rrpps:first:1", "3 rows of 3"),
    ("..x/.../...:RRPS:rrpps:second:1", "'x' in row 1"),
    (".../.../...:rrpss:rrpps:first:1", "write the first player's hand like"),
    (".../.../...:RRPSS:RRPPS:first:1", "write the first player's hand like"),
    (".../.../...:RRPSS:rrpps:x:1", "the fourth field"),
    (".../.../...:RRPSS:rrpps:first:x", "the fifth field"),
    pytest.param(f".../.../...:RRPSS:rrpps:first:{'1' * 5000}", "the fifth field", id="endless"),
    (".../.../...:RRPSSS:rrpps:first:1", "first cannot hold 6 cards of 5"),
    (".../.../...:RRRRR:rrrps:first:1", "there are 8 R and the deck has only 7"),
    ("R../.../...:RRPSS:rrpps:first:1", "0 cards have left the hands but 1 are on the board"),
    (".../.../...:RRPS:rrpps:second:1", "1 cards have left the hands but 0 are on the board"),
    (".../.../...:RRPSS:rrpps:second:1", "second cannot be to move with hands of 5 and 5"),
    ("R.r/.../...:RPS:rrpps:first:2", "first cannot be to move with hands of 3 and 5"),
    ("R.r/.../...:RPSS:rrpp:first:1", "with 2 cards on the board it is round 2"),
    ("R.R/.../...:RPSS:rrpp:first:2", "second has just placed a card and must own one"),
])
def test_malformed_positions_are_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        GAME.parse(text)


def test_positions_after_the_last_round_are_refused():
    with pytest.raises(PositionError, match="the game ends after 1 rounds"):
        RPSCards(max_rounds=1).parse("R.r/R../...:PSS:rrpp:second:2")
