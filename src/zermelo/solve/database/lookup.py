"""Asking a database: from any number of threads and processes at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import PositionError
from zermelo.game import Game
from zermelo.kernel.memory import shared
from zermelo.marks import rules_mark
from zermelo.own_files import same_source
from zermelo.position import Position, position_of
from zermelo.search.analysis import Analysis, RankedMove
from zermelo.search.codes import decoded, distance_of, further, payoff_of
from zermelo.search.known import Inside
from zermelo.solve.database.coding import UNREADABLE, Ints, Question, look_up
from zermelo.solve.database.files import DatabaseError, KeyFile, ValueFile
from zermelo.solve.database.folder import MANIFEST, Folder
from zermelo.solve.database.inside import inside
from zermelo.solve.database.packing import Packing, functions_of
from zermelo.solve.database.running import new_job, plain_kernel
from zermelo.values import Value


class _Tier(NamedTuple):
    """A tier's files, and their arrays as a kernel sees them."""

    keys: KeyFile
    values: ValueFile
    arrays: tuple[Any, ...]


class _Asking(NamedTuple):
    """A question about a tier, how it is asked, and what the numbers in its answers stand for."""

    question: Question
    ask: Callable[[], object]
    codes: list[int]


class _Mine(threading.local):
    """What every thread has of its own."""

    def __init__(self) -> None:
        self.asking: dict[int, _Asking] = {}


