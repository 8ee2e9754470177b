"""The judge as units of work: every answer of every player is one, asked anywhere, in any order.

Players are named by their texts, so that another process can make them. The answers are those of
`judge.judge`, player for player and problem for problem, as long as nobody goes by the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from typing import Any

from zermelo.analysis.judge import SECONDS, Judged, Patience, Said, answer_to, said_by
from zermelo.analysis.samples import Problem
from zermelo.game import Game
from zermelo.games import load
from zermelo.play.clock import TimeControl
from zermelo.play.named import player_named
from zermelo.play.player import Plays
from zermelo.telling import Telling
from zermelo.work import Crew, Noted, Unit, work_off

_made: dict[tuple[str, str], tuple[Game, Plays]] = {}


def judge_named(names: Sequence[str], problems: Sequence[Problem], crew: Crew, *,
                seconds: float = SECONDS, seed: int = 0, progress: Telling | None = None,
                stopped: Callable[[], bool] = lambda: False) -> list[Judged]:
    """Have every player asked about every problem by a crew.

    If Ctrl-C or `stopped` end it early, all have answered the same first problems.
    """
    found, asked = [Judged(name) for name in names], _Asked(names, len(problems))
    work = work_off(_units(names, problems, seconds, seed, asked), asked.ledger, crew, stopped)
    with suppress(KeyboardInterrupt), closing(work):
        for done in work:
            if done.error is not None:
                asked.ledger[done.unit.key] = [None, "crash", done.error]
            complete = asked.look()
            if progress is not None:
                progress("asking players", complete / len(problems))
    for judged, said in zip(found, asked.said, strict=True):
        judged.answers += [answer_to(problem, answer) for problem, answer
                           in zip(problems, said[:asked.look()], strict=False)]
    return found


class _Asked:
    """The answers so far, each player's in their order, as they count."""

    def __init__(self, names: Sequence[str], problems: int) -> None:
        self.ledger, self._problems = Noted(), problems
        self.said: list[list[Said]] = [[] for _ in names]
        self._patience = [Patience() for _ in names]

    def gone(self, player: int) -> bool:
        """Whether a player is not asked any more."""
        return self._patience[player].over

    def look(self) -> int:
        """How many problems all have answered, without a gap."""
        for i, (said, patience) in enumerate(zip(self.said, self._patience, strict=True)):
            while len(said) < self._problems and (
                    patience.over or _key(i, len(said)) in self.ledger):
                told = None if patience.over else Said(*self.ledger[_key(i, len(said))])
                said.append(patience.heard(told))
        return min(map(len, self.said), default=0)


def _key(player: int, number: int) -> str:
    return f"{player} {number}"


def _units(names: Sequence[str], problems: Sequence[Problem], seconds: float, seed: int,
           asked: _Asked) -> Iterator[Unit]:
    for number, problem in enumerate(problems):
        here = problem.truth.position
        for i, name in enumerate(names):
            if not asked.gone(i):
                yield Unit(_key(i, number), f"{__name__}:ask", {
                    "game": here.game.source, "player": name, "position": problem.text,
                    "seconds": seconds, "seed": seed + number})


def ask(game: str, player: str, position: str, seconds: float, seed: int) -> list[Any]:
    """One answer: move, trouble, why."""
    if (game, player) not in _made:
        rules = load(game)
        _made[game, player] = rules, player_named(player, rules)
    rules, asked = _made[game, player]
    said = said_by(asked, rules.position(position), TimeControl(per_move=seconds), seed)
    return [said.move, said.trouble, said.why]


def close() -> None:
    """Let all players go that were made here."""
    while _made:
        _made.popitem()[1][1].close()
