"""Data sets on disk: read back, resumed after a kill, refused when damaged."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from zermelo import load
from zermelo.cli import main
from zermelo.errors import MissingExtraError, ParameterError
from zermelo.evaluation import evaluator_for
from zermelo.kernel.codec import Codec
from zermelo.learn import files
from zermelo.learn.errands import Known
from zermelo.learn.examples import make
from zermelo.learn.files import DatasetError, read

pytest.importorskip("pyarrow", reason="data sets need: pip install 'zermelo[learn]'")

SIDES = ("train", "validation", "test")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A small data set, made in one go."""
    out = tmp_path_factory.mktemp("small") / "data"
    folder = make(load("rps"), out, examples=300, seed=4, shard=45, text=True, table_mb=4)
    return out, folder


def rows_of(out):
    return [row for side in SIDES for row in read(out, side).to_pylist()]


@pytest.mark.long
def test_a_data_set_says_what_it_is(small):
    out, folder = small
    assert [read(out, side).num_rows for side in SIDES] == [240, 30, 30]
    assert len(folder.shards) == 18  # six batches of 40, 5 and 5
    card = (out / "README.md").read_text()
    for words in ("300 positions of rps", "--seed 4", "on one side",
                  "| train | 240 |", "proven by full search", "feature_…", "deals"):
        assert words in card
    assert not list(out.glob("*.unfinished"))


@pytest.mark.long
def test_what_is_scarce_is_told_with_its_numbers(tmp_path, capsys):
    """The card game has few openings."""
    line = ["examples", "rps:hand_size=3,deck_size=9", "--examples", "900", "--out",
            str(tmp_path / "d"), "--seed", "1"]
    assert main([*line, "--json"]) == 0
    out, err = capsys.readouterr()
    data = json.loads(out)
    card = (tmp_path / "d" / "README.md").read_text()
    for side, short in data["scarce"].items():
        most = max(data["sides"][side].values())
        for name, number in short.items():
            assert number == data["sides"][side][name] < most
        said = next(line for line in err.splitlines() if f"scarce in {side}: " in line)
        assert said.startswith("zermelo: ") and f"- {said.removeprefix('zermelo: ')}" in card
        assert f"opening loss {short['opening loss']:,}" in said and f"{most:,}" in said
    assert main(line) == 0
    assert capsys.readouterr().err == err  # of a data set that is complete, too


def test_what_never_comes_is_said_in_a_word(small):
    out, _ = small
    card = (out / "README.md").read_text()
    assert re.search(r"scarce in train: no draws at all; of the most frequent, \d\d", card)


@pytest.mark.long
@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.few(1)
def test_a_data_set_of_an_old_version_is_read_but_not_gone_on_with(tmp_path, version):
    game = load("tictactoe")
    make(game, tmp_path / "d", examples=40, table_mb=4)
    file = tmp_path / "d" / "dataset.json"
    file.write_text(file.read_text().replace('"version": 3', f'"version": {version}'))
    assert read(tmp_path / "d", "train").num_rows == 32
    with pytest.raises(DatasetError, match="another format or version"):
        make(game, tmp_path / "d", examples=40)


def test_its_rows_are_right(small):
    out, _ = small
    game = load("rps")
    opinion, codec = evaluator_for(game), Codec(game.initial())
    for row in rows_of(out)[::2]:
        state = codec.state(row["state"])
        assert game.text(state) == row["position"]
        assert row["moves"] == list(game.moves(state)) and row["to_move"] == state.turn
        best = max(row["payoffs"])
        assert row["payoff"] == best
        assert row["best"] == [m for m, p in zip(row["moves"], row["payoffs"], strict=True)
                               if p == best]
        for name, feature in opinion.features.items():
            assert row[f"feature_{name}"] == pytest.approx(feature(game, state), abs=1e-5)


def test_a_finished_data_set_is_left_as_it_is(small):
    out, _ = small
    before = {f.name: f.stat().st_mtime_ns for f in out.glob("*.parquet")}
    make(load("rps"), out, examples=300, seed=4, shard=45, text=True, table_mb=4)
    assert {f.name: f.stat().st_mtime_ns for f in out.glob("*.parquet")} == before


def command(out, examples, shard):
    return [sys.executable, "-m", "zermelo", "examples", "rps:hand_size=3,deck_size=9",
            "--examples", str(examples), "--seed", "9", "--shard", str(shard), "--out", str(out)]


def complete_files(out):
    try:
        return len(json.loads((out / "dataset.json").read_text())["shards"])
    except FileNotFoundError:
        return 0


@pytest.mark.long
def test_killed_and_interrupted_it_goes_on_to_the_same_end(tmp_path):
    """Killed once, interrupted once, then left alone: row for row what one go makes."""
    out, whole = tmp_path / "often", tmp_path / "once"
    examples, shard = 300, 5
    for number, (how, status) in enumerate(((signal.SIGKILL, -9), (signal.SIGINT, 130)), 1):
        process = subprocess.Popen(command(out, examples, shard), stderr=subprocess.PIPE, text=True)
        until = time.monotonic() + 120
        enough = complete_files(out) + 2
        while complete_files(out) < enough and time.monotonic() < until:
            assert process.poll() is None
            time.sleep(0.02)
        os.kill(process.pid, how)
        said = process.communicate()[1]
        assert process.returncode == status
        assert complete_files(out) < 3 * 48, f"{number}: it was over before"
        if how == signal.SIGINT:
            assert "the same command goes on" in said and "Traceback" not in said
    done = complete_files(out)
    kept = {f.name: f.read_bytes() for f in out.glob("*.parquet")}
    assert main(command(out, examples, shard)[3:]) == 0
    assert main(command(whole, examples, shard)[3:]) == 0
    assert done >= 4 and all((out / name).read_bytes() == data for name, data in
                             sorted(kept.items())[:done] if (out / name).stat().st_size)
    for side in SIDES:
        assert read(out, side).equals(read(whole, side))
    assert read(out, "train", ["key"]).num_rows == 240


