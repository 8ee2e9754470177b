"""Why something does not compile, in one sentence: the line, what stands there, and what to do."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from zermelo.compiler.refusal import Refusal
from zermelo.compiler.source import file_of, piece_of

_LONGEST = 60  # letters of source in a sentence


def explained(refusal: Refusal, game: Any) -> str:
    """One sentence about what was refused."""
    what = "this" if game is None else f"the rules of {game.spec}"
    function, node = refusal.function, refusal.node
    if function is None:
        return f"{what} do not compile: {refusal.reason}"
    return f"{what} do not compile: {_place(function, node)}: {refusal.reason}"


def _place(function: FunctionType, node: ast.AST | None) -> str:
    line = getattr(node, "lineno", None) or function.__code__.co_firstlineno
    where = f"line {line} of {file_of(function)}"
    piece = _told(piece_of(function, node)) if node is not None else ""
    return f"{where}, `{piece}`" if piece else where


def _told(piece: str) -> str:
    """A piece of source, short enough for a sentence."""
    piece = " ".join(piece.split("#")[0].split()).replace("`", "'").rstrip(":")
    return piece if len(piece) <= _LONGEST else piece[: _LONGEST - 1] + "…"
