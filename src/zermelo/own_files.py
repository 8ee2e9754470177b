"""Python files of people's own, with games, players and evaluators in them.

A file is run when somebody names it, as `python file.py` would run it: it may import its
neighbours. It is run once, whatever is taken out of it, and anew only after it was changed. Data
that names a file (a record, a suite, weights) never makes it run: `from_data` in `games` sees to
that.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from zermelo.errors import GameError, UnknownGameError
from zermelo.game import Game
from zermelo.notation import did_you_mean, parse_spec
from zermelo.origins import remember

_Stamp = tuple[int, int]  # when it was changed, and its size
_loaded: dict[Path, tuple[_Stamp, ModuleType]] = {}
_neighbours: dict[str, Path] = {}  # modules that files imported from their own folders
_loading = threading.RLock()


def split(text: str) -> tuple[Path, str] | None:
    """The file and the name in `path/to/file.py:name`; None if this text names no file."""
    head, dot, name = text.strip().partition(".py")
    if not dot or (name and not name.startswith(":")):
        return None
    return Path(f"{head}.py"), name.removeprefix(":")


def module_of(file: Path, text: str) -> ModuleType:
    """A user's Python file, run; GameError with the line if that fails."""
    try:
        there = file.is_file()
    except (OSError, ValueError):  # a name too long, or with a null in it
        there = False
    if not there:
        raise GameError(f"{text!r}: there is no file {str(file)!r}")
    with _loading:
        found = file.stat()
        stamp, place = (found.st_mtime_ns, found.st_size), file.resolve()
        known = _loaded.get(place)
        if known is None or known[0] != stamp:
            known = _loaded[place] = stamp, _run(file, place, text)
        return known[1]


def _run(file: Path, place: Path, text: str) -> ModuleType:
    name = f"zermelo_user_{file.stem}_{zlib.crc32(str(place).encode('utf-8', 'replace')):08x}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # NamedTuples and dataclasses look their module up here
    try:
        with _among_neighbours(place.parent):
            spec.loader.exec_module(module)
    except (KeyboardInterrupt, MemoryError):
        raise
    except SystemExit as error:
        raise GameError(f"{text!r}: {file} calls sys.exit({error.code!r}) when it is run: leave "
                        f"that out, or put it under if __name__ == '__main__'") from error
    except BaseException as error:
        line = _line_in(place, error)
        where = "" if line is None else f" at line {line}"
        raise GameError(f"{text!r}: running {file} failed{where}: {type(error).__name__}: "
                        f"{error}") from error
    return module


@contextlib.contextmanager
def _among_neighbours(folder: Path) -> Iterator[None]:
    """While a file of this folder runs, `import` finds its neighbours first.

    Afterwards they are found last, for what is only imported when it is needed. Two folders may
    have neighbours of the same name: each file gets its own.
    """
    for name, home in list(_neighbours.items()):
        if home != folder:
            sys.modules.pop(name, None)
            del _neighbours[name]
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and folder in Path(file).resolve().parents:
                _neighbours[name] = folder


def class_in_file(file: Path, name: str, text: str) -> type[Game]:
    """The game class `name` of a Python file."""
    module = module_of(file, text)
    there = {n: c for n, c in vars(module).items() if isinstance(c, type) and issubclass(c, Game)
             and c is not Game}
    games = {n: c for n, c in there.items() if not inspect.isabstract(c)}
    own = [n for n, c in games.items() if c.__module__ == module.__name__] or list(games)
    if name in games:
        remember(games[name], f"{file}:{name}")
        return games[name]
    if name in there:
        missing = ", ".join(sorted(there[name].__abstractmethods__))
        raise GameError(f"{text!r}: the class {name} still lacks {missing}")
    has = ", ".join(own) or "none"
    if not name:
        raise UnknownGameError(
            f"{text!r} does not say which class: write {file}:Name; it has {has}"
        )
    raise UnknownGameError(
        f"{text!r}: {file} has no game class {name!r}{did_you_mean(name, own)}; it has {has}"
    )


def same_game(text: str, game: Game) -> bool:
    """Whether a text in some data means this game: its name and parameters, or for one out of a
    file the file's name, the class and the parameters, wherever the file lies now."""
    if text in (game.spec, game.source):
        return True
    meant, has = parse_spec(text), parse_spec(game.source)
    if meant.file is not None and has.file is None:  # one that was imported: by its class
        return (meant.name, meant.parameters) == (type(game).__name__, has.parameters)
    return same_source(text, game.source)


def same_source(one: str, other: str) -> bool:
    """Whether two texts mean the same game, wherever its file lies."""
    if one == other:
        return True
    a, b = parse_spec(one), parse_spec(other)
    return (a.file is not None and b.file is not None and a.file.name == b.file.name
            and a[1:] == b[1:])


def _line_in(file: Path, error: BaseException) -> int | None:
    if isinstance(error, SyntaxError):
        return error.lineno
    line, step = None, error.__traceback__
    while step is not None:
        if Path(step.tb_frame.f_code.co_filename).resolve() == file:
            line = step.tb_lineno
        step = step.tb_next
    return line
