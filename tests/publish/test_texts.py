"""A game's own texts on a page without Python: translated, and asked of the worker in Node."""

import functools
import random

import pytest

from publish.site_folder import Site
from zermelo import load
from zermelo.dealing import drawn
from zermelo.errors import MoveError, PositionError
from zermelo.game import Game
from zermelo.games import GAMES
from zermelo.publish.published import seen
from zermelo.publish.scripts import texts
from zermelo.publish.site import write_site, written_site


def site_of(folder, *games):
    """A site that shows games, and does not search them."""
    write_site(written_site([dict(told_of(game)) for game in games]), folder)
    return Site(folder, games)


@functools.cache
def told_of(game):
    """What a page shows a game by, made once."""
    return {**seen(game, game.spec), "scale": 1}


@pytest.mark.parametrize("spec", GAMES)
def test_all_games_that_come_with_it_are_told_and_read(spec):
    assert texts(load(spec)).kinds[:3] == ["text", "move_text", "parse"]


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


@pytest.mark.slow
def test_chess_is_written_as_in_books(tmp_path):
    """SAN and FEN, in odd positions and in random games."""
    game = load("chess")
    site = site_of(tmp_path, game)
    odd = [game.position(text) for text in CHESS]
    lines = [game.position().random_line(random.Random(n), 90) for n in range(3)]
    walked = [here for line in lines for here in line[::4]]
    answers = site.ask(
        *({"type": "position", "game": "chess", "position": text} for text in CHESS),
        *({"type": "position", "game": "chess", "moves": here.history} for here in walked))
    for here, answer in zip([*odd, *walked], answers, strict=True):
        told = answer["body"]
        assert told["moves"] == here.move_texts
        assert told["position"] == here.text
        assert told["history"] == here.history
    found = {move for here in odd for move in here.move_texts}
    assert {"O-O", "O-O-O", "Rad5", "R1a3", "Qh4e1", "a8=Q", "axb1=N", "dxe3", "Qd8#"} <= found


READ = {  # positions as people paste them, right ones and wrong ones
    "chess": [
        "8/8/8/8/8/5k2/5q2/7K b - -", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 9",
        "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7 w - -_0_1", "rnbqkbnr w KQkq - 0 1",
        "k7/9/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/K7 x - - 0 1",
        "k7/P7/8/8/8/8/8/K6p w - - 0 1", "k7/8/8/8/8/8/8/K7 w K - 0 1",
        "k7/8/8/8/8/8/8/K7 w - e6 0 1", "k7/8/8/8/8/8/8/K7 w - i6 0 1",
        "k7/8/8/8/8/8/8/K7 w - - a 1", "k6R/8/8/8/8/8/8/K7 w - - 0 1", "x'y", 'x"y\\', "",
        "(1,2,3)", "x" * 5000],
    "connect4": ["4433", "", "444444444", "12121212", "......./" * 5 + "...x...:o", "99",
                 "......./" * 5 + "......:o", "......./" * 5 + "...x...:x", "4,4,3", "x,3"],
    "checkers": ["B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "W:B1-12:W21-32:H0.", "B:W33:B1",
                 "B:WK5,5:B1", "B:W5:BK5:H7", "B:W30:B31", "X:W30:B1", "B:W30:B1:Hx"],
    "othello": ["-" * 27 + "OX------XO" + "-" * 27 + " X", "-" * 64 + " X", "x:y"],
    "dots:width=2,height=2": ["--/.../../.../..:0-0:A", "--/.../../.../..:1-0:A", "-/.../:0-0:A"],
    "kalah:pits=3,seeds=2": ["2,2,2/2,2,2:0-0:south", "2,2,2/2,2,²:0-0:south", "2/2:0-0:south"],
    "morris:men=3": [".........:6:white", ".........:99:white", "x........:5:white", "?"],
    "rps:deck_size=6,hand_size=2": [".../.../...:RP:rs:first:1", ".../.../...:RP:rs:first:2",
                                    ".../.../...:RPX:rs:first:1", "a:b"],
}


