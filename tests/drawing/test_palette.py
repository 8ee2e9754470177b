"""One palette: what is drawn in Python has the page's colours, and no module has its own."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from zermelo.drawing.palette import ANYWHERE, DAY, NIGHT, Colour

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/zermelo"
NAMES = {"fill": "", "edge": "-edge", "on": "-on", "rim": "-rim", "deep": "-deep"}


def variables(file, selector):
    """What the page calls its colours, each with all its letters."""
    css = (ROOT / "frontend/src" / file).read_text(encoding="utf-8")
    block = css[css.index(f"{selector} {{") + len(selector) + 2:].partition("}")[0]
    found = dict(re.findall(r"--([\w-]+): ([^;]+);", block))

    def meant(value):
        named = re.fullmatch(r"var\(--([\w-]+)\)", value)
        if named:
            return meant(found.get(named[1], ""))  # "" if it is said elsewhere
        short = re.fullmatch(r"#(\w)(\w)(\w)", value)
        return f"#{short[1] * 2}{short[2] * 2}{short[3] * 2}" if short else value

    return {name: meant(value) for name, value in found.items()}


@pytest.mark.parametrize(("colours", "selector", "now"), [
    (DAY, ":root", ".search"),
    (NIGHT, ':root[data-theme="dark"]', ':root[data-theme="dark"] .search'),
])
def test_the_page_has_the_same_colours(colours, selector, now):
    page = variables("theme.css", selector)
    page["now"] = variables("viewer/viewer.css", now)["now"]
    page["tint"] = float(page["tint"].rstrip("%")) / 100
    plain = {field.name for field in fields(colours)} - {"players"}
    assert {name: getattr(colours, name) for name in plain} == {name: page[name] for name in plain}
    for name, its in colours.players.items():
        assert its == Colour(**{part: page[name + end] for part, end in NAMES.items()}), name


def test_no_other_module_has_colours_of_its_own():
    own = {str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py")
           if re.search(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b[\"';]", path.read_text("utf-8"))}
    assert own == {"drawing/palette.py"}


def brightness(colour):
    parts = (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [DAY, NIGHT], ids=["day", "night"])
def test_everything_can_be_read(colours):
    for words in (colours.ink, colours.soft, colours.good, colours.bad, colours.even):
        assert contrast(words, colours.card) >= 4.5
    for its in colours.players.values():
        assert contrast(its.on, its.fill) >= 4.5
        assert contrast(its.deep, colours.pale(its.fill)) >= 4.5
    for words in ANYWHERE.values():
        assert contrast(words, colours.card) >= 3


def test_what_holds_by_night_holds_only_then():
    """A rule with two selectors would hold for the second by day, too."""
    from zermelo.drawing.picture import BOARD_DARK
    from zermelo.tree.style import DARK, rules

    for rule in (*BOARD_DARK.splitlines(), *rules(DARK).splitlines()):
        assert re.fullmatch(r"(\.z[bt]-|\[data-of=)[^,{]+ \{ [^{}]+ \}", rule), rule
