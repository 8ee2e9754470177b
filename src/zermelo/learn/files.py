"""A data set on disk: Parquet files, and `dataset.json`, which says what is in them.

    train-00000.parquet …, validation-00000.parquet …, test-00000.parquet …
    dataset.json     what was asked for, and the files that are complete, with their checksums
    README.md        the data card

Files are written under other names and renamed when they are complete, and those of a batch are
then entered in `dataset.json` together, which is renamed into place likewise: whenever the power
fails, what is entered is there. Columns:

    key          64-bit hash, the same for positions that are alike by symmetry
    deal         the number of the deal that it came from
    phase        opening, middle or end
    to_move      0, the first player, or 1, the second
    payoff       under perfect play, in the view of the player to move
    best         all best moves
    moves        all legal moves
    payoffs      of these moves, in the same order, in the view of the player to move
    state        the numbers of the state, in their order
    feature_…    the evaluator's features, in the first player's view
    position     the position as text, if asked for
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.analysis.phases import PHASES
from zermelo.errors import MissingExtraError, ZermeloError
from zermelo.learn.filling import strata_of
from zermelo.learn.memory import STRATA
from zermelo.learn.miner import Ints, Mined
from zermelo.learn.split import Side
from zermelo.notation import json_in
from zermelo.own_files import same_source

VERSION = 3
READABLE = (1, 2, 3)  # 1 and 2 were mined in another order, so that they cannot be gone on with
MANIFEST = "dataset.json"


class DatasetError(ZermeloError, ValueError):
    """A folder that is not a data set, or not the one that was asked for."""


@dataclass(frozen=True)
class Request:
    """What was asked for; everything in a data set follows from this."""

    game: str
    examples: int
    seed: int
    evaluator: str
    nodes: int
    shard: int
    text: bool
    rules: str  # a mark by which changed rules are noticed
    database: str = ""  # what was asked before anything was searched: then more can be proven


@dataclass(frozen=True)
class Shard:
    """A file of examples that is complete, and what it holds."""

    file: str
    side: Side
    rows: int
    sha256: str
    strata: list[int]  # how many examples of each phase × result
    dry: list[int]  # strata of which no more could be found


@dataclass(frozen=True)
class File:
    """A file to be written."""

    side: Side
    number: int
    mined: Mined
    deals: Sequence[int]  # of each position, its number
    texts: Sequence[str] | None
    dry: list[int]


class Folder:
    """A data set's folder: what is complete in it, and how more is added."""

    def __init__(self, path: Path, request: Request) -> None:
        self.path, self.request = path, request
        self.shards: list[Shard] = []

    @classmethod
    def opened(cls, path: Path, request: Request) -> Folder:
        """A new folder, or one with a part of the same data set; DatasetError for any other."""
        folder = cls(path, request)
        if (path / MANIFEST).exists():
            there, folder.shards = read_manifest(path, (VERSION,))
            was, now = asdict(there), asdict(request)
            if same_source(there.game, request.game):
                was["game"] = now["game"]  # from wherever its file was named
            different = [name for name, value in now.items() if was[name] != value]
            if different:
                said = ", ".join(f"{n}={was[n]}" for n in different)
                raise DatasetError(f"{str(path)!r} holds another data set ({said}): choose another "
                                   f"folder, or remove this one")
            folder._check()
        elif path.exists() and any(path.iterdir()):
            raise DatasetError(f"{str(path)!r} is not empty and has no {MANIFEST}: choose another "
                               f"folder")
        path.mkdir(parents=True, exist_ok=True)
        if not (path / MANIFEST).exists():
            folder.save()  # whatever is left lying here from now on, the folder is known to be ours
        return folder

    def _check(self) -> None:
        for shard in self.shards:
            file = self.path / shard.file
            if not file.is_file() or _checksum(file) != shard.sha256:
                raise DatasetError(f"{str(file)!r} is missing or damaged: remove "
                                   f"{str(self.path)!r} and make it anew")

    def add(self, files: Sequence[File], feature_names: Sequence[str]) -> None:
        """Write one more batch, whole or not at all."""
        parquet = _parquet()
        shards = []
        for file in files:
            name = f"{file.side}-{file.number:05d}.parquet"
            table = as_table(file.mined, file.deals, feature_names, file.texts)
            table = table.replace_schema_metadata({"zermelo": json.dumps(asdict(self.request))})
            unfinished = self.path / f"{name}.unfinished"
            parquet.write_table(table, unfinished, compression="zstd")
            strata = np.bincount(strata_of(file.mined), minlength=STRATA).tolist()
            shards.append(Shard(name, file.side, len(file.mined), _checksum(unfinished), strata,
                                file.dry))
            unfinished.replace(self.path / name)
        self.shards += shards
        self.save()

    def strata(self, side: Side) -> Ints:
        """How many examples a side has of each phase × result."""
        counts = np.zeros(STRATA, np.int64)
        for shard in self.shards:
            if shard.side == side:
                counts += shard.strata
        return counts

    def dry(self, side: Side) -> set[int]:
        """The strata of which no more could be found for a side."""
        return next((set(s.dry) for s in reversed(self.shards) if s.side == side), set())

    def save(self) -> None:
        """Write `dataset.json`."""
        text = json.dumps({"format": "zermelo examples", "version": VERSION,
                           "order": asdict(self.request),
                           "shards": [asdict(shard) for shard in self.shards]}, indent=1)
        unfinished = self.path / f"{MANIFEST}.unfinished"
        with unfinished.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self.path / MANIFEST)

    def keys(self) -> Ints:
        """The keys of all examples so far."""
        parquet = _parquet()
        columns = [parquet.read_table(self.path / s.file, columns=["key"])["key"].to_numpy()
                   for s in self.shards]
        return np.concatenate(columns) if columns else np.zeros(0, np.int64)


