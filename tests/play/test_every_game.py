"""The engine at every game, from the command line: no crash, every game ends by the rules."""

import json

import pytest

from zermelo.cli import main
from zermelo.games import GAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_match_of_every_game(name, capsys, tmp_path):
    status = main(["match", "engine:nodes=2000", "level:3", "--game", name, "--games", "2",
                   "--save", str(tmp_path), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert status == 0 and found["games"] == 2
    assert {result["ending"] for result in found["results"]} == {"rules"}
    assert len(list(tmp_path.iterdir())) == 2
