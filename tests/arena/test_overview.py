"""Figures of an arena for a page."""

from zermelo.arena.overview import overview
from zermelo.arena.store import StoredGame


def game(number, first, second, payoff):
    return StoredGame(number, first, second, number // 2, None, 0, "", (), (), (), payoff, "normal",
                      "", float(number))


def test_the_first_games_give_no_ratings_of_thousands():
    """Who has won all of a few games has no rating yet; later on, everybody has one."""
    games = [game(n, *(("a", "b") if n % 2 else ("b", "a")), 0 if n > 12 else 1 if n % 2 else -1)
             for n in range(96)]
    history = overview(games, ["a", "b"], {"game": "nim", "wanted": "96"})["history"]
    assert history["games"][:3] == [8, 12, 16] and history["games"][-1] == 96
    for line in history["ratings"].values():
        assert line[:2] == [None, None] and None not in line[2:]
