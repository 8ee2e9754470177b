"""An evaluator of one's own, in ten lines, wherever an evaluator can be named."""

import io
import json
from pathlib import Path

import pytest

from zermelo import Engine, Limit, load
from zermelo.errors import GameError, ParameterError
from zermelo.evaluation import (
    LinearEvaluator,
    evaluator_for,
    evaluators,
    save_weights,
    with_evaluator,
)
from zermelo.play.advice import explained
from zermelo.play.clock import NO_CLOCK, Clock
from zermelo.play.named import player_named
from zermelo.play.simple import standard_evaluator
from zermelo.textbook import alpha_beta
from zermelo.tree import record

EXAMPLE = Path(__file__).parents[2] / "examples/ultimate.py"

# Short enough to be proven everywhere; the evaluator would rather take one.
SMALL = '''
from typing import NamedTuple
from zermelo import Game

class Heap(NamedTuple):
    left: int
    turn: int

def few(game, s):
    return (game.size - s.left) * (1 - 2 * s.turn)

def odd(game, s):
    return s.left % 2

class Take(Game):
    evaluators = (few, odd)
    def __init__(self, size=12):
        self.size = size
    def initial(self):
        return Heap(self.size, 0)
    def to_move(self, s):
        return s.turn
    def moves(self, s):
        for m in range(1, min(3, s.left) + 1):
            yield m
    def play(self, s, m):
        return Heap(s.left - m, 1 - s.turn)
    def outcome(self, s):
        return None if s.left else (1 if s.turn else -1)
'''
OTHER = '''
from zermelo.evaluation import Evaluator, LinearEvaluator
def small(game, s):
    return -s.left
class Brooding(Evaluator):
    name = "brooding"
    def __call__(self, game, s):
        return 0.25
weighed = LinearEvaluator("weighed", {"small": small}, {"small": 3.0})
number = 7
'''


@pytest.fixture
def own(files):
    (files / "take.py").write_text(SMALL)
    (files / "other.py").write_text(OTHER)
    return load("take.py:Take")


def test_the_class_names_its_evaluators_and_the_first_is_the_standard_one(own):
    assert list(evaluators(own)) == ["few", "odd"]
    few = evaluator_for(own)
    assert isinstance(few, LinearEvaluator) and few.weights == {"few": 1.0}
    assert few(own, own.play(own.initial(), 3)) == -3
    assert few(own, own.parse("(0,1)")) == 1000
    assert evaluator_for(own, "odd")(own, own.parse("(7,0)")) == 1


@pytest.mark.parametrize("name, score", [
    ("other.py:small", -12), ("other.py:weighed", -36), ("other.py:Brooding", 0.25),
    ("other.py:weighed:tuned.json", -6)])
def test_an_evaluator_in_a_file(own, files, name, score):
    weighed = evaluator_for(own, "other.py:weighed")
    save_weights(files / "tuned.json", own, weighed.with_weights(small=0.5))
    assert evaluator_for(own, name)(own, own.initial()) == score
    with pytest.raises(ParameterError, match=r"features of 'weighed'.* name the file"):
        evaluator_for(own, "tuned.json")  # which must not make other.py run


@pytest.mark.parametrize("name, says", [
    ("other.py:smal", r"has no 'smal' \(did you mean small\?\); it has small, Brooding, weighed"),
    ("other.py", "does not say which evaluator"), ("nothing.py:x", "there is no file 'nothing.py'"),
    ("other.py:number", "is a int, and not a function"), ("fewer", "did you mean few"),
    ("other.py:small:gone.json", "cannot be read")])
def test_an_evaluator_that_is_not_there(own, name, says):
    with pytest.raises((GameError, ParameterError), match=says):
        evaluator_for(own, name)


@pytest.mark.parametrize("wrong, says", [
    ((3,), "'3' is a int, and not a function"), (7, "should be a tuple"),
    ("standard", "should be a tuple")])
def test_evaluators_that_are_none(own, wrong, says):
    game = type("Wrong", (type(own),), {"evaluators": wrong})()
    with pytest.raises(GameError, match=says):
        evaluators(game)


@pytest.mark.long
def test_everything_in_the_library_goes_by_it(own):
    few = evaluator_for(own)
    truth = alpha_beta(own, depth=2, evaluate=few).value
    for native in (True, False):
        engine = Engine(own, native=native)
        assert engine.evaluator.weights == {"few": 1.0}
        assert engine.analyze(limit=Limit(depth=2)).value.score == truth
        assert Engine(own, "odd", native=native).analyze(limit=Limit(depth=1)).value.score == 1
    assert record(own, depth=2).value == truth
    assert standard_evaluator(own).name == "few"
    assert "few" in explained(own.position(), standard_evaluator(own))
    other = with_evaluator(own, evaluator_for(own, "odd"))
    assert other == own and list(evaluators(other)) == ["odd"]
    assert list(evaluators(own)) == ["few", "odd"]


