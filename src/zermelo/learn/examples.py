"""Training examples: positions with their features, exact values and all best moves.

Positions come from random games, over deals by their probability, and are balanced: as many of
each phase × result (loss, draw or win for the player to move) as of any other. A stratum that is
slow to fill is also looked for in the unlikely deals, all alike; what it cannot give even so –
games have few openings, and some never end in a draw – the others make up for.

The work is done file by file. After an interruption the same order goes on where it was, and
ends with the same examples as if nothing had happened: what is in a file depends on the order and
the files before it, and on nothing else. (Only where positions were not proven within the nodes
may that differ.) Memory: the search's table, one file's examples, and 16 to 32 bytes for every
example ever, by which positions that are alike are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from zermelo.analysis.exact import NODES
from zermelo.analysis.playouts import random_move
from zermelo.errors import ParameterError
from zermelo.evaluation import Evaluator, evaluator_for, evaluators
from zermelo.game import Game
from zermelo.learn.card import data_card
from zermelo.learn.files import Folder, Order, strata_of
from zermelo.learn.miner import Mined, Miner
from zermelo.learn.split import SHARES, Side, Split
from zermelo.portable import hash_of

SHARD = 50_000
_GAMES = 64  # random games from one deal at a time
_ROUND = 64  # deals, after which it is looked at how each stratum fills
_SLOW = 0.1  # of what was wanted: a stratum that gave less is looked for in the unlikely deals too
_DRY = 0.005  # of what there is: a stratum that gave less, even so, is called dry

STRATA = 9


@dataclass
class Progress:
    """How far the work is."""

    done: int
    wanted: int
    file: str


def make(game: Game[Any, Any], out: Path, *, examples: int = 100_000, seed: int = 0,
         evaluator: str = "standard", nodes: int = NODES, shard: int = SHARD, text: bool = False,
         table_mb: float = 256, native: bool | None = None,
         listen: Callable[[Progress], None] = lambda progress: None) -> Folder:
    """Make a data set, or go on with it; KeyboardInterrupt leaves complete files."""
    if examples < 10:
        raise ParameterError(f"{examples} examples cannot be split: give 10 or more")
    if shard < 1:
        raise ParameterError(f"{shard} examples a file make no sense: give 1 or more")
    opinion = _opinion(game, evaluator)
    order = Order(game.source, examples, seed, evaluator if opinion else "none", nodes, shard, text,
                  rules_mark(game))
    folder = Folder.opened(out, order)
    plan = list(planned(examples, shard))
    if len(folder.shards) < len(plan):
        miner = Miner(game, room=min(shard, examples), keys=examples, evaluator=opinion,
                      nodes=nodes, table_mb=table_mb, native=native)
        miner.remember(folder.keys())
        split = Split(game, seed)
        for number, (side, index, rows) in enumerate(plan):
            if number < len(folder.shards):
                continue
            before = sum(s.rows for s in folder.shards)
            dry = next((set(s.dry) for s in reversed(folder.shards) if s.side == side), set())
            work = Filling(miner, split, side, rows, dry, hash_of((seed, number)))
            for done in work.steps():
                listen(Progress(before + done, examples, f"{side}-{index:05d}"))
            mined, deals = work.result()
            texts = [game.text(miner.codec.state(words))
                     for words in mined.words.tolist()] if text else None
            folder.add(side, index, mined, deals, list(miner.features), texts, sorted(work.dry))
    (out / "README.md").write_text(data_card(game, folder), encoding="utf-8")
    return folder


def planned(examples: int, shard: int) -> Iterator[tuple[Side, int, int]]:
    """The files: of which side, its number there, and how many examples. The small sides first."""
    few = max(1, int(examples * SHARES["test"]))
    wanted: dict[Side, int] = {"test": few, "validation": few, "train": examples - 2 * few}
    for side, rows in wanted.items():
        for index, start in enumerate(range(0, rows, shard)):
            yield side, index, min(shard, rows - start)


class Filling:
    """One file being filled."""

    def __init__(self, miner: Miner, split: Split, side: Side, rows: int, dry: set[int],
                 seed: int) -> None:
        self._miner, self._rows, self.dry = miner, rows, dry
        self._deals = split.deals(side)
        self._rng = Random(seed)
        self.parts: list[Mined] = []
        self._from: list[int] = []
        self._have = np.zeros(STRATA, np.int64)
        self._slow = np.zeros(STRATA, bool)  # these are looked for in unlikely deals, too

    def steps(self) -> Iterator[int]:
        """Fill it, telling how many there are; until it is full or everything is dry."""
        while self._have.sum() < self._rows and len(self.dry) < STRATA:
            before, wanted = self._have.copy(), self._wanted()
            for number in range(_ROUND):
                left = np.maximum(wanted - (self._have - before), 0)
                if left.sum() == 0:
                    break
                scarce = np.where(self._slow, left, 0)
                if number % 2 == 1 and scarce.any():
                    self._mine(scarce, wanted, any_deal=True)
                else:
                    self._mine(left, wanted, any_deal=False)
                yield int(self._have.sum())
            gained = self._have - before
            enough = np.minimum(wanted, np.maximum(_DRY * self._have, 1))
            self.dry |= set(np.flatnonzero(self._slow & (gained < enough)).tolist())
            self._slow |= gained < _SLOW * wanted

    def _wanted(self) -> Any:
        """What is still missing, so that the strata that are not dry come out alike."""
        live = np.array([i not in self.dry for i in range(STRATA)])
        level = -(-(self._rows - self._have[~live].sum()) // live.sum())
        wanted = np.where(live, np.maximum(level - self._have, 0), 0)
        excess = int(wanted.sum() - (self._rows - self._have.sum()))
        for i in np.flatnonzero(wanted)[::-1]:
            less = min(excess, int(wanted[i]))
            wanted[i] -= less
            excess -= less
        return wanted

    def _mine(self, left: Any, wanted: Any, any_deal: bool) -> None:
        number, deal = self._deals.draw(self._rng, evenly=any_deal)
        at_once = np.minimum(left, np.maximum(2, wanted // 32))  # many deals, not much of each
        found = self._miner.mine(deal, at_once.tolist(), self._rng.getrandbits(62), _GAMES)
        if len(found):
            self.parts.append(found)
            self._from += [number] * len(found)
            self._have += np.bincount(strata_of(found), minlength=STRATA)

    def result(self) -> tuple[Mined, list[int]]:
        """All that was found, shuffled, and the number of the deal of each."""
        if not self.parts:
            return self._miner.nothing(), []
        whole = joined(self.parts)
        order = np.random.default_rng(self._rng.getrandbits(62)).permutation(len(whole))
        return taken(whole, order), np.asarray(self._from)[order].tolist()


def joined(parts: list[Mined]) -> Mined:
    """Several as one."""
    return Mined(*(np.concatenate([getattr(part, f.name) for part in parts])
                   for f in fields(Mined)))


def taken(mined: Mined, order: Any) -> Mined:
    """The same positions in another order, each with its moves."""
    starts = np.concatenate([[0], np.cumsum(mined.counts)])[:-1]
    counts = mined.counts[order]
    ends = np.cumsum(counts)
    at = np.arange(ends[-1]) - np.repeat(ends - counts, counts) + np.repeat(starts[order], counts)
    return Mined(mined.key[order], mined.phase[order], mined.payoff[order], mined.mover[order],
                 mined.features[order], mined.words[order], counts, mined.moves[at],
                 mined.payoffs[at])


def rules_mark(game: Game[Any, Any]) -> str:
    """What 32 random games came to, as a short text: other rules, another mark."""
    mark = 0
    for number in range(32):
        s, word = game.initial(), hash_of(number)
        for _ in range(200):
            if game.outcome(s) is not None:
                break
            word = hash_of(word)
            s = game.play(s, random_move(game, s, word))
        mark = hash_of((mark, hash_of(game.outcome(s) or 0), hash_of(game.key(s))))
    return f"{mark & (1 << 64) - 1:016x}"




def _opinion(game: Game[Any, Any], name: str) -> Evaluator | None:
    if name == "none" or (name == "standard" and not evaluators(game)):
        return None
    return evaluator_for(game, name)
