"""Whatever somebody gets wrong is told in one short sentence; "this should not happen" is for bugs
of ours alone."""

import io

import pytest
from mistakes import BROKEN, COMMANDS, PLAIN, RIGHT, TOO_MUCH

LONGEST = 1200  # letters of a sentence


def test_there_are_enough():
    assert len(BROKEN) * len(COMMANDS) + len(TOO_MUCH) >= 300


@pytest.fixture
def alone(files, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nwhy\nhint\nquit\n"))
    (files / "nested.json").write_text("[" * 100_000)
    (files / "huge.json").write_text('{"game": "rps", "evaluator": "standard", "weights": '
                                     '{"material": 1' + "0" * 400 + "}}")
    (files / "deep.jsonl").write_text('{"suite": "zermelo", "version": 1}\n' + "[" * 100_000)
    (files / "bin.json").write_bytes(b"\x00\xff\xfe")
    (files / "folder.json").mkdir()
    return files


def is_told(ran, line):
    said = ran.err + ran.out
    assert "should not happen" not in said and "Traceback" not in said, (line, ran)
    sentences = [text for text in ran.err.splitlines() if "interpreted" not in text]
    assert all(text.startswith("zermelo: ") and len(text) < LONGEST for text in sentences), ran
    assert ran.status in (0, 1, 2), ran
    if ran.status == 2:
        assert len(sentences) == 1, (line, ran)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("often", [True, pytest.param(False, marks=pytest.mark.slow)],
                         ids=["a quarter", "the rest"])
@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.few(16)
def test_broken_rules(zermelo, alone, name, often):
    """Every command on each of them; a quarter of the pairs in every run."""
    (alone / "own.py").write_text(PLAIN.format(**{**RIGHT, **BROKEN[name]}))
    for number, command in enumerate(COMMANDS.values(), list(BROKEN).index(name)):
        if (number % 4 == 0) == often:
            line = [word.format("own.py:Own") for word in command]
            is_told(zermelo(*line), line)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_rules_that_are_right_are_not_blamed(zermelo, alone):
    (alone / "own.py").write_text(PLAIN.format(**RIGHT))
    for command in COMMANDS.values():
        ran = zermelo(*(word.format("own.py:Own") for word in command))
        assert ran.status in (0, 1) and "broken" not in ran.err, ran


@pytest.mark.parametrize("line", TOO_MUCH, ids=lambda line: " ".join(line).encode(
    "ascii", "replace").decode()[:50])
@pytest.mark.few(26)
def test_too_much_of_something(zermelo, alone, line):
    ran = zermelo(*line)
    is_told(ran, line)
    assert ran.status == 2, ran
