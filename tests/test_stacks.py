"""Room for deep recursion, whoever else comes and goes meanwhile."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from zermelo.stacks import deep_recursion, roomy_stacks, started

DEEP = 6000


def depth(plies):
    return 0 if plies == 0 else 1 + depth(plies - 1)


def test_no_thread_takes_the_room_from_another():
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


def test_one_inside_the_other():
    usual = sys.getrecursionlimit()
    with deep_recursion(5000):
        with deep_recursion(7000), deep_recursion(7000):
            assert sys.getrecursionlimit() == 7000
        assert sys.getrecursionlimit() == 5000
    assert sys.getrecursionlimit() == usual


def test_the_size_of_stacks_is_put_back():
    before = threading.stack_size()
    found = []
    started(lambda: found.append(threading.stack_size()), 64 << 20).join()
    assert found and threading.stack_size() == before
