"""Reading functions: from a function object back to its syntax tree.

The text comes from `linecache`, which knows files, notebook cells and whatever else registers its
source there. A file may have been edited since it was imported: what is read is compiled again
and compared with the function's own bytecode, so that nobody's new text runs under an old name.
Within one compilation (`read_once`) a file is looked at once.
"""

from __future__ import annotations

import ast
import functools
import linecache
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

from zermelo.origins import comes_with_zermelo

Definition = ast.FunctionDef | ast.Lambda


class NoSource(Exception):  # noqa: N818 - caught, and told as a reason
    """A function whose text cannot be read, and why."""


class _Read(threading.local):
    """What this thread has read in the compilation that is under way, by bytecode."""

    definitions: dict[int, tuple[CodeType, Definition]] | None = None


_read = _Read()


@contextmanager
def read_once() -> Iterator[None]:
    """Meanwhile files do not change: what was read once is not read again."""
    outside = _read.definitions
    _read.definitions = {} if outside is None else outside
    try:
        yield
    finally:
        _read.definitions = outside


def definition_of(function: FunctionType) -> Definition:
    """The syntax tree of a function; NoSource if there is none, or another one by now."""
    code, known = function.__code__, _read.definitions
    if known is None:
        return _definition_of(function)
    if id(code) not in known:  # equal code may stand at several places
        known[id(code)] = code, _definition_of(function)
    return known[id(code)][1]


def _definition_of(function: FunctionType) -> Definition:
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text:
        raise NoSource("there is no source to be read: put the rules into a file")
    for definition, compiled in _definitions(text, code.co_filename):
        if _same(compiled, code):
            return definition
    raise NoSource("the file has changed since it was loaded: start again to use what it says now")


@lru_cache(maxsize=256)
def _parsed(text: str, file: str) -> tuple[ast.Module, CodeType]:
    tree = ast.parse(text)
    known = None
    if comes_with_zermelo(file):  # as it was imported, unless it has changed since
        known = SourceFileLoader("zermelo", file).get_code("zermelo")
    return tree, known or compile(text, file, "exec", dont_inherit=True)


@lru_cache(maxsize=256)
def _definitions(text: str, file: str) -> list[tuple[Definition, CodeType]]:
    """Every function of a text, with its bytecode."""
    try:
        tree, code = _parsed(text, file)
    except SyntaxError as error:
        raise NoSource("the file has changed since it was loaded, and has a syntax error now"
                       ) from error
    trees: dict[tuple[int, str], list[Definition]] = {}
    for node in _walk(tree) if "lambda" in text else _statements(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            trees.setdefault(_place(node), []).append(node)
    for nodes in trees.values():
        nodes.sort(key=lambda node: node.col_offset)
    codes: dict[tuple[int, str], list[CodeType]] = {}
    for inner in _inside(code):
        codes.setdefault((inner.co_firstlineno, inner.co_name), []).append(inner)
    return [pair for place, nodes in trees.items()
            for pair in zip(nodes, codes.get(place, ()), strict=False)]


def _statements(tree: ast.AST) -> list[ast.AST]:
    """All of a file's statements, which are few beside its nodes."""
    found = [tree]
    for node in found:  # it grows meanwhile
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            found += getattr(node, name, ())
    return found


def _place(node: Definition) -> tuple[int, str]:
    """A function's first line, decorators included, and its name: how bytecode is labelled."""
    if isinstance(node, ast.Lambda):
        return node.lineno, "<lambda>"
    return min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.name


def _inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inside(constant)


def _same(one: CodeType, other: CodeType) -> bool:
    if (one.co_name, one.co_firstlineno, one.co_code) != (
            other.co_name, other.co_firstlineno, other.co_code):
        return False
    return one.co_names == other.co_names and len(one.co_consts) == len(other.co_consts) and all(
        _same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else repr(a) == repr(b)
        for a, b in zip(one.co_consts, other.co_consts, strict=True)
    )


def meaning_of(code: CodeType) -> str:
    """What a piece of bytecode does, wherever it stands."""
    constants = [meaning_of(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return repr((code.co_code, constants, code.co_names, code.co_varnames, code.co_flags))


def file_of(function: FunctionType) -> str:
    """The name of the file in which a function stands, short enough for a sentence."""
    file = function.__code__.co_filename
    return file if file.startswith("<") else Path(file).name


def piece_of(function: FunctionType, node: ast.AST) -> str:
    """What stands at a place of a function, in one line."""
    lines = linecache.getlines(function.__code__.co_filename, function.__globals__)
    number = getattr(node, "lineno", 0)
    if not 0 < number <= len(lines):
        return ""
    line = lines[number - 1]
    start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None)
    raw = line.encode()
    if getattr(node, "end_lineno", number) == number and end is not None:
        return raw[start:end].decode("utf-8", "replace").strip()
    return raw[start:].decode("utf-8", "replace").strip()


@functools.lru_cache(maxsize=1024)
def names_written(function: FunctionType) -> frozenset[str]:
    """The names to which a function assigns."""
    try:
        tree = definition_of(function)
    except NoSource:
        return frozenset()
    return frozenset(
        n.id for n in nodes_of(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ) | frozenset(n.name for n in nodes_of(tree)
                  if isinstance(n, ast.MatchAs) and n.name is not None)


@functools.lru_cache(maxsize=4096)
def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """A tree's nodes in the order of `ast.walk`, which takes three times as long, and is asked for
    the same trees by everybody who looks for something in a function."""
    return _walk(tree)


def _walk(tree: ast.AST) -> list[ast.AST]:
    found = [tree]
    for node in found:  # it grows meanwhile
        for part in vars(node).values():
            if isinstance(part, ast.AST):
                found.append(part)
            elif isinstance(part, list):
                found += [one for one in part if isinstance(one, ast.AST)]
    return found
