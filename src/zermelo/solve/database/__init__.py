"""Databases: the value of every position of a game, from its rules alone, on disk.

    packing    a state as one or two words; tiers
    kernels    what is done to many positions at once, interpreted or compiled
    coding     keys and values as bits, in blocks that can be read one by one
    running    kernels over arrays, in threads
    files      a tier on disk
    folder     the database's folder
    pools      sorted keys, merged and looked up
    forward    all positions, tier by tier
    backward   … and what they are worth, from the last tier to the first
    loops      … where positions lead to each other
    making     all of that
    lookup     a database that is asked
    inside     … inside the search
    book       a database of early positions, found by search
    verify     … and proven right
    stats      its figures
    export     … as Parquet

Positions are listed forward, by tiers: a tier is a number that no move lowers. Then they are valued
backward: a finished position is worth what it pays, any other the best of what its moves lead to.
What goes on for ever is a draw. Distances are plies to the end, if the winner hurries and the loser
lingers; payoffs come first. Nothing is sampled and nothing is told apart by a hash.
"""

from zermelo.solve.database.book import BookProgress, make_book
from zermelo.solve.database.files import DatabaseError
from zermelo.solve.database.lookup import Database
from zermelo.solve.database.making import DatabaseProgress, make
from zermelo.solve.database.verify import verify

__all__ = ["BookProgress", "Database", "DatabaseError", "DatabaseProgress", "make", "make_book",
           "verify"]
