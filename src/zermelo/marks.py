"""A mark of a game's rules, for data that outlives this program: other rules, another mark.

It is a hash of the game's parameters, of what its modules say (comments, descriptions and what the
game looks like left out) and of what some random games came to. Compiled code has a fingerprint of
its own, which also depends on the machine.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import inspect
import random
import sys

from zermelo.game import Game
from zermelo.wandering import random_play

_GAMES, _DEALS = 20, 1000
_LOOKS = ("board", "pieces", "touches", "scene", "show", "title", "about", "sample", "unseen",
          "colours")


def rules_mark(game: Game) -> str:
    """The mark of these rules, 32 letters.

    >>> from zermelo import load
    >>> rules_mark(load("nim")) == rules_mark(load("nim")) != rules_mark(load("nim:heaps=1+2"))
    True
    """
    scored = game.scored()
    mark = hashlib.sha256(f"{game.spec}\n{scored.spec}\n".encode())
    modules = {cls.__module__ for cls in type(game).__mro__
               if issubclass(cls, Game) and cls is not Game}
    for module in sorted(modules):
        with contextlib.suppress(OSError, TypeError, SyntaxError):
            mark.update(_said(inspect.getsource(sys.modules[module])).encode())
    rng = random.Random(1913)
    deals = [state for _, (_, state) in zip(range(_DEALS), game.deals(), strict=False)]
    for _ in range(_GAMES if deals else 0):
        for state, moves, _ in random_play(scored, rng.choice(deals), rng):
            mark.update(f"{scored.text(state)} {[scored.move_text(state, m) for m in moves]} "
                        f"{scored.outcome(state)}\n".encode())
    return mark.hexdigest()[:32]


def _said(source: str) -> str:
    """A module without comments, descriptions, and what games look like."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            node.body = [line for line in node.body if not _is_look(line)] or [ast.Pass()]
        body = getattr(node, "body", None)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and body and isinstance(
                body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body[0] = ast.Pass()
    return ast.unparse(tree)


def _is_look(line: ast.stmt) -> bool:
    if isinstance(line, ast.FunctionDef):
        return line.name in _LOOKS
    return isinstance(line, ast.Assign) and all(
        isinstance(target, ast.Name) and target.id in _LOOKS for target in line.targets)
