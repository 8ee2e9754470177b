"""A game's own texts on a page without Python: translated, and asked of the worker in Node."""

import random

import pytest

from publish.site_folder import Site
from zermelo import load
from zermelo.dealing import drawn
from zermelo.games import GAMES
from zermelo.publish.published import seen
from zermelo.publish.scripts import texts
from zermelo.publish.site import write_site, written_site


def site_of(folder, *games):
    """A site that shows games, and does not search them."""
    write_site(written_site([{**seen(game, game.spec), "scale": 1} for game in games]), folder)
    return Site(folder, games)


@pytest.mark.parametrize("spec", GAMES)
def test_all_games_that_come_with_it_are_told(spec):
    assert texts(load(spec)).kinds == ["text", "move_text"]


CHESS = [  # both sides castle; ambiguous by file, by rank, by both; en passant; promotions; mates
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
    "6k1/8/8/R6R/8/8/8/R6K w - - 0 1",
    "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "1n5k/P7/8/8/8/8/p7/1N5K w - - 0 1",
    "1n5k/P7/8/8/8/8/p7/1N5K b - - 0 1",
    "7k/8/6K1/6Q1/8/8/8/8 w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 99 1",  # mate, or a draw by the counter with a check
]


def test_chess_is_written_as_in_books(tmp_path):
    """SAN and FEN, in odd positions and in random games."""
    game = load("chess")
    site = site_of(tmp_path, game)
    odd = [game.position(text) for text in CHESS]
    lines = [game.position().random_line(random.Random(n), 90) for n in range(3)]
    walked = [here for line in lines for here in line[::4]]
    answers = site.ask(
        *({"type": "position", "game": "chess", "position": numbers(here.state)} for here in odd),
        *({"type": "position", "game": "chess", "moves": here.history} for here in walked))
    for here, answer in zip([*odd, *walked], answers, strict=True):
        told = answer["body"]
        assert told["moves"] == here.move_texts
        assert told["position"] == here.text
        assert told["history"] == here.history
    found = {move for here in odd for move in here.move_texts}
    assert {"O-O", "O-O-O", "Rad5", "R1a3", "Qh4e1", "a8=Q", "axb1=N", "dxe3", "Qd8#"} <= found
    again, = site.ask({"type": "position", "game": "chess", "position": game.position().text})
    assert again["body"]["moves"] == game.position().move_texts


def numbers(state):
    """A state as any page reads it."""
    return str(tuple(state)).replace(" ", "")


OWN = '''
from typing import NamedTuple
from zermelo import Game
from zermelo.drawing import Piece, grid
import re

NAMES = {{0: "zero", 1: "one", (2, 3): "pair"}}
LETTERS = "αβγδε"

class Pair(NamedTuple):
    a: int
    b: tuple[int, int]
    @property
    def total(self):
        return self.a + sum(self.b)
    def bigger(self, by):
        return self._replace(a=self.a + by)

def told(n, *, sign="+"):
    return f"{{sign}}{{n}}"

def stepping(n):
    while n:
        yield n
        n -= 1
    yield from (7, 8)

class Own(Game):
    board = grid(5, 1)
    size = 5
    def initial(self):
        return Pair(0, (0, 3))
    def to_move(self, s):
        return s.b[0] & 1
    def moves(self, s):
        for i in range(3):
            yield i
    def play(self, s, m):
        return Pair(s.a * 3 - m - 1, (s.b[0] + 1, s.b[1] - m))
    def outcome(self, s):
        return None if s.b[0] < 6 else 0
    def pieces(self, s):
        yield Piece(s.b[0] % 5)
    def touches(self, s, m):
        yield m
    def spot(self, n):
        return self.board.places[n % self.size].name
    def text(self, s):
        return {text}
    def move_text(self, s, m):
        return {move}
'''
EXPRESSIONS = [
    "f'{s.a // 4}_{s.a % 4}_{-s.a // 3}_{-s.a % -3}_{abs(s.a)}'",
    "f'{s.a:>5}|{s.a:<5}|{s.a:^6}|{s.a:05}|{s.a & 255:x}|{s.a & 255:08b}'",
    "'%' + str(s.a << 70 >> 3) + str(s.a ** 5) + str(~s.a ^ 77 | 4)",
    "'-'.join(LETTERS[i] for i in range(s.b[0] % 5, -1, -1))",
    "LETTERS[::-1] + LETTERS[-2:] + LETTERS[1:100:2] + LETTERS[-9:2]",
    "NAMES.get(s.b[0], 'more') + NAMES[2, 3] + str(len(NAMES))",
    "','.join(map(str, sorted([s.a, s.b[1], 4, -2], reverse=True)))",
    "','.join(f'{i}{x}' for i, x in enumerate('abc', 1) if x != 'b')",
    "'/'.join(f'{a}{b}' for a, b in zip('xyz', stepping(2), strict=False))",
    "str(s.total) + str(s.bigger(4).a) + told(s.b[1], sign='*') + told(1)",
    "'yes' if 0 <= s.b[0] < 3 and s.a in (0, -1, -2) or not s.b[1] else 'no'",
    "(s.b[0] and 'some') or 'none'",
    "str(s == (0, (0, 3))) + str(s.b < (2, 9)) + str(None) + str(s.b[0] > 2)",
    "''.join([*'ab', *[c.upper() for c in 'cd']]) + 'x' * s.b[0]",
    "str(max(stepping(s.b[0]))) + str(min(s.b, key=lambda n: -n)) + str(divmod(s.a, 7)[1])",
    "str(sum(x for x in stepping(3))) + str(any(x > 7 for x in stepping(1))) + chr(97 + s.b[0])",
    "str([1, 2, 3].index(2)) + 'a.b.c'.replace('.', '') + ' t '.strip() + 'a,b'.split(',')[1]",
    "self.spot(s.b[0]) + str({x % 2 for x in range(4)} == {0, 1} or len({1, 2}))",
    "str((s.a & 7).bit_length()) + str((s.a & 7).bit_count()) + str(True + 1) + 'ab'[s.b[0] > 2]",
]


