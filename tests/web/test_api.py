"""Questions over HTTP: the same answers as on the command line, and nobody else's business."""

import json
import subprocess
import sys

import pytest

from zermelo import load


def command(*words):
    done = subprocess.run([sys.executable, "-m", "zermelo", *words, "--json"], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


@pytest.mark.long
def test_health(server):
    status, body = server.get("/api/health")
    assert status == 200
    assert body["ok"] is True
    assert set(body["searches"]) == {"running", "waiting", "workers"}


def test_games_are_those_of_the_command_line_and_ones_own(server):
    _, body = server.get("/api/games")
    dominoes, ataxx, *shipped = body["games"]
    assert dominoes["name"] == "Dominoes" and dominoes["own"]
    assert ataxx["title"] == "Ataxx" and ataxx["colours"] == ["red", "blue"]
    for game, truth in zip(shipped, command("games")["games"], strict=True):
        assert {key: game[key] for key in truth} == truth


def test_a_position_has_the_fields_of_show(server):
    status, body = server.get("/api/position", game="tictactoe", position="x../.o./...:x",
                              moves="c3 a3")
    truth = command("show", "tictactoe", "x../.o./...:x", "--moves", "c3 a3")
    assert status == 200
    assert {key: body[key] for key in truth} == truth
    assert body["movers"] == [0, 1, 0]
    last = body["scene"]["last"]
    assert (last["move"], last["places"], last["adds"]) == ("a3", [6], [[6, 1, 0, 1]])
    assert body["plies"][0] == body["start"] == "x../.o./...:x"


def test_an_analysis_has_the_fields_of_the_command_line(server):
    status, body = server.get("/api/analyze", game="tictactoe", position="x../.o./...:x", depth=4)
    truth = command("analyze", "tictactoe", "x../.o./...:x", "--depth", "4", "--all")
    assert status == 200
    assert set(body) == set(truth)
    for same in ("game", "position", "to_move", "value", "depth", "moves"):
        assert body[same] == truth[same], same


@pytest.mark.long
def test_no_first_move_of_chess_wins_or_loses_a_pawn(server):
    """The values on the board, which the command line has, too."""
    for depth in (2, 3):
        status, body = server.get("/api/analyze", game="chess", depth=depth)
        assert status == 200 and len(body["moves"]) == 20
        assert max(abs(move["value"]["score"]) for move in body["moves"]) < 1
    truth = command("analyze", "chess", "--depth", "3", "--all")
    assert (body["value"], body["moves"]) == (truth["value"], truth["moves"])


def test_a_posted_wish_is_the_same_as_an_address(server):
    wish = {"game": "connect4", "moves": ["4", "4", "3", "3"], "depth": 3}
    assert server.ask("/api/analyze", wish)[1]["value"]["kind"] == "win"
    assert server.get("/api/analyze", game="connect4", moves="4 4 3 3",
                      depth=3)[1]["value"]["kind"] == "win"


def test_a_position_explained(server):
    status, body = server.get("/api/explain", game="chess", moves="e4 e5 Nf3")
    told = command("explain", "chess", "--moves", "e4 e5 Nf3")
    assert status == 200
    assert {key: told[key] for key in body if key != "words"} == {
        key: body[key] for key in body if key != "words"}
    assert "white is better" in body["words"] and len(body["features"]) > 40
    over = server.get("/api/explain", game="tictactoe", position="xxx/oo./...:o")[1]
    assert over["features"] == [] and over["total"] is None


def test_a_tree_by_four_algorithms(server):
    status, body = server.get("/api/tree", tree="[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    assert status == 200
    assert body["format"] == "zermelo-trees/2"
    assert {tree["algorithm"]: tree["visited"] for tree in body["trees"]} == {
        "minimax": 13, "alphabeta": 11, "ordered": 9, "table": 11}


def test_a_deal_is_drawn_by_its_seed(server):
    first, again = (server.get("/api/deal", game="rps", seed=4)[1] for _ in range(2))
    assert first == again
    assert first["position"].startswith(".../.../...:")


def test_pages_and_their_headers(server):
    import urllib.request

    for path in ("/", "/play", "/lab", "/deals"):
        with urllib.request.urlopen(server.address + path) as answer:
            assert b"<z-app>" in answer.read()
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path, query, says", [
    ("/api/position", {}, "'game' is missing"),
    ("/api/position", {"game": "chess960"}, "unknown game"),
    ("/api/position", {"game": "../../etc/passwd.py:Game"}, "unknown game"),
    ("/api/position", {"game": "tictactoe", "position": "xxx"}, "is not a position"),
    ("/api/position", {"game": "tictactoe", "moves": "b2 b2"}, "illegal move 'b2'"),
    ("/api/position", {"game": "tictactoe", "moves": "b2 " * 700}, "at most 600 moves"),
    ("/api/position", {"game": "nim:heaps=1", "moves": "a1 a1"}, "the game is over"),
    ("/api/analyze", {"game": "tictactoe", "depth": "x"}, "must be a number"),
    ("/api/analyze", {"game": "tictactoe", "depth": "1.5"}, "whole number"),
    ("/api/analyze", {"game": "tictactoe", "time": "1e9"}, "from 0.001 to 60"),
    ("/api/analyze", {"game": "tictactoe", "time": "nan"}, "from 0.001 to 60"),
    ("/api/tree", {"tree": "[[1"}, "breaks off"),
    ("/api/tree", {"tree": "[1]", "algorithms": "magic"}, "there is no algorithm 'magic'"),
    ("/api/tree", {"game": "othello", "depth": "9"}, "too many to look at"),
    ("/api/deal", {"game": "rps:deck_size=900,hand_size=40"}, "can be dealt in more than"),
])
def test_a_wish_that_makes_no_sense_is_refused_in_one_sentence(server, path, query, says):
    status, body = server.get(path, **query)
    assert status == 400
    assert says in body["error"]
    assert "\n" not in body["error"] and "Traceback" not in body["error"]


