"""Rules that are broken: whoever asks over UGI is told what is wrong with them, gets an answer all
the same, and can go on."""

import pytest

from uci.talking import Talk

OWN = """
from zermelo import Game

class Own(Game):
    def initial(self):
        return START
    def to_move(self, s):
        return s[1]
    def moves(self, s):
        yield from range(1, min(s[0], 3) + 1)
    def play(self, s, m):
        if s[0] == BAD:
            raise KeyError("no such pile")
        return START.__class__((s[0] - m, 1 - s[1]))
    def outcome(self, s):
        return OUTCOME
"""
RIGHT = {"START": "(9, 0)", "BAD": "-1",
         "OUTCOME": "None if s[0] else (1 if s[1] else -1)"}


@pytest.mark.parametrize(("change", "sentence"), [
    ({"BAD": "4"}, "the rules raised KeyError: 'no such pile'"),
    ({"START": "[9, 0]"}, "the rules are broken: "),
    ({"OUTCOME": "None if s[0] else 'won'"}, "'won'"),
])
def test_what_is_wrong_with_the_rules_is_said(tmp_path, change, sentence):
    text = OWN
    for name, value in (RIGHT | change).items():
        text = text.replace(name, value)
    (tmp_path / "own.py").write_text(text)
    with Talk(f"{tmp_path}/own.py:Own", ugi=True) as talk:
        heard = talk.ask("ugi", "isready", "position startpos", "go depth 9")
        said = [line for line in heard if line.startswith("info string") and sentence in line]
        assert said and "should not happen" not in said[0], heard
        assert heard[-1].split()[1] in ("1", "2", "3"), heard
        assert talk.sync()[-1] == "readyok"
