"""The main job, on real positions: rules once, then see, search and solve at native speed."""

from __future__ import annotations

import time

from rich.console import Console
from rich.table import Table

from zermelo import Engine, Limit, load
from zermelo.evaluation import evaluator_for
from zermelo.textbook import alpha_beta, minimax

console = Console(highlight=False)


def trees() -> None:
    """Minimax and alpha-beta on a worked example."""
    console.rule("A tree on the blackboard")
    tree = [[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]]
    plain, pruned = minimax(tree), alpha_beta(tree)
    console.print(f"{tree}\nminimax:    {plain.value}, {plain.nodes} nodes\n"
                  f"alpha-beta: {pruned.value}, {pruned.nodes} nodes\n")


def connect_four() -> None:
    """One position, searched by both speeds and then solved."""
    console.rule("Connect Four: the same rules, interpreted and native")
    game = load("connect4")
    here = game.position("274552224131661")
    console.print(str(here), "\n")
    for native in (False, True):
        engine = Engine(game, native=native)
        engine.ready()  # the best code before the clock runs
        found = engine.analyze(here, Limit(depth=8 if not native else 16))
        console.print(f"{'native' if native else 'interpreted'}: {found}")
    began = time.perf_counter()
    solved = Engine(game).solve(here, all_moves=True)
    table = Table("column", "value", title=f"Solved in {time.perf_counter() - began:.2f} s")
    for move in solved.moves:
        table.add_row(move.text, str(move.value))
    console.print(table, "")


def cards() -> None:
    """An evaluation explained, and the truth beside it."""
    console.rule("The RPS card game")
    game = load("rps")
    here = game.position().play_all("Rb2 pb1 Sa1")
    console.print(str(here), "\n")
    console.print(str(evaluator_for(game).explain(game, here.state)), "\n")
    console.print(str(Engine(game).solve(here)), "\n")


if __name__ == "__main__":
    trees()
    connect_four()
    cards()
