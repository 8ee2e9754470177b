"""An arena's games in other forms: Zermelo's records, PGN, Parquet."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from zermelo.arena.store import ArenaError, Store, StoredGame
from zermelo.errors import MissingExtraError
from zermelo.game import Game
from zermelo.games import from_data


def exported(store: Store, target: Path, game: Game | None = None) -> int:
    """Write all games to `target`, whose ending says how; how many there were.

    A game in a Python file must be given: no data makes that run.
    """
    games = store.games()
    try:
        if target.suffix == ".parquet":
            _parquet(games, store, target)
        elif target.suffix == ".pgn":
            target.write_text(_pgn(games, store, game), encoding="utf-8")
        elif target.suffix:
            raise ArenaError(f"{str(target)!r} is no form that games can be written in: give "
                             f"something.html, something.parquet, something.pgn, or a folder")
        else:
            _records(games, store, target, from_data(store.about["game"], game))
    except OSError as error:
        raise ArenaError(f"cannot write to {str(target)!r}: {error.strerror}") from None
    return len(games)


def _records(games: list[StoredGame], store: Store, folder: Path, game: Game) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, stored in enumerate(games, 1):
        stored.record(store.about).save(folder / f"{number:05}.txt", game)


def _parquet(games: list[StoredGame], store: Store, target: Path) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "learn", "writing Parquet") from None
    table = pa.table({
        "first": [g.first for g in games], "second": [g.second for g in games],
        "pair": [g.pair for g in games],
        "start": pa.array([g.start for g in games], pa.string()),
        "opening": [g.opening for g in games],
        "movers": [[int(mover) for mover in g.movers] for g in games],
        "moves": pa.array([list(g.moves) for g in games], pa.list_(pa.string())),
        "seconds": pa.array([list(g.seconds) for g in games], pa.list_(pa.float64())),
        "evaluations": pa.array([[None if v is None else str(v) for v in g.evaluations]
                                 for g in games], pa.list_(pa.string())),
        "payoff": [g.payoff for g in games], "score": [g.score for g in games],
        "how": [g.how for g in games], "reason": [g.reason for g in games],
        "ended": [g.ended for g in games],
    }).replace_schema_metadata({f"zermelo.{name}": value for name, value in store.about.items()})
    parquet.write_table(table, target)


def _pgn(games: list[StoredGame], store: Store, game: Game | None) -> str:
    from zermelo.games.chess_pgn import write_pgn
    from zermelo.games.dialects import is_chess
    from zermelo.play.pgn import pgn_of

    rules = from_data(store.about["game"], game)
    if not is_chess(rules):
        raise ArenaError(f"PGN is for chess, and this is an arena of {store.about['game']}: give "
                         f"something.parquet, or a folder")
    return write_pgn(pgn_of(replace(g.record(store.about), notes={
        "Event": "Zermelo's arena", "Date": time.strftime("%Y.%m.%d", time.gmtime(g.ended)),
        "number": str(g.pair + 1)}), rules) for g in games)
