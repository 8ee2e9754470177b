"""The WebSocket: analyses stream in, wishes replace each other, leaving ends a search."""

import json
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from zermelo import Engine, load


def say(socket, **message):
    socket.send(json.dumps(message))


def hear(socket, seconds=120):
    return json.loads(socket.recv(timeout=seconds))


def until(socket, wanted, seconds=120):
    """All messages up to the first that is wanted."""
    heard = []
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        heard.append(hear(socket))
        if wanted(heard[-1]):
            return heard
    raise AssertionError(f"not heard: {heard[-3:]}")


def searches_running(server):
    return server.get("/api/health")[1]["searches"]["running"]


def until_running(server, number):
    deadline = time.monotonic() + 30
    while searches_running(server) != number:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_an_analysis_streams_until_all_is_known(server):
    with connect(server.live) as socket:
        say(socket, type="analyze", id=1, game="connect4", position="2745522241316617747413")
        heard = until(socket, lambda m: m.get("done"))
    assert all(m["type"] == "analysis" and m["id"] == 1 for m in heard)
    truth = Engine(load("connect4")).solve("2745522241316617747413", all_moves=True).to_json()
    found = {m["move"]: m["value"] for m in heard[-1]["moves"]}
    assert found == {m["move"]: m["value"] for m in truth["moves"]}
    assert {m["position"] for m in heard} == {truth["position"]}


def test_updates_are_at_most_fifteen_a_second(server):
    with connect(server.live) as socket:
        say(socket, type="analyze", id=1, game="othello", time=3)
        until(socket, lambda m: True)
        began = time.monotonic()
        heard = until(socket, lambda m: m.get("done"))
        assert len(heard) <= 15 * (time.monotonic() - began) + 2


def test_a_new_wish_replaces_the_old_one(server):
    with connect(server.live) as socket:
        for number, moves in enumerate((["4"], ["4", "4"], ["4", "4", "3"])):
            say(socket, type="analyze", id=number, game="connect4", moves=moves, time=20)
        heard = until(socket, lambda m: m["id"] == 2)
        say(socket, type="analyze", id=3, game="tictactoe")
        heard = until(socket, lambda m: m["id"] == 3 and m.get("done"))
        later = heard[next(i for i, m in enumerate(heard) if m["id"] == 3):]
        assert all(m["id"] == 3 and m["game"] == "tictactoe" for m in later)
        until_running(server, 0)


def test_leaving_ends_the_search(server):
    with connect(server.live) as socket:
        say(socket, type="analyze", id=1, game="othello", time=60)
        until(socket, lambda m: m["native"])  # until then it may be waiting for the compiler
        until_running(server, 1)
    until_running(server, 0)


def test_stop_ends_the_search_and_the_line_stays_open(server):
    with connect(server.live) as socket:
        say(socket, type="analyze", id=1, game="othello", time=60)
        until(socket, lambda m: True)
        say(socket, type="stop")
        say(socket, type="ping", id="p")
        until(socket, lambda m: m["type"] == "pong" and m["id"] == "p")
        until_running(server, 0)


@pytest.mark.parametrize("level", [1, 4, 8, 11])
def test_an_opponent_moves(server, level):
    with connect(server.live) as socket:
        say(socket, type="move", id=7, game="tictactoe", moves=["b2"], level=level)
        heard = hear(socket)
    assert heard["type"] == "move" and heard["id"] == 7
    here = load("tictactoe").position().play("b2")
    assert heard["position"] == here.text
    assert heard["move"] in here.move_texts


def test_two_clients_hear_only_of_their_own(server):
    with connect(server.live) as one, connect(server.live) as other:
        say(one, type="analyze", id="a", game="connect4", moves=["1"], time=1)
        say(other, type="analyze", id="b", game="connect4", moves=["7"], time=1)
        for socket, name, stone in ((one, "a", "x......"), (other, "b", "......x")):
            heard = until(socket, lambda m: m.get("done"))
            assert {m["id"] for m in heard} == {name}
            assert all(f"/{stone}:o" in m["position"] for m in heard)


@pytest.mark.parametrize("message, says", [
    ("hello", "not JSON"), ('{"type": "dance"}', "'type' must be"),
    ('{"type": "analyze"}', "'game' is missing"),
    ('{"type": "analyze", "game": "nim", "time": 1e9}', "from 0.001 to 60"),
    ('{"type": "analyze", "game": "nim", "id": [1]}', "'id' must be"),
    ('{"type": "move", "game": "nim", "level": 99}', "from 1 to 11"),
    ('{"type": "move", "game": "nim:heaps=1", "moves": ["a1"]}', "the game is over")])
def test_messages_that_make_no_sense_are_answered(server, message, says):
    with connect(server.live) as socket:
        socket.send(message)
        heard = hear(socket)
        assert heard["type"] == "error"
        assert says in heard["message"]
        say(socket, type="ping")
        assert hear(socket)["type"] == "pong"


def test_a_message_that_is_too_long_ends_the_line(server):
    with connect(server.live) as socket, pytest.raises(ConnectionClosed):
        socket.send("x" * 100_000)
        hear(socket)
    assert server.get("/api/health")[0] == 200


def test_pages_of_others_cannot_open_the_line(server):
    with pytest.raises(InvalidStatus):
        connect(server.live, origin="http://evil.example")
