"""Somebody's Python player in a process of its own: what hangs or dies there costs its game alone.

A thread cannot be ended, a process can. The player is asked there as it would be asked here.
"""

from __future__ import annotations

import queue
from typing import Any

from zermelo.arena.store import plain, value_of
from zermelo.checker.probe import described
from zermelo.errors import ZermeloError
from zermelo.games import load
from zermelo.own_files import split
from zermelo.play.asking import PATIENCE, NoAnswer, time_to_answer
from zermelo.play.clock import Clock, TimeControl
from zermelo.play.named import KINDS, player_named
from zermelo.play.played import started
from zermelo.play.player import Player, Resigned
from zermelo.position import Position
from zermelo.values import Value
from zermelo.work.processes import Worker


def must_be_hosted(text: str) -> bool:
    """Whether a player's text names a Python file of somebody's own."""
    return text.partition(":")[0] not in KINDS and split(text) is not None


class HostError(ZermeloError):
    """The player raised, or its process is no more."""


class HostedPlayer(Player):
    """A player in a file, asked in a process that is started for its first game."""

    punctual = True  # its answers are waited for here, and only so long

    def __init__(self, game: str, text: str) -> None:
        self.name, self._game = text, game
        self._worker: Worker | None = None
        self._heard: queue.Queue[tuple[Worker, dict[str, Any] | None]] = queue.Queue()
        self._trouble = ""
        self.opinion: Value | None = None

    def begin(self, seed: int) -> None:
        """Start its process if there is none; a player that cannot begin loses when it is asked."""
        self._trouble = ""
        try:
            self._ask("ready", PATIENCE, seed=seed)
        except NoAnswer:
            self._trouble = f"was not ready within {PATIENCE:g} s"
        except HostError as error:
            self._trouble = str(error)

    def choose(self, position: Position, clock: Clock) -> Any:
        """What the player answers there."""
        if self._trouble:
            raise HostError(self._trouble)
        way = list(position.line())
        said = self._ask("choose", time_to_answer(clock), start=way[-1].text,
                         moves=position.history, control=str(clock.control),
                         remaining=clock.remaining)
        if said.get("resigned"):
            raise Resigned
        if "raised" in said:
            raise HostError(f"raised {said['raised']}")
        self.opinion = value_of(said.get("opinion"))
        return said["move"] if "move" in said else _NoMove(said["other"])

    def _ask(self, what: str, seconds: float, **arguments: Any) -> dict[str, Any]:
        if self._worker is None:
            self._heard = queue.Queue()
            self._worker = Worker(self._heard)
        self._worker.ask(f"{__name__}:{what}",
                         {"game": self._game, "player": self.name, **arguments})
        try:
            _, answer = self._heard.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise NoAnswer(seconds) from None
        if answer is None:
            how = self._worker.how
            self.close()
            raise HostError(how)
        if "error" in answer:
            raise HostError(answer["error"])
        said: dict[str, Any] = answer["result"]
        return said

    def close(self) -> None:
        """End its process, and whatever that has started."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


class _NoMove:
    """An answer that is no move in any notation; it equals none."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


# --- over there ---

_here: dict[tuple[str, str], Any] = {}


def _player(game: str, player: str) -> tuple[Any, Any]:
    if (game, player) not in _here:
        rules = load(game)
        _here[game, player] = rules, player_named(player, rules)
    rules, found = _here[game, player]
    return rules, found


def ready(game: str, player: str, seed: int) -> dict[str, Any]:
    """Get the player ready for a game."""
    _, found = _player(game, player)
    begin = getattr(found, "begin", None)
    if begin is not None:
        begin(seed)
    return {}


def choose(game: str, player: str, start: str, moves: list[str], control: str,
           remaining: float | None) -> dict[str, Any]:
    """Ask the player for a move; what it says, as plain data."""
    rules, found = _player(game, player)
    here = started(rules, start).play_all(moves)
    try:
        answer = found.choose(here, Clock(TimeControl.parse(control), remaining))
    except Resigned:
        return {"resigned": True}
    except BaseException as error:  # told as the player's
        return {"raised": described(error)}
    thought = getattr(found, "opinion", None)
    said: dict[str, Any] = {"opinion": plain(thought) if isinstance(thought, Value) else None}
    if isinstance(answer, str | int) and not isinstance(answer, bool):
        return {**said, "move": answer}
    try:
        return {**said, "move": here.game.move_text(here.state, here.play(answer).move)}
    except Exception:  # whatever it is, it is no move
        return {"other": f"{answer!r:.80}"}
