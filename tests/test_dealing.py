"""Random set-ups: each drawn as often as it is likely, and the same ones by the same seed."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from small_games import Chomp
from zermelo import Game, load
from zermelo.dealing import MOST_DEALS, Lots, all_deals, deal_named, draw, drawn, is_dealt, lots
from zermelo.errors import GameError
from zermelo.play import Match, Record

CARDS = load("rps:deck_size=4,hand_size=1")


def test_the_same_seed_draws_the_same_deal():
    assert [draw(CARDS, seed) for seed in range(20)] == [draw(CARDS, seed) for seed in range(20)]
    assert len({draw(CARDS, seed).state for seed in range(40)}) > 4


def test_deals_come_as_often_as_they_are_likely():
    chances = {state: chance for chance, state in CARDS.deals()}
    times = Counter(draw(CARDS, seed).state for seed in range(2000))
    assert set(times) == set(chances)
    for state, chance in chances.items():
        expected = 2000 * float(chance)
        assert abs(times[state] - expected) < 5 * expected ** 0.5
        assert draw(CARDS, 0).of == len(chances)
    assert sum(chances.values(), Fraction(0)) == 1


@pytest.mark.long
@given(st.lists(st.fractions(0, 5), min_size=1, max_size=9).filter(any), st.randoms())
def test_lots_are_drawn_by_their_share_exactly(chances, rng):
    """Against plain fractions, laid side by side; and as `random.choices` draws."""
    drawn_from = Lots(chances, range(len(chances)))
    share = rng.randrange(2**30) / 2**30
    left = Fraction(share) * sum(chances)
    edges = [sum(chances[:i]) for i in range(1, len(chances))]
    if all(abs(left - edge) > 1e-12 for edge in edges):
        assert drawn_from.at(share) == sum(edge <= left for edge in edges)
    seed = rng.getrandbits(32)
    weights = [float(chance) for chance in chances]
    assert drawn_from.draw(Random(seed)) == Random(seed).choices(range(len(chances)), weights)[0]
    assert drawn_from.draw(Random(seed), evenly=True) == Random(seed).choices(
        range(len(chances)))[0]


def test_lots_of_some_deals():
    some = lots(CARDS, lambda state: CARDS.holding(state, 0) == "R")
    assert {CARDS.holding(state, 0) for state in some.things} == {"R"}
    with pytest.raises(GameError, match="names no deal"):
        lots(Dealt(0))


def test_a_game_without_chance_begins_where_it_always_does():
    game = Chomp()
    assert not is_dealt(game) and is_dealt(CARDS)
    assert drawn(game, 7) == game.position()
    assert draw(game).of == 1


class Dealt(Chomp):
    def __init__(self, count=0):
        super().__init__()
        self.count = count

    def deals(self):
        for i in range(self.count):
            yield Fraction(1, self.count), ((i,) * 4, 0)


@pytest.mark.parametrize("count, says", [(0, "names no deal"),
                                         (MOST_DEALS + 1, "more than 50,000")])
def test_no_deals_and_too_many(count, says):
    with pytest.raises(GameError, match=says):
        drawn(Dealt(count))
    assert isinstance(Dealt(), Game)


def test_a_deal_by_its_number_its_hands_or_its_position():
    deals = all_deals(CARDS)
    for deal in deals:
        for text in (str(deal.number), deal.holdings(CARDS).lower(), CARDS.text(deal.state)):
            assert deal_named(CARDS, text) == deal
        assert f"deal {deal.number} of {len(deals)}" in deal.text(CARDS)
    for wrong in ("0", str(len(deals) + 1), "RR+P", "", "²"):
        with pytest.raises(GameError, match="give its number, 1 to"):
            deal_named(CARDS, wrong)
    with pytest.raises(GameError, match="is not dealt"):
        deal_named(Chomp(), "1")


def test_a_match_is_dealt_by_its_seed_and_the_record_says_how():
    starts = set()
    for seed in range(12):
        match = Match(CARDS, "random", "random", seed=seed)
        start = match.here
        assert start == drawn(CARDS, seed)
        match.play()
        text = match.record.to_text()
        assert f"\nstart: {start.text}\n" in text
        assert next(iter(reversed(list(Record.parse(text).position().line())))) == start
        starts.add(start.text)
    assert len(starts) > 3
    assert Match(Chomp(), "random", "random", seed=5).here == Chomp().position()
