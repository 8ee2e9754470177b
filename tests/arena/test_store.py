"""The store: whole games or none, readers meanwhile, one writer, and no mixture of arenas."""

import json
import shutil
import sqlite3

import pytest

from zermelo import load
from zermelo.arena.plan import Plan
from zermelo.arena.playing import play
from zermelo.arena.store import ArenaError, Store, key_of, rules_hash
from zermelo.errors import LimitError, ParameterError, RecordError
from zermelo.play.record import Record
from zermelo.work import Unit

GAME = load("tictactoe")


@pytest.fixture(scope="module")
def plan():
    return Plan(GAME, ("random", "greedy"), games=4, opening=2)


def played(plan, store, count=4):
    """Play some of a plan right here."""
    for unit, _ in zip(plan.units(plan.ready()), range(count), strict=False):
        assert store.write(unit, play(**unit.arguments))


def test_what_is_written_is_read_while_more_is_written(plan, tmp_path):
    file = tmp_path / "a.arena"
    with Store.create(file, plan.about()) as store:
        store.add_players({"random": "random", "greedy": "greedy"})
        played(plan, store, 3)
        with Store.read(file) as reader, Store.read(file) as another:
            assert reader.games() == another.games() == store.games()
            assert len(reader.games()) == 3 and reader.players() == ["random", "greedy"]
            played_before = reader.games()[0]
    with Store.read(file) as reader:
        assert reader.games()[0] == played_before
        assert reader.about["rules"] == rules_hash(GAME) and reader.about["game"] == "tictactoe"


def test_a_game_that_was_just_written_is_the_one_that_is_read(plan, tmp_path):
    file = tmp_path / "a"
    with Store.create(file, plan.about()) as store, Store.read(file) as reader:
        for unit in plan.units(plan.ready()):
            store.write(unit, json.loads(json.dumps(play(**unit.arguments))))
            assert store.game(unit.key) == reader.game(unit.key) in store.games()


def test_games_are_records_that_replay(plan, tmp_path):
    with Store.create(None, plan.about()) as store:
        played(plan, store)
        for game in store.games():
            record = game.record(store.about)
            read = Record.parse(record.to_text())
            assert read.ending == game.ending and len(game.moves) == len(game.movers)
            assert [e.seconds for e in read.entries[:2]] == [None, None]


def test_a_game_counts_once(plan, tmp_path):
    with Store.create(tmp_path / "a", plan.about()) as store:
        unit = next(plan.units(plan.ready()))
        result = play(**unit.arguments)
        assert store.write(unit, result) and not store.write(unit, {**result, "payoff": 5})
        assert [g.payoff for g in store.games()] == [result["payoff"]]
        assert store.has(unit.key) and not store.has(key_of("random", "greedy", 9))


def test_two_cannot_write_at_once(plan, tmp_path):
    file = tmp_path / "a"
    with Store.create(file, plan.about()), \
            pytest.raises(ArenaError, match="another arena is being played"):
        Store.create(file, plan.about())
    Store.create(file, plan.about()).close()


@pytest.mark.parametrize("change, words", [
    ({"seed": "7"}, "was played with seed 0, and not 7"),
    ({"clock": "5/move"}, "with clock none, and not 5/move"),
    ({"rules": "x"}, "by other rules of tictactoe"),
    ({"game": "nim"}, "with game tictactoe, and not nim"),
])
def test_other_conditions_are_refused(plan, tmp_path, change, words):
    Store.create(tmp_path / "a", plan.about()).close()
    with pytest.raises(ArenaError, match=words):
        Store.create(tmp_path / "a", {**plan.about(), **change})
    Store.create(tmp_path / "a", plan.about()).close()  # and the lock was let go


def test_files_that_are_no_arena(plan, tmp_path):
    (tmp_path / "text").write_text("no database at all, and longer than a header would be" * 20)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE t (x)")
    other.close()
    newer = Store.create(tmp_path / "newer", plan.about())
    newer._base.execute("PRAGMA user_version = 99")
    newer.close()
    for name, words in (("text", "is no arena"), ("other", "but no arena"),
                        ("newer", "of version 99"), ("missing", "there is no arena")):
        with pytest.raises(ArenaError, match=words):
            Store.read(tmp_path / name)
        if name != "missing":
            with pytest.raises(ArenaError, match=words):
                Store.create(tmp_path / name, plan.about())
    with pytest.raises(ArenaError, match="cannot be used"):
        Store.create(tmp_path, plan.about())


