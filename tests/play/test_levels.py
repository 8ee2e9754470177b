"""Levels: stronger step by step, and as documented."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from zermelo import load
from zermelo.play import play_series
from zermelo.play.levels import LEVELS

PAGE = Path(__file__).parents[2] / "docs" / "levels.md"


def test_the_documentation_has_every_recipe():
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    written = {row[0]: row[1] for row in rows if len(row) == 2 and row[0].isdigit()}
    assert written == {str(level): recipe.words for level, recipe in LEVELS.items()}


def test_the_documented_ranking_has_every_level_in_its_order():
    rows = re.findall(r"^\| (\d+) \|(.* ± .*)\|$", PAGE.read_text(encoding="utf-8"), re.M)
    assert [int(level) for level, _ in rows] == sorted(LEVELS, reverse=True)
    ratings = [[int(rating) for rating in re.findall(r"\d+\. ([+-]\d+) ± \d+", cells)]
               for _, cells in rows]
    assert all(len(row) == 3 for row in ratings)
    for upper, lower in pairwise(ratings):
        assert all(a >= b for a, b in zip(upper, lower, strict=True))


def test_every_documented_step_is_a_step_up():
    steps = re.findall(r"^\| (\d+) against (\d+) \|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.M)
    assert [(int(a), int(b)) for a, b, _ in steps] == [(n + 1, n) for n in range(1, 10)]
    for *_, cells in steps:
        found = re.findall(r"(\d+\.\d) % \((\d+\.\d)–(\d+\.\d)\)", cells)
        *each, (_, lowest, _) = [tuple(map(float, score)) for score in found]
        assert len(each) == 3 and lowest > 50, cells  # at all three games together
        assert all(high > 50 for *_, high in each), cells  # and nowhere a step down


def test_the_words_say_what_the_recipe_does():
    for recipe in LEVELS.values():
        if recipe.slips:
            assert f"slips {round(100 * recipe.slips)} %" in recipe.words
        if recipe.limit.depth:
            assert f"looks {recipe.limit.depth} pl" in recipe.words
        elif recipe.limit.nodes:
            assert f"{recipe.limit.nodes:,} nodes, at most {recipe.limit.time:g} s" in recipe.words


def test_the_best_beats_the_beginner():
    series = play_series(load("connect4"), "level:8", "level:1", 8)
    assert series.score.share > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 9))
def test_each_level_beats_the_one_below(level):
    series = play_series(load("connect4"), f"level:{level + 1}", f"level:{level}", 60, seed=3)
    assert series.score.share > 0.5, series.score
