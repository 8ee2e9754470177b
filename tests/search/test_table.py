"""The table: what it says of a position was stored for that position, whole, and last."""

from types import SimpleNamespace
from typing import NamedTuple

import pytest
from boards import some
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from zermelo.portable import bit_length, hash_of, hashes_of, wrap
from zermelo.search.codes import INFINITY, PROVEN
from zermelo.search.entries import corrected
from zermelo.search.memory import Memory, Table
from zermelo.search.table import (
    AGES,
    EXACT_VALUE,
    FEW_BUCKETS,
    LOWER,
    NO_PLACE,
    UPPER,
    bound_in,
    bucket_of,
    complete_in,
    depth_in,
    known_by,
    packed,
    place_in,
    probe,
    store,
    take_more,
    value_in,
    worth_in,
)

ENTRIES = 4


class Found(NamedTuple):
    """What a search found out about a position."""

    value: int
    depth: int = 1
    bound: int = LOWER
    complete: int = 0
    index: int = 0
    nodes: int = 1


found_things = st.builds(
    Found, st.integers(-INFINITY, INFINITY), st.integers(0, 1023),
    st.sampled_from([UPPER, LOWER, EXACT_VALUE]), st.integers(0, 1),
    st.integers(0, NO_PLACE),
    st.integers(1, 1 << 40),
)


def made(buckets=2, age=1):
    memory = Memory()
    memory.buckets, memory.age = buckets, age
    return SimpleNamespace(memory=memory, table=Table())


def entry(at, key, number=0):
    """One of the entries of a key's bucket."""
    return bucket_of(at.memory, at.table, key).entries[number]


def kept(at, key, thing):
    store(at.memory, at.table, key, key, *thing)


def read(at, key):
    """The fields of an entry; None if there is none."""
    data = probe(at.memory, at.table, key, key)
    if data == 0:
        return None
    return (value_in(data), depth_in(data), bound_in(data), complete_in(data), place_in(data),
            worth_in(data))


def fields(thing):
    return (*thing[:-1], bit_length(thing.nodes))


# --- one entry ---

@some(500)
@given(found_things, st.integers(1, AGES))
def test_fields_come_back_as_they_were_packed(thing, age):
    data = packed(*thing[:-1], bit_length(thing.nodes), age)
    assert data == wrap(data) != 0  # it fits a word, and never looks like an empty one
    assert (value_in(data), depth_in(data), bound_in(data), complete_in(data), place_in(data),
            worth_in(data)) == fields(thing)
    assert (data >> 6) & 15 == age


@some(200)
@given(st.integers(-(1 << 63), (1 << 63) - 1), found_things)
def test_what_is_stored_is_found(key, thing):
    at = made(buckets=8)
    assert read(at, key) is None
    kept(at, key, thing)
    assert read(at, key) == fields(thing)
    assert at.memory.used == 1
    assert read(at, key ^ 8) is None and read(at, key ^ -(1 << 63)) is None


@some(300)
@given(st.integers(-(1 << 63), (1 << 63) - 1), found_things, st.integers(0, 63),
       st.booleans())
def test_a_damaged_entry_is_no_entry(key, thing, place, first):
    at = made()
    kept(at, key, thing)
    half = "check" if first else "data"
    setattr(entry(at, key), half, getattr(entry(at, key), half) ^ wrap(1 << place))
    assert read(at, key) is None


@some(300)
@given(st.lists(st.integers(-(1 << 61), (1 << 61) - 1).map(lambda n: 4 * n), min_size=2,
                max_size=2, unique=True), found_things, found_things)
def test_half_of_one_write_and_half_of_another_are_no_entry(keys, one, other):
    """Two threads write to one place at a time: whatever order the words land in, what is found
    under a key is what one of them stored under that key, and never a mixture."""
    for same_key in (False, True):
        mine, theirs = keys[0], keys[0] if same_key else keys[1]
        first, second = made(), made()
        kept(first, mine, one)
        kept(second, theirs, other)
        for one_half, other_half in ((first, second), (second, first)):
            at = made()
            entry(at, mine).check = entry(one_half, mine).check
            entry(at, mine).data = entry(other_half, mine).data
            if same_key and fields(one) != fields(other):
                assert read(at, mine) is None
            else:
                assert read(at, mine) in (None, fields(one))
                assert read(at, theirs) in (None, fields(other))


# --- a bucket ---

def filled(worths_and_ages, now):
    """A bucket with entries of these many nodes and ages, under the keys 0, 2, 4 …"""
    at = made()
    for i, (nodes, age) in enumerate(worths_and_ages):
        at.memory.age = age
        kept(at, 2 * i, Found(i, nodes=nodes))
    at.memory.age = now
    return at


def replaced_in(at):
    """Which entry makes room for a new one."""
    kept(at, 1000, Found(99))
    assert read(at, 1000)[0] == 99
    lost = [i for i in range(ENTRIES) if read(at, 2 * i) is None]
    assert len(lost) == 1
    return lost[0]


