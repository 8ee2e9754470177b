"""A game written down: headers, then one line for each move.

    # a game of Zermelo's, version 1
    game: tictactoe
    first: level:4
    second: random:seed=3
    clock: 60+1
    result: +1
    ending: rules
    reason: 3 in a row

    1 x b2 -
    2 o a1 0.512
    3 x c1 1.034

A move's line has its number, who made it, the move, and the seconds it took; `-` is a move that was
given with the start and not chosen. `result` is the first player's payoff, or `*` while the game
goes on. A `start:` header says where it began, if that was not the usual start.

A record may come from anybody, so reading one never runs code that it names: a game that lives in a
Python file must be loaded by whoever reads the record, and handed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from zermelo.errors import LimitError, PositionError, RecordError, ZermeloError
from zermelo.game import Game
from zermelo.play.clock import TimeControl
from zermelo.play.played import Ending, Entry, How, Played, check_ending, game_of, started

if TYPE_CHECKING:
    from zermelo.games.chess_pgn import PgnGame

FIRST_LINE = "# a game of Zermelo's, version 1"
_HEADERS = ("game", "first", "second", "clock", "start", "result", "ending", "reason")


@dataclass(frozen=True)
class Record(Played):
    """A whole game, or one that still goes on; with its ways into a file and out of one."""

    def to_text(self, game: Game | None = None) -> str:
        """The record as it is kept in a file."""
        names = game_of(self.game, game).players
        end = self.ending
        headers: dict[str, str | None] = {
            "game": self.game, "first": self.players[0], "second": self.players[1],
            "clock": str(self.control), "start": self.start,
            "result": "*" if end is None else f"{end.payoff:+d}",
            "ending": None if end is None else end.how,
            "reason": None if end is None else end.reason,
            **self.notes,
        }
        lines = [FIRST_LINE]
        lines += [f"{key}: {' '.join(value.split())}" for key, value in headers.items()
                  if value is not None]
        lines.append("")
        lines += [f"{number} {names[e.player]} {e.move} {_seconds_text(e.seconds)}"
                  for number, e in enumerate(self.entries, 1)]
        return "\n".join(lines) + "\n"

    def save(self, file: str | Path, game: Game | None = None) -> None:
        """Write it to a file, all or nothing; RecordError if that cannot be done.

        Games of chess are written as PGN if the file's name ends so.
        """
        target = Path(file)
        draft = target.with_name(f".{target.name}.part")
        try:
            draft.write_text(self._text_for(target, game), encoding="utf-8")
            draft.replace(target)
        except OSError as error:
            raise RecordError(f"cannot save the game to {str(file)!r}: {error.strerror}") from None
        finally:
            draft.unlink(missing_ok=True)

    def _text_for(self, file: Path, game: Game | None) -> str:
        if file.suffix.casefold() != ".pgn":
            return self.to_text(game)
        from zermelo.play.pgn import record_text

        return record_text(self, game)

    @classmethod
    def load(cls, file: str | Path, game: Game | None = None) -> Record:
        """Read a file and check every move in it; by the rules of `game`, if it is given.

        PGN is read, too; of several games `games.pgn:3` is the third.
        """
        found = _NUMBERED.fullmatch(str(file))
        path = Path(found[1] if found else file)
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise RecordError(f"{str(path)!r} is not text, and so no game") from None
        if found or path.suffix.casefold() == ".pgn" or text.lstrip("\ufeff \n").startswith("["):
            from zermelo.play.pgn import one_record

            return one_record(cls, text, str(path), int(found[2]) if found else None, game)
        return cls.parse(text, str(path), game)

    @classmethod
    def of_pgn(cls, pgn: PgnGame, where: str = "the PGN", game: Game | None = None) -> Record:
        """A game of PGN as a record; RecordError if it is none by our rules."""
        from zermelo.play.pgn import played_of

        return played_of(cls, pgn, where, game)

    @classmethod
    def parse(cls, text: str, where: str = "the record",
              game: Game | None = None) -> Record:
        """Read a record and play it through; RecordError says the line and the reason."""
        lines = list(enumerate(text.splitlines(), 1))
        if not lines or lines[0][1].strip() != FIRST_LINE:
            raise RecordError(f"{where}, line 1: a game begins with {FIRST_LINE!r}")
        content = [(n, line.strip()) for n, line in lines if not line.startswith("#")]
        split = next((i for i, (_, line) in enumerate(content) if not line), len(content))
        headers = _headers(content[:split], where)
        game = _game(headers, where, game)
        moves = [(n, line) for n, line in content[split:] if line]
        entries = [_entry(game, line, i, f"{where}, line {n}")
                   for i, (n, line) in enumerate(moves, 1)]
        record = cls(
            game=headers["game"][1],
            players=(headers["first"][1], headers["second"][1]),
            control=_control(headers, where),
            start=headers["start"][1] if "start" in headers else None,
            entries=tuple(entries),
            ending=_ending(headers, where),
            notes={key: value for key, (_, value) in headers.items() if key not in _HEADERS},
        )
        try:
            started(game, record.start)
        except PositionError as error:
            raise RecordError(f"{where}, line {headers['start'][0]}: {error}") from None
        here = record.replayed(game, [n for n, _ in moves], where)
        check_ending(record.ending, here, f"{where}, line {headers['result'][0]}")
        return record


_NUMBERED = re.compile(r"(.+\.pgn):([0-9]{1,9})", re.IGNORECASE)


def _seconds_text(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.3f}"


def _headers(lines: Iterable[tuple[int, str]], where: str) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        key, colon, value = line.partition(":")
        if not colon or not key.isidentifier():
            raise RecordError(f"{where}, line {number}: {line!r} is not a header: "
                              f"write name: value")
        if key in found:
            raise RecordError(f"{where}, line {number}: {key!r} stands there twice")
        found[key] = number, value.strip()
    for key in ("game", "first", "second", "result"):
        if key not in found:
            raise RecordError(f"{where}: there is no header {key!r}")
    return found


def _game(headers: dict[str, tuple[int, str]], where: str,
          game: Game | None) -> Game:
    number, text = headers["game"]
    try:
        return game_of(text, game)
    except ZermeloError as error:
        raise RecordError(f"{where}, line {number}: {error}") from None


def _control(headers: dict[str, tuple[int, str]], where: str) -> TimeControl:
    number, text = headers.get("clock", (0, "none"))
    try:
        return TimeControl.parse(text)
    except LimitError as error:
        raise RecordError(f"{where}, line {number}: {error}") from None


def _entry(game: Game, line: str, expected: int, place: str) -> Entry:
    words = line.split()
    if len(words) != 4:
        raise RecordError(f"{place}: {line!r} is not a move: write number, player, move, seconds")
    number, who, move, seconds = words
    if number != str(expected):
        raise RecordError(f"{place}: move {expected} should be here, and not {number!r}")
    if who not in game.players:
        raise RecordError(f"{place}: there is no player {who!r}: there are "
                          f"{' and '.join(game.players)}")
    try:
        took = None if seconds == "-" else float(seconds)
    except ValueError:
        raise RecordError(f"{place}: {seconds!r} is not a number of seconds, or -") from None
    return Entry(game.players.index(who), move, took)


def _ending(headers: dict[str, tuple[int, str]], where: str) -> Ending | None:
    number, text = headers["result"]
    if text == "*":
        return None
    try:
        payoff = int(text)
    except ValueError:
        raise RecordError(f"{where}, line {number}: {text!r} is not a result: give the first "
                          f"player's payoff, or *") from None
    line, how = headers.get("ending", (number, "rules"))
    if how not in get_args(How):
        raise RecordError(f"{where}, line {line}: {how!r} is not an ending: there are "
                          f"{', '.join(get_args(How))}")
    return Ending(payoff, headers.get("reason", (0, ""))[1], how)  # type: ignore[arg-type]
