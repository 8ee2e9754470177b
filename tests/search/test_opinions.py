"""What the evaluator said is kept: nothing but time comes of it."""

import pytest
from boards import game_of, random_position

from zermelo import Engine, Limit
from zermelo.search import rules
from zermelo.search.memory import OPINION_SLOTS
from zermelo.search.switches import EXACT, PLAY, QUIET


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("spec", ["breakthrough:width=5,height=6", "checkers", "othello:size=6"])
@pytest.mark.few(2)
def test_kept_or_asked_again_a_search_finds_the_same(spec, native, monkeypatch):
    game, found = game_of(spec), {}
    for cheap in (0, 10**6):
        monkeypatch.setattr(rules, "_CHEAP", cheap)
        engine = Engine(game, native=native, switches=PLAY, table_mb=1)
        assert engine._searcher.kernels.extra["keeps_opinions"] == (cheap == 0)
        for switches in (PLAY, EXACT | QUIET, EXACT):
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
