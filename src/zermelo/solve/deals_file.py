"""Solved deals on disk: one small file, checked when it is read, extended when deals are missing.

    zermelo deals 1 SHA-256 of all that follows
    zlib( {"game": spec, "rules": mark, "ways": n, "deals": [[text, ways, mover, points, moves]]} )

`moves` are pairs of move and points. The mark is that of `zermelo.marks`: a file made with other
rules is refused, not believed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game import Game
from zermelo.marks import rules_mark
from zermelo.solve.deals import SolvedDeal, SolvedDeals, solve_deals

VERSION = 1
_MAGIC = "zermelo deals"


class DealsFileError(ZermeloError, ValueError):
    """A file of solved deals that cannot be used."""


def write_deals(path: Path | str, solved: SolvedDeals) -> None:
    """Keep solved deals. Whoever reads meanwhile sees the old file or the new one."""
    file = Path(path)
    content = {
        "game": solved.game.spec, "rules": rules_mark(solved.game), "ways": solved.ways,
        "deals": [[d.text, d.ways, d.mover, d.points, d.moves] for d in solved.deals],
    }
    body = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)
    head = f"{_MAGIC} {VERSION} {hashlib.sha256(body).hexdigest()}\n".encode()
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(head + body)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise DealsFileError(f"{str(file)!r} cannot be written: {error.strerror}") from error


def read_deals(path: Path | str, game: Game) -> SolvedDeals:
    """Read solved deals back; a DealsFileError in one sentence if they are not exactly what was
    written, by this version, for this game and these rules."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise DealsFileError(f"{str(path)!r} cannot be read: {error.strerror}") from error
    content = _checked(data, str(path))
    if content["game"] != game.spec:
        raise DealsFileError(f"{str(path)!r} has the deals of {content['game']}, not of "
                             f"{game.spec}: name another file")
    if content["rules"] != rules_mark(game):
        raise DealsFileError(f"{str(path)!r} was made with other rules of {game.spec} than "
                             f"these: delete it, and it is made anew")
    deals = tuple(SolvedDeal(text, ways, mover, points, tuple((m, p) for m, p in moves))
                  for text, ways, mover, points, moves in content["deals"])
    return SolvedDeals(game, content["ways"], deals)


def _checked(data: bytes, name: str) -> dict[str, Any]:
    head, _, body = data.partition(b"\n")
    words = head.decode("ascii", "replace").split(" ")
    if " ".join(words[:-2]) != _MAGIC:
        raise DealsFileError(f"{name!r} holds no solved deals")
    if words[-2] != str(VERSION):
        raise DealsFileError(f"{name!r} is of version {words[-2]} and this program reads "
                             f"version {VERSION}: delete it, and it is made anew")
    if words[-1] != hashlib.sha256(body).hexdigest():
        raise DealsFileError(f"{name!r} is damaged, its checksum does not fit: delete it, "
                             f"and it is made anew")
    content: dict[str, Any] = json.loads(zlib.decompress(body))
    return content


def extended_deals(path: Path | str, game: Game, *, native: bool | None = None,
                   progress: Callable[[int, int], None] = lambda done, of: None) -> SolvedDeals:
    """All deals of a game: those that the file has, and the missing ones solved and added to it.

    A file that is not there yet is begun. Ctrl-C keeps what was solved by then.
    """
    known: dict[str, SolvedDeal] = {}
    if Path(path).exists():
        known = {deal.text: deal for deal in read_deals(path, game).deals}
    before = len(known)
    kept: list[SolvedDeal] = list(known.values())

    try:
        solved = solve_deals(game, known=known, native=native, progress=progress,
                             solved=kept.append)
    except KeyboardInterrupt:
        with contextlib.suppress(DealsFileError):
            write_deals(path, SolvedDeals(game, game.ways_to_deal(), tuple(kept)))
        raise
    if len(kept) > before:
        write_deals(path, solved)
    return solved
