"""The arena: who is stronger, by how much, and are we sure?

>>> from zermelo import load
>>> plan = Plan(load("tictactoe"), ("greedy", "random"), games=4)
>>> [unit.arguments["first"] for unit in plan.units(plan.ready())]
['greedy', 'random', 'greedy', 'random']
"""

from zermelo.arena.plan import Plan
from zermelo.arena.running import ArenaProgress, Run, run
from zermelo.arena.store import ArenaError, Store, StoredGame
from zermelo.arena.verdict import Verdict, verdict_json, verdict_of

__all__ = ["ArenaError", "ArenaProgress", "Plan", "Run", "Store", "StoredGame", "Verdict", "run",
           "verdict_json", "verdict_of"]
