"""Positions and values as a Parquet file, for other programs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from zermelo.errors import MissingExtraError
from zermelo.search.codes import decoded
from zermelo.solve.database.lookup import Database

_ROWS = 50_000  # a group


def to_parquet(database: Database, file: Path | str, *, most: int | None = None,
               listen: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Write every position, tier by tier, at most so many; how many there are in the file.

    Columns: `state` (as text), `to_move`, `value` (win, draw or loss of the player to move),
    `score`, `distance` (plies; none of a draw), `best_moves`.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "learn", "writing Parquet files") from None
    schema = pyarrow.schema([
        ("state", pyarrow.string()), ("to_move", pyarrow.int8()), ("value", pyarrow.string()),
        ("score", pyarrow.int32()), ("distance", pyarrow.int32()),
        ("best_moves", pyarrow.list_(pyarrow.string()))])
    total = database.positions if most is None else min(most, database.positions)
    part = Path(f"{file}.part")
    done = 0
    try:
        with pyarrow.parquet.ParquetWriter(part, schema) as out:
            rows = islice((pair for tier in database.tiers for pair in database.states(tier)), most)
            while some := list(islice(rows, _ROWS)):
                out.write_table(pyarrow.Table.from_pylist(
                    [_row(database, state, code) for state, code in some], schema))
                done += len(some)
                listen(done, total)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return done


def _row(database: Database, state: Any, code: int) -> dict[str, Any]:
    value = decoded(code)
    return {"state": database.game.text(state), "to_move": database.game.to_move(state),
            "value": value.kind, "score": int(value.score), "distance": value.distance,
            "best_moves": database.best(state)}
