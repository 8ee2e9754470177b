"""`zermelo tune`: an evaluator's weights fitted to exact values, or to games; or its network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.failures import FINE, FOUND, rules_at_work
from zermelo.cli.options import DatabaseName, Device, GameSpec, Json, Seed, whole_number
from zermelo.cli.output import print_json, print_text
from zermelo.cli.running import noticing_ctrl_c, progress_bar, warnings_in_words

if TYPE_CHECKING:
    from zermelo.learn.from_games import FromGames
    from zermelo.learn.network import Learnt
    from zermelo.learn.tuning import Tuning

Examples = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many positions to fit to."
)]
Positions = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="How many positions to choose by, and to test on."
)]
Depths = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="Compare at depths 1, 2, … N."
)]
EvaluatorName = Annotated[str, typer.Option(
    metavar="NAME",
    help="The evaluator whose weights are tuned: by name, a .json file, or path/to/file.py:NAME."
)]
Nodes = Annotated[int, typer.Option(
    parser=whole_number, metavar="N",
    help="Leave out positions that are not proven within so many nodes: fewer for large games."
)]
Arenas = Annotated[list[str] | None, typer.Option(
    "--games", metavar="FILE", help="Fit to the games of an arena instead; several with several."
)]
Deeper = Annotated[int | None, typer.Option(
    parser=whole_number, metavar="N", show_default=False,
    help="With --games: fit to what a search of so many nodes thinks of their positions, instead."
)]
Packed = Annotated[list[str] | None, typer.Option(
    "--network", metavar="FILE.npz", help="Have the evaluator's network learn from packed games "
    "instead; several with several."
)]
Hidden = Annotated[int, typer.Option(
    parser=whole_number, metavar="N", help="With --network: how many hidden units it has."
)]
Out = Annotated[Path | None, typer.Option(
    "--out", "-o", metavar="FILE.json", help="Where to write the weights.", show_default="nowhere"
)]


def tune(game: GameSpec, examples: Examples = 100_000, positions: Positions = 600,
         depths: Depths = 4, evaluator: EvaluatorName = "standard", seed: Seed = 0,
         nodes: Nodes = 2_000_000, games: Arenas = None, deeper: Deeper = None,
         network: Packed = None, hidden: Hidden = 32, device: Device = "cpu",
         database: DatabaseName = None, out: Out = None, json: Json = False) -> int:
    """Tune an evaluator's weights, and show by how much they are better.

    Several fits to exact values of training positions; the one that loses least on validation
    positions is compared with the original on test positions, at equal depth, by the judge's
    average loss. Validation and test are from deals that were not trained on. The exit status is
    1 if the tuned weights are not better beyond doubt. The file can be used as an evaluator.

    Where positions cannot be proven, --games fits weights to what came of the positions of an
    arena's games, and to what its players thought of them; the report is on other openings. With
    --deeper each position is searched anew, and fitted to what that finds: sixty thousand
    positions of chess with 40,000 nodes each take eight minutes on a large GPU, an hour here.

    A network among the features learns from millions of positions what the other features get
    wrong: --network takes packed games, which `benchmarks/selfplay.py own.npz` plays.

    \b
      zermelo tune rps --out tuned.json
      zermelo tune chess --games own.arena --out tuned.json
      zermelo tune chess --games own.arena --deeper 40000 --device cuda --out tuned.json
      zermelo tune chess --network own.npz --hidden 32 --out tuned.json
      zermelo analyze rps --evaluator tuned.json --depth 4
      zermelo judge rps engine:depth=2 engine:depth=2,evaluator=tuned.json
    """
    from zermelo import load
    from zermelo.evaluation import save_weights
    from zermelo.learn.from_games import FromGames, tune_by_games
    from zermelo.learn.network import Learnt, learn_network
    from zermelo.learn.tuning import tune as tuned

    if out is not None and out.suffix != ".json":
        raise typer.BadParameter(f"{str(out)!r} should end in .json: evaluators are named so")
    if network and games:
        raise typer.BadParameter("--network learns from packed games and --games fits weights to "
                                 "an arena's: give one of them")
    if deeper is not None and not games:
        raise typer.BadParameter("--deeper looks again at positions of games: give --games, too")
    if device != "cpu" and deeper is None:
        raise typer.BadParameter(f"--device {device} is for --deeper: give that, too")
    with noticing_ctrl_c() as pressed, progress_bar("getting ready") as told, \
            warnings_in_words(), rules_at_work(game):
        rules = load(game)
        found: Tuning | FromGames | Learnt
        if network:
            found = learn_network(rules, network, evaluator, hidden=hidden, seed=seed,
                                  progress=told, stopped=pressed.is_set)
        elif games:
            found = tune_by_games(rules, games, evaluator, deeper=deeper, device=device,
                                  progress=told, stopped=pressed.is_set)
        else:
            found = tuned(rules, evaluator, examples=examples, positions=positions, depths=depths,
                          seed=seed, nodes=nodes, database=database, progress=told,
                          stopped=pressed.is_set)
        if out is not None:
            try:
                report = {name: fact for name, fact in found.to_json().items() if name != "weights"}
                save_weights(out, rules, found.tuned, {"tuned": report})
            except OSError as error:
                raise typer.BadParameter(f"cannot write {str(out)!r}: {error.strerror}") from None
    if json:
        print_json({**found.to_json(), "file": None if out is None else str(out)})
    else:
        lines = (_of_network(found, out) if isinstance(found, Learnt) else
                 _of_games(found, out) if isinstance(found, FromGames) else
                 _for_people(found, out))
        print_text("\n".join(lines), [(r"(?m)^(weight|fit|depth) .*", "bold")])
    return FINE if found.better else FOUND


def _of_games(found: FromGames, out: Path | None) -> Iterator[str]:
    from zermelo.analysis.judge_tables import columns, plain

    yield (f"{found.game}: {found.evaluator} fitted to {found.positions:,} positions of "
           f"{found.games:,} games")
    yield ""
    yield from columns([["weight", "original", "tuned"],
                        *([name, f"{found.before[name]:g}", f"{weight:g}"]
                          for name, weight in found.tuned.weights.items())])
    yield ""
    yield (f"on {found.test:,} test positions of other openings a position surprises by "
           f"{plain(found.original)} bits, tuned {plain(found.loss)}")
    yield (f"difference {plain(found.difference)}: "
           f"{'better' if found.better else 'not better beyond doubt'}")
    if out is not None:
        yield f"weights in {out}"


def _of_network(found: Learnt, out: Path | None) -> Iterator[str]:
    from zermelo.analysis.judge_tables import plain

    yield (f"{found.game}: the network of {found.evaluator}, {found.hidden} hidden units, learnt "
           f"from {found.positions:,} positions of {found.games:,} games")
    yield (f"on {found.test:,} test positions of other openings what to expect of a position has a "
           f"squared error of {plain(found.original, 5)}, with the network {plain(found.error, 5)}")
    yield (f"difference {plain(found.difference, 5)}: "
           f"{'better' if found.better else 'not better beyond doubt'}")
    if out is not None:
        yield f"weights in {out}"


def _for_people(found: Tuning, out: Path | None) -> Iterator[str]:
    from zermelo.analysis.judge_tables import columns, plain

    yield (f"{found.game}: {found.evaluator} fitted to {found.examples:,} exact values, "
           f"seed {found.seed}")
    yield ""
    yield from columns([["weight", "original", "tuned"],
                        *([name, f"{found.original[name]:g}", f"{weight:g}"]
                          for name, weight in found.weights.items())])
    yield ""
    yield from columns([["fit", f"average loss on {found.validation} validation positions"],
                        *([name + (" (chosen)" if name == found.chosen else ""), f"{loss:.4f}"]
                          for name, (_, loss) in found.fits.items())])
    held = " of deals that were not trained on" if found.by_deal else " that were not trained on"
    yield ""
    yield from columns([["depth", "original loses", "tuned loses", "difference"],
                        *([str(d.depth), plain(d.original), plain(d.tuned), plain(d.difference)]
                          for d in found.depths)])
    yield f"on {found.test} test positions{held}"
    yield ""
    value, low, high = found.overall
    if value is None or low is None or high is None:
        return
    if found.better:
        yield (f"tuned loses {-value:.3f} less ({-high:.3f} to {-low:.3f}) over these depths: "
               f"better")
    else:
        yield f"difference {plain(found.overall)} over these depths: not better beyond doubt"
    if out is not None:
        yield f"weights in {out}"
