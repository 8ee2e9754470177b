"""A site's worker in Node against the engine here: the same rules, boards, values and nodes."""

import random

import pytest

from publish.site_folder import Site
from zermelo import Engine, Limit, load
from zermelo.dealing import drawn
from zermelo.games import GAMES
from zermelo.games.descriptions import described_position
from zermelo.play.clock import Clock
from zermelo.play.levels import LevelPlayer
from zermelo.publish.site import made_site, write_site
from zermelo.search.selftest import MANY

DEPTHS = {"tictactoe": 6, "connect4:width=5,height=4": 12, "kalah:pits=3,seeds=2": 7, "dodgem": 6,
          "Ataxx": 3}
LATE = {"dodgem": 1000, "Ataxx": 3}  # plies before the end, where proofs take no time


def lines(site, each, plies=400):
    """Positions of random games: a game's name, and the position with its way."""
    for name, game in site.games.items():
        for number in range(each):
            line = drawn(game, number).random_line(random.Random(number), plies)
            yield name, line


def test_positions_moves_and_boards_are_the_same(site):
    """Every position of random games, drawn and written by both."""
    asked, expected = [], []
    for name, line in lines(site, each=2, plies=60):
        for here in line[:: max(1, len(line) // 12)] + line[-1:]:
            asked.append({"type": "position", "game": name, "moves": here.history})
            expected.append(here)
    for here, answer in zip(expected, site.ask(*asked), strict=True):
        found, scene = answer["body"], here.scene().to_json()
        assert found["moves"] == here.move_texts
        assert found["position"] == here.text
        assert found["to_move"] == (None if here.result else here.to_move)
        assert found["scene"] == scene
        assert found["history"] == here.history
        assert found["result"] == described_position(here)["result"]


def test_values_lines_and_nodes_are_the_same(site):
    """To some depth, from the start and from the middle of a random game."""
    asked, expected = [], []
    for name, game in site.games.items():
        line = drawn(game, 1).random_line(random.Random(1), 60)
        engine = Engine(game, table_mb=16, native=True)
        engine.ready()
        for here in (line[0], line[len(line) // 3]):
            engine.clear()
            asked.append({"type": "once", "game": name, "moves": here.history,
                          "depth": DEPTHS[name], "anew": True})
            expected.append(engine.analyze(here, Limit(depth=DEPTHS[name]), all_moves=True))
        engine.close()
    for found, answer in zip(expected, site.ask(*asked), strict=True):
        told, got = found.to_json(), answer["body"]
        for key in ("nodes", "move", "pv", "depth", "to_move", "value", "moves"):
            assert got[key] == told[key], (told["game"], key)
    assert max(found.nodes for found in expected) > MANY  # so that techniques were changed


def test_proofs_are_the_same(site):
    """Every move of a late position proven; where positions repeat, by proof numbers too."""
    asked, expected = [], []
    for name, line in lines(site, each=2):
        game = site.games[name]
        here = line[max(0, len(line) - LATE.get(name, 8))]
        asked.append({"type": "once", "game": name, "moves": here.history, "time": 20,
                      "exact": True})
        with Engine(game, table_mb=16) as engine:
            expected.append(engine.solve(here, all_moves=True).to_json())
    for found, answer in zip(expected, site.ask(*asked), strict=True):
        got = answer["body"]
        # Deepening may know distances where a proof does not, and one proof where another does not.
        scored = found["value"]["distance"] is None or site.games[got["game"]].repetition
        assert proven(got["value"], scored) == proven(found["value"], scored)
        assert {m["move"]: proven(m["value"], scored) for m in got["moves"]} == {
            m["move"]: proven(m["value"], scored) for m in found["moves"]}


def proven(value, scored):
    return {**value, "distance": None} if scored else value


def test_levels_mean_the_same(site):
    """Levels that never slip and draw no lots choose the very move; all play games to their end."""
    exact = [(name, line[0], level) for name, line in lines(site, each=1) for level in (8, 9)]
    games = [("tictactoe", level) for level in range(1, 12)] + [
        ("Ataxx", 3), ("Ataxx", 7), ("dodgem", 6)]  # 7: nodes run out while moves are valued
    answers = site.ask(
        *({"type": "move", "game": name, "moves": here.history, "level": level, "anew": True}
          for name, here, level in exact),
        *({"type": "game", "game": name, "level": level} for name, level in games))
    for (name, here, level), answer in zip(exact, answers, strict=False):
        player = LevelPlayer(site.games[name], level, native=True)
        player.engine.ready()
        move = player.choose(here, Clock())
        assert answer["move"] == here.game.move_text(here.state, move), (name, level)
    for (name, _), answer in zip(games, answers[len(exact):], strict=True):
        here = site.games[name].position().play_all(answer["moves"])
        assert here.result is not None and here.result.payoff == answer["result"]["payoff"]


@pytest.mark.slow
@pytest.mark.parametrize("spec", [spec for spec in GAMES if spec not in DEPTHS])
def test_every_other_game_is_the_same(tmp_path, spec):
    """Random games through, in the game's own texts; and a search with its nodes."""
    game = load(spec)
    write_site(made_site([game]), tmp_path)
    site = Site(tmp_path, [game])
    asked, expected = [], []
    for number in range(2):
        start = drawn(game, number)
        for ply, here in enumerate(start.random_line(random.Random(number), 80)):
            if ply % 5 == 0 or here.result is not None:
                asked.append({"type": "position", "game": spec, "moves": here.history,
                              "position": written(start.state)})
                expected.append(here)
    with Engine(game, table_mb=16, native=True) as engine:
        engine.ready()
        engine.clear()
        found = engine.analyze(None, Limit(depth=3), all_moves=True).to_json()
    *answers, searched = site.ask(*asked, {"type": "once", "game": spec, "depth": 3, "anew": True})
    for here, answer in zip(expected, answers, strict=True):
        got, scene = answer["body"], here.scene().to_json()
        assert got["position"] == here.text and got["moves"] == here.move_texts
        assert got["scene"] == scene
        if site.data[spec]["reasons"] != [""]:
            assert got["result"] == described_position(here)["result"]
    assert searched["body"]["nodes"] == found["nodes"]
    assert searched["body"]["value"] == found["value"]
    assert searched["body"]["pv"] == found["pv"]


def written(state):
    """A state as games write it that do not say otherwise."""
    return str(tuple(state)).replace(" ", "") if isinstance(state, tuple) else str(state)


def test_who_is_to_move_does_not_wait_for_an_analysis(site):
    """A move calls off the analysis under way, which then never ends."""
    name = "Ataxx"
    _, answer = site.ask({"type": "analyze", "game": name, "time": 60, "left": True},
                         {"type": "move", "game": name, "level": 8, "moves": ["b1"]})
    assert answer["type"] == "move" and answer["ended"] == ["move"]


def test_two_perfect_players_draw(site):
    (answer,) = site.ask({"type": "game", "game": "tictactoe", "level": 11})
    assert answer["result"]["winner"] is None


@pytest.mark.parametrize(("question", "words"), [
    ({"type": "position", "game": "tictactoe", "moves": ["z9"]}, "x may play a1, b1"),
    ({"type": "position", "game": "go"}, "There is no game “go” here."),
    ({"type": "position", "game": "tictactoe", "position": "xo"},
     "'xo' is not a position of tictactoe: the board needs 3 rows of 3 cells"),
])
def test_what_makes_no_sense_is_answered_by_a_sentence(site, question, words):
    (answer,) = site.ask(question)
    assert answer["type"] == "error" and words in answer["message"]


def test_a_position_in_the_address_is_read_back(site):
    here = site.games["Ataxx"].position().play("b1")
    first, = site.ask({"type": "position", "game": "Ataxx", "moves": ["b1"]})
    again, = site.ask({"type": "position", "game": "Ataxx", "position": first["body"]["position"]})
    assert again["body"]["position"] == here.text  # a game that does not say otherwise
    assert again["body"]["moves"] == here.move_texts
