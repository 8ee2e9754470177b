"""Ending games that are decided: by what the players have proven themselves, or by a database that
knows. Never by opinions."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.play.match import Match
from zermelo.search import known as databases
from zermelo.search.known import Knows, known
from zermelo.values import Bound, Value


class Umpire:
    """Looks at a match after every move. `resign` ends it when a side is lost, `draw` when it is
    drawn; `database` knows more than the players say."""

    def __init__(self, resign: bool, draw: bool, database: Knows | None = None) -> None:
        self._resign, self._draw, self._database = resign, draw, database
        self._proven: list[Value | None] = [None, None]

    def look(self, match: Match, mover: int, value: Value | None) -> None:
        """After a move that its player found to be worth this, in its own view."""
        self._proven[mover] = value
        mine, other = value, self._proven[1 - mover]
        if self._resign and mine is not None and _lost(mine):
            match.resign(mover, f"it had proven {_article(mine)}")
        elif self._draw and all(v is not None and v.known and v.kind == "draw"
                                for v in (mine, other)):
            match.agree("both players have proven a draw")
        elif self._database is not None:
            self._ask(match, self._database)

    def _ask(self, match: Match, database: Knows) -> None:
        found = known(database, match.here, 0)
        if found is None:
            return
        turn, value = match.here.to_move, found.value
        if value.kind == "draw":
            if self._draw:
                match.adjudicate(0, "the database knows a draw")
        elif self._resign:
            payoff = int(value.score) * (1 if turn == 0 else -1)
            match.adjudicate(payoff, f"the database knows {_article(value)} for "
                                     f"{match.game.players[turn]}")


def _lost(value: Value) -> bool:
    """A loss at best is one, however long it takes."""
    return value.proven and value.kind == "loss" and value.bound is not Bound.LOWER


def _article(value: Value) -> str:
    return f"a {value.with_bound(Bound.EXACT)}"


def opened(folder: str | None, game: Game) -> Knows | None:
    """The database in a folder, or those in the data folder (`auto`); DatabaseError if it is of
    another game, or none."""
    return None if folder is None else databases.opened(folder, game)
