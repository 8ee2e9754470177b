"""The files of facts, and what of them there is to check."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent  # each file with its convention and its sources

# Words about the facts, and figures about other programs: nothing to check.
NOTES = (
    "*.json/convention", "*.json/source", "othello.json/source/*",
    "connect4.json/*_source", "connect4.json/perft_note", "connect4.json/A212693",
    "connect4.json/opening_scores_7x6/convention", "connect4.json/opening_scores_7x6/source",
    "connect4.json/pons_sets/*", "connect4.json/fhourstones/inputs/*",
    "connect4.json/fhourstones/positions/*", "connect4.json/fhourstones/work_log2/*",
    "connect4.json/fhourstones/tt_entries", "connect4.json/fhourstones/kpos_s/*",
    "connect4.json/fhourstones/source",
    "connect4_pons_benchmark.json/*",
    "hex.json/solved_all_openings_up_to",
    "perft.json/*/convention", "perft.json/*/source",
)
LETTERS = ("domineering.json/table/", "kalah.json/wdl_irving2000/")  # a fact a letter
UNKNOWN = "?-"  # letters for what nobody knew


@cache
def data(file: str) -> Any:
    return json.loads((FOLDER / file).read_text(encoding="utf-8"))


def facts() -> Iterator[str]:
    """The path of every leaf of every file; of some words, of every letter."""
    for file in sorted(FOLDER.glob("*.json")):
        yield from _leaf_paths(file.name, data(file.name))


def _leaf_paths(path: str, node: Any) -> Iterator[str]:
    if isinstance(node, str) and path.startswith(LETTERS):
        yield from (f"{path}/{i}" for i, letter in enumerate(node) if letter not in UNKNOWN)
    elif isinstance(node, dict | list):
        named = node.items() if isinstance(node, dict) else enumerate(node)
        for name, child in named:
            yield from _leaf_paths(f"{path}/{name}", child)
    else:
        yield path
