"""The same work on Ray, where a worker is killed in the middle."""

import pytest

from zermelo.work import Noted, Unit, work_off

ray = pytest.importorskip("ray", reason="needs pip install 'zermelo[ray]'")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def test_everything_is_done_whoever_dies(tmp_path):
    from zermelo.work.on_ray import OnRay

    doubles = [Unit(str(n), "zermelo.work.trying:double", {"number": n}) for n in range(12)]
    units = [*doubles[:6], Unit("f", "zermelo.work.trying:fail"),
             Unit("o", "zermelo.work.trying:die_once", {"mark": str(tmp_path / "mark")}),
             Unit("d", "zermelo.work.trying:die"), *doubles[6:]]
    ledger = Noted()
    done = {d.unit.key: d for d in work_off(units, ledger, OnRay(count=2))}
    assert ledger == {**{str(n): 2 * n for n in range(12)}, "o": 7}
    assert "this cannot be done" in done["f"].error
    assert "its worker on Ray ended" in done["d"].error and "3 times" in done["d"].error
    assert not ray.is_initialized()


def test_an_arena_on_ray_is_the_same_arena(tmp_path, capsys):
    import json

    from zermelo.cli import main

    def played(*on):
        assert main(["arena", "connect4:width=5,height=4", "random", "level:2", "--games", "6",
                     "-j", "2", *on, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        return [{**player, "seconds_a_move": None} for player in found["players"]]

    assert played("--on", "ray") == played()