def test_what_python_means(tmp_path):
    """Operators, formats, slices, generators, tuples with names: the same in both languages."""
    games = []
    for number, expression in enumerate(EXPRESSIONS):
        file = tmp_path / f"own{number}.py"
        file.write_text(OWN.format(text=expression, move="self.spot(m) + '!'").replace(
            "class Own", f"class Own{number}"), "utf-8")
        games.append(load(f"{file}:Own{number}"))
    module = seen(games[0], "one")["sight"]
    told = []
    for game, expression in zip(games, EXPRESSIONS, strict=True):
        found = texts(game)
        assert found is not None and found.kinds == ["text", "move_text"], expression
        told.append({**seen_with(game, module), "script": found.script, "samples": found.samples})
    folder = tmp_path / "site"
    write_site(written_site(told), folder)
    site = Site(folder, games)
    asked, expected = [], []
    for game, expression in zip(games, EXPRESSIONS, strict=True):
        for number in range(3):
            for here in drawn(game, 0).random_line(random.Random(number), 9):
                asked.append({"type": "position", "game": game.spec, "moves": here.history})
                expected.append((here, expression))
    answers = [answer["body"] for answer in site.ask(*asked)]
    wrong = {expression: (answer["position"], here.text)
             for (here, expression), answer in zip(expected, answers, strict=True)
             if (answer["position"], answer["moves"]) != (here.text, here.move_texts)}
    assert wrong == {}


def seen_with(game, module):
    """These games differ in nothing but their texts: one module is enough."""
    from unittest.mock import patch

    with patch("zermelo.publish.published._sight", return_value=(None, [""])), patch(
            "zermelo.publish.published._module", return_value=module):
        return {**seen(game, game.spec), "scale": 1}


@pytest.mark.parametrize("text", [
    "re.sub('a', 'b', 'a')", "repr(s)", "f'{s.a!r}'", "open('x').read()",
    "str(s.a / 2)", "eval('1')",
])
def test_what_cannot_be_said_is_not_said(tmp_path, text):
    (tmp_path / "own.py").write_text(OWN.format(text=text, move="'abc'[m]"), "utf-8")
    assert texts(load(f"{tmp_path}/own.py:Own")).kinds == ["move_text"]


def test_a_script_that_says_something_else_is_not_believed(tmp_path):
    """Texts of the game's own come with it; names are then found out as they can be."""
    (tmp_path / "own.py").write_text(OWN.format(text="'p' + str(s.a)", move="'abc'[m]"), "utf-8")
    game = load(f"{tmp_path}/own.py:Own")
    told = {**seen(game, game.spec), "scale": 1}
    for script, position in ((told["script"], "p0"),
                             (told["script"].replace('"p"', '"q"'), "(0,(0,3))")):
        folder = tmp_path / position
        write_site(written_site([{**told, "script": script}]), folder)
        answer, = Site(folder, [game]).ask({"type": "position", "game": "Own"})
        assert answer["body"]["position"] == position
        assert answer["body"]["moves"] == ["a", "b", "c"]
