"""What moves are called where neither Python nor a script (`scripts.py`) can say it.

It is found out from random games how a game's own names come about:

    by places       the names of the places that a move touches, joined: `b2`, `a2-b3`, `22x15x8`
    by a table      a name for each number of a move, if need be for either player, and for noisy
                    moves apart
    by places, but differently
                    nothing of that holds, as with chess, where a name depends on all other moves:
                    then moves are called by their places, `g1-f3`, whatever the game calls them

`exact` says whether these are the game's own names. Moves that a table lacks are called by their
places; where several would be called the same, by what then stands there (`e7-e8=queen`), or by
numbers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from zermelo.dealing import drawn
from zermelo.game import Game
from zermelo.wandering import random_play

GAMES = 200
_SECONDS = 3.0
_MOST_NUMBERS = 4096  # a table is completed up to here
_JOINTS = ("-", "x", "", ">")


class Seen(NamedTuple):
    """A move as rules that are compiled tell it, and its name."""

    move: int
    mover: int
    noisy: bool
    places: tuple[int, ...]
    text: str


KEYS: tuple[tuple[str, ...], ...] = (("move",), ("move", "mover"), ("move", "mover", "noisy"))


@dataclass(frozen=True)
class Names:
    """How moves are called: the joints between places, of quiet moves and of noisy ones, and, if
    that is not it, a table by some of a move's properties."""

    joints: tuple[str, str] = ("-", "x")
    key: tuple[str, ...] = ()
    table: dict[str, str] | None = None
    exact: bool = True

    def to_json(self) -> dict[str, Any]:
        """As the page reads it."""
        return {"joints": list(self.joints), "key": list(self.key), "table": self.table or {},
                "exact": self.exact}

    def of(self, game: Game, s: Any) -> dict[str, Any]:
        """The legal moves of a state by their names, in the order of the rules."""
        found: dict[str, Any] = {}
        called = [(m, *self._name(game, _seen(game, s, m))) for m in game.legal_moves(s)]
        times: dict[str, int] = {}
        for _, name, _ in called:
            times[name] = times.get(name, 0) + 1
        for m, name, certain in called:
            if not certain and times[name] > 1:
                name = _told_apart(game, s, m, name)
            number, own = 1, name
            while name in found:
                number += 1
                name = f"{own}/{number}"
            found[name] = m
        return found

    def _name(self, game: Game, seen: Seen) -> tuple[str, bool]:
        """A name, and whether it is a table's."""
        tabled = (self.table or {}).get(_key(seen, self.key)) if self.key else None
        if tabled is not None:
            return tabled, True
        return _joined(game, seen, self.joints), False


def _key(seen: Seen, key: Sequence[str]) -> str:
    return " ".join(str(int(getattr(seen, name))) for name in key)


def _joined(game: Game, seen: Seen, joints: tuple[str, str]) -> str:
    names = [game.board.places[place].name for place in seen.places]  # type: ignore[union-attr]
    return joints[seen.noisy].join(names) if names else f"#{seen.move}"


def _told_apart(game: Game, s: Any, m: Any, name: str) -> str:
    """With the name of what stands on the last place then."""
    places = tuple(game.touches(s, m))
    for piece in game.pieces(game.play(s, m)) if places else ():
        if piece.place == places[-1]:
            assert game.board is not None
            kind = game.board.kinds[piece.kind]
            return f"{name}={kind.name}" if kind.name else name
    return name


def _seen(game: Game, s: Any, m: Any) -> Seen:
    return Seen(m, game.to_move(s), bool(game.noisy(s, m)), tuple(game.touches(s, m)),
                game.move_text(s, m))


def walked(game: Game, games: int = GAMES, seconds: float = _SECONDS) -> list[Seen]:
    """The moves of random games, each once; the same every time, unless the rules are too slow
    for all of them."""
    found: dict[tuple[int, int, bool, str], Seen] = {}
    until = time.monotonic() + seconds
    for number in range(games):
        lots = random.Random(number)
        for step in random_play(game, drawn(game, number).state, lots):
            for m in step.moves:
                one = _seen(game, step.state, m)
                found.setdefault((one.move, one.mover, one.noisy, one.text), one)
            if time.monotonic() > until:
                return list(found.values())
    return list(found.values())


def names_for(game: Game, walk: Sequence[Seen]) -> Names:
    """How the moves of this game are called.

    >>> from zermelo import load
    >>> game = load("breakthrough")
    >>> names_for(game, walked(game, 20)).joints
    ('-', 'x')
    >>> nim = load("nim:heaps=3+5")
    >>> made = names_for(nim, walked(nim, 5))
    >>> made.key, made.exact, list(made.of(nim, nim.initial()))[-1]
    (('move',), True, 'b5')
    """
    for quiet, noisy in product(_JOINTS, repeat=2):
        if all(_joined(game, one, (quiet, noisy)) == one.text for one in walk):
            return Names((quiet, noisy))
    for key in KEYS:
        table: dict[str, str] = {}
        if all(table.setdefault(_key(one, key), one.text) == one.text for one in walk):
            if key == ("move",):
                table = {**dict(_others(game, walk)), **table}
            return Names(key=key, table=table)
    return Names(("-", "-"), exact=False)


def _others(game: Game, walk: Sequence[Seen]) -> Iterator[tuple[str, str]]:
    """Names of moves that did not come up, where a name depends on nothing but the number."""
    start, last = game.initial(), max(one.move for one in walk)
    if last > _MOST_NUMBERS or any(_said(game, start, one.move) != one.text for one in walk):
        return
    for m in range(last + 1):
        text = _said(game, start, m)
        if text:
            yield str(m), text


def _said(game: Game, s: Any, m: int) -> str:
    """A name; none if there is no such move to be named."""
    try:
        return game.move_text(s, m)
    except Exception:  # it is nobody's mistake to fail where there is no such move
        return ""