class Database:
    """The value of every position that can come of a start.

    >>> import tempfile
    >>> from zermelo import load
    >>> from zermelo.solve.database import make
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     database = make(load("nim:heaps=1+2+2"), folder)
    ...     database.positions, database.value(), database.best()
    (28, win in 5, ['a1'])
    """

    def __init__(self, folder: Path | str, game: Game | None = None) -> None:
        self.folder = Folder(folder)
        about = self.folder.about()
        if about is None:
            raise DatabaseError(f"{str(folder)!r} has no {MANIFEST}: it is not a database")
        self.about = about
        self.game = self._its_game(game)
        if not about["complete"]:
            kind = "database make" if self.plies is None else f"book make --plies {self.plies}"
            raise DatabaseError(f"the database {str(folder)!r} is not complete: `zermelo {kind} "
                                f"{about['spec']} -o {folder}` goes on with it")
        self.packing = Packing.from_json(about["packing"])
        self._functions = {name: partial(f, self.game) if callable(f) else f for name, f
                           in functions_of(self.game, self.packing).items()}
        self._tiers: dict[int, _Tier | None] = {}
        self._mine = _Mine()
        self._kernel = plain_kernel(look_up, (Question, Ints, Ints, Ints, Ints))

    def _its_game(self, given: Game | None) -> Game:
        game = given
        if game is None:
            from zermelo.games import from_data

            game = from_data(self.about["game"])
        where = f"the database {str(self.folder.path)!r}"
        if game.spec != self.about["spec"] or not same_source(self.about["game"], game.source):
            raise DatabaseError(f"{where} is of {self.about['spec']}, not of {game.spec}: name "
                                f"another folder")
        if rules_mark(game) != self.about["rules"]:
            raise DatabaseError(f"{where} was made with other rules of {game.spec} than these: "
                                f"remove it, and make it anew")
        return game

    @property
    def plies(self) -> int | None:
        """How far from the start a book goes; None of a database with all that can follow."""
        found: int | None = self.about.get("plies")
        return found

    # --- one position ---

    def code(self, state: Any) -> int | None:
        """A state's value as the search writes it, in the view of the player to move; None if the
        database does not have it."""
        rules = self._functions
        state = rules["image"](state)
        if not rules["fits"](state):
            return None
        number = rules["tier_of"](state)
        asking = self._mine.asking.get(number) or self._asking(number)
        if asking is None:
            return None
        question, ask, codes = asking
        question.high, question.low = rules["pack_high"](state), rules["pack_low"](state)
        ask()
        number = question.number
        if number == UNREADABLE:
            raise DatabaseError(
                f"the database {str(self.folder.path)!r} is damaged near {self.game.text(state)}, "
                f"checksums do not fit: `zermelo database verify` says where")
        return None if number < 0 else codes[number]

    def _asking(self, number: int) -> _Asking | None:
        """How this thread asks for a position of a tier; None if there is no such tier."""
        tier = self._tier(number)
        if tier is None:
            return None
        question = new_job(Question)
        question.words, question.end = self.packing.words, tier.keys.about["stream"]
        question.count, question.bits = tier.keys.count, tier.values.bits
        asking = _Asking(question, self._kernel.ready(question, *tier.arrays),
                         tier.values.codes.tolist())
        self._mine.asking[number] = asking
        return asking

    def _tier(self, number: int) -> _Tier | None:
        if number not in self._tiers:
            found = None
            if self.folder.values_path(number).exists():
                keys, values = self.folder.keys(number), self.folder.values(number)
                for file in (keys, values):
                    file.ask_at_random()
                arrays = (keys.tail, keys.stream, values.checks, values.stream)
                found = _Tier(keys, values, tuple(shared(Ints, a) for a in arrays))
            self._tiers[number] = found  # two threads may do so: they do the same
        return self._tiers[number]

    def get(self, thing: Any) -> Value | None:
        """A position's value in the view of the player to move, or None if it is not there."""
        code = self.code(position_of(self.game, thing).state)
        return None if code is None else decoded(code)

    def value(self, thing: Any = None) -> Value:
        """A position's value in the view of the player to move; PositionError if the database does
        not have it."""
        here = position_of(self.game, thing)
        code = self.code(here.state)
        if code is None:
            raise self._unknown(here)
        return decoded(code)

    def inside(self, always: bool = False) -> Inside | None:
        """What goes into a search; nothing if all that can come of the game's start is here, and
        holds whatever came before; or if it is a book, as a search begins where that ends."""
        whole = self.code(self.game.initial()) is not None and not self.game.repetition
        return inside([self]) if always or not (whole or self.plies is not None) else None

    def _unknown(self, here: Position[Any, Any]) -> PositionError:
        why = "it cannot come of the positions that it was made from"
        if self.plies is not None:
            why = f"it goes {self.plies} plies from the start"
        return PositionError(f"the database {str(self.folder.path)!r} does not have {here.text}: "
                             f"{why}")

    def wrong(self, state: Any, found: int, said: int) -> DatabaseError:
        """What to say of a value that is not what it should be."""
        return DatabaseError(f"the database {str(self.folder.path)!r} is wrong: "
                             f"{self.game.text(state)} is {decoded(found)} by its moves, and not "
                             f"{decoded(said)}")

    def moves(self, thing: Any = None) -> list[RankedMove[Any]]:
        """Every legal move and what it is worth to who makes it, the best first."""
        here = position_of(self.game, thing)
        self.value(here)
        ranked = []
        for move in self.game.legal_moves(here.state):
            after = Position(self.game, self.game.play(here.state, move))
            code = self.code(after.state)
            if code is None:
                raise self._unknown(after)
            code = further(code if after.to_move == here.to_move else -code, 1)
            text = self.game.move_text(here.state, move)
            ranked.append((code, RankedMove(move, text, decoded(code))))
        ranked.sort(key=lambda pair: -pair[0])
        return [move for _, move in ranked]

    def ends_at(self, thing: Any) -> bool:
        """Whether a book has a position, and not what its moves lead to."""
        if self.plies is None:
            return False
        state = position_of(self.game, thing).state
        return any(self.code(self.game.play(state, m)) is None
                   for m in self.game.legal_moves(state))

    def best(self, thing: Any = None) -> list[str]:
        """All best moves, as people write them; none where a book ends."""
        moves = [] if self.ends_at(thing) else self.moves(thing)
        return [m.text for m in moves if m.value == moves[0].value]

    def line(self, thing: Any = None, most: int = 2048) -> list[Any]:
        """What both sides should play, to the end of a decided game; nothing of a draw."""
        here = position_of(self.game, thing)
        line: list[Any] = []
        if self.value(here).kind == "draw":
            return line
        while len(line) < most and not self.ends_at(here) and (moves := self.moves(here)):
            line.append(moves[0].move)
            here = Position(self.game, self.game.play(here.state, moves[0].move))
        return line

    def analysis(self, thing: Any = None) -> Analysis[Any, Any]:
        """All that is known of a position, in the words of `Engine.solve`; where a book ends, only
        the value."""
        here = position_of(self.game, thing)
        value, moves = self.value(here), [] if self.ends_at(here) else self.moves(here)
        line = self.line(here) or [m.move for m in moves[:1]]
        return Analysis(self.game, here.state, here.to_move, value, tuple(moves), tuple(line),
                        None, len(line), 0, 0.0, 0.0, True, 1)

    # --- all of them ---

    @property
    def tiers(self) -> list[int]:
        """The numbers of the tiers whose values are complete."""
        return self.folder.done("values")

    @property
    def positions(self) -> int:
        """How many positions there are, finished ones included."""
        return sum(self.counts().values())

    def counts(self, tier: int | None = None) -> dict[int, int]:
        """How often each value occurs, as the search writes values; in a tier, or in all."""
        total: dict[int, int] = {}
        for number in self.tiers if tier is None else [tier]:
            for code, many in self.folder.values(number).counts.items():
                total[code] = total.get(code, 0) + many
        return total

    def states(self, tier: int) -> Iterator[tuple[Any, int]]:
        """Every state of a tier with its value, as the search writes it; in the order of keys."""
        keys, values = self.folder.keys(tier), self.folder.values(tier)
        words, step = self.packing.words, 256
        for first in range(0, keys.blocks, step):
            last = min(first + step, keys.blocks)
            rows = keys.keys(first, last).reshape(-1, words).tolist()
            for row, code in zip(rows, values.values(first, last).tolist(), strict=True):
                yield self._functions["unpack"](*row, *[0] * (2 - words)), code

    def info(self) -> dict[str, Any]:
        """What it is and how much of it, as plain data."""
        counts = self.counts()
        wins = [code for code in counts if payoff_of(code) > 0]
        return {
            "game": self.game.spec, "positions": sum(counts.values()),
            "wins": sum(counts[code] for code in wins), "draws": counts.get(0, 0),
            "losses": sum(n for code, n in counts.items() if payoff_of(code) < 0),
            "longest_win": max(map(distance_of, wins), default=None),
            "bytes": self.folder.bytes, "seconds": self.folder.made().get("seconds"),
            "tiers": len(self.tiers), "starts": self.about["starts"], "plies": self.plies,
            "symmetry": self.packing.symmetry, "folder": str(self.folder.path),
            "rules": self.about["rules"], "version": self.about["version"],
        }
