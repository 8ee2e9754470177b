"""`zermelo deals` and `zermelo report` as they are typed."""

import json

import pytest

from zermelo.analysis import skill
from zermelo.cli import report as commands

GAME = "rps:deck_size=3,hand_size=1"


def test_deals(zermelo):
    ran = zermelo("deals", GAME, "--all")
    assert ran.status == 0
    assert ran.out.startswith("deals        6, in 6 ways\nfirst wins   0 = 0.000000\n")
    assert "second wins  1/2 = 0.500000" in ran.out
    assert ".../.../...:R:p:first:1          1 ways  -2" in ran.out
    data = json.loads(zermelo("deals", GAME, "--json").out)
    assert (data["ways"], data["loss"]["fraction"]) == (6, "1/2")


def test_solved_deals_are_kept_and_a_damaged_file_refused(zermelo, tmp_path):
    file = tmp_path / "it"
    first = zermelo("deals", GAME, "--file", str(file))
    assert first.status == 0 and file.exists()
    assert zermelo("deals", GAME, "--file", str(file)).out == first.out
    file.write_bytes(file.read_bytes()[:-1])
    ran = zermelo("deals", GAME, "--file", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (f"zermelo: {str(file)!r} is damaged, its checksum does not fit: "
                       f"delete it, and it is made anew\n")
    ran = zermelo("deals", "rps:deck_size=4,hand_size=1", "--file", str(tmp_path))
    assert ran.status == 2 and "cannot be read" in ran.err


@pytest.mark.long
def test_report(zermelo, tmp_path):
    page = tmp_path / "it.html"
    ran = zermelo("report", GAME, "--out", str(page), "--no-rules", "--no-search", "--games", "9")
    assert ran.status == 0, ran
    assert "perfect against perfect" in ran.out
    for measure in ("branching", "length   ", "tree     ", "states   "):
        assert f"\n{measure} " in ran.out
    assert f"written   {page}" in ran.out
    assert json.loads(page.with_suffix(".json").read_text())["game"] == GAME
    assert page.read_text().startswith("<!doctype html>")
    ran = zermelo("report", GAME, "--out", str(page), "--no-rules", "--no-search", "--json")
    assert json.loads(ran.out) == json.loads(page.with_suffix(".json").read_text())


def test_report_of_a_game_of_ones_own(zermelo, files):
    line = ["report", "right.py:Take:stones=6", "--no-rules", "--no-search", "--games", "9"]
    data = json.loads(zermelo(*line, "--json", "--seed", "3").out)["complexity"]
    assert (data["seed"], data["random_games"]) == (3, 1000)
    assert data["tree"]["games"]["count"] == 13  # ways to write 6 as ones and twos, in order
    assert data["states"]["positions"]["count"] == 12
    assert (data["length"]["shortest"], data["length"]["longest"]) == (3, 6)


@pytest.mark.slow
def test_report_of_a_game_too_large_to_list(zermelo, tmp_path):
    ran = zermelo("report", "hex:size=6", "--out", str(tmp_path / "it.html"), "--no-search",
                  "--time", "0.5")
    assert ran.status == 0, ran
    assert "\nleft out  skill, deals, sweep: hex:size=6 is too large: after " in ran.out
    assert "estimate" in ran.out and "seed 0" in ran.out


@pytest.mark.parametrize("arguments, why", [
    (("report", GAME, "--time", "0"), "a time of 0.0 makes no sense"),
    (("report", "rpss"), "did you mean rps"),
    (("report", GAME, "--games", "-1"), "-1 games make no sense"),
    (("report", GAME, "--out", "/no/such/folder/x.html", "--no-rules", "--no-search", "--games",
      "0"), "cannot be written"),
])
def test_bad_input(zermelo, arguments, why):
    ran = zermelo(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err and ran.err.count("\n") == 1


def test_ctrl_c(zermelo, tmp_path, monkeypatch):
    def interrupted(*args, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(skill.Study, "of", interrupted)
    ran = zermelo("report", GAME, "--out", str(tmp_path / "it.html"), "--no-rules", "--no-search")
    assert ran.status == 130
    assert "interrupted: this is what there is" in ran.out
    assert commands.INTERRUPTED == 130
