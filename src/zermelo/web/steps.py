"""A textbook search told step by step, for the tree lab.

The whole tree is recorded once by plain minimax: every node with its value. Then each algorithm
runs on the same tree, and what it did is told as steps that can be taken forwards and backwards:

    enter    a node is looked at, with the window handed down
    leaf     … and is worth so much
    known    … and is a position that was searched before
    back     a child's value comes up; what the node can count on, and the window after it
    cut      the window is closed: the children that are left fall away, and why
    done     the search is through with the node

Every value says how much of it is known then: `4`, `≥ 4` or `≤ 4`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from zermelo.errors import GameError, LimitError
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.limits import Limit
from zermelo.textbook.memory import Memory
from zermelo.textbook.minimax import Found, alpha_beta, minimax, value_leaf
from zermelo.textbook.trace import Node, Unpruned, Window
from zermelo.tree.algorithms import ordering
from zermelo.tree.bounds import bounds, sure
from zermelo.tree.model import Bound
from zermelo.values import Value

MOST_NODES = 1_500
MOST_SECONDS = 5.0
_LONGEST_TREE = 20_000  # letters

ALGORITHMS = ("minimax", "alphabeta", "ordered", "table")  # the plainest first


def read_tree_text(text: str) -> Tree:
    """A tree as one types it: `[[5, 6], [9, 7]]`; a GameError says what is wrong."""
    if len(text) > _LONGEST_TREE:
        raise GameError(f"a tree may be {_LONGEST_TREE} letters long, not {len(text)}")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GameError(f"the tree breaks off at line {error.lineno}, column {error.colno}: "
                        f"{error.msg.lower()}; write it like [[3, 12, 8], [2, 4, 6]]") from None
    except RecursionError:
        raise GameError("the tree is nested too deeply") from None
    if not isinstance(data, list | dict):
        raise GameError("a tree is a list of its branches, like [[3, 12, 8], [2, 4, 6]]")
    return Tree(data)


class Lab:
    """One tree, searched by several algorithms."""

    def __init__(self, game: Game, state: Any, depth: int | None) -> None:
        self._game, self._state, self._depth = game, state, depth
        self._limit = Limit(depth, MOST_NODES, MOST_SECONDS)
        self._ids: dict[tuple[Any, ...], int] = {}
        self._nodes: list[dict[str, Any]] = []

    def recorded(self, algorithms: list[str]) -> dict[str, Any]:
        """The tree, and each algorithm's steps on it."""
        whole = self._run("minimax").tree
        assert whole is not None
        self._index(whole)
        return {
            "players": list(self._game.players),
            "nodes": self._nodes,
            "runs": {name: self._told(self._run(name)) for name in algorithms},
        }

    def _run(self, algorithm: str) -> Found:
        judge = self._judge()
        leaf = None if isinstance(self._game, Tree) else value_leaf(judge)
        common: dict[str, Any] = {"depth": self._depth, "leaf": leaf, "limit": self._limit,
                                  "trace": True}
        try:
            if algorithm == "minimax":
                return minimax(self._game, self._state, **common)
            if algorithm == "ordered":
                common["order"] = ordering(self._game, judge)[0]
            if algorithm == "table":
                common["memory"] = Memory()
            return alpha_beta(self._game, self._state, **common)
        except LimitError:
            raise LimitError(f"this tree has more than {MOST_NODES:,} nodes, too many to look "
                             f"at: lower the depth, or take a later position") from None

    def _judge(self) -> Callable[[Any, Any], float]:
        if not evaluators(self._game):
            return lambda game, s: 0.0
        return evaluator_for(self._game, "standard")

    def _index(self, root: Node) -> None:
        """Number the nodes as they lie in the whole tree, by the moves that lead to them."""
        waiting: list[tuple[Node, tuple[Any, ...], int | None, Node | None]] = [
            (root, (), None, None)]
        while waiting:
            node, way, above, parent = waiting.pop()
            number = self._ids[way] = len(self._nodes)
            self._nodes.append(self._described(node, above, parent))
            if above is not None:
                self._nodes[above]["children"].append(number)
            waiting += [(child, (*way, child.move), number, node)
                        for child in reversed(node.children)]

    def _described(self, node: Node, above: int | None, parent: Node | None) -> dict[str, Any]:
        game = self._game
        return {
            "parent": above, "children": [], "player": node.player,
            "move": parent and game.move_text(parent.state, node.move),
            "name": game.spec_of(node.state) if isinstance(game, Tree) else None,
            "value": plain(node.value), "leaf": not node.children, "best": node.best,
            "position": game.text(node.state),
        }

    def _told(self, found: Found) -> dict[str, Any]:
        assert found.tree is not None
        steps: list[dict[str, Any]] = []
        self._tell(found.tree, (), steps, {}, bounds(found.tree, mover_view=False))
        line = [self._ids[found.line[: i + 1]] for i in range(len(found.line))]
        return {"steps": steps, "visited": found.nodes, "value": plain(found.value), "line": line}

    def _tell(self, node: Node, way: tuple[Any, ...], steps: list[dict[str, Any]],
              visits: dict[int, int], known: dict[int, Bound]) -> None:
        number, window = self._ids[way], node.window
        worth = plain(node.value, known[node.order])
        visits[node.order] = number
        steps.append({"do": "enter", "node": number, **_ends(window)})
        if node.why in ("end", "depth"):
            steps.append({"do": "leaf", "node": number, "value": worth})
            return
        if node.why == "known":
            assert node.known is not None
            steps.append({"do": "known", "node": number, "value": worth,
                          "same": visits[node.known]})
            return
        heard: list[tuple[Any, Bound]] = []
        for child in node.children:
            below = (*way, child.move)
            self._tell(child, below, steps, visits, known)
            before = sure(heard, node.player == 0)
            heard.append((child.value, known[child.order]))
            now, narrower = sure(heard, node.player == 0), window.narrowed(node.player, child.value)
            takes = (now != before if isinstance(window, Unpruned) else narrower != window)
            steps.append({"do": "back", "node": number, "child": self._ids[below],
                          "value": plain(*heard[-1]), "takes": takes,
                          "best": None if now is None else plain(now, "≥≤"[node.player]),
                          "elsewhere": None if takes else self._elsewhere(node, window),
                          **_ends(narrower)})
            window = narrower
        if node.why == "cut" and node.pruned:  # the last child may close the window too
            assert node.cut is not None
            steps.append({"do": "cut", "node": number, **_ends(node.cut),
                          "pruned": [self._ids[(*way, move)] for move in node.pruned],
                          "why": self._why_cut(node)})
        steps.append({"do": "done", "node": number, "value": worth})

    @staticmethod
    def _elsewhere(node: Node, window: Window) -> str | None:
        """What the player has elsewhere, if that and not a child is what it goes by."""
        end = window[node.player]
        return None if end is None or end != node.window[node.player] else plain(end)

    def _why_cut(self, node: Node) -> str:
        """Why the rest of a node's children cannot matter, in one sentence."""
        assert node.cut is not None
        mover, other = self._game.players[node.player], self._game.players[1 - node.player]
        has, elsewhere = node.cut.beta, node.cut.alpha
        if node.player == 0:
            has, elsewhere = elsewhere, has
        relation = "at least" if node.player == 0 else "at most"
        return (f"{mover} already gets {relation} {plain(has)} here, and {other} is sure of "
                f"{plain(elsewhere)} elsewhere: {other} will never come here, "
                f"so the rest cannot matter.")


def _ends(window: Window) -> dict[str, Any]:
    return {"alpha": None if window.alpha is None else plain(window.alpha),
            "beta": None if window.beta is None else plain(window.beta)}


def plain(value: Any, bound: str = "=") -> str:
    """A value of any kind as people write it, with its bound.

    >>> plain(3), plain(-0.5, "≤"), plain("b", "≥")
    ('3', '≤ −0.5', '≥ b')
    """
    if bound != "=":
        return f"{bound} {plain(value)}"
    if isinstance(value, float) and not isinstance(value, bool):
        value = f"{value:.4g}"
    return str(value).replace("-", "−") if isinstance(value, Value | int) or _is_number(value) \
        else str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, str) and value[:1] == "-" and value[1:2].isdigit()
