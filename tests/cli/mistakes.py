"""Somebody's mistakes: rules that are broken in many ways, and input that is too much of
something. A game's file here is the plain one below with a line of its class exchanged."""

PLAIN = '''
from fractions import Fraction
from zermelo import Game

class Own(Game):
    """Take one to three letters from a word; who takes the last one wins."""
    {extra}
    def __init__(self, letters=7):
        self.letters = letters
    def initial(self):
        return {initial}
    def to_move(self, s):
        return {to_move}
    def moves(self, s):
        {moves}
    def play(self, s, m):
        return {play}
    def outcome(self, s):
        return {outcome}
'''
RIGHT = {
    "extra": "pass", "initial": '("a" * self.letters, 0)', "to_move": "s[1]",
    "moves": "return list(range(1, min(len(s[0]), 3) + 1))", "play": "(s[0][m:], 1 - s[1])",
    "outcome": "None if s[0] else (1 if s[1] else -1)",
}

BROKEN = {  # what is exchanged
    "a start that is a list": {"initial": '["a", 0]'},
    "a start that is a dict": {"initial": '{"a": 0}'},
    "no start": {"initial": "None"},
    "a start that raises": {"initial": "1 // 0"},
    "a start that is not there": {"initial": "self.nothing"},
    "nobody to move": {"to_move": "None"},
    "a third player": {"to_move": "2"},
    "a mover in words": {"to_move": '"first"'},
    "a negative mover": {"to_move": "-1"},
    "a mover in a list": {"to_move": "[s[1]]"},
    "a mover that raises": {"to_move": "{}[0]"},
    "moves that are lists": {"moves": "return [[1], [2]]"},
    "moves that are dicts": {"moves": "return [{}]"},
    "moves that are None": {"moves": "return None"},
    "no moves": {"moves": "return []"},
    "moves that are no list": {"moves": "return 5"},
    "moves that raise": {"moves": "raise KeyError('x')"},
    "moves that end the program": {"moves": "raise SystemExit(3)"},
    "moves that raise something base": {"moves": "raise BaseException('x')"},
    "the same move twice": {"moves": "return [1, 1]"},
    "a play that is None": {"play": "None"},
    "a play that is a list": {"play": "[s[0][m:], 1 - s[1]]"},
    "a play that raises": {"play": "s[9]"},
    "a play that recurses": {"play": "self.play(s, m)"},
    "an outcome in words": {"outcome": 'None if s[0] else "won"'},
    "an outcome that is a float": {"outcome": "None if s[0] else 0.5"},
    "an outcome too large": {"outcome": "None if s[0] else 10 ** 30"},
    "an outcome that is a list": {"outcome": "None if s[0] else [1]"},
    "an outcome that raises": {"outcome": "s[0] + 1"},
    "an outcome that is never": {"outcome": "None"},
    "a text that is None": {"extra": "text = lambda self, s: None"},
    "a text that is a number": {"extra": "text = lambda self, s: 7"},
    "a text that raises": {"extra": "text = lambda self, s: s.nothing"},
    "a text with a lone surrogate": {"extra": r"text = lambda self, s: s[0] + '\\udcff'"},
    "a move's text that is None": {"extra": "move_text = lambda self, s, m: None"},
    "a move's text that raises": {"extra": "move_text = lambda self, s, m: m[0]"},
    "a picture that is None": {"extra": "show = lambda self, s: None"},
    "a picture that raises": {"extra": "show = lambda self, s: 1 / 0"},
    "a reason that raises": {"extra": "reason = lambda self, s: 1 / 0"},
    "a reason that is None": {"extra": "reason = lambda self, s: None"},
    "repetition in words": {"extra": "repetition = 'three'"},
    "repetition that is None": {"extra": "repetition = None"},
    "no players": {"extra": "players = None"},
    "one player": {"extra": "players = ('x',)"},
    "players in numbers": {"extra": "players = (1, 2)"},
    "a name that is a number": {"extra": "name = 5"},
    "evaluators in words": {"extra": "evaluators = 'standard'"},
    "an evaluator that raises": {"extra": "evaluators = (lambda game, s: s.nothing,)"},
    "an evaluator that says nothing": {"extra": "evaluators = (lambda game, s: None,)"},
    "an evaluator in words": {"extra": "evaluators = (lambda game, s: 'good',)"},
    "an evaluator that is no number": {"extra": "evaluators = (lambda game, s: float('nan'),)"},
    "an order that raises": {"extra": "order = lambda self, s, m: s.nothing"},
    "an order in words": {"extra": "order = lambda self, s, m: 'first'"},
    "candidates that raise": {"extra": "candidates = lambda self, s: 1 / 0"},
    "candidates that are none": {"extra": "candidates = lambda self, s: []"},
    "bounds that raise": {"extra": "bounds = lambda self, s: 1 / 0"},
    "bounds that are no method": {"extra": "bounds = None"},
    "bounds that are one": {"extra": "bounds = lambda self, s: 3"},
    "a key that is a list": {"extra": "key = lambda self, s: [s]"},
    "a key that raises": {"extra": "key = lambda self, s: s.nothing"},
    "a canonical that is None": {"extra": "canonical = lambda self, s: None"},
    "a canonical that raises": {"extra": "canonical = lambda self, s: s.nothing"},
    "deals that are no pairs": {"extra": "deals = lambda self: [1, 2]"},
    "deals that raise": {"extra": "deals = lambda self: 1 / 0"},
    "no deals": {"extra": "deals = lambda self: []"},
    "deals of no chance": {"extra": "deals = lambda self: [(Fraction(0), self.initial())]"},
}

