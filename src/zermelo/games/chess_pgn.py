"""Games of chess as PGN: tags, moves, and what is written beside them.

    [White "Anderssen"]
    [Result "1-0"]

    1. e4 e5 2. f4! {the gambit [%eval 0.35]} exf4 (2... d5) 3. Bc4 1-0

Comments, numbered marks ($1 is !) and evaluations are read; variations are kept as they stand. What
cannot be read is told with its line. Games may go on where a draw could have been claimed.

>>> [game] = read_pgn('1. e4 e5 2. Nf3 {solid [%eval 0.31]} *')
>>> [move.san for move in game.moves], game.moves[2].comment, game.moves[2].evaluation
(['e4', 'e5', 'Nf3'], 'solid', +0.31)
>>> print(write_pgn([game]).splitlines()[-1])
1. e4 e5 2. Nf3 {solid [%eval 0.31]} *
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from zermelo.errors import MoveError, PositionError, RecordError
from zermelo.games.chess import Chess
from zermelo.games.chess_board import Board
from zermelo.games.chess_fen import is_shuffled, write_fen
from zermelo.games.chess_notation import read_move
from zermelo.position import Position
from zermelo.values import Value, estimate, loss, win

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?",
          "Result": "*"}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}  # the first numbers of all marks
WIDE = 80

GAME = Chess()  # wherever a game begins, its rules are these


@dataclass(frozen=True)
class PgnMove:
    """A move, and what is written beside it."""

    move: int
    san: str
    marks: tuple[int, ...] = ()
    comment: str = ""
    evaluation: Value | None = None  # in white's view, of the position after the move
    clock: float | None = None  # seconds that are left to who made the move
    seconds: float | None = None  # that the move took
    variations: tuple[str, ...] = ()  # other moves that come into question, as text


@dataclass(frozen=True)
class PgnGame:
    """A game with its tags; it begins where the tag FEN says, or as usual."""

    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[PgnMove, ...] = ()
    comment: str = ""  # before the first move
    result: str = "*"

    @property
    def start(self) -> Board:
        """The position before the first move."""
        return GAME.parse(self.tags["FEN"]) if "FEN" in self.tags else GAME.initial()

    @property
    def states(self) -> list[Board]:
        """All positions, from the start to the end."""
        found = [self.start]
        for move in self.moves:
            found.append(GAME.play(found[-1], move.move))
        return found

    @classmethod
    def of(cls, here: Position[Board, int], tags: Mapping[str, str] | None = None,
           evaluations: Iterable[Value | None] = ()) -> PgnGame:
        """The game that led to a position, with what each move was thought to be worth, if known.

        The result is the position's own, unless a tag says another.
        """
        steps = list(reversed(list(here.line())))
        start = steps[0].state
        opinions = [*evaluations, *[None] * len(steps)]
        moves = tuple(
            PgnMove(after.move, GAME.move_text(before.state, after.move), evaluation=opinion)
            for before, after, opinion in zip(steps, steps[1:], opinions, strict=False)
            if after.move is not None)
        end = here.result
        result = "*" if end is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[end.payoff]
        given = dict(tags or {})
        result = given.setdefault("Result", result)
        if start != GAME.initial():
            given |= {"SetUp": "1", "FEN": write_fen(start)}
        if is_shuffled(start):
            given.setdefault("Variant", "Chess960")
        return cls(given, moves, "", result)


# --- reading ---

class Token(NamedTuple):
    """A piece of a PGN text, and the line where it begins."""

    kind: str
    text: str
    line: int


_TOKEN = re.compile(r"""
    (?P<tag> \[ [^\S\n]* \w+ [^\S\n]+ "(?: [^"\\\n] | \\. )*" [^\S\n]* \] )
  | (?P<comment> \{ [^}]* \} | ;[^\n]* )
  | (?P<escape> ^%[^\n]* )
  | (?P<mark> \$ [0-9]{1,3} )
  | (?P<open> \( ) | (?P<close> \) )
  | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | 1/2 | \* ) (?= [\s({;)] | $ ) )
  | (?P<number> [0-9]+ (?: \.+ | (?= \s | $ ) ) | \.+ )
  | (?P<sign> [!?]+ )
  | (?P<move> [A-Za-z0-9] [A-Za-z0-9=:+\#/-]* (?: e\.p\.)? )
  | (?P<space> \s+ )
    """, re.VERBOSE | re.MULTILINE)


def read_pgn(text: str) -> Iterator[PgnGame]:
    """The games of a PGN text, one after the other; RecordError says what cannot be read, where."""
    tokens = _tokens(text.removeprefix("\ufeff"))
    token = next(tokens, None)
    while token is not None:
        reader = _Reader()
        while token is not None and not reader.is_done(token):
            reader.take(token)
            token = next(tokens, None)
        yield reader.finished()


def _tokens(text: str) -> Iterator[Token]:
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise RecordError(f"line {line} of the PGN: {_trouble(text, at)}")
        assert match.lastgroup is not None
        if match.lastgroup not in ("space", "escape"):
            yield Token(match.lastgroup, match[0], line)
        line += match[0].count("\n")
        at = match.end()


def _trouble(text: str, at: int) -> str:
    """What is wrong with text that is no token."""
    found = text[at:].split("\n", 1)[0]
    found = found if len(found) <= 40 else found[:40] + "…"
    if text[at] == "{":
        return f"the comment {found!r} has no closing brace"
    if text[at] == "[":
        return f'{found!r} is not a tag: write it like [White "Anderssen"]'
    return f"{found!r} is neither a tag nor a move"


class _Reader:
    """Takes the tokens of one game."""

    def __init__(self) -> None:
        self._tags: dict[str, str] = {}
        self._moves: list[PgnMove] = []
        self._comment: list[str] = []
        self._result: str | None = None
        self._begun = False  # whether the tags are over
        self._state: Board | None = None
        self._variation: list[Token] = []
        self._depth = 0

    def is_done(self, token: Token) -> bool:
        """Whether this token belongs to the next game."""
        if self._result is not None:
            return token.kind != "comment"
        return token.kind == "tag" and self._begun and self._depth == 0

    def take(self, token: Token) -> None:
        """One token more."""
        if token.kind == "tag" and self._depth == 0:
            self._tag(token)
            return
        self._begun = True
        if self._depth or token.kind == "open":
            self._vary(token)
        elif token.kind == "close":
            raise self._error(token, "a bracket is closed that was not opened")
        elif token.kind == "comment":
            self._remark(token.text[1:].removesuffix("}"))
        elif token.kind in ("mark", "sign"):
            self._mark(token)
        elif token.kind == "result":
            self._result = "1/2-1/2" if token.text == "1/2" else token.text
        elif token.kind == "move":
            self._play(token)

    def _tag(self, token: Token) -> None:
        name, value = token.text[1:-1].strip().split(maxsplit=1)
        if name in self._tags:
            raise self._error(token, f"the tag {name} stands there twice")
        self._tags[name] = re.sub(r"\\(.)", r"\1", value[1:-1])
        if name != "FEN":
            return
        try:
            self._state = GAME.parse(self._tags["FEN"])
        except PositionError as error:
            raise self._error(token, str(error)) from None

    def _play(self, token: Token) -> None:
        state = GAME.initial() if self._state is None else self._state
        text = token.text
        try:
            move = read_move(GAME, state, text, list(GAME.moves(state)))
        except MoveError as error:
            raise self._error(token, str(error)) from None
        self._moves.append(PgnMove(move, GAME.move_text(state, move)))
        self._state = GAME.play(state, move)

    def _change(self, **changes: Any) -> None:
        self._moves[-1] = replace(self._moves[-1], **changes)

    def _mark(self, token: Token) -> None:
        if token.kind == "sign" and token.text not in MARKS:
            raise self._error(token, f"{token.text!r} is no mark: write one of {' '.join(MARKS)}")
        if not self._moves:
            raise self._error(token, f"the mark {token.text!r} stands before the first move")
        number = MARKS[token.text] if token.kind == "sign" else int(token.text[1:])
        self._change(marks=(*self._moves[-1].marks, number))

    def _remark(self, text: str) -> None:
        if not self._moves:
            self._comment.append(" ".join(text.split()))
            return
        evaluation = _EVALUATION.search(text)
        assert self._state is not None
        if evaluation is not None:
            self._change(evaluation=_value(evaluation[1], self._state.turn))
        for kind, hours, minutes, seconds in _TIME.findall(text):
            shown = 3600 * int(hours) + 60 * int(minutes) + float(seconds)
            self._change(**{"clock" if kind == "clk" else "seconds": shown})
        words = " ".join(_TIME.sub(" ", _EVALUATION.sub(" ", text)).split())
        self._change(comment=" ".join(filter(None, [self._moves[-1].comment, words])))

    def _vary(self, token: Token) -> None:
        """Brackets in brackets are kept as they are."""
        if self._depth == 0 and not self._moves:
            raise self._error(token, "a variation stands before the first move")
        self._depth += (token.kind == "open") - (token.kind == "close")
        self._variation.append(token)
        if self._depth == 0:
            words = " ".join(" ".join(t.text.split()) for t in self._variation[1:-1])
            text = re.sub(r"\( ", "(", re.sub(r" \)", ")", re.sub(r" ([!?]+)", r"\1", words)))
            self._change(variations=(*self._moves[-1].variations, text))
            self._variation = []

    def finished(self) -> PgnGame:
        """The game, now that all of its tokens were taken."""
        if self._depth:
            raise self._error(self._variation[0], "a bracket is opened and never closed")
        result = self._result or self._tags.get("Result", "*")
        return PgnGame(self._tags, tuple(self._moves), " ".join(self._comment),
                       result if result in RESULTS else "*")

    def _error(self, token: Token, why: str) -> RecordError:
        return RecordError(f"line {token.line} of the PGN: {why}")


_EVALUATION = re.compile(r"\[%eval\s+(#?[+-]?[0-9]{1,6}(?:\.[0-9]+)?)[^\]]*\]")
_TIME = re.compile(r"\[%(clk|emt)\s+([0-9]{1,4}):([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]+)?)\s*\]")


def _value(text: str, turn: int) -> Value:
    """An evaluation in white's view: pawns, or the moves to mate with `turn` to move."""
    if not text.startswith("#"):
        return estimate(float(text))
    moves = int(float(text[1:]))
    by_white = moves > 0 or (moves == 0 and turn == 1)
    first = turn == (0 if by_white else 1)
    plies = max(0, 2 * abs(moves) - first)
    return win(plies) if by_white else loss(plies)


# --- writing ---

def write_pgn(games: Iterable[PgnGame]) -> str:
    """Games as PGN, lines of at most 80 characters, an empty line between."""
    return "\n".join(map(_written, games))


def _written(game: PgnGame) -> str:
    tags = {**ROSTER, **game.tags, "Result": game.result}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_lines(_words(game)), ""])


