"""Every page of the documentation: its code runs, its links lead somewhere, and the site has it."""

import re
import tomllib
from pathlib import Path

import pytest

from written_pages import run_page, understood

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))
SITE = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
MADE = {"gallery.md", "truths.md"}  # when the site is built


# Two pages run elsewhere: one with its pictures, one beside the tests of its room.
@pytest.mark.parametrize("page", [p for p in PAGES if p not in ("scenes.md", "databases.md")])
@pytest.mark.few(10, telling=["arena", "compiler", "evaluators"], long=99)
def test_its_code_runs(page, empty_folder):
    run_page(DOCS / page)


def test_a_command_that_is_shown_is_understood():
    understood("zermelo judge rps random --positions 30   # thirty")
    for wrong in ("zermelo judge rps random --place 30", "zermelo judg rps", "zermelo suite mke"):
        with pytest.raises(Exception, match=r"No such option|there is no command|No such command"):
            understood(wrong)


def listed(nav):
    for entry in nav:
        value = entry if isinstance(entry, str) else next(iter(entry.values()))
        yield from [value] if isinstance(value, str) else listed(value)


def test_the_site_has_every_page():
    assert sorted(listed(SITE["nav"])) == sorted({*PAGES, *MADE})


@pytest.mark.parametrize("page", [*(f"docs/{page}" for page in PAGES), "README.md",
                                  "CONTRIBUTING.md"])
def test_its_links_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:|#)([^)\s]+)\)", re.sub(r"(?s)```.*?```", "", text)):
        file, _, anchor = link.partition("#")
        target = ((ROOT / page).parent / file).resolve()
        if target.name in MADE and target.parent == DOCS:
            continue
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}
