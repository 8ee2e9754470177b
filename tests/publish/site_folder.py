"""A published folder, and questions to its worker in Node."""

import functools
import json
import shutil
import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]


class Site:
    """A folder that was published, and its games."""

    def __init__(self, folder, games):
        self.folder = folder
        self.games = {game.spec: game for game in games}

    def ask(self, *questions):
        """What the worker says to each."""
        if shutil.which("node") is None:
            pytest.skip("Node is not installed")
        ran = subprocess.run(
            ["node", str(Path(__file__).with_name("ask.mjs")),
             str(self.folder / "page.js"), str(self.folder / "games.js")],
            input=json.dumps(questions), capture_output=True, text=True, check=True)
        return json.loads(ran.stdout)

    @functools.cached_property
    def data(self):
        text = (self.folder / "games.js").read_text("utf-8")
        found = json.loads(text.partition("globalThis.published=")[2].rstrip().removesuffix(";"))
        return {game["name"]: game for game in found["games"]}
