import pytest

from zermelo.cli import main


class Ran:
    """What a command line printed, and its exit status."""

    def __init__(self, words, status, out, err):
        self.words, self.status, self.out, self.err = words, status, out, err

    def __repr__(self):
        return (f"zermelo {self.words}\nstatus {self.status}\nstdout:\n{self.out}\n"
                f"stderr:\n{self.err}")


@pytest.fixture
def zermelo(capsys):
    """Run a command line in this process."""

    def run(*arguments):
        status = main(list(arguments))
        out, err = capsys.readouterr()
        return Ran(arguments, status, out, err)

    return run


RIGHT = """
from zermelo import Game

class Take(Game):
    '''Take one or two stones; who takes the last one wins.'''

    def __init__(self, stones: int = 4, fast: bool = False):
        if stones < 1:
            raise ValueError("there must be a stone")
        self.stones, self.fast = stones, fast
    def initial(self):
        return (self.stones, 0)
    def to_move(self, s):
        return s[1]
    def moves(self, s):
        yield from range(1, min(s[0], 2) + 1)
    def play(self, s, m):
        return (s[0] - m, 1 - s[1])
    def outcome(self, s):
        return None if s[0] else 1 if s[1] else -1

class Broken(Take):
    def moves(self, s):
        yield 1
        yield 1

class Raising(Take):
    def text(self, s):
        return "abc"[s[0]]

class Unfinished(Game):
    def initial(self):
        return 0

class NoGame:
    pass
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A directory with good and bad game files, and in it we are."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "right.py": RIGHT,
        "syntax.py": "class Broken(:\n    pass\n",
        "raises.py": "x = 1\ny = x / 0\n",
        "imports.py": "import there_is_no_such_module\n",
        "exits.py": "import sys\nsys.exit(3)\n",
        "prints.py": f"print('noise')\n{RIGHT}",
        "empty.py": "",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "binary.py").write_bytes(b"\x00\xff\x00")
    (tmp_path / "folder.py").mkdir()
    return tmp_path
