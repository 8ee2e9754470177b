"""A state as one or two words, found from the rules alone.

A game with the hook `unkey` says itself how a state is written as a number: `key` packs it. For any
other, random games show which bits of the states' words ever vary; these lie side by side in the
packed words, and the others are known. What they showed is not trusted: every position that is met
is looked at, and if a bit varies that never did before, the packing is widened.

Tiers are found the same way. `tier` says one, if the game has it; else some sum of the words, or of
their set bits, may never fall in random games: stones that are put down and stay, heaps that
shrink. That, too, is looked at on every move, and given up if it is wrong: then all positions are
in one tier.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.errors import LimitError
from zermelo.game import Game
from zermelo.kernel.codec import Codec
from zermelo.portable import popcount, shl, shr
from zermelo.solve.database.coding import WHOLE
from zermelo.wandering import random_play
from zermelo.written import made_function

_GAMES, _PLIES = 60, 100  # random ones, to begin with
_MOST_SUMMED = 10  # words whose sums are tried
_LARGEST = 64  # numbers that are summed up: of boards, every other would be a tier of its own
_ALL = (1 << 64) - 1


@dataclass(frozen=True)
class Tiers:
    """A number that never falls: the game's own (`hook`), or a sum over some of a state's words of
    their numbers (`values`) or of their set bits (`bits`), times `sign`; `none`: 0."""

    kind: str = "none"
    sign: int = 1
    words: tuple[int, ...] = ()


@dataclass(frozen=True)
class Packing:
    """How states are packed: by `key` and `unkey` (no masks), or the bits in `masks`, a mask for
    each word of a state; `fixed` are the bits that never vary."""

    words: int
    masks: tuple[int, ...] = ()
    fixed: tuple[int, ...] = ()
    tiers: Tiers = Tiers()
    symmetry: bool = False  # whether states that are alike are one

    def to_json(self) -> dict[str, Any]:
        """As the database's own JSON keeps it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Packing:
        """What `to_json` wrote."""
        tiers = Tiers(data["tiers"]["kind"], data["tiers"]["sign"], tuple(data["tiers"]["words"]))
        return cls(data["words"], tuple(data["masks"]), tuple(data["fixed"]), tiers,
                   data["symmetry"])


def found_packing(game: Game, starts: Sequence[Any], *, symmetry: bool = False) -> Packing:
    """A packing of what can come of these states, as far as random games show."""
    lots = random.Random(1913)
    codec = _codec(game)
    states, edges = [*starts], []
    for _ in range(_GAMES):
        line = [step.state for step in random_play(game, lots.choice(starts), lots, _PLIES)]
        states += line
        edges += list(itertools.pairwise(line))
    images = [game.canonical(s) for s in states] if symmetry else []
    if symmetry:
        edges = [(game.canonical(s), game.canonical(t)) for s, t in edges]
    tiers = _tiers(game, codec, edges)
    if has_unkey(game):
        return Packing(1, tiers=tiers, symmetry=symmetry)
    rows = [codec.words(s) for s in [*states, *images]]
    masks = [0] * codec.length
    for row in rows:
        masks = [m | w ^ v for m, w, v in zip(masks, row, rows[0], strict=True)]
    return _packing(game, [m & _ALL for m in masks], rows[0], tiers, symmetry)


def widened(game: Game, packing: Packing, states: Iterable[Any]) -> Packing:
    """A packing that these states fit, too."""
    codec = _codec(game)
    masks = list(packing.masks)
    for state in states:
        masks = [m | (w ^ v) & ~m & _ALL
                 for m, w, v in zip(masks, codec.words(state), packing.fixed, strict=True)]
    return _packing(game, masks, packing.fixed, packing.tiers, packing.symmetry)


def _packing(game: Game, masks: Sequence[int], sample: Sequence[int], tiers: Tiers,
             symmetry: bool) -> Packing:
    bits = sum(map(int.bit_count, masks))
    if bits > 2 * WHOLE:
        raise LimitError(
            f"the positions of {game.spec} differ in {bits} bits, and a database takes "
            f"{2 * WHOLE}: give the game a `key` that is one number below 2**63, and `unkey`")
    fixed = tuple(_signed(w & ~m) for w, m in zip(sample, masks, strict=True))
    return Packing(1 if bits <= WHOLE else 2, tuple(masks), fixed, tiers, symmetry)


def has_unkey(game: Game) -> bool:
    """Whether a game says how its keys are read back."""
    return game.overrides("unkey")


def _codec(game: Game) -> Codec:
    try:
        return Codec(game.initial())
    except ValueError:
        raise LimitError(f"the states of {game.spec} are not 64-bit ints and tuples of them: "
                         f"such positions cannot be packed for a database") from None


def _tiers(game: Game, codec: Codec, edges: Sequence[tuple[Any, Any]]) -> Tiers:
    """The game's own, or the sum that rises most often in random games and falls never."""
    if game.overrides("tier"):
        return Tiers("hook")
    if not edges or codec.length > _MOST_SUMMED:
        return Tiers()
    rows = [(codec.words(s), codec.words(t)) for s, t in edges]
    best, most = Tiers(), 0
    for kind in ("bits", "values"):
        usable = [i for i in range(codec.length)
                  if kind == "bits" or all(0 <= s[i] < _LARGEST for pair in rows for s in pair)]
        steps = [[_weight(t[i], kind) - _weight(s[i], kind) for i in usable] for s, t in rows]
        for size in range(1, len(usable) + 1):
            for chosen in itertools.combinations(range(len(usable)), size):
                changes = [sum(step[i] for i in chosen) for step in steps]
                for sign in (1, -1):
                    rising = 0
                    for change in changes:
                        if sign * change < 0:
                            rising = -1
                            break
                        rising += change != 0
                    if rising > most:
                        best = Tiers(kind, sign, tuple(usable[i] for i in chosen))
                        most = rising
    return best


