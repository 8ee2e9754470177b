"""A game that is dealt is dealt, by the seed or as somebody says, on every command that begins
somewhere."""

import io
import json
import re

import pytest

from zermelo import load
from zermelo.dealing import draw, drawn

CARDS = load("rps")
COMMANDS = {
    "show": ["show", "rps"], "analyze": ["analyze", "rps", "--depth", "1"],
    "solve": ["solve", "rps", "--nodes", "10"], "perft": ["perft", "rps", "--depth", "1"],
    "tree": ["tree", "rps", "--depth", "1", "--drawn", "3"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_seed_deals(zermelo, name):
    for seed in (0, 7):
        found = json.loads(zermelo(*COMMANDS[name], "--seed", str(seed), "--json").out)
        assert found["position"] == drawn(CARDS, seed).text
        if name != "tree":
            deal = draw(CARDS, seed)
            assert found["deal"] == {
                "number": deal.number, "of": 396, "seed": seed, "position": found["position"],
                "probability": [deal.probability.numerator, deal.probability.denominator]}
    assert drawn(CARDS, 0) != drawn(CARDS, 7)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_deal_is_chosen(zermelo, name):
    found = json.loads(zermelo(*COMMANDS[name], "--deal", "SSSSS+PPPPP", "--json").out)
    assert found["position"] == ".../.../...:SSSSS:ppppp:first:1"
    ran = zermelo(*COMMANDS[name], "--deal", "XYZ")
    assert (ran.status, ran.out) == (2, "") and "rps has no deal 'XYZ'" in ran.err


def test_what_was_dealt_is_shown(zermelo):
    deal = draw(CARDS, 3)
    for command in (["show", "rps"], ["analyze", "rps", "--depth", "1"]):
        assert f"\ndealt     {deal.text(CARDS)}, seed 3\n" in zermelo(*command, "--seed", "3").out
    assert "dealt" not in zermelo("show", "nim").out
    assert "dealt" not in zermelo("show", "rps:hands=RRPSS+RRPPS").out
    assert json.loads(zermelo("show", "nim", "--json").out).get("deal") is None


@pytest.mark.parametrize("line, says", [
    ("show nim --deal 1", "nim is not dealt: leave out the deal '1'"),
    ("show rps .../.../...:RRPSS:rrpps:first:1 --deal 1", "says what was dealt: leave out --deal"),
    ("play --load x --deal 3", "--load brings its own position"),
    ("show rps --deal 397", "give its number, 1 to 396, or write it like SSSSS+PPPSS"),
])
def test_deals_that_make_no_sense(zermelo, line, says):
    ran = zermelo(*line.split())
    assert (ran.status, ran.out) == (2, "") and says in ran.err


def test_a_game_that_is_played_is_dealt_shown_and_kept(zermelo, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for options, start in ((["--seed", "7"], drawn(CARDS, 7).text),
                           (["--deal", "3"], ".../.../...:SSSSS:ppppp:first:1")):
        monkeypatch.setattr("sys.stdin", io.StringIO("save game.txt\nquit\n"))
        ran = zermelo("play", "rps", "--against", "random", *options)
        assert ran.status == 0 and re.match(r"dealt: \w{5}\+\w{5}, deal \d+ of 396", ran.out), ran
        kept = (tmp_path / "game.txt").read_text()
        assert f"\nstart: {start}\n" in kept and "\ndeal: " in kept
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert zermelo("play", "--load", "game.txt").status == 0
