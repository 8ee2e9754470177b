"""Records that cannot be right are refused with the line and the reason."""

import pytest

from zermelo import load
from zermelo.errors import RecordError
from zermelo.play import Match, Record

GOOD = """# a game of Zermelo's, version 1
game: tictactoe
first: level:4
second: random:seed=3
clock: 60+1
result: +1
ending: rules
reason: 3 in a row
event: a friendly one

1 x a1 -
2 o a2 0.512
3 x b1 1.034
4 o b2 0.100
5 x c1 0.200
"""


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


def test_a_record_reads_and_writes_the_same():
    record = Record.parse(GOOD)
    assert record.to_text() == GOOD
    assert record.players == ("level:4", "random:seed=3") and record.ending.winner == 0
    assert record.entries[0].seconds is None and record.entries[2].seconds == 1.034
    assert record.notes == {"event": "a friendly one"}
    assert record.position().text == "xxx/oo./...:o"


@pytest.mark.parametrize("text, words", [
    ("", "line 1: a game begins with"),
    ("hello\n", "line 1: a game begins with"),
    (changed("game: tictactoe", "game: tictacto"), "line 2: unknown game 'tictacto'"),
    (changed("game: tictactoe", "gaem tictactoe"), "line 2: 'gaem tictactoe' is not a header"),
    (changed("game: tictactoe\n", ""), "there is no header 'game'"),
    (changed("first: level:4\n", ""), "there is no header 'first'"),
    (changed("first: level:4", "game: nim"), "line 3: 'game' stands there twice"),
    (changed("60+1", "soon"), "line 5: 'soon' is not a clock"),
    (changed("clock: 60+1", "start: xyz"), "line 5: 'xyz' is not a position of tictactoe"),
    (changed("result: +1", "result: x"), "line 6: 'x' is not a result"),
    (changed("result: +1", "result: -1"), "line 6: the result is +1 by the rules, and not -1"),
    (changed("result: +1", "result: *"), "line 6: the game is over, and the result +1"),
    (changed("ending: rules", "ending: magic"), "line 7: 'magic' is not an ending"),
    (changed("5 x c1 0.200\n", ""), "line 6: the game is not over by the rules: x is to move"),
    (changed("3 x b1 1.034", "3 x b1"), "line 13: '3 x b1' is not a move: write number"),
    (changed("3 x b1", "4 x b1"), "line 13: move 3 should be here, and not '4'"),
    (changed("3 x b1", "3 z b1"), "line 13: there is no player 'z': there are x and o"),
    (changed("3 x b1", "3 o b1"), "line 13: it is the turn of x, and not of o"),
    (changed("3 x b1", "3 x a2"), "line 13: illegal move 'a2' in x../o../...:x: x may play"),
    (changed("1.034", "long"), "line 13: 'long' is not a number of seconds, or -"),
    (GOOD + "6 o c2 0.1\n", "line 16: 'c2' comes after the end of the game: 3 in a row"),
])
def test_what_is_wrong_is_said_with_its_line(text, words):
    with pytest.raises(RecordError) as refused:
        Record.parse(text, "game.txt")
    assert words in str(refused.value) and "\n" not in str(refused.value)
    assert str(refused.value).startswith("game.txt")


def test_files_that_cannot_be_read_or_written(tmp_path):
    with pytest.raises(RecordError, match=r"cannot read '.*': No such file"):
        Record.load(tmp_path / "nothing")
    (tmp_path / "binary").write_bytes(b"\xff\x00")
    with pytest.raises(RecordError, match="is not text"):
        Record.load(tmp_path / "binary")
    with pytest.raises(RecordError, match="cannot save the game to"):
        Record.parse(GOOD).save(tmp_path / "no" / "where")


def test_a_start_of_its_own_is_kept():
    here = load("nim:heaps=1+2").position("1+0:first")
    match = Match("nim:heaps=1+2", "random", "random", start=here)
    match.play()
    record = Record.parse(match.record.to_text())
    assert record.start == "1+0:first" and record.position() == match.here
    assert record.game == "nim:heaps=1+2"
