"""Books: early positions, solved by search, in a database that goes on where it was cut off."""

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from faults import contents

from zermelo import Engine, Limit, load
from zermelo.errors import ParameterError, PositionError
from zermelo.solve.database import Database, DatabaseError, make, make_book, verify
from zermelo.solve.database import book as books
from zermelo.solve.database.shelf import Several, opened, usual_place
from zermelo.solve.database.stats import statistics
from zermelo.solve.positions import reachable

SPEC = "connect4:width=4,height=4"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return make(load(SPEC), tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return make_book(load(SPEC), tmp_path_factory.mktemp("book"), 5)


def within(game, plies):
    """Every position that can come about in so many plies."""
    found, level = set(), {game.initial()}
    for _ in range(plies + 1):
        found |= level
        level = {game.play(s, m) for s in level for m in game.legal_moves(s)} - found
    return found


@pytest.mark.long
def test_it_says_what_a_database_of_all_positions_says(book, whole):
    game = book.game
    states = within(game, 5)
    assert book.positions == len({game.canonical(s) for s in states}) < len(states)
    for s in states:
        assert book.code(s) == whole.code(s)
    assert verify(book) == book.positions
    deeper = next(s for s in reachable(game, [game.initial()], game.key) if s not in states
                  and game.outcome(s) is None)
    with pytest.raises(PositionError, match="it goes 5 plies from the start"):
        book.value(deeper)


def test_where_it_ends_only_the_value_is_known(book, whole):
    last = book.game.position("12341")
    assert book.ends_at(last) and not book.ends_at("1234")
    found = book.analysis(last)
    assert found.value == whole.value(last) and found.moves == () == found.line
    assert book.best(last) == [] and book.line(last) == []
    assert found.to_json()["moves"] == []
    assert statistics(book)["positions"] == book.positions


@pytest.mark.parametrize("spec, plies", [
    ("kalah:pits=2,seeds=2", 3), ("hexapawn", 9),
    pytest.param("nim:heaps=2+3+4", 2, marks=pytest.mark.slow),
    pytest.param("rps:deck_size=4,hand_size=2", 2, marks=pytest.mark.slow)])
@pytest.mark.long_for("hexapawn")
def test_books_of_other_games(spec, plies, tmp_path):
    """Turns that do not alternate, points, deals; and one that ends before its book does."""
    game = load(spec)
    book = make_book(game, tmp_path / "book", plies)
    all_of_it = make(game, tmp_path / "all", symmetry=book.packing.symmetry)
    for tier in book.tiers:
        assert all(code == all_of_it.code(s) for s, code in book.states(tier))
    assert (book.positions == all_of_it.positions) == (plies == 9)


def test_an_engine_answers_from_it_and_searches_where_it_ends(book, whole):
    game = book.game
    engine, lots = Engine(game, None, database=book), random.Random(1)
    for _ in range(30):
        here = game.position()
        for _ in range(lots.randrange(8)):
            if here.result is None:
                here = here.play(lots.choice(here.moves))
        if here.result is not None:
            continue
        found = engine.solve(here)
        ply = len(list(here.line())) - 1
        assert found.value == whole.value(here)
        assert (found.nodes == 0) == (ply < 5), here.text
        assert whole.code(here.state) == -whole.code(here.play(found.move).state) - (
            (whole.code(here.state) > 0) - (whole.code(here.state) < 0))


@pytest.mark.long
def test_cut_off_and_gone_on_with_is_the_same(book, tmp_path):
    for after in (1, 40):
        def interrupt(progress, after=after):
            if progress.done == after:
                raise KeyboardInterrupt

        folder = tmp_path / str(after)
        with pytest.raises(KeyboardInterrupt):
            make_book(book.game, folder, 5, listen=interrupt)
        with pytest.raises(DatabaseError, match=r"not complete: `zermelo book make --plies 5"):
            Database(folder, book.game)
        with (folder / "work" / "solved").open("ab") as file:
            file.write(b"cut off in the writing")
        seen = []
        make_book(book.game, folder, 5, listen=seen.append)
        assert seen[0].done == after and seen[-1].done == seen[-1].total
        assert seen[-1].left == 0.0 and seen[0].left is None
        assert contents(folder) == contents(book.folder.path)


KILLED = f"""
import sys
from zermelo import load
from zermelo.solve.database import make_book
make_book(load("{SPEC}"), sys.argv[1], 5)
"""


def test_killed_and_gone_on_with_is_the_same(book, tmp_path):
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path / "it")])
    begun, journal = time.monotonic(), tmp_path / "it" / "work" / "solved"
    while not (journal.exists() and journal.stat().st_size > 320) and time.monotonic() < begun + 60:
        time.sleep(0.002)
    process.kill()
    process.wait()
    make_book(book.game, tmp_path / "it", 5)
    assert contents(tmp_path / "it") == contents(book.folder.path)


