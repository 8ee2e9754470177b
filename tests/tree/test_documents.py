"""What the documents show is what comes out."""

import re
from pathlib import Path

from tree_examples import FIRST, endgame

from zermelo import load
from zermelo.tree import record

DOCS = Path(__file__).parents[2] / "docs"


def test_the_picture_in_the_readme_is_drawn_by_this_version():
    """To draw it anew: zermelo tree "[[[5, 6], …]]" -o docs/alpha-beta.svg"""
    assert (DOCS / "alpha-beta.svg").read_text(encoding="utf-8") == record(FIRST).svg()


def test_every_field_of_the_json_is_explained():
    text = (DOCS / "trees.md").read_text(encoding="utf-8").partition("## JSON")[2]
    head, _, rest = text.partition("A node:")
    node, _, step = rest.partition("A step:")
    data = endgame().to_json() | {"figure": "searched"}
    cut = record({"name": "A", "children": [[3, 12], [2, 4, 6]]}).to_json()
    many = record(load("connect4"), depth=2, drawn=20).to_json()
    whole = [item for tree in (data, cut, many) for item in tree["nodes"]]
    explained = [{name for row in re.findall(r"(?m)^\| ((?:`\w+`(?:, )?)+) \|", part)
                  for name in re.findall(r"\w+", row)} for part in (head, node, step)]
    assert explained == [set(data), set().union(*whole), set().union(*data["steps"])]
