"""An engine that asks a database first: at once, exact, and never against the game's past."""

import random
from types import SimpleNamespace

import pytest

from zermelo import Engine, Limit, load
from zermelo.errors import ParameterError
from zermelo.play import Match, player_named
from zermelo.search.codes import win_code
from zermelo.search.informed import UNKNOWN, told
from zermelo.search.memory import Memory
from zermelo.solve.database import Database, DatabaseError, make
from zermelo.values import loss, win

GAMES = ["tictactoe", "dodgem", "kalah:pits=2,seeds=2", "nim:heaps=2+3+4"]


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    return {spec: make(load(spec), tmp_path_factory.mktemp("database")) for spec in GAMES}


def some_positions(game, count, seed):
    lots = random.Random(seed)
    while count:
        here = game.position()
        for _ in range(lots.randrange(12)):
            if here.result is None:
                here = here.play(lots.choice(here.moves))
        if here.result is None:
            yield here
            count -= 1


def same(value, proven):
    """Where positions repeat, a search proves no distances."""
    if proven.distance is None or value.distance is None:
        return value.kind == proven.kind
    return value == proven


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.few(1, telling=["kalah", "dodgem"], long=1)
def test_it_says_what_a_search_proves_and_searches_nothing(spec, databases):
    game = load(spec)
    sure, searching = Engine(game, None, database=databases[spec]), Engine(game, None)
    for here in some_positions(game, 30, 1):
        bare = game.position(here.text)
        found = sure.solve(bare)
        assert found.nodes == 0 and found.value.proven
        proven = searching.solve(bare, distances=True, all_moves=True)
        assert same(found.value, proven.value)
        others = {m.text: m.value for m in proven.moves}
        assert set(others) == {m.text for m in found.moves}
        assert all(same(m.value, others[m.text]) for m in found.moves if others[m.text].known)
        assert sure.analyze(bare, Limit(depth=1)).value == found.value
        assert sure.values([bare], distances=True) == [found.value]


@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("spec", GAMES[:3])
@pytest.mark.long_for("dodgem", "tictactoe")
def test_no_move_of_its_loses_value(spec, count, databases):
    game, database = load(spec), databases[spec]
    engine, lots = Engine(game, None, database=database), random.Random(3)
    for here in some_positions(game, count, 2):
        me = here.to_move
        for _ in range(60):
            if here.result is not None:
                break
            if here.to_move != me:
                here = here.play(lots.choice(here.moves))
                continue
            before = database.value(game.position(here.text))
            here = here.play(engine.analyze(here, Limit(nodes=2000)).move)
            after = database.value(game.position(here.text))
            after = after if here.to_move == me else -after
            assert after.score == before.score, here.text
            if not game.repetition and before.score:  # and the winner hurries
                assert after.distance == before.distance - 1


# Some positions and all that can come of them; others are searched, and lead there.
PARTS = ["connect4:width=4,height=4,k=3", "kalah:pits=3,seeds=2", "dodgem", "nim:heaps=2+3+4"]


