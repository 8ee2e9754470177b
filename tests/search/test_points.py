"""Games played for points: a win is not the end of it, unless the rules' `bounds` say so."""

from typing import NamedTuple

import pytest

from zermelo import Engine, Game, Limit, load
from zermelo.search.readiness import is_scored, may_pay_more
from zermelo.values import Bound


class Node(NamedTuple):
    at: int


class Two(Game):
    """Take 2 points now, or step on and be given 3."""

    def initial(self):
        return Node(0)

    def to_move(self, s):
        return 1 if s.at == 1 else 0

    def moves(self, s):
        if s.at == 0:
            yield 2
            yield 1
        else:
            yield 3

    def play(self, s, m):
        return Node(m)

    def outcome(self, s):
        return None if s.at < 2 else s.at


class Said(Two):
    """The same with a word about what can be won."""

    def bounds(self, s):
        return 2, 3


@pytest.mark.parametrize("rules", [Two, Said])
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.long_for("True")
def test_a_first_win_is_not_taken_for_the_best(rules, native):
    engine = Engine(rules(), None, native=native, table_mb=0.1)
    one_ply = engine.analyze(limit=Limit(depth=1))
    assert (one_ply.value.score, one_ply.bound) == (2, Bound.LOWER)
    listed = engine.analyze(limit=Limit(depth=1), all_moves=True)
    assert (str(listed.value), str(listed.moves[0].value)) == ("≥ win by 2 in 1", "win by 2 in 1")
    for depth in (2, 3, 10):
        found = engine.analyze(limit=Limit(depth=depth), all_moves=True)
        assert (str(found.value), found.bound) == ("win by 3 in 2", Bound.EXACT)
        assert [str(m.value) for m in found.moves] == ["win by 3 in 2", "win by 2 in 1"]
    # What was left in the table does not mislead a proof.
    for how in ({}, {"distances": True}, {"distances": False}, {"method": "proof-numbers"}):
        assert engine.solve(**how).value.score == 3
        assert engine.solve(**how).value.known
    assert [v.score for v in engine.values([Node(0), Node(1)])] == [3, -3]


class Offer(Two):
    """Take a draw, or step on and be given 3."""

    def outcome(self, s):
        return None if s.at < 2 else 0 if s.at == 2 else 3

    def bounds(self, s):
        return 0, 3

    evaluators = (lambda game, s: -1.0,)  # it does not look good


def test_a_sure_draw_is_not_taken_for_the_best():
    """What a move is worth may be known, and what the position is worth not yet."""
    engine = Engine(Offer(), native=False, table_mb=0.1)
    for options in ({}, {"all_moves": True}, {"lines": 2}):
        found = engine.analyze(limit=Limit(depth=1), **options)
        assert (found.value.kind, found.value.score, found.move) == ("estimate", 0, 2)
    assert str(engine.analyze(limit=Limit(depth=2), all_moves=True).value) == "win by 3 in 2"


class Purse(NamedTuple):
    most: int
    got: int
    turn: int


class Gamble(Game):
    """Deals of a kind: the stakes are another in each, and `bounds` knows them.

    The first player takes 1, or everything after the other has nodded.
    """

    def initial(self):
        return Purse(1, 0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        yield 1
        if s.turn == 0:
            yield 0

    def play(self, s, m):
        return Purse(s.most, 1 if s.turn == 0 and m == 1 else s.most if s.turn else 0, 1 - s.turn)

    def outcome(self, s):
        return s.got if s.got else None

    def bounds(self, s):
        return -s.most, s.most


def test_what_can_be_won_is_asked_of_the_position_and_not_of_the_start():
    game = Gamble()
    assert not may_pay_more(game, game.initial()) and may_pay_more(game, Purse(5, 0, 0))
    engine = Engine(game, None, native=False, table_mb=0.1)
    assert str(engine.analyze(Purse(1, 0, 0), Limit(depth=5)).value) == "win in 1"
    assert str(engine.analyze(Purse(5, 0, 0), Limit(depth=5)).value) == "win by 5 in 2"
    assert engine.solve(Purse(5, 0, 0)).value.score == 5
    assert engine.solve(Purse(5, 0, 0), method="proof-numbers").value.score == 5


class Place(NamedTuple):
    at: int
    turn: int


class Strip(Game):
    """Step or wait on a strip of four; who steps off the end gets three points."""

    repetition = 2

    def initial(self):
        return Place(0, 0)

    def to_move(self, s):
        return s.turn

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return Place(s.at + m, 1 - s.turn)

    def outcome(self, s):
        if s.at < 4:
            return None
        return 3 if s.turn == 1 else -3


@pytest.mark.parametrize("method", ["alpha-beta", "proof-numbers"])
def test_proofs_do_not_lose_the_points(method):
    engine = Engine(Strip(), None, native=False, table_mb=0.1)
    found = engine.solve(Place(3, 0), method=method)
    assert (found.value.score, found.value.known, found.move) == (3, True, 1)
    assert engine.solve(Place(2, 0), method=method).value.kind == "draw"
    assert [v.score for v in engine.values([Place(3, 0), Place(3, 1), Place(1, 0)])] == [3, 3, 0]


@pytest.mark.parametrize("payoff", [1, 2, 3, 7, 12, 100, 4096, 500_000])
@pytest.mark.parametrize("sign", [1, -1])
def test_proof_numbers_find_any_payoff_in_few_questions(payoff, sign, monkeypatch):
    """Most payoffs are small: after "a win?" comes "by 2, 4, 8?", and not "by 250,000?"."""
    class Pay(Two):
        def outcome(self, s):
            return None if s.at < 2 else sign * payoff

    engine = Engine(Pay(), None, native=False, table_mb=0.1)
    asked = []
    prove = type(engine._searcher).prove

    def noted(self, state, player, at_least):
        asked.append(at_least)
        return prove(self, state, player, at_least)

    monkeypatch.setattr(type(engine._searcher), "prove", noted)
    found = engine.solve(method="proof-numbers")
    assert found.value.known and found.value.score == sign * payoff
    assert len(asked) <= 4 + 2 * payoff.bit_length()


def test_every_game_that_is_only_won_or_lost_says_so():
    """Otherwise analyses would go on after the first win."""
    scored = {"othello", "kalah", "dots"}
    for name in ("breakthrough", "checkers", "connect4", "domineering", "dots", "hex", "hexapawn",
                 "isolation", "kalah", "nim", "othello", "rps", "tictactoe"):
        game = load(name)
        assert type(game).bounds is not Game.bounds
        assert is_scored(game, game.initial()) == may_pay_more(game, game.initial())
        assert may_pay_more(game, game.initial()) == (name in scored)
