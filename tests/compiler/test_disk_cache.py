"""Compiled code on disk: made once, found by every later process, never stale, never trusted."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.compiler import objects
from zermelo.compiler.faults import Fault
from zermelo.compiler.objects import Object

# A user's own script: rules in `__main__`. It says whether it runs compiled, whether the code was
# found on disk, whether the compiler was loaded, and what the game is worth.
SCRIPT = """
import sys
from typing import NamedTuple
from zermelo import Engine, Game

MOST = 2

class Pile(NamedTuple):
    left: int
    turn: int

def after(left, take):
    return left - take

class Take(Game):
    def __init__(self, counters=5):
        self.counters = counters
    def initial(self):
        return Pile(self.counters, 0)
    def to_move(self, s):
        return s.turn
    def moves(self, s):
        for take in range(1, min(MOST, s.left) + 1):
            yield take
    def play(self, s, m):
        return Pile(after(s.left, m), 1 - s.turn)
    def outcome(self, s):
        if s.left > 0:
            return None
        return 1 if s.turn == 1 else -1

engine = Engine(Take())
kernel = engine._searcher.learn_to_prove()
print(engine.native, kernel.from_cache, "zermelo.compiler.build" in sys.modules,
      engine.solve().value)
"""
COMPILED, FOUND = "True False True", "True True False"


def start(arguments, cache):
    surroundings = {**os.environ, "ZERMELO_CACHE": str(cache), "PYTHONWARNINGS": "error"}
    return subprocess.Popen([sys.executable, *map(str, arguments)], env=surroundings, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def said(process):
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, ""), err
    return out.strip()


def run(arguments, cache):
    return said(start(arguments, cache))


def artifacts(cache):
    return sorted(cache.glob("*.o"))


@pytest.mark.long
def test_rules_in_a_script_are_found_again_and_compiled_anew_when_they_change(tmp_path):
    script, cache = tmp_path / "my_game.py", tmp_path / "cache"
    script.write_text(SCRIPT)

    # Two processes that compile at once do not disturb each other, and leave one sound artifact.
    for process in [start([script], cache) for _ in range(2)]:
        assert said(process) == f"{COMPILED} win in 3"
    assert len(artifacts(cache)) == 1
    assert {file.suffix for file in cache.iterdir()} == {".o", ".json"}  # none half-written

    # A later process needs no compiler, wherever the script stands and whatever its comments say.
    assert run([script], cache) == f"{FOUND} win in 3"
    moved = tmp_path / "elsewhere.py"
    commented = SCRIPT.replace("    def play", "\n    # why\n    def play")
    moved.write_text(f"# a comment\n\n{commented}")
    assert run([moved], cache) == f"{FOUND} win in 3"

    # Another helper is another game. The old one is still there.
    script.write_text(SCRIPT.replace("return left - take", "return max(left - 2 * take, 0)"))
    assert run([script], cache) == f"{COMPILED} loss in 2"
    assert len(artifacts(cache)) == 2
    script.write_text(SCRIPT)
    assert run([script], cache) == f"{FOUND} win in 3"

    # Damaged: made anew, and nobody hears of it.
    for file in artifacts(cache):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    assert run([script], cache) == f"{COMPILED} win in 3"
    assert run([script], cache) == f"{FOUND} win in 3"


@pytest.mark.long
def test_a_folder_that_cannot_be_written(tmp_path):
    script, nowhere = tmp_path / "my_game.py", tmp_path / "a file"
    script.write_text(SCRIPT)
    nowhere.write_text("not a folder")
    assert run([script], nowhere) == f"{COMPILED} win in 3"
    assert nowhere.read_text() == "not a folder"


# --- what is read back ---

FAULTS = (Fault("rules.py", 7, "Take.play", "ZeroDivisionError", "by nothing"),)
MADE = Object(bytes(range(256)) * 3, FAULTS)
SOUND = MADE.to_bytes()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    tmp_path.chmod(0o700)
    return tmp_path


def test_what_is_stored_is_read_back(cache):
    assert objects.stored("abc.o") is None
    objects.store("abc.o", SOUND)
    assert Object.from_bytes(objects.stored("abc.o")) == MADE
    assert [file.name for file in cache.iterdir()] == ["abc.o"]


def damaged(data):
    yield "empty", b""
    yield "zeros", bytes(len(data))
    yield "something else", b"\x7fELF" + data[4:]
    yield "longer", data + b"\0"
    for length in range(len(data)):
        yield f"cut to {length}", data[:length]
    for place in range(0, len(data), 7):
        yield f"flipped at {place}", data[:place] + bytes([data[place] ^ 16]) + data[place + 1 :]


def test_nothing_damaged_is_ever_taken_for_code():
    for how, data in damaged(SOUND):
        assert Object.from_bytes(data) is None, how


def test_a_folder_in_the_place_of_a_file_is_no_file(cache):
    (cache / "abc.o").mkdir()
    assert objects.stored("abc.o") is None
    objects.store("abc.o", SOUND)  # cannot be, and does not matter


def test_code_that_others_could_have_written_is_not_run(cache, monkeypatch):
    objects.store("abc.o", SOUND)
    monkeypatch.setattr(os, "getuid", lambda: cache.stat().st_uid + 1)  # somebody else's folder
    assert objects.stored("abc.o") is None
    objects.store("new.o", SOUND)
    assert not (cache / "new.o").exists()


def test_what_others_could_write_to_was_perhaps_written_by_them(cache):
    objects.store("abc.o", SOUND)
    cache.chmod(0o777)
    assert objects.stored("abc.o") is None  # it may be theirs
    objects.store("abc.o", SOUND)
    assert objects.stored("abc.o") == SOUND
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700


def test_a_new_folder_is_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "a" / "b"))
    objects.store("abc.o", SOUND)
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "a" / "b" / "abc.o").stat().st_mode) == 0o600


def test_the_least_recently_used_go_first_whatever_they_are(cache, monkeypatch):
    names = ["a.o", "b.json", "c.wasm"]
    monkeypatch.setattr(objects, "_MOST_FILES", 3)
    for age, name in enumerate(names):
        objects.store(name, SOUND)
        os.utime(cache / name, (age, age))
    assert objects.stored("a.o") == SOUND  # used just now
    objects.store("d.ptx", SOUND)
    assert {file.name for file in cache.iterdir()} == {"a.o", "c.wasm", "d.ptx"}
    monkeypatch.setattr(objects, "_MOST_BYTES", 2 * len(SOUND))
    os.utime(cache / "c.wasm", (0, 0))
    objects.store("e.o", SOUND)
    assert len(list(cache.iterdir())) == 2


def test_where_the_folder_is(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ZERMELO_CACHE", raising=False)
    assert objects.cache_folder() == tmp_path / "zermelo"
    monkeypatch.setenv("ZERMELO_CACHE", "/somewhere/else")
    assert objects.cache_folder() == Path("/somewhere/else")
    monkeypatch.delenv("ZERMELO_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert objects.cache_folder() == Path("/home/somebody/.cache/zermelo")
