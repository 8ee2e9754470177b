"""The same work on Ray, where a worker is killed in the middle."""

import time

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


SLOW = """
import os, pathlib, time
def first(position):
    pathlib.Path({folder!r}, os.environ.get("RAY_RAYLET_PID", "here")).touch()
    time.sleep(0.2)
    return position.moves[0]
"""


@pytest.fixture
def two_machines():
    """A cluster of two machines' worth of workers, one for each; the second can be taken away."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    yield cluster, second
    ray.shutdown()
    cluster.shutdown()


def test_a_machine_is_lost_in_the_middle(two_machines, tmp_path, capsys):
    """Every game is there, once, and as it is without Ray; a sentence says what happened."""
    import json
    import threading

    from zermelo.cli import main

    cluster, second = two_machines
    seen = tmp_path / str(second.all_processes["raylet"][0].process.pid)
    (tmp_path / "slow.py").write_text(SLOW.format(folder=str(tmp_path)))
    line = ["arena", "connect4:width=4,height=4", f"{tmp_path / 'slow.py'}:first", "random",
            "--games", "16", "--json", "-o"]

    def lose():
        while not seen.exists():  # until a game is under way there
            time.sleep(0.05)
        cluster.remove_node(second, allow_graceful=False)

    file = tmp_path / "ray.arena"
    losing = threading.Thread(target=lose, daemon=True)
    losing.start()
    assert main([*line, str(file), "--on", f"ray:{cluster.address}"]) == 0
    losing.join(30)
    assert not losing.is_alive()
    out, err = capsys.readouterr()
    assert "had to be begun again: its worker on Ray ended" in err and "Traceback" not in err
    assert len(err.splitlines()) == 1
    assert json.loads(out)["games"] == 16
    assert main([*line, str(tmp_path / "here.arena")]) == 0
    there, here = (_games(tmp_path / name) for name in ("ray.arena", "here.arena"))
    assert there == here and len(set(there)) == 16


def _games(file):
    from zermelo.arena import Store

    with Store.read(file) as store:
        return sorted((g.first, g.second, g.pair, tuple(g.moves)) for g in store.games())


def test_an_arena_on_ray_is_the_same_arena(tmp_path, capsys):
    import json

    from zermelo.cli import main

    def played(*on):
        assert main(["arena", "connect4:width=5,height=4", "random", "level:2", "--games", "6",
                     "-j", "2", *on, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        return [{**player, "seconds_a_move": None} for player in found["players"]]

    assert played("--on", "ray") == played()
