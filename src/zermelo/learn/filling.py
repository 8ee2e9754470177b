"""Positions mined until there are as many of each stratum, a phase × result, as of any other.

They come from random games, over deals by their probability. A stratum that is slow to fill is also
looked for in the unlikely deals, all alike, after positions that were found before, and beside the
way; what it cannot give even so – games have few openings, and some never end in a draw – the
others make up for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import numpy as np

from zermelo.dealing import Lots
from zermelo.learn.memory import STRATA
from zermelo.learn.miner import Errand, Ints, Mined, Miner

_GAMES = 64  # random games from one deal at a time
_WIDE_GAMES = 8  # if positions beside the way are looked at, too
_ROUND = 64  # deals, after which it is looked at how each stratum fills
_VOLLEY = 16  # errands at once, at most: what they find twice was looked for in vain
_SLOW = 0.1  # of what was wanted: a stratum that gave less is looked for in unlikely places, too
_DRY = 0.005  # of what there is: a stratum that gave less, even so …
_BARREN = 2  # … so many rounds in a row, is called dry


Volleys = Generator[list[Errand], list[Mined], None]


class Filling:
    """So many rows being filled from deals with their numbers, on top of what there was `before`:
    with that, the strata are to come out alike. `remember` hears the keys of what is kept, so that
    later errands find others."""

    def __init__(self, miner: Miner, deals: Lots[tuple[int, Any]], rows: int, dry: set[int],
                 seed: int, before: Ints | None = None,
                 remember: Callable[[Ints], None] | None = None) -> None:
        self._miner, self._deals, self.rows, self.dry = miner, deals, rows, dry
        self._remember = miner.remember if remember is None else remember
        self._rng = Random(seed)
        self.parts: list[Mined] = []
        self._numbers: list[int] = []  # of the parts' deals
        self._before = np.zeros(STRATA, np.int64) if before is None else before
        self.strata = np.zeros(STRATA, np.int64)
        self._slow = np.zeros(STRATA, bool)  # these are looked for in unlikely places, too
        self._barren = np.zeros(STRATA, np.int64)  # how many rounds in a row gave too little

    @property
    def found(self) -> int:
        """How many rows there are."""
        return int(self.strata.sum())

    def volleys(self) -> Volleys:
        """Fill them, until all are full or everything is dry."""
        while self.found < self.rows and len(self.dry) < STRATA:
            before, wanted = self.strata.copy(), self._wanted()
            number = 0
            while number < _ROUND:
                left = np.maximum(wanted - (self.strata - before), 0)
                if left.sum() == 0:
                    break
                # Many deals, and not much of each.
                at_once = np.minimum(left, np.maximum(2, wanted // 32))
                enough = int((-(-left // np.maximum(at_once, 1))).max())
                starts = [self._start(i, at_once)
                          for i in range(number, number + min(_VOLLEY, enough, _ROUND - number))]
                number += len(starts)
                self._keep(starts, (yield [errand for _, errand in starts]), left)
            gained = self.strata - before
            few = np.minimum(wanted, np.maximum(_DRY * self.strata, 1))
            self._barren = np.where(self._slow & (gained < few), self._barren + 1, 0)
            self.dry |= set(np.flatnonzero(self._barren >= _BARREN).tolist())
            self._slow |= gained < _SLOW * wanted

    def _wanted(self) -> Ints:
        """What is still missing, so that the strata that are not dry come out alike."""
        have = self._before + self.strata
        missing = self.rows - self.found
        live = np.array([i not in self.dry for i in range(STRATA)])
        level = -(-(missing + have[live].sum()) // live.sum())
        wanted = np.where(live, np.maximum(level - have, 0), 0)
        excess = int(wanted.sum()) - missing
        for i in np.flatnonzero(wanted)[::-1]:
            less = min(excess, int(wanted[i]))
            wanted[i] -= less
            excess -= less
        return wanted

    def _unlikely(self, found_before: bool) -> tuple[int, Any]:
        """Any deal, however unlikely; or any position that was found before."""
        if not found_before or not self.parts:
            return self._deals.draw(self._rng, evenly=True)
        number = self._rng.randrange(len(self.parts))
        words = self._rng.choice(self.parts[number].words)
        return self._numbers[number], self._miner.codec.state(words.tolist())

    def _start(self, number: int, at_once: Ints) -> tuple[int, Errand]:
        """The errand of this number in its round, with the number of its deal."""
        scarce = np.where(self._slow, at_once, 0)
        beside = number % 2 == 1 and bool(scarce.any())
        deal, state = (self._unlikely(found_before=number % 4 == 3) if beside
                       else self._deals.draw(self._rng))
        return deal, Errand(self._miner.codec.words(state),
                            (scarce if beside else at_once).tolist(), self._rng.getrandbits(62),
                            _WIDE_GAMES if beside else _GAMES, beside)

    def _keep(self, starts: Sequence[tuple[int, Errand]], found: Sequence[Mined],
              left: Ints) -> None:
        """Keep what is wanted of what came of a volley, each position once."""
        before, keys = self.strata.copy(), np.zeros(0, np.int64)
        for (deal, _), part in zip(starts, found, strict=True):
            strata, room = strata_of(part), left - (self.strata - before)
            new = ~np.isin(part.key, keys)
            for stratum in range(STRATA):
                new[np.flatnonzero(new & (strata == stratum))[room[stratum]:]] = False
            if new.any():
                kept = taken(part, np.flatnonzero(new))
                self.parts.append(kept)
                self._numbers.append(deal)
                self.strata += np.bincount(strata[new], minlength=STRATA)
                keys = np.concatenate([keys, kept.key])
        self._remember(keys)

    def result(self) -> tuple[Mined, Ints]:
        """All that was found, shuffled, and the number of the deal of each."""
        if not self.parts:
            return self._miner.nothing(), np.zeros(0, np.int64)
        whole = joined(self.parts)
        numbers = np.repeat(self._numbers, [len(part) for part in self.parts])
        order = np.random.default_rng(self._rng.getrandbits(62)).permutation(len(whole))
        return taken(whole, order), numbers[order]


def run_here(volleys: Volleys, miner: Miner) -> Iterator[None]:
    """Run errands here, one after the other, stopping after each volley."""
    errands = next(volleys, None)
    while errands is not None:
        found = [miner.run(errand) for errand in errands]
        try:
            errands = volleys.send(found)
        except StopIteration:
            errands = None
        yield


def strata_of(mined: Mined) -> Ints:
    """The stratum of each position: phase × 3 + result."""
    return mined.phase * 3 + np.sign(mined.payoff) + 1


def joined(parts: Sequence[Mined]) -> Mined:
    """Several parts, one after the other."""
    return Mined(*(np.concatenate([getattr(part, f.name) for part in parts])
                   for f in fields(Mined)))


def taken(mined: Mined, order: Ints) -> Mined:
    """Some of the positions, in this order, each with its moves."""
    starts = np.concatenate([[0], np.cumsum(mined.counts)])[:-1]
    counts = mined.counts[order]
    ends = np.cumsum(counts)
    at = (np.arange(counts.sum()) - np.repeat(ends - counts, counts)
          + np.repeat(starts[order], counts))
    return Mined(mined.key[order], mined.phase[order], mined.payoff[order], mined.mover[order],
                 mined.features[order], mined.words[order], counts, mined.moves[at],
                 mined.payoffs[at])
