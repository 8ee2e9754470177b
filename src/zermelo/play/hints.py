"""Three hints, each of which tells more: how it stands, where to look, the move.

`frontend/src/hints.ts` has the same words, and is held against these.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.values import Bound, Value

STAGES = 3
_ONLY = "There is only one legal move."
_SUGGESTED = 3  # moves to look among, the best one included
_SHOWN = 6  # plies that are expected after the move
_BOUNDS = {Bound.EXACT: "", Bound.LOWER: " or better", Bound.UPPER: " or worse"}


def first_hint(values: Sequence[Value]) -> str:
    """How it stands for the player to move whose moves have these values, the best first, and how
    many of them keep it so.

    >>> from zermelo.values import DRAW, loss, win
    >>> first_hint([win(3), win(3), DRAW])
    'You can win from here. 2 of your 3 moves are equally good.'
    """
    if len(values) == 1:
        return _ONLY
    return f"{_standing(values[0])} {_how_many(values.count(values[0]), len(values))}"


def second_hint(moves: Sequence[tuple[str, Value]], legal: Sequence[str], start: str = "") -> str:
    """Where to look. `moves` with their values, the best first; `legal` as the rules list them;
    `start` is what the best move is pointed at first, if with more than that.

    >>> from zermelo.values import DRAW, loss, win
    >>> second_hint([("b2", win(3)), ("a1", DRAW), ("c1", DRAW), ("a3", DRAW)],
    ...             ["a1", "c1", "b2", "a3"])
    'Look among c1, b2 and a3.'
    >>> second_hint([("b2", DRAW), ("a1", loss(2))], ["a1", "b2"])
    'Anything but a1.'
    """
    if len(moves) == 1:
        return _ONLY
    if moves[0][1] == moves[-1][1]:
        return "Any move will do."
    if start:
        return f"Begin with {start}."
    if len(legal) <= _SUGGESTED:
        return f"Anything but {moves[-1][0]}."
    at = list(legal).index(moves[0][0])
    first = min(max(0, at - len(legal) % _SUGGESTED), len(legal) - _SUGGESTED)
    *some, last = legal[first : first + _SUGGESTED]
    return f"Look among {', '.join(some)} and {last}."


def third_hint(value: Value, line: Sequence[str]) -> str:
    """The move, what it is worth, and what is expected to follow.

    >>> from zermelo.values import win
    >>> third_hint(win(3), ["b2", "a1", "c2"])
    'Play b2: it wins in 3. Expected then: a1 c2.'
    """
    move, *then = line
    said = f"Play {move}: {_worth(value)}."
    if not then:
        return said
    return f"{said} Expected then: {' '.join(then[:_SHOWN])}{' …' if then[_SHOWN:] else ''}."


def _standing(value: Value) -> str:
    kind = value.kind
    if kind == "win":
        return "You can win from here."
    if kind == "loss":
        return "You are lost if the other side plays well: make it hard."
    if kind == "draw":
        return "With best play it is a draw."
    if abs(value.score) < 0.005:
        return "It looks even."
    return f"It looks {'better' if value.score > 0 else 'worse'} for you ({value})."


def _how_many(best: int, moves: int) -> str:
    if best == moves:
        return f"All {moves} moves are as good as each other."
    if best == 1:
        return f"One of your {moves} moves is the best."
    return f"{best} of your {moves} moves are equally good."


def _worth(value: Value) -> str:
    by = f" by {abs(value.score):g}" if abs(value.score) > 1 else ""
    far = "" if value.distance is None else f" in {value.distance}"
    told = {"win": f"it wins{by}{far}", "loss": f"it loses{by}{far}", "draw": "it draws",
            "estimate": f"it looks like {value.score:+.2f}"}[value.kind]
    return told + _BOUNDS[value.bound]