def test_the_least_worth_makes_room():
    assert replaced_in(filled([(900, 3), (5, 3), (70, 3), (4000, 3)], now=3)) == 1


def test_older_searches_make_room_first():
    assert replaced_in(filled([(9, 3), (5, 3), (1 << 30, 2), (7, 3)], now=3)) == 2
    assert replaced_in(filled([(9, 1), (500, 1), (3, 1), (1, 2)], now=2)) == 2
    assert replaced_in(filled([(1, 1), (1, 1), (1, 15), (1, 1)], now=1)) == 2  # ages go round


@some(300)
@given(st.lists(st.tuples(st.integers(1, 1 << 30), st.integers(1, AGES)), min_size=ENTRIES,
                max_size=ENTRIES), st.integers(1, AGES))
def test_who_makes_room_is_the_least_of_the_oldest(entries, now):
    lost = replaced_in(filled(entries, now))
    rank = [(age == now, bit_length(nodes)) for nodes, age in entries]
    assert rank[lost] == min(rank)


def test_the_same_position_is_replaced_whatever_it_is_worth():
    at = filled([(1 << 30, 3)] * ENTRIES, now=3)
    kept(at, 4, Found(-7, depth=2, bound=UPPER, complete=1, index=3))
    assert read(at, 4) == (-7, 2, UPPER, 1, 3, 1)
    assert all(read(at, 2 * i) for i in range(ENTRIES))
    assert at.memory.used == ENTRIES


# --- more of the table ---

@pytest.mark.parametrize("region", [0, FEW_BUCKETS])
@pytest.mark.long_for("0")
def test_what_is_known_is_found_in_a_larger_part_of_the_table(region):
    at = made(buckets=FEW_BUCKETS)
    at.memory.most_buckets, at.memory.region = 8 * FEW_BUCKETS, region
    keys = [known_by(*hashes_of(n), salt=77) for n in range(300)]
    for number, (home, check) in enumerate(keys):
        store(at.memory, at.table, home, check, *Found(number))
    homes = set()
    for buckets in (2 * FEW_BUCKETS, 4 * FEW_BUCKETS, 8 * FEW_BUCKETS):
        take_more(at.memory, at.table)
        assert at.memory.buckets == buckets
        for number, (home, check) in enumerate(keys):
            assert value_in(probe(at.memory, at.table, home, check)) == number
            homes.add((home & buckets - 1) // FEW_BUCKETS)
    assert homes == set(range(8))  # not all in the part that there was


@some(300)
@given(st.integers(), st.integers(), st.integers(-(1 << 63), (1 << 63) - 1))
def test_positions_with_different_checks_stay_different(one, other, salt):
    (home, check), (there, that) = (known_by(*hashes_of(n), salt) for n in (one, other))
    assert ((home, check) == (there, that)) == (one == other)
    assert (home ^ check) & -FEW_BUCKETS == 0  # an entry tells where it goes


# --- a long life ---

KEYS = [hash_of(n) for n in range(24)]  # three times as many as there is room for


class Life(RuleBasedStateMachine):
    """Whatever is stored in whatever order: a position's last entry is found, or none."""

    def __init__(self):
        super().__init__()
        self.at, self.last = made(buckets=2), {}

    @rule(key=st.sampled_from(KEYS), thing=found_things)
    def store(self, key, thing):
        kept(self.at, key, thing)
        self.last[key] = fields(thing)
        assert read(self.at, key) == fields(thing)

    @rule()
    def next_search(self):
        self.at.memory.age = self.at.memory.age % AGES + 1

    @precondition(lambda self: self.last)
    @rule(data=st.data())
    def tear(self, data):
        """A write of somebody else's that is not finished."""
        torn = entry(self.at, data.draw(st.integers(0, 1)), data.draw(st.integers(0, 3)))
        torn.check ^= data.draw(st.integers(1, (1 << 62) - 1))

    @invariant()
    def never_wrong(self):
        for key in KEYS:
            assert read(self.at, key) in (None, self.last.get(key))

    @invariant()
    def never_too_many(self):
        assert self.at.memory.used <= 2 * ENTRIES


TestLife = Life.TestCase
TestLife.settings = some(40)


@pytest.mark.parametrize(("stands", "value", "bound", "believed"), [
    (300, 500, LOWER, 500), (300, 500, EXACT_VALUE, 500), (300, 500, UPPER, 300),
    (300, -100, UPPER, -100), (300, -100, EXACT_VALUE, -100), (300, -100, LOWER, 300),
    (300, PROVEN + 5, LOWER, 300), (300, -PROVEN - 5, UPPER, 300)])
def test_what_a_search_found_corrects_the_evaluator_on_its_side(stands, value, bound, believed):
    """A bound says nothing beyond it, and a proven end is no opinion."""
    assert corrected(stands, packed(value, 3, bound, 0, 0, 4, 1)) == believed
    assert corrected(stands, 0) == stands
