"""Games for the traps."""

import random

import pytest

# Every game, small enough to play through many times.
SMALL = {
    "breakthrough": "breakthrough:width=3,height=5",
    "checkers": "checkers:quiet_moves=3",
    "chess": "chess",
    "chomp": "chomp:width=3,height=3",
    "connect4": "connect4:width=4,height=4",
    "dodgem": "dodgem",
    "domineering": "domineering:width=4,height=4",
    "dots": "dots:width=2,height=2",
    "hex": "hex:size=3",
    "hexapawn": "hexapawn:width=3,height=4",
    "isolation": "isolation:width=3,height=3",
    "kalah": "kalah:pits=4,seeds=3",
    "morris": "morris:men=3",
    "nim": "nim",
    "othello": "othello:size=4",
    "rps": "rps:deck_size=9,hand_size=3,width=2,height=2",
    "tictactoe": "tictactoe",
}
every_game = pytest.mark.parametrize("name", SMALL)


def random_states(game, games=15, seed=1):
    """The states of random games; of some games, which are long, a thousand will do."""
    choose, seen = random.Random(seed), 0
    for _ in range(games):
        s = game.initial()
        yield s
        while game.outcome(s) is None:
            s = game.play(s, choose.choice(list(game.moves(s))))
            seen += 1
            yield s
        if seen > 1000:
            return
