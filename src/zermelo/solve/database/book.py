"""Books: the exact values of a game's early positions, found by search, as a database.

A book has every position that can come about within some plies. Those of the last ply are solved
one by one; those before are worth the best of what their moves lead to. Each solution is written
down as soon as it is there, so that work that is cut off goes on with the next position.
"""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import LimitError, ParameterError
from zermelo.game import Game
from zermelo.search.codes import INFINITY, finished, further, win_code
from zermelo.search.engine import Engine
from zermelo.solve.database.files import DatabaseError, KeyWriter, Values
from zermelo.solve.database.folder import Folder
from zermelo.solve.database.lookup import Database
from zermelo.solve.database.making import order_of, seconds_noted, taken_up
from zermelo.solve.database.packing import Packing, found_packing, functions_of, widened
from zermelo.values import Value

Key = tuple[int, int]


@dataclass(frozen=True)
class BookProgress:
    """How far the work is."""

    done: int  # positions of the last ply that are solved
    total: int
    seconds: float  # since this call
    left: float | None  # seconds, if it goes on like this; None as long as nothing was solved

    @property
    def rate(self) -> float:
        """How many positions were solved a second."""
        return (self.total - self.done) / self.left if self.left else 0.0


@dataclass
class _Met:
    """A position of the book."""

    state: Any
    after: list[tuple[Key, bool]] | None  # where its moves lead, and whether the turn passes
    moves: int = 0
    code: int | None = None  # what it is worth


def make_book(game: Game, folder: Path | str, plies: int, *, threads: int = 1,
              table_mb: float = 64, native: bool | None = None,
              listen: Callable[[BookProgress], None] = lambda progress: None) -> Database:
    """Make a book of all positions up to so many plies from the start, or go on with it.

    Positions that are alike by symmetry are one. KeyboardInterrupt leaves what is solved, from
    which the same call goes on.

    >>> import tempfile
    >>> from zermelo import load
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     book = make_book(load("tictactoe"), folder, 2, native=False)
    ...     book.positions, book.value("x../.o./...:x"), book.best()[:2]
    (16, draw, ['a1', 'b1'])
    """
    if plies < 0:
        raise ParameterError(f"a book cannot have {plies} plies: give 0 or more")
    if game.repetition:
        raise ParameterError(f"in {game.spec} a value depends on positions before, as repetition "
                             f"is a draw: a book cannot be made of it")
    begun = time.monotonic()
    starts = [state for _, state in game.deals()]
    symmetry = game.overrides("canonical")
    order = {**order_of(game, symmetry, starts), "plies": plies}
    place = Folder(folder)
    with place.locked():
        about = taken_up(place, order)
        if about is not None and about["complete"]:
            return Database(folder, game)
        try:
            packing, levels = _listed(game, starts, plies, symmetry)
            place.write({**order, "packing": packing.to_json(), "complete": False})
            with Engine(game, None, threads=threads, table_mb=table_mb, native=native) as engine:
                _solve(engine, place, levels[-1], begun, listen)
                _value(engine, levels)
            _write(game, place, packing, levels)
            place.write({**order, "packing": packing.to_json(), "complete": True})
            place.sweep_work()
        except OSError as error:
            raise place.unwritable(error) from error
        finally:
            seconds_noted(place, begun)
    return Database(folder, game)


def _listed(game: Game, starts: list[Any], plies: int,
            symmetry: bool) -> tuple[Packing, list[dict[Key, _Met]]]:
    """Every position by the least number of plies to it, and a packing that all of them fit."""
    packing = found_packing(game, starts, symmetry=symmetry)
    while True:
        rules = {name: partial(f, game) if callable(f) else f
                 for name, f in functions_of(game, packing).items()}
        misfits: list[Any] = []

        def met(state: Any, rules: Any = rules, misfits: list[Any] = misfits) -> tuple[Key, Any]:
            state = rules["image"](state)
            if not rules["fits"](state):
                misfits.append(state)
            return (rules["pack_high"](state), rules["pack_low"](state)), state

        known: set[Key] = set()
        levels: list[dict[Key, _Met]] = []
        level = dict(map(met, starts))
        for ply in range(plies + 1):
            levels.append({key: _Met(s, None) for key, s in level.items() if key not in known})
            known |= level.keys()
            level = {}
            for here in levels[-1].values():
                moves = game.legal_moves(here.state)
                here.moves = len(moves)
                if ply == plies or not moves:
                    continue
                mover, here.after = game.to_move(here.state), []
                for move in moves:
                    key, state = met(game.play(here.state, move))
                    level[key] = state
                    here.after.append((key, game.to_move(state) != mover))
            if misfits:
                break
        if not misfits:
            return packing, levels
        if not packing.masks:
            raise DatabaseError(f"{game.spec}: `key` gives a number below 0 for "
                                f"{game.text(misfits[0])}: `unkey` needs numbers from 0")
        packing = widened(game, packing, misfits)


# --- the last ply, by search ---

_SOLVED = struct.Struct("<qqqQ")  # a key, its value, and a checksum of them


