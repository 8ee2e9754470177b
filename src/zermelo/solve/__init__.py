"""Games solved completely: every deal, and everything that can happen.

`solve_deals` finds what each deal is worth; a file keeps it. A `Graph` holds all that can
come of them, and `passes` computes what any two players can expect there.
"""

from zermelo.solve.deals import SolvedDeal, SolvedDeals, solve_deals
from zermelo.solve.deals_file import DealsFileError, extended_deals, read_deals, write_deals
from zermelo.solve.graph import Graph
from zermelo.solve.positions import count_positions

__all__ = [
    "DealsFileError",
    "Graph",
    "SolvedDeal",
    "SolvedDeals",
    "count_positions",
    "extended_deals",
    "read_deals",
    "solve_deals",
    "write_deals",
]
