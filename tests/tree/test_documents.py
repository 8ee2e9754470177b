"""What the documents show is what comes out."""

import re
from pathlib import Path

from tree_examples import FIRST, endgame

from zermelo.tree import record

DOCS = Path(__file__).parents[2] / "docs"


def test_the_picture_in_the_readme_is_drawn_by_this_version():
    """To draw it anew: zermelo tree "[[[5, 6], …]]" -o docs/alpha-beta.svg"""
    assert (DOCS / "alpha-beta.svg").read_text(encoding="utf-8") == record(FIRST).svg()


def test_every_field_of_the_json_is_explained():
    text = (DOCS / "trees.md").read_text(encoding="utf-8").partition("## JSON")[2]
    head, _, node = text.partition("A node:")
    data = endgame().to_json()
    explained = [{name for row in re.findall(r"(?m)^\| ((?:`\w+`(?:, )?)+) \|", part)
                  for name in re.findall(r"\w+", row)} for part in (head, node)]
    assert explained == [set(data), set(data["nodes"][0])]
