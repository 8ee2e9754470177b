"""A network among the features: the same sum however it is computed, kept in a text, or refused."""

import base64
import contextlib
import pickle
import random
import zlib

import pytest

from zermelo import Engine, Limit, load
from zermelo.errors import ParameterError
from zermelo.evaluation import LinearEvaluator, PhasedEvaluator, evaluator_for, save_weights
from zermelo.evaluation.linear import RECENT
from zermelo.evaluation.network import (
    MOST,
    ONE,
    SQUARES,
    WORTH,
    Network,
    Pieces,
    network_in,
    with_another,
)
from zermelo.wandering import random_play


def stones(game, s):
    mine, theirs = (s.x, s.o) if game.to_move(s) == 0 else (s.o, s.x)
    return Pieces(mine | theirs, (), mine)


def turned(game, s):
    """Two kinds of stones, those on the upper squares and the others; each player mirrors."""
    mine, theirs = (s.x, s.o) if game.to_move(s) == 0 else (s.o, s.x)
    return Pieces(mine | theirs, (0b111111000,), mine, 5, 48)


def made_up(sight, hidden, kinds, seed=1):
    lots = random.Random(seed)
    rows = [lots.randint(-ONE // 2, ONE // 2) for _ in range(hidden * (2 * SQUARES * kinds + 1))]
    return Network.of(sight, hidden, rows + [lots.randint(-WORTH, WORTH)
                                             for _ in range(2 * hidden)])


def by_the_book(network, game, s):
    """The formula of the module's first lines, piece by piece."""
    seen, hidden = network.sight(game, s), network.hidden
    if not seen.occupied:
        return 0.0
    rows = [network.numbers[at:at + hidden] for at in range(0, len(network.numbers), hidden)]
    *rows, begin, ours, theirs = rows
    kinds, total = len(rows) // (2 * SQUARES), 0
    for own, turn, worth in ((1, seen.here, ours), (0, seen.there, theirs)):
        sums = list(begin)
        for square in range(SQUARES):
            if seen.occupied >> square & 1:
                side = own if seen.mine >> square & 1 else 1 - own
                kind = sum((digit >> square & 1) << n for n, digit in enumerate(seen.kinds))
                row = rows[(side * kinds + kind) * SQUARES + (square ^ turn)]
                sums = [a + b for a, b in zip(sums, row, strict=True)]
        total += sum(w * min(max(a, 0), ONE)**2 for w, a in zip(worth, sums, strict=True))
    return total / (WORTH * ONE * ONE) * (1 if game.to_move(s) == 0 else -1)


@pytest.mark.parametrize(("sight", "kinds"), [(stones, 1), (turned, 2)])
@pytest.mark.parametrize("hidden", [4, 16])
def test_it_says_what_the_book_says(sight, kinds, hidden):
    game = load("tictactoe")
    network = made_up(sight, hidden, kinds)
    said = set()
    for seed in range(5):
        for step in random_play(game, game.initial(), random.Random(seed), 9):
            score = network(game, step.state)
            said.add(score)
            assert score == pytest.approx(by_the_book(network, game, step.state))
    assert len(said) > 20


def test_chess_says_what_the_book_says():
    game = load("chess")
    _, network = network_in(evaluator_for(game))
    for step in list(random_play(game, game.initial(), random.Random(3), 60))[::7]:
        assert network(game, step.state) == pytest.approx(by_the_book(network, game, step.state))


def seen_one_after_the_other(game, states):
    """A network that keeps what it saw says of each what one says that has seen nothing."""
    _, network = network_in(evaluator_for(game)) if game.spec == "chess" else (
        "", made_up(turned, 8, 2))
    recent = [0] * (network.keeps + 2)
    said = [network.recalling(game, s, recent, 1) for s in states]
    assert said == [network(game, s) for s in states]
    assert len(set(said)) > len(said) // 2
    assert recent[0] == recent[-1] == 0 and any(recent)


@pytest.mark.parametrize("name", ["tictactoe", "chess"])
def test_what_it_saw_before_changes_nothing(name):
    """Along games, where little changes and kings cross the board, and from one to another."""
    game = load(name)
    walks = [[step.state for step in random_play(game, game.initial(), random.Random(seed), 60)]
             for seed in range(8 if name == "tictactoe" else 2)]
    mixed = [s for walk in walks for s in walk]
    random.Random(5).shuffle(mixed)
    seen_one_after_the_other(game, [s for walk in walks for s in walk] + mixed[:40])


class Interrupted(list):
    """A list during whose changes somebody presses Ctrl-C."""

    left = 0

    def __setitem__(self, place, number):
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        super().__setitem__(place, number)


@pytest.mark.parametrize("left", range(14))
def test_who_is_interrupted_keeps_nothing_wrong(left):
    game, network = load("tictactoe"), made_up(turned, 8, 2)
    before, then, after = map(game.parse, ("xo./.../...:x", "xo./.x./...:o", "xo./ox./...:x"))
    recent = Interrupted([0] * network.keeps)
    for s, changes in ((before, 99), (then, 99), (after, left)):
        recent.left = changes
        with contextlib.suppress(KeyboardInterrupt):
            network.recalling(game, s, recent, 0)
    recent.left = 99
    for s in (before, then, after):
        assert network.recalling(game, s, recent, 0) == network(game, s)


def test_several_share_the_room_as_long_as_there_is_some():
    game = load("tictactoe")
    networks = {f"n{seed}": made_up(turned, 16, 2, seed) for seed in range(9)}
    assert sum(n.keeps for n in networks.values()) > RECENT > 2 * networks["n0"].keeps
    judge = LinearEvaluator("learnt", networks, dict.fromkeys(networks, 1.0))
    function, weights = judge.formula()
    recent = [0] * RECENT
    for step in random_play(game, game.initial(), random.Random(1), 9):
        assert function(game, weights, recent, step.state) == pytest.approx(
            sum(n(game, step.state) for n in networks.values()))
    assert sum(map(bool, recent)) > networks["n0"].keeps


@pytest.mark.parametrize(("sight", "kinds"), [(stones, 1), (turned, 2)])
@pytest.mark.long_for("stones")
def test_compiled_it_is_the_same(sight, kinds):
    game = load("tictactoe")
    evaluator = LinearEvaluator("learnt", {"experience": made_up(sight, 8, kinds)},
                                {"experience": 1.0})
    for text in ("xo./.x./...:o", ".../.../...:x", "x.o/.../..x:o"):
        found = [Engine(game, evaluator, native=native).analyze(game.parse(text), Limit(depth=2))
                 for native in (True, False)]
        assert found[0].value == found[1].value
        assert {r.move: r.value for r in found[0].moves} == {r.move: r.value
                                                             for r in found[1].moves}


def test_it_is_kept_in_a_text_and_sent_elsewhere():
    network = made_up(turned, 8, 2)
    for again in (Network.read(turned, network.text), pickle.loads(pickle.dumps(network))):
        assert (again.hidden, again.numbers, again.sight) == (8, network.numbers, turned)


def test_where_nothing_is_seen_nothing_is_said():
    game = load("tictactoe")
    assert made_up(stones, 4, 1)(game, game.initial()) == 0.0


def test_a_blank_one_says_nothing():
    game = load("tictactoe")
    assert Network.blank(turned, 8, 2)(game, game.parse("xo./.x./...:o")) == 0.0


@pytest.mark.parametrize(("hidden", "numbers", "complaint"), [
    (5, [0] * 5 * 131, "4, 8, 16, 32, 64 hidden units, and not 5"),
    (4, [0] * 4 * 130, "520 numbers make no network of 4 hidden units"),
    (4, [0] * (4 * 131 + 1), "525 numbers make no network"),
    (4, [0] * 4 * 3, "12 numbers make no network"),
    (4, [255] * 4 * 131, "64 pieces may come to 129, and 128 is too much"),
    (4, [0] * 4 * 130 + [MOST + 1] * 4, "32768 is more than 32767"),
])
def test_networks_that_are_refused(hidden, numbers, complaint):
    with pytest.raises(ParameterError, match=complaint):
        Network.of(stones, hidden, numbers)


@pytest.mark.parametrize("text", [
    "", "no network", "zzzz", "ü", *(base64.b64encode(zlib.compress(kept)).decode()
                                    for kept in (b"", b"\x04", b"\x04\x00", bytes(3)))])
def test_damaged_texts_are_refused(text):
    with pytest.raises(ParameterError, match="network"):
        Network.read(stones, text)


@pytest.mark.parametrize("plain", [
    LinearEvaluator("mine", {"experience": Network.blank(stones)}, {"experience": 0.5}),
    PhasedEvaluator.of("mine", lambda game, s: 0.5, {"experience": (Network.blank(stones), 1, 0)}),
])
def test_files_of_weights_have_it_with_them(tmp_path, plain):
    from zermelo.evaluation.weights import load_weights

    game = load("tictactoe")
    learnt = with_another(plain, "experience", made_up(stones, 8, 1))
    assert learnt.weights == plain.weights and network_in(learnt)[1].hidden == 8
    file = tmp_path / "tuned.json"
    save_weights(file, game, learnt)
    again = load_weights(file, game, {"mine": plain})
    s = game.parse("xo./.x./...:o")
    assert again(game, s) == learnt(game, s) != plain(game, s)
    other = LinearEvaluator("mine", dict.fromkeys(plain.weights, stones), plain.weights)
    with pytest.raises(ParameterError, match="has a network, which 'mine' has not"):
        load_weights(file, game, {"mine": other})
    file.write_text(file.read_text().replace(network_in(learnt)[1].text, "damaged"))
    with pytest.raises(ParameterError, match=r"tuned.json'.*damaged"):
        load_weights(file, game, {"mine": plain})
