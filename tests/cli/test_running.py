"""Ctrl-C is noticed, whatever Python is doing."""

import signal
import time

import pytest

from zermelo.cli.running import noticing_ctrl_c


class Going:
    """Ctrl-C is pressed while it goes: Python forgets whatever is raised there."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def test_it_is_not_lost_while_an_object_goes():
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), noticing_ctrl_c() as pressed:
        going = Going()
        del going
        assert pressed.is_set()
        time.sleep(60)
    assert time.monotonic() - begun < 50  # it wakes whoever waits


def test_work_that_only_looks_at_it_is_not_interrupted():
    with noticing_ctrl_c(interrupting=False) as pressed:
        going = Going()
        del going
        time.sleep(0.1)
    assert pressed.is_set()