def test_what_cannot_be(book, tmp_path):
    with pytest.raises(ParameterError, match="cannot have -1 plies"):
        make_book(book.game, tmp_path, -1)
    with pytest.raises(ParameterError, match="repetition is a draw"):
        make_book(load("dodgem"), tmp_path, 2)
    with pytest.raises(DatabaseError, match="holds a book of 5 plies"):
        make(book.game, book.folder.path)
    with pytest.raises(DatabaseError, match="and not a book of 4 plies"):
        make_book(book.game, book.folder.path, 4)


def test_a_wrong_value_is_found(book, tmp_path, monkeypatch):
    true = books._code
    monkeypatch.setattr(books, "_code", lambda *a: -true(*a) or 1_000_002_043)
    wrong = make_book(book.game, tmp_path, 2)
    monkeypatch.undo()
    with pytest.raises(DatabaseError, match="is wrong"):
        verify(wrong)


def test_auto_takes_what_is_in_the_data_folder(whole, tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    game = load("tictactoe")
    assert opened("auto", game) is None
    assert Engine(game, None, database="auto", native=False).solve().nodes > 0
    make_book(game, usual_place(game, "book-2"), 2, native=False)
    found = opened("auto", game)
    assert isinstance(found, Database) and found.plies == 2
    all_of_it = make(game, usual_place(game))
    make_book(load("nim:heaps=1+2"), tmp_path / "databases" / "nim", 1, native=False)
    (tmp_path / "databases" / "broken").mkdir()
    (tmp_path / "databases" / "broken" / "database.json").write_text("{}")
    both = opened("auto", game)
    assert isinstance(both, Several) and both.game == game
    engine = Engine(game, None, database="auto", native=False)
    for line in ("", "b2", "b2 a1", "b2 a1 c3", "b2 a1 c3 c1"):
        here = game.position()
        for move in line.split():
            here = here.play(move)
        assert both.get(here) == all_of_it.get(here)
        found = engine.analyze(here, Limit(depth=1))
        assert found.nodes == 0 and found.value == all_of_it.value(here)
        assert both.line(here) == all_of_it.line(here)
    assert opened(usual_place(game), game).positions == 5478


def test_the_page_and_hints_show_what_a_book_has(book, tmp_path, monkeypatch):
    from zermelo.play.advice import Advisor
    from zermelo.web.engines import Engines

    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    shutil.copytree(book.folder.path, tmp_path / "databases" / "it")
    engine = Engines().lend(book.game)
    found = engine.analyze(book.game.position("12"), Limit(depth=1), all_moves=True)
    assert found.nodes == 0 and [m.value for m in found.moves] == [
        m.value for m in book.moves("12")]
    assert Advisor(book.game).analysis(book.game.position("12")).nodes == 0


@pytest.mark.long
def test_the_guide_is_true():
    guide = Path(__file__).parents[2] / "docs" / "databases.md"
    subprocess.run([sys.executable, "-m", "doctest", str(guide)], check=True)
