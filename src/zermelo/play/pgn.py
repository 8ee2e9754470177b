"""Records of chess as PGN, in and out, with clocks, seconds and what the players thought.

    [White "engine:depth=4"]
    [TimeControl "60+1"]
    [Termination "time forfeit"]
    [Ending "time"]

    1. e4 {[%eval 0.31] [%clk 0:01:00.5] [%emt 0:00:00.5]} e5 …

What PGN has no word for has a tag of its own: `Ending` and `Reason` as our records have them,
`Game` for other rules than `chess`. A player's opinion of a move comes before the move is made, and
PGN's after it, so that a mate is a ply nearer there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar, get_args

from zermelo.errors import LimitError, RecordError, ZermeloError
from zermelo.game import Game
from zermelo.games.chess_pgn import ROSTER, PgnGame, PgnMove, read_pgn, write_pgn
from zermelo.games.dialects import CHESS, is_chess
from zermelo.play.clock import NO_CLOCK, TimeControl
from zermelo.play.played import Ending, Entry, How, Played, check_ending, game_of, started
from zermelo.position import Position
from zermelo.values import Value

R = TypeVar("R", bound=Played)

TERMINATIONS: dict[How, str] = {
    "rules": "normal", "resigned": "normal", "agreed": "normal", "time": "time forfeit",
    "illegal": "rules infraction", "error": "abandoned", "length": "adjudication",
    "adjudicated": "adjudication",
}
_ENDINGS: dict[str, How] = {"time forfeit": "time", "rules infraction": "illegal",
                            "abandoned": "error"}
_RESULTS = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
_PER_MOVE = re.compile(r"1/(\d+(?:\.\d+)?)")
_OURS = ("White", "Black", "Result", "TimeControl", "Termination", "Ending", "Reason", "Game",
         "SetUp", "FEN", "Variant", "Round")


# --- out ---

def record_text(record: Played, game: Game | None = None) -> str:
    """One game as PGN; RecordError if it is not a game of chess."""
    return write_pgn([pgn_of(record, game)])


def pgn_of(record: Played, game: Game | None = None) -> PgnGame:
    """The game with all that the record says about it."""
    rules = game_of(record.game, game)
    if not is_chess(rules):
        raise RecordError(f"PGN is for chess, and this is a game of {record.game}: give the file "
                          f"another name than .pgn")
    written = PgnGame.of(record.position(rules), _tags(record))
    left: list[float | None] = [record.control.per_game] * 2
    moves = []
    for move, entry in zip(written.moves, record.entries, strict=True):
        before = left[entry.player]
        if before is not None and entry.seconds is not None:
            left[entry.player] = before - entry.seconds + record.control.increment
        clock = None if entry.seconds is None else left[entry.player]
        moves.append(replace(move, evaluation=_later(entry.value, -1), clock=clock,
                             seconds=entry.seconds))
    return replace(written, moves=tuple(moves))


def _tags(record: Played) -> dict[str, str]:
    notes = dict(record.notes)
    tags = {"White": record.players[0], "Black": record.players[1], "Result": "*",
            "TimeControl": _control_text(record.control)}
    if "number" in notes:
        tags["Round"] = notes.pop("number")
    if record.game != CHESS:
        tags["Game"] = record.game
    if record.ending is not None:
        payoff = record.ending.payoff
        tags |= {"Result": _RESULTS[(payoff > 0) - (payoff < 0)],
                 "Termination": TERMINATIONS[record.ending.how],
                 "Ending": record.ending.how, "Reason": record.ending.reason}
    return {**tags, **notes}


def _control_text(control: TimeControl) -> str:
    """PGN's way: seconds with their increment, or moves in seconds."""
    if control.per_move is not None:
        return f"1/{control.per_move:g}"
    return str(control) if control else "-"


def _later(value: Value | None, plies: int) -> Value | None:
    """The same value, seen so many plies further from the end."""
    if value is None or value.distance is None:
        return value
    return replace(value, distance=max(0, value.distance + plies))


# --- in ---

