"""What the evaluator said is kept: nothing but time comes of it."""

import pytest
from boards import game_of, random_position

from zermelo import Engine, Limit
from zermelo.evaluation import evaluator_for
from zermelo.search import rules
from zermelo.search.codes import INFINITY
from zermelo.search.memory import OPINION_SLOTS
from zermelo.search.searcher import Searcher
from zermelo.search.switches import EXACT, PLAY, QUIET, Switch


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("spec", ["breakthrough:width=5,height=6", "checkers", "othello:size=6"])
@pytest.mark.few(2)
def test_kept_or_asked_again_a_search_finds_the_same(spec, native, monkeypatch):
    game, found = game_of(spec), {}
    for cheap in (0, 10**6):
        monkeypatch.setattr(rules, "_CHEAP", cheap)
        engine = Engine(game, native=native, switches=PLAY, table_mb=1)
        assert engine._searcher.kernels.extra["keeps_opinions"] == (cheap == 0)
        # but for the table, which is asked beyond the horizon where evaluators are dear
        for switches in (PLAY & ~Switch.DEEPER_ENTRIES, EXACT | QUIET, EXACT):
            engine.switches = switches
            for seed in range(3):
                engine.clear()
                got = engine.analyze(random_position(spec, seed, 8),
                                     Limit(depth=6 if native else 3))
                found.setdefault((switches, seed), []).append((got.nodes, got.value, got.line))
        kept = engine._searcher.crew.memories[0].opinions
        assert any(kept[i].check for i in range(OPINION_SLOTS)) == (cheap == 0)
    assert all(first == second for first, second in found.values())


def test_opinions_of_many_features_are_kept():
    keeps = {spec: rules.extra_rules(game, rules.formula_of(Engine(game)._searcher.evaluator))
             ["keeps_opinions"] for spec in ("chess", "tictactoe") for game in [game_of(spec)]}
    assert keeps == {"chess": True, "tictactoe": False}


@pytest.mark.parametrize(("native", "depth"), [(True, 3), (False, 2)])
def test_beyond_the_horizon_the_table_is_asked_where_judging_takes_longer(
        native, depth, monkeypatch):
    """After a search of some plies, one of a single ply judges nothing, and says the same."""
    monkeypatch.setattr(rules, "_CHEAP", 0)
    game = game_of("breakthrough:width=5,height=6")
    searcher = Searcher(game, evaluator_for(game), 1, 1, native)
    here = random_position(game.spec, 3, 7)

    def found(depth, switches):
        searcher.begin(here, Limit(), switches)
        return searcher.search(here.state, depth, -INFINITY, INFINITY)[0], searcher.nodes

    whole = Switch.TABLE | Switch.QUIESCENCE  # no pruning: every value in the table is exact
    for switches in (whole | Switch.DEEPER_ENTRIES, whole):
        searcher.clear()
        shallow = found(1, switches)
        searcher.clear()
        deep = found(depth, switches)
        again = found(1, switches)
        assert shallow[0] != deep[0]
        if switches & Switch.DEEPER_ENTRIES:
            assert again == (deep[0], 1 + len(here.moves))
        else:
            assert again == shallow
