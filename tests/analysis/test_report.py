"""The report: its page is well formed and needs nothing else, its figures are those computed."""

import json
import re
from fractions import Fraction
from functools import partial
from html import escape
from html.parser import HTMLParser

import pytest

from zermelo import load
from zermelo.analysis import complexity
from zermelo.analysis import report as reports
from zermelo.analysis.report import make_report
from zermelo.analysis.report_page import page_of, write_report
from zermelo.analysis.report_summary import summary_of
from zermelo.analysis.skill import TEMPERATURES, Study
from zermelo.errors import GameError
from zermelo.games.rps import RPSCards
from zermelo.solve import builder, count_positions

SMALL = "rps:deck_size=6,hand_size=2"
VOID = {"meta", "rect", "path", "circle"}


class Balanced(HTMLParser):
    """Complains about tags that are closed in another order than opened; collects addresses."""

    def __init__(self):
        super().__init__()
        self.open, self.addresses, self.headings = [], [], []

    def handle_starttag(self, tag, attrs):
        self.addresses += [value for name, value in attrs if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        while self.open and self.open[-1] != tag and self.open[-1] in ("p",):
            self.open.pop()
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


@pytest.fixture(scope="module")
def made():
    said = []
    with pytest.MonkeyPatch.context() as patch:  # a busy machine has time to count, too
        patch.setattr(reports, "complexity_of", partial(reports.complexity_of, seconds=300))
        report = make_report(load(SMALL), rules=False, search=False, games=50,
                             progress=lambda doing, share: said.append(share))
    assert said == sorted(said) and said[-1] == 1.0
    return report.to_json()


@pytest.mark.long
def test_figures(made):
    study = Study.of(load(SMALL))
    deals, skill = made["deals"], made["skill"]
    assert sum(Fraction(deals[k]["fraction"]) for k in ("win", "draw", "loss")) == 1
    assert sum(deal["ways"] for deal in deals["deals"]) == deals["ways"] == 90
    assert len(skill["matrix"]) == len(skill["levels"]) == len(skill["luck"]) == len(TEMPERATURES)
    score = study.meeting(study.level(1.0), study.level(0.0)).score
    assert skill["matrix"][TEMPERATURES.index(1.0)][0] == pytest.approx(list(score[:3]))
    assert skill["positions"] == count_positions(load(SMALL))
    assert skill["visits"] == study.graph.visits != skill["positions"]
    assert skill["sorts_of_positions"] == study.graph.nodes
    names = {figure["name"]: figure["exact"] for figure in skill["figures"]}
    assert names["perfect against perfect"] == pytest.approx(
        [deals[k]["value"] for k in ("win", "draw", "loss")])
    assert names["most wins against random"][0] >= names["best result against random"][0]
    assert names["random against most wins"][2] >= names["random against best result"][2]
    exploited, safe = names["best result against perfect"], names["perfect against perfect"]
    assert exploited[0] - exploited[2] <= safe[0] - safe[2] + 1e-12
    assert exploited[0] == pytest.approx(safe[0])  # it costs draws, but never a win
    exploited = names["perfect against best result"]
    assert exploited[0] - exploited[2] >= safe[0] - safe[2] - 1e-12
    assert all(sum(figure["sampled"]) == 50 for figure in skill["figures"])


@pytest.mark.long
def test_openings_are_shares_of_the_deals(made):
    openings = made["deals"]["openings"]
    hands = made["deals"]["hands"][0]
    assert set(openings["by_hand"]) == set(hands)
    for hand, pieces in openings["by_hand"].items():
        assert set(pieces) == set(hand)
        mine = [d for d in made["deals"]["deals"] if d["first"] == hand]
        for piece, cells in pieces.items():
            assert len(cells) == 9
            good = sum(d["ways"] for d in mine if f"{piece}b2" in d["best"])
            assert cells["b2"] == pytest.approx(good / sum(d["ways"] for d in mine))


def assert_traceable(page, made):
    """Every picture and table names a part of the figures, and that part is there."""
    shown = re.split(r"<figure>|<table>", page)[1:]
    for part in shown:
        names = re.search(r"<code>((?:complexity|deals|skill|sweep|search)\.[\w.,\[\] ]+)</code>",
                          part)
        assert names, part[:200]
        for path in names[1].split(", "):
            found = made
            for step in path.split("."):
                found = found[step.removesuffix("[]")]
                assert found, path
                if step.endswith("[]"):
                    assert isinstance(found, list)
                    found = found[0]


def test_the_page_stands_alone(made, tmp_path):
    page, figures = write_report(made, tmp_path / "it.html")
    assert json.loads(figures.read_text()) == json.loads(json.dumps(made))
    reader = Balanced()
    text = page.read_text()
    reader.feed(text)
    assert set(reader.open) <= {"html"}
    assert reader.addresses == ["it.json"]
    assert "http" not in text.replace("http-equiv", "")
    assert reader.headings == [SMALL, "In short", "Complexity", "Every deal under perfect play",
                               "Where to begin", "Skill", "Luck"]
    assert_traceable(text, made)


def test_the_summary_says_what_the_figures_say(made):
    sentences = dict(map(reversed, summary_of(made)))
    deals, hands = made["deals"], made["deals"]["hands"][0]
    assert f"first wins {100 * deals['win']['value']:.1f} %" in sentences["deals.win"]
    weakest = min(hands, key=lambda hand: (hands[hand]["win"]["value"], hand))
    assert f"the weakest, {weakest}," in sentences["deals.hands"]
    luck = made["skill"]["luck"][TEMPERATURES.index(1.0)]["share"]
    assert f"{100 * luck:.1f} % between T = 1 players" in sentences["skill.luck"]
    assert set(sentences) == {"complexity.length", "complexity.tree", "deals.win", "deals.hands",
                              "skill.figures", "skill.luck"}


@pytest.mark.long
def test_any_game_has_a_report(monkeypatch):
    monkeypatch.setattr(reports, "DEPTHS", range(1, 4))
    made = make_report(load("tictactoe:width=3,height=2"), native=False, games=0).to_json()
    assert set(made) >= {"complexity", "deals", "skill", "search", "sweep"}
    assert made["left_out"] == {}
    assert [d["depth"] for d in made["search"]["depths"]] == [1, 2, 3]
    assert not any(d["differences"] for d in made["search"]["depths"])
    reader, page = Balanced(), page_of(made, "figures.json")
    reader.feed(page)
    assert "Other rules" in reader.headings
    assert_traceable(page, made)


@pytest.mark.long
def test_variants_stand_in_the_report_the_fairest_first(monkeypatch):
    monkeypatch.setattr(RPSCards, "variants", lambda self: iter(
        [load(f"{SMALL},max_rounds=1"), load(f"{SMALL},chains=true")]))
    made = make_report(load(SMALL), native=False, search=False, games=0).to_json()
    rows = made["sweep"]["rows"]
    assert len(rows) == 3
    assert [r["unfairness"] for r in rows] == sorted(r["unfairness"] for r in rows)
    page = page_of(made, "figures.json")
    assert_traceable(page, made)
    assert all(row["spec"] in page for row in rows)
    (fairest,) = (words for words, where in summary_of(made) if where == "sweep.rows")
    assert f"Of 3 sets of rules the fairest is {rows[0]['spec']}," in fairest


@pytest.mark.long
def test_ctrl_c_leaves_what_is_finished(monkeypatch):
    def interrupted(*args, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(reports, "search_section", interrupted)
    made = make_report(load(SMALL), rules=False, games=0)
    assert made.interrupted
    assert set(made.sections) == {"complexity", "skill", "deals"}
    assert "Interrupted" in page_of(made.to_json(), "x.json")


def test_complexity_stands_in_the_report(made):
    found = made["complexity"]
    assert (found["random_games"], found["seed"], found["cut_off"]) == (1000, 0, 0)
    assert found["tree"]["games"]["kind"] == found["states"]["positions"]["kind"] == "counted"
    assert found["states"]["positions"]["count"] == made["skill"]["positions"]
    assert found["branching"]["low"] <= found["branching"]["value"] <= found["branching"]["high"]
    assert found["length"]["shortest"] <= found["length"]["value"] <= found["length"]["longest"]
    page = page_of(made, "figures.json")
    for words in found["lines"].values():
        assert escape(words) in page


def test_a_game_too_large_to_list_has_its_complexity_and_the_reason(monkeypatch):
    monkeypatch.setattr(builder, "_HEAP_WORDS", 64)
    made = make_report(load("tictactoe"), native=False, search=False, games=0,
                       memory_mb=0.002).to_json()
    assert set(made["left_out"]) == {"skill", "deals", "sweep"}
    assert not set(made) & {"skill", "deals", "sweep"}
    (why,) = set(made["left_out"].values())
    assert "too large" in why
    assert made["complexity"]["states"]["positions"]["count"] == 5478
    page = page_of(made, "figures.json")
    reader = Balanced()
    reader.feed(page)
    assert reader.headings == ["tictactoe", "In short", "Complexity", "Left out"]
    assert escape(why) in page


@pytest.mark.long
def test_what_the_study_counts_replaces_an_estimate(monkeypatch):
    monkeypatch.setattr(complexity, "_MEMORY_MB", 0.001)
    monkeypatch.setattr(builder, "_HEAP_WORDS", 64)
    small = complexity.complexity_of(load(SMALL), native=False)
    assert small.leaves.kind in ("estimate", "rough estimate")
    made = make_report(load(SMALL), native=False, search=False, rules=False, games=0).to_json()
    games = made["complexity"]["tree"]["games"]
    assert games["kind"] == "counted" and made["complexity"]["exact_extremes"]
    assert small.leaves.low <= games["log10"]


def test_names_that_cannot_be(made, tmp_path):
    with pytest.raises(GameError, match=r"ends with \.html"):
        write_report(made, tmp_path / "it.json")
    with pytest.raises(GameError, match="cannot be written"):
        write_report(made, tmp_path / "no" / "it.html")
