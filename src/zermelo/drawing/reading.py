"""A scene for games that only show themselves in text: the board is found in the letters.

Most boards are a grid: a character a cell with spaces between, letters or numbers above or below,
numbers at the side, perhaps some lines of text under it. Where every row stands a little further
to the right than the one above, the cells are hexagons.

      a b c        1 2 3       8 b . b         1 . . R
    1 x . o        . . x       7 . . .          2 . B .
    2 . x .        o x o         a b c           3 R . .
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise

from zermelo.drawing.board import NOBODY, Board, Kind, Label, Piece, Place
from zermelo.drawing.boards import BESIDE
from zermelo.drawing.scene import COLOURS, PLAYERS, Scene

_NO_BOARD = re.compile(r"[^\S ]")  # tabs and the like
EMPTY = ".·_"
SHUT = "#-"
_FIGURES = {"♔♚": "king", "♕♛": "queen", "♖♜": "rook", "♗♝": "bishop", "♘♞": "knight",
            "♙♟": "pawn"}
_CUSTOM = ("xX1>♔♕♖♗♘♙", "oO2^♚♛♜♝♞♟")  # whose these are, where the players' names say nothing
_JOINTS = re.compile(r"[-x:>]|→")


@dataclass(frozen=True)
class Grid:
    """A board read from text. Cells that are not in `cells` are no squares of the game."""

    width: int
    height: int
    cells: dict[tuple[int, int], str]  # (column, row): what stands there
    columns: tuple[str, ...] = ()  # labels
    rows: tuple[str, ...] = ()
    slanted: bool = False  # each row half a cell further to the right
    above: bool = True  # whether the columns' labels are
    below: tuple[str, ...] = ()  # lines of text under the board


def read_scene(text: str, players: tuple[str, str] = PLAYERS,
               colours: tuple[str, str] = COLOURS) -> Scene:
    """What a game shows in text, as a scene: a grid if there is one, else just the lines.

    >>> read_scene("  a b\\n1 x .\\n2 . o").pieces
    (Piece(place=0, owner=0, kind=1, count=1), Piece(place=3, owner=1, kind=0, count=1))
    >>> read_scene("no board").words
    ('no board',)
    """
    found = read_grid(text)
    if found is None:
        return Scene(Board(), words=tuple(text.split("\n")), players=players, colours=colours)
    signs = sorted({sign for sign in found.cells.values() if sign not in EMPTY})
    kinds = tuple(_kind(sign, owner(players, sign)) for sign in signs)
    places: list[Place] = []
    pieces: list[Piece] = []
    for (x, y), sign in sorted(found.cells.items(), key=lambda item: item[0][::-1]):
        if sign not in EMPTY:
            pieces.append(Piece(len(places), owner(players, sign), signs.index(sign)))
        places.append(_place(found, x, y))
    board = Board(tuple(places), kinds or (Kind(),), labels=_labels(found))
    return Scene(board, tuple(pieces), found.below, players=players, colours=colours)


def _kind(sign: str, owner: int) -> Kind:
    if sign in SHUT:
        return Kind("block", sign)
    name = next((name for signs, name in _FIGURES.items() if sign in signs), sign)
    figure = "mark" if sign == _CUSTOM[owner][0] and owner != NOBODY else name
    return Kind(figure, 2 * sign, name)


def _place(found: Grid, x: int, y: int) -> Place:
    named = found.columns and found.rows
    name = f"{found.columns[x]}{found.rows[y]}" if named else ""
    if found.slanted:
        return Place(name, "hexagon", x + y / 2, y * math.sqrt(3) / 2)
    return Place(name, "cell", x, y)


def _labels(found: Grid) -> tuple[Label, ...]:
    down = math.sqrt(3) / 2 if found.slanted else 1.0
    beyond = -BESIDE if found.above else (found.height - 1) * down + BESIDE
    labels = [Label(x, beyond, text) for x, text in enumerate(found.columns)]
    labels += [Label((y / 2 if found.slanted else 0) - BESIDE, y * down, text)
               for y, text in enumerate(found.rows)]
    return tuple(labels)


def owner(players: tuple[str, str], sign: str) -> int:
    """Whose piece a sign is: by the players' initials, by x and o, 1 and 2, else by capital and
    small letters.

    >>> owner(("white", "black"), "B"), owner(("first", "second"), "S"), owner(("x", "o"), "o")
    (1, 0, 1)
    """
    if sign in SHUT:
        return NOBODY
    names = [name[:1].lower() for name in players]
    if players != PLAYERS and names[0] != names[1] and sign.lower() in names:
        return names.index(sign.lower())
    for player, signs in enumerate(_CUSTOM):
        if sign in signs:
            return player
    return int(sign.islower()) if sign.isalpha() else NOBODY


def named_places(board: Board, text: str) -> tuple[int, ...]:
    """The places that a move's text names, if it is nothing but names: `b2`, `a1-a2`, `b2xc3`.

    >>> from zermelo.drawing import grid
    >>> named_places(grid(3, 3), "a1-b2"), named_places(grid(3, 3), "pass")
    ((0, 4), ())
    """
    number = board.number
    if text in number:
        return (number[text],)
    names = _JOINTS.split(text)
    if len(names) == 1:  # nothing between them: a1b2
        names = re.findall(r"[a-z]\d+", text) if re.fullmatch(r"([a-z]\d+)+", text) else names
    return tuple(number[name] for name in names) if all(name in number for name in names) else ()


Token = tuple[int, str]  # offset and text


def read_grid(text: str) -> Grid | None:
    """The grid that `text` draws, or None if it draws none.

    >>> grid = read_grid("  a b c\\n1 x . o\\n2 . x .")
    >>> grid.width, grid.height, grid.cells[2, 0], grid.rows
    (3, 2, 'o', ('1', '2'))
    """
    lines = text.split("\n")
    if _NO_BOARD.search(text.replace("\n", "")):
        return None
    tokens = [[(m.start(), m[0]) for m in re.finditer(r"\S+", line)] for line in lines]
    for number, line in enumerate(tokens):
        if _are_labels(line):
            return _labelled(lines, tokens, number)
    return _bare(tokens)


def _are_labels(line: list[Token]) -> bool:
    """Whether a line is `a b c …` or `1 2 3 …`, evenly spaced."""
    if len(line) < 2:
        return False
    words = [word for _, word in line]
    expected = ([chr(ord("a") + i) for i in range(len(words))],
                [str(i + 1) for i in range(len(words))])
    return words in expected and _evenly(line, 2)


def _evenly(line: list[Token], pitch: int) -> bool:
    return all(b - a == pitch for (a, _), (b, _) in pairwise(line))


def _labelled(lines: list[str], tokens: list[list[Token]], at: int) -> Grid | None:
    """The rows above or below a line of labels; what stands left of the first column is a label."""
    offsets = [offset for offset, _ in tokens[at]]
    below = _rows(tokens[at + 1:], offsets)
    above = _rows(tokens[:at], offsets)
    if below and not above:
        rows, rest = below, lines[at + 1 + len(below):]
    elif above and len(above) == at:
        rows, rest = above, lines[at + 1:]
    else:
        return None
    cells = {(x, y): cell for y, (_, row, _) in enumerate(rows) for x, cell in enumerate(row)}
    if len(rows) < 2 and not set(cells.values()) & set(EMPTY):
        return None  # two lines of numbers, or the like
    names = tuple(name for name, _, _ in rows)
    return Grid(len(offsets), len(rows), cells, tuple(word for _, word in tokens[at]),
                names if all(names) else (), any(shift for _, _, shift in rows), bool(below),
                tuple(line.rstrip() for line in rest if line.strip()))


def _rows(tokens: list[list[Token]], offsets: list[int]) -> list[tuple[str, list[str], int]]:
    """The rows under these columns, as label, cells and shift, as far as they go."""
    rows: list[tuple[str, list[str], int]] = []
    step = 0
    for y, line in enumerate(tokens):
        cells = line[len(line) - len(offsets):] if len(line) >= len(offsets) else []
        labels = line[: len(line) - len(cells)]
        shift = cells[0][0] - offsets[0] if cells else 0
        if y == 1:
            step = shift
        fits = (cells and len(labels) <= 1 and all(len(word) == 1 for _, word in cells)
                and _evenly(cells, 2) and step in (0, 1) and shift == step * y)
        if not fits:
            break
        rows.append((labels[0][1] if labels else "", [word for _, word in cells], shift))
    return rows


def _bare(tokens: list[list[Token]]) -> Grid | None:
    """A grid without labels above; numbers at both ends of a line are none.

     1    b   b   b   b   4
     5  b   b   b   b     8
    """
    rows = [_without_numbers(line) for line in tokens]
    offsets = [offset for line in rows for offset, _ in line]
    signs = [word for line in rows for _, word in line]
    if len(rows) < 2 or not all(rows) or any(len(w) != 1 or w.isdecimal() for w in signs):
        return None
    left, right = min(offsets), max(offsets)
    if right == left or any((offset - left) % 2 for offset in offsets):
        return None
    width = (right - left) // 2 + 1
    cells = {((offset - left) // 2, y): word
             for y, line in enumerate(rows) for offset, word in line}
    squares = {(x, y) for x in range(width) for y in range(len(rows))}
    chequered = [{(x, y) for x, y in squares if (x + y) % 2 == odd} for odd in (0, 1)]
    return Grid(width, len(rows), cells) if set(cells) in [squares, *chequered] else None


def _without_numbers(line: list[Token]) -> list[Token]:
    if len(line) > 2 and line[0][1].isdecimal() and line[-1][1].isdecimal():
        return line[1:-1]
    return line
