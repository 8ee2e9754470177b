"""Playing: matches between players, with clocks, displays and records.

>>> from zermelo.play import Match
>>> match = Match("connect4", "alphabeta:depth=4", "random")
>>> match.play().winner
0
"""

from zermelo.play.clock import Clock, TimeControl
from zermelo.play.displays import RichDisplay, TextDisplay
from zermelo.play.human import Human
from zermelo.play.match import Display, Match
from zermelo.play.named import player_named
from zermelo.play.played import Ending
from zermelo.play.player import Player, Plays
from zermelo.play.record import Record
from zermelo.play.series import Series, play_series

__all__ = [
    "Clock",
    "Display",
    "Ending",
    "Human",
    "Match",
    "Player",
    "Plays",
    "Record",
    "RichDisplay",
    "Series",
    "TextDisplay",
    "TimeControl",
    "play_series",
    "player_named",
]
