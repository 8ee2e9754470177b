"""The tree as a Graphviz graph: `dot -Tpdf tree.dot -o tree.pdf`."""

from __future__ import annotations

from zermelo.tree.model import Recording, TreeNode
from zermelo.tree.style import LIGHT
from zermelo.tree.words import described

_SHAPES = {"max": "triangle", "min": "invtriangle", "leaf": "box"}


def tree_dot(tree: Recording) -> str:
    """A whole .dot file."""
    about = "\n".join(line for line in (tree.heading, tree.summary, tree.rule) if line)
    lines = [
        "digraph search {",
        f"  graph [label={_quoted(about)}, labelloc=t, labeljust=l, ordering=out, "
        f'nodesep=0.25, ranksep=0.5, fontname="Helvetica"];',
        '  node [fontname="Courier", fontsize=12, style=filled, margin="0.06,0.04"];',
        f'  edge [fontname="Helvetica", fontsize=11, color="{LIGHT.edge}", arrowhead=none];',
    ]
    nodes = tree.nodes()
    lines += [f"  {_node(tree, node)}" for node in nodes]
    lines += [f"  {_edge(tree, parent, child)}" for parent in nodes for child in parent.children]
    return "\n".join([*lines, "}"]) + "\n"


def _node(tree: Recording, node: TreeNode) -> str:
    ink = getattr(LIGHT, node.kind)
    fill, line, letter, style = ink.fill, ink.line, ink.text, "filled"
    if node.pruned:
        fill, line, letter, style = LIGHT.paper, LIGHT.quiet, LIGHT.quiet, "filled,dashed"
    text = [node.name, node.value_text, *([] if node.pruned else node.board.split("\n"))]
    text += [f"({node.same})"] * bool(node.same)
    text += [f"⋯ {node.folded:,} more"] * bool(node.folded)
    label = "\n".join(part for part in text if part.strip())
    return (f'n{node.id} [shape={_SHAPES[node.kind]}, label={_quoted(label)}, '
            f"tooltip={_quoted(described(tree, node))}, "
            f'fillcolor="{fill}", color="{line}", fontcolor="{letter}", style="{style}", '
            f"penwidth={3 if node.chosen else 1}, "
            f"peripheries={2 if node.known is not None else 1}];")


def _edge(tree: Recording, parent: TreeNode, child: TreeNode) -> str:
    words = [] if tree.by_hand and child.move.isdecimal() else [child.move]
    first_cut = next((c for c in parent.children if c.pruned), None)
    if child is first_cut and parent.cut is not None:
        words.append(tree.cut_text(parent))
    looks = [f"label={_quoted(chr(10).join(words))}"] if words else []
    if child.pruned:
        looks += ["style=dashed", f'fontcolor="{LIGHT.cut}"', "arrowhead=tee"]
    elif child.chosen:
        looks += [f'color="{LIGHT.chosen}"', "penwidth=4", "arrowhead=normal"]
    elif parent.best is not None and parent.children[parent.best] is child:
        looks += [f'color="{LIGHT.best}"', "penwidth=2"]
    return f"n{parent.id} -> n{child.id} [{', '.join(looks)}];" if looks else \
        f"n{parent.id} -> n{child.id};"


def _quoted(text: str) -> str:
    """A quoted string; Graphviz knows backslash and quote, and `\\n` for a new line."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
