"""An analysis as notebooks show it: the board, what it is worth, and every move's value.

A value's colour says whom it favours; its words and its sign say so too.
"""

from __future__ import annotations

from html import escape

from zermelo.drawing import board_svg
from zermelo.drawing.palette import ANYWHERE
from zermelo.search.analysis import Analysis
from zermelo.values import Value

_CELL = "padding:2px 14px 2px 0;text-align:left;background:none;color:inherit"


def analysis_html(found: Analysis) -> str:
    """A piece of HTML that suits light pages and dark ones."""
    who = found.game.players[found.view]
    lines = [
        f"<b>{_colored(found.value)} for {escape(who)}</b>",
        f"{found.searched}, {found.nodes:,} nodes, {found.nodes_per_second:,.0f} nodes/s",
    ]
    if found.line:
        lines.append(f"line: {escape(' '.join(found.line_text))}")
    moves = "".join(
        f'<tr style="background:none"><td style="{_CELL};font-family:monospace">{escape(m.text)}'
        f'</td><td style="{_CELL}">{_colored(m.value)}</td></tr>'
        for m in found.moves if len(found.moves) > 1)
    table = f'<table style="margin-top:8px">{moves}</table>' if moves else ""
    board = board_svg(found.game, found.state)
    return (f'<div style="display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start">'
            f"<div>{board}</div><div>{'<br>'.join(lines)}{table}</div></div>")


def _colored(value: Value) -> str:
    """Green for the player to move, red against it; both readable on white and on black."""
    side = "good" if value.score > 0 else "bad" if value.score < 0 else "even"
    return f'<span style="color:{ANYWHERE[side]}">{escape(str(value))}</span>'