def part_of(game, folder, seed):
    """A database of all that can come of a few positions, each several plies from the start."""
    lots, start = random.Random(seed), []
    while len(start) < 3:
        line = game.position().random_line(lots)
        start.append(line[len(line) // 2].state)
    return make(game, folder, start=start, symmetry=game.name == "connect4")


@pytest.mark.long
@pytest.mark.parametrize("native, spec", [(True, spec) for spec in PARTS] + [(False, PARTS[0])])
@pytest.mark.few(1, telling=["kalah"], long=1)
def test_it_cuts_the_search_wherever_it_comes_upon_what_is_known(native, spec, tmp_path):
    game = load(spec)
    database = part_of(game, tmp_path, 5)
    informed = Engine(game, None, database=database, native=native)
    plain = Engine(game, None)
    lots, cut, hits = random.Random(6), 0, 0
    for _ in range(30 if native else 4):
        line = game.position().random_line(lots)
        here = line[max(0, len(line) // 2 - lots.randrange(6))]
        if here.result is not None or database.get(here) is not None:
            continue
        for distances in (True, False):
            proven = plain.solve(here, distances=distances, all_moves=True)
            found = informed.solve(here, distances=distances, all_moves=True)
            assert same(found.value, proven.value) and found.value.proven
            others = {m.text: m.value for m in proven.moves}
            assert all(same(m.value, others[m.text]) for m in found.moves)
            cut += found.nodes < proven.nodes
            hits += sum(informed._searcher.crew.memories[0].looks[ply].hits for ply in range(20))
    assert cut and hits


@pytest.mark.long
def test_proof_numbers_ask_it_too(tmp_path):
    game = load("hex:size=3")
    lots = random.Random(8)
    start = [game.position().random_line(lots)[3].state for _ in range(40)]
    database = make(game, tmp_path, start=start)
    informed, plain = Engine(game, None, database=database), Engine(game, None)
    found = informed.solve(method="proof-numbers")
    assert found.value.kind == plain.solve().value.kind
    assert found.nodes < plain.solve(method="proof-numbers").nodes


@pytest.mark.long
def test_damage_that_a_search_meets_is_told(tmp_path):
    game = load("connect4:width=4,height=4,k=3")
    database = part_of(game, tmp_path, 5)
    for tier in database.tiers:
        path = database.folder.keys_path(tier)
        data = bytearray(path.read_bytes())
        data[16] ^= 1
        path.write_bytes(data)
    engine = Engine(game, None, database=Database(tmp_path, game))
    with pytest.raises(DatabaseError, match="is damaged, checksums do not fit"):
        engine.solve()


def test_a_win_that_leads_through_the_past_is_not_claimed():
    game = load("dodgem")
    here = game.position()

    class Nearer:
        """Says that the first player always wins, and soonest from the start: so that the way to
        win may lead through the past."""

        def __init__(self):
            self.game = game

        def get(self, thing):
            far = 3 if thing.state == here.state else 9
            return win(far) if thing.to_move == 0 else loss(far + 1)

        def analysis(self, thing):
            raise AssertionError("asked in spite of the past")

        def line(self, thing):
            return []

        def ends_at(self, thing):
            return False

        def inside(self):
            return None

    engine = Engine(game, None, database=Nearer())
    later = here.play("a2v").play("b3^")
    assert engine.analyze(later, Limit(depth=2)).nodes > 0
    with pytest.raises(AssertionError, match="in spite"):
        engine.analyze(game.position(later.text), Limit(depth=2))


def test_lines_of_several_moves(databases):
    found = Engine(load("tictactoe"), None, database=databases["tictactoe"]).analyze(
        "xx./oo./...:x", lines=2)
    assert [m.line[0] == m.move for m in found.moves[:2]] == [True, True]
    assert found.moves[0].text == "c1" and len(found.moves[0].line) == 1
    assert found.moves[2].line == ()


def test_players_take_one(databases):
    folder = databases["tictactoe"].folder.path
    match = Match("tictactoe", f"engine:database={folder}", f"perfect:database={folder}")
    assert match.play().payoff == 0
    assert match.players[0].found.nodes == 0
    match.close()
    with pytest.raises(DatabaseError, match="is not a database"):
        player_named("engine:database=/nowhere", load("tictactoe"))


def test_one_of_another_game_is_refused(databases):
    with pytest.raises(ParameterError, match="the database is of dodgem"):
        Engine(load("tictactoe"), database=databases["dodgem"])


@pytest.mark.parametrize("mover, winner", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_inside_a_search_too_a_win_holds_only_if_it_is_nearer_than_the_past(mover, winner):
    memory = Memory()
    memory.informed = memory.step = 1
    code = win_code(9) if winner == mover else -win_code(9)
    rules = SimpleNamespace(repetition=2, known=lambda memory, s: code, to_move=lambda s: mover)
    for past, holds in ((20, True), (9, True), (8, False), (1, False)):
        memory.nearest[winner], memory.nearest[1 - winner] = past, 1  # the other's do not matter
        assert told(rules, memory, None, 3) == (code if holds else UNKNOWN)
    rules.repetition = 0
    assert told(rules, memory, None, 3) == code
