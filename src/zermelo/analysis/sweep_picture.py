"""A sweep as one picture: who wins where, and how fast the game grows.

Where several parameters vary, a heat map: the last one across, the others down. Below it a bar for
each combination, as long as the game tree has digits; its colour says who wins, its words the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from zermelo.analysis.grid import written
from zermelo.analysis.parameter_sweep import Row
from zermelo.analysis.report_pictures import DARK, LIGHT, Cell, bars, heat_map, rules, text
from zermelo.drawing.palette import SANS
from zermelo.drawing.picture import Picture, dark, num
from zermelo.limits import Limit

_MARGIN, _GAP = 16.0, 18.0
_WIDE = 1160.0
_LONGEST = 90  # letters of a sentence beside a bar


def sweep_svg(game: str, rows: Sequence[Row], limit: Limit) -> str:
    """The picture as a whole SVG document, light or dark as the system is."""
    players = next((row.players for row in rows if row.verdict), ("first", "second"))
    parts = [_heading(game, rows, players, limit)]
    if len(rows[0].combination.parameters) > 1:
        parts.append(_map(rows))
    parts.append(_bars(rows))
    wide = max(part.width for part in parts) + 2 * _MARGIN
    body, y = [], _MARGIN
    for part in parts:
        body.append(f'<g transform="translate({num(_MARGIN)} {num(y)})">{part.body}</g>')
        y += part.height + _GAP
    high = y - _GAP + _MARGIN
    look = [*rules(LIGHT.__getitem__), f".ground {{ fill: {LIGHT['ground']}; }}"]
    night = [*rules(DARK.__getitem__), f".ground {{ fill: {DARK['ground']}; }}"]
    label = escape(f"{game}: {len(rows)} combinations of parameters")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{num(wide)}" '
            f'height="{num(high)}" viewBox="0 0 {num(wide)} {num(high)}" aria-label="{label}" '
            f'font-family="{SANS}"><title>{label}</title>'
            f"<style>{chr(10).join(look)}\n{dark(chr(10).join(night))}</style>"
            f'<rect class="ground" width="100%" height="100%"/>{"".join(body)}</svg>\n')


def _heading(game: str, rows: Sequence[Row], players: tuple[str, str], limit: Limit) -> Picture:
    names = ", ".join(rows[0].combination.parameters)
    measured = next((row.complexity for row in rows if row.complexity), None)
    limits = [f"{limit.time:g} s" if limit.time else "", f"{limit.nodes:,} nodes" if limit.nodes
              else ""]
    notes = [
        f"Blue: {players[0]} is ahead. Orange: {players[1]}. Grey: neither. Outlined: not proven "
        f"within {' and '.join(filter(None, limits)) or 'the limit'}. "
        f"Values are {players[0]}’s.",
        "≈ is an estimate, ~ a rough one, ≥ what was counted before the limit; all else is "
        "counted." + ("" if measured is None else
                      f" Branching and length: {measured.games:,} random games, seed "
                      f"{measured.seed}."),
    ]
    body = text(0, 16, f"{game}{f' by {names}' if names else ''}", size=17)
    body += "".join(text(0, 36 + 15 * i, note, size=11, style="quiet")
                    for i, note in enumerate(notes))
    return Picture(6.2 * max(map(len, notes)), 56, body)


def _map(rows: Sequence[Row]) -> Picture:
    """The values, the last parameter across, all others down."""
    *others, last = rows[0].combination.parameters
    down = list(dict.fromkeys(_down(row) for row in rows))
    across = list(dict.fromkeys(written(row.combination.parameters[last]) for row in rows))
    cells = {(down.index(_down(row)), across.index(written(row.combination.parameters[last]))):
             _cell(row) for row in rows}
    return heat_map(down, across, cells, wide=max(64, 10 + 6 * max(len(c[0]) for c in
                                                                   cells.values())), high=26,
                    across=last, down=", ".join(others))


def _down(row: Row) -> str:
    return ", ".join(written(value) for value in list(row.combination.parameters.values())[:-1])


def _cell(row: Row) -> Cell:
    if row.verdict is None:
        return "–", 0.0, f"{row.name}: {row.error}"
    lead = row.verdict.lead
    explained = f"{row.name}: {row.verdict}"
    if lead is None:
        return "unproven", 0.0, explained
    if row.verdict.value is not None:
        return str(row.verdict.value), 0.8 * lead, explained
    return f"{100 * lead:+.0f} %".replace("-", "−"), lead, explained


def _bars(rows: Sequence[Row]) -> Picture:
    most = max((row.complexity.leaves.log10 for row in rows if row.complexity), default=0.0)
    return bars([_bar(row) for row in rows], most=max(most, 1e-9), width=_WIDE,
                axes=f"↓ {', '.join(rows[0].combination.parameters) or 'the game'}   "
                     f"→ different games, logarithmic")


def _bar(row: Row) -> tuple[str, float, str, str]:
    name = row.name or "as it is"
    if row.verdict is None or row.complexity is None:
        short = row.error if len(row.error) <= _LONGEST else f"{row.error[:_LONGEST - 1]}…"
        return name, 0.0, short, "empty"
    found, lead = row.complexity, row.verdict.lead
    words = (f"{row.verdict} · {found.leaves.short} games · {found.positions.short} positions · "
             f"{found.branching.value:.1f} moves · {found.length.value:.1f} plies")
    style = "empty" if lead is None else (
        "first" if lead > 0 else "second" if lead < 0 else "plain")
    return name, found.leaves.log10, words, style
