"""The colours of all that is drawn, by day and by night: boards, trees, reports, values.

The page has the same colours under the same names in `frontend/src/theme.css`; a test compares
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

SANS = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Colour(NamedTuple):
    """Of a player: what fills its pieces, their edge, what is written on them, lines alone, and
    words about it."""

    fill: str
    edge: str
    on: str
    rim: str
    deep: str


@dataclass(frozen=True)
class Palette:
    """One ink, one ground, a colour for each player; good, bad and even for values."""

    ground: str
    card: str  # what lies on the ground
    ink: str
    soft: str  # captions and numbers
    line: str  # that divides
    on: str  # what is written on strong colours
    good: str
    bad: str
    even: str
    now: str  # where a search is
    cell: str
    light: str  # squares of a chequered board
    dark: str
    board: str
    wall: str
    hole: str
    wood: str
    closed: str
    tint: float  # how much of a colour is left in its pale one
    players: Mapping[str, Colour]

    def pale(self, colour: str, share: float | None = None) -> str:
        """A colour thinned until so much of it is left on a card.

        >>> DAY.pale("#000000", 0.5)
        '#808080'
        """
        left = self.tint if share is None else share
        parts = ((int(colour[i:i + 2], 16), int(self.card[i:i + 2], 16)) for i in (1, 3, 5))
        return "#" + "".join(f"{round(a * left + b * (1 - left)):02x}" for a, b in parts)


DAY = Palette(
    ground="#f6f6f3", card="#ffffff", ink="#1b222d", soft="#565f6d", line="#dfe1dc", on="#ffffff",
    good="#13703a", bad="#b3241f", even="#5a6270", now="#b45309",
    cell="#eef0ec", light="#f3f4f0", dark="#d5dbd3", board="#dfe3dc", wall="#aab4bf",
    hole="#f4f5f3", wood="#e6d8c3", closed="#9aa39a", tint=0.12,
    players={
        "blue": Colour("#2759c9", "#1c459f", "#ffffff", "#2759c9", "#1c459f"),
        "orange": Colour("#c2540a", "#97400a", "#ffffff", "#c2540a", "#97400a"),
        "red": Colour("#c8322b", "#9d211b", "#ffffff", "#c8322b", "#9d211b"),
        "green": Colour("#1d7a45", "#145c33", "#ffffff", "#1d7a45", "#145c33"),
        "yellow": Colour("#e9b949", "#96700f", "#1b222d", "#a87f14", "#7a5a08"),
        "black": Colour("#2b323d", "#0b0f19", "#ffffff", "#2b323d", "#1b222d"),
        "white": Colour("#ffffff", "#3c4450", "#1b222d", "#8d96a3", "#1b222d"),
    })

NIGHT = Palette(
    ground="#11141a", card="#191e27", ink="#e9ebef", soft="#a7afbc", line="#2d3440", on="#11141a",
    good="#58d68d", bad="#ff8078", even="#b5bcc8", now="#fbbf24",
    cell="#262d38", light="#566274", dark="#37404e", board="#10141b", wall="#39434f",
    hole="#171c24", wood="#3a3128", closed="#59616d", tint=0.18,
    players={
        "blue": Colour("#7fa6ff", "#3f66bd", "#11141a", "#7fa6ff", "#b3caff"),
        "orange": Colour("#ff9c57", "#b4602a", "#11141a", "#ff9c57", "#ffc69c"),
        "red": Colour("#ff8178", "#b34c45", "#11141a", "#ff8178", "#ffb3ad"),
        "green": Colour("#5cc98a", "#2f8a58", "#11141a", "#5cc98a", "#9fe3bd"),
        "yellow": Colour("#f2cb66", "#a88631", "#11141a", "#f2cb66", "#f7dd9b"),
        "black": Colour("#0c0f14", "#99a3b2", "#e9ebef", "#7b8594", "#e9ebef"),
        "white": Colour("#f2f4f6", "#0c0f14", "#11141a", "#f2f4f6", "#e9ebef"),
    })

# Where nobody says whether it is day or night, as in an e-mail: to be read on white and on black.
ANYWHERE = {"good": "#16803c", "bad": "#d1382c", "even": "#7a7a7a"}
