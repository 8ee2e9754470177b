"""Random programs mean the same interpreted and compiled, or are refused before they run.

`make test` looks at the same hundred every time. Others, and as many as one likes:

    pytest tests/compiler/test_differential.py --hypothesis-profile=thorough
"""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler.differential import Program
from compiler.growing import programs

NUMBERS = st.one_of(
    st.integers(-9, 9), st.integers(0, 1000), st.integers(-(1 << 62), 1 << 62),
    st.sampled_from([(1 << 63) - 1, -(1 << 63), 0, 1, -1]),
)
INPUTS = st.tuples(NUMBERS, NUMBERS, st.tuples(*[NUMBERS] * 4), NUMBERS, NUMBERS)

REFUSALS = (  # where Python would fail only once it gets there
    "it is None, not a number", "is not defined", "there is no item",
    "a shift by", "does not fit 64 bits",
    "a tuple of different types cannot be indexed",  # an int and a bool are not the same thing
)


def same(found, expected):
    """Equal, number by number; what is no number equals itself here."""
    if isinstance(found, str) or isinstance(expected, str):
        return found == expected
    return all(a == b or (a != a and b != b) for a, b in zip(found, expected, strict=True))


def test_a_program_means_the_same_in_both_worlds():
    programs_seen = runs = refused = 0

    @settings(max_examples=max(100, settings().max_examples), database=None,
              suppress_health_check=list(HealthCheck))
    @given(programs(), st.lists(INPUTS, min_size=6, max_size=10))
    def holds(source, inputs):
        nonlocal programs_seen, runs, refused
        program = Program(source)
        programs_seen += 1
        if program.refused:
            refused += 1
            assert any(reason in program.refused for reason in REFUSALS), program.refused
            return
        for given_numbers in inputs:
            expected = program.interpreted(*given_numbers)
            if expected is not None:  # else it outgrew 64 bits
                runs += 1
                assert same(program.compiled(*given_numbers), expected), (given_numbers, source)

    holds()
    assert refused <= programs_seen // 20  # most of them compile, and run
    assert runs > 3 * programs_seen > 0
