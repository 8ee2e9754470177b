"""A tier whose positions lead to each other: from what is known backwards, the clearest first."""

from __future__ import annotations

import numpy as np

from zermelo.errors import LimitError
from zermelo.search.codes import MAX_DISTANCE
from zermelo.solve.database.files import DatabaseError
from zermelo.solve.database.kernels import (
    CHILD,
    FULL,
    MISSING,
    PARENT_BITS,
    STOPPED,
    TOO_FAR,
    Job,
    count_parents,
    hope,
    link,
    settle,
    settled_codes,
)
from zermelo.solve.database.pools import Part, Pool
from zermelo.solve.database.running import Runner, Words, new_job, run_plain

CHUNK = 1 << 17  # positions whose moves one thread lists at once
STRETCH = 1 << 20  # edges that it sorts at once, about


def settled(runner: Runner, tier: int, keys: Words, codes: Words, memory: int,
            moves: int) -> Words:
    """The values of a tier, from the best of what leads out of it."""
    count = len(codes)
    needed = 8 * (runner.words + 6) * count + 16 * moves
    if needed > memory or count >= 1 << 31:
        raise LimitError(
            f"{runner.game.spec} has {count:,} positions that can lead to each other, which take "
            f"{needed / 2**20:,.0f} MB and not {memory / 2**20:,.0f}: allow more")
    counts = np.zeros(count, np.int64)
    starts, back = _turned(runner, _links(runner, tier, keys, counts,
                                          Pool(runner, [Part(tier, keys, codes)])), count)
    job = new_job(Job)
    job.last = count
    hopes, ready = np.zeros(count, np.int64), np.zeros(count // 32 + 1, np.int64)
    run_plain(hope, job, codes, counts, hopes)
    del counts
    with runner.watching(job):
        run_plain(settle, job, hopes, ready, starts, back)
    if job.status == STOPPED:
        raise KeyboardInterrupt
    if job.status == TOO_FAR:
        raise LimitError(f"{runner.game.spec}: some positions are more than {MAX_DISTANCE - 1} "
                         f"plies from the end, and no more are counted")
    run_plain(settled_codes, job, hopes, codes)
    return codes


def _turned(runner: Runner, chunks: list[Words], count: int) -> tuple[Words, Words]:
    """Edges by where they lead: for each position where its edges begin, and where each comes from,
    two to a word. `chunks` are sorted, and gone afterwards.

    Edges that lead to a stretch of positions are taken out of every chunk and sorted: a stretch is
    small enough for the processor's own memory, and each is the work of one thread.
    """
    total = sum(map(len, chunks))
    step = max(1, count * STRETCH // max(total, 1))
    borders = range(0, count + step, step)
    cuts = [np.searchsorted(edges, np.array(borders) << CHILD) for edges in chunks]
    begins = np.sum(cuts, axis=0)
    starts = np.zeros(count + 2, np.int64)
    back = np.zeros(total + total % 2 + 2, np.uint32)

    def stretch(number: int) -> None:
        edges = np.concatenate([edges[cut[number] : cut[number + 1]]
                                for edges, cut in zip(chunks, cuts, strict=True)])
        edges.sort()
        job = new_job(Job)
        job.many = len(edges)
        run_plain(count_parents, job, np.append(edges, 0), starts)
        back[begins[number] : begins[number + 1]] = edges & PARENT_BITS

    for _ in runner.each(stretch, range(len(borders) - 1)):
        pass
    chunks.clear()
    np.cumsum(starts, out=starts)
    return starts, back.view(np.int64)


def _links(runner: Runner, tier: int, keys: Words, counts: Words, pool: Pool) -> list[Words]:
    """Where positions go within their tier, each chunk's edges sorted."""
    words = runner.words

    def chunk(begin: int) -> list[Words]:
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
            found.append(np.sort(edges[: job.many] + (base << 1)))
            first = at
        return found

    return [edges for part in runner.each(chunk, range(0, len(counts), CHUNK)) for edges in part]