def _weight(word: int, kind: str) -> int:
    return (word & _ALL).bit_count() if kind == "bits" else word


# --- as functions, for kernels ---

def functions_of(game: Game, packing: Packing) -> dict[str, Any]:
    """`pack_high`, `pack_low`, `unpack`, `fits`, `tier_of` and `image`, which a kernel finds among
    the rules, with the constant `words`."""
    source = _by_key() if not packing.masks else _by_bits(game, packing)
    source += _tier_source(game, packing.tiers)
    alike = "game.canonical(s)" if packing.symmetry else "s"
    source += f"def image(game, s):\n    return {alike}\n"
    scope = {"shl": shl, "shr": shr, "popcount": popcount, "__name__": __name__,
             **_classes(game.initial())}
    names = ("pack_high", "pack_low", "unpack", "fits", "tier_of", "image")
    made = {name: made_function(source, name, dict(scope)) for name in names}
    return {**made, "words": packing.words}


def _by_key() -> str:
    return ("def pack_high(game, s):\n    return game.key(s)\n"
            "def pack_low(game, s):\n    return 0\n"
            "def unpack(game, high, low):\n    return game.unkey(high)\n"
            "def fits(game, s):\n    return game.key(s) >= 0\n")


def _by_bits(game: Game, packing: Packing) -> str:
    parts: list[list[str]] = [[], []]  # of the words of a key
    rebuilt: list[list[str]] = [[] for _ in packing.masks]
    at = 0
    for i, mask in enumerate(packing.masks):
        for low, width in _runs(mask):
            while width:
                key = 0 if at < WHOLE else 1
                off = at - key * WHOLE
                take = min(width, WHOLE - off)
                ones = (1 << take) - 1
                parts[key].append(f"shl(shr(w{i}, {low}) & {ones}, {off})")
                rebuilt[i].append(f"shl(shr({('high', 'low')[key]}, {off}) & {ones}, {low})")
                at, low, width = at + take, low + take, width - take
    names = _places(game.initial(), "s")
    opened = "".join(f"    w{i} = {place}\n" for i, place in enumerate(names))
    words = []
    for rest, fixed in zip(rebuilt, packing.fixed, strict=True):
        words.append(" | ".join([*rest, str(fixed)] if fixed or not rest else rest))
    same = " and ".join(f"w{i} & {_signed(~mask)} == {fixed}" for i, (mask, fixed)
                        in enumerate(zip(packing.masks, packing.fixed, strict=True)))
    return (f"def pack_high(game, s):\n{opened}    return {' | '.join(parts[0]) or '0'}\n"
            f"def pack_low(game, s):\n{opened}    return {' | '.join(parts[1]) or '0'}\n"
            f"def unpack(game, high, low):\n    return {_made(game.initial(), iter(words))}\n"
            f"def fits(game, s):\n{opened}    return {same or 'True'}\n")


def _tier_source(game: Game, tiers: Tiers) -> str:
    names = _places(game.initial(), "s")
    if tiers.kind == "hook":
        body = "game.tier(s)"
    elif tiers.kind == "none":
        body = "0"
    else:
        one = "popcount({})" if tiers.kind == "bits" else "{}"
        body = " + ".join(one.format(names[i]) for i in tiers.words)
        body = body if tiers.sign > 0 else f"-({body})"
    return f"def tier_of(game, s):\n    return {body}\n"


def _signed(word: int) -> int:
    word &= _ALL
    return word - (1 << 64) if word >> 63 else word


def _runs(mask: int) -> list[tuple[int, int]]:
    """Neighbouring bits: where they begin, and how many."""
    found, at = [], 0
    while mask >> at:
        if mask >> at & 1:
            width = 1
            while mask >> at + width & 1:
                width += 1
            found.append((at, width))
            at += width
        else:
            at += 1
    return found


def _places(pattern: Any, name: str) -> list[str]:
    """How each word of a state is reached."""
    if not isinstance(pattern, tuple):
        return [name]
    return [place for i, part in enumerate(pattern) for place in _places(part, f"{name}[{i}]")]


def _made(pattern: Any, words: Any) -> str:
    """An expression that makes a state of these words."""
    if not isinstance(pattern, tuple):
        return f"({next(words)})"
    items = "".join(f"{_made(part, words)}, " for part in pattern)
    return f"{_class_name(pattern)}({items})" if hasattr(pattern, "_fields") else f"({items})"


def _class_name(pattern: Any) -> str:
    return f"made_{type(pattern).__name__}"


def _classes(pattern: Any) -> dict[str, Any]:
    if not isinstance(pattern, tuple):
        return {}
    found = {_class_name(pattern): type(pattern)} if hasattr(pattern, "_fields") else {}
    for part in pattern:
        found |= _classes(part)
    return found