@pytest.mark.parametrize("body, says", [
    (b"", "not JSON"), (b"[1]", "must be a JSON object"), (b"{" * 5000, "brackets"),
    (b'{"game": 3}', "must be a text"), (b"\xff\xfe", "not JSON"),
    (b'{"game": "' + b"x" * 70_000 + b'"}', "may have 65536 bytes"),
    (b'{"game": "nim", "moves": [1, 2]}', "must be a list of short texts"),
    (b'{"game": "nim", "time": NaN}', "not JSON")])
def test_a_body_that_makes_no_sense(server, body, says):
    import urllib.error
    import urllib.request

    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(server.address + "/api/analyze", body))
    with caught.value as answer:
        assert answer.code == 400
        assert says in json.loads(answer.read())["error"]


@pytest.mark.parametrize("headers, status", [
    ({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403),
    ({"Host": "evil.example"}, 421), ({"Host": "localhost.evil.example:80"}, 421),
    ({"Host": "10.1.2.3"}, 421), ({"Host": ""}, 421), ({"Host": "127.0.0.1"}, 200)])
def test_other_pages_and_other_names_are_turned_away(server, headers, status):
    assert server.ask("/api/health", headers=headers)[0] == status


def test_our_own_origin_is_welcome(server):
    assert server.ask("/api/health", headers={"Origin": server.address})[0] == 200


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/etc/passwd",
                                  "/static/..%2f..%2fgame.py"])
def test_files_outside_the_bundle_are_not_there(server, path):
    import urllib.error
    import urllib.request

    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(server.address + path)
    with caught.value as answer:
        assert answer.code == 404


def test_every_deal_is_listed_by_what_the_players_hold(server):
    _, found = server.get("/api/deals", game="rps:deck_size=6,hand_size=2")
    assert len(found["deals"]) == 21 and found["kinds"] == ["rock", "paper", "scissors"]
    game = load("rps:deck_size=6,hand_size=2")
    for deal in found["deals"]:
        held = ["".join(letter * count for letter, count in zip("RPS", hand, strict=True))
                for hand in deal["hands"]]
        assert held == [game.holding(game.parse(deal["position"]), player) for player in (0, 1)]
