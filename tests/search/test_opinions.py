"""What opinions are known by: the table's key only where no two states that differ share it."""

from types import SimpleNamespace

import pytest

from zermelo.search.opinions import same_key

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
