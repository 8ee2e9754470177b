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


@inlined
def block_begin(directory: Ints, stream: Ints, b: int, words: int, count: int, end: int) -> int:
    """The word where a block of keys begins; -1 if it does not fit its checksum."""
    size = words + 2
    begin = directory.at[b * size + words]
    if (b + 1) * BLOCK < count:
        end = directory.at[(b + 1) * size + words]
    if end < begin or summed(stream, begin, end, b) != directory.at[b * size + words + 1]:
        return -1
    return begin


@inlined
def next_key(stream: Ints, at: int, r: int, words: int, first: int,
             second: int) -> tuple[int, int, int]:
    """The words of the key after this one (the second is 0 if there is one), and where its bits
    end."""
    apart = False
    if words == 2:
        apart = peek(stream, at, 1) != 0
        at += 1
    if apart:
        return peek(stream, at, WHOLE), peek(stream, at + WHOLE, WHOLE), at + 2 * WHOLE
    ahead = window(stream, at)
    zeros = lowest(ahead)
    at += zeros + 1
    if zeros + r < 63 and zeros < ESCAPE:  # as nearly always: all of it is in sight
        gap = zeros << r | shr(ahead, zeros + 1) & shl(1, r) - 1
        at += r
    elif zeros < ESCAPE:
        gap = zeros << r | peek(stream, at, r)
        at += r
    else:
        gap = peek(stream, at, WHOLE)
        at += WHOLE
    if words == 2:
        return first, second + 1 + gap, at
    return first + 1 + gap, second, at


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


def put_together(rules: None, job: Coding, block: Ints, stream: Ints, s: None) -> None:
    """Copy a block, which was encoded by itself, to where it belongs."""
    for i in range(job.used):
        stream.at[job.base + i] = block.at[i]


def decode_keys(rules: None, job: Coding, stream: Ints, directory: Ints, keys: Ints,
                s: None) -> None:
    """The keys of the blocks from `first` to before `last`; `base` is the stream's length."""
    words = job.words
    size = words + 2
    for b in range(job.first, job.last):
        if job.stop != 0:
            job.status = STOPPED
            return
        begin = block_begin(directory, stream, b, words, job.count, job.base)
        if begin < 0:
            job.status, job.at = DAMAGED, b
            return
        out = (b - job.first) * BLOCK * words
        first = directory.at[b * size]
        second = directory.at[b * size + 1] if words == 2 else 0
        r, at = peek(stream, begin * 64, 6), begin * 64 + 6
        for i in range(min(BLOCK, job.count - b * BLOCK)):
            if i > 0:
                first, second, at = next_key(stream, at, r, words, first, second)
            keys.at[out] = first
            if words == 2:
                keys.at[out + 1] = second
            out += words


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


NOT_THERE, UNREADABLE = -1, -2  # no number in the list of values


def number_of(directory: Ints, stream: Ints, checks: Ints, values: Ints, words: int, count: int,
              end: int, bits: int, wanted: int, low_word: int) -> int:
    """The number of a key's value in the list of values, reading one block of keys and one of
    values, whose checksums must fit: UNREADABLE if they do not, NOT_THERE if there is no such key.

    `wanted` and `low_word` are the key's words, `end` of the keys' stream, `bits` of a value.
    """
    if count == 0:
        return NOT_THERE
    size = words + 2
    b, high = 0, (count + BLOCK - 1) // BLOCK
    while high - b > 1:  # the last block that does not begin above the key
        middle = b + high >> 1
        one = directory.at[middle * size]
        if one < wanted or (one == wanted and (
                words == 1 or directory.at[middle * size + 1] <= low_word)):
            b = middle
        else:
            high = middle
    begin = block_begin(directory, stream, b, words, count, end)
    if begin < 0:
        return UNREADABLE
    many = min(BLOCK, count - b * BLOCK)
    r, at = peek(stream, begin * 64, 6), begin * 64 + 6
    first = directory.at[b * size]
    second = directory.at[b * size + 1] if words == 2 else 0
    i = 0
    while first < wanted or (first == wanted and second < low_word):
        i += 1
        if i == many:
            return NOT_THERE
        first, second, at = next_key(stream, at, r, words, first, second)
    if first != wanted or second != low_word:
        return NOT_THERE
    at = b * bits * BLOCK
    if summed(values, at >> 6, at + many * bits + 63 >> 6, b) != checks.at[b]:
        return UNREADABLE
    return peek(values, at + i * bits, bits)


class Question(Header):
    """A key to look for, and what is known of it."""

    words: int
    high: int  # of a key of two words, or the key
    low: int
    count: int  # of keys
    end: int  # of the keys' stream, in words
    bits: int  # of a value
    number: int  # of its value in the list; or NOT_THERE, or UNREADABLE


def look_up(rules: None, job: Question, directory: Ints, stream: Ints, checks: Ints,
            values: Ints, s: None) -> None:
    """Find a key and its value."""
    job.number = number_of(directory, stream, checks, values, job.words, job.count, job.end,
                           job.bits, job.high, job.low)