@pytest.mark.long
@pytest.mark.parametrize("spec", ["rps:hand_size=3,deck_size=9", "kalah:pits=3,seeds=2"])
@pytest.mark.few(1, telling=["rps"])
def test_two_workers_make_the_same_examples(tmp_path, spec):
    """Where the sides have deals of their own, and where they share the only one."""
    one, two = (tmp_path / str(jobs) for jobs in (1, 2))
    for jobs, out in enumerate((one, two), 1):
        make(load(spec), out, examples=300, seed=2, shard=100, table_mb=4, jobs=jobs)
        assert not list(out.glob("*.unfinished"))
    assert json.loads((one / "dataset.json").read_text()) == json.loads(
        (two / "dataset.json").read_text())
    assert [f.read_bytes() for f in sorted(one.iterdir())] == [
        f.read_bytes() for f in sorted(two.iterdir())]


@pytest.mark.long
def test_killed_before_anything_is_complete_it_begins_again(tmp_path, monkeypatch):
    def killed(*arguments):
        raise SystemExit(9)

    with monkeypatch.context() as patched, pytest.raises(SystemExit):
        patched.setattr(files.Folder, "add", killed)
        patched.setattr(Known, "__exit__", lambda known, *error: known._file.close())
        make(load("tictactoe"), tmp_path / "d", examples=40, table_mb=4)
    assert (tmp_path / "d" / "keys.unfinished").exists()
    make(load("tictactoe"), tmp_path / "d", examples=40, table_mb=4)
    assert read(tmp_path / "d", "train").num_rows == 32
    assert not list((tmp_path / "d").glob("*.unfinished"))


def test_another_order_in_the_same_folder_is_refused(small):
    out, _ = small
    with pytest.raises(DatasetError, match=r"holds another data set \(examples=300"):
        make(load("rps"), out, examples=900, seed=4, shard=45, text=True)
    with pytest.raises(DatasetError, match="game=rps"):
        make(load("tictactoe"), out, examples=300, seed=4, shard=45, text=True)


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(DatasetError, match="is not empty"):
        make(load("rps"), tmp_path, examples=100)
    with pytest.raises(DatasetError, match=r"has no dataset\.json"):
        read(tmp_path, "train")


def test_damage_is_noticed(tmp_path):
    game = load("tictactoe")
    make(game, tmp_path / "d", examples=40, table_mb=4)
    file = tmp_path / "d" / "test-00000.parquet"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    with pytest.raises(DatasetError, match="damaged"):
        make(game, tmp_path / "d", examples=40)
    (tmp_path / "d" / "dataset.json").write_text('{"format": "zermelo examples", "version": 7}')
    with pytest.raises(DatasetError, match="another format or version"):
        make(game, tmp_path / "d", examples=40)


def test_a_game_that_runs_out_of_positions(tmp_path):
    folder = make(load("tictactoe"), tmp_path / "d", examples=5000, table_mb=4)
    total = sum(s.rows for s in folder.shards)
    assert 400 < total <= 627  # that many positions go on, up to symmetry
    keys = [row["key"] for side in SIDES for row in read(tmp_path / "d", side).to_pylist()]
    assert len(set(keys)) == len(keys) == total
    assert "share them" in (tmp_path / "d" / "README.md").read_text()


def test_without_pyarrow_one_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'zermelo\[learn\]'"):
        files._parquet()
    with pytest.raises(MissingExtraError):
        make(load("tictactoe"), tmp_path / "d", examples=40)


def test_numbers_that_make_no_sense(tmp_path):
    with pytest.raises(ParameterError, match="give 10 or more"):
        make(load("rps"), tmp_path / "d", examples=5)
    with pytest.raises(ParameterError, match="give 1 or more"):
        make(load("rps"), tmp_path / "d", examples=50, shard=0)


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["rsp", "--out", "d"], "did you mean rps?"),
    (["rps"], "missing option '--out'"),
    (["rps", "--out", "d", "--examples", "x"], "'x' is not a whole number"),
    (["rps", "--out", "d", "--examples", "3"], "give 10 or more"),
    (["rps", "--out", "d", "--evaluator", "x"], "has no evaluator 'x'"),
    (["rps", "--out", "file"], "cannot write|not a directory|is not empty"),
    (["rps", "--out", "full"], "is not empty"),
])
def test_bad_input(capsys, tmp_path, monkeypatch, arguments, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("")
    status = main(["examples", *arguments])
    err = capsys.readouterr().err
    assert status == 2 and err.startswith("zermelo: ") and len(err.splitlines()) == 1
    assert re.search(complaint, err, re.IGNORECASE), err
