"""The published truths as a catalogue: one row a fact, with the check that tests it.

Each fact is a leaf of one of the JSON files and has its path there as its name, such as
`connect4.json/outcome/7x6`. A check asks for what it needs of `Tools`, so that the same rows test
plain Python (`Plain`, below) and everything faster:

    textbook    plain Python is there in seconds
    native      a matter of compiled rules and a good search
    beyond      not to be reached here; `reason` says why
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, Literal, Protocol

from zermelo import load
from zermelo.errors import ParameterError
from zermelo.games.connect4 import stones_left_score
from zermelo.stacks import deep_recursion
from zermelo.textbook import solve
from zermelo.values import Value

FOLDER = Path(__file__).with_suffix("")  # each file with its convention and its sources

Kind = Literal["payoff", "value", "leaves", "positions", "games"]
Cost = Literal["textbook", "native", "beyond"]


class Tools(Protocol):
    """What checks are made with. `kind` of a row names the method that it calls."""

    def payoff(self, game: Any, s: Any) -> int:
        """The first player's payoff if both play their best."""

    def value(self, game: Any, s: Any) -> Value:
        """The same as a value in the first player's view, with its distance."""

    def leaves(self, game: Any, plies: int, ended: bool) -> int:
        """The ways to play so many plies, games that ended before counted once or not at all."""

    def positions(self, game: Any, plies: int | None, symmetric: bool = False) -> int:
        """The different positions after so many plies, or in all; mirror images are one or not."""

    def games(self, game: Any) -> dict[int, int]:
        """The ways to play to the end, by payoff."""


Check = Callable[[Tools], None]


@dataclass(frozen=True)
class Row:
    """A fact."""

    id: str
    kind: Kind
    cost: Cost
    check: Check | None  # None only beyond reach
    reason: str = ""  # why it is beyond reach
    work: int | None = None  # leaves or positions to count; positions that the game has


# --- plain Python ---

class Plain:
    """The tools with dictionaries: slow, plain, and right."""

    def __init__(self) -> None:
        self.tables: dict[Any, dict[Any, tuple[int, int]]] = {}
        self.plies: dict[Any, Plies] = {}

    def payoff(self, game: Any, s: Any) -> int:
        table = self.tables.setdefault(game, {})
        with deep_recursion():
            return _payoff(game, s, *game.bounds(s), table)

    def value(self, game: Any, s: Any) -> Value:
        return solve(game, s)

    def leaves(self, game: Any, plies: int, ended: bool) -> int:
        counted = self.counted(game).until(plies)
        early = sum(sum(ways.values()) for ways in counted.ended[:plies]) if ended else 0
        return early + (counted.leaves[plies] if plies < len(counted.leaves) else 0)

    def positions(self, game: Any, plies: int | None, symmetric: bool = False) -> int:
        if symmetric:
            return len({game.canonical(s) for s in _reachable(game)})
        if plies is None:
            return sum(self.counted(game).until(inf).positions)
        counts = self.counted(game).until(plies).positions
        return counts[plies] if plies < len(counts) else 0

    def games(self, game: Any) -> dict[int, int]:
        return sum(self.counted(game).until(inf).ended, Counter())

    def counted(self, game: Any) -> "Plies":
        return self.plies.setdefault(game, Plies(game))


