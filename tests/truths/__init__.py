"""The published truths as a catalogue: one row a fact, with the check that tests it.

Each fact is a leaf of one of the JSON files and has its path there as its name, such as
`connect4.json/outcome/7x6`. A check asks for what it needs of `Tools`, so that the same rows test
plain Python (`plain.py`) and everything faster:

    textbook    plain Python is there in seconds
    native      a matter of compiled rules and a good search
    beyond      not to be reached here; `reason` says why
"""

from truths import connect4, other_games
from truths.files import FOLDER, NOTES, facts
from truths.plain import Plain
from truths.rows import Row, counts_leaves, has_payoff, row

__all__ = ["FOLDER", "NOTES", "Plain", "Row", "counts_leaves", "facts", "has_payoff", "row", "rows"]


def rows() -> list[Row]:
    """Every fact of every file."""
    found = [*connect4.rows(), *other_games.rows()]
    return sorted(found, key=lambda row: row.id)
