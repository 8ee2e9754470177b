"""What is known of Connect Four."""

from collections.abc import Callable, Iterator
from typing import Any

from truths.files import data
from truths.rows import (
    Cost,
    Row,
    Tools,
    counting,
    counts_games,
    counts_leaves,
    counts_positions,
    has_payoff,
    row,
)
from zermelo.games.connect4 import stones_left_score


def rows() -> Iterator[Row]:
    facts = data("connect4.json")
    for table in ("outcome", "last_move", "score_recomputed"):
        for size, expected in facts[table].items():
            yield _connect4_value(table, size, expected)
    for size, expected in facts["legal_positions"].items():
        yield row(f"connect4.json/legal_positions/{size}", "positions",
                  counting(expected, 20_000, 200_000_000), _connect4_spec(size),
                  counts_positions(None, expected), "more positions than memory holds", expected)
    yield from _connect4_plies("positions_per_ply_7x6", "7x6", facts["positions_per_ply_7x6"])
    for size, counts in facts["positions_per_ply_small_recomputed"].items():
        yield from _connect4_plies(f"positions_per_ply_small_recomputed/{size}", size, counts)
    for size, expected in facts["games_count_A342329"].items():
        positions = facts["legal_positions"].get(size) or sum(
            facts["positions_per_ply_small_recomputed"][size])
        yield row(f"connect4.json/games_count_A342329/{size}", "games",
                  counting(positions, 20_000, 200_000_000), _connect4_spec(size),
                  counts_games(expected), "more positions than memory holds", positions)
    for depth, expected in enumerate(facts["perft_7x6_nonterminal_paths"]):
        yield row(f"connect4.json/perft_7x6_nonterminal_paths/{depth}", "leaves",
                  "textbook" if depth <= 7 else "native", "connect4",
                  counts_leaves(depth, expected), "", expected)
    for column, expected in enumerate(facts["opening_scores_7x6"]["columns_1_to_7"], 1):
        yield row(f"connect4.json/opening_scores_7x6/columns_1_to_7/{column - 1}", "value",
                  "native", "connect4", _opening_score(column, expected))
    hours = facts["fhourstones"]
    for i, (moves, result) in enumerate(zip(hours["inputs"], hours["result"], strict=True)):
        yield row(f"connect4.json/fhourstones/result/{i}", "payoff", "native", "connect4",
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
    checks = {"outcome": has_payoff, "last_move": _last_move, "score_recomputed": _score}
    return row(f"connect4.json/{table}/{size}", "payoff" if table == "outcome" else "value", cost,
               _connect4_spec(size), checks[table](expected),
               "the game has more positions than on 7 × 6" if cost == "beyond" else "", positions)


def _connect4_plies(name: str, size: str, counts: list[int]) -> Iterator[Row]:
    for ply, expected in enumerate(counts):
        until = sum(counts[: ply + 1])
        yield row(f"connect4.json/{name}/{ply}", "positions",
                  counting(until, 30_000, 200_000_000), _connect4_spec(size),
                  counts_positions(ply, expected), "more positions than memory holds", until)


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