def _reachable(game: Any) -> set[Any]:
    found, waiting = set(), [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in found:
            found.add(s)
            waiting += [game.play(s, m) for m in game.legal_moves(s)]
    return found


def _payoff(game: Any, s: Any, alpha: int, beta: int, table: dict[Any, tuple[int, int]]) -> int:
    """Alpha-beta with a table of the lowest and highest value still possible."""
    end = game.outcome(s)
    if end is not None:
        return end
    key = game.key(game.canonical(s))
    low, high = table.get(key) or game.bounds(s)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    a, b, best = max(alpha, low), min(beta, high), None
    mover = game.to_move(s)
    for m in sorted(game.candidates(s), key=lambda m: -game.order(s, m)):
        value = _payoff(game, game.play(s, m), a, b, table)
        if best is None or (best < value if mover == 0 else value < best):
            best = value
        a, b = (max(a, best), b) if mover == 0 else (a, min(b, best))
        if a >= b:
            break
    table[key] = (low if best <= alpha else max(low, best),
                  high if best >= beta else min(high, best))
    return best


class Plies:
    """A game counted ply by ply, each position once with the number of ways to it."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.ways = Counter({game.initial(): 1})  # to the positions of the last ply counted
        self.leaves = [1]  # ways to play so many plies
        self.positions = [1]  # different positions after so many plies
        self.ended: list[Counter[int]] = []  # ways to have ended then, by payoff

    def until(self, plies: float) -> "Plies":
        """Count on to this ply, or to the end of the last game."""
        while len(self.leaves) <= plies and self.ways:
            ended: Counter[int] = Counter()
            after: Counter[Any] = Counter()
            for s, count in self.ways.items():
                payoff = self.game.outcome(s)
                if payoff is not None:
                    ended[payoff] += count
                    continue
                for m in self.game.moves(s):
                    after[self.game.play(s, m)] += count
            self.ways = after
            self.leaves.append(sum(after.values()))
            self.positions.append(len(after))
            self.ended.append(ended)
        return self


# --- the catalogue ---

@cache
def data(file: str) -> Any:
    return json.loads((FOLDER / file).read_text(encoding="utf-8"))


def rows() -> list[Row]:
    """Every fact of every file."""
    found = [*_breakthrough(), *_connect4(), *_domineering(), *_dots(), *_hex(), *_hexapawn(),
             *_kalah(), *_mnk(), *_othello(), *_perft()]
    return sorted(found, key=lambda row: row.id)


def _row(id: str, kind: Kind, cost: Cost, spec: str, check: Callable[[Tools, Any], None],
         reason: str = "", work: int | None = None) -> Row:
    """A row about a game; beyond reach if the game cannot be had."""
    try:
        load(spec)
    except ParameterError as error:
        return Row(id, kind, "beyond", None, str(error), work)
    return Row(id, kind, cost, lambda tools: check(tools, load(spec)), reason, work)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _has_payoff(expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert tools.payoff(game, game.initial()) == expected

    return check


def _breakthrough() -> Iterator[Row]:
    textbook = {"4x2k1", "4x4k1", "5x2k2", "5x3k2", "6x2k2"}
    reasons = {"6x5k2": "the value is published as unverified, and the board is large"}
    for name, winner in data("breakthrough.json")["values"].items():
        size, _, pawns = name.partition("k")
        height, width = size.split("x")
        cost: Cost = "textbook" if name in textbook else "beyond" if name in reasons else "native"
        yield _row(f"breakthrough.json/values/{name}", "payoff", cost,
                   f"breakthrough:width={width},height={height},rows={pawns}",
                   _has_payoff(1 if winner.startswith("first") else -1), reasons.get(name, ""))


# --- Connect Four ---

def _connect4() -> Iterator[Row]:
    facts = data("connect4.json")
    for table in ("outcome", "last_move", "score_recomputed"):
        for size, expected in facts[table].items():
            yield _connect4_value(table, size, expected)
    for size, expected in facts["legal_positions"].items():
        yield _row(f"connect4.json/legal_positions/{size}", "positions",
                   _counting(expected, 20_000, 200_000_000), _connect4_spec(size),
                   _positions(None, expected), "more positions than memory holds", expected)
    yield from _connect4_plies("positions_per_ply_7x6", "7x6", facts["positions_per_ply_7x6"])
    for size, counts in facts["positions_per_ply_small_recomputed"].items():
        yield from _connect4_plies(f"positions_per_ply_small_recomputed/{size}", size, counts)
    for size, expected in facts["games_count_A342329"].items():
        positions = facts["legal_positions"].get(size) or sum(
            facts["positions_per_ply_small_recomputed"][size])
        yield _row(f"connect4.json/games_count_A342329/{size}", "games",
                   _counting(positions, 20_000, 200_000_000), _connect4_spec(size),
                   _games(expected), "more positions than memory holds", positions)
    for depth, expected in enumerate(facts["perft_7x6_nonterminal_paths"]):
        yield _row(f"connect4.json/perft_7x6_nonterminal_paths/{depth}", "leaves",
                   "textbook" if depth <= 7 else "native", "connect4", _leaves(depth, expected),
                   "", expected)
    for column, expected in enumerate(facts["opening_scores_7x6"]["columns_1_to_7"], 1):
        yield _row(f"connect4.json/opening_scores_7x6/columns_1_to_7/{column - 1}", "value",
                   "native", "connect4", _opening_score(column, expected))
    hours = facts["fhourstones"]
    for i, (moves, result) in enumerate(zip(hours["inputs"], hours["result"], strict=True)):
        yield _row(f"connect4.json/fhourstones/result/{i}", "payoff", "native", "connect4",
                   _after_moves(moves, "-=+".index(result) - 1), "", hours["positions"][i])


def _connect4_spec(size: str) -> str:
    width, height = size.split("x")
    return f"connect4:width={width},height={height}"


def _connect4_value(table: str, size: str, expected: int) -> Row:
    width, height = map(int, size.split("x"))
    positions = data("connect4.json")["legal_positions"].get(size)
    cost: Cost = "native"
    if size in ("4x4", "5x4", "4x5") and (table == "outcome" or size == "4x4"):
        cost = "textbook"
    elif width * height > 30 and (positions is None or positions > 4_531_985_219_092):
        cost = "beyond"
    checks = {"outcome": _has_payoff, "last_move": _last_move, "score_recomputed": _score}
    return _row(f"connect4.json/{table}/{size}", "payoff" if table == "outcome" else "value", cost,
                _connect4_spec(size), checks[table](expected),
                "the game has more positions than on 7 × 6" if cost == "beyond" else "", positions)


def _connect4_plies(name: str, size: str, counts: list[int]) -> Iterator[Row]:
    for ply, expected in enumerate(counts):
        until = sum(counts[: ply + 1])
        yield _row(f"connect4.json/{name}/{ply}", "positions",
                   _counting(until, 30_000, 200_000_000), _connect4_spec(size),
                   _positions(ply, expected), "more positions than memory holds", until)


def _counting(work: int, textbook: int, native: int) -> Cost:
    return "textbook" if work <= textbook else "native" if work <= native else "beyond"


def _last_move(expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        value = tools.value(game, game.initial())
        assert (game.cells if value.kind == "draw" else value.distance) == expected

    return check


def _score(expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        start = game.initial()
        assert stones_left_score(game, start, tools.value(game, start)) == expected

    return check


def _opening_score(column: int, expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        after = game.parse(str(column))
        assert -stones_left_score(game, after, -tools.value(game, after)) == expected

    return check


def _after_moves(moves: str, expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert tools.payoff(game, game.parse(moves)) == expected

    return check


def _positions(plies: int | None, expected: int,
               symmetric: bool = False) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert tools.positions(game, plies, symmetric) == expected

    return check


def _games(expected: int, payoff: int | None = None) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        ended = tools.games(game)
        assert (sum(ended.values()) if payoff is None else ended[payoff]) == expected

    return check


def _leaves(plies: int, expected: int, ended: bool = False) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert tools.leaves(game, plies, ended) == expected

    return check


# --- the others ---

def _domineering() -> Iterator[Row]:
    facts = data("domineering.json")
    for height, line in enumerate(facts["table"], 1):
        for width, winner in enumerate(line, 1):
            if winner != "?":
                cost: Cost = "textbook" if width * height <= 25 else "native"
                yield _row(f"domineering.json/table/{height - 1}/{width - 1}", "payoff", cost,
                           f"domineering:width={width},height={height}", _domino_winner(winner))
    for size, winner in facts["extra"].items():
        height, width = size.split("x")
        yield _row(f"domineering.json/extra/{size}", "payoff", "native",
                   f"domineering:width={width},height={height}", _domino_winner(winner))
    for winner, sizes in facts["vertical_starts_new_2016"].items():
        for i, size in enumerate(sizes):
            height, width = size.split("x")
            yield _row(f"domineering.json/vertical_starts_new_2016/{winner}/{i}", "payoff",
                       "native", f"domineering:width={width},height={height}",
                       _has_payoff(1 if winner == "V" else -1))


def _domino_winner(winner: str) -> Callable[[Tools, Any], None]:
    """V or H: vertical or horizontal, whoever starts. 1 or 2: who starts, or the other."""

    def check(tools: Tools, game: Any) -> None:
        size = f"domineering:width={game.width},height={game.height}"
        vertical, horizontal = (load(f"{size},first={who}") for who in ("vertical", "horizontal"))
        wins = tuple(tools.payoff(g, g.initial()) == 1 for g in (vertical, horizontal))
        assert wins == {"V": (True, False), "H": (False, True), "1": (True, True),
                        "2": (False, False)}[winner]

    return check


def _dots() -> Iterator[Row]:
    textbook = {"1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3"}
    for size, expected in data("dots_and_boxes.json")["values"].items():
        height, width = size.split("x")
        yield _row(f"dots_and_boxes.json/values/{size}", "payoff",
                   "textbook" if size in textbook else "native",
                   f"dots:width={width},height={height}", _has_payoff(expected))


def _hex() -> Iterator[Row]:
    facts = data("hex.json")
    for size, openings in facts["maps"].items():
        side = int(size.partition("x")[0])
        yield _row(f"hex.json/maps/{size}", "payoff", "textbook" if side <= 3 else "native",
                   f"hex:size={side}", _winning_openings(openings))
    for side, expected in facts["counts"].items():
        yield _row(f"hex.json/counts/{side}", "payoff",
                   "textbook" if int(side) <= 3 else "native", f"hex:size={side}",
                   _number_of_winning_openings(expected))
    yield Row("hex.json/first_player_wins", "payoff", "textbook", _first_player_wins_hex)


def _openings(tools: Tools, game: Any) -> list[bool]:
    start = game.initial()
    return [tools.payoff(game, game.play(start, m)) == 1 for m in sorted(game.moves(start))]


def _winning_openings(expected: str) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        cells = "".join("W" if wins else "." for wins in _openings(tools, game))
        assert cells == expected.replace("/", "")

    return check


def _number_of_winning_openings(expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert sum(_openings(tools, game)) == expected

    return check


def _first_player_wins_hex(tools: Tools) -> None:
    for side in (1, 2, 3):
        game = load(f"hex:size={side}")
        assert tools.payoff(game, game.initial()) == 1


def _hexapawn() -> Iterator[Row]:
    textbook = {"3x1", "3x3", "3x5", "4x1", "4x3", "5x1", "5x3", "6x2"}
    for size, expected in data("hexapawn.json")["values"].items():
        height, width = size.split("x")
        yield _row(f"hexapawn.json/values/{size}", "value",
                   "textbook" if size in textbook else "native",
                   f"hexapawn:width={width},height={height}", _signed_distance(expected))


def _signed_distance(expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        value = tools.value(game, game.initial())
        assert value.distance is not None
        assert (value.distance if value.kind == "win" else -value.distance) == expected

    return check


def _kalah() -> Iterator[Row]:
    facts = data("kalah.json")
    for table in ("empty_capture", "no_empty_capture"):
        for pits, line in facts[table].items():
            for seeds, expected in line.items():
                cost, reason = _kalah_cost(int(pits), int(seeds))
                yield _row(f"kalah.json/{table}/{pits}/{seeds}", "payoff", cost,
                           _kalah_spec(pits, seeds, table == "empty_capture"),
                           _has_payoff(expected), reason)
    for pits, line in facts["wdl_irving2000"].items():
        for seeds, result in enumerate(line, 1):
            if result != "-":
                cost, reason = _kalah_cost(int(pits), seeds)
                yield _row(f"kalah.json/wdl_irving2000/{pits}/{seeds - 1}", "payoff", cost,
                           _kalah_spec(pits, seeds, empty_capture=True),
                           _has_sign("LDW".index(result) - 1), reason)


def _kalah_cost(pits: int, seeds: int) -> tuple[Cost, str]:
    if pits == 6 and seeds >= 5:
        return "beyond", "published, but not recomputed by those who gathered the data"
    return ("native" if pits == 6 and seeds >= 3 else "textbook"), ""


def _kalah_spec(pits: object, seeds: object, empty_capture: bool) -> str:
    return f"kalah:pits={pits},seeds={seeds},empty_capture={str(empty_capture).lower()}"


def _has_sign(expected: int) -> Callable[[Tools, Any], None]:
    def check(tools: Tools, game: Any) -> None:
        assert _sign(tools.payoff(game, game.initial())) == expected

    return check


def _mnk() -> Iterator[Row]:
    textbook = {"3,3,3", "3,4,3", "4,4,3"}
    for name, expected in data("mnk.json")["values"].items():
        width, height, k = name.removesuffix("_free").split(",")
        yield _row(f"mnk.json/values/{name}", "payoff",
                   "textbook" if name in textbook else "native",
                   f"tictactoe:width={width},height={height},k={k}", _has_payoff(expected))


def _othello() -> Iterator[Row]:
    facts = data("othello.json")
    for name, spec, cost, reason in (
        ("4x4", "othello:size=4", "textbook", ""),
        ("6x6_diagonal_start", "othello:size=6", "beyond", "it took 4·10^10 positions"),
        ("6x6_parallel_start", "othello:size=6,start=parallel", "beyond",
         "it took 4·10^10 positions"),
        ("8x8", "othello", "beyond", "it took 10^18 positions"),
    ):
        yield _row(f"othello.json/values/{name}", "payoff", cost, spec,  # type: ignore[arg-type]
                   _has_payoff(facts["values"][name]), reason)
    for number in facts["ffo_best"]:
        yield Row(f"othello.json/ffo_best/{number}", "payoff", "beyond", None,
                  "the position is not among the data")


def _perft() -> Iterator[Row]:
    facts = data("perft.json")
    for name, numbers, spec, first, textbook, ended in (
        ("othello8x8/n", facts["othello8x8"]["n"], "othello", 1, 7, True),
        ("othello4x4_recomputed", facts["othello4x4_recomputed"], "othello:size=4", 1, 99, True),
        ("english_checkers/n", facts["english_checkers"]["n"], "checkers", 1, 7, False),
        ("tictactoe/nodes_per_ply", facts["tictactoe"]["nodes_per_ply"], "tictactoe", 0, 99, False),
        ("breakthrough 8x8/n", facts["breakthrough 8x8"]["n"], "breakthrough", 0, 4, False),
    ):
        for i, expected in enumerate(numbers):
            depth = first + i
            cost: Cost = ("textbook" if depth <= textbook else
                          "native" if expected <= 10**10 else "beyond")
            yield _row(f"perft.json/{name}/{i}", "leaves", cost, spec,
                       _leaves(depth, expected, ended), "more than 10^10 leaves", expected)
    tictactoe = facts["tictactoe"]
    for name, kind, check in (
        ("games", "games", _games(tictactoe["games"])),
        ("x_wins", "games", _games(tictactoe["x_wins"], 1)),
        ("o_wins", "games", _games(tictactoe["o_wins"], -1)),
        ("draws", "games", _games(tictactoe["draws"], 0)),
        ("positions", "positions", _positions(None, tictactoe["positions"])),
        ("positions_up_to_symmetry", "positions",
         _positions(None, tictactoe["positions_up_to_symmetry"], symmetric=True)),
    ):
        yield _row(f"perft.json/tictactoe/{name}", kind,  # type: ignore[arg-type]
                   "textbook", "tictactoe", check)


# --- what the files hold ---

# Words about the facts, and figures about other programs: nothing to check.
NOTES = (
    "*.json/convention", "*.json/source", "othello.json/source/*",
    "connect4.json/*_source", "connect4.json/perft_note", "connect4.json/A212693",
    "connect4.json/opening_scores_7x6/convention", "connect4.json/opening_scores_7x6/source",
    "connect4.json/pons_sets/*", "connect4.json/fhourstones/inputs/*",
    "connect4.json/fhourstones/positions/*", "connect4.json/fhourstones/work_log2/*",
    "connect4.json/fhourstones/tt_entries", "connect4.json/fhourstones/kpos_s/*",
    "connect4.json/fhourstones/source",
    "connect4_pons_benchmark.json/*",
    "hex.json/solved_all_openings_up_to",
    "perft.json/*/convention", "perft.json/*/source",
)
LETTERS = ("domineering.json/table/", "kalah.json/wdl_irving2000/")  # a fact a letter
UNKNOWN = "?-"  # letters for what nobody knew


def facts() -> Iterator[str]:
    """The path of every leaf of every file; of some words, of every letter."""
    for file in sorted(FOLDER.glob("*.json")):
        yield from _leaf_paths(file.name, data(file.name))


def _leaf_paths(path: str, node: Any) -> Iterator[str]:
    if isinstance(node, str) and path.startswith(LETTERS):
        yield from (f"{path}/{i}" for i, letter in enumerate(node) if letter not in UNKNOWN)
    elif isinstance(node, dict | list):
        named = node.items() if isinstance(node, dict) else enumerate(node)
        for name, child in named:
            yield from _leaf_paths(f"{path}/{name}", child)
    else:
        yield path
