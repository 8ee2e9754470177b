"""Series: pairs, openings, scores, and what they can be reproduced from."""

import random
import sys
import threading

import pytest

from zermelo import load
from zermelo.errors import LimitError, ParameterError
from zermelo.games import GAMES
from zermelo.play import Record, play_series
from zermelo.play.score import score_of
from zermelo.play.series import random_opening

COUNTS = {"chess": 4, "checkers": 30, "othello": 40}  # the others 70: more than a thousand in all
SMALL = {  # quick to play at random, interpreted
    "checkers": "checkers", "hex": "hex:size=5", "othello": "othello:size=6",
    "breakthrough": "breakthrough:width=5,height=5",
}


def texts(series):
    """The games without the seconds, which differ each time."""
    return [[(e.player, e.move) for e in p.record.entries] for p in series.played]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(6, telling=["chess", "rps", "kalah"])
@pytest.mark.long_for("chess")
def test_random_matches_replay_to_their_results(tmp_path, name):
    """A thousand and more over all games: what was saved is what was played."""
    game = load(SMALL.get(name, name))
    count = COUNTS.get(name, 70)
    series = play_series(game, "random:seed=1", "random:seed=2", count, seed=11)
    assert len(series.played) == count and series.score.games == count
    for played in series.played:
        file = tmp_path / f"{played.number}.txt"
        played.record.save(file, game)
        read = Record.load(file)
        assert read.ending == played.ending and read.ending.how == "rules"
        replayed = read.position(game).result
        assert (replayed.payoff, replayed.reason) == (played.ending.payoff, played.ending.reason)
    assert len({tuple(moves) for moves in texts(series)}) >= min(11, count) or name == "hexapawn"


def test_that_is_a_thousand_and_more():
    assert sum(COUNTS.get(name, 70) for name in GAMES) >= 1000


def test_openings_are_played_in_pairs_with_the_sides_changed():
    series = play_series(load("othello:size=6"), "random:seed=1", "random:seed=2", 10, opening=5)
    for one, other in zip(series.played[::2], series.played[1::2], strict=True):
        assert (one.first, other.first) == (0, 1)
        assert one.record.players == other.record.players[::-1] == ("random:seed=1",
                                                                    "random:seed=2")
        opening = [e.move for e in one.record.entries if e.seconds is None]
        assert len(opening) == 5
        assert opening == [e.move for e in other.record.entries if e.seconds is None]
    assert len({tuple(m[:5]) for m in texts(series)}) == 5


@pytest.mark.parametrize("a", ["random", "level:2", "engine:depth=2", "greedy"])
def test_a_seed_gives_the_same_games_however_many_threads(a):
    game = load("connect4:width=5,height=4")
    one = play_series(game, a, "random:seed=2", 12, seed=5)
    assert texts(play_series(game, a, "random:seed=2", 12, seed=5, threads=3)) == texts(one)
    assert texts(play_series(game, a, "random:seed=2", 12, seed=6)) != texts(one)


def test_deals_are_drawn_by_lot():
    game = load("rps")
    starts = {random_opening(game, 0, str(seed)).text for seed in range(40)}
    assert len(starts) > 20


@pytest.mark.parametrize("plies", [0, 3, 50])
def test_an_opening_never_ends_the_game(plies):
    for name in ("tictactoe", "nim", "hexapawn", "dots:width=1,height=1"):
        for seed in range(5):
            here = random_opening(load(name), plies, str(seed))
            assert here.result is None
            assert len(here.history) <= plies


@pytest.mark.long
def test_the_better_player_scores_better():
    game = load("connect4:width=5,height=4")
    series = play_series(game, "alphabeta:depth=3", "random", 30)
    assert series.score.share > 0.8 and series.score.low > 0.5
    other = play_series(game, "random", "alphabeta:depth=3", 30)
    assert other.score.share < 0.2 and other.score.high < 0.5


def test_a_failing_player_is_named(tmp_path):
    (tmp_path / "bad.py").write_text("def f(position):\n    return 'zz'\n")
    bad = f"{tmp_path / 'bad.py'}:f"
    series = play_series(load("tictactoe"), "random", bad, 4)
    assert [p.failed for p in series.played] == [1] * 4
    assert series.score.share == 1


@pytest.mark.parametrize("arguments, words", [
    ({"games": 0}, "a number of games of 0"), ({"games": 1, "threads": 0}, "0 threads"),
    ({"games": 1, "opening": -1}, "an opening of -1 plies"),
])
def test_numbers_that_make_no_sense(arguments, words):
    with pytest.raises(LimitError, match=words):
        play_series(load("nim"), "random", "random", **arguments)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_player_that_does_not_exist_is_said_at_once(threads):
    with pytest.raises(ParameterError, match="there is no player 'randm'"):
        play_series(load("nim"), "random", "randm", 10, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_stopping_gives_what_there_is(threads):
    heard = []
    series = play_series(load("othello:size=4"), "random", "random", 500, threads=threads,
                         told=heard.append, stopped=lambda: len(heard) >= 7)
    assert 7 <= len(series.played) < 500 and not series.complete
    assert series.score.games == len(series.played) == len(heard)


@pytest.mark.parametrize("player", ["engine:depth=60", "minimax:depth=60", "{hangs}", "{silent}"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.long_for("2-engine:depth=60")
def test_stopping_reaches_players_deep_in_thought(tmp_path, player, threads):
    (tmp_path / "bot.py").write_text("import time\ndef hangs(position):\n    time.sleep(20)\n")
    (tmp_path / "silent.py").write_text("import time\ntime.sleep(20)\n")
    player = player.format(hangs=f"{tmp_path / 'bot.py'}:hangs",
                           silent=f"program:{sys.executable} {tmp_path / 'silent.py'}")
    stop = threading.Event()
    timer = threading.Timer(0.5, stop.set)
    timer.start()
    series = play_series(load("connect4"), player, player, 50, threads=threads,
                         stopped=stop.is_set)
    assert series.played == ()  # in 20 s the first game would be lost
    timer.join()


def test_an_interruption_anywhere_gives_what_there_is():
    heard = []

    def told(played):
        heard.append(played)
        if len(heard) == 5:
            raise KeyboardInterrupt

    series = play_series(load("tictactoe"), "random", "random", 100, told=told)
    assert len(series.played) == 5


# --- the interval ---


def test_no_games_say_nothing():
    score = score_of([])
    assert (score.share, score.low, score.high, str(score)) == (None, 0, 1, "no games")


def test_a_clean_sheet_is_not_certainty():
    score = score_of([[1, 1]] * 10)
    assert score.share == 1 and 0.7 < score.low < 0.95 and score.high == 1


def test_more_games_narrow_the_interval():
    wide, narrow = (score_of([[1, 0.5], [0, 1]] * n) for n in (5, 100))
    assert wide.share == narrow.share == 0.625
    assert wide.low < narrow.low < 0.625 < narrow.high < wide.high


@pytest.mark.parametrize("chance", [0.5, 0.7, 0.9])
@pytest.mark.parametrize("twins", [False, True])
def test_the_interval_covers_the_truth_nineteen_times_in_twenty(chance, twins):
    """Even if the two games of a pair always end alike."""
    lots = random.Random(1)
    covered = 0
    for _ in range(400):
        pairs = []
        for _ in range(40):
            one, other = lots.random(), lots.random()
            pairs.append([float(one < chance), float((one if twins else other) < chance)])
        score = score_of(pairs)
        covered += score.low <= chance <= score.high
    assert covered >= 400 * 0.92
