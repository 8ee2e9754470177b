"""What each weight of an evaluator is worth in play: all of them higher or lower by lot, game by
game, and from all games together what each of them brought.

    python benchmarks/factors.py chess --pairs 4000 --device cuda
    python benchmarks/factors.py chess --only "besieged early,safe checks early" --share 1
    python benchmarks/factors.py breakthrough --pairs 100 --nodes 300 -o better.json

A weight is taken higher and lower by a share of itself, and by no less than `--least`. What is
written are weights that went a part of that way, the further the surer it is: of effects that are
no larger than chance makes them, nothing is left. It is a step, not an optimum: whether the whole
of it is better, a match must say.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from statistics import fmean

from zermelo import Engine, load
from zermelo.arena.duels import Conditions
from zermelo.arena.factorial import Effect, factorial, reweighted
from zermelo.errors import ParameterError, ZermeloError
from zermelo.evaluation import LinearEvaluator, save_weights

ENOUGH = 10.0  # Elo, for which a weight goes all of the way


def steps(effects: Mapping[str, Effect]) -> dict[str, float]:
    """How far each weight goes, from -1 to 1: by its effect, less what chance alone has in it."""
    chance = fmean((effect.error / 1.96) ** 2 for effect in effects.values())
    spread = fmean(effect.elo ** 2 for effect in effects.values())
    believed = max(0.0, spread - chance) / spread if spread else 0.0
    return {name: max(-1.0, min(1.0, believed * effect.elo / ENOUGH))
            for name, effect in effects.items()}


def main() -> int:
    """Measure them, and say what came out."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--evaluator", default="standard")
    parser.add_argument("--only", default="", help="these weights, with commas between")
    parser.add_argument("--pairs", type=int, default=1000, help="of games")
    parser.add_argument("--nodes", type=int, default=2000, help="a move")
    parser.add_argument("--share", type=float, default=0.25, help="of a weight")
    parser.add_argument("--least", type=float, default=0.03, help="in the evaluator's unit")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("-o", "--output", help="a file for better weights")
    given = parser.parse_args()
    try:
        game = load(given.game)
        base = Engine(game, given.evaluator, selective=True)
        evaluator = base.evaluator
        if not isinstance(evaluator, LinearEvaluator):
            raise ParameterError(f"the evaluator {given.evaluator!r} has no weights")
        names = [name for name in given.only.split(",") if name] or [*evaluator.weights]
        reach = {name: max(given.least, given.share * abs(evaluator.weights[name]))
                 for name in names}
        changes = {name: reweighted(*(
            evaluator.with_weights(**{name: evaluator.weights[name] + sign * by})
            for sign in (-1, 1))) for name, by in reach.items()}

        def told(done: int, total: int) -> None:
            print(f"\r{done:,} of {total:,} games", end="", file=sys.stderr, flush=True)

        effects = factorial(base, changes, Conditions(given.pairs, given.nodes, seed=given.seed),
                            device=given.device, told=told)
    except (ZermeloError, KeyError) as error:
        words = f"there is no weight {error}" if isinstance(error, KeyError) else error
        print(f"factors.py: {words}", file=sys.stderr)
        return 2
    print(file=sys.stderr)
    print("| weight | from | to | Elo |\n|---|---:|---:|---:|")
    for name, effect in sorted(effects.items(), key=lambda item: -abs(item[1].elo)):
        weight = evaluator.weights[name]
        print(f"| {name} | {weight - reach[name]:.3g} | {weight + reach[name]:.3g} | "
              f"{effect.elo:+.1f} ± {effect.error:.1f} |")
    if given.output:
        better = {name: evaluator.weights[name] + step * reach[name]
                  for name, step in steps(effects).items()}
        save_weights(given.output, game, evaluator.with_weights(**better))
    return 0


if __name__ == "__main__":
    sys.exit(main())
