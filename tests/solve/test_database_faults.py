"""Whatever befalls those who make a database, or its files: it goes on, or is told, and no value is
ever wrong."""

import random
import subprocess
import sys
import time

import pytest
from faults import contents

from zermelo import load
from zermelo.solve.database import Database, DatabaseError, make

KILLED = """
import sys
from zermelo import load
from zermelo.solve.database import make
make(load("connect4:width=4,height=4"), sys.argv[1])
"""


@pytest.mark.long
@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_and_gone_on_with_it_is_the_same(times, tmp_path):
    """At any moment, from before there is anything on the disk."""
    game = load("connect4:width=4,height=4")
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "compiled")], check=True)
    begun = time.monotonic()
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "whole")], check=True)
    whole, lots, cut = time.monotonic() - begun, random.Random(times), 0
    for number in range(times):
        folder = tmp_path / str(number)
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)])
        # Of the first tenths of a second only Python's own start is made.
        time.sleep(whole * (0.2 + 0.8 * (number + lots.random()) / times))
        process.kill()
        process.wait()
        cut += not (folder / "database.json").exists() or (folder / "work").exists()
        make(game, folder)
        assert contents(folder) == contents(tmp_path / "whole")
    assert cut


@pytest.mark.parametrize("part", ["made.json.part", "database.json.part"])
def test_what_was_just_written_when_it_was_killed_is_swept_away(part, tmp_path):
    game = load("connect4:width=4,height=3")
    make(game, tmp_path)
    before = contents(tmp_path)
    (tmp_path / part).write_text('{"seco')
    make(game, tmp_path)
    assert contents(tmp_path) == before


FULL_DISK = """
import resource, signal, sys
from zermelo import load
from zermelo.solve.database import DatabaseError, make
game = load("connect4:width=4,height=4")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    make(game, sys.argv[1])
except DatabaseError as error:
    print(error)
"""


@pytest.mark.long
@pytest.mark.parametrize("most", [
    40, 20_000, pytest.param(4000, marks=pytest.mark.slow)])
def test_a_full_disk_is_told_and_harms_nothing(most, tmp_path):
    """Files may be so long and no longer: writing fails as it does on a full disk."""
    make(load("connect4:width=4,height=4"), tmp_path / "whole")
    ran = subprocess.run([sys.executable, "-c", FULL_DISK, str(tmp_path / "it"), str(most)],
                         capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    assert "cannot write to" in ran.stdout and "File too large" in ran.stdout
    assert "the same command goes on" in ran.stdout
    assert not any(p.name.endswith(".part") for p in (tmp_path / "it" / "tiers").iterdir())
    make(load("connect4:width=4,height=4"), tmp_path / "it")
    assert contents(tmp_path / "it") == contents(tmp_path / "whole")


@pytest.mark.long
def test_stopped_anywhere_it_goes_on(tmp_path):
    game = load("connect4:width=4,height=3,k=3")
    make(game, tmp_path / "whole")
    for after in (2, 9, 17):
        calls = 0

        def interrupt(progress, after=after):
            nonlocal calls
            calls += 1
            if calls == after:
                raise KeyboardInterrupt

        folder = tmp_path / str(after)
        with pytest.raises(KeyboardInterrupt):
            make(game, folder, listen=interrupt)
        with pytest.raises(DatabaseError, match=r"not complete: `zermelo database make"):
            Database(folder, game)
        make(game, folder)
        assert contents(folder) == contents(tmp_path / "whole")


@pytest.mark.long
def test_any_damage_is_noticed_and_never_a_wrong_value(tmp_path):
    game = load("connect4:width=3,height=3,k=3")
    database = make(game, tmp_path)
    truth = {s: code for tier in database.tiers for s, code in database.states(tier)}
    assert len(truth) == database.positions
    lots = random.Random(7)
    files = [p for p in tmp_path.rglob("*") if p.suffix in (".keys", ".values")]
    for file in lots.sample(files, 6):
        data = file.read_bytes()
        for _ in range(5):
            at = lots.randrange(len(data))
            file.write_bytes(data[:at] + bytes([data[at] ^ 1 << lots.randrange(8)])
                             + data[at + 1 :])
            assert damaged(tmp_path, game, truth)
        file.write_bytes(data[: lots.randrange(len(data))])
        assert damaged(tmp_path, game, truth)
        file.write_bytes(data)
    assert not damaged(tmp_path, game, truth)


def damaged(folder, game, truth):
    """Whether something is said about it; what is said of positions must be true meanwhile."""
    try:
        database = Database(folder, game)
        for s, code in truth.items():
            assert database.code(s) == code
    except DatabaseError as error:
        assert "damaged" in str(error)
        return True
    return False


@pytest.mark.long
def test_two_at_once_do_not_harm_each_other(tmp_path):
    game = load("connect4:width=4,height=4")
    make(game, tmp_path / "whole")
    makers = [subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path / "both")],
                               stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [maker.communicate()[1] for maker in makers]
    failed = [words for maker, words in zip(makers, said, strict=True) if maker.returncode]
    assert all("being made by another process" in words for words in failed) and len(failed) < 2
    assert contents(tmp_path / "both") == contents(tmp_path / "whole")
