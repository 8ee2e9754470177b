"""Play a whole game with the installed package, the engine against random moves."""

import random
from pathlib import Path

import zermelo
from zermelo import Engine, Limit, load
from zermelo.games import GAMES


def main() -> None:
    """Fail loudly if anything is missing."""
    assert "site-packages" in str(Path(zermelo.__file__).resolve()), "this is not the wheel"
    for name in GAMES:  # every game is in the wheel
        print(load(name).position().text)
    game, rng = load("connect4"), random.Random(1)
    engine, here = Engine(game, native=True), game.position()
    while here.result is None:
        move = engine.analyze(here, Limit(depth=6)).move if here.to_move == 0 else \
            rng.choice(here.moves)
        here = here.play(move)
    print(here, here.result)
    assert here.result.winner == 0


if __name__ == "__main__":
    main()
