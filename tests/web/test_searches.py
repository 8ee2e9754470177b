"""Many searches on few workers: everybody gets an answer, and anybody can leave."""

import threading
import time

import pytest

from small_games import Take
from zermelo import Engine, Limit, load
from zermelo.errors import RulesError
from zermelo.play.clock import Clock
from zermelo.play.levels import LevelPlayer
from zermelo.search.inquiries import EveryMove
from zermelo.web.catalogue import Catalogue
from zermelo.web.engines import Engines
from zermelo.web.opponents import PERFECT, chosen, job_for
from zermelo.web.searches import Job, Searches
from zermelo.web.wishes import blamed_for, position_of, shown


class Waiter:
    """Collects what a job tells."""

    def __init__(self):
        self.told, self.error, self.done = [], None, threading.Event()

    def listen(self, found):
        self.told.append(found)

    def tell(self, found):
        self.told.append(found)
        self.done.set()

    def fail(self, error):
        self.error = error
        self.done.set()

    def wait(self, seconds=120):
        assert self.done.wait(seconds)
        assert self.error is None
        return self.told[-1]


@pytest.fixture
def searches():
    found = Searches(2)
    yield found
    found.close()


def asked(searches, spec, text=None, limit=None, **options):
    waiter = Waiter()
    job = Job(EveryMove(load(spec).position(text), limit or Limit(time=20), waiter.listen,
                        **options), waiter.tell, waiter.fail)
    assert searches.submit(job)
    return job, waiter


class BoundsInWords(Take):
    def bounds(self, s):
        return "x", "y"

    def to_move(self, s):
        return 2 if s.left == 5 else super().to_move(s)


@pytest.mark.filterwarnings("ignore:.*runs interpreted")
def test_what_comes_of_broken_rules_names_what_is_wrong_with_them(searches, monkeypatch):
    waiter = Waiter()
    game = BoundsInWords(6)
    assert searches.submit(Job(EveryMove(game.position(), Limit(time=5), waiter.listen),
                               waiter.tell, waiter.fail))
    assert waiter.done.wait(120)
    assert isinstance(waiter.error, RulesError) and "zermelo check" in str(waiter.error)
    # The same for what is not searched but shown.
    catalogue = Catalogue()
    monkeypatch.setattr(catalogue, "game", lambda spec: BoundsInWords(5))
    with pytest.raises(IndexError) as caught:
        shown(position_of({"game": "own"}, catalogue), catalogue)
    why = blamed_for({"game": "own"}, catalogue, caught.value)
    assert isinstance(why, RulesError) and "to_move says 2, and should say 0 or 1" in str(why)


@pytest.mark.long
def test_slices_add_up_to_the_proof_of_every_move(searches):
    text = "2745522241316617"
    _, waiter = asked(searches, "connect4", text, exact=True)
    found = waiter.wait()
    truth = Engine(load("connect4")).solve(text, all_moves=True)
    assert {m.text: m.value for m in found.moves} == {m.text: m.value for m in truth.moves}
    assert found.value == truth.value


def test_a_finished_game_has_its_value_at_once(searches):
    _, waiter = asked(searches, "tictactoe", "xxx/oo./...:o")
    found = waiter.wait(5)
    assert str(found.value) == "loss in 0" and found.moves == ()


def test_a_depth_is_kept_as_on_the_command_line(searches):
    _, waiter = asked(searches, "connect4", None, Limit(depth=5, time=10))
    assert waiter.wait().depth == 5


@pytest.mark.long
def test_twenty_share_two_workers_and_all_hear_early(searches):
    waiters = [asked(searches, "connect4", str(i % 7 + 1), Limit(time=0.3))[1] for i in range(20)]
    for waiter in waiters:
        waiter.wait()
    assert all(len({f.position for f in w.told}) == 1 for w in waiters)


@pytest.mark.long
def test_a_newcomer_hears_soon_although_all_are_busy(searches):
    asked(searches, "connect4", "4", Limit(depth=1, time=20))[1].wait()  # compiled by now
    busy = [asked(searches, "connect4", text, Limit(time=30))[0] for text in ("44", "444")]
    time.sleep(1.5)
    began = time.monotonic()
    _, waiter = asked(searches, "connect4", "4445", Limit(time=30))
    while not waiter.told and time.monotonic() - began < 20:
        time.sleep(0.01)
    took = time.monotonic() - began
    for job in busy:
        job.cancel()
    assert took < 10  # a turn and a first slice, not the half minute that the others have


@pytest.mark.long
def test_a_cancelled_job_is_never_heard_of_again(searches):
    job, waiter = asked(searches, "othello", None, Limit(time=60))
    deadline = time.monotonic() + 30
    while not waiter.told and time.monotonic() < deadline:
        time.sleep(0.02)
    job.cancel()
    until_idle(searches)
    heard = len(waiter.told)
    time.sleep(0.3)
    assert len(waiter.told) == heard and not waiter.done.is_set()


