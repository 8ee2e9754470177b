"""Keys and values as bits: Rice codes in blocks that can be read, and checked, one by one.

This file runs as it stands, interpreted, and is compiled as it stands.

Keys are sorted and cut into blocks of 256. The directory has an entry for each block: its first
key, the word where its bits begin, and their checksum. The bits are a Rice parameter r (6 bits),
then for each further key d = key - previous - 1 as d >> r zeros, a one, and r bits. Forty zeros and
a one are followed by the whole difference, so that no outlier costs more than 104 bits. Of two
words each, a key begins with one bit more: 0 if its first word is the previous one's, and then as
above; 1 if not, and both words follow whole.

Values are numbers of a short list, as many bits each as the list needs; a block of 256 begins at a
word, and has its checksum beside it.
"""

from __future__ import annotations

from zermelo.compiler.records import Array, Record, array
from zermelo.kernel.memory import Header
from zermelo.portable import bit_length, inlined, lowest, shl, shr, wrap

BLOCK = 256
WHOLE = 63  # bits of a word of a key, which is never negative
ESCAPE = 40  # zeros
MOST_WORDS = 2 + BLOCK * (2 * WHOLE + 2) // 64  # of a block, at most
FINE, DAMAGED, STOPPED = range(3)
_MIXER = -0x61C8864680B583EB


class Ints(Record, whole=True):
    """An array of whole numbers."""

    at: Array[int] = array(int)


class Coding(Header):
    """Which blocks, and what came of it."""

    words: int  # of a key
    first: int  # block
    last: int  # block, not included
    count: int  # of all keys, or values
    base: int  # the word of the stream where what is at hand begins
    used: int  # words written
    bits: int  # of a value
    status: int
    at: int  # the block that is damaged


@inlined
def put(out: Ints, at: int, value: int, bits: int) -> int:
    """Write some bits to where all are 0; where they end."""
    word, off = at >> 6, at & 63
    out.at[word] |= shl(value, off)
    if off + bits > 64:
        out.at[word + 1] |= shr(value, 64 - off)
    return at + bits


@inlined
def window(stream: Ints, at: int) -> int:
    """The 64 bits from here on."""
    word, off = at >> 6, at & 63
    found = shr(stream.at[word], off)
    if off:
        found |= shl(stream.at[word + 1], 64 - off)
    return found


@inlined
def peek(stream: Ints, at: int, bits: int) -> int:
    """Some bits from here on."""
    if bits == 0:
        return 0
    word, off = at >> 6, at & 63
    found = shr(stream.at[word], off)
    if off + bits > 64:
        found |= shl(stream.at[word + 1], 64 - off)
    return found & shr(-1, 64 - bits)


@inlined
def summed(stream: Ints, first: int, last: int, seed: int) -> int:
    """The checksum of these words; the same words elsewhere have another."""
    check = wrap((seed + 1) * _MIXER)
    for i in range(first, last):
        check = wrap((check ^ stream.at[i]) * _MIXER)
        check ^= shr(check, 29)
    return check


def encode_keys(rules: None, job: Coding, keys: Ints, out: Ints, directory: Ints,
                s: None) -> None:
    """Blocks from the keys at hand, which begin with block `first`; `base` is where the stream
    ends so far."""
    words, used = job.words, 0
    for b in range(job.last - job.first):
        start, end = b * BLOCK, min((b + 1) * BLOCK, job.count)
        entry = b * (words + 2)
        for w in range(words):
            directory.at[entry + w] = keys.at[start * words + w]
        directory.at[entry + words] = job.base + used
        at = used * 64
        low = words - 1
        spread, near = 0, 0
        for i in range(start + 1, end):
            if words == 1 or keys.at[2 * i] == keys.at[2 * i - 2]:
                spread += keys.at[i * words + low] - keys.at[i * words - words + low] - 1 >> 8
                near += 1
        # About log2 of the mean difference, which is where Rice codes are shortest.
        mean = (keys.at[end - 1] - keys.at[start]) // (end - start) if words == 1 else (
            spread // max(near, 1) << 8)
        r = min(max(bit_length(mean) - 1, 0), 57)
        at = put(out, at, r, 6)
        for i in range(start + 1, end):
            one = keys.at[i * words + low]
            if words == 2:
                if keys.at[2 * i] != keys.at[2 * i - 2]:
                    at = put(out, at, 1, 1)
                    at = put(out, at, keys.at[2 * i], WHOLE)
                    at = put(out, at, one, WHOLE)
                    continue
                at = put(out, at, 0, 1)
            gap = one - keys.at[i * words - words + low] - 1
            zeros = gap >> r
            if zeros < ESCAPE:
                at = put(out, at, shl(1, zeros), zeros + 1)
                if r:
                    at = put(out, at, gap & shl(1, r) - 1, r)
            else:
                at = put(out, at, shl(1, ESCAPE), ESCAPE + 1)
                at = put(out, at, gap, WHOLE)
        end_word = at + 63 >> 6
        directory.at[entry + words + 1] = summed(out, used, end_word, job.first + b)
        used = end_word
    job.used = used


