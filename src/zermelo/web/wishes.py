"""What a client asks for, read with suspicion: every text and number has its bounds.

Whatever is wrong comes out as a `ZermeloError` with one sentence for the client.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from zermelo.checker.blame import blamed
from zermelo.dealing import is_dealt
from zermelo.errors import LimitError, NotationError, PositionError, ZermeloError
from zermelo.evaluation import evaluators
from zermelo.games.descriptions import described_position
from zermelo.limits import SECONDS, Limit
from zermelo.position import Position
from zermelo.web.catalogue import Catalogue

LARGEST_MESSAGE = 64 * 1024  # bytes
MOST_BRACKETS = 300  # a reader's stack is not endless
LONGEST_TEXT = 2_000
MOST_MOVES = 600
LONGEST_SEARCH = 60.0  # seconds
DEEPEST = 100


class WishError(NotationError):
    """A message that is not in the form that this server reads."""


def read_json(data: bytes | str) -> dict[str, Any]:
    """A JSON object; anything else is refused."""
    if len(data) > LARGEST_MESSAGE:
        raise WishError(f"a message may have {LARGEST_MESSAGE} bytes, not {len(data)}")
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise WishError(f"a message may have {MOST_BRACKETS} brackets")
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise WishError(f"this is not JSON: {str(error)[:80]}") from None
    if not isinstance(found, dict):
        raise WishError("a message must be a JSON object, {\"…\": …}")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def text_of(wish: dict[str, Any], key: str, default: str | None = None) -> str | None:
    """A short text, or the default if it is not there."""
    value = wish.get(key)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise WishError(f"{key!r} must be a text of at most {LONGEST_TEXT} letters")
    return value


def number_of(wish: dict[str, Any], key: str, default: float | None, least: float,
              most: float) -> float | None:
    """A number within bounds, or the default if it is not there."""
    value: Any = wish.get(key)
    if value is None:
        return default
    if isinstance(value, str):  # from an address
        try:
            value = float(value)
        except ValueError:
            raise WishError(f"{key!r} must be a number, not {wish[key][:40]!r}") from None
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise WishError(f"{key!r} must be a number from {least:g} to {most:g}")
    return value


def whole_of(wish: dict[str, Any], key: str, default: int | None, least: int,
             most: int) -> int | None:
    """A whole number within bounds."""
    value = number_of(wish, key, default, least, most)
    if value is None:
        return None
    if value != int(value):
        raise WishError(f"{key!r} must be a whole number, not {value}")
    return int(value)


def moves_of(wish: dict[str, Any]) -> list[str]:
    """Moves as a list of texts, or as one text with spaces between."""
    given = wish.get("moves")
    moves = given.split() if isinstance(given, str) else given or []
    if not isinstance(moves, list) or not all(isinstance(m, str) and len(m) <= 60 for m in moves):
        raise WishError("'moves' must be a list of short texts")
    if len(moves) > MOST_MOVES:
        raise WishError(f"at most {MOST_MOVES} moves can be given, not {len(moves)}")
    return moves


def blamed_for(wish: dict[str, Any], catalogue: Catalogue, error: Exception) -> Exception:
    """The error that a wish ended in, or what is wrong with the rules of its game."""
    try:
        return blamed(catalogue.game(game_of(wish)), error)
    except ZermeloError:  # there is no such game
        return error


def game_of(wish: dict[str, Any]) -> str:
    """The text of the game that is meant."""
    spec = text_of(wish, "game")
    if spec is None:
        raise WishError("'game' is missing: give a game's name, like connect4")
    return spec


def position_of(wish: dict[str, Any], catalogue: Catalogue) -> Position:
    """The position that `game`, `position` and `moves` say. Runs the rules: not in the loop."""
    game = catalogue.game(game_of(wish))
    start = text_of(wish, "position")
    moves = moves_of(wish)
    here = game.position(start or None)
    for number, move in enumerate(moves, 1):
        if here.result is not None:
            raise PositionError(f"the game is over after {number - 1} moves, and {move!r} follows")
        here = here.play(move)
    return here


def limit_of(wish: dict[str, Any], seconds: float = SECONDS) -> Limit:
    """How far a search may go; always with an end in time."""
    time = number_of(wish, "time", seconds, 0.001, LONGEST_SEARCH)
    depth = whole_of(wish, "depth", None, 1, DEEPEST)
    nodes = whole_of(wish, "nodes", None, 1, 10**12)
    if time is None:
        raise LimitError("a search needs an end in time")
    return Limit(depth, nodes, float(time))


def shown(here: Position, catalogue: Catalogue) -> dict[str, Any]:
    """A position as `zermelo show --json` describes it, and how to draw it."""
    line, scene = list(here.line())[::-1], here.scene()
    return {
        **described_position(here),
        "players": list(here.game.players),
        "start": line[0].text,
        "dealt": is_dealt(here.game) and next(islice(here.game.deals(), 1, None), None) is not None,
        "movers": [here.game.to_move(p.state) for p in line],
        "scene": scene.to_json() if scene.board.places else None,
        "plies": [p.text for p in line],
        "scale": round(catalogue.scale(here.game), 4),
    }


def explained(here: Position) -> dict[str, Any]:
    """What the game's evaluator thinks of a position, as `zermelo explain --json` says it, and in
    words; no features where there is no evaluator, or the game is over."""
    known = next(iter(evaluators(here.game).values()), None)
    about = {"game": here.game.spec, "position": here.text, "view": 0}
    if known is None or here.result is not None:
        return {**about, "words": "", "total": None, "features": []}
    found = known.explain(here.game, here.state)
    return {**about, "words": found.words, **found.to_json()}
