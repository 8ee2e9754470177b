"""Databases as a GPU makes them: its kernels in lanes, here on the processor; byte for byte."""

import threading
import time
from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest
from boards import SHARE
from faults import contents
from test_database import Loops, Narrow, TwoWords

from zermelo import load
from zermelo.analysis.playouts import random_move
from zermelo.analysis.random_ends import LONGEST, random_ends
from zermelo.cli import main
from zermelo.errors import ParameterError, RulesError
from zermelo.kernel.lanes import Lanes
from zermelo.portable import hash_of
from zermelo.solve.database import DatabaseError, device, make, wide
from zermelo.solve.database.coding import BLOCK
from zermelo.solve.database.files import KeyFile, KeyWriter, Writer
from zermelo.solve.database.packing import found_packing
from zermelo.solve.database.wide import Wide


@pytest.fixture
def stretch(monkeypatch):
    """Have devices work on so many positions at once."""
    def short(positions):
        monkeypatch.setattr(wide, "MOST_LANES", 50)
        monkeypatch.setattr(device, "with_lanes", partial(device.with_lanes, stretch=positions))
    return short


@pytest.mark.long
@pytest.mark.parametrize("game, options, positions", [
    ("connect4:width=4,height=3", {}, 300),
    ("connect4:width=4,height=3", {"symmetry": True}, 1 << 26),
    ("kalah:pits=2,seeds=2", {}, 100),  # who moves again
    ("dots:width=2,height=1", {}, 64),  # points
    ("morris:men=3", {}, 1 << 26),  # positions that lead to each other
    ("dodgem:size=3", {}, 500),
    (TwoWords(), {}, 20),
    (Narrow(), {}, 1 << 26),  # a packing that must be widened
])
@pytest.mark.few(4, telling=["kalah", "morris"])
def test_the_same_contents(game, options, positions, tmp_path, stretch):
    game = load(game) if isinstance(game, str) else game
    stretch(positions)
    make(game, tmp_path / "one", **options)
    make(game, tmp_path / "many", device=Lanes(), **options)
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


class Small(Lanes):
    """A device with little memory."""

    def __init__(self, bytes_):
        self._bytes = bytes_

    def room(self, asked):
        return self._bytes


class ManySwitches(TwoWords):
    SWITCHES = 12


@pytest.mark.long
@pytest.mark.parametrize("game, options, room", [
    ("connect4:width=4,height=4", {"symmetry": True}, 1 << 19),
    ("kalah:pits=3,seeds=3", {}, 120_000),  # children in several tiers, and in one's own
    (ManySwitches(), {}, 150_000),
])
@pytest.mark.few(1, telling=["kalah"])
def test_what_does_not_fit_comes_range_by_range(game, options, room, tmp_path, monkeypatch):
    seen = []
    ranges = Wide._ranges

    def watched(*args):
        seen.append(ranges(*args))
        return seen[-1]

    monkeypatch.setattr(Wide, "_ranges", watched)
    game = load(game) if isinstance(game, str) else game
    make(game, tmp_path / "one", **options)
    make(game, tmp_path / "many", device=Small(room), **options)
    assert max(map(len, seen)) >= 4
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


@pytest.mark.long
def test_random_circles(tmp_path):
    for seed in range(round(max(3, 8 * SHARE))):
        game = Loops(seed)
        one, many = tmp_path / f"one{seed}", tmp_path / f"many{seed}"
        make(game, one, start=game.states())
        make(game, many, start=game.states(), device=Lanes())
        assert contents(one) == contents(many)


@pytest.mark.long
@pytest.mark.parametrize("begin, end", [("cpu", Lanes()), (Lanes(), "cpu"), (Lanes(), Lanes())])
@pytest.mark.few(1)
def test_either_goes_on_where_the_other_was_cut_off(begin, end, tmp_path):
    game = load("kalah:pits=2,seeds=2")
    make(game, tmp_path / "whole")
    for tiers in (1, 5, 12, 16):
        cut, seen = tmp_path / f"cut{tiers}", []

        def listen(progress, seen=seen, tiers=tiers):
            seen.append(progress)
            if len(seen) > tiers:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            make(game, cut, device=begin, listen=listen)
        make(game, cut, device=end)
        assert contents(cut) == contents(tmp_path / "whole")


def test_a_damaged_tier_is_not_read(tmp_path):
    game = load("connect4:width=4,height=3")
    make(game, tmp_path)
    keys = sorted((tmp_path / "tiers").glob("*.keys"))[-3]
    data = bytearray(keys.read_bytes())
    data[40] ^= 4
    keys.write_bytes(data)
    wide = Wide(game, found_packing(game, [game.initial()]), Lanes(), 1 << 30)
    with pytest.raises(DatabaseError, match="does not fit its checksum"):
        wide.keys_of(KeyFile(keys))


def test_nothing_larger_than_the_device_is_begun(tmp_path):
    with pytest.raises(Exception, match=r"do not fit 0 MB: leave out --device"):
        make(load("connect4:width=4,height=4"), tmp_path, device=Small(10_000))


