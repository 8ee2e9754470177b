"""Memory from outside: copied, grown, read in a row, given by numpy; alike both ways."""

import threading
import time

import numpy as np
import pytest

from kernel.faulty import Pile, Take, While
from zermelo.compiler.records import Array, Record, array
from zermelo.kernel.kernel import Kernel
from zermelo.kernel.memory import Header, copied, numbers_in
from zermelo.kernel.threads import Crew, supervised


class Pair(Record):
    one: int
    two: int


class Pairs(Record, whole=True):
    count: int
    few: Array[int] = array(int, 3)
    many: Array[Pair] = array(Pair)


class Floats(Record, whole=True):
    at: Array[float] = array(float)


class Orders(Header, whole=True):
    count: int
    total: float


def added_up(rules, orders, pairs, floats, s):
    for i in range(orders.count):
        orders.total += floats.at[i] * pairs.many[i].two
        pairs.many[i].one = s.left


@pytest.mark.parametrize("native", [False, True])
def test_memory_from_outside(native):
    kernel = Kernel(Take(), added_up, (Orders, Pairs, Floats), native=native)
    orders, pairs = kernel.new(Orders), kernel.new(Pairs, 4)
    pairs.count, pairs.few[2] = 4, 9
    for i in range(4):
        pairs.many[i].two = 10 ** i
    larger = copied(pairs, 100)
    larger.many[99].one = 5
    kernel.run(Pile(7, 0), orders, pairs, kernel.over(Floats, np.array([1.0])))
    orders.count = 4
    floats = kernel.over(Floats, np.array([0.5, 1.5, 2.5, 3.5]))
    kernel.run(Pile(7, 0), orders, pairs, floats)
    assert orders.total == 0.5 + 15 + 250 + 3500
    assert list(numbers_in(floats.at, 3)) == [0.5, 1.5, 2.5]
    assert list(numbers_in(pairs.few, 3)) == [0, 0, 9]
    assert np.array(numbers_in(pairs.many, 3)).tolist() == [7, 1, 7, 10, 7, 100]
    assert list(numbers_in(larger.many, 2)) == [0, 1, 0, 10]  # it is another's from then on
    assert (larger.count, larger.few[2], larger.many[99].one) == (4, 9, 5)
    assert list(numbers_in(copied(larger).many, 2)) == [0, 1, 0, 10]


def ordered(rules, orders, s):
    orders.count = rules.order(s, 1)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.long_for("False")
def test_work_is_stopped_by_an_event_or_the_clock_whichever_comes_first(native):
    kernel = Kernel(While(), ordered, (Orders,), hooks=["order"], native=native)
    crew, stop = Crew([kernel.new(Orders)]), threading.Event()

    def work():
        crew.run_alone(lambda orders: kernel.run(Pile(7, 0), orders))

    threading.Timer(0.1, stop.set).start()
    began = time.monotonic()
    assert not supervised(crew, work, 60, stop)
    stop.clear()
    assert not supervised(crew, work, 0.1, stop)
    assert time.monotonic() - began < 20
    assert supervised(crew, lambda: None, 60, stop)


def waiting(rules, orders, s):
    while orders.stop == 0:
        pass
    orders.count = 1


waiting.__module__ = "zermelo.kernel.waiting"  # a kernel's own loops are not looked after


def test_a_kernel_sees_that_another_thread_stops_it():
    kernel = Kernel(None, waiting, (Orders,), native=True)
    orders, ended = kernel.new(Orders), threading.Event()

    def work():
        kernel.run(None, orders)
        ended.set()

    threading.Thread(target=work, daemon=True).start()
    assert not ended.wait(0.1)
    orders.stop = 1
    assert ended.wait(20) and orders.count == 1
