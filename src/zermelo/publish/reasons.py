"""Why a game is over, where no Python can say it.

Text does not compile, but which text it is does. A game's `reason` is rewritten so that it returns
the number of a text, and the texts are listed:

    if s.turn == 0:                                      if s.turn == 0:
        return f"{self.players[0]} {'ate' if …}"   →         return 0 if … else 1
    return "the board is full"                           return 2

Choices within a text, and what only the game decides (`self.k`, `self.players[s.turn]`), become
choices between texts. Reasons with numbers of the position in them, or put together in variables,
stay untold; so do those that then say something else than before in a random game.
"""

from __future__ import annotations

import ast
import inspect
import random
import textwrap
from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.dealing import drawn
from zermelo.game import Game
from zermelo.wandering import random_play
from zermelo.written import made_function

_GAMES, _MOST = 12, 40  # random games, and texts


class Reasons(NamedTuple):
    """A function of the game and a state that gives the number of a text."""

    number: Callable[[Any, Any], int]
    texts: list[str]


def _none(game: Any, s: Any) -> int:
    return 0


UNTOLD = Reasons(_none, [""])


def reasons_for(game: Game) -> Reasons:
    """The texts of a game's `reason`, and which it is.

    >>> from zermelo import load
    >>> game = load("tictactoe")
    >>> found = reasons_for(game)
    >>> found.texts
    ['the board is full', '3 in a row']
    >>> found.texts[found.number(game, game.parse("xxx/oo./...:o"))]
    '3 in a row'
    """
    try:
        found = _rewritten(game)
        return found if _agrees(game, found) else UNTOLD
    except (_Untold, OSError, TypeError, SyntaxError):
        return UNTOLD


class _Untold(Exception):  # noqa: N818 - a signal, never seen outside
    """Something else than a choice between texts."""


def _rewritten(game: Game) -> Reasons:
    method = type(game).reason
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(method))).body
    if not isinstance(tree, ast.FunctionDef) or tree.decorator_list or method.__closure__:
        raise _Untold
    writer = _Writer(game, tree.args.args[0].arg)
    tree = ast.fix_missing_locations(writer.visit(tree))
    tree.name, tree.returns = "reason_number", None
    for argument in tree.args.args:
        argument.annotation = None
    scope = {**method.__globals__, "__name__": __name__}
    return Reasons(made_function(ast.unparse(tree) + "\n", "reason_number", scope), writer.texts)


def _agrees(game: Game, found: Reasons) -> bool:
    """Whether it says the same where random games end."""
    for number in range(_GAMES):
        *_, last = random_play(game, drawn(game, number).state, random.Random(number))
        if game.outcome(last.state) is not None and (
                found.texts[found.number(game, last.state)] != game.reason(last.state)):
            return False
    return True


class _Writer(ast.NodeTransformer):
    """Puts numbers in the place of texts."""

    def __init__(self, game: Game, own: str) -> None:
        self.texts: list[str] = []
        self._game, self._own = game, own
        self._named: dict[str, ast.expr] = {}  # texts that have a name

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """The docstring goes."""
        return None if isinstance(node.value, ast.Constant) else node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """Names of texts are written out where they are used; all else stays."""
        if len(node.targets) > 1:
            return node
        (target,) = node.targets
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        if len(names) != len(values) or not all(map(self._is_text, values)):
            return node
        for name, value in zip(names, values, strict=True):
            if not isinstance(name, ast.Name) or name.id in self._named:
                raise _Untold  # one text now, another then
            self._named[name.id] = value
        return None

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """The number in place of the text."""
        if node.value is None:
            raise _Untold
        return ast.Return(self._number([node.value], ""))

    def _is_text(self, node: ast.expr) -> bool:
        if isinstance(node, ast.IfExp):
            return self._is_text(node.body) or self._is_text(node.orelse)
        return isinstance(node, ast.JoinedStr) or isinstance(self._constant(node), str) or (
            isinstance(node, ast.Subscript) and self._items(node) is not None)

    def _number(self, parts: list[ast.expr], before: str) -> ast.expr:
        """The number of the text that these parts make after what is written by now."""
        if not parts:
            if len(self.texts) >= _MOST:
                raise _Untold
            self.texts += [] if before in self.texts else [before]
            return ast.Constant(self.texts.index(before))
        part, rest = parts[0], parts[1:]
        if isinstance(part, ast.Name) and part.id in self._named:
            return self._number([self._named[part.id], *rest], before)
        if isinstance(part, ast.JoinedStr):
            return self._number([*part.values, *rest], before)
        if isinstance(part, ast.FormattedValue):
            if part.conversion != -1 or part.format_spec is not None:
                raise _Untold
            return self._number([part.value, *rest], before)
        if isinstance(part, ast.IfExp):
            return ast.IfExp(part.test, self._number([part.body, *rest], before),
                             self._number([part.orelse, *rest], before))
        known = self._constant(part)
        if isinstance(known, str | int):
            return self._number(rest, f"{before}{known}")
        items = self._items(part)
        if items is None or not isinstance(part, ast.Subscript):
            raise _Untold
        return self._among(part.slice, items, rest, before)

    def _among(self, place: ast.expr, items: tuple[str, ...], rest: list[ast.expr], before: str,
               number: int = 0) -> ast.expr:
        """One of several texts, by its place."""
        this = self._number(rest, f"{before}{items[number]}")
        if number == len(items) - 1:
            return this
        test = ast.Compare(place, [ast.Eq()], [ast.Constant(number)])
        return ast.IfExp(test, this, self._among(place, items, rest, before, number + 1))

    def _constant(self, node: ast.expr) -> Any:
        """What is known already: a constant, or an attribute of the game."""
        if isinstance(node, ast.Constant):
            return node.value
        if (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
                and node.value.id == self._own):
            return getattr(self._game, node.attr, None)
        return None

    def _items(self, node: ast.expr) -> tuple[str, ...] | None:
        """Texts of the game's own, one of which is meant: its players' names."""
        found = self._constant(node.value) if isinstance(node, ast.Subscript) else None
        fits = isinstance(found, tuple) and all(isinstance(item, str) for item in found)
        return found if fits and found else None