@pytest.mark.long
def test_random_games_end_as_they_do_one_by_one():
    for spec in ("tictactoe", "kalah:pits=3,seeds=2", "hexapawn"):
        here = load(spec).position()
        for games, seed in ((1, 0), (100, 3)):
            ends = random_ends(here, games, seed)
            assert ends == random_ends(here, games, seed, Lanes())
            results, plies = [0, 0, 0], 0
            for n in range(games):
                state, word = here.state, hash_of((seed, n))
                for _ in range(LONGEST):
                    if here.game.outcome(state) is not None:
                        break
                    word = hash_of(word)
                    state = here.game.play(state, random_move(here.game, state, word))
                    plies += 1
                payoff = here.game.outcome(state)
                results[0 if payoff > 0 else 1 if payoff < 0 else 2] += 1
            assert [ends.first, ends.second, ends.draws] == results and ends.plies == plies


def test_sentences(tmp_path, capsys):
    with pytest.raises(ParameterError, match="0 games are none"):
        random_ends(load("nim").position(), 0)
    with pytest.raises(ParameterError, match="there is no device 'tpu': give cpu or cuda"):
        make(load("nim"), tmp_path / "a", device="tpu")
    assert main(["database", "make", "nim", "-o", str(tmp_path / "b"), "--device", "tpu"]) == 2
    assert "there is no device 'tpu': give cpu or cuda" in capsys.readouterr().err
    if main(["database", "make", "nim", "-o", str(tmp_path / "c"), "--device", "cuda"]) == 2:
        assert "there is no NVIDIA GPU here" in capsys.readouterr().err
        assert not (tmp_path / "c").exists()


class Raising(Narrow):
    """Rules that fail where no short random game leads."""

    def outcome(self, s):
        if s.left == 14:
            raise ValueError("a hole in the rules")
        return None if s.right < 16 else 0


@pytest.mark.parametrize("device", ["cpu", Lanes()])
def test_rules_that_fail_are_named_with_the_position(device, tmp_path):
    with pytest.raises(RulesError, match=r"raise ValueError.*a hole in the rules.* in "):
        make(Raising(), tmp_path, device=device)


@pytest.mark.long
def test_a_disk_that_is_full_loses_nothing_and_says_so(tmp_path, monkeypatch):
    game = load("kalah:pits=2,seeds=2")
    make(game, tmp_path / "whole")
    for fails in (1, 4, 9):
        place, written = tmp_path / f"full{fails}", []

        def write(self, words, written=written, fails=fails, real=Writer.write):
            written.append(len(words))
            if len(written) > 3 * fails:
                raise OSError(28, "No space left on device")
            real(self, words)

        with monkeypatch.context() as full:
            full.setattr(Writer, "write", write)
            with pytest.raises(DatabaseError, match=r"No space left.*the same command goes on"):
                make(game, place, device=Lanes())
        make(game, place, device=Lanes())
        assert contents(place) == contents(tmp_path / "whole")


@pytest.mark.long
def test_what_is_read_again_was_written(tmp_path, monkeypatch):
    """Files are written while the device works on; whoever needs one waits for it."""
    write, read, seen = device.WideBackward._write_values, device.WideBackward._read, []

    def slowly(*args):
        time.sleep(0.2)
        write(*args)

    def watched(self, tier, *blocks):
        seen.append(tier)
        return read(self, tier, *blocks)

    monkeypatch.setattr(device.WideBackward, "_write_values", slowly)
    monkeypatch.setattr(device.WideBackward, "_read", watched)
    game = load("nim:heaps=2+3+4")
    make(game, tmp_path / "one")
    make(game, tmp_path / "many", device=Small(8000))
    assert len(seen) > 3
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


@pytest.mark.parametrize("full", [False, True])
def test_files_appear_one_after_the_other(full, tmp_path):
    """A tier that is there means that all tiers before it are; two are written at the same time."""
    second_is_written, seen = threading.Event(), []

    def first(turn):
        assert second_is_written.wait(30)  # a quick one does not wait for a slow one before it …
        if full:
            raise OSError(28, "No space left on device")
        written("first", turn)

    def second(turn):
        writer = KeyWriter(tmp_path / "second", 1)
        writer.add(np.arange(3))

        def in_turn():
            second_is_written.set()
            turn()  # … but to appear it does
            seen.append((tmp_path / "first").exists())

        try:
            writer.finish({}, in_turn)
        except OSError:
            writer.give_up()
            raise

    def written(name, turn):
        writer = KeyWriter(tmp_path / name, 1)
        writer.add(np.arange(3))
        writer.finish({}, turn)

    refused = pytest.raises(OSError, match="No space left") if full else nullcontext()
    with refused, device.Behind() as behind:
        behind.do(first)
        behind.do(second)
    assert seen == ([] if full else [True])
    assert sorted(p.name for p in tmp_path.iterdir()) == ([] if full else ["first", "second"])


def test_ranges_meet_and_do_not_overlap(tmp_path):
    """Found range by range or at once, every position comes once, in order."""
    game = load("connect4:width=4,height=3")
    made = make(game, tmp_path)
    packing = found_packing(game, [game.initial()])
    tier = max(made.tiers, key=lambda t: made.folder.keys(t).count)
    at_once = Wide(game, packing, Lanes(), 1 << 30)
    keys = at_once.keys_of(made.folder.keys(tier))
    by_ranges = Wide(game, packing, Lanes(), 60_000, stretch=BLOCK)
    assert len(by_ranges._ranges(keys, tier)) >= 4
    (whole,), (parts,) = (w.expanded(keys, tier).keys.values() for w in (at_once, by_ranges))
    assert parts[0].tolist() == whole[0].tolist() == sorted(set(whole[0].tolist()))
