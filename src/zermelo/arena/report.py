"""An arena as one web page that needs nothing else: tables, pictures, games to click through."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from zermelo.analysis.report_page import STYLE
from zermelo.analysis.report_pictures import heat_map, svg
from zermelo.arena.pictures import ratings_picture, walks_picture
from zermelo.arena.running import stored_sprt
from zermelo.arena.statistics import rate
from zermelo.arena.store import Store, StoredGame
from zermelo.arena.verdict import Verdict, tables_of, verdict_of
from zermelo.drawing import BOARD_STYLE, scene_picture
from zermelo.game import Game
from zermelo.play.record import started

_POSITIONS = 1500  # that are drawn: so many games can be clicked through
_MOMENTS = 20  # of the ratings over time
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def report_of(store: Store, game: Game, anchor: tuple[str, float] | None = None) -> str:
    """The whole page."""
    games = store.games()
    verdict = verdict_of(games, store.players(), anchor=anchor,
                         sprt=stored_sprt(store.about.get("sprt", "")))
    title = f"{store.about['game']}: the arena"
    body = "".join([*_summary(verdict, store), *_ratings(verdict), *_cross(verdict),
                    *_walk(verdict), *_history(games, store.players(), anchor),
                    *_openings(games), *_games(games, game)])
    return (f'<!doctype html><html lang="en"><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)}</title><style>{STYLE}{_MORE}{BOARD_STYLE}</style>"
            f"<main><h1>{escape(title)}</h1>{body}</main></html>\n")


_MORE = """
.warn { border-left: 4px solid var(--second); padding-left: .75rem; }
#board { max-width: 26rem; } #graph { max-width: 30rem; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
.controls select, .controls button { font: inherit; max-width: 100%; padding: .3rem .6rem;
  background: var(--ground); color: var(--ink); border: 1px solid var(--quiet);
  border-radius: .3rem; }
