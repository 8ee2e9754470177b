"""What is to be played: who against whom, how often, from where, under which conditions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Literal, get_args

from zermelo.arena.adjudication import opened
from zermelo.arena.openings import Book, Openings, read_book
from zermelo.arena.statistics import Sprt
from zermelo.arena.store import key_of, rules_hash
from zermelo.errors import LimitError, ParameterError
from zermelo.game import Game
from zermelo.play.clock import NO_CLOCK, TimeControl
from zermelo.play.named import player_named
from zermelo.play.uci_player import UciPlayer
from zermelo.work.units import Unit

Form = Literal["roundrobin", "gauntlet", "ladder"]
_NAMED = re.compile(r"(\w[\w .+-]*)=(.+)", re.DOTALL)


@dataclass(frozen=True)
class Plan:
    """An arena. `games` are so many for each two players who meet: two for each opening. A player
    is its text, or `NAME=TEXT`.

    Round robin: everybody meets everybody. Gauntlet: the first player meets everybody else. Ladder:
    everybody meets the next one.
    """

    game: Game
    players: tuple[str, ...]
    games: int = 20
    form: Form = "roundrobin"
    seed: int = 0
    opening: int = 4  # random plies
    openings: str | None = None  # a file of them instead
    clock: TimeControl = NO_CLOCK
    resign: bool = False
    draw: bool = False
    database: str | None = None  # a folder that knows losses and draws, too
    sprt: Sprt | None = None
    shuffle: bool = False  # take the file's openings in an order drawn by lot

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ParameterError(f"an arena needs two players or more: {len(self.players)} "
                                 f"{'is' if len(self.players) == 1 else 'are'} given")
        names = [named(text)[0] for text in self.players]
        for name in names:
            if names.count(name) > 1:
                raise ParameterError(f"the player {name!r} stands there twice: nobody plays "
                                     f"against itself")
        if self.games < 2 or self.games % 2:
            games = "1 game" if self.games == 1 else f"{self.games} games"
            raise LimitError(f"{games} cannot be played in pairs: give an even number, 2 or more")
        if self.opening < 0:
            raise LimitError(f"an opening of {self.opening} plies makes no sense: give 0 or more")
        if self.form not in get_args(Form):
            raise ParameterError(f"there is no form {self.form!r}: there are "
                                 f"{', '.join(get_args(Form))}")
        if self.shuffle and self.openings is None:
            raise ParameterError("only openings of a file can be shuffled: name it, with "
                                 "--openings FILE")
        if self.database is not None and not (self.resign or self.draw):
            raise ParameterError(f"the database {self.database!r} ends games: say which, "
                                 f"with --resign, --draw or both")
        if self.sprt is not None and len(self.players) != 2:
            raise ParameterError(f"a sequential test is between two players: {len(self.players)} "
                                 f"are given")

    @cached_property
    def texts(self) -> dict[str, str]:
        """All players by their names, with the text that makes each."""
        return dict(map(named, self.players))

    @cached_property
    def pairings(self) -> list[tuple[str, str]]:
        """Who meets whom, by their names."""
        names = tuple(self.texts)
        if self.form == "gauntlet":
            return [(names[0], other) for other in names[1:]]
        return list((combinations if self.form == "roundrobin" else _ladder)(names, 2))

    @property
    def total(self) -> int:
        """How many games there are to be."""
        return self.games * len(self.pairings)

    def wants(self, first: str, second: str, pair: int) -> bool:
        """Whether a game is part of it."""
        return pair < self.games // 2 and frozenset((first, second)) in self._met

    @cached_property
    def _met(self) -> set[frozenset[str]]:
        return {frozenset(two) for two in self.pairings}

    def ready(self) -> Openings:
        """The openings; whatever is wrong with a player's text or a file is told here, and not in
        the middle of the work."""
        for text in self.texts.values():
            player = player_named(text, self.game)
            try:
                if isinstance(player, UciPlayer):  # only the engine knows which options it has
                    player.try_out()
            finally:
                player.close()
        opened(self.database, self.game)
        found = Openings(self.game, self.opening, self.seed, self._book())
        if self.openings is not None:
            found[self.games // 2 - 1]  # reads all that are wanted
        return found

    def _book(self) -> Book | None:
        if self.openings is None:
            return None
        book = read_book(self.openings, self.game)
        return book.shuffled(self.seed) if self.shuffle else book

    def about(self) -> dict[str, str]:
        """The conditions that all games of an arena share."""
        book = self._book()
        drawn = (f"{self.opening} random plies" if book is None else
                 f"of file {book.fingerprint}{', shuffled' if self.shuffle else ''}")
        ends = [word for word, on in (("resign", self.resign), ("draw", self.draw)) if on]
        ended = " and ".join(ends) or "none"
        if self.database is not None:
            ended += ", with a database"
        return {"game": self.game.source, "rules": rules_hash(self.game), "seed": str(self.seed),
                "openings": drawn, "clock": str(self.clock),
                "adjudication": ended}

    def units(self, openings: Openings) -> Iterator[Unit]:
        """The games, opening by opening, so that all players have played about as many whenever
        it is stopped. Each is a function of the seed, the players and the opening alone: whoever
        joins later changes no other game."""
        texts, usual = self.texts, self.game.position().text
        shared = {"game": self.game.source, "clock": str(self.clock), "resign": self.resign,
                  "draw": self.draw, "database": self.database}
        for pair in range(self.games // 2):
            here = openings[pair]
            start = list(here.line())[-1].text
            given = {**shared, "start": None if start == usual else start, "opening": here.history}
            for one, other in self.pairings:
                for a, b in ((one, other), (other, one)):
                    lots = random.Random(f"{self.seed} {pair} {a} {b}")
                    yield Unit(key_of(a, b, pair), "zermelo.arena.playing:play", {
                        **given, "first": texts[a], "second": texts[b],
                        "seed": lots.randrange(1 << 31)})


def named(text: str) -> tuple[str, str]:
    """A player's name and the text that makes it; without a name the text is the name.

    >>> named("new=engine:nodes=900"), named("level:3,seed=2")
    (('new', 'engine:nodes=900'), ('level:3,seed=2', 'level:3,seed=2'))
    """
    found = _NAMED.fullmatch(text.strip())
    return (text, text) if found is None else (found[1].strip(), found[2])


def _ladder(players: tuple[str, ...], _: int) -> Iterator[tuple[str, str]]:
    return pairwise(players)
