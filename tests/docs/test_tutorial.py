"""The tutorial followed word for word by somebody who has nothing but Python and the wheel."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TUTORIALS = ("first-game", "minimax", "perfect-player")

FOLLOW = """
import sys
from pathlib import Path
sys.path[:0] = [".", sys.argv[1]]
import written_pages
import zermelo
assert "site-packages" in zermelo.__file__, "this is not the wheel"
written_pages.run_page(Path(sys.argv[2]))
"""


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """The Python of an environment with the wheel, and with what it asks for itself."""
    folder = tmp_path_factory.mktemp("stranger")
    pip = ["-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([sys.executable, *pip, "wheel", "--no-deps", "-w", folder, ROOT], check=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    python = folder / "env/bin/python"
    subprocess.run([python, *pip, "install", "-c", ROOT / "constraints.txt",
                    *folder.glob("zermelo-*.whl")], check=True)
    return python


@pytest.mark.slow
@pytest.mark.parametrize("name", TUTORIALS)
def test_a_stranger_follows_it(name, stranger, tmp_path):
    alone = {"PATH": f"{stranger.parent}:{os.environ['PATH']}", "NO_COLOR": "1",
             "HOME": str(tmp_path), "ZERMELO_CACHE": str(tmp_path / "cache")}
    subprocess.run([stranger, "-c", FOLLOW, ROOT / "tests", ROOT / f"docs/tutorial/{name}.md"],
                   cwd=tmp_path, env=alone, check=True, timeout=300)


@pytest.mark.slow
def test_it_can_be_played_at_once(stranger, tmp_path):
    """`zermelo play connect4`, as `pipx run` would start it."""
    ran = subprocess.run([stranger.parent / "zermelo", "play", "connect4", "--against", "level:1"],
                         input="4\nquit\ny\n", text=True, capture_output=True, cwd=tmp_path,
                         env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)}, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("1 2 3 4 5 6 7") >= 2  # the board, before and after
