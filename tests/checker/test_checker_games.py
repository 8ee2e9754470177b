"""The games that come with Zermelo keep the contract: at their own size, and at one small enough
for every hook to be compared with exact values."""

import pytest

from zermelo import load
from zermelo.checker import check
from zermelo.games import GAMES

SMALL = [
    "breakthrough:width=3,height=5,rows=1",
    "checkers:quiet_moves=2",
    "chess:start=0",
    "chomp:width=4,height=4",
    "connect4:width=4,height=4,k=3",
    "connect4:width=5,height=4,k=4",
    "dodgem",
    "domineering:width=4,height=3",
    "domineering:width=3,height=3,first=horizontal",
    "dots:width=2,height=1",
    "hex:size=3",
    "hex:size=3,swap=true",
    "hexapawn:width=3,height=4",
    "isolation:width=3,height=3",
    "isolation:width=4,height=3,blocked=b2",
    "kalah:pits=3,seeds=2",
    "kalah:pits=3,seeds=2,empty_capture=true",
    "morris:men=3",
    "nim:heaps=1+2+3,misere=true",
    "othello:size=4",
    "othello:size=4,start=parallel,empties=winner",
    "rps:deck_size=6,hand_size=2,width=2,height=2",
    "rps:deck_size=7,hand_size=2,width=3,height=2,diagonal=true,chains=true,score=margin",
    "tictactoe:width=4,height=3,k=3",
]


@pytest.mark.parametrize("spec", [*GAMES, "mini-isolation"])
@pytest.mark.few(5, telling=["chess", "rps", "checkers"])
@pytest.mark.long_for("chess")
def test_every_game_passes(spec):
    report = check(load(spec), games=2 if spec == "chess" else 5, time=30)
    assert report.ok, str(report)
    assert report.games > 0


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.few(6, telling=["checkers", "kalah", "rps"])
@pytest.mark.long_for("checkers:quiet_moves=2", "othello:size=4")
def test_small_games_pass_with_exact_values(spec):
    games = 2 if spec.startswith("chess") else 12  # of some 300 plies each
    report = check(load(spec), games=games, time=30, nodes=500)
    assert report.ok, str(report)
    for hook in ("canonical", "candidates", "bounds"):
        default = "default" in report.untested.get(hook, "")
        endless = spec.startswith("morris")  # it may go on for ever: nothing is close to its end
        assert default or endless or report.checks[f"{hook}: value"] > 0, str(report)


def test_every_game_is_checked_small():
    assert {spec.partition(":")[0] for spec in SMALL} == set(GAMES)
