"""A page to walk through a search: forward and back, with alpha and beta at every step.

The page is one file and asks nobody for anything: no fonts, no scripts from elsewhere; its own
policy forbids it. The picture is the one of `svg`; `page/` has the rest as ordinary files.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import Any

from zermelo.drawing.picture import BOARD_DARK, dark, num
from zermelo.tree.glyphs import called
from zermelo.tree.model import SearchTree
from zermelo.tree.scene import GAP, Drawing, bands, drawing, gutter, markers, tree_body
from zermelo.tree.steps import steps
from zermelo.tree.style import DARK, LIGHT, rules
from zermelo.tree.svg import heading, refuse_theme

_PAGE = files("zermelo.tree") / "page"


def tree_html(trees: list[SearchTree], theme: str = "auto") -> str:
    """One search, or several side by side that are walked through together."""
    refuse_theme(theme)
    drawn = [drawing(tree, roomy=True) for tree in trees]
    first, second = trees[0].players
    parts = {
        "theme": "" if theme == "auto" else f' data-theme="{theme}"',
        "title": escape(" / ".join(dict.fromkeys(heading(tree) for tree in trees))),
        "style": f"{_file('page.css')}\n{rules(LIGHT)}\n{dark(rules(DARK))}\n{dark(BOARD_DARK)}",
        "markers": markers(),
        "arranged": " in-rows" if len(trees) > 3 else "",
        "panels": "\n".join(_panel(one) for one in drawn),
        "first": escape(first), "second": escape(second),
        "data": "\n".join(_data(i, one) for i, one in enumerate(drawn)),
        "script": "\n".join(map(_file, ("layout.js", "viewer.js", "controls.js"))),
    }
    page = _file("page.html")
    for name, text in parts.items():
        before, _, after = page.rpartition("{" + name + "}")
        page = before + text + after
    return page


def framed(page: str, title: str, height: int = 620) -> str:
    """A page inside another, as in a notebook."""
    return (f'<iframe srcdoc="{escape(page)}" title="{escape(title)}" width="100%" '
            f'height="{height}" style="border:1px solid #8888;border-radius:8px"></iframe>')


def _file(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8").rstrip()


def _panel(drawn: Drawing) -> str:
    tree = drawn.tree
    ends = "" if tree.windows else " hidden"
    notes = "".join(f'<p class="note">{escape(note)}</p>'
                    for note in (tree.summary, tree.about, tree.rule) if note)
    name = escape(f"{heading(tree)}, {tree.position}")
    return f"""<section class="panel" aria-label="{name}">
<header><h1>{escape(heading(tree))}</h1>{notes}</header>
<svg class="tree zermelo-tree" role="tree" aria-label="{name}"><g class="view">\
{bands(drawn, -20_000, 40_000, -gutter(drawn))}{tree_body(drawn)}\
<g class="callout zt-hidden" aria-hidden="true"><rect height="22" width="90" rx="6"/>\
<text x="7" y="16" xml:space="preserve"></text></g></g></svg>
<div class="now"><p class="text" aria-live="polite"></p><dl>\
<div{ends}><dt>α</dt><dd class="alpha"></dd></div>\
<div{ends}><dt>β</dt><dd class="beta"></dd></div>\
<div><dt>value</dt><dd class="value"></dd></div></dl></div>
</section>"""


def _data(number: int, drawn: Drawing) -> str:
    """What the scripts need to know about a tree; `<` cannot end the element that holds it."""
    parents = {child.id: node.id for node in drawn.nodes for child in node.children}
    nodes: list[dict[str, Any]] = []
    for node, glyph, place in zip(drawn.nodes, drawn.glyphs, drawn.layout.places, strict=True):
        nodes.append({
            "id": node.id, "parent": parents.get(node.id), "level": len(node.path) + 1,
            "children": [child.id for child in node.children], "chosen": node.chosen,
            "x": float(num(place.x)), "y": float(num(place.y)),
            "width": float(num(glyph.size.width)), "height": float(num(glyph.size.height)),
            "top": float(num(glyph.top)),
            "bottom": float(num(drawn.bottoms[len(node.path)])),
            "called": called(drawn.tree, node),
            "stub": node.pruned and not drawn.tree.by_hand,
        })
    data = {"width": drawn.width, "height": drawn.height, "gutter": gutter(drawn), "gap": GAP,
            "windows": drawn.tree.windows, "nodes": nodes,
            "steps": [step.to_json() for step in steps(drawn.tree)]}
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="data-{number}">{text}</script>'