def read_manifest(path: Path,
                  versions: Sequence[int] = READABLE) -> tuple[Request, list[Shard]]:
    """What `dataset.json` says, if it is of one of these versions."""
    try:
        found = json_in((path / MANIFEST).read_text(encoding="utf-8"))
        if found.get("format") != "zermelo examples" or found.get("version") not in versions:
            raise DatasetError(f"{str(path / MANIFEST)!r} is of another format or version: "
                               f"make the data set anew")
        return Request(**found["order"]), [Shard(**shard) for shard in found["shards"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, ZermeloError):
            raise
        raise DatasetError(f"{str(path)!r} has no {MANIFEST} that can be read: "
                           f"`zermelo examples` makes data sets") from None


def read(path: str | Path, side: Side, columns: list[str] | None = None) -> Any:
    """One side of a data set as a `pyarrow.Table`."""
    parquet = _parquet()
    _, shards = read_manifest(Path(path))
    files = [Path(path) / shard.file for shard in shards if shard.side == side]
    if not files:
        raise DatasetError(f"{str(path)!r} has no {side} files yet: run `zermelo examples` again")
    import pyarrow

    return pyarrow.concat_tables([parquet.read_table(file, columns=columns) for file in files])


def as_table(mined: Mined, deals: Sequence[int], feature_names: Sequence[str],
             texts: Sequence[str] | None) -> Any:
    """The columns as a `pyarrow.Table`."""
    _parquet()
    import pyarrow as pa

    top = np.repeat(mined.payoff, mined.counts)
    is_best = mined.payoffs == top
    offsets = np.concatenate([[0], np.cumsum(mined.counts)])
    best_offsets = np.concatenate([[0], np.cumsum(is_best)])[offsets]
    columns: dict[str, Any] = {
        "key": pa.array(mined.key),
        "deal": pa.array(np.asarray(deals, np.int32)),
        "phase": pa.DictionaryArray.from_arrays(mined.phase.astype(np.int8), list(PHASES)),
        "to_move": pa.array(mined.mover.astype(np.int8)),
        "payoff": pa.array(mined.payoff.astype(np.int32)),
        "best": _lists(best_offsets, mined.moves[is_best]),
        "moves": _lists(offsets, mined.moves),
        "payoffs": _lists(offsets, mined.payoffs),
        "state": pa.FixedSizeListArray.from_arrays(pa.array(mined.words.reshape(-1)),
                                                   mined.words.shape[1]),
    }
    for i, name in enumerate(feature_names):
        columns[f"feature_{name}"] = pa.array(mined.features[:, i].astype(np.float32))
    if texts is not None:
        columns["position"] = pa.array(texts)
    return pa.table(columns)


def _lists(offsets: npt.NDArray[Any], values: Ints) -> Any:
    import pyarrow as pa

    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)),
                                    pa.array(values.astype(np.int32)))


def _checksum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "learn", "writing training examples") from None
    return pyarrow.parquet
