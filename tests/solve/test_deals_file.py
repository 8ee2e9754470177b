"""Solved deals on disk are read back as they were, or refused in one sentence."""

import pytest

from zermelo import load
from zermelo.games.rps import RPSCards
from zermelo.solve import (
    DealsFileError,
    deals,
    extended_deals,
    read_deals,
    solve_deals,
    write_deals,
)
from zermelo.solve.deals import SolvedDeals

GAME = load("rps:deck_size=6,hand_size=2")


@pytest.fixture
def solved():
    return solve_deals(GAME, native=False)


def test_solved_deals_are_read_back(solved, tmp_path):
    file = tmp_path / "deals"
    write_deals(file, solved)
    assert read_deals(file, GAME) == solved
    assert file.stat().st_size < 3000
    assert list(tmp_path.iterdir()) == [file]


def test_any_damage_is_noticed(solved, tmp_path):
    file = tmp_path / "deals"
    write_deals(file, solved)
    data = file.read_bytes()
    for at in range(0, len(data), 7):
        file.write_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
        with pytest.raises(DealsFileError, match=r"damaged|no solved deals|of version"):
            read_deals(file, GAME)
    for length in (0, 5, 14, 16, 30, 90, len(data) - 1):
        file.write_bytes(data[:length])
        with pytest.raises(DealsFileError, match=r"damaged|no solved deals|of version"):
            read_deals(file, GAME)


def test_other_versions_games_and_rules_are_refused(solved, tmp_path, monkeypatch):
    file = tmp_path / "deals"
    write_deals(file, solved)
    with pytest.raises(DealsFileError, match="has the deals of rps:deck_size=6,hand_size=2, not of "
                                             "rps: name another file"):
        read_deals(file, load("rps"))
    data = file.read_bytes()
    file.write_bytes(data.replace(b"zermelo deals 1 ", b"zermelo deals 2 ", 1))
    with pytest.raises(DealsFileError, match=r"of version 2 and this program reads version 1"):
        read_deals(file, GAME)
    file.write_bytes(data)
    monkeypatch.setattr(RPSCards, "captures", lambda self, s, kind, card: 0)
    with pytest.raises(DealsFileError, match="made with other rules of rps:deck_size=6"):
        read_deals(file, GAME)


@pytest.mark.long
def test_missing_deals_are_added(solved, tmp_path, monkeypatch):
    file = tmp_path / "deals"
    write_deals(file, SolvedDeals(GAME, solved.ways, solved.deals[:-4]))
    asked = []
    real = deals._Solver.solved
    monkeypatch.setattr(deals._Solver, "solved",
                        lambda self, s, ways: asked.append(s) or real(self, s, ways))
    assert extended_deals(file, GAME, native=False) == solved
    assert len(asked) == 4
    assert extended_deals(file, GAME, native=False) == read_deals(file, GAME) == solved
    assert len(asked) == 4


@pytest.mark.long
def test_ctrl_c_keeps_what_was_solved(solved, tmp_path, monkeypatch):
    file = tmp_path / "deals"

    def until_five(done, of):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extended_deals(file, GAME, native=False, progress=until_five)
    assert read_deals(file, GAME).deals == solved.deals[:5]
    assert extended_deals(file, GAME, native=False) == solved


def test_files_that_cannot_be_read_or_written(solved, tmp_path):
    with pytest.raises(DealsFileError, match="cannot be read: No such file"):
        read_deals(tmp_path / "nothing", GAME)
    with pytest.raises(DealsFileError, match="cannot be written: No such file"):
        write_deals(tmp_path / "no" / "deals", solved)
