"""What is known of the other games."""

from collections.abc import Callable, Iterator
from typing import Any

from truths.files import data
from truths.rows import (
    Cost,
    Row,
    Tools,
    counts_games,
    counts_leaves,
    counts_positions,
    has_payoff,
    row,
    sign,
)
from zermelo import load


def rows() -> Iterator[Row]:
    """Every fact about them."""
    for facts in (_breakthrough, _domineering, _dots, _hex, _hexapawn, _kalah,
                  _mnk, _othello, _perft):
        yield from facts()


def _breakthrough() -> Iterator[Row]:
    textbook = {"4x2k1", "4x4k1", "5x2k2", "5x3k2", "6x2k2"}
    reasons = {"6x5k2": "the value is published as unverified, and the board is large"}
    for name, winner in data("breakthrough.json")["values"].items():
        size, _, pawns = name.partition("k")
        height, width = size.split("x")
        cost: Cost = "textbook" if name in textbook else "beyond" if name in reasons else "native"
        yield row(f"breakthrough.json/values/{name}", "payoff", cost,
                  f"breakthrough:width={width},height={height},rows={pawns}",
                  has_payoff(1 if winner.startswith("first") else -1), reasons.get(name, ""))


def _domineering() -> Iterator[Row]:
    facts = data("domineering.json")
    for height, line in enumerate(facts["table"], 1):
        for width, winner in enumerate(line, 1):
            if winner != "?":
                cost: Cost = "textbook" if width * height <= 25 else "native"
                yield row(f"domineering.json/table/{height - 1}/{width - 1}", "payoff", cost,
                          f"domineering:width={width},height={height}", _domino_winner(winner))
    for size, winner in facts["extra"].items():
        height, width = size.split("x")
        yield row(f"domineering.json/extra/{size}", "payoff", "native",
                  f"domineering:width={width},height={height}", _domino_winner(winner))
    for winner, sizes in facts["vertical_starts_new_2016"].items():
        for i, size in enumerate(sizes):
            height, width = size.split("x")
            yield row(f"domineering.json/vertical_starts_new_2016/{winner}/{i}", "payoff",
                      "native", f"domineering:width={width},height={height}",
                      has_payoff(1 if winner == "V" else -1))


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
        yield row(f"dots_and_boxes.json/values/{size}", "payoff",
                  "textbook" if size in textbook else "native",
                  f"dots:width={width},height={height}", has_payoff(expected))


def _hex() -> Iterator[Row]:
    facts = data("hex.json")
    for size, openings in facts["maps"].items():
        side = int(size.partition("x")[0])
        yield row(f"hex.json/maps/{size}", "payoff", "textbook" if side <= 3 else "native",
                  f"hex:size={side}", _winning_openings(openings))
    for side, expected in facts["counts"].items():
        yield row(f"hex.json/counts/{side}", "payoff",
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
        yield row(f"hexapawn.json/values/{size}", "value",
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
                yield row(f"kalah.json/{table}/{pits}/{seeds}", "payoff", cost,
                          _kalah_spec(pits, seeds, table == "empty_capture"),
                          has_payoff(expected), reason)
    for pits, line in facts["wdl_irving2000"].items():
        for seeds, result in enumerate(line, 1):
            if result != "-":
                cost, reason = _kalah_cost(int(pits), seeds)
                yield row(f"kalah.json/wdl_irving2000/{pits}/{seeds - 1}", "payoff", cost,
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
        assert sign(tools.payoff(game, game.initial())) == expected

    return check


def _mnk() -> Iterator[Row]:
    textbook = {"3,3,3", "3,4,3", "4,4,3"}
    for name, expected in data("mnk.json")["values"].items():
        width, height, k = name.removesuffix("_free").split(",")
        yield row(f"mnk.json/values/{name}", "payoff",
                  "textbook" if name in textbook else "native",
                  f"tictactoe:width={width},height={height},k={k}", has_payoff(expected))


def _othello() -> Iterator[Row]:
    facts = data("othello.json")
    for name, spec, cost, reason in (
        ("4x4", "othello:size=4", "textbook", ""),
        ("6x6_diagonal_start", "othello:size=6", "beyond",
         "two threads take four minutes and 4 GB, and found it so"),
        ("6x6_parallel_start", "othello:size=6,start=parallel", "beyond",
         "it took 4·10^10 positions"),
        ("8x8", "othello", "beyond", "it took 10^18 positions"),
    ):
        yield row(f"othello.json/values/{name}", "payoff", cost, spec,  # type: ignore[arg-type]
                  has_payoff(facts["values"][name]), reason)
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
            yield row(f"perft.json/{name}/{i}", "leaves", cost, spec,
                      counts_leaves(depth, expected, ended), "more than 10^10 leaves", expected)
    tictactoe = facts["tictactoe"]
    for name, kind, check in (
        ("games", "games", counts_games(tictactoe["games"])),
        ("x_wins", "games", counts_games(tictactoe["x_wins"], 1)),
        ("o_wins", "games", counts_games(tictactoe["o_wins"], -1)),
        ("draws", "games", counts_games(tictactoe["draws"], 0)),
        ("positions", "positions", counts_positions(None, tictactoe["positions"])),
        ("positions_up_to_symmetry", "positions",
         counts_positions(None, tictactoe["positions_up_to_symmetry"], symmetric=True)),
    ):
        yield row(f"perft.json/tictactoe/{name}", kind,  # type: ignore[arg-type]
                  "textbook", "tictactoe", check)
