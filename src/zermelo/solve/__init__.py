"""Games solved completely: every deal, and everything that can happen.

`solve_deals` finds what each deal is worth; a table on disk keeps it. A `Graph` holds all that can
come of them, and `passes` computes what any two players can expect there.
"""

from zermelo.solve.deals import SolvedDeal, SolvedDeals, solve_deals
from zermelo.solve.graph import Graph
from zermelo.solve.positions import count_positions
from zermelo.solve.table import TableError, extended_table, read_table, write_table

__all__ = [
    "Graph",
    "SolvedDeal",
    "SolvedDeals",
    "TableError",
    "count_positions",
    "extended_table",
    "read_table",
    "solve_deals",
    "write_table",
]
