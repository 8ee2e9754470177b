"""`zermelo examples`: training data with exact values."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.failures import FINE, rules_at_work
from zermelo.cli.options import DatabaseName, GameSpec, Json, Seed, whole_number
from zermelo.cli.output import print_json, print_text
from zermelo.cli.running import cut_off, noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.learn.files import Folder

Examples = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many examples."
)]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The data set's folder.")]
EvaluatorName = Annotated[str, typer.Option(
    metavar="NAME",
    help="The evaluator whose features are kept: by name, path/to/file.py:NAME, or none."
)]
Nodes = Annotated[int, typer.Option(
    parser=whole_number, metavar="N",
    help="Leave out positions that are not proven within so many nodes."
)]
Shard = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many examples a file, at most."
)]
Jobs = Annotated[int, typer.Option(
    "--jobs", "-j", parser=whole_number, metavar="N", help="How many processes look for them."
)]
Text = Annotated[bool, typer.Option("--text", help="Keep every position as text, too.")]


def examples(game: GameSpec, out: Out, examples: Examples = 100_000, seed: Seed = 0,
             evaluator: EvaluatorName = "standard", nodes: Nodes = 2_000_000,
             shard: Shard = 50_000, text: Text = False, jobs: Jobs = 1,
             database: DatabaseName = None, json: Json = False) -> int:
    """Write training examples: positions, features, exact values, all best moves, as Parquet.

    Balanced over phases and results, as far as there are positions; what is scarce is told with
    its numbers, and shared out among train, validation and test as all else is, train first. No
    leakage: all examples of a deal are on one side, and so are positions that are alike by
    symmetry. README.md in the folder says what is in it. Ctrl-C, or a power cut, leaves complete
    files; the same command goes on from there, and ends with the same examples, which are also the
    same however many processes look for them.

    \b
      zermelo examples rps --examples 1000000 --out rps-data --jobs 2
      zermelo examples connect4:width=6,height=5 --out data --text
    """
    from zermelo import load
    from zermelo.learn.card import scarce_lines
    from zermelo.learn.examples import make

    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(game):
        try:
            folder = make(load(game), out, examples=examples, seed=seed, evaluator=evaluator,
                          nodes=nodes, shard=shard, text=text, database=database, jobs=jobs,
                          progress=told)
        except KeyboardInterrupt:
            if not pressed.is_set():
                raise
            return cut_off(out)
        except OSError as error:
            raise typer.BadParameter(f"cannot write to {str(out)!r}: {error.strerror}") from None
    found = _plain(folder)
    if json:
        print_json(found)
    else:
        print_text(_for_people(found))
    if found["examples"] < examples:
        print(f"zermelo: only {found['examples']:,} of {examples:,} examples: random games come "
              f"upon no more positions that can be proven", file=sys.stderr)
    for line in scarce_lines(folder):
        print(f"zermelo: {line}", file=sys.stderr)
    return FINE


def _plain(folder: Folder) -> dict[str, Any]:
    from zermelo.learn.card import counted, scarce

    return {"game": folder.request.game, "folder": str(folder.path), "seed": folder.request.seed,
            "examples": sum(s.rows for s in folder.shards), "files": len(folder.shards),
            "sides": counted(folder), "scarce": scarce(folder)}


def _for_people(found: dict[str, Any]) -> str:
    from zermelo.analysis.judge_tables import columns

    rows = [["side", "examples", *(name for name in next(iter(found["sides"].values())))]]
    rows += [[side, f"{sum(counts.values()):,}", *(f"{n:,}" for n in counts.values())]
             for side, counts in found["sides"].items()]
    shown = [i for i in range(len(rows[0])) if i < 2 or any(r[i] != "0" for r in rows[1:])]
    return "\n".join([f"{found['examples']:,} examples of {found['game']} in {found['files']} "
                      f"files in {found['folder']}", "",
                      *columns([[row[i] for i in shown] for row in rows])])
