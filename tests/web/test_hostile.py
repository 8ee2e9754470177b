"""Crowds and vandals: the server stays awake, its memory bounded, and others are served."""

import contextlib
import json
import random
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

WORDS = ["connect4", "tictactoe", "nim", "rps", "hex", "", "../x.py:Y", "connect4:width=9999", "\0",
         "nim:heaps=" + "9+" * 40, "[[[[", "🂡" * 300, "a" * 3000, "tictactoe:k=-1", "openspiel:go"]
PIECES = ['{"type":', '"analyze"', "}", "[", "]", "null", "1e999", "-1", '"\\ud800"', "{", ",", ":",
          '"game"', "true", "\x00", "9" * 400]


def hostile(lots):
    """A message that no page of ours would send, most of the time."""
    kind = lots.randrange(6)
    if kind == 0:
        return lots.randbytes(lots.randrange(200))
    if kind == 1:
        return "".join(lots.choice(PIECES) for _ in range(lots.randrange(12)))
    if kind == 2:
        return "[" * lots.randrange(1, 30_000)
    thing = lots.choice([None, 3, -1, True, [], {}, "x", 1e308, [[]] * 5, {"a": {}}])
    message = {"type": lots.choice(["analyze", "move", "stop", "ping", "", 7, None]),
               "id": lots.choice([1, "x", [], None, "y" * 100]),
               "game": lots.choice([*WORDS, thing]),
               "position": lots.choice([*WORDS, None, thing]), "time": lots.choice([0.01, thing]),
               "moves": lots.choice([[], ["4"], ["4"] * 700, "1 1 1", thing]),
               "level": lots.choice([1, 3, thing]), "depth": lots.choice([1, 2, thing]),
               "exact": thing}
    if kind == 3:
        message.pop(lots.choice(list(message)))
    return json.dumps(message)


def attack(server, messages, seed):
    """Send so many; open the line again whenever the server has had enough."""
    lots, sent = random.Random(seed), 0
    while sent < messages:
        try:
            with connect(server.live, max_queue=None) as socket:
                while sent < messages:
                    sent += 1
                    socket.send(hostile(lots))
                    socket.send(json.dumps({"type": "ping", "id": f"{seed} {sent}"}))
                    while json.loads(socket.recv(timeout=120)).get("id") != f"{seed} {sent}":
                        pass  # so every message was read, and the line is still open
        except ConnectionClosed:
            continue


def slowest_health(server, stop, found):
    while not stop.is_set():
        began = time.monotonic()
        assert server.get("/api/health")[0] == 200
        found.append(time.monotonic() - began)
        time.sleep(0.1)


def served(server):
    """Somebody else's analysis, correct and in time."""
    with connect(server.live) as socket:
        socket.send(json.dumps({"type": "analyze", "id": 5, "game": "tictactoe",
                                "position": "xo./.x./o..:x"}))
        while True:
            heard = json.loads(socket.recv(timeout=120))
            if heard.get("done"):
                return heard["value"]["kind"]


def withstand(server, messages):
    before = server.memory_mb()
    stop, health = threading.Event(), []
    watcher = threading.Thread(target=slowest_health, args=(server, stop, health))
    attackers = [threading.Thread(target=attack, args=(server, messages // 4, i))
                 for i in range(4)]
    for thread in (watcher, *attackers):
        thread.start()
    kinds = [served(server) for _ in range(3)]
    for thread in attackers:
        thread.join(300)
    stop.set()
    watcher.join(20)
    assert kinds == ["win"] * 3
    assert served(server) == "win"
    assert server.process.poll() is None
    assert health and max(health) < 20  # awake all the time; how fast is a benchmark's business
    assert server.memory_mb() - before < 700  # a few games compiled, and no more
    print(f"slowest health check {max(health) * 1000:.0f} ms of {len(health)}, "
          f"memory {before:.0f} to {server.memory_mb():.0f} MB")


def test_a_few_hundred_hostile_messages(server):
    withstand(server, 400)


@pytest.mark.slow
def test_ten_thousand_hostile_messages(server):
    withstand(server, 10_000)


@pytest.mark.slow
def test_fifty_clients_analyse_at_once(server):
    before = server.memory_mb()
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(connect(server.live)) for _ in range(50)]
        crowd(server, sockets)
    assert server.memory_mb() - before < 500
    print(f"memory {before:.0f} to {server.memory_mb():.0f} MB")


def crowd(server, sockets):
    stop, health = threading.Event(), []
    watcher = threading.Thread(target=slowest_health, args=(server, stop, health))
    watcher.start()
    try:
        for i, socket in enumerate(sockets):
            socket.send(json.dumps({"type": "analyze", "id": i, "game": "connect4", "time": 4,
                                    "moves": [str(i % 7 + 1), str(i // 7 % 7 + 1)]}))
        first = [json.loads(socket.recv(timeout=120)) for socket in sockets]
        assert [m["id"] for m in first] == list(range(50))
        time.sleep(6)
        assert server.get("/api/health")[1]["clients"] >= 50
    finally:
        stop.set()
        watcher.join(20)
    print(f"slowest health check {max(health) * 1000:.0f} ms of {len(health)}")
    assert max(health) < 20  # the benchmark measures how fast
