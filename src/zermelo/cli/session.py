"""A person at the table: their moves and commands, until they leave."""

from __future__ import annotations

import inspect
import sys
import threading
from pathlib import Path
from typing import TextIO

from zermelo.cli.keyboard import Keyboard
from zermelo.errors import ZermeloError
from zermelo.notation import did_you_mean
from zermelo.play.advice import Advisor
from zermelo.play.clock import Clock
from zermelo.play.displays import RichDisplay
from zermelo.play.hints import STAGES
from zermelo.play.human import Human
from zermelo.play.match import Match
from zermelo.play.player import Aside, Resigned
from zermelo.position import Position

COMMANDS = {
    "hint": "how it stands; again: where to look; again: the move",
    "why": "what the evaluator sees here, and the line that the engine expects",
    "eval": "eval on, eval off: say after each move how the game stands",
    "moves": "list the legal moves",
    "board": "show the board again",
    "undo": "take your last move back",
    "swap": "change sides",
    "save": "save, save FILE: write the game down; `zermelo play --load FILE` goes on with it",
    "rules": "how this game is played",
    "resign": "give up",
    "quit": "leave",
    "help": "this list",
}


class Left(Aside):
    """They want to leave the table."""


class Session:
    """One match with a person in it."""

    def __init__(self, out: TextIO, pressed: threading.Event) -> None:
        self._out = out
        self.display = RichDisplay(out)
        self.keyboard = Keyboard(out)
        self._interrupted = pressed
        self._evaluating = False
        self._hinted: tuple[Position | None, int] = None, 0  # where, and how much was told
        self.match: Match

    def human(self, name: str = "human") -> Human:
        """A player who sits at this keyboard."""
        return Human(self._read, name)

    def sit_down(self, match: Match) -> None:
        """Play until the game is over and they leave."""
        self.match = match
        self._advisor = Advisor(match.game)
        self.keyboard.words = self._words
        match.begin()
        self._say("Type a move, or help." if not self.keyboard.is_terminal else
                  "Type a move (Tab completes it), or help.")
        try:
            while True:
                self._play()
                self._afterwards()
        except Left:
            return

    # --- the course of the game ---

    def _play(self) -> None:
        while self.match.ending is None:
            before = len(self.match.entries)
            try:
                self.match.step()
            except Left:
                raise
            except Aside:
                continue
            except KeyboardInterrupt:
                self._ask_to_leave()
                continue
            if len(self.match.entries) != before and self._evaluating:
                self._say(f"eval: {self._advisor.opinion(self.match.here)}")
            if self._interrupted.is_set():  # while the engine thought
                self._ask_to_leave()

    def _afterwards(self) -> None:
        """The game is over: they may take a move back, or keep the game."""
        self._say("undo, save, or Enter to leave.")
        while self.match.ending is not None:
            try:
                line = self.keyboard.line("> ")
            except (EOFError, KeyboardInterrupt):
                raise Left from None
            if not line:
                raise Left
            try:
                self._command(line)
            except Left:
                raise
            except (Aside, Resigned):
                continue

    def _read(self, here: Position, clock: Clock, problem: str) -> str:
        """A line that is meant as a move; commands are carried out on the way."""
        if problem:
            self._say(self._not_a_move(problem))
        while True:
            try:
                line = self.keyboard.line(self._prompt(here, clock))
            except EOFError:
                if self.keyboard.is_terminal:
                    raise KeyboardInterrupt from None  # Ctrl-D asks as Ctrl-C does
                raise Left from None
            if not line:
                continue
            if line.split()[0].casefold() in COMMANDS and line not in here.move_texts:
                self._command(line)
                continue
            return line

    def _prompt(self, here: Position, clock: Clock) -> str:
        left = "" if clock.left is None else f" ({max(0.0, clock.left):.0f} s left)"
        return f"{here.game.players[here.to_move]}{left}> "

    def _not_a_move(self, problem: str) -> str:
        return f"{problem}; or type help"

    def _words(self) -> list[str]:
        return [*(f"{text} " for text in self.match.here.move_texts),
                *(f"{name} " for name in COMMANDS)]

    def _ask_to_leave(self) -> None:
        """Whether Ctrl-C was meant; a game can be saved first."""
        self._interrupted.clear()
        self._say("")
        while True:
            try:
                answer = self.keyboard.line("Leave the game? (y)es, (n)o, (s)ave and leave: ")
            except (EOFError, KeyboardInterrupt):
                self._say("")
                raise Left from None
            choice = answer[:1].casefold()
            if choice == "n":
                return
            if choice == "s":
                self._save("")
            if choice in ("y", "s"):
                raise Left

    # --- commands ---

    def _command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        name = word.casefold()
        if name not in COMMANDS:
            self._say(f"{word!r} is not a command{did_you_mean(name, COMMANDS)}; "
                      f"help lists them")
            return
        getattr(self, f"_{name}")(rest.strip())

    def _help(self, rest: str) -> None:
        wide = max(map(len, COMMANDS))
        self._say("\n".join(f"{name:<{wide}}  {words}" for name, words in COMMANDS.items()))
        self._say(f"{'Ctrl-C':<{wide}}  asks whether to leave; while the engine thinks, it makes "
                  f"it move")

    def _hint(self, rest: str) -> None:
        here = self.match.here
        if self.match.ending is not None:
            self._say("The game is over.")
        else:
            where, stage = self._hinted
            stage = min(stage + 1, STAGES) if where == here else 1
            self._hinted = here, stage
            more = "" if stage == STAGES else " Type hint again for more."
            self._say(f"{self._advisor.hint(here, stage)}{more}")

    def _why(self, rest: str) -> None:
        said = self._last_words()
        if said:
            self._say(said)
        self._say(self._advisor.why(self.match.here))

    def _last_words(self) -> str:
        """What the engine thought when it made the last move."""
        if not self.match.entries:
            return ""
        last = self.match.entries[-1]
        player = self.match.players[last.player]
        if last.seconds is None or not hasattr(player, "found"):
            return ""
        who = self.match.game.players[last.player]
        if player.found is None:
            return f"{who} played {last.move} by lot: this level slips now and then."
        return f"{who} played {last.move}, thinking: {player.found}"

    def _eval(self, rest: str) -> None:
        wanted = {"on": True, "off": False, "": not self._evaluating}.get(rest.casefold())
        if wanted is None:
            self._say(f"eval {rest} makes no sense: say eval on or eval off")
            return
        self._evaluating = wanted
        self._say(f"eval is {'on' if wanted else 'off'}")
        if wanted:
            self._say(f"eval: {self._advisor.opinion(self.match.here)}")

    def _moves(self, rest: str) -> None:
        self._say(" ".join(self.match.here.move_texts) or "The game is over.")

    def _board(self, rest: str) -> None:
        self.display.board(self.match)

    def _rules(self, rest: str) -> None:
        module = sys.modules[type(self.match.game).__module__]
        about = type(self.match.game) if module.__name__ == "__main__" else module
        self._say(inspect.getdoc(about) or inspect.getdoc(type(self.match.game)) or
                  "Nobody has written them down.")

    def _undo(self, rest: str) -> None:
        """Back to where a person was to move before, or over a person's last move."""
        people = [isinstance(player, Human) for player in self.match.players]
        chosen = [i for i, e in enumerate(self.match.entries)
                  if people[e.player] and e.seconds is not None]
        if not chosen:
            self._say("There is no move of yours to take back.")
            return
        self.match.take_back(len(self.match.entries) - chosen[-1])
        self.display.board(self.match)
        raise Aside

    def _swap(self, rest: str) -> None:
        self.match.swap()
        names = self.match.game.players
        self._say(", ".join(f"{player.name} plays {name}" for player, name
                            in zip(self.match.players, names, strict=True)))
        raise Aside

    def _save(self, rest: str) -> None:
        try:
            file = Path(rest) if rest else _free_name(self.match.game.name or "game")
            self.match.record.save(file, self.match.game)
        except ZermeloError as error:
            self._say(f"{error}")
        else:
            self._say(f"saved as {file}")

    def _resign(self, rest: str) -> None:
        raise Resigned

    def _quit(self, rest: str) -> None:
        raise Left

    def _say(self, text: str) -> None:
        self.display.say(text)


def _free_name(game: str) -> Path:
    """A file that is not there yet."""
    number = 1
    while (file := Path(f"{game}-{number}.txt")).exists():
        number += 1
    return file
