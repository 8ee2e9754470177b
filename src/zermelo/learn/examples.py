"""Training examples: positions with their features, exact values and all best moves.

They are balanced as far as there are any (`filling`), on train, validation and test alike
(`batch`), between which nothing leaks (`split`).

The work is done in batches, a file of each side. After an interruption the same request goes on
where it was, and ends with the same examples as if nothing had happened: what is in a batch depends
on the request and the batches before it, and not on who mined it (`errands`). (Only where
positions were not proven within the nodes may that differ.) Memory, of each who mines: the search's
table, one batch's examples, and 16 to 32 bytes for every example ever, by which positions that are
alike are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from zermelo.analysis.exact import NODES
from zermelo.errors import GameError, LimitError, ParameterError
from zermelo.game import Game
from zermelo.games import can_be_named
from zermelo.learn.batch import Batch
from zermelo.learn.card import data_card
from zermelo.learn.errands import (
    Errands,
    Known,
    forget_miners,
    made_miner,
    opinion_named,
    remember_miner,
)
from zermelo.learn.files import Folder, Request
from zermelo.learn.miner import Miner
from zermelo.learn.split import SHARES, Side, Split
from zermelo.marks import rules_mark
from zermelo.portable import hash_of
from zermelo.telling import Telling
from zermelo.work import Here, Unit, crew_of, work_off

SHARD = 50_000


def make(game: Game, out: Path, *, examples: int = 100_000, seed: int = 0,
         evaluator: str = "standard", nodes: int = NODES, shard: int = SHARD, text: bool = False,
         table_mb: float = 256, native: bool | None = None, database: str | None = None,
         jobs: int = 1, progress: Telling = lambda doing, share: None) -> Folder:
    """Make a data set, or go on with it, by so many processes; KeyboardInterrupt leaves complete
    files."""
    if examples < 10:
        raise ParameterError(f"{examples} examples cannot be split: give 10 or more")
    if jobs < 1:
        raise LimitError(f"{jobs} workers can do nothing: give 1 or more")
    if shard < 1:
        raise ParameterError(f"{shard} examples a file make no sense: give 1 or more")
    opinion = opinion_named(game, evaluator)
    request = Request(game.source, examples, seed, evaluator if opinion else "none", nodes, shard,
                      text, rules_mark(game), database or "")
    folder = Folder.opened(out, request)
    plan = list(planned(examples, shard))
    if len(folder.shards) < sum(map(len, plan)):
        miner = made_miner(game, request, table_mb, native)
        crew = crew_of(jobs if can_be_named(game) else 1)
        if isinstance(crew, Here):
            remember_miner(miner, request, table_mb, native)
        try:
            with Known(out / "keys.unfinished", folder.keys()) as known:
                errands = Errands(request, known, table_mb, native)
                units = _units(folder, plan, miner, Split(game, seed), errands, known, progress)
                with closing(work_off(units, errands.ledger, crew)) as work:
                    for done in work:
                        if done.error is not None:
                            raise GameError(f"{game.spec} cannot be mined: {done.error}")
        finally:
            crew.close()
            forget_miners()
    (out / "README.md").write_text(data_card(game, folder), encoding="utf-8")
    return folder


def _units(folder: Folder, plan: list[dict[Side, int]], miner: Miner, split: Split,
           errands: Errands, known: Known, progress: Telling) -> Iterator[Unit | None]:
    """Everything that is to be mined, batch by batch; those that are full are written."""
    request, complete = folder.request, len(folder.shards)
    for number, rows in enumerate(plan):
        if sum(map(len, plan[: number + 1])) <= complete:
            continue
        before = sum(s.rows for s in folder.shards)
        batch = Batch(miner, split, folder, rows, hash_of((request.seed, number)), known.add)
        for unit in errands.units(batch.volleys()):
            progress(f"part {number + 1} of {len(plan)}",
                     (before + batch.found) / request.examples)
            yield unit
        folder.add(batch.files(number, text=request.text), list(miner.features))


def planned(examples: int, shard: int) -> Iterator[dict[Side, int]]:
    """The batches: how many examples of each side. A side that has none in a batch is left out."""
    few = max(1, int(examples * SHARES["test"]))
    wanted: dict[Side, int] = {"train": examples - 2 * few, "validation": few, "test": few}
    count = -(-wanted["train"] // shard)
    for i in range(count):
        batch: dict[Side, int] = {side: rows * (i + 1) // count - rows * i // count
                                  for side, rows in wanted.items()}
        yield {side: rows for side, rows in batch.items() if rows}
