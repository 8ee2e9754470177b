"""Rules that raise an exception while they run compiled: one clear error, and no harm done."""

import pytest

from small_games import Pile, Take
from zermelo import Engine, Limit
from zermelo.errors import RulesError
from zermelo.search.switches import EXACT

TABLE = (10, 11, 12)


class Traps(Take):
    """Many counters. At some numbers the rules have a mistake."""

    def __init__(self, counters=30):
        super().__init__(counters)

    def moves(self, s):
        if s.left == 20:
            raise ValueError("no moves here")
        yield from super().moves(s)

    def outcome(self, s):
        if s.left == 16 and 1 // (s.left - 16) > 0:
            return 0
        if s.left == 12 and TABLE[s.left - 9] > 0:
            return 0
        return super().outcome(s)


@pytest.fixture(scope="module", params=[1, 2], ids=["one thread", "two threads"])
def engine(request):
    return Engine(Traps(), native=True, threads=request.param, table_mb=1, switches=EXACT)


@pytest.mark.parametrize("counters", [22, 18, 14], ids=["raise", "division by zero", "index"])
def test_an_exception_becomes_one_error_that_says_what_to_do(engine, counters):
    for search in (lambda: engine.analyze(Pile(counters, 0), Limit(depth=4)),
                   lambda: engine.solve(Pile(counters, 0)),
                   lambda: engine.count_leaves(Pile(counters, 0), 4)):
        with pytest.raises(RulesError) as caught:
            search()
        told = str(caught.value)
        assert told.startswith("the rules of Traps raise ") and "test_exceptions.py" in told
    # The engine can be used as if nothing had happened.
    assert str(engine.solve(Pile(10, 0)).value) == "win in 7"
    assert engine.analyze(Pile(6, 0), Limit(depth=8)).value.kind == "loss"
    assert engine.count_leaves(Pile(5, 0), 2) == 4


@pytest.mark.parametrize(("counters", "error"), [
    (22, ValueError), (18, ZeroDivisionError), (14, IndexError),
])
def test_interpreted_it_is_the_exception_itself(counters, error):
    engine = Engine(Traps(), native=False, table_mb=1)
    with pytest.raises(error):
        engine.analyze(Pile(counters, 0), Limit(depth=4))


def test_a_state_of_another_shape_is_refused(engine):
    for state in ((1, 2, 3), 5, (1, (2,), 3), ("a", 0)):
        with pytest.raises(RulesError, match="is not shaped like the first"):
            engine._searcher.kernels.search.run(state, engine._searcher.crew.memories[0],
                                                engine._searcher.table)
