"""How programs write moves, positions and scores to each other, over UCI and UGI.

Chess has a notation of its own for that: squares from and to, and FEN with spaces. Every other game
is told as people are told it.

>>> from zermelo import load
>>> chess = dialect_of(load("chess"))
>>> here = chess.after(chess.position("startpos"), "e2e4")
>>> chess.moves_text(here.state, [here.moves[0]])
['b8a6']
>>> score_text(win(5)), score_text(estimate(-0.314)), score_of("mate", -2)
('mate 3', 'cp -31', loss in 4)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.errors import NotationError
from zermelo.game import Game
from zermelo.games import our_name
from zermelo.position import Position
from zermelo.values import Bound, Value, estimate, loss, win

CHESS = "chess"  # what PGN and UCI are about, where nothing else is said
START = "startpos"
WON = 30_000  # centipawns for a win of unknown length; no estimate is told as so much


class Dialect:
    """A game as its own texts tell it."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def position(self, text: str) -> Position:
        """The position of `startpos`, or of a text; PositionError if it is none."""
        return self.game.position(None if text == START else text)

    def position_text(self, here: Position) -> str:
        """The same, for another program to read."""
        return START if here.state == self.game.initial() else f"fen {here.text}"

    def after(self, here: Position, text: str) -> Position:
        """The position after a move; a MoveError if it is none."""
        return here.play(text)

    def moves_text(self, state: Any, line: Iterable[Any], *, onto_rook: bool = False) -> list[str]:
        """Moves that follow each other; in chess `onto_rook` says how to castle."""
        texts = []
        for move in line:
            texts.append(self._move_text(state, move, onto_rook))
            state = self.game.play(state, move)
        return texts

    def _move_text(self, state: Any, move: Any, onto_rook: bool) -> str:
        return self.game.move_text(state, move)

    def to_search(self, here: Position) -> Position:
        """What to search, if somebody asks for a move here: the same position, but for a game that
        people may play on with."""
        return here

    def some_move(self, here: Position) -> Any | None:
        """Any move that could be made; None at the end of the game."""
        return next(iter(here.moves), None)


class ChessDialect(Dialect):
    """Squares and FEN; and games that go on until somebody claims the draw."""

    def position_text(self, here: Position) -> str:
        """FEN with its spaces."""
        text = super().position_text(here).replace("_", " ")
        usual = self.game.parameters()["start"] == 518
        return text if usual or text != START else f"fen {here.text.replace('_', ' ')}"

    def after(self, here: Position, text: str) -> Position:
        """A move that chess allows, whether or not the game could be called a draw by now."""
        from zermelo.games.chess_notation import read_move

        game: Any = self.game
        move = read_move(game, here.state, text, list(game.moves(here.state)))
        return Position(game, game.play(here.state, move), here, move)

    def _move_text(self, state: Any, move: Any, onto_rook: bool) -> str:
        from zermelo.games.chess_notation import uci

        game: Any = self.game
        return uci(state, move, onto_rook=True) if onto_rook else str(game.uci(state, move))

    def to_search(self, here: Position) -> Position:
        """Where a third occurrence or the fiftieth quiet move could be claimed, as if it were the
        first; whoever asks for a move has not claimed it."""
        if here.result is None or self.game.mobility(here.state) == 0:
            return here
        return Position(self.game, here.state._replace(quiet=0))

    def some_move(self, here: Position) -> Any | None:
        """With two bare kings, too, somebody may want to go on."""
        return next(iter(self.game.moves(here.state)), None)


def is_chess(game: Game) -> bool:
    """Whether a game is what PGN and UCI were made for."""
    return our_name(game) == CHESS


def dialect_of(game: Game) -> Dialect:
    """How this game is told."""
    return ChessDialect(game) if is_chess(game) else Dialect(game)


# --- scores ---

def score_text(value: Value) -> str:
    """A value in the mover's view: `cp` for hundredths, `mate` for the moves until a known end."""
    if value.kind == "estimate":
        score = max(1 - WON, min(WON - 1, round(100 * value.score)))
        bound = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}.get(value.bound, "")
        return f"cp {score}{bound}"
    if value.kind == "draw":
        return "cp 0"
    won = value.kind == "win"
    if value.distance is None or (won and value.distance == 0):
        return f"cp {WON if won else -WON}"
    moves = (value.distance + 1) // 2
    return f"mate {moves if won else -moves}"


def score_of(kind: str, number: int) -> Value:
    """What a program says a position is worth, in its own view."""
    if kind == "cp":
        return estimate(number / 100)
    if kind == "mate":
        return win(2 * number - 1) if number > 0 else loss(-2 * number)
    raise NotationError(f"{kind!r} is no kind of score: there are cp and mate")
