"""Search and record: from a game, a position or nested lists to a `SearchTree`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from zermelo.errors import GameError, LimitError
from zermelo.evaluation import evaluator_for, evaluators
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.limits import Limit
from zermelo.stacks import deep_recursion
from zermelo.textbook import Found, Node, as_game
from zermelo.textbook.trace import Window
from zermelo.tree.algorithms import Algorithm, Evaluate, algorithm
from zermelo.tree.bounds import bounds, sure
from zermelo.tree.figures import refuse_figure
from zermelo.tree.folding import DRAWN, MOST_DRAWN, opened, rule
from zermelo.tree.model import OPPOSITE, Kind, Sign, SoFar, TreeNode, plain
from zermelo.tree.search_tree import SearchTree

VISITED = 300_000  # nodes that a recorded search may visit, unless a limit says otherwise


def record(thing: Any, state: Any = None, *, algorithm: str = "alphabeta",
           depth: int | None = None, evaluate: Evaluate | str | None = "standard",
           drawn: int = DRAWN, limit: Limit | None = None,
           figure: str = "searched") -> SearchTree:
    """Search `thing` and keep the tree: a game, a position, nested lists or a hand-written tree.

    Finished games are worth their payoff. If the depth ends the search before, all leaves are
    worth what `evaluate` says (an evaluator's name or a function of game and state); None, or a
    game that has no evaluator, counts unfinished games as 0. The figures `unsearched` and `leaves`
    are of the whole tree before any search, whatever the algorithm.

    >>> tree = record([[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]])
    >>> tree.value, tree.visited
    (3, 11)
    >>> print(tree)
    △ 3
    ├━▶ ▽ 3
    │   ├━▶ △ 3
    │   │   ├── -2
    │   │   └━▶ 3
    │   └── △ ≥ 8  α=8 ≥ β=3
    │       ├─▶ 8
    │       └╌╌ 2  pruned
    └── ▽ ≤ -3  β=-3 ≤ α=3
        ├─▶ △ -3
        │   ├── -8
        │   └─▶ -3
        └╌╌ △  pruned
            ├╌╌ 1  pruned
            └╌╌ 10  pruned
    """
    if drawn < 1:
        raise LimitError(f"a drawing of {drawn} nodes makes no sense: give 1 or more")
    refuse_figure(figure)
    game, s = as_game(thing, state)
    chosen = _algorithm(algorithm)
    if figure != "searched":
        chosen = _algorithm("minimax")  # which looks at everything
    found, values, judge = _searched(chosen, game, s, depth, evaluate, limit)
    tree = _Recorder(chosen, game, s, found, values, judge, min(drawn, MOST_DRAWN)).tree()
    return tree.as_figure(figure)


_algorithm = algorithm  # `record` has a parameter of that name


class _Unfinished(Exception):  # noqa: N818 - a signal, never seen outside
    """The depth ended the search before the game was over."""


def _searched(chosen: Algorithm, game: Game, s: Any, depth: int | None,
              evaluate: Evaluate | str | None, limit: Limit | None
              ) -> tuple[Found, str, Evaluate | None]:
    """Search for payoffs; if that is not possible at this depth, once more with an evaluator."""
    limit = limit or Limit(nodes=VISITED)

    def payoff(game: Game, s: Any) -> Any:
        value = game.outcome(s)
        if value is None:
            raise _Unfinished
        return value

    judge, words = _judge(game, evaluate)
    if isinstance(game, Tree):
        _refuse_values(game, chosen, depth, judge)
    try:
        return chosen.search(game, s, depth, payoff, limit, judge), "payoffs", judge
    except _Unfinished:
        leaves = judge or (lambda game, s: game.outcome(s) or 0)
        return chosen.search(game, s, depth, leaves, limit, judge), words, judge


def _refuse_values(tree: Tree, chosen: Algorithm, depth: int | None,
                   judge: Evaluate | None) -> None:
    """Leaves written by hand may be of any kind, but not every search can do with any."""
    s = tree.initial()
    while tree.outcome(s) is None:
        s = tree.play(s, 0)
    leaf = tree.outcome(s)
    if chosen.recursion == "negamax":
        try:
            _ = -leaf
        except TypeError:
            raise GameError(f"negamax needs values that can be negated, and {leaf!r} cannot: "
                            f"use alphabeta") from None
    if depth is not None and judge is None and not isinstance(leaf, int | float):
        raise GameError(f"unfinished branches count 0, which cannot be compared with {leaf!r}: "
                        f"leave out the depth")


def _judge(game: Game, evaluate: Evaluate | str | None) -> tuple[Evaluate | None, str]:
    """Who values unfinished games, and what leaves are worth then, in words."""
    if isinstance(evaluate, str) and (evaluate != "standard" or evaluators(game)):
        return evaluator_for(game, evaluate), f"the {evaluate} evaluator's opinion"
    if evaluate is None or isinstance(evaluate, str):
        return None, "payoffs; unfinished games count 0"
    return evaluate, "an evaluator's opinion"


class _Recorder:
    """Turns the trace of a search into plain data."""

    def __init__(self, chosen: Algorithm, game: Game, s: Any, found: Found, values: str,
                 judge: Evaluate | None, drawn: int) -> None:
        assert found.tree is not None
        self.algorithm, self.game, self.state, self.found = chosen, game, s, found
        self.values, self.judge, self.most = values, judge, drawn
        self.mover_view = chosen.recursion == "negamax"
        self.trace = found.tree
        self.by_hand = isinstance(game, Tree)
        self.opened = opened(self.trace, drawn, together=not self.by_hand)
        self.bounds: dict[int, Sign] = bounds(self.trace, self.mover_view)
        self.below = _visits_below(self.trace)
        self.ids = count()
        self.keys: dict[int, Any] = {}  # of each node drawn, by id

    def tree(self) -> SearchTree:
        game, s, found = self.game, self.state, self.found
        with deep_recursion():
            root = self._visited(self.trace, (), True)
        self._mark_repeated(root)
        shown = sum(not node.pruned for node in root.walk())
        return SearchTree(
            game=game.spec, players=game.players, position=game.text(s),
            algorithm=self.algorithm.name, title=self.algorithm.title(game, self.judge),
            depth=found.depth, mover_view=self.mover_view, values=self.values,
            value=plain(found.value), line=tuple(_line(game, s, found.line)),
            visited=found.nodes,
            rule="" if shown == found.nodes else rule(shown, found.nodes, self.most),
            root=root,
        )

    def _node(self, s: Any, path: tuple[str, ...], kind: Kind, why: Any,
              **more: Any) -> TreeNode:
        node = TreeNode(
            next(self.ids), path, kind, self.game.to_move(s), self.game.text(s), why,
            name=self.game.name_of(s) if isinstance(self.game, Tree) else "",
            board="" if self.by_hand else self.game.show(s),
            scene=None if self.by_hand else self.game.scene(s), **more)
        self.keys[node.id] = self.game.key(s)
        return node

    def _visited(self, trace: Node, path: tuple[str, ...], chosen: bool) -> TreeNode:
        leaf = trace.why in ("end", "depth")
        cut = trace.cut if trace.pruned else None  # after the last branch nothing is cut
        node = self._node(
            trace.state, path, "leaf" if leaf else ("max", "min")[trace.player],
            "searched" if trace.why == "cut" and cut is None else trace.why,
            visit=trace.visit, window=_ends(trace.window), value=plain(trace.value),
            bound=self.bounds[trace.visit], cut=None if cut is None else _ends(cut),
            best=trace.best, chosen=chosen, known=trace.known)
        if trace.visit not in self.opened:
            node.folded = self.below[trace.visit]
            return node
        node.progress = list(self._progress(trace))
        for index, child in enumerate(trace.children):
            move = self.game.move_text(trace.state, child.move)
            node.children.append(
                self._visited(child, (*path, move), chosen and index == trace.best))
        node.children += self._all_pruned(trace, path)
        return node

    def _all_pruned(self, trace: Node, path: tuple[str, ...]) -> list[TreeNode]:
        """A node for each branch never looked at; of a game, one for all moves together."""
        moves = [self.game.move_text(trace.state, m) for m in trace.pruned]
        below = [self.game.play(trace.state, m) for m in trace.pruned]
        if self.by_hand or len(moves) < 2:
            return [self._pruned(s, (*path, move)) for s, move in zip(below, moves, strict=True)]
        together = self._pruned(below[0], (*path, " ".join(moves)))
        return [replace(together, moves=tuple(moves), position="", board="",
                        scene=None)]

    def _pruned(self, s: Any, path: tuple[str, ...]) -> TreeNode:
        """A branch never looked at; of a tree written by hand, all that hangs on it."""
        outcome = self.game.outcome(s)
        kind: Kind = "leaf" if outcome is not None else "min" if self.game.to_move(s) else "max"
        value = outcome if self.by_hand else None  # nobody has looked at a game's
        if value is not None and self.mover_view and self.game.to_move(s) == 1:
            value = -value
        node = self._node(s, path, kind, "pruned", value=plain(value))
        if self.by_hand and outcome is None:
            node.children = [
                self._pruned(self.game.play(s, m), (*path, self.game.move_text(s, m)))
                for m in self.game.moves(s)]
        return node

    def _progress(self, trace: Node) -> Iterator[SoFar]:
        """The best value and the window after each child, as the search had them."""
        best, window = None, trace.window
        maximising = trace.player == 0 or self.mover_view
        heard: list[tuple[Any, Sign]] = []
        for child in trace.children:
            value, bound = child.value, self.bounds[child.visit]
            if self.mover_view and child.player != trace.player:
                value, bound = -value, OPPOSITE[bound]
            if best is None or (best < value if maximising else value < best):
                best = value
                window = window.narrowed(0 if maximising else 1, best)
            heard.append((value, bound))
            yield SoFar(plain(best), *_ends(window), plain(sure(heard, maximising)))

    def _mark_repeated(self, root: TreeNode) -> None:
        """The same letter for the same position: A, B, … Z, AA, AB, …"""
        nodes = [node for node in root.walk() if not node.pruned]
        times = Counter(self.keys[node.id] for node in nodes)
        letters: dict[Any, str] = {}
        for node in nodes:
            key = self.keys[node.id]
            if times[key] > 1:
                node.same = letters.setdefault(key, _letters(len(letters)))


def _letters(number: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    text = ""
    number += 1
    while number:
        number, last = divmod(number - 1, 26)
        text = chr(65 + last) + text
    return text


def _ends(window: Window) -> tuple[Any, Any]:
    return plain(window.alpha), plain(window.beta)


def _line(game: Game, s: Any, moves: tuple[Any, ...]) -> Iterator[str]:
    for m in moves:
        yield game.move_text(s, m)
        s = game.play(s, m)


def _visits_below(root: Node) -> dict[int, int]:
    below: dict[int, int] = {}
    for node in reversed(list(root.walk())):
        below[node.visit] = sum(1 + below[child.visit] for child in node.children)
    return below
