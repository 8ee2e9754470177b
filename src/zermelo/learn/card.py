"""The data card: what is in a data set, how it came about, and what it does not promise."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.analysis.phases import PHASES
from zermelo.game import Game
from zermelo.learn.files import Folder
from zermelo.learn.split import FEW_DEALS, SHARES, Side, Split

PLURAL = {"loss": "losses", "draw": "draws", "win": "wins"}
RESULTS = tuple(PLURAL)


def data_card(game: Game, folder: Folder) -> str:
    """The card in Markdown."""
    request = folder.request
    total = sum(shard.rows for shard in folder.shards)
    split = Split(game, request.seed)
    fields = getattr(type(game.initial()), "_fields", None)
    state = f" ({', '.join(fields)})" if fields else ""
    text = " --text" if request.text else ""
    command = (f"zermelo examples {request.game} --examples {request.examples} "
               f"--seed {request.seed} --evaluator {request.evaluator} --nodes {request.nodes} "
               f"--shard {request.shard}{text}")
    return "\n".join([
        f"# {total:,} positions of {request.game} with their exact values",
        "",
        f"Made by `{command}`. The same command makes the same examples.",
        "",
        "## What is in it",
        "",
        *_counts(folder),
        "",
        *_shortage(folder),
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
          if request.evaluator != "none" else []),
        *(["| `position` | as text |"] if request.text else []),
        "",
        "## How it came about",
        "",
        "Random games (every legal move equally likely) from random deals (by their probability, "
        "and for a phase × result that is scarce also any deal, however unlikely, and any position "
        "that was kept before); every position on the way was looked at (for what is scarce also "
        "those one move beside it), and kept if its phase and result were still wanted. Values "
        "were proven by full search, never estimated; positions that were not "
        f"proven within {request.nodes:,} nodes were left out. No position is there twice, and of "
        "positions that are alike by symmetry only one is.",
        "",
        "As many of each phase × result were wanted as of any other; where the table shows fewer, "
        "random games come upon hardly any more. What is scarce was shared out as all else "
        "was, train first.",
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


def counted(folder: Folder) -> dict[Side, dict[str, int]]:
    """How many examples each side has of each phase and result."""
    heads = [f"{phase} {result}" for phase in PHASES for result in RESULTS]
    return {side: dict(zip(heads, folder.strata(side).tolist(), strict=True)) for side in SHARES}


def scarce(folder: Folder) -> dict[Side, dict[str, int]]:
    """On each side, the phases × results of which there were no more to be found, before there
    were as many as of others: how many there are."""
    sides = counted(folder)
    return {side: {name: number for i, (name, number) in enumerate(sides[side].items())
                   if i in folder.dry(side) and number < max(sides[side].values())}
            for side in SHARES}


def scarce_lines(folder: Folder) -> Iterator[str]:
    """The same in words, a line for each side that is short of something."""
    for side, short in scarce(folder).items():
        if short:
            never = [result for result in RESULTS
                     if not any(short.get(f"{phase} {result}", 1) for phase in PHASES)]
            listed = [f"{name} {number:,}" for name, number in short.items()
                      if name.split()[1] not in never]
            listed += [f"no {PLURAL[result]} at all" for result in never]
            most = max(counted(folder)[side].values())
            yield f"scarce in {side}: {', '.join(listed)}; of the most frequent, {most:,}"


def _shortage(folder: Folder) -> list[str]:
    return [*(f"- {line}" for line in scarce_lines(folder)), ""] if any(
        scarce(folder).values()) else []


def _counts(folder: Folder) -> list[str]:
    sides = counted(folder)
    heads = list(sides["train"])
    lines = [f"| | all | {' | '.join(heads)} |", "|---" * (len(heads) + 2) + "|"]
    for side, counts in sides.items():
        numbers = " | ".join(f"{n:,}" for n in counts.values())
        lines.append(f"| {side} | {sum(counts.values()):,} | {numbers} |")
    return lines