.controls input { flex: 1 1 12rem; }
"""


def _summary(verdict: Verdict, store: Store) -> Iterator[str]:
    about = store.about
    yield (f"<p>{verdict.games:,} games, {verdict.distinct:,} of them distinct; clock "
           f"{escape(about['clock'])}, seed {escape(about['seed'])}, openings "
           f"{escape(about['openings'])}, adjudication {escape(about['adjudication'])}.")
    if verdict.games:
        error = "" if verdict.advantage_error is None else f" ± {verdict.advantage_error:.0f}"
        yield (f" {100 * (verdict.draw_rate or 0):.1f} % draws, {verdict.plies:.1f} plies on "
               f"average; going first is worth {verdict.advantage:+.0f}{error} Elo.")
    yield "</p>"
    yield from (f'<p class="warn">{escape(words)}</p>' for words in verdict.warnings)


def _ratings(verdict: Verdict) -> Iterator[str]:
    if not verdict.games:
        return
    yield "<h2>Ratings</h2><figure>"
    yield svg(ratings_picture(verdict.players), "ratings with 95 % intervals", least=480)
    yield ("<figcaption>Elo; the bars hold the true rating 19 times out of 20.</figcaption>"
           "</figure>")
    yield _table(["player", "rating", "error", "games", "points", "won", "drawn", "lost",
                  "failed", "s/move"],
                 [[s.name, f"{s.rating:+.1f}", "" if s.error is None else f"{s.error:.1f}",
                   f"{s.games:,}", f"{s.points:g}", str(s.wins), str(s.draws), str(s.losses),
                   str(s.failures), "" if s.seconds is None else f"{s.seconds:.3g}"]
                  for s in verdict.players])


def _cross(verdict: Verdict) -> Iterator[str]:
    if not verdict.meetings:
        return
    names = [s.name for s in verdict.players]
    cells: dict[tuple[int, int], tuple[str, float, str]] = {}
    for m in verdict.meetings:
        for one, other, points in ((m.one, m.other, m.points),
                                   (m.other, m.one, m.games - m.points)):
            share = points / m.games
            cells[names.index(one), names.index(other)] = (
                f"{points:g}/{m.games}", 2 * share - 1,
                f"{one} against {other}: {points:g} of {m.games}, {100 * share:.1f} %")
    yield "<h2>Cross table</h2><figure>"
    yield svg(heat_map(names, names, cells, wide=64, high=26), "points of each against each",
              least=360)
    yield "<figcaption>Points of the player at the left.</figcaption></figure>"
    rows = []
    for m in verdict.meetings:
        elo = m.elo
        sure = "" if m.error is None else f" ± {m.error:.1f}"
        rows.append([m.one, m.other, f"{m.points:g} of {m.games}",
                     "" if elo is None else "won all" if elo.score == 1 else
                     "lost all" if elo.score == 0 else f"{elo.difference:+.1f}{sure}",
                     "" if elo is None else f"{100 * elo.superiority:.1f} %",
                     ", ".join(map(str, m.pairs))])
    yield _table(["player", "against", "points", "Elo", "superiority", "pairs, lost to won"], rows)


def _walk(verdict: Verdict) -> Iterator[str]:
    walk = verdict.walk
    if walk is None or not walk.ratios:
        return
    bounds = {f"H1: {walk.test.h1:g} nElo": walk.test.upper,
              f"H0: {walk.test.h0:g} nElo": walk.test.lower}
    yield "<h2>The sequential test</h2><figure>"
    yield svg(walks_picture({"LLR": [0.0, *walk.ratios]}, over=(0, len(walk.ratios)),
                            across="pairs", bounds=bounds),
              "the walk of the likelihood ratio", least=480)
    yield (f"<figcaption>{walk.ratio:.3f} after {len(walk.ratios):,} pairs: "
           f"{escape(walk.verdict)}.</figcaption></figure>")


def _history(games: Sequence[StoredGame], players: Sequence[str],
             anchor: tuple[str, float] | None) -> Iterator[str]:
    ended = sorted(games, key=lambda g: (g.ended, g.number))
    if len(ended) < 2 * _MOMENTS:
        return
    index = {name: i for i, name in enumerate(players)}
    lines: dict[str, list[float]] = {name: [] for name in players}
    counts = [len(ended) * moment // _MOMENTS for moment in range(_MOMENTS // 5, _MOMENTS + 1)]
    for count in counts:
        some = ended[:count]
        found = rate(players, tables_of(some, index), anchor=anchor, resamples=2)
        for player in found.players:
            lines[player.name].append(player.rating)
    yield "<h2>Ratings over time</h2><figure>"
    yield svg(walks_picture(lines, over=(counts[0], counts[-1]),
                            across="games, in the order they ended"),
              "ratings as games came in", least=480)
    yield "<figcaption>Elo.</figcaption></figure>"


def _openings(games: Sequence[StoredGame]) -> Iterator[str]:
    """Openings that decide: where the one who goes first, or second, scores three quarters."""
    scores: dict[int, list[StoredGame]] = {}
    for game in games:
        scores.setdefault(game.pair, []).append(game)
    told = [(sum(g.score for g in some) / len(some), pair, some) for pair, some in scores.items()
            if len(some) >= 4]
    told = [row for row in told if abs(row[0] - 0.5) >= 0.25]
    told.sort(key=lambda row: (-abs(row[0] - 0.5), row[1]))
    if not told:
        return
    yield "<h2>Openings that decide</h2>"
    yield _table(["opening", "moves", "first player's score", "games"], [
        [str(pair + 1), " ".join(some[0].moves[:some[0].opening]) or (some[0].start or "none"),
         f"{100 * share:.0f} %", str(len(some))] for share, pair, some in told[:10]])


def _games(games: Sequence[StoredGame], rules: Game) -> Iterator[str]:
    if not games:
        return
    drawn, boards = 0, _Boards(rules)
    shown: list[dict[str, Any]] = []
    for game in games:
        if shown and drawn + len(game.moves) > _POSITIONS:
            break
        drawn += len(game.moves)
        shown.append(_game(game, rules, boards))
    data = {"games": shown, "boards": boards.bodies, "size": boards.size}
    packed = base64.b64encode(gzip.compress(json.dumps(data).encode(), 9, mtime=0)).decode()
    script = (files("zermelo.arena") / "page" / "games.js").read_text(encoding="utf-8")
    some = f"The first {len(shown):,} of {len(games):,}" if len(shown) < len(games) else "All"
    yield (f'<h2>Games</h2><p class="note">{some}, by their openings. Dots are what the players '
           f"thought, the first player's view upwards.</p>"
           '<div class="controls"><label for="which">Game</label> <select id="which"></select>'
           '</div><svg id="board" role="img" aria-label="the board"></svg>'
           '<p id="words" aria-live="polite"></p><div class="controls">'
           '<button id="back" type="button" aria-label="one move back">◀</button>'
           '<input id="ply" type="range" min="0" max="1" value="0" aria-label="which move">'
           '<button id="on" type="button" aria-label="one move on">▶</button></div>'
           '<svg id="graph" viewBox="0 0 480 100" role="img" aria-label="evaluations"></svg>'
           f'<script type="application/octet-stream" id="games">{packed}</script>'
           f"<script>{script}</script>")


class _Boards:
    """Pictures of positions, each once."""

    def __init__(self, rules: Game) -> None:
        self._rules, self._known = rules, dict[str, int]()
        self.bodies: list[str] = []
        self.size = [1.0, 1.0]

    def number(self, state: Any) -> int:
        """Which picture shows a state."""
        shown = self._rules.show(state)
        if shown not in self._known:
            picture = scene_picture(self._rules.scene(state))
            self._known[shown] = len(self.bodies)
            self.bodies.append(picture.body)
            self.size = [max(self.size[0], picture.width), max(self.size[1], picture.height)]
        return self._known[shown]


def _game(game: StoredGame, rules: Game, boards: _Boards) -> dict[str, Any]:
    here = started(rules, game.start)
    numbers = [boards.number(here.state)]
    for move in game.moves:
        here = here.play(move)
        numbers.append(boards.number(here.state))
    result = {0: "½–½", 1: "1–0", -1: "0–1"}[(game.payoff > 0) - (game.payoff < 0)]
    return {"title": f"{game.pair + 1}: {game.first} – {game.second} {result}",
            "names": [game.first, game.second], "moves": game.moves, "movers": game.movers,
            "seconds": game.seconds, "evaluations": game.evaluations, "boards": numbers,
            "opening": game.opening, "result": f"{result}, {game.reason}"}


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>"
                    for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead>{lines}</table></div>'
