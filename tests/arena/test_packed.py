"""Packed games: as they were played, or refused with a sentence."""

import numpy as np
import pytest

from zermelo import Engine, load
from zermelo.arena.duels import Conditions
from zermelo.arena.packed import Packed, joined, packed, read, save
from zermelo.arena.selfplay import played
from zermelo.errors import GameError

GAME = load("connect4:width=4,height=4")


@pytest.fixture(scope="module")
def games():
    asked = Conditions(12, 40, opening=3, seed=4)
    return [*played(Engine(GAME, selective=True), asked).values()]


@pytest.mark.long
def test_games_are_kept_as_they_were(games, tmp_path):
    file = tmp_path / "own.npz"
    save(file, GAME, packed(games, 3))
    again = read(file, GAME)
    assert again.opening == 3 and again.plies.tolist() == [len(end.moves) for end in games]
    for end, at, halves in zip(games, again.ends.tolist(), again.halves, strict=True):
        inside = slice(at - len(end.moves), at)
        assert tuple(again.moves[inside]) == end.moves and halves == end.halves
        assert tuple(again.values[inside])[3:] == end.values[3:]
        state = GAME.initial()
        for move in again.moves[inside].tolist():
            assert move in list(GAME.moves(state))
            state = GAME.play(state, move)
        assert GAME.outcome(state) is None or np.sign(GAME.outcome(state)) == halves - 1


@pytest.mark.long
def test_parts_are_joined(games):
    parts = [packed(games[:5], 3), packed(games[5:], 3)]
    whole = packed(games, 3)
    assert all(np.array_equal(a, b) for a, b in zip(joined(parts), whole, strict=True))


@pytest.mark.long
def test_games_of_others_and_damage_are_refused(games, tmp_path):
    file = tmp_path / "own.npz"
    save(file, GAME, packed(games, 3))
    with pytest.raises(GameError, match="has games of connect4:width=4,height=4, and not of nim"):
        read(file, load("nim"))
    whole = file.read_bytes()
    for damage in (b"", b"no games", whole[:len(whole) // 2]):
        file.write_bytes(damage)
        with pytest.raises(GameError, match="has no packed games"):
            read(file, GAME)
    with pytest.raises(GameError, match="cannot be read: No such file"):
        read(tmp_path / "nothing.npz", GAME)
    good = packed(games, 3)
    for wrong in (good._replace(plies=good.plies + 1), good._replace(halves=good.halves[1:]),
                  good._replace(opening=400), good._replace(moves=good.moves[:, None])):
        assert isinstance(wrong, Packed)
        save(file, GAME, wrong)
        with pytest.raises(GameError, match="do not belong together"):
            read(file, GAME)
