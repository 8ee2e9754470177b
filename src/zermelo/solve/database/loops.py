"""A tier whose positions lead to each other: from what is known backwards, the clearest first."""

from __future__ import annotations

import numpy as np

from zermelo.errors import LimitError
from zermelo.search.codes import MAX_DISTANCE
from zermelo.solve.database.files import DatabaseError
from zermelo.solve.database.kernels import (
    FULL,
    MISSING,
    STOPPED,
    TOO_FAR,
    Job,
    count_parents,
    link,
    settle,
    turn_round,
)
from zermelo.solve.database.pools import Part, Pool
from zermelo.solve.database.running import Runner, Words, new_job, run_plain

CHUNK = 1 << 17


def settled(runner: Runner, tier: int, keys: Words, codes: Words, memory: int,
            moves: int) -> Words:
    """The values of a tier, from the best of what leads out of it."""
    count = len(codes)
    needed = 8 * (runner.words + 6) * count + 16 * moves
    if needed > memory or count >= 1 << 31:
        raise LimitError(
            f"{runner.game.spec} has {count:,} positions that can lead to each other, which take "
            f"{needed / 2**20:,.0f} MB and not {memory / 2**20:,.0f}: allow more")
    pool = Pool(runner, [Part(tier, keys, codes)])
    counts = np.zeros(count, np.int64)
    chunks = _links(runner, tier, keys, counts, pool)
    starts = np.zeros(count + 2, np.int64)
    for _, _, edges in chunks:
        job = new_job(Job)
        job.many = len(edges)
        run_plain(count_parents, job, edges.astype(np.int64), starts)
    np.cumsum(starts, out=starts)
    back = np.zeros(int(starts[-1]) // 2 + 1, np.int64)
    filled = starts.copy()
    while chunks:
        first, last, edges = chunks.pop()
        job = new_job(Job)
        job.first, job.last = first, last
        run_plain(turn_round, job, counts, np.append(edges.astype(np.int64), 0), filled, back)
    del filled
    job = new_job(Job)
    job.last = count
    decided, left = np.zeros(count + 1, np.int64), np.append(counts, 0)
    with runner.watching(job):
        run_plain(settle, job, codes, left, decided, starts, back)
    if job.status == STOPPED:
        raise KeyboardInterrupt
    if job.status == TOO_FAR:
        raise LimitError(f"{runner.game.spec}: some positions are more than {MAX_DISTANCE - 1} "
                         f"plies from the end, and no more are counted")
    return codes


def _links(runner: Runner, tier: int, keys: Words, counts: Words,
           pool: Pool) -> list[tuple[int, int, np.ndarray]]:
    """Where positions go within their tier, chunk by chunk."""
    words = runner.words

    def chunk(begin: int) -> list[tuple[int, int, np.ndarray]]:
        first, last = begin, min(begin + CHUNK, len(counts))
        room, found = 64 + 24 * (last - first), []
        while first < last:
            job = runner.new(Job)
            job.first, job.last, job.tier, job.room = first, last, tier, room
            some, many, base = keys, counts, 0
            if not runner.native:
                some, many, base = keys[first * words : last * words], counts[first:last], first
                job.first, job.last = 0, last - first
            edges = np.zeros(room, np.int64)
            runner.run(link, job, some, many, edges, pool.slots, pool.keys, pool.table,
                       written=(1, 2))
            if job.status == STOPPED:
                raise KeyboardInterrupt
            if job.status == MISSING:
                raise DatabaseError(f"the database of {runner.game.spec} lacks positions: remove "
                                    f"it and make it anew")
            at = base + job.at
            if job.status == FULL and at == first:
                room *= 4
                continue
            found.append((first, at, edges[: job.many].astype(np.uint32)))
            first = at
        return found

    whole = []
    for part in runner.each(chunk, range(0, len(counts), CHUNK)):
        whole += part
    return whole
