"""An engine that asks a database first: at once, exact, and never against the game's past."""

import random

import pytest

from zermelo import Engine, Limit, load
from zermelo.errors import ParameterError
from zermelo.play import Match, player_named
from zermelo.solve.database import DatabaseError, make
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
    if proven.distance is None:
        return value.kind == proven.kind
    return value == proven


@pytest.mark.parametrize("spec", GAMES)
def test_it_says_what_a_search_proves_and_searches_nothing(spec, databases):
    game = load(spec)
    sure, searching = Engine(game, None, database=databases[spec]), Engine(game, None)
    for here in some_positions(game, 60, 1):
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


@pytest.mark.parametrize("spec", GAMES)
def test_no_move_of_its_loses_value(spec, databases):
    game, database = load(spec), databases[spec]
    engine, lots = Engine(game, None, database=database), random.Random(3)
    for here in some_positions(game, 40, 2):
        me, least = here.to_move, None
        for _ in range(60):
            if here.result is not None:
                break
            value = database.value(game.position(here.text))
            worth = value if here.to_move == me else -value
            assert least is None or worth >= least or worth.kind == least.kind
            least = worth
            if here.to_move == me:
                here = here.play(engine.analyze(here, Limit(nodes=2000)).move)
            else:
                here = here.play(lots.choice(here.moves))


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
