"""Every mistake on the command line ends in one sentence that echoes it, and exit status 2."""

import pytest
from bad_input import COMMANDS, assert_refused


@pytest.mark.parametrize("line, words", COMMANDS, ids=[line for line, _ in COMMANDS])
def test_bad_command_lines(zermelo, line, words):
    assert_refused(zermelo(*line.split()), words)


def test_rules_that_raise_are_told_by_file_and_line(zermelo, files):
    ran = zermelo("show", "right.py:Raising")
    assert_refused(ran, "'right.py:Raising': the rules raised IndexError: string index out of "
                        "range at line ")
    assert "of right.py; `zermelo check right.py:Raising` says more" in ran.err


def test_a_mistake_of_our_own_is_one_sentence_too(zermelo, monkeypatch):
    monkeypatch.delenv("ZERMELO_TRACEBACK", raising=False)
    monkeypatch.setattr("zermelo.cli.games.described_games", lambda: [][1])
    assert_refused(zermelo("games"), "this should not happen, please report it: IndexError")


def test_and_its_traceback_can_be_had(zermelo, monkeypatch):
    monkeypatch.setenv("ZERMELO_TRACEBACK", "1")
    monkeypatch.setattr("zermelo.cli.games.described_games", lambda: [][1])
    with pytest.raises(IndexError):
        zermelo("games")
