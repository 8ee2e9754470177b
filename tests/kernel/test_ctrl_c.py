"""Ctrl-C ends what keeps its results, and is passed on by what does not."""

import signal
import threading
import time

import pytest

from small_games import Take
from zermelo import Engine
from zermelo.kernel.threads import Crew, supervised


@pytest.fixture
def interrupted():
    """In a moment, as by Ctrl-C."""
    timer = threading.Timer(0.3, signal.pthread_kill,
                            [threading.main_thread().ident, signal.SIGINT])
    timer.start()
    yield
    timer.cancel()


def wait(crew):
    while not crew.stopping:
        time.sleep(0.001)


def test_work_that_keeps_its_results_is_ended(interrupted):
    crew = Crew([])
    assert not supervised(crew, lambda: wait(crew))


def test_other_work_is_given_up(interrupted):
    crew = Crew([])
    with pytest.raises(KeyboardInterrupt):
        supervised(crew, lambda: wait(crew), keeps=False)


def test_half_a_count_is_no_count(interrupted):
    engine = Engine(Take(100), None, native=False, table_mb=1)
    with pytest.raises(KeyboardInterrupt):
        engine.count_leaves(None, 60)