def _escaped(value: str) -> str:
    plain = " ".join(value.split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _words(game: PgnGame) -> Iterator[str]:
    """The moves and all that is beside them, in pieces that a line may end between."""
    start = game.start
    number = _first_number(game)
    turn, told = start.turn, False
    if game.comment:
        yield from _pieces(_braced(game.comment))
    for move in game.moves:
        if turn == 0 or not told:
            yield f"{number}." if turn == 0 else f"{number}..."
        yield move.san
        yield from (f"${mark}" for mark in move.marks)
        turn = 1 - turn
        remark = _remark(move, turn)
        if remark:
            yield from _pieces(remark)
        for variation in move.variations:
            yield from f"({variation})".split()
        told = not remark and not move.variations
        number += turn == 0
    yield game.result


def _pieces(comment: str) -> list[str]:
    """A comment in its words; what is meant for programs stays on one line."""
    return re.findall(r"\{?\[%[^\]]*\]\}?|\S+", f"{{{comment}}}")


def _first_number(game: PgnGame) -> int:
    fields = game.tags.get("FEN", "").replace("_", " ").split()
    return max(1, int(fields[5])) if len(fields) == 6 else 1


def _remark(move: PgnMove, turn: int) -> str:
    parts = [_braced(move.comment)]
    text = None if move.evaluation is None else _evaluation_text(move.evaluation)
    if text is not None:
        parts.append(f"[%eval {text}]")
    for kind, time in (("clk", move.clock), ("emt", move.seconds)):
        if time is not None:
            parts.append(f"[%{kind} {_time_text(time)}]")
    return " ".join(filter(None, parts))


def _time_text(time: float) -> str:
    """Hours, minutes and seconds, to the thousandth."""
    minutes, thousandths = divmod(max(0, round(1000 * time)), 60_000)
    seconds = f"{thousandths / 1000:06.3f}".rstrip("0").rstrip(".")
    return f"{minutes // 60}:{minutes % 60:02}:{seconds}"


def _evaluation_text(value: Value) -> str | None:
    """Pawns with two digits, or # and the moves to mate; None for a win of unknown length."""
    if value.kind not in ("win", "loss"):
        return f"{value.score:.2f}"
    if value.distance is None:
        return None
    return f"#{'-' if value.kind == 'loss' else ''}{(value.distance + 1) // 2}"


def _braced(comment: str) -> str:
    """A comment cannot hold its own closing brace."""
    return " ".join(comment.replace("}", ")").split())


def _lines(words: Iterable[str]) -> list[str]:
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) > WIDE and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