def one_record(kind: type[R], text: str, where: str, number: int | None = None,
               game: Game | None = None) -> R:
    """The game of a PGN text, or that with this number; RecordError if it is not clear which."""
    found: list[PgnGame] = []
    try:
        for pgn in read_pgn(text):
            found.append(pgn)
            if number is not None and len(found) == number:
                break
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None
    if number is None and len(found) > 1:
        raise RecordError(f"{where} has {len(found)} games: say which, as {where}:1")
    if not found or (number is not None and not 0 < number <= len(found)):
        which = "game" if number is None else f"game {number}: it has {len(found)}"
        raise RecordError(f"{where} has no {which}")
    return played_of(kind, found[-1], where, game)


def played_of(kind: type[R], pgn: PgnGame, where: str, game: Game | None = None) -> R:
    """The same game as a record of this kind; RecordError if it is none by our rules."""
    spec = pgn.tags.get("Game", CHESS)
    if game is not None and is_chess(game):
        spec = game.source  # its rules hold wherever a game begins
    try:
        rules = game_of(spec, game)
    except ZermeloError as error:
        raise RecordError(f"{where}: {error}") from None
    if not is_chess(rules):
        raise RecordError(f"{where}: PGN is for chess, and not for {rules.spec}")
    usual = pgn.start == rules.initial()
    record = kind(
        spec, (pgn.tags.get("White", "?"), pgn.tags.get("Black", "?")),
        _control(pgn.tags.get("TimeControl", "-")), None if usual else rules.text(pgn.start),
        notes={name: value for name, value in pgn.tags.items()
               if name not in _OURS and name.isidentifier() and ROSTER.get(name) != value})
    if pgn.tags.get("Round", "?") not in ("?", "-"):
        record.notes["number"] = pgn.tags["Round"]
    record = replace(record, entries=_entries(pgn, started(rules, record.start), record.control))
    try:
        here = record.position(rules)
    except RecordError as error:
        raise RecordError(str(error).replace("the record", where, 1)) from None
    ending = _ending(pgn, here)
    check_ending(ending, here, where)
    return replace(record, ending=ending)


def _entries(pgn: PgnGame, here: Position, control: TimeControl) -> tuple[Entry, ...]:
    left: list[float | None] = [control.per_game] * 2
    player, found = here.to_move, []
    for move in pgn.moves:
        found.append(Entry(player, move.san, _seconds(move, left[player], control.increment),
                           _later(move.evaluation, 1)))
        left[player] = move.clock
        player = 1 - player
    return tuple(found)


def _seconds(move: PgnMove, before: float | None, increment: float) -> float | None:
    """What a move took, as it says, or as the clock shows."""
    if move.seconds is not None or before is None or move.clock is None:
        return move.seconds
    return max(0.0, before + increment - move.clock)


def _control(text: str) -> TimeControl:
    """A clock that we keep, too; any other is left out."""
    if found := _PER_MOVE.fullmatch(text):
        text = f"{found[1]}/move"
    try:
        return NO_CLOCK if text in ("-", "?", "") else TimeControl.parse(text)
    except LimitError:
        return NO_CLOCK


def _ending(pgn: PgnGame, here: Position) -> Ending | None:
    over = here.result
    by_rules = None if over is None else Ending(over.payoff, over.reason)
    if pgn.result == "*":
        return by_rules
    payoff = {text: number for number, text in _RESULTS.items()}[pgn.result]
    how = _how(pgn, over is not None, payoff)
    loser = here.game.players[0 if payoff < 0 else 1]
    reason = {"rules": over.reason if over else "", "resigned": f"{loser} resigned",
              "agreed": "agreed"}.get(how, TERMINATIONS[how])
    return Ending(payoff, pgn.tags.get("Reason", reason), how)


def _how(pgn: PgnGame, over: bool, payoff: int) -> How:
    if pgn.tags.get("Ending") in get_args(How):
        return pgn.tags["Ending"]  # type: ignore[return-value]
    if over:
        return "rules"
    told = _ENDINGS.get(pgn.tags.get("Termination", "").casefold())
    return told or ("resigned" if payoff else "agreed")