SOME = ["chess", "connect4", "rps:deck_size=6,hand_size=2"]


@pytest.mark.long
@pytest.mark.parametrize("specs", [SOME, pytest.param(
    [name for name in dict.fromkeys([*READ, *GAMES]) if name not in SOME], marks=pytest.mark.slow)],
    ids=["some", "others"])
def test_positions_are_read_as_the_games_do(tmp_path, specs):
    """The game's own text of positions from random games, and texts with something wrong in them:
    the same position, or the very sentence that the game would say."""
    games = {spec: load(spec) for spec in specs}
    asked = [(spec, text) for spec in specs for text in READ.get(spec, ())]
    for spec, game in games.items():
        lots = random.Random(spec)
        line = drawn(game, 7).random_line(lots, 60)
        for here in lots.sample(line, min(5, len(line))):
            asked += [(spec, here.text), *((spec, spoilt(here.text, lots)) for _ in range(4))]
    site = site_of(tmp_path, *games.values())
    answers = site.ask(*({"type": "position", "game": spec, "position": text}
                         for spec, text in asked))
    refused = 0
    for (spec, text), answer in zip(asked, answers, strict=True):
        try:
            here = games[spec].position(text or None)
        except PositionError as error:
            assert answer.get("message") == str(error), (spec, text)
            refused += 1
        else:
            assert answer["type"] == "answer", (spec, text, answer)
            told = answer["body"]
            assert (told["position"], told["moves"]) == (here.text, here.move_texts), (spec, text)
    assert len(games) * 5 < refused < len(asked) - len(games) * 5


def spoilt(text, lots):
    """With a letter more, less, or another one."""
    at = lots.randrange(len(text) + 1)
    sign = lots.choice(text + "x0/:é' ")
    return lots.choice([text[:at] + sign + text[at:], text[:at] + text[at + 1:],
                        text[:at] + sign + text[at + 1:]])


@pytest.mark.long
def test_moves_are_read_as_the_games_do(tmp_path):
    """In other ways of writing than the page's own: squares, other cases, the short form."""
    start = load("chess").position().text
    games = [load(spec) for spec in ("chess", "checkers", "dots:width=2,height=2")]
    asked = [("chess", start, text) for text in (
        "e2e4", "e2-e4", "NF3", "Nf3!", "e5", "Ke2", "xyz", "O-O", "")] + [
        ("chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", text) for text in ("a8q", "axb8=N", "a8(R)")
        ] + [
        ("chess", "6k1/8/8/R6R/8/8/8/R6K w - - 0 1", text) for text in ("Rd5", "Rad5", "ra5d5")] + [
        ("checkers", "B:WK15,K7:BK2,K20", text) for text in ("2x11", "2X11", "20-24", "2x18")] + [
        ("dots:width=2,height=2", None, text) for text in ("b1a1", "a1-b1", "A1-B1", "a1-c3", "?")]
    answers = site_of(tmp_path, *games).ask(*(
        {"type": "position", "game": spec, "position": position, "moves": [move]}
        for spec, position, move in asked))
    for (spec, position, move), answer in zip(asked, answers, strict=True):
        before = load(spec).position(position)
        try:
            here = before.play(move)
        except MoveError as error:
            if type(before.game).parse_move is not Game.parse_move:
                assert answer.get("message") == str(error), (spec, move)
        else:
            assert answer["body"]["position"] == here.text, (spec, move)


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
    "repr(s.a) + f'{LETTERS!r}' + repr('a\\n\\'') + f'{s.a * 10 ** 6:,}'",
    "re.sub(r'([a-c])\\d', lambda m: m[1].upper(), 'a1b22c.', count=s.b[0] % 3)",
    "str(re.fullmatch(r'(?P<n>-?\\d+)(?:x)?$', str(s.a))['n']) + str(re.match('x', 'ax'))",
    "str(0 <= s.b[0] < 3 <= s.b[1] <= 9) + 'a-b-c'.partition('-')[2] + 'a-b-c'.rpartition('-')[0]",
    "','.join(sorted({'a', 'b', 'c'} - set('b') | {'z'})) + str({1: 2}.keys() == {1})",
    "''.join(map(LETTERS.index and str, [1, 2])) + str(dict.fromkeys('ab', s.b[0])['b'])",
    "str((s.a & 7).bit_length()) + str((s.a & 7).bit_count()) + str(True + 1) + 'ab'[s.b[0] > 2]",
]


