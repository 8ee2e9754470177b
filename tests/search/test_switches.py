"""Techniques by name."""

import pytest

from zermelo.errors import ParameterError
from zermelo.search.switches import (
    EXACT,
    NOTHING,
    PLAY,
    SELECTIVE,
    Switch,
    switch_named,
    without,
    written,
)


def test_every_technique_has_a_name_that_reads_back():
    names = [written(switch) for switch in Switch]
    assert len(set(names)) == len(names)
    for switch, name in zip(Switch, names, strict=True):
        assert switch_named(name) is switch
        assert switch_named(name.upper()) is switch
        assert name == name.lower() and "_" not in name


def test_each_is_a_bit_of_its_own():
    assert sorted(int(switch).bit_count() for switch in Switch) == [1] * len(Switch)
    assert EXACT & SELECTIVE == NOTHING
    assert EXACT | SELECTIVE == PLAY == Switch(sum(Switch))


def test_the_exact_ones_are_those_that_change_no_value():
    selective = {Switch.QUIESCENCE, Switch.REDUCTIONS, Switch.NULL_MOVE, Switch.DEEPER_ENTRIES,
                 Switch.EXTENSIONS, Switch.EXCHANGES, Switch.GOOD_EXCHANGES, Switch.COARSE_KEYS,
                 Switch.FUTILITY, Switch.STANDING, Switch.LATE_MOVES, Switch.FOLLOW_UPS}
    assert {switch for switch in Switch if switch & SELECTIVE} == selective


def test_turning_off():
    assert without(EXACT, []) == EXACT
    assert without(EXACT, ["killers", "win-in-one"]) == \
        EXACT & ~Switch.KILLERS & ~Switch.WIN_IN_ONE
    assert without(EXACT, map(written, Switch)) == NOTHING
    assert without(NOTHING, ["table"]) == NOTHING  # what is off stays off


@pytest.mark.parametrize(("given", "meant"), [
    ("kilers", "killers"), ("win_in_one", "win-in-one"), ("enhanced", "enhanced-cutoffs"),
])
def test_an_unknown_name_is_echoed_with_a_suggestion_and_all_there_are(given, meant):
    for call in (lambda: switch_named(given), lambda: without(EXACT, ["table", given])):
        with pytest.raises(ParameterError) as refused:
            call()
        message = str(refused.value)
        assert message.startswith(f"there is no technique {given!r}")
        assert f"did you mean {meant}" in message
        assert all(written(switch) in message for switch in Switch)


def test_nothing_like_it():
    with pytest.raises(ParameterError, match="there is no technique 'xyz'; there are table, "):
        switch_named("xyz")
