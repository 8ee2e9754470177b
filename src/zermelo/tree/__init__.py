"""Searches recorded and drawn: every node with its window, its value and what it cut.

>>> from zermelo.tree import record
>>> tree = record([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> tree.summary
'value 3, 11 nodes visited, 2 branches pruned'
>>> tree.save("tree.svg")  # doctest: +SKIP
"""

from zermelo.tree.comparing import Comparison, compare
from zermelo.tree.model import Recording, TreeNode
from zermelo.tree.reading import read
from zermelo.tree.recording import record
from zermelo.tree.search_tree import SearchTree
from zermelo.tree.steps import Step

__all__ = ["Comparison", "Recording", "SearchTree", "Step", "TreeNode", "compare", "read",
           "record"]
