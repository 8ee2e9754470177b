"""Work done by processes: all of it, once, whoever dies meanwhile, and nobody stays behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from zermelo.errors import LimitError
from zermelo.work import Done, Lost, Noted, Processes, Unit, crew_of, work_off

TRYING = "zermelo.work.trying"


def doubles(count):
    return [Unit(str(n), f"{TRYING}:double", {"number": n}) for n in range(count)]


def gone(pid, seconds=10.0):
    """Whether a process is no more, or will be soon."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":  # ended, and only not yet noticed
            return True
        time.sleep(0.02)
    return False


def wait_for(file):
    end = time.monotonic() + 20
    while not (file.exists() and file.read_text()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return [int(word) for word in file.read_text().split()]


@pytest.mark.parametrize("count", [1, 2])
def test_everything_is_done_once(count):
    ledger = Noted({"3": 6})
    done = list(work_off(doubles(9), ledger, Processes(count)))
    assert ledger == {str(n): 2 * n for n in range(9)}
    assert sorted(d.unit.key for d in done) == [str(n) for n in range(9) if n != 3]


@pytest.mark.long
def test_what_raises_is_told_and_what_dies_is_done_again(tmp_path):
    units = [Unit("a", f"{TRYING}:fail"), Unit("b", f"{TRYING}:die"),
             Unit("c", f"{TRYING}:die_once", {"mark": str(tmp_path / "mark")}),
             Unit("d", "os:getpid"), *doubles(2)]
    ledger = Noted()
    done = {d.unit.key: d for d in work_off(units, ledger, Processes(2))}
    assert "raised RuntimeError: this cannot be done" in done["a"].error
    assert done["b"].error == "its process was ended by signal 9, 3 times"
    assert "no task of Zermelo's" in done["d"].error
    assert ledger == {"c": 7, "0": 0, "1": 2}


def test_warnings_are_passed_on():
    with pytest.warns(UserWarning, match="mind the step"):
        assert [d.result for d in work_off([Unit("w", f"{TRYING}:warn")], Noted(), Processes(1))
                ] == [3]


class Flaky:
    """A crew that loses, repeats and reorders, as any may."""

    def __init__(self):
        self.under_way, self.count = [], 0

    def room(self):
        return 3 - len(self.under_way)

    def begin(self, unit):
        self.under_way.append(unit)

    def wait(self, seconds):
        self.count += 1
        unit = self.under_way.pop(self.count % len(self.under_way))
        return Lost(unit, "gone") if self.count % 4 == 0 else Done(unit, self.count)

    def close(self):
        self.closed = True


def test_any_crew_will_do():
    crew, ledger = Flaky(), Noted()
    done = [d.unit.key for d in work_off(doubles(20), ledger, crew)]
    assert sorted(done) == sorted(ledger) == sorted(map(str, range(20)))
    assert crew.closed


class Diary(dict):
    """A ledger, and a crew of one, that write down in which order things happen."""

    def __init__(self):
        self.days, self.at_hand = [], []

    def has(self, key):
        return key in self

    def write(self, unit, result):
        self.days.append(f"write {unit.key}")
        return self.setdefault(unit.key, result) is result

    def room(self):
        return 1 - len(self.at_hand)

    def begin(self, unit):
        self.days.append(f"begin {unit.key}")
        self.at_hand.append(unit)

    def wait(self, seconds):
        return Done(self.at_hand.pop(), 1)

    def close(self):
        self.at_hand = []


def test_nobody_is_idle_while_results_are_written():
    diary = Diary()
    assert len(list(work_off(doubles(3), diary, diary))) == 3
    assert diary.days == ["begin 0", "begin 1", "write 0", "begin 2", "write 1", "write 2"]


def test_who_works_only_when_waited_for_is_asked_no_earlier():
    """Who gives the units may learn from each result, and give no more."""
    asked = []

    def units():
        for unit in doubles(3):
            asked.append(unit.key)
            yield unit

    for done in work_off(units(), Noted(), crew_of(1)):
        assert asked[-1] == done.unit.key


def test_one_can_work_here():
    ledger = Noted()
    units = [*doubles(3), Unit("f", f"{TRYING}:fail")]
    done = [(d.unit.key, d.result, d.error) for d in work_off(units, ledger, crew_of(1))]
    assert done[:3] == [("0", 0, None), ("1", 2, None), ("2", 4, None)]
    assert "this cannot be done" in done[3][2] and len(ledger) == 3


def test_units_are_asked_for_when_somebody_has_time():
    asked = []

    def units():
        for unit in doubles(50):
            asked.append(unit)
            yield unit

    for done in work_off(units(), Noted(), Flaky()):
        if done.unit.key == "5":
            break
    assert 6 <= len(asked) <= 15


def test_units_may_depend_on_what_others_found():
    ledger = Noted()

    def units():
        number = 1
        for step in range(6):
            yield Unit(str(step), f"{TRYING}:double", {"number": number})
            while str(step) not in ledger:
                yield None
            number = ledger[str(step)]

    assert [d.result for d in work_off(units(), ledger, crew_of(1))] == [2, 4, 8, 16, 32, 64]


def test_who_leaves_the_loop_sends_the_crew_home(tmp_path):
    mark = tmp_path / "mark"
    hanging = Unit("h", f"{TRYING}:hang", {"mark": str(mark)})
    stop = []
    done = work_off([*doubles(1), hanging], Noted(), Processes(1), stopped=lambda: bool(stop))
    assert next(done).result == 0
    with closing(done):
        crew_is_at_it = iter(done)
        stop.append(1)  # found true at the next look, which is before the answer that never comes
        assert next(crew_is_at_it, None) is None
    if mark.exists():
        assert all(map(gone, map(int, mark.read_text().split())))


@pytest.mark.parametrize("task", ["hang", "hang_with_an_orphan"])
def test_a_worker_that_hangs_is_ended_with_what_it_started(task, tmp_path):
    mark = tmp_path / "mark"
    crew = Processes(1)
    crew.begin(Unit("h", f"{TRYING}:{task}", {"mark": str(mark)}))
    pids = wait_for(mark)
    crew.close()
    assert len(pids) == 2 and all(map(gone, pids))


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nobody can be stopped here")
def test_a_worker_that_hears_nothing_is_ended_with_its_group(tmp_path):
    """It cannot end what it started itself."""
    mark = tmp_path / "mark"
    crew = Processes(1)
    crew.begin(Unit("h", f"{TRYING}:hang_with_an_orphan", {"mark": str(mark)}))
    pids = wait_for(mark)
    os.kill(pids[0], signal.SIGSTOP)
    crew.close()
    assert len(pids) == 2 and all(map(gone, pids))


PARENT = """
import sys
from zermelo.work import *
units = [Unit("h", "zermelo.work.trying:hang", {"mark": sys.argv[1]})]
list(work_off(units, Noted(), Processes(1)))
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_nobody_stays_behind_when_we_are_killed(tmp_path, how):
    mark = tmp_path / "mark"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(mark)], stderr=subprocess.DEVNULL,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    pids = wait_for(mark)
    parent.send_signal(how)
    parent.wait(20)
    assert all(map(gone, pids))


def test_nobody_is_no_crew():
    with pytest.raises(LimitError, match="0 workers can do nothing"):
        Processes(0)
