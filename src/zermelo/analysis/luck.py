"""How much of a result is decided by the deal, before anybody has moved.

By the law of total variance the variance of a result R (1, 0 or -1) is a sum of two parts:

    Var(R)  =  Var(E[R | deal])  +  E[Var(R | deal)]
               └── the deal ──┘      └─ what follows ─┘

The luck of the deal is the share of the first part. Between perfect players it is all there is;
the less skill there is, the more is decided afterwards, by their mistakes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zermelo.analysis.skill import Meeting, Study


class Luck(NamedTuple):
    """The variance of the result of a meeting, and its two parts."""

    variance: float
    by_deal: float
    afterwards: float

    @property
    def share(self) -> float:
        """How much of the variance is decided by the deal; 0 if there is no variance."""
        return self.by_deal / self.variance if self.variance > 0 else 0.0


def luck_of(study: Study, meeting: Meeting) -> Luck:
    """How much the deal decides between these two players.

    >>> from zermelo import load
    >>> study = Study.of(load("rps:deck_size=6,hand_size=2"), native=False)
    >>> perfect, anything = study.level(0), study.level(float("inf"))
    >>> round(luck_of(study, study.meeting(perfect, perfect)).share, 3)
    1.0
    >>> round(luck_of(study, study.meeting(anything, anything)).share, 3)
    0.086
    """
    win, loss = meeting.by_deal[:, 0], meeting.by_deal[:, 2]
    mean, square = win - loss, win + loss
    of_all = float(study.shares @ mean)
    by_deal = float(study.shares @ np.square(mean - of_all))
    afterwards = float(study.shares @ (square - np.square(mean)))
    return Luck(by_deal + afterwards, by_deal, max(0.0, afterwards))
