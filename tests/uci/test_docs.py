"""docs/uci.md says what is there."""

import re
import subprocess
import sys
from pathlib import Path

from zermelo.play.named import ENGINE_SETTINGS
from zermelo.uci.options import Options
from zermelo.uci.server import _COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "uci.md").read_text(encoding="utf-8")


def test_everything_is_mentioned():
    prose = re.sub(r"(?s)```.*?```", "", PAGE)
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", prose))))
    assert {*_COMMANDS} - {"debug", "register"} <= words
    assert all(f"| `{option.name}` |" in PAGE for option in Options(chess=True).declared.values())
    assert {*ENGINE_SETTINGS} <= words


def test_its_command_does_what_it_shows():
    blocks = re.findall(r"```console\n\$ (.+)\n((?:(?!```).*\n)+)```", PAGE)
    assert len(blocks) == 1
    ours = f"{sys.executable} -m zermelo"
    for command, shown in blocks:
        run = command.replace("| zermelo", f"| {ours}")
        done = subprocess.run(run, shell=True, text=True, capture_output=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        assert shown in done.stdout


def test_its_players_can_be_had():
    from zermelo import load
    from zermelo.play import player_named

    texts = re.findall(r"\b(u[cg]i:(?:stockfish|zermelo)[^\"\s]*(?: ugi '[^\"]+)?)", PAGE)
    assert len(texts) == 3
    for text in texts:
        game = "chess" if text.startswith("uci") else "connect4:width=6,height=5"
        runs = re.sub(r":(stockfish|zermelo)", f":{sys.executable}", text)
        assert player_named(runs, load(game)).name == runs
