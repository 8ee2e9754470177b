"""OpenSpiel's side, run where it is installed: its Connect Four (C++) and its alpha-beta (Python).

Reads {"positions": [[columns]], "depth": n, "count": bool} from stdin, and prints for each
position its value, the seconds it took, and the calls of `_alpha_beta` if they are counted (then
it is not timed: counting takes time).
"""

import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import minimax

alpha_beta = minimax._alpha_beta
calls = 0


def counted(*arguments, **named):
    """`_alpha_beta`, one more."""
    global calls
    calls += 1
    return alpha_beta(*arguments, **named)


def main():
    """Search what stdin says."""
    global calls
    order = json.load(sys.stdin)
    minimax._alpha_beta = counted if order["count"] else alpha_beta
    game = pyspiel.load_game("connect_four")
    answers = []
    for columns in order["positions"]:
        state = game.new_initial_state()
        for column in columns:
            state.apply_action(column)
        calls = 0
        began = time.perf_counter()
        value, _ = minimax.alpha_beta_search(game, state, value_function=lambda s: 0,
                                             maximum_depth=order["depth"])
        answers.append({"seconds": time.perf_counter() - began, "nodes": calls, "value": value})
    json.dump(answers, sys.stdout)


main()