def _solve(engine: Engine[Any, Any], place: Folder, level: dict[Key, _Met], begun: float,
           listen: Callable[[BookProgress], None]) -> None:
    """The value of each position, from what was solved before or by search."""
    path = place.work / "solved"
    for key, code in _read(path):
        if key in level:
            level[key].code = code
    left = [key for key in sorted(level) if level[key].code is None]
    before, started = len(level) - len(left), time.monotonic()

    def tell(solved: int) -> None:
        now = time.monotonic()
        rest = (now - started) / solved * (len(left) - solved) if solved else None
        listen(BookProgress(before + solved, len(level), now - begun, rest))

    tell(0)
    with path.open("ab") as file:
        for number, key in enumerate(left, 1):
            found = engine.values([level[key].state], distances=True)
            if not found:
                raise KeyboardInterrupt
            level[key].code = code = _code(engine.game, level[key].state, found[0])
            data = struct.pack("<qqq", *key, code)
            file.write(data + struct.pack("<Q", zlib.crc32(data)))
            file.flush()
            tell(number)


def _read(path: Path) -> Iterator[tuple[Key, int]]:
    """What was solved before; what was cut off in the writing is removed."""
    if not path.exists():
        return
    data = path.read_bytes()
    whole = 0
    for high, low, code, check in _SOLVED.iter_unpack(data[: len(data) // 32 * 32]):
        if zlib.crc32(struct.pack("<qqq", high, low, code)) != check:
            break
        whole += 32
        yield (high, low), code
    with path.open("r+b") as file:
        file.truncate(whole)


def _code(game: Game, state: Any, value: Value) -> int:
    """A proven value as the search writes it."""
    if not value.known or (value.score and value.distance is None):
        raise LimitError(f"what {game.text(state)} is worth in {game.spec} cannot be proven: there "
                         f"is no book of it")
    if value.score == 0:
        return 0
    code = win_code(value.distance or 0, abs(int(value.score)))
    return code if value.score > 0 else -code


# --- those before ---

def _value(engine: Engine[Any, Any], levels: list[dict[Key, _Met]]) -> None:
    """From the last level to the first: the best of what the moves lead to. Where one leads back
    to a level before, the position is searched."""
    game = engine.game
    known: dict[Key, int] = {key: here.code or 0 for key, here in levels[-1].items()}
    for level in reversed(levels[:-1]):
        for here in level.values():
            payoff = game.outcome(here.state)
            if payoff is not None:
                here.code = finished(payoff, game.to_move(here.state))
            elif all(after in known for after, _ in here.after or ()):
                here.code = max(further(-known[after] if turned else known[after], 1)
                                for after, turned in here.after or ())
            else:
                found = engine.values([here.state], distances=True)
                if not found:
                    raise KeyboardInterrupt
                here.code = _code(game, here.state, found[0])
        known |= {key: here.code or 0 for key, here in level.items()}


def _write(game: Game, place: Folder, packing: Packing, levels: list[dict[Key, _Met]]) -> None:
    """Every tier, in the order of keys."""
    tier_of = functions_of(game, packing)["tier_of"]
    tiers: dict[int, dict[Key, _Met]] = {}
    for level in levels:
        for key, here in level.items():
            tiers.setdefault(tier_of(game, here.state), {})[key] = here
    for tier, positions in sorted(tiers.items()):
        keys = sorted(positions)
        moves = [positions[key].moves for key in keys]
        codes = np.array([positions[key].code for key in keys], np.int64)
        assert (abs(codes) < INFINITY).all()
        writer = KeyWriter(place.keys_path(tier), packing.words)
        writer.add(np.array(keys, np.int64)[:, : packing.words].reshape(-1).copy())
        writer.finish({"tier": tier, "children": [], "moves": sum(moves), "most_moves": max(moves),
                       "over": sum(m == 0 for m in moves)})
        values = Values()
        values.count(codes)
        values.write(place.values_path(tier), iter([codes]), {"tier": tier})


# --- proven right ---

def verify_book(book: Database, *, native: bool | None = None, threads: int = 1,
                listen: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Look at every position: the best of its moves, where the book has them, else searched anew;
    how many there are. DatabaseError at the first that is wrong."""
    game, total, done = book.game, book.positions, 0
    with Engine(game, None, threads=threads, native=native) as engine:
        for tier in book.tiers:
            for state, said in book.states(tier):
                payoff, mover = game.outcome(state), game.to_move(state)
                after = [game.play(state, m) for m in game.legal_moves(state)]
                codes = [book.code(s) for s in after]
                if payoff is not None:
                    found = finished(payoff, mover)
                elif None not in codes:
                    found = max(further(code if game.to_move(s) == mover else -code, 1)
                                for s, code in zip(after, codes, strict=True) if code is not None)
                else:
                    values = engine.values([state], distances=True)
                    if not values:
                        raise KeyboardInterrupt
                    found = _code(game, state, values[0])
                if found != said:
                    raise book.wrong(state, found, said)
                done += 1
                listen(done, total)
    return done
