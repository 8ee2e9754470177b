"""Room for deep recursion, whoever else comes and goes meanwhile."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from zermelo.stacks import deep_recursion, roomy_stacks, started

DEEP = 6000


def depth(plies):
    return 0 if plies == 0 else 1 + depth(plies - 1)


def no_thread_takes_the_room_from_another():
    """Each raised the limit and put back what it had found: under the feet of the others."""
    usual = sys.getrecursionlimit()
    assert usual < DEEP

    def work(number):
        for _ in range(60):
            with deep_recursion(DEEP + 2000 + number):
                assert depth(DEEP) == DEEP

    with roomy_stacks(64 << 20):
        pool = ThreadPoolExecutor(4)
        jobs = [pool.submit(work, number) for number in range(4)]
    for job in jobs:
        job.result()
    assert sys.getrecursionlimit() == usual


def one_inside_the_other():
    usual = sys.getrecursionlimit()
    with deep_recursion(5000):
        with deep_recursion(7000), deep_recursion(7000):
            assert sys.getrecursionlimit() == 7000
        assert sys.getrecursionlimit() == 5000
    assert sys.getrecursionlimit() == usual


@pytest.mark.parametrize("scene", [no_thread_takes_the_room_from_another, one_inside_the_other])
def test_among_nobody_else(scene):
    """In a process of its own: threads that another test left behind still have their room."""
    subprocess.run([sys.executable, __file__, scene.__name__], check=True)


def test_the_size_of_stacks_is_put_back():
    before = threading.stack_size()
    found = []
    started(lambda: found.append(threading.stack_size()), 64 << 20).join()
    assert found and threading.stack_size() == before


if __name__ == "__main__":
    globals()[sys.argv[1]]()
