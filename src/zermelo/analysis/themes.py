"""What a position asks of the player to move: kinds and themes, by rules that fit every game.

A position is of one kind, by what it is worth: `winning`, `drawn` or `lost`. It may have several
themes:

    only-move   exactly one move is best
    trap        most moves are best; less than a quarter of them throw something away
    capture     every best move is noisy (the game's own hook: a capture, for instance)
    quiet       there are noisy moves, but no best move is one
    save        the best result is a draw, and some move loses
    convert     the best result is a win, and some move does not win

In a game that does not say what is noisy, no position is a `capture` or `quiet`.
"""

from __future__ import annotations

from typing import Literal

from zermelo.analysis.exact import Truth, class_of

Kind = Literal["winning", "drawn", "lost"]
KINDS: tuple[Kind, ...] = ("winning", "drawn", "lost")
THEMES = ("only-move", "trap", "capture", "quiet", "save", "convert")


def kind_of(truth: Truth) -> Kind:
    """What the position is worth to the player to move."""
    kinds: dict[str, Kind] = {"win": "winning", "draw": "drawn", "loss": "lost"}
    return kinds[class_of(truth.payoff)]


def themes_of(truth: Truth) -> tuple[str, ...]:
    """The themes whose rules apply, in the order above."""
    game, state = truth.position.game, truth.position.state
    best = {move.move for move in truth.best}
    worst = class_of(truth.moves[-1].payoff)
    noisy = {move.move for move in truth.moves if game.noisy(state, move.move)}
    applies = {
        "only-move": len(best) == 1 < len(truth.moves),
        "trap": 0 < 4 * (len(truth.moves) - len(best)) < len(truth.moves),
        "capture": best <= noisy and len(noisy) < len(truth.moves),
        "quiet": bool(noisy) and not best & noisy,
        "save": truth.payoff == 0 and worst == "loss",
        "convert": truth.payoff > 0 and worst != "win",
    }
    return tuple(theme for theme in THEMES if applies[theme])
