"""The README's code, run as it stands, in its order, in an empty folder."""

from pathlib import Path

from written_pages import BLOCK, run_page

README = Path(__file__).parents[1] / "README.md"


def test_readme(empty_folder):
    assert len(BLOCK.findall(README.read_text(encoding="utf-8"))) >= 5
    run_page(README)


def test_the_tutorial_is_short():
    code = next(block["code"] for block in BLOCK.finditer(README.read_text(encoding="utf-8"))
                if block["code"].startswith("# dominoes.py"))
    assert len([line for line in code.splitlines() if line.strip()]) <= 26  # the name, and 25