COMMANDS = {  # on a game of one's own
    "show": ["show", "{}"], "analyze": ["analyze", "{}", "--depth", "2", "--all"],
    "solve": ["solve", "{}"], "perft": ["perft", "{}", "--depth", "2"],
    "tree": ["tree", "{}", "--depth", "2"], "bench": ["bench", "{}", "--depth", "2"],
    "match": ["match", "greedy", "minimax:depth=1", "--game", "{}", "--games", "1"],
    "engines": ["match", "engine:depth=2", "level:2", "--game", "{}", "--games", "1"],
    "play": ["play", "{}", "--against", "level:2"], "check": ["check", "{}", "--games", "20"],
    "judge": ["judge", "{}", "random", "--positions", "2"], "deals": ["deals", "{}"],
    "suite": ["suite", "make", "{}", "--positions", "2"],
    "sweep": ["sweep", "{}", "--letters", "3..4", "--games", "20", "--time", "1"],
}

LONG = "x" * 5000
TOO_MUCH = [
    ["show", LONG], ["show", f"nim:{LONG}=3"], ["show", f"nim:heaps={LONG}"], ["show", "nim", LONG],
    ["show", "nim", "--moves", LONG], ["show", f"{LONG}.py:Game"], ["show", f"{LONG}/x.py:Game"],
    ["show", "\udcff"], ["show", "tictactoe", "\udcff\udcfe"], ["show", "a\0b.py:Game"],
    ["show", "tictactoe", "--moves", "\udcff"], ["show", "tictactoe:width=" + "9" * 5000],
    ["show", "tictactoe:width=99999999999999999999"], ["show", "nim:heaps=99999999999999999999"],
    ["analyze", "nim", "--time", "1e18"], ["analyze", "nim", "--time", "1e308"],
    ["analyze", "nim", "--time", "1e999"], ["analyze", "nim", "--time", "nan"],
    ["analyze", "nim", "--depth", "9" * 30], ["analyze", "nim", "--nodes", "9" * 30],
    ["analyze", "nim", "--depth", "9" * 5000], ["analyze", "nim", "--time", "9" * 5000],
    ["analyze", "nim", "--evaluator", LONG], ["analyze", "rps", "--evaluator", LONG + ".json"],
    *(["analyze", "rps", "--evaluator", f"{name}.json"]
      for name in ("nested", "huge", "folder", "bin")),
    ["analyze", "nim", "--table", "1e7"], ["analyze", "nim", "--table", "1e300"],
    ["analyze", "nim", "--table", "nan"], ["analyze", "nim", "--threads", "9" * 12],
    ["analyze", "rps", "--deal", LONG], ["analyze", "rps", "--seed", "9" * 5000],
    ["solve", "nim", "--time", "1e18"], ["solve", "nim", "--nodes", "9" * 30],
    ["solve", "nim", "--method", LONG], ["solve", "nim", "--table", "1e7"],
    *(["solve", "nim", "--table-file", name]
      for name in (LONG, "bin.json", "nested.json", "folder.json", "no/where")),
    ["solve", "nim", "--table-file", "new", "--table", "1e12"],
    ["solve", "nim", "--table-file", "new", "--table", "nan"],
    ["perft", "nim", "--depth", "9" * 30], ["check", "nim", "--time", "nan"],
    ["check", "nim", "--games", "9" * 5000], ["bench", "nim", "--depth", "9" * 30],
    ["bench", "nim", "--positions", "-3"], ["bench", "nim", "--without", LONG],
    ["tree", "[" * 100_000], ["tree", "[" * 5000 + "]" * 5000], ["tree", "nested.json"],
    ["tree", LONG + ".json"], ["tree", "[1, 2", "-o", "x.svg"], ["tree", "[[NaN, 2], 3]"],
    ["tree", "tictactoe", "--algorithm", LONG], ["tree", "tictactoe", "--depth", "9" * 30],
    ["tree", "[1, 2]", "-o", LONG], ["tree", "[1, 2]", "-o", "x." + LONG],
    ["tree", "[1, 2]", "-o", LONG + ".svg"], ["tree", "tictactoe", "--theme", LONG],
    ["tree", '{"name": "\\ud800", "children": [1, 2]}', "-o", "x.svg"],
    ["tree", '{"name": "\\ud800", "children": [1, 2]}', "-o", "x.json"],
    ["play", "nim", "--against", LONG], ["play", "nim", "--clock", "9" * 5000],
    ["play", "nim", "--clock", LONG], ["play", "--load", LONG], ["play", "--load", "nested.json"],
    ["play", "--load", "bin.json"], ["play", "--load", "folder.json"],
    ["match", LONG, "random", "--game", "nim"], ["match", "random", LONG, "--game", "nim"],
    ["match", "engine:time=1e18", "random", "--game", "nim", "--games", "1"],
    ["match", "engine:depth=" + "9" * 30, "random", "--game", "nim", "--games", "1"],
    ["match", "engine:table=1e7", "random", "--game", "nim", "--games", "1"],
    ["match", "level:" + "9" * 5000, "random", "--game", "nim"],
    ["match", "random", "random", "--game", "nim", "--games", "1", "--save", "bin.json"],
    ["judge", "nim", LONG], ["judge", "nim", "random", "--time", "1e999"],
    ["judge", "nim", "random", "--nodes", "9" * 30], ["judge", "nim", "onnx:" + LONG],
    ["suite", "run", LONG, "random"], ["suite", "run", "nested.json", "random"],
    ["suite", "check", "bin.json"], ["suite", "check", "folder.json"],
    ["suite", "run", "deep.jsonl", "random"], ["suite", "check", "default", "--game", LONG],
    ["deals", "rps:deck_size=3,hand_size=1", "--file", LONG],
    ["deals", "rps:deck_size=3,hand_size=1", "--file", "folder.json"],
    ["tune", "rps", "--evaluator", "nested.json"], ["tune", "rps", "--out", LONG],
    ["examples", "nim", "--out", "bin.json"], ["examples", "nim", "--out", LONG],
    ["examples", "nim", "--out", "new", "--jobs", "0"], ["sweep", "nim", "--jobs", "-3"],
    ["report", "rps:deck_size=3,hand_size=1", "--games", "9" * 5000],
    ["sweep", "nim", "--heaps", LONG], ["sweep", "nim", "--" + LONG, "3"],
    ["sweep", "tictactoe", "--width", "9" * 5000], ["sweep", LONG, "--width", "3"],
    ["sweep", "tictactoe", "--width", "1.." + "9" * 5000], ["sweep", "nim", "--time", "1e999"],
    ["sweep", "tictactoe", "--svg", LONG + ".svg"], ["sweep", "tictactoe", "--set", LONG],
    [LONG], ["--" + LONG], ["show", "--" + LONG], ["games", LONG], ["\udcff"],
]
