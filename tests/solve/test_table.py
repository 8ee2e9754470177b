"""Solved deals on disk are read back as they were, or refused in one sentence."""

import pytest

from zermelo import load
from zermelo.games.rps import RPSCards
from zermelo.solve import TableError, deals, extended_table, read_table, solve_deals, write_table
from zermelo.solve.deals import SolvedDeals

GAME = load("rps:deck_size=6,hand_size=2")


@pytest.fixture
def solved():
    return solve_deals(GAME, native=False)


def test_a_table_is_read_back(solved, tmp_path):
    file = tmp_path / "deals"
    write_table(file, solved)
    assert read_table(file, GAME) == solved
    assert file.stat().st_size < 3000
    assert list(tmp_path.iterdir()) == [file]


def test_any_damage_is_noticed(solved, tmp_path):
    file = tmp_path / "deals"
    write_table(file, solved)
    data = file.read_bytes()
    for at in range(0, len(data), 7):
        file.write_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
        with pytest.raises(TableError, match=r"damaged|not a table|of version"):
            read_table(file, GAME)
    for length in (0, 5, 14, 16, 30, 90, len(data) - 1):
        file.write_bytes(data[:length])
        with pytest.raises(TableError, match=r"damaged|not a table|of version"):
            read_table(file, GAME)


def test_other_versions_games_and_rules_are_refused(solved, tmp_path, monkeypatch):
    file = tmp_path / "deals"
    write_table(file, solved)
    with pytest.raises(TableError, match=r"is of rps:deck_size=6,hand_size=2, not of rps: name"):
        read_table(file, load("rps"))
    data = file.read_bytes()
    file.write_bytes(data.replace(b"zermelo deals 1 ", b"zermelo deals 2 ", 1))
    with pytest.raises(TableError, match=r"of version 2 and this program reads version 1"):
        read_table(file, GAME)
    file.write_bytes(data)
    monkeypatch.setattr(RPSCards, "captures", lambda self, s, kind, card: 0)
    with pytest.raises(TableError, match="made with other rules of rps:deck_size=6"):
        read_table(file, GAME)


def test_missing_deals_are_added(solved, tmp_path, monkeypatch):
    file = tmp_path / "deals"
    write_table(file, SolvedDeals(GAME, solved.ways, solved.deals[:-4]))
    asked = []
    real = deals._Solver.solved
    monkeypatch.setattr(deals._Solver, "solved",
                        lambda self, s, ways: asked.append(s) or real(self, s, ways))
    assert extended_table(file, GAME, native=False) == solved
    assert len(asked) == 4
    assert extended_table(file, GAME, native=False) == read_table(file, GAME) == solved
    assert len(asked) == 4


def test_ctrl_c_keeps_what_was_solved(solved, tmp_path, monkeypatch):
    file = tmp_path / "deals"

    def until_five(done, of):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extended_table(file, GAME, native=False, progress=until_five)
    assert read_table(file, GAME).deals == solved.deals[:5]
    assert extended_table(file, GAME, native=False) == solved


def test_files_that_cannot_be_read_or_written(solved, tmp_path):
    with pytest.raises(TableError, match="cannot be read: No such file"):
        read_table(tmp_path / "nothing", GAME)
    with pytest.raises(TableError, match="cannot be written: No such file"):
        write_table(tmp_path / "no" / "deals", solved)