@pytest.mark.long
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
    "re.split('a', 'b')", "re.sub(str(s.a), 'b', 'a')", "re.sub(r'\\ba', 'b', 'a')",
    "open('x').read()", "str(s.a / 2)", "eval('1')",
])
def test_what_cannot_be_said_is_not_said(tmp_path, text):
    (tmp_path / "own.py").write_text(OWN.format(text=text, move="'abc'[m]"), "utf-8")
    assert texts(load(f"{tmp_path}/own.py:Own")).kinds == ["move_text"]


READING = OWN.replace("{text}", "f'<{s.a}>{s.b[0]},{s.b[1]}'").replace("{move}", "'abc'[m]") + """
    def parse(self, text):
        a, b, *more = whole = numbers = text.removeprefix('<').replace('>', ',').split(',')
        try:
            state = Pair(int(a), (int(b), int(more[0])))
        except (IndexError, KeyError):
            raise self.bad_position(text, f'{len(whole)} numbers, and not 3') from None
        except ValueError as error:
            if 'é' in text:
                raise
            raise self.bad_position(text, str(error)) from error
        if len(numbers) > 3:
            raise ValueError('too much')
        return state
"""


def test_reading_of_ones_own(tmp_path):
    """What is raised, caught, raised again; several targets, and one that takes the rest."""
    (tmp_path / "own.py").write_text(READING.replace("{{", "{").replace("}}", "}"), "utf-8")
    game = load(f"{tmp_path}/own.py:Own")
    asked = ["<-7>2,3", "<1>2", "<1>x,3", "<é>1,2", "<1>2,3,4", "(5,(1,2))", "7"]
    answers = site_of(tmp_path / "site", game).ask(*(
        {"type": "position", "game": "Own", "position": text} for text in asked))
    said = [a["body"]["position"] if a["type"] == "answer" else a["message"] for a in answers]
    assert said[0] == "<-7>2,3" and said[5] == "<5>1,2"
    for at in (1, 2):
        with pytest.raises(PositionError) as refused:
            game.position(asked[at])
        assert said[at] == str(refused.value)
    assert said[3] == "“<é>1,2”: invalid literal for int() with base 10: 'é'"
    assert said[4] == "“<1>2,3,4”: too much"
    assert said[6].startswith("“7”: ")


def test_reading_that_reads_something_else_is_not_believed(tmp_path):
    """It comes with positions of the game's own; numbers are read then, and nothing else."""
    text = READING.replace("{{", "{").replace("}}", "}")
    (tmp_path / "own.py").write_text(text, "utf-8")
    game = load(f"{tmp_path}/own.py:Own")
    told = {**seen(game, game.spec), "scale": 1}
    assert '"IndexError"' in told["script"]
    write_site(written_site([{**told, "script": told["script"].replace("$.int_(", "$.len_(")}]),
               tmp_path / "site")
    wrong, right = Site(tmp_path / "site", [game]).ask(
        {"type": "position", "game": "Own", "position": "<-7>2,3"},
        {"type": "position", "game": "Own", "position": "(-7,(2,3))"})
    assert wrong["message"] == ("“<-7>2,3” is not a position of Own here: write it like "
                                "(0,(0,3)).")
    assert right["body"]["position"] == "<-7>2,3"


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
