"""Errands as units of work: whoever runs them, here or in other processes, finds the same.

An errand finds nothing that is known already. The keys of all that is known stand in a file, to
which is only added, and each errand says how much of it to go by: so it does not matter who runs
it, nor what the others have found meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from zermelo.evaluation import Evaluator, evaluator_for, evaluators
from zermelo.game import Game
from zermelo.games import load
from zermelo.learn.files import Request
from zermelo.learn.filling import Volleys
from zermelo.learn.miner import Errand, Ints, Mined, Miner
from zermelo.work import Noted, Unit


class Known:
    """The keys of all examples so far, in a file for those who look for more."""

    def __init__(self, path: Path, keys: Ints) -> None:
        self.path, self.count = path, 0
        self._file = path.open("wb")
        self.add(keys)

    def add(self, keys: Ints) -> None:
        """These are known from now on."""
        self._file.write(keys.tobytes())
        self._file.flush()
        self.count += len(keys)

    def __enter__(self) -> Known:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._file.close()
        self.path.unlink(missing_ok=True)


class Errands:
    """Volleys made into units of work, and what came of these handed back."""

    def __init__(self, request: Request, known: Known, table_mb: float,
                 native: bool | None) -> None:
        self.ledger = Noted()
        self._known, self._begun = known, 0
        self._miner = {"request": asdict(request), "table_mb": table_mb, "native": native}

    def units(self, volleys: Volleys) -> Iterator[Unit | None]:
        """The errands' units; None while those of a volley are under way."""
        errands = next(volleys, None)
        while errands is not None:
            known = [str(self._known.path), self._known.count]
            units = [Unit(str(number), f"{__name__}:run", {
                **self._miner, "known": known, "errand": list(errand),
            }) for number, errand in enumerate(errands, self._begun)]
            self._begun += len(units)
            yield from units
            while not all(unit.key in self.ledger for unit in units):
                yield None
            found = [Mined.from_plain(self.ledger.pop(unit.key)) for unit in units]
            try:
                errands = volleys.send(found)
            except StopIteration:
                errands = None


_miners: dict[str, tuple[Miner, list[int]]] = {}  # the last one, and how much it knows


def run(request: dict[str, Any], table_mb: float, native: bool | None, known: list[Any],
        errand: list[Any]) -> dict[str, Any]:
    """What an errand finds: a unit of work."""
    key = repr((request, table_mb, native))
    if key not in _miners:
        remember_miner(made_miner(load(request["game"]), Request(**request), table_mb, native),
                       Request(**request), table_mb, native)
    miner, learnt = _miners[key]
    path, count = known
    if count > learnt[0]:
        with Path(path).open("rb") as file:
            file.seek(8 * learnt[0])
            miner.remember(np.frombuffer(file.read(8 * (count - learnt[0])), np.int64))
        learnt[0] = count
    return miner.run(Errand(*errand)).to_plain()


def made_miner(game: Game, request: Request, table_mb: float, native: bool | None) -> Miner:
    """Who mines for this request."""
    return Miner(game, room=min(request.shard, request.examples), keys=request.examples,
                 evaluator=opinion_named(game, request.evaluator), nodes=request.nodes,
                 table_mb=table_mb, native=native, database=request.database or None)


def remember_miner(miner: Miner, request: Request, table_mb: float, native: bool | None) -> None:
    """Have this miner run the errands that come here; it knows nothing yet."""
    forget_miners()
    _miners[repr((asdict(request), table_mb, native))] = miner, [0]


def forget_miners() -> None:
    """Let the miner here go, and its memory."""
    _miners.clear()


def opinion_named(game: Game, name: str) -> Evaluator | None:
    """The evaluator whose features are kept, if any."""
    if name == "none" or (name == "standard" and not evaluators(game)):
        return None
    return evaluator_for(game, name)