@pytest.mark.parametrize("kind", ["greedy", "minimax:depth=1", "alphabeta:depth=1",
                                  "engine:depth=1", "level:9"])
def test_every_player_takes_one(own, kind):
    """Liking an odd rest, or an even one, decides what is taken from 12."""
    more = f"{kind}{',' if ':' in kind else ':'}evaluator="
    with_weights = evaluator_for(own, "odd").with_weights(odd=-1.0)
    save_weights("even.json", own, with_weights)
    chosen = []
    for name in ("odd", "even.json"):
        player = player_named(more + name, own)
        player.begin(0)
        chosen.append(player.choose(own.position("(31,0)" if kind == "level:9" else None),
                                    Clock(NO_CLOCK)))
    if kind != "level:9":  # which sees the end
        assert [(12 - int(m)) % 2 for m in chosen] == [1, 0]
    assert player_named(more + "other.py:small", own).name == more + "other.py:small"


def test_the_commands(zermelo, own, monkeypatch):
    for name in ("standard", "odd", "other.py:small", "other.py:weighed", "none"):
        ran = zermelo("analyze", "take.py:Take", "--depth", "1", "--evaluator", name, "--json")
        assert ran.status == 0, ran
        expected = 0.0 if name == "none" else Engine(
            own, name, native=False).analyze(limit=Limit(depth=1)).value.score
        assert json.loads(ran.out)["value"]["score"] == expected
    ran = zermelo("tree", "take.py:Take", "--depth", "1", "--evaluator", "other.py:small")
    assert "the other.py:small evaluator's opinion" in ran.out
    ran = zermelo("match", "greedy:evaluator=odd", "level:2,evaluator=other.py:small", "--game",
                  "take.py:Take", "--games", "2")
    assert ran.status == 0 and "2 games" in ran.out
    ran = zermelo("judge", "take.py:Take", "greedy:evaluator=other.py:small", "engine:depth=20",
                  "--positions", "3")
    assert ran.status == 0 and "greedy:evaluator=other.py:small" in ran.out
    monkeypatch.setattr("sys.stdin", io.StringIO("why\nquit\n"))
    ran = zermelo("play", "take.py:Take", "--evaluator", "other.py:small", "--against", "level:3")
    assert ran.status == 0 and "small" in ran.out


@pytest.mark.long
@pytest.mark.xdist_group("learn")
def test_weights_are_tuned_and_named(zermelo, own):
    ran = zermelo("tune", "take.py:Take:size=60", "--examples", "100", "--positions", "10",
                  "--depths", "1", "--evaluator", "other.py:weighed", "--out", "tuned.json")
    assert ran.status in (0, 1), ran
    said = json.loads(Path("tuned.json").read_text())
    assert (said["game"], said["evaluator"]) == ("Take", "weighed")
    ran = zermelo("analyze", "take.py:Take:size=60", "--depth", "2", "--evaluator",
                  "other.py:weighed:tuned.json")
    assert ran.status == 0, ran
    ran = zermelo("analyze", "take.py:Take", "--depth", "2", "--evaluator", "tuned.json")
    assert (ran.status, ran.out) == (2, "") and "features.py:NAME:tuned.json" in ran.err


def test_the_example_is_right():
    game = load(f"{EXAMPLE}:Ultimate")
    assert list(evaluators(game)) == ["standard", "boards"]
    for native in (True, False):
        found = Engine(game, native=native).analyze(limit=Limit(depth=2))
        assert found.native == native
        assert found.value.score == alpha_beta(game, depth=2, evaluate=evaluator_for(game)).value


def test_the_page_goes_by_it(files, own):
    pytest.importorskip("starlette", reason="needs pip install 'zermelo[web]'")
    from zermelo.web.catalogue import Catalogue
    from zermelo.web.engines import Engines
    from zermelo.web.trees import recorded

    for evaluator, name in ((None, "few"), ("other.py:weighed", "weighed")):
        game = Catalogue(["take.py:Take"], evaluator).game("Take")
        engine = Engines().lend(game)
        assert engine.evaluator.name == name
        assert recorded(game, "minimax", 1)["trees"][0]["value"] != 0
    with pytest.raises(ParameterError, match="name them, too"):
        Catalogue([], "odd")
