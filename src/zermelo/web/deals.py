"""Every deal of a game, as the page lets people choose one: by what the players hold."""

from __future__ import annotations

from typing import Any

from zermelo.dealing import all_deals
from zermelo.drawing import Scene
from zermelo.errors import GameError
from zermelo.game import Game

MOST_DEALS = 5_000


def described_deals(game: Game) -> dict[str, Any]:
    """The positions of all deals, and how many of each kind the players hold in them.

    >>> from zermelo import load
    >>> found = described_deals(load("rps:deck_size=3,hand_size=1"))
    >>> found["kinds"], len(found["deals"]), found["deals"][0]["hands"]
    (['rock', 'paper', 'scissors'], 6, [[0, 0, 1], [0, 1, 0]])
    """
    deals = all_deals(game)
    if len(deals) > MOST_DEALS:
        raise GameError(f"{game.spec} has {len(deals):,} deals, and {MOST_DEALS:,} are listed at "
                        f"most: draw one")
    scenes = [game.scene(deal.state) for deal in deals]
    kinds = scenes[0].board.kinds if any(map(any, held(scenes[0]))) else ()
    return {"players": list(game.players), "kinds": [kind.name for kind in kinds],
            "deals": [{"position": game.text(deal.state), "hands": held(scene)}
                      for deal, scene in zip(deals, scenes, strict=True)]}


def held(scene: Scene) -> list[list[int]]:
    """How many pieces of each kind are in either player's hand."""
    found = [[0] * len(scene.board.kinds) for _ in scene.players]
    for piece in scene.pieces:
        place = scene.board.places[piece.place]
        if place.shape == "hand" and place.owner >= 0:
            found[place.owner][piece.kind] += piece.count
    return found
