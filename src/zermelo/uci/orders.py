"""What programs order: `position …` and `go …`, read word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.errors import NotationError
from zermelo.limits import LONGEST, Limit, share_of
from zermelo.notation import did_you_mean
from zermelo.values import Value

_CLOCKS = {"wtime": ("time", 0), "btime": ("time", 1), "winc": ("inc", 0), "binc": ("inc", 1),
           "p1time": ("time", 0), "p2time": ("time", 1), "p1inc": ("inc", 0), "p2inc": ("inc", 1)}
_NUMBERS = ("movestogo", "movetime", "nodes", "depth", "mate", "perft")
_FLAGS = ("infinite", "ponder")
_WORDS = (*_CLOCKS, *_NUMBERS, *_FLAGS, "searchmoves")
_SOONEST = 0.001  # seconds: who has no time left must answer all the same
_SPENT = 0.7  # of each increment: what is left over makes a reserve
_LAST_MOVE = 0.9  # of the time that is left may go into the last move before more comes


@dataclass(frozen=True)
class Go:
    """How long to think, and about what. Times are in milliseconds, as programs write them."""

    numbers: dict[str, int] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    moves: tuple[str, ...] = ()  # look at no others

    @property
    def endless(self) -> bool:
        """Whether only `stop` ends it: as it says so, or says nothing at all."""
        limited = {"wtime", "btime", "movetime", "nodes", "depth", "mate"} & {*self.numbers}
        return "infinite" in self.flags or not limited

    @property
    def ponder(self) -> bool:
        """Whether to think while the other one does, until `ponderhit`."""
        return "ponder" in self.flags

    def is_met_by(self, value: Value) -> bool:
        """Whether this is the win that `mate` asks for."""
        return ("mate" in self.numbers and value.kind == "win" and value.distance is not None
                and value.distance < 2 * self.numbers["mate"])

    def limit(self, mover: int, overhead: int) -> Limit:
        """The same for the engine; `overhead` milliseconds are lost on the way.

        A clock is divided here: the engine's own way first plays some games at random, which in
        chess takes longer than a move should.
        """
        given = self.numbers
        times = [_seconds(given["movetime"], overhead)] if "movetime" in given else []
        own, other = ("wtime", "btime") if mover == 0 else ("btime", "wtime")
        left = given.get(own, given.get(other))  # rather somebody's clock than no end
        if left is not None:
            remaining = _seconds(left, overhead)
            increment = max(0, given.get(("winc", "binc")[mover], 0)) / 1000
            times.append(share_of(remaining, _SPENT * increment))
            if given.get("movestogo", 0) > 0:
                share = remaining / given["movestogo"] + increment
                times[-1] = min(share, _LAST_MOVE * remaining)
        depth, nodes = given.get("depth"), given.get("nodes")
        if self.endless or (depth is nodes is None and not times):
            times = [LONGEST]
        return Limit(depth, nodes, min(times, default=None))


def _seconds(milliseconds: int, overhead: int) -> float:
    lost = min(overhead, milliseconds / 2)
    return min(float(LONGEST), max(_SOONEST, (milliseconds - lost) / 1000))


def read_go(words: Sequence[str]) -> Go:
    """What follows `go`; NotationError names the word that makes no sense."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    waiting = list(reversed(words))
    while waiting:
        word = waiting.pop()
        if word in _FLAGS:
            flags.add(word)
        elif word == "searchmoves":
            while waiting and waiting[-1] not in _WORDS:
                moves.append(waiting.pop())
            if not moves:
                raise NotationError("go searchmoves needs moves: name them after it")
        elif word in _WORDS:
            numbers[_usual(word)] = _whole(word, waiting.pop() if waiting else "")
        else:
            raise NotationError(f"go does not know {word!r}{did_you_mean(word, _WORDS)}; it takes "
                                f"{', '.join(_WORDS)}")
    go = Go(numbers, frozenset(flags), tuple(moves))
    go.limit(0, 0)  # a number that makes no sense is found here
    return go


def _usual(word: str) -> str:
    """UGI's name for a clock as UCI has it."""
    if word not in _CLOCKS:
        return word
    kind, player = _CLOCKS[word]
    return f"{'wb'[player]}{kind}"


def _whole(name: str, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise NotationError(f"go {name} {word}: give a whole number after {name}") from None


@dataclass(frozen=True)
class Place:
    """Where the game began, and what was played since: texts, not looked at yet."""

    start: str
    moves: tuple[str, ...] = ()


def read_position(words: Sequence[str]) -> Place:
    """What follows `position`; NotationError if it says nothing."""
    split = words.index("moves") if "moves" in words else len(words)
    where, moves = list(words[:split]), tuple(words[split + 1:])
    if where == ["startpos"]:
        return Place("startpos", moves)
    if len(where) > 1 and where[0] == "fen":
        return Place(" ".join(where[1:]), moves)
    raise NotationError(f"position {' '.join(where)}: write position startpos, or position fen and "
                        f"a position; and moves, if some were made")
