"""What people want to know, a while at a time: the same as when it is asked at once."""

import random
from dataclasses import replace

import pytest

from zermelo import Engine, Limit, load
from zermelo.errors import LimitError
from zermelo.play.clock import Clock
from zermelo.play.engine_player import PerfectPlayer
from zermelo.search.inquiries import Deepened, EveryMove, ProvenMove

LATE = "2745522241316617"


@pytest.fixture(scope="module")
def engine():
    with Engine(load("connect4"), table_mb=16) as found:
        yield found


def in_whiles(inquiry, engine, seconds=0.02):
    """Answered in short whiles, with others' questions between them."""
    while not inquiry.work(engine, seconds):
        engine.analyze(limit=Limit(depth=3))
    return inquiry.answer


def values(found):
    return {m.text: m.value for m in found.moves}


def test_every_move_is_known_although_the_best_is_proven_at_once():
    """A search ends with the proof of one move; what people want does not."""
    engine, text, heard = Engine(load("tictactoe")), "xo./.x./..o:x", []
    assert not all(m.value.known for m in engine.analyze(text, all_moves=True).moves)
    found = engine.rank(text, listen=heard.append)
    assert values(found) == values(engine.solve(text, all_moves=True))
    assert heard[-1] == found and len(heard) > 2


def test_whiles_change_nothing_about_proofs(engine):
    here, truth = load("connect4").position(LATE), engine.solve(LATE, all_moves=True)
    engine.clear()
    found = in_whiles(EveryMove(here, Limit(time=60), exact=True), engine)
    assert values(found) == values(truth) and found.value == truth.value
    assert found.line_text[0] in {m.text for m in truth.moves if m.value == truth.value}
    here.play_all(found.line_text)  # all legal


@pytest.mark.parametrize("spec", ["hexapawn", "kalah:pits=3,seeds=2", "dodgem", "nim:heaps=3+4+5"])
@pytest.mark.few(2, telling=["kalah", "dodgem"])
def test_proofs_are_the_solver_s_wherever_they_are_asked_for(spec):
    """Also where a player moves twice, where points count and where positions repeat."""
    game = load(spec)
    line = game.position().random_line(random.Random(3), 40)
    here = line[len(line) // 2]
    with Engine(game, table_mb=16) as engine:
        truth = engine.solve(here, all_moves=True)
        engine.clear()
        found = in_whiles(EveryMove(here, Limit(time=60), exact=True), engine)
    scored = game.repetition or truth.value.distance is None
    assert {m.text: plain(m.value, scored) for m in found.moves} == {
        m.text: plain(m.value, scored) for m in truth.moves}


def plain(value, scored):
    return replace(value, distance=None) if scored else value


@pytest.mark.parametrize(("kind", "option"), [
    (EveryMove, "exact"), (EveryMove, None), (Deepened, "all_moves")])
def test_a_while_that_saw_one_move_is_not_the_end(kind, option, engine, monkeypatch):
    """On a busy machine it ends before every move was looked at."""
    real, calls = Engine.analyze, []

    def short(engine, here, limit, **options):
        found = real(engine, here, Limit(depth=2), all_moves=True)
        calls.append(found)
        return replace(found, moves=found.moves[:1]) if len(calls) == 1 else found

    monkeypatch.setattr(Engine, "analyze", short)
    here = load("connect4").position(LATE)
    inquiry = kind(here, Limit(time=60), **({option: True} if option else {}))
    assert inquiry.work(engine)
    assert len(calls) == 2
    assert len(inquiry.answer.moves) == len(here.moves) > 1
    if option == "exact":
        assert all(move.value.known for move in inquiry.answer.moves)


def test_a_depth_is_a_depth(engine):
    """Neither proofs nor another while go beyond it."""
    here = load("connect4").position("44")
    engine.clear()
    truth = engine.analyze(here, Limit(depth=6), all_moves=True)
    assert values(engine.rank(here, Limit(depth=6))) == values(truth)
    assert in_whiles(EveryMove(here, Limit(depth=6, time=60)), engine).depth == 6
    assert in_whiles(Deepened(here, Limit(depth=6, time=60)), engine).value == truth.value


def test_nodes_are_a_limit_to_proofs_too(engine):
    here = load("connect4").position()
    engine.clear()
    inquiry = EveryMove(here, Limit(nodes=3000), exact=True)
    assert inquiry.work(engine, 30)  # before its time is out
    assert len(inquiry.answer.moves) == 7 and not inquiry.answer.value.known
    late = EveryMove(load("connect4").position(LATE), Limit(nodes=10_000_000), exact=True)
    assert late.work(engine) and all(move.value.known for move in late.answer.moves)
    with pytest.raises(LimitError, match="a depth of 3 does not limit proofs: give rank nodes or"):
        engine.rank(here, Limit(depth=3), exact=True)


@pytest.mark.long
def test_what_is_not_proven_in_half_of_the_time_is_searched(engine):
    """A proof that did not come says nothing about the moves."""
    start, late = load("connect4").position(), load("connect4").position(LATE)
    found = in_whiles(ProvenMove(start, Limit(time=1)), engine, 0.2)
    assert not found.value.proven and found.depth is not None and found.depth >= 2
    assert in_whiles(ProvenMove(late, Limit(time=60)), engine).value.known


def test_a_perfect_player_is_such_an_inquiry():
    game = load("connect4")
    player = PerfectPlayer(game, Limit(time=60))
    player.choose(game.position(LATE), Clock())
    assert player.found.value == Engine(game).solve(LATE).value
    few = PerfectPlayer(game, Limit(nodes=500, time=60))  # out of nodes, long before its time
    few.choose(game.position(), Clock())
    assert few.found.depth and few.found.nodes < 5000


def test_who_cancels_hears_nothing_more(engine):
    heard = []

    def listen(found):
        heard.append(found)
        inquiry.cancel()

    inquiry = EveryMove(load("connect4").position(), Limit(time=60), listen)
    assert not inquiry.work(engine)
    assert len(heard) == 1 and inquiry.used < 30
