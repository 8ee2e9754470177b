"""An arena as a page that needs nothing else: what the live page shows, by the same viewer."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from zermelo.arena.overview import overview
from zermelo.arena.store import Store, StoredGame
from zermelo.game import Game
from zermelo.web.arenas import Boards, game_view, rows_of
from zermelo.web.scale import scale_of

STATIC = Path(__file__).parent / "static"
_POSITIONS = 6_000  # that can be looked at: so many games are in the page
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def report_of(store: Store, game: Game, anchor: tuple[str, float] | None = None) -> str:
    """An arena's results as one web page that needs nothing else."""
    games, players = store.games(), store.players()
    boards, scale = Boards(), scale_of(game)
    chosen = _chosen(games)
    data = {**overview(games, players, store.about, anchor=anchor), "order": players,
            "rows": rows_of(chosen, players), "boards": boards.all,
            "views": {g.number: game_view(g, game, scale, boards) for g in chosen}}
    title = f"{store.about['game']}: the arena"
    return (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{_static('app.css')}</style>\n</head>\n<body>\n"
            f'<main id="main"></main>\n'
            f'<div id="announcer" class="unseen" aria-live="polite"></div>\n'
            f"<noscript>This page needs JavaScript; `zermelo arena show` does not.</noscript>\n"
            f'<script type="application/octet-stream" id="arena">{_packed(data)}</script>\n'
            f'<script type="module">{_static("arena-report.js")}</script>\n</body>\n</html>\n')


def _static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8").strip()


def _packed(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _chosen(games: Sequence[StoredGame]) -> list[StoredGame]:
    """As many as there is room for, whole openings of all players first."""
    found: list[StoredGame] = []
    left = _POSITIONS
    for game in games:
        left -= len(game.moves)
        if found and left < 0:
            break
        found.append(game)
    return found
