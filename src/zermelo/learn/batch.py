"""A file of each side – train, validation, test – filled together, so that all get their share.

What is scarce must not go to whoever comes first. Where the sides have deals of their own, each
looks for its own examples, and the side that is farthest from its share goes next: so it gets its
part of what several could come upon, too. Where they share the deals, examples are looked for
together, and then each stratum is dealt out, by the shares and train first:

>>> found = np.array([7, 0, 40])
>>> none = {side: np.zeros(3, np.int64) for side in SHARES}
>>> {side: counts.tolist() for side, counts in dealt_out(found, none).items()}
{'train': [7, 0, 32], 'validation': [0, 0, 4], 'test': [0, 0, 4]}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from zermelo.learn.files import File, Folder
from zermelo.learn.filling import Filling, Volleys, strata_of, taken
from zermelo.learn.memory import STRATA
from zermelo.learn.miner import Ints, Mined, Miner
from zermelo.learn.split import SHARES, Side, Split
from zermelo.portable import hash_of


class Batch:
    """So many rows of each side being filled, on top of what a folder has."""

    def __init__(self, miner: Miner, split: Split, folder: Folder, rows: Mapping[Side, int],
                 seed: int, remember: Callable[[Ints], None] | None = None) -> None:
        self._miner, self._sides, self._shared = miner, list(rows), not split.by_deal
        self._before = {side: folder.strata(side) for side in SHARES}
        if self._shared:
            self._fillings = [Filling(miner, split.deals("train"), sum(rows.values()),
                                      folder.dry("train"), seed, summed(self._before.values()),
                                      remember)]
        else:
            self._fillings = [Filling(miner, split.deals(side), rows[side], folder.dry(side),
                                      hash_of((seed, number)), self._before[side], remember)
                              for number, side in enumerate(rows)]

    @property
    def found(self) -> int:
        """How many examples there are."""
        return sum(filling.found for filling in self._fillings)

    def volleys(self) -> Volleys:
        """Fill it, by errands that others run."""
        at_work = {filling: filling.volleys() for filling in self._fillings}
        errands = {filling: next(volleys, None) for filling, volleys in at_work.items()}
        while any(errands.values()):
            behind = min((filling for filling in errands if errands[filling]),
                         key=lambda filling: filling.found / filling.rows)
            found = yield errands[behind] or []
            try:
                errands[behind] = at_work[behind].send(found)
            except StopIteration:
                errands[behind] = None

    def files(self, number: int, *, text: bool) -> list[File]:
        """What came of it, as the files of that number."""
        found = [(*filling.result(), sorted(filling.dry)) for filling in self._fillings]
        if self._shared:
            mined, deals, dry = found[0]
            found = [(taken(mined, rows), deals[rows], dry) for rows in self._rows_of(mined)]
        return [File(side, number, mined, deals.tolist(), self._texts(mined) if text else None, dry)
                for side, (mined, deals, dry) in zip(self._sides, found, strict=True)]

    def _rows_of(self, mined: Mined) -> Iterator[Ints]:
        """The rows that each side gets of what was found for all."""
        strata = strata_of(mined)
        counts = dealt_out(self._fillings[0].strata, self._before, self._sides)
        side_of = np.zeros(len(mined), np.int64)
        for stratum in range(STRATA):
            each = [int(counts[side][stratum]) for side in self._sides]
            side_of[strata == stratum] = np.repeat(range(len(self._sides)), each)
        for number in range(len(self._sides)):
            yield np.flatnonzero(side_of == number)

    def _texts(self, mined: Mined) -> list[str]:
        return [self._miner.game.text(self._miner.codec.state(words))
                for words in mined.words.tolist()]


def dealt_out(found: Ints, before: Mapping[Side, Ints],
              sides: Iterable[Side] = SHARES) -> dict[Side, Ints]:
    """How many of each stratum these sides get, of what was found in addition to `before`.

    Rounding is in favour of train, which must be one of them; what the others then lack of their
    shares of the whole they get from the strata that have the most left.
    """
    everything, left = found + summed(before.values()), found.copy()
    dealt = dict.fromkeys(sides, left)
    for side in dealt:
        if side == "train":
            continue
        had = before[side]
        due = np.clip((everything * SHARES[side]).astype(np.int64) - had, 0, left)
        left -= due
        lacking = int(everything.sum() * SHARES[side]) - int(had.sum() + due.sum())
        for _ in range(min(lacking, int(left.sum()))):
            fullest = int(left.argmax())
            due[fullest] += 1
            left[fullest] -= 1
        for _ in range(-lacking):  # it got more of others before, when these were not there
            fullest = int(due.argmax())
            due[fullest] -= 1
            left[fullest] += 1
        dealt[side] = due
    return dealt


def summed(counts: Iterable[Ints]) -> Ints:
    """All together, stratum by stratum."""
    return np.asarray(np.sum(list(counts), axis=0))