def decode_keys(rules: None, job: Coding, stream: Ints, directory: Ints, keys: Ints,
                s: None) -> None:
    """The keys of the blocks from `first` to before `last`; `base` is the stream's length."""
    words = job.words
    size = words + 2
    for b in range(job.first, job.last):
        if job.stop != 0:
            job.status = STOPPED
            return
        begin = directory.at[b * size + words]
        end = directory.at[(b + 1) * size + words] if (b + 1) * BLOCK < job.count else job.base
        if end < begin or summed(stream, begin, end, b) != directory.at[b * size + words + 1]:
            job.status, job.at = DAMAGED, b
            return
        out = (b - job.first) * BLOCK * words
        for w in range(words):
            keys.at[out + w] = directory.at[b * size + w]
        at = begin * 64
        r = peek(stream, at, 6)
        at += 6
        for _ in range(1, min(BLOCK, job.count - b * BLOCK)):
            out += words
            if words == 2:
                apart = peek(stream, at, 1)
                at += 1
                if apart:
                    keys.at[out] = peek(stream, at, WHOLE)
                    keys.at[out + 1] = peek(stream, at + WHOLE, WHOLE)
                    at += 2 * WHOLE
                    continue
                keys.at[out] = keys.at[out - 2]
            zeros = lowest(window(stream, at))
            at += zeros + 1
            if zeros < ESCAPE:
                gap = zeros << r | peek(stream, at, r)
                at += r
            else:
                gap = peek(stream, at, WHOLE)
                at += WHOLE
            keys.at[out + words - 1] = keys.at[out - 1] + 1 + gap


def encode_values(rules: None, job: Coding, codes: Ints, slots: Ints, out: Ints, checks: Ints,
                  s: None) -> None:
    """Blocks of values, by their numbers in the list, which `slots` knows (see `number_of`)."""
    bits = job.bits
    for b in range(job.last - job.first):
        start, end = b * BLOCK, min((b + 1) * BLOCK, job.count)
        at = b * bits * BLOCK
        if bits:
            for i in range(start, end):
                at = put(out, at, slots.at[2 * slot_of(slots, codes.at[i]) + 1] - 1, bits)
        checks.at[b] = summed(out, b * bits * BLOCK >> 6, at + 63 >> 6, job.first + b)
        job.used = at + 63 >> 6


def decode_values(rules: None, job: Coding, stream: Ints, checks: Ints, numbers: Ints,
                  codes: Ints, s: None) -> None:
    """The values of the blocks from `first` to before `last`."""
    bits = job.bits
    for b in range(job.first, job.last):
        many = min(BLOCK, job.count - b * BLOCK)
        at = b * bits * BLOCK
        if summed(stream, at >> 6, at + many * bits + 63 >> 6, b) != checks.at[b]:
            job.status, job.at = DAMAGED, b
            return
        out = (b - job.first) * BLOCK
        for i in range(many):
            codes.at[out + i] = numbers.at[peek(stream, at, bits)]
            at += bits


SLOTS = 1 << 17  # for the different values of a tier


@inlined
def slot_of(slots: Ints, code: int) -> int:
    """Where a value is, or would be."""
    slot = wrap(code * _MIXER) >> 20 & SLOTS - 1
    while slots.at[2 * slot + 1] != 0 and slots.at[2 * slot] != code:
        slot = slot + 1 & SLOTS - 1
    return slot


def count_values(rules: None, job: Coding, codes: Ints, slots: Ints, s: None) -> None:
    """How often each value occurs, beside it; more than half of the slots are never taken."""
    for i in range(job.count):
        slot = slot_of(slots, codes.at[i])
        if slots.at[2 * slot + 1] == 0:
            job.used += 1
            if job.used > SLOTS >> 1:
                job.status = DAMAGED
                return
            slots.at[2 * slot] = codes.at[i]
        slots.at[2 * slot + 1] += 1


class Question(Header):
    """A key to look for, and what is known of it."""

    words: int
    high: int  # of a key of two words, or the key
    low: int
    count: int  # of keys
    end: int  # of the keys' stream, in words
    bits: int  # of a value
    status: int
    at: int  # the number of the key, or -1
    value: int  # its number in the list of values


def look_up(rules: None, job: Question, directory: Ints, stream: Ints, checks: Ints,
            values: Ints, s: None) -> None:
    """Find a key and its value, reading one block of each, whose checksums must fit."""
    job.at = -1
    if job.count == 0:
        return
    words = job.words
    size = words + 2
    low, high = 0, (job.count + BLOCK - 1) // BLOCK
    while high - low > 1:  # the last block that does not begin above the key
        middle = low + high >> 1
        one = directory.at[middle * size]
        if one < job.high or (one == job.high and (
                words == 1 or directory.at[middle * size + 1] <= job.low)):
            low = middle
        else:
            high = middle
    b = low
    begin = directory.at[b * size + words]
    end = directory.at[(b + 1) * size + words] if (b + 1) * BLOCK < job.count else job.end
    if end < begin or summed(stream, begin, end, b) != directory.at[b * size + words + 1]:
        job.status = DAMAGED
        return
    many = min(BLOCK, job.count - b * BLOCK)
    at = begin * 64
    r = peek(stream, at, 6)
    at += 6
    first = directory.at[b * size]
    second = directory.at[b * size + 1] if words == 2 else 0
    i = 0
    while first < job.high or (first == job.high and second < job.low):
        i += 1
        if i == many:
            return
        if words == 2:
            apart = peek(stream, at, 1)
            at += 1
            if apart:
                first = peek(stream, at, WHOLE)
                second = peek(stream, at + WHOLE, WHOLE)
                at += 2 * WHOLE
                continue
        zeros = lowest(window(stream, at))
        at += zeros + 1
        if zeros < ESCAPE:
            gap = zeros << r | peek(stream, at, r)
            at += r
        else:
            gap = peek(stream, at, WHOLE)
            at += WHOLE
        if words == 2:
            second += 1 + gap
        else:
            first += 1 + gap
    if first != job.high or second != job.low:
        return
    bits = job.bits
    at = b * bits * BLOCK
    if summed(values, at >> 6, at + many * bits + 63 >> 6, b) != checks.at[b]:
        job.status = DAMAGED
        return
    job.at = b * BLOCK + i
    job.value = peek(values, at + i * bits, bits)
