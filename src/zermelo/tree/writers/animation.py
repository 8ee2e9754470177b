"""Every step of a search as a picture, or all of them as one picture that moves.

All are drawn in the frame of the finished tree, so that nothing jumps. The moving picture is SVG
that any browser plays: what changes has a group for each of its looks, and a time when it is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from zermelo.drawing.palette import DAY, MONO
from zermelo.drawing.picture import num
from zermelo.errors import ParameterError
from zermelo.tree.algorithms import algorithm
from zermelo.tree.figures import moments
from zermelo.tree.glyphs import text_width
from zermelo.tree.model import Recording, ends_text
from zermelo.tree.scene import Drawing, bands, drawing, redrawn, tree_edges, tree_nodes
from zermelo.tree.steps import Step
from zermelo.tree.style import LIGHT
from zermelo.tree.writers.svg import LINE, MARGIN, Panel, line_of_text, refuse_theme, sheet

NOW = DAY.now
CODE = 12.5  # size of letters
LETTER = 0.62  # of it, the width of one where all are equally wide


def step_pictures(tree: Recording, theme: str = "auto") -> Iterator[str]:
    """A picture of every step, all of one size."""
    refuse_theme(theme)
    stage = _Stage(tree)
    for number, (step, moment) in enumerate(stage.moments, 1):
        yield stage.picture(stage.body(step, moment), f"step {number}: {step.text}", theme)


def tree_animation(tree: Recording, theme: str = "auto", seconds: float = 1.5) -> str:
    """All steps in one picture, each so many seconds, over and over."""
    refuse_theme(theme)
    stage = _Stage(tree)
    frames = [stage.parts(step, moment) for step, moment in stage.moments]
    if not frames:
        raise ParameterError("a tree that is not searched has no steps to draw")
    times = [seconds * i for i in range(len(frames))]
    end = times[-1] + 3 * seconds  # a while to look at the result
    clock = (f'<rect width="0" height="0"><animate id="zt-clock" attributeName="x" from="0" to="0" '
             f'begin="0s;zt-clock.end" dur="{end:g}s"/></rect>')
    layers = [
        "".join("".join(_looks(looks, times, end))
                for looks in zip(*(frame[layer] for frame in frames), strict=True))
        for layer in range(len(frames[0]))]
    body = clock + stage.around(*layers)
    return stage.picture(body, f"{tree.title}, step by step", theme)


def _looks(drawn: Sequence[str], times: Sequence[float], end: float) -> Iterator[str]:
    """What one thing looks like over time; as it stands where nothing ever changes."""
    runs: list[tuple[float, str]] = []
    for time, body in zip(times, drawn, strict=True):
        if not runs or runs[-1][1] != body:
            runs.append((time, body))
    if len(runs) == 1:
        yield runs[0][1]
        return
    for (begin, body), (until, _) in zip(runs, [*runs[1:], (end, "")], strict=True):
        if body:
            yield (f'<g visibility="hidden"><set attributeName="visibility" to="visible" '
                   f'begin="zt-clock.begin+{begin:g}s" dur="{until - begin:g}s"/>{body}</g>')


class _Stage:
    """The frame of the finished tree, with room for the program and for what is told."""

    def __init__(self, tree: Recording) -> None:
        self.tree = tree
        self.frame: Drawing = drawing(tree, roomy=True)
        self.panel = Panel(self.frame)
        self.moments = list(moments(tree))
        self.code = algorithm(tree.algorithm).pseudocode.lines
        told = max((text_width(step.text, LINE + 1) for step, _ in self.moments), default=0)
        code = max(map(len, self.code)) * CODE * LETTER + 12
        self.code_x = MARGIN + max(self.panel.gutter + self.frame.width + 14, 320) + 24
        self.wide = max(self.code_x + code, told) + MARGIN
        self.top = 58.0
        self.foot = self.top + max(self.frame.height, len(self.code) * CODE * 1.5) + 44

    def picture(self, body: str, name: str, theme: str) -> str:
        return sheet(body, self.wide, self.foot + 2 * LINE + MARGIN, name, theme)

    def parts(self, step: Step, moment: Recording) -> tuple[list[str], ...]:
        """All that may change: edges, nodes, the line of the program, what is told."""
        drawn = redrawn(self.frame, moment)
        lit = [self._lit() if number == step.line else "" for number in range(len(self.code))]
        marked = [f"<g transform='translate(0 {num(number * CODE * 1.5)})'>{bar}</g>" if bar else ""
                  for number, bar in enumerate(lit)]
        return (tree_edges(drawn), tree_nodes(drawn), [self._ring(step)], marked,
                [self._told(step)])

    def body(self, step: Step, moment: Recording) -> str:
        """The drawing of one step: what is lit, told and pruned at that moment."""
        return self.around(*map("".join, self.parts(step, moment)))

    def around(self, edges: str, nodes: str, ring: str, lit: str, told: str) -> str:
        """The layers in their places, with all that never changes."""
        code = "".join(
            f'<text class="zt-text" x="{num(self.code_x)}" '
            f'y="{num(self.top + 14 + number * CODE * 1.5)}" font-family="{MONO}" '
            f'font-size="{CODE}" fill="{LIGHT.text}" xml:space="preserve">{escape(line)}</text>'
            for number, line in enumerate(self.code))
        left = MARGIN + self.panel.gutter
        return (
            line_of_text(self.tree.heading, MARGIN, MARGIN + 16, 19, "text", bold=True)
            + f'<g transform="translate({num(MARGIN)} {num(self.top)})">'
            + bands(self.frame, 0, self.code_x - MARGIN - 24, 10) + "</g>"
            + f'<g transform="translate({num(left)} {num(self.top)})"><g class="zt-edges">{edges}'
            + f'</g><g class="zt-nodes">{nodes}</g>{ring}</g>'
            + f'<g transform="translate({num(self.code_x)} {num(self.top)})">{lit}</g>'
            + code + told)

    def _lit(self) -> str:
        return (f'<rect x="-6" y="0" width="{num(self.wide - self.code_x - 6)}" '
                f'height="{num(CODE * 1.5)}" rx="4" fill="{NOW}" opacity="0.28"/>')

    def _ring(self, step: Step) -> str:
        place, glyph = self.frame.layout.places[step.node], self.frame.glyphs[step.node]
        wide = glyph.size.width + 6
        return (f'<rect x="{num(place.x - wide / 2)}" y="{num(place.y + glyph.top - 3)}" '
                f'width="{num(wide)}" height="{num(glyph.size.height - glyph.top + 6)}" rx="9" '
                f'fill="none" stroke="{NOW}" stroke-width="3.5"/>')

    def _told(self, step: Step) -> str:
        alpha, beta = ends_text(step.window)
        window = f"α = {alpha}, β = {beta}" if self.tree.windows else ""
        return (line_of_text(step.text, MARGIN, self.foot, LINE + 1, "text")
                + line_of_text(window, MARGIN, self.foot + LINE * 1.7, LINE, "quiet"))


