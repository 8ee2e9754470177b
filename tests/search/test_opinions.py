"""What opinions are known by, the table's key only where no two states that differ share it; and
where they are kept."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import Engine, Limit, load
from zermelo.compiler.records import layout_of
from zermelo.evaluation import evaluator_for
from zermelo.kernel.memory import words_of
from zermelo.portable import hashes_of
from zermelo.search.memory import Memory, Table
from zermelo.search.opinions import opinion, place_of, same_key
from zermelo.search.readiness import opinions_beside

USE = {"table": 1, "deeper_entries": 1, "coarse_keys": 1, "symmetry": 0}


def known_by_the_table(use, **rules):
    return same_key(SimpleNamespace(**{"has_playing_key": True, "keeps_opinions": True} | rules),
                    SimpleNamespace(use=SimpleNamespace(**USE | use)))


def test_the_key_of_the_table_is_taken_where_it_is_at_hand():
    assert known_by_the_table({})


@pytest.mark.parametrize("use", [{"table": 0}, {"deeper_entries": 0}, {"coarse_keys": 0},
                                 {"symmetry": 1}])
def test_it_is_not_where_it_is_missing_or_stands_for_others_too(use):
    assert not known_by_the_table(use)


def test_nor_where_all_a_game_has_is_a_key():
    assert not known_by_the_table({}, has_playing_key=False)
    assert not known_by_the_table({}, keeps_opinions=False)


def asking(opinions):
    """A search's memory, and a function that asks for opinions as it does, counting how often the
    evaluator says something."""
    memory, table, said = Memory(), Table(), []
    memory.most_buckets, memory.opinions = 1 << 14, opinions

    def evaluate(memory, s):
        said.append(s)
        return -s

    rules = SimpleNamespace(keeps_opinions=True, has_playing_key=False, evaluate=evaluate)
    return memory, table, said, lambda s: opinion(rules, memory, table, s, 0, 0)


def test_what_the_evaluator_said_is_not_asked_again():
    memory, table, said, asked = asking(1 << 20)
    numbers = [*range(-50, 50), 1 << 40]
    assert [asked(s) for s in numbers] == [asked(s) for s in numbers] == [-s for s in numbers]
    assert said == numbers
    for s in numbers:  # half of one opinion and half of another, as two threads may leave it
        place_of(memory, table, hashes_of(s)[0]).data ^= 1
    assert [asked(s) for s in numbers] == [-s for s in numbers] and said == 2 * numbers


def test_without_room_for_opinions_it_is_asked_always():
    _, _, said, asked = asking(0)
    assert asked(7) == asked(7) == -7 and said == [7, 7]


@given(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(4, 26))
def test_opinions_lie_behind_the_table(home, size):
    buckets = 1 << size
    found = []

    class Buckets:
        def __getitem__(self, at):
            found.append(at)
            return SimpleNamespace(entries=range(4))

    memory = SimpleNamespace(most_buckets=buckets, opinions=opinions_beside(buckets))
    assert 0 <= place_of(memory, SimpleNamespace(buckets=Buckets()), home) < 4
    assert buckets <= found[0] < buckets + memory.opinions
    assert memory.opinions & memory.opinions - 1 == 0


@pytest.mark.parametrize("evaluator", ["standard", "material"])
@pytest.mark.long_for("material")
def test_a_table_has_room_for_them_where_there_is_much_to_judge_by(evaluator):
    game = load("chess")
    with Engine(game, evaluator_for(game, evaluator), table_mb=16, native=True) as engine:
        searcher = engine._searcher
        room = len(words_of(searcher.table)) - layout_of(Table).words
        assert room == 8 * (searcher.buckets + searcher.opinions)
        assert (searcher.opinions > 0) == (evaluator == "standard")
        engine.analyze(None, Limit(nodes=20_000))
        kept = words_of(searcher.table)[-8 * searcher.opinions:] if searcher.opinions else []
        assert (sum(map(bool, kept)) > 1000) == (evaluator == "standard")
