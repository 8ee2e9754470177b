"""A database's folder: what it is of, which tiers are there, and who works on it.

    database.json        the game, its rules, how positions are packed; whether it is complete
    tiers/12.keys …      see `files`
    tiers/12.values …
    work/                while it is made: positions of tiers to come
    made.json            how long it took; all else is the same whenever and wherever it is made
    lock                 held by whoever makes it
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from zermelo.holding import hold
from zermelo.notation import json_in
from zermelo.solve.database.files import (
    VERSION,
    DatabaseError,
    KeyFile,
    ValueFile,
    brought_to_disk,
)

MANIFEST, MADE = "database.json", "made.json"


class Folder:
    """The files of a database."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.tiers, self.work = self.path / "tiers", self.path / "work"

    def begin(self) -> None:
        """A folder for a new database; DatabaseError if something else is there."""
        own = {"lock", "tiers", "work", f"{MANIFEST}.part"}  # of work that was cut off at once
        if self.path.exists() and not (self.path / MANIFEST).exists() and any(
                file.name not in own for file in self.path.iterdir()):
            raise DatabaseError(f"{str(self.path)!r} is not empty and has no {MANIFEST}: choose "
                                f"another folder")
        self.tiers.mkdir(parents=True, exist_ok=True)
        self.work.mkdir(exist_ok=True)

    def clear(self) -> None:
        """Throw away all tiers and unfinished work."""
        for part in (self.tiers, self.work):
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True, exist_ok=True)

    def sweep_work(self) -> None:
        """All is done: nothing has to go on from there."""
        for path in self.work.iterdir():
            path.unlink()
        self.work.rmdir()

    def sweep_parts(self) -> None:
        """Throw away what a process was just writing when it was killed."""
        for name in (MANIFEST, MADE):
            (self.path / f"{name}.part").unlink(missing_ok=True)

    def unwritable(self, error: OSError) -> DatabaseError:
        """What to say if something cannot be written, such as on a full disk."""
        return DatabaseError(f"cannot write to {str(self.path)!r}: {error.strerror or error}; what "
                             f"is complete is kept, and the same command goes on from there")

    def write(self, about: dict[str, Any], name: str = MANIFEST) -> None:
        """Say what the database is."""
        path = self.path / name
        text = json.dumps(about, indent=1, sort_keys=True, ensure_ascii=False)
        lines = f"{text}\n{zlib.crc32(text.encode()):08x}\n" if name == MANIFEST else text
        with path.with_name(path.name + ".part").open("w", encoding="utf-8") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        brought_to_disk(path)

    def about(self) -> dict[str, Any] | None:
        """What the database is; None if there is none yet."""
        path = self.path / MANIFEST
        try:
            lines = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise DatabaseError(f"{str(path)!r} cannot be read: {error}") from error
        text, _, check = lines.rstrip("\n").rpartition("\n")
        if f"{zlib.crc32(text.encode()):08x}" != check:
            raise DatabaseError(f"{str(path)!r} is damaged, it does not fit its checksum: remove "
                                f"the folder, and make the database anew")
        found: dict[str, Any] = json_in(text)
        if found["version"] != VERSION:
            raise DatabaseError(f"the database {str(self.path)!r} is of version "
                                f"{found['version']} and this program reads version {VERSION}: "
                                f"make it anew")
        return found

    def made(self) -> dict[str, Any]:
        """How long it took, as far as anybody knows."""
        with contextlib.suppress(OSError, ValueError):
            found = json.loads((self.path / MADE).read_text(encoding="utf-8"))
            return found if isinstance(found, dict) else {}
        return {}

    def keys_path(self, tier: int) -> Path:
        """Where a tier's keys are, or will be."""
        return self.tiers / f"{tier}.keys"

    def values_path(self, tier: int) -> Path:
        """Where a tier's values are, or will be."""
        return self.tiers / f"{tier}.values"

    def keys(self, tier: int) -> KeyFile:
        """A tier's keys."""
        return KeyFile(self.keys_path(tier))

    def values(self, tier: int) -> ValueFile:
        """A tier's values."""
        return ValueFile(self.values_path(tier))

    def done(self, ending: str = "keys") -> list[int]:
        """The tiers whose keys, or values, are complete."""
        return sorted(int(file.stem) for file in self.tiers.glob(f"*.{ending}"))

    def runs(self) -> dict[int, list[Path]]:
        """Positions of tiers to come, as far as they are known."""
        found: dict[int, list[Path]] = {}
        for file in sorted(self.work.glob("*.keys")):
            found.setdefault(int(file.name.split(".")[0]), []).append(file)
        return found

    @property
    def bytes(self) -> int:
        """How much room it takes."""
        return sum(file.stat().st_size for file in self.path.rglob("*") if file.is_file())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """While this process works on it; DatabaseError if another does."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise DatabaseError(f"cannot write to {str(self.path)!r}: {error.strerror}") from error
        try:
            if not hold(handle):
                raise DatabaseError(f"the database {str(self.path)!r} is being made by another "
                                    f"process: wait until it is done, or choose another folder")
            yield
        finally:
            os.close(handle)  # which also gives the lock back, as does the end of the process