def until_idle(searches):
    deadline = time.monotonic() + 20
    while searches.counts()["running"] and time.monotonic() < deadline:
        time.sleep(0.01)
    assert searches.counts()["running"] == 0


@pytest.mark.long
def test_too_many_are_refused():
    crowded = Searches(1, most_waiting=3)
    try:
        taken = []
        for _ in range(8):
            waiter = Waiter()
            job = Job(EveryMove(load("othello").position(), Limit(time=30)), waiter.tell,
                      waiter.fail)
            taken.append((crowded.submit(job), job))
        assert [ok for ok, _ in taken].count(False) >= 4
    finally:
        crowded.close()


def test_rules_that_raise_fail_their_own_job_only(searches):
    from zermelo import Game

    class Broken(Game):
        def initial(self): return ("start",)
        def to_move(self, s): return 0
        def moves(self, s): yield "go"
        def play(self, s, m): raise RuntimeError("no")
        def outcome(self, s): return None

    waiter = Waiter()
    with pytest.warns(UserWarning, match="interpreted"):
        Engine(Broken()).prepare()  # says so once
    searches.submit(Job(EveryMove(Broken().position(), Limit(time=1)), waiter.tell, waiter.fail))
    assert waiter.done.wait(10)
    assert isinstance(waiter.error, RulesError) and "RuntimeError: no" in str(waiter.error)
    asked(searches, "tictactoe")[1].wait()


def test_engines_are_kept_and_let_go():
    engines = Engines(most=2)
    games = [load(f"nim:heaps=1+{n}") for n in (1, 2, 3)]
    lent = [Engine(game, native=False) for game in games]
    for engine in lent:
        engines.give_back(engine)
    assert engines.lend(games[2]) is lent[2]
    assert engines.lend(games[1]) is lent[1]
    assert engines.lend(games[0]) is not lent[0]


def test_others_are_answered_while_a_game_compiles(searches, monkeypatch):
    may_compile = threading.Event()

    class Slow(Engine):
        def __init__(self, game, **options):
            if game.spec == "nim:heaps=1+2":
                may_compile.wait(60)
            super().__init__(game, **options)

    monkeypatch.setattr("zermelo.web.engines.Engine", Slow)
    _, waiting = asked(searches, "nim:heaps=1+2", None, Limit(time=1))
    asked(searches, "tictactoe", None, Limit(depth=2, time=5))[1].wait()
    assert not waiting.done.is_set()
    may_compile.set()
    assert waiting.wait().native  # the search's time began when it could


@pytest.mark.parametrize("level", [1, 5, 10, PERFECT])
def test_every_level_makes_a_legal_move(searches, level):
    here, waiter = load("tictactoe").position("x../.o./...:x"), Waiter()
    searches.submit(job_for(level, here, waiter.tell, waiter.fail))
    assert chosen(waiter.wait(), here, level) in here.move_texts


@pytest.mark.parametrize("spec, line", [("checkers", "11-15 23-19"), ("breakthrough", "")])
@pytest.mark.long_for("checkers")
def test_a_level_plays_as_it_does_elsewhere(searches, spec, line):
    here, waiter = load(spec).position(), Waiter()
    for move in line.split():
        here = here.play(move)
    searches.submit(job_for(8, here, waiter.tell, waiter.fail))
    found, player = waiter.wait(), LevelPlayer(here.game, 8)
    player.choose(here, Clock())
    assert chosen(found, here, 8) == player.found.line_text[0]
    assert found.depth == player.found.depth


def test_perfect_play_never_loses_what_is_won(searches):
    here = load("tictactoe").position("x.o/.../..x:o")
    while here.result is None:
        waiter = Waiter()
        searches.submit(job_for(PERFECT, here, waiter.tell, waiter.fail))
        here = here.play(chosen(waiter.wait(), here, PERFECT))
    assert here.result.winner == 0


@pytest.mark.parametrize("spec, says", [
    ("/etc/passwd", "unknown game"), ("x.py:Y", "unknown game"),
    ("openspiel:chess", "not a parameter"),
    ("connect4:width=100000", "numbers up to"), ("nim:heaps=" + "+".join("9" * 60), "letters"),
    ("conect4", "did you mean connect4")])
def test_only_games_on_offer_can_be_had(spec, says):
    with pytest.raises(ValueError, match=says):
        Catalogue().game(spec)


def test_a_scale_does_not_depend_on_how_busy_the_machine_is(monkeypatch):
    """Else a bar showed 98 % for a fifth of a pawn."""
    from zermelo.web.scale import scale_of

    idle = scale_of(load("breakthrough"))
    wall = iter(range(0, 10**9, 100))  # where every look at the clock comes 100 seconds later
    monkeypatch.setattr("time.monotonic", lambda: next(wall))
    assert scale_of(load("breakthrough")) == idle > 0.1