def test_a_full_disk_loses_nothing(plan, tmp_path):
    file = tmp_path / "a"
    with Store.create(file, plan.about()) as store:
        played(plan, store, 2)
        pages, = store._base.execute("PRAGMA page_count").fetchone()
        store._base.execute(f"PRAGMA max_page_count = {pages}")
        unit = Unit(key_of("random", "greedy", 5), "")
        huge = {**play(**next(plan.units(plan.ready())).arguments), "reason": "x" * 100_000}
        with pytest.raises(ArenaError, match=r"full; the games in it are kept"):
            store.write(unit, huge)
        assert not store.has(unit.key)
    with Store.read(file) as reader:
        assert len(reader.games()) == 2


def test_a_damaged_file_is_told_in_a_sentence(plan, tmp_path):
    with Store.create(tmp_path / "a", plan.about()) as store:
        played(plan, store)
    whole = (tmp_path / "a").read_bytes()
    there = whole.index(b'["')  # the moves of a game
    for damage in (whole[:len(whole) // 2], whole[:there] + b"{" + whole[there + 1:],
                   whole[:there + 2] + b"\xff" + whole[there + 3:]):
        (tmp_path / "b").write_bytes(damage)
        with pytest.raises(ArenaError, match="is damaged, and cannot be used"), \
                Store.read(tmp_path / "b") as store:
            store.games()


def test_an_arena_without_its_conditions_is_damaged(plan, tmp_path):
    with Store.create(tmp_path / "a", plan.about()) as store, store._base:
        store._base.execute("DELETE FROM about WHERE name = 'clock'")
    for opened in (lambda: Store.read(tmp_path / "a"),
                   lambda: Store.create(tmp_path / "a", plan.about())):
        with pytest.raises(ArenaError, match="is damaged, and cannot be used"):
            opened()


def test_a_copy_made_at_any_moment_is_whole(plan, tmp_path):
    """What kill -9 leaves behind: the file and its log as they are between two writes."""
    file = tmp_path / "a"
    with Store.create(file, plan.about()) as store:
        for count, unit in enumerate(plan.units(plan.ready()), 1):
            store.write(unit, play(**unit.arguments))
            left = tmp_path / f"copy{count}"
            shutil.copy(file, left)
            if (log := file.with_name("a-wal")).exists():
                shutil.copy(log, left.with_name(f"copy{count}-wal"))
            with Store.create(left, plan.about()) as found:
                assert len(found.games()) == count


def test_rules_are_told_apart_by_what_they_do():
    assert rules_hash(load("tictactoe:k=2")) != rules_hash(GAME) == rules_hash(load("tictactoe"))


@pytest.mark.parametrize("given, error, words", [
    ({"players": ("random",)}, ParameterError, "two players or more: 1 is given"),
    ({"players": ("random", "random")}, ParameterError, "stands there twice"),
    ({"games": 3}, LimitError, "3 games cannot be played in pairs"),
    ({"games": 0}, LimitError, "0 games"), ({"opening": -1}, LimitError, "-1 plies"),
    ({"form": "swiss"}, ParameterError, "no form 'swiss': there are roundrobin, gauntlet, ladder"),
])
def test_plans_that_make_no_sense(given, error, words):
    with pytest.raises(error, match=words):
        Plan(**{"game": GAME, "players": ("random", "greedy"), **given})


def test_forms():
    def pairings(form):
        return Plan(GAME, ("a", "b", "c", "d"), form=form).pairings

    assert len(pairings("roundrobin")) == 6
    assert pairings("gauntlet") == [("a", "b"), ("a", "c"), ("a", "d")]
    assert pairings("ladder") == [("a", "b"), ("b", "c"), ("c", "d")]


def test_who_joins_later_changes_no_other_game(plan):
    def units(*players):
        found = Plan(GAME, players, games=4).units(plan.ready())
        return {u.key: u for u in found}

    few, many = units("random", "greedy"), units("level:1", "random", "minimax", "greedy")
    assert len(many) == 24 and all(many[key] == unit for key, unit in few.items()
                                   if key in many) and len(set(few) & set(many)) == 4


def test_openings_come_from_a_file(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# two of them\nb2 a1\n\nx../.o./...:x\n")
    plan = Plan(GAME, ("random", "greedy"), games=4, openings=str(file))
    starts = [(u.arguments["start"], u.arguments["opening"]) for u in plan.units(plan.ready())]
    assert starts == [(None, ["b2", "a1"])] * 2 + [("x../.o./...:x", [])] * 2
    about = plan.about()
    file.write_text("b2 a1\n")
    assert plan.about()["openings"] != about["openings"]
    for text, words in (("", "has no openings"), ("zz", "line 1: 'zz' is neither a position"),
                        ("b2 b1 a2 c1 c2", "the game is over")):
        file.write_text(text)
        with pytest.raises(RecordError, match=words):
            plan.ready()
    with pytest.raises(RecordError, match="cannot read the openings 'nowhere'"):
        Plan(GAME, ("random", "greedy"), openings="nowhere").ready()


@pytest.mark.long
def test_chess_has_books_in_epd_and_pgn(tmp_path):
    chess, fen = load("chess"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -"
    (tmp_path / "b.epd").write_text(f'{fen} hmvc 1; id "x";\n{fen}\n1. e4 e5 2. Nf3\n')
    (tmp_path / "b.pgn").write_text(
        '[Event "a"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 *\n\n[Event "b"]\n\n1. d4 1-0\n')

    def starts(name, **more):
        plan = Plan(chess, ("random", "greedy"), games=4, openings=str(tmp_path / name), **more)
        openings = plan.ready()
        return [openings[k].text for k in range(3)], openings.exhausted, plan.about()["openings"]

    lines, all_used, _ = starts("b.epd")
    assert [" ".join(text.split("_")[:4]) for text in lines] == [fen] * 3 and not all_used
    games, all_used, about = starts("b.pgn")
    assert games[0] == lines[2] != games[1] and games[2] == games[0] and all_used
    orders = [starts("b.pgn", seed=seed, shuffle=True) for seed in range(6)]
    assert {tuple(sorted(o[0][:2])) for o in orders} == {tuple(sorted(games[:2]))}
    assert {o[0][0] for o in orders} == set(games) and orders[0][2] != about
    with pytest.raises(RecordError, match="PGN, which is for chess, and not for tictactoe"):
        Plan(GAME, ("random", "greedy"), openings=str(tmp_path / "b.pgn")).ready()
    (tmp_path / "b.pgn").write_text('[Event "a"]\n\n1. e4 e6 2. Ke3 *\n')
    with pytest.raises(RecordError, match=r"b\.pgn, game 1: .*Ke3"):
        starts("b.pgn")
    with pytest.raises(ParameterError, match="only openings of a file can be shuffled"):
        Plan(GAME, ("random", "greedy"), shuffle=True)


def test_evaluations_are_in_the_first_players_view():
    found = play(game="tictactoe", first="engine:depth=9", second="engine:depth=8", start=None,
                 opening=["b2", "a2"], clock="none", seed=1)
    assert json.loads(json.dumps(found)) == found
    assert found["payoff"] == 1 and found["evaluations"][:2] == [None, None]
    assert all("win" in value for value in found["evaluations"][2:])  # x wins, whoever thinks


def test_proven_losers_resign_and_proven_draws_are_agreed_if_wished():
    def length(first, second, opening, **wish):
        found = play(game="tictactoe", first=first, second=second, start=None, opening=opening,
                     clock="none", seed=1, **wish)
        return len(found["moves"]), found["how"], found["payoff"]

    lost = ("engine:depth=9", "engine:depth=8", ["b2", "a2"])
    assert length(*lost)[1] == "rules" and length(*lost, draw=True) == length(*lost)
    plies, how, payoff = length(*lost, resign=True)
    assert (how, payoff) == ("resigned", 1) and plies < length(*lost)[0]
    drawn = ("engine:depth=9", "engine:depth=8", ["b2", "a1"])
    assert length(*drawn) == (9, "rules", 0) == length(*drawn, resign=True)
    plies, how, payoff = length(*drawn, draw=True)
    assert (how, payoff) == ("agreed", 0) and plies < 9
