"""Games of an engine with itself, as many as you like, into an arena: what `zermelo tune` fits to.

    python benchmarks/selfplay.py own.arena chess --games 20000 --nodes 2000 --device cuda
    zermelo tune chess --games own.arena -o weights.json

A network needs more of them, and only their numbers. Ctrl-C ends it with the games that are over:

    python benchmarks/selfplay.py own.npz chess --games 300000 --nodes 600 --device cuda
    zermelo tune chess --network own.npz -o weights.json
"""

from __future__ import annotations

import argparse
import sys

from zermelo import Engine, load
from zermelo.arena.duels import Conditions
from zermelo.arena.packed import SUFFIX, packed, save
from zermelo.arena.selfplay import about, keep, played
from zermelo.arena.store import Store
from zermelo.errors import ZermeloError


def main() -> int:
    """Play them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("game")
    parser.add_argument("--evaluator", default="standard")
    parser.add_argument("--games", type=int, default=1000, help="each from an opening of its own")
    parser.add_argument("--nodes", type=int, default=2000, help="a move")
    parser.add_argument("--opening", type=int, default=8, help="random plies")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    given = parser.parse_args()

    def told(done: int, total: int) -> None:
        print(f"\r{done:,} of {total:,} games", end="", file=sys.stderr, flush=True)

    try:
        game = load(given.game)
        asked = Conditions(given.games, given.nodes, given.opening, seed=given.seed)
        engine = Engine(game, given.evaluator, selective=True)
        if given.file.endswith(SUFFIX):
            found = played(engine, asked, device=given.device, told=told)
            save(given.file, game, packed(found.values(), asked.opening))
        else:
            with Store.create(given.file, about(game, asked)) as store:
                keep(store, engine, asked, device=given.device, told=told)
    except ZermeloError as error:
        print(f"selfplay.py: {error}", file=sys.stderr)
        return 2
    print(file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
