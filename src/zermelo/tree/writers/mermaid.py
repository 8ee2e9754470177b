"""The tree as a Mermaid flowchart, for Markdown pages that draw it.

MAX stands on a broad foot, MIN on its head, leaves are boxes. The chosen line is thick, what was
pruned hangs on a dotted line that says which window cut it. Only syntax that every Mermaid since
version 9 reads is used.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.tree.model import Recording, TreeNode
from zermelo.tree.style import LIGHT

_SHAPES = {"max": ('[/"', '"\\]'), "min": ('[\\"', '"/]'), "leaf": ('["', '"]')}


def tree_mermaid(tree: Recording) -> str:
    """A whole .mmd file."""
    lines = ["---", f"title: {_title(tree)}", "---", "flowchart TD"]
    lines += [f"    {line}" for line in [*_remarks(tree), *_body(tree, ""), *_looks([tree])]]
    return "\n".join(lines) + "\n"


def trees_mermaid(trees: Sequence[Recording]) -> str:
    """Several searches in one chart, each in a frame with its name."""
    if len(trees) == 1:
        return tree_mermaid(trees[0])
    lines = ["flowchart TD"]
    for number, tree in enumerate(trees, 1):
        frame = f"t{number}"
        lines += [f"    subgraph {frame}[{_title(tree)}]", "        direction TB"]
        lines += [f"        {line}" for line in [*_remarks(tree), *_body(tree, frame)]]
        lines.append("    end")
    lines += [f"    {line}" for line in _looks(trees)]
    return "\n".join(lines) + "\n"


def _remarks(tree: Recording) -> list[str]:
    return [f"%% {line}" for line in [tree.summary, tree.rule] if line]


def _body(tree: Recording, frame: str) -> list[str]:
    nodes = tree.nodes()
    return [*(frame + _node(tree, node) for node in nodes),
            *(_edge(tree, parent, child, frame) for parent in nodes for child in parent.children)]


def _title(tree: Recording) -> str:
    text = tree.heading.replace(":", " -", 1)  # a colon would mean something
    return '"' + text.replace("\\", "").replace('"', "'") + '"'


def _node(tree: Recording, node: TreeNode) -> str:
    opening, closing = _SHAPES[node.kind]
    kind = "pruned" if node.pruned else f"{node.kind}Chosen" if node.chosen else node.kind
    lines = [node.name, node.value_text, *_board(node)]
    if node.same:
        lines.append(f"({node.same})")
    if node.folded:
        lines.append(f"⋯ {node.folded:,} more")
    label = "<br/>".join(_escaped(line) for line in lines if line) or "&nbsp;"
    return f"n{node.id}{opening}{label}{closing}:::{kind}"


def _board(node: TreeNode) -> list[str]:
    """The board's lines; spaces that HTML keeps."""
    if node.pruned or not node.board:
        return []
    return [line.replace(" ", "\u00a0") for line in node.board.split("\n")]


def _edge(tree: Recording, parent: TreeNode, child: TreeNode, frame: str) -> str:
    words = [] if tree.by_hand and child.move.isdecimal() else [child.move]
    if parent.cut is not None and child is next(c for c in parent.children if c.pruned):
        words.append(tree.cut_text(parent))
    line = "-.-x" if child.pruned else "==>" if child.chosen else "---"
    label = f'|"{"<br/>".join(_escaped(word) for word in words)}"|' if any(words) else ""
    return f"{frame}n{parent.id} {line}{label} {frame}n{child.id}"


def _looks(trees: Sequence[Recording]) -> list[str]:
    """Colours, and which edges have which: they are counted through all trees."""
    nodes = [node for tree in trees for node in tree.nodes()]
    mono = ",font-family:monospace" if any(node.board for node in nodes) else ""
    lines = []
    for kind in ("max", "min", "leaf"):
        ink = getattr(LIGHT, kind)
        look = f"fill:{ink.fill},stroke:{ink.line},color:{ink.text}{mono}"
        lines += [f"classDef {kind} {look}", f"classDef {kind}Chosen {look},stroke-width:3px"]
    lines.append(f"classDef pruned fill:{LIGHT.paper},stroke:{LIGHT.quiet},color:{LIGHT.quiet},"
                 f"stroke-dasharray:4 3{mono}")
    edges = [child for parent in nodes for child in parent.children]
    chosen = ",".join(str(i) for i, child in enumerate(edges) if child.chosen)
    pruned = ",".join(str(i) for i, child in enumerate(edges) if child.pruned)
    if chosen:
        lines.append(f"linkStyle {chosen} stroke:{LIGHT.chosen},stroke-width:4px")
    if pruned:
        lines.append(f"linkStyle {pruned} stroke:{LIGHT.cut}")
    return lines


def _escaped(text: str) -> str:
    """Text for a quoted label: what Mermaid or HTML would take for its own is written as codes."""
    codes = {"#": "#35;", '"': "#quot;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "`": "#96;"}
    return "".join(codes.get(c, c) for c in text)
