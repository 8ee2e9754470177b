"""easyAI's side, run where it is installed: its Connect Four, its Negamax, as they are.

Reads {"positions": [[columns]], "depth": n, "table": bool, "count": bool} from stdin, and prints
for each position its value, the seconds it took, and the calls of `negamax` if they are counted
(then it is not timed: counting takes time).
"""

import importlib
import json
import sys
import time

from easyAI import Negamax, TranspositionTable
from easyAI.games.ConnectFour import ConnectFour

search = importlib.import_module("easyAI.AI.Negamax")
negamax = search.negamax
calls = 0


def counted(*arguments, **named):
    """`negamax`, one more."""
    global calls
    calls += 1
    return negamax(*arguments, **named)


class WithTable(ConnectFour):
    """Its game lacks the method that its table needs; this is the one its manual describes."""

    def ttentry(self):
        """The position as something that can be looked up."""
        return self.board.tobytes(), self.current_player


def main():
    """Search what stdin says."""
    global calls
    order = json.load(sys.stdin)
    search.negamax = counted if order["count"] else negamax
    answers = []
    for columns in order["positions"]:
        game = (WithTable if order["table"] else ConnectFour)([None, None])
        for column in columns:
            game.play_move(column)
        engine = Negamax(order["depth"], tt=TranspositionTable() if order["table"] else None)
        calls = 0
        began = time.perf_counter()
        engine(game)
        answers.append({"seconds": time.perf_counter() - began, "nodes": calls,
                        "value": float(engine.alpha)})
    json.dump(answers, sys.stdout)


main()
