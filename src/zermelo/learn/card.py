"""The data card: what is in a data set, how it came about, and what it does not promise."""

from __future__ import annotations

from typing import Any

from zermelo.analysis.phases import PHASES
from zermelo.game import Game
from zermelo.learn.files import Folder
from zermelo.learn.split import FEW_DEALS, SHARES, Split

RESULTS = ("loss", "draw", "win")


def data_card(game: Game[Any, Any], folder: Folder) -> str:
    """The card in Markdown."""
    order = folder.order
    total = sum(shard.rows for shard in folder.shards)
    split = Split(game, order.seed)
    fields = getattr(type(game.initial()), "_fields", None)
    state = f" ({', '.join(fields)})" if fields else ""
    text = " --text" if order.text else ""
    command = (f"zermelo examples {order.game} --examples {order.examples} --seed {order.seed} "
               f"--evaluator {order.evaluator} --nodes {order.nodes} --shard {order.shard}{text}")
    return "\n".join([
        f"# {total:,} positions of {order.game} with their exact values",
        "",
        f"Made by `{command}`. The same command makes the same examples.",
        "",
        "## What is in it",
        "",
        *_counts(folder),
        "",
        "Results are for the player to move, if both play their best from there on.",
        "",
        "| column | |",
        "|---|---|",
        "| `key` | 64-bit hash, the same for positions that are alike by symmetry |",
        "| `deal` | the number of the deal that it came from, the same for deals that are alike |",
        "| `phase` | `opening`, `middle` or `end`: more than 2/3, more than 1/3, or less of a "
        "random game still to come |",
        "| `to_move` | 0, the first player, or 1, the second |",
        "| `payoff` | exact, in the view of the player to move |",
        "| `best` | all best moves |",
        "| `moves`, `payoffs` | all legal moves, and the exact payoff of each, in the view of the "
        "player to move |",
        f"| `state` | the numbers of the state, in their order{state} |",
        *(["| `feature_…` | the features of the evaluator, in the **first player's** view |"]
          if order.evaluator != "none" else []),
        *(["| `position` | as text |"] if order.text else []),
        "",
        "## How it came about",
        "",
        "Random games (every legal move equally likely) from random deals (by their probability, "
        "and for a phase × result that is scarce also any deal, however unlikely); every "
        "position on the way was looked at, and kept if its phase and result were still wanted. "
        "Values were proven by full search, never estimated; positions that were not "
        f"proven within {order.nodes:,} nodes were left out. No position is there twice, and of "
        "positions that are alike by symmetry only one is.",
        "",
        "As many of each phase × result were wanted as of any other; where the table shows fewer, "
        "there are no more that random games come upon.",
        "",
        "## Train, validation, test",
        "",
        f"{SHARES['train']:.0%}, {SHARES['validation']:.0%} and {SHARES['test']:.0%} of the "
        "examples. " + (
            f"All examples of a deal, and of deals that are alike by symmetry, are on one side "
            f"({len(split.numbers)} sorts of deals). " if split.by_deal else
            f"The game has fewer than {FEW_DEALS} sorts of deals, so that the sides share them: "
            f"a position may be on another side than the one before it. "
        ) + "No position, and no mirror image of it, is on two sides.",
        "",
        "## What it does not promise",
        "",
        "Positions of random games are not those of good play. The balance is not that of any "
        "real games: weight the strata if you need that.",
        "",
    ])


def counted(folder: Folder) -> dict[str, dict[str, int]]:
    """How many examples each side has of each phase and result."""
    heads = [f"{phase} {result}" for phase in PHASES for result in RESULTS]
    return {side: dict(zip(heads, map(sum, zip(
                [0] * len(heads), *(s.strata for s in folder.shards if s.side == side),
                strict=True)), strict=True)) for side in SHARES}


def _counts(folder: Folder) -> list[str]:
    sides = counted(folder)
    heads = list(sides["train"])
    lines = [f"| | all | {' | '.join(heads)} |", "|---" * (len(heads) + 2) + "|"]
    for side, counts in sides.items():
        numbers = " | ".join(f"{n:,}" for n in counts.values())
        lines.append(f"| {side} | {sum(counts.values()):,} | {numbers} |")
    return lines
