"""Suites: problems kept in a file, one JSON object a line, to score players by.

The first line says what the file is, every other is a problem:

    {"suite": "zermelo", "version": 1, "about": "…"}
    {"game": "rps", "position": ".../.../.R.:RPPP:rrpss:second:1", "best": ["Pb1"],
     "value": {"kind": "win", "payoff": 1}, "phase": "opening", "kind": "winning",
     "difficulty": 3, "depth": 4, "themes": ["only-move", "convert"],
     "moves": {"Pb1": 1, "Ra1": -1, …}}

All payoffs are exact and in the view of the player to move. `phase`, `kind`, `themes` and
`difficulty` follow the rules of `phases`, `themes` and `difficulty`; nothing in a suite is
anybody's opinion, and `differences` finds the same again. A game of somebody's own is named
`file.py:MyGame`; no suite makes that file run: whoever opens it gives the game, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from zermelo.analysis.difficulty import Difficulty
from zermelo.analysis.exact import NODES, Exact, TrueMove, Truth, class_of
from zermelo.analysis.samples import Problem, Sampler
from zermelo.errors import NotationError, ZermeloError
from zermelo.game import Game
from zermelo.games import from_data
from zermelo.notation import json_in
from zermelo.telling import Telling

VERSION = 1
DEFAULT = "default"  # the suite that comes with Zermelo


class SuiteError(ZermeloError, ValueError):
    """A file that is not a suite, or a line of it that is not a problem."""


@dataclass(frozen=True)
class Exercise:
    """One line of a suite."""

    game: str
    position: str
    moves: dict[str, int]  # every legal move and its payoff, the best first
    phase: str
    kind: str
    themes: tuple[str, ...]
    depth: int | None  # from which on the engine gets it right
    difficulty: int

    @property
    def best(self) -> list[str]:
        """All best moves."""
        top = max(self.moves.values())
        return [text for text, payoff in self.moves.items() if payoff == top]

    def to_json(self) -> dict[str, Any]:
        """As it stands in the file."""
        payoff = max(self.moves.values())
        return {
            "game": self.game, "position": self.position, "best": self.best,
            "value": {"kind": class_of(payoff), "payoff": payoff}, "phase": self.phase,
            "kind": self.kind, "difficulty": self.difficulty, "depth": self.depth,
            "themes": list(self.themes), "moves": self.moves,
        }

    def problem(self, game: Game) -> Problem:
        """The problem to ask a player; a NotationError if the game does not know the position."""
        here = game.position(self.position)
        named = dict(zip(here.move_texts, here.moves, strict=True))
        if set(named) != set(self.moves):
            odd = ", ".join(sorted(set(named) ^ set(self.moves)))
            raise NotationError(f"{self.position!r} of {self.game}: {odd} must be a legal move "
                                f"and have a payoff")
        moves = tuple(TrueMove(named[text], text, payoff) for text, payoff
                      in sorted(self.moves.items(), key=lambda item: -item[1]))
        return Problem(Truth(here, moves), self.phase, self.kind,  # type: ignore[arg-type]
                       self.themes, self.difficulty)


def exercise(problem: Problem, depth: int | None) -> Exercise:
    """The line for a problem that the engine gets right from this depth on."""
    truth = problem.truth
    return Exercise(truth.position.game.source, problem.text,
                    {m.text: m.payoff for m in truth.moves}, problem.phase, problem.kind,
                    problem.themes, depth, Difficulty.of(depth))


# --- files ---

def written(exercises: Iterable[Exercise], about: str) -> Iterator[str]:
    """The lines of a suite."""
    yield json.dumps({"suite": "zermelo", "version": VERSION, "about": about}, ensure_ascii=False)
    for item in exercises:
        yield json.dumps(item.to_json(), ensure_ascii=False, separators=(",", ":"))


def read(source: str) -> list[Exercise]:
    """The exercises of a file, or of the suite that comes with Zermelo, `default`."""
    if source == DEFAULT:
        file = resources.files("zermelo.analysis").joinpath("default_suite.jsonl")
        text = file.read_text(encoding="utf-8")
    else:
        try:
            text = Path(source).read_text(encoding="utf-8")
        except OSError as error:
            raise SuiteError(f"{source!r} cannot be read: {error.strerror}; "
                             f"`zermelo suite make` writes a suite") from None
        except UnicodeDecodeError:
            raise SuiteError(f"{source!r} is not a suite: it is not text") from None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    head = _object(source, *lines[0]) if lines else {}
    if head.get("suite") != "zermelo":
        raise SuiteError(f"{source!r} is not a suite: its first line should be "
                         f'{{"suite": "zermelo", "version": {VERSION}}}')
    if head.get("version") != VERSION:
        raise SuiteError(f"{source!r} is a suite of version {head.get('version')!r}, and this "
                         f"Zermelo reads version {VERSION}: make it anew")
    return [_exercise(source, number, line) for number, line in lines[1:]]


def _object(source: str, number: int, line: str) -> dict[str, Any]:
    try:
        found = json_in(line)
    except ValueError as error:
        raise SuiteError(f"{source!r}, line {number}: not JSON: {error}") from None
    if not isinstance(found, dict):
        raise SuiteError(f"{source!r}, line {number}: not a JSON object")
    return found


def _exercise(source: str, number: int, line: str) -> Exercise:
    row = _object(source, number, line)
    shapes: dict[str, type | tuple[type, ...]] = {
        "game": str, "position": str, "best": list, "phase": str, "kind": str, "themes": list,
        "difficulty": int, "depth": (int, type(None)), "moves": dict, "value": dict}
    for name, shape in shapes.items():
        if name not in row or not isinstance(row[name], shape):
            raise SuiteError(f"{source!r}, line {number}: {name!r} is missing or not what it "
                             f"should be")
    moves = row["moves"]
    if not moves or not all(type(payoff) is int for payoff in moves.values()):
        raise SuiteError(f"{source!r}, line {number}: 'moves' must give each legal move a payoff")
    found = Exercise(row["game"], row["position"], moves, row["phase"], row["kind"],
                     tuple(map(str, row["themes"])), row["depth"], row["difficulty"])
    own = found.to_json()
    for name in ("best", "value"):
        if row[name] != own[name]:
            raise SuiteError(f"{source!r}, line {number}: {name!r} is {row[name]!r}, but 'moves' "
                             f"say {own[name]!r}")
    return found


# --- made, and checked ---

def make(game: Game, count: int, seed: int = 0, *, nodes: int | None = NODES,
         database: str | None = None, progress: Telling | None = None,
         stopped: Callable[[], bool] = lambda: False) -> list[Exercise]:
    """So many exercises of a game, of all phases, and of all difficulties as far as there are.

    No difficulty gets more than 30 % while others can still be found.
    """
    exact = Exact(game, nodes=nodes, database=database)
    sampler, measure = Sampler(exact), Difficulty(game)
    depths: dict[str, int | None] = {}
    kept: dict[int, int] = {}
    most = -(-count * 3 // 10)

    def wanted(problem: Problem) -> bool:
        depth = measure.depth(problem.truth)
        difficulty = Difficulty.of(depth)
        if kept.get(difficulty, 0) >= most:
            return False
        kept[difficulty] = kept.get(difficulty, 0) + 1
        depths[problem.text] = depth
        return True

    found = sampler.draw(count, seed, wanted=wanted, progress=progress, stopped=stopped)
    problems = found.problems
    if len(problems) < count and not stopped():
        most = count
        there = {game.canonical(p.truth.position.state) for p in problems}
        problems += sampler.draw(count - len(problems), seed + 1, wanted=wanted, without=there,
                                 progress=progress, stopped=stopped).problems
    made = [exercise(problem, depths[problem.text]) for problem in problems]
    order = {"opening": 0, "middle": 1, "end": 2}
    return sorted(made, key=lambda e: (order[e.phase], e.difficulty, e.position))


@dataclass(frozen=True)
class Difference:
    """Something in a suite that is not found again."""

    number: int  # of the exercise, from 1
    exercise: Exercise
    field: str
    stored: Any
    found: Any

    def __str__(self) -> str:
        return (f"exercise {self.number}, {self.exercise.game} {self.exercise.position}: "
                f"{self.field} is {self.stored!r} in the suite and {self.found!r} when recomputed")


def differences(exercises: Iterable[Exercise], given: Game | None = None, *,
                nodes: int | None = NODES, database: str | None = None,
                progress: Callable[[int], None] | None = None,
                stopped: Callable[[], bool] = lambda: False) -> Iterator[Difference]:
    """Compute everything anew, and tell what is different; `given` is the game that the exercises
    name, if that is somebody's own."""
    tools: dict[str, tuple[Sampler, Difficulty]] = {}
    for number, item in enumerate(exercises, 1):
        if stopped():
            return
        if item.game not in tools:
            game = from_data(item.game, given)
            exact = Exact(game, nodes=nodes, database=database)
            tools[item.game] = Sampler(exact), Difficulty(game)
        sampler, measure = tools[item.game]
        truth = sampler.exact.truth(item.position)
        if truth is None:
            yield Difference(number, item, "value", item.to_json()["value"], None)
            continue
        again = exercise(sampler.problem(truth), measure.depth(truth)).to_json()
        again["game"] = item.game
        for name, stored in item.to_json().items():
            if again[name] != stored:
                yield Difference(number, item, name, stored, again[name])
        if progress is not None:
            progress(number)
