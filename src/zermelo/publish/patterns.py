"""Regular expressions, from Python's way of writing them to JavaScript's.

Most of it is the same in both. What differs is written otherwise, and what has no counterpart, or
could mean something else, is `Untold`.
"""

from __future__ import annotations

import re

from zermelo.publish.javascript import Untold

METHODS = ("fullmatch", "match", "search", "sub")  # frontend/src/engine/patterns.ts

_CLASSES = {"d": r"\p{Nd}", "D": r"\P{Nd}", "s": r"\s", "S": r"\S"}
_CONTROLS = "nrtfv"
_ENDS = {"A": "^", "Z": "$"}
_SYNTAX = "^$\\.*+?()[]{}|/"
_GROUPS = {"?:": "?:", "?=": "?=", "?!": "?!", "?<=": "?<=", "?<!": "?<!", "?P<": "?<"}


def pattern(found: re.Pattern[str]) -> tuple[str, str]:
    r"""An expression's source and flags in JavaScript.

    >>> pattern(re.compile(r"(?P<piece>[KQ]?) \d - $", re.VERBOSE | re.IGNORECASE))
    ('(?<piece>[KQ]?)\\p{Nd}-(?=\\n?$)', 'iu')
    """
    if not isinstance(found.pattern, str):
        raise Untold("an expression of bytes")
    if found.flags & ~(re.UNICODE | re.IGNORECASE | re.VERBOSE):
        raise Untold("flags of an expression")
    return "".join(_pieces(found.pattern, bool(found.flags & re.VERBOSE))), (
        "iu" if found.flags & re.IGNORECASE else "u")


def _pieces(source: str, verbose: bool) -> list[str]:
    made: list[str] = []
    at, inside = 0, False  # square brackets
    while at < len(source):
        sign = source[at]
        if sign == "\\":
            made.append(_escaped(source[at + 1: at + 2], inside))
            at += 2
        elif inside:
            if sign == "[" or (sign == "]" and made[-1] in ("[", "[^")):
                raise Untold("a bracket in brackets")
            made.append(sign)
            inside, at = sign != "]", at + 1
        elif sign == "[":
            made.append("[^" if source[at + 1: at + 2] == "^" else "[")
            inside, at = True, at + len(made[-1])
        elif verbose and sign.isspace():
            at += 1
        elif verbose and sign == "#":
            at = (source.find("\n", at) + 1) or len(source)
        elif source.startswith("(?", at):
            group = next((g for g in _GROUPS if source.startswith(g, at + 1)), None)
            if group is None:
                raise Untold("a group")
            made.append("(" + _GROUPS[group])
            at += 1 + len(group)
        elif sign == "+" and made and made[-1] in ("*", "+", "?", "}"):
            raise Untold("what gives nothing back")
        else:
            made.append(r"(?=\n?$)" if sign == "$" else sign)
            at += 1
    return made


def _escaped(sign: str, inside: bool) -> str:
    """What stands after a backslash."""
    if sign in _CLASSES:
        return _CLASSES[sign]
    if sign in _ENDS and not inside:
        return _ENDS[sign]
    if sign in _CONTROLS or (sign.isdigit() and sign != "0" and not inside):
        return "\\" + sign
    if sign.isalnum() or not sign.isascii():
        raise Untold(f"\\{sign} in an expression")
    return "\\" + sign if sign in _SYNTAX or (inside and sign == "-") else sign
