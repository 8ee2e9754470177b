"""Boards that need more than their picture: columns, dominoes, lines, cards, and dark squares."""

from __future__ import annotations

from zermelo.position import Position
from zermelo.web.scenes.grids import board, read_grid, stone
from zermelo.web.scenes.scene import MARGIN, SQUARE, Scene, Shape, disc, line, polygon, rect, words

_HAND = 124  # the height of a hand
KINDS = {"R": "rock", "P": "paper", "S": "scissors"}


def connect_four(here: Position) -> Scene:
    """A wall of holes; a click anywhere in a column drops a stone."""
    rows = here.text.partition(":")[0].split("/")
    columns, high = len(rows[0]), len(rows)
    scene = Scene(columns * SQUARE, high * SQUARE + MARGIN, turn="mirror")
    scene.draw(rect(0, 0, columns * SQUARE, high * SQUARE, "wall", 20))
    legal = here.move_texts
    for x in range(columns):
        name, middle = str(x + 1), (x + 0.5) * SQUARE
        column = [row[x] for row in rows]
        for y, cell in enumerate(column):
            centre = (y + 0.5) * SQUARE
            scene.draw(disc(middle, centre, 40, "hole"))
            if cell != ".":
                scene.draw(*stone(middle, centre, "xo".index(cell), 40))
        free = column.count(".")
        filled = " ".join(reversed(column[free:])) or "empty"
        scene.spot(name, f"column {name}, from below: {filled}",
                   rect(x * SQUARE + 2, 2, SQUARE - 4, high * SQUARE - 4, "", 16))
        scene.draw(words(middle, high * SQUARE + MARGIN / 2, name, 30))
        if name in legal:
            centre = (free - 0.5) * SQUARE
            scene.move(name, [name], (middle, centre), stone(middle, centre, here.to_move, 40))
    return scene


def domineering(here: Position) -> Scene:
    """A click on the upper, or left, half lays the domino."""
    grid = read_grid(str(here))
    assert grid is not None
    scene = board(grid)
    for name, cell in grid.squares.items():
        if cell == "#":
            x, y = grid.corner(name)
            scene.draw(rect(x + 4, y + 4, SQUARE - 8, SQUARE - 8, "covered", 8))
    upright = here.game.players[here.to_move] == "vertical"
    for text in here.move_texts:
        x, y = grid.corner(text)
        wide, high = (SQUARE, 2 * SQUARE) if upright else (2 * SQUARE, SQUARE)
        domino = rect(x + 8, y + 8, wide - 16, high - 16, f"stone p{here.to_move}", 14)
        scene.move(text, [text], grid.centre(text), [domino])
    return scene


def checkers(here: Position) -> Scene:
    """Pieces on the dark squares 1 to 32, black at the top."""
    scene = Scene(8 * SQUARE, 8 * SQUARE)
    pieces = _checkers_pieces(here.text)
    scene.draw(rect(0, 0, 8 * SQUARE, 8 * SQUARE, "board", 12))
    for row in range(8):
        for column in range(8):
            dark = (row + column) % 2 == 1
            scene.draw(rect(column * SQUARE + 1, row * SQUARE + 1, SQUARE - 2, SQUARE - 2,
                            "cell dark" if dark else "cell", 6))
    for number in range(1, 33):
        x, y = _dark_square(number)
        name, what = str(number), pieces.get(number)
        scene.draw(words(x - 36, y - 36, name, 18))
        if what:
            whose, king = what
            scene.draw(*stone(x, y, whose))
            if king:
                crown = [x - 18, y + 12, x - 20, y - 12, x - 8, y, x, y - 16, x + 8, y, x + 20,
                         y - 12, x + 18, y + 12]
                scene.draw(polygon(crown, f"crown p{whose}"))
        label = f"square {name}, " + (
            f"{here.game.players[what[0]]} {'king' if what[1] else 'man'}" if what else "empty")
        scene.spot(name, label, rect(x - 48, y - 48, 96, 96, "", 6))
    for text in here.move_texts:
        path = text.replace("x", "-").split("-")
        scene.move(text, path, _dark_square(int(path[-1])))
    return scene


def _dark_square(number: int) -> tuple[float, float]:
    row, place = divmod(number - 1, 4)
    return (2 * place + (row % 2 == 0) + 0.5) * SQUARE, (row + 0.5) * SQUARE


def _checkers_pieces(text: str) -> dict[int, tuple[int, bool]]:
    """Whose piece stands on a numbered square, and whether it is a king."""
    found = {}
    for side in text.split(":")[1:3]:
        for item in filter(None, side[1:].split(",")):
            found[int(item.removeprefix("K"))] = (int(side[0] == "W"), item.startswith("K"))
    return found


def dots_and_boxes(here: Position) -> Scene:
    """Lines between dots; each line is a spot."""
    rows, boxes, _ = here.text.split(":")
    lines = rows.split("/")
    wide, high = len(lines[0]), len(lines) // 2
    step, edge = 140, 70
    scene = Scene(wide * step + 2 * edge, high * step + 2 * edge + MARGIN)
    for y in range(high):
        for x in range(wide):
            sides = (lines[2 * y][x], lines[2 * y + 2][x], lines[2 * y + 1][x],
                     lines[2 * y + 1][x + 1])
            if "." not in sides:
                scene.draw(rect(edge + x * step + 10, edge + y * step + 10, step - 20, step - 20,
                                "closed", 10))
    legal = set(here.move_texts)
    for y, row in enumerate(lines):
        for x, drawn in enumerate(row):
            _dots_line(scene, here, legal, x, y, drawn != ".", step, edge)
    for y in range(high + 1):
        for x in range(wide + 1):
            scene.draw(disc(edge + x * step, edge + y * step, 11, "dot"))
    for x in range(wide + 1):
        scene.draw(words(edge + x * step, 26, chr(97 + x), 28))
    for y in range(high + 1):
        scene.draw(words(26, edge + y * step, str(y + 1), 28))
    first, second = boxes.split("-")
    names = here.game.players
    scene.draw(words(scene.width / 2, scene.height - 40,
                     f"boxes   {names[0]} {first}   {names[1]} {second}", 34, "mark"))
    return scene


def _dots_line(scene: Scene, here: Position, legal: set[str], x: int, y: int,
               drawn: bool, step: float, edge: float) -> None:
    lying = y % 2 == 0
    x1, y1 = edge + x * step, edge + y // 2 * step
    x2, y2 = (x1 + step, y1) if lying else (x1, y1 + step)
    start = f"{chr(97 + x)}{y // 2 + 1}"
    end = f"{chr(97 + x + 1)}{y // 2 + 1}" if lying else f"{chr(97 + x)}{y // 2 + 2}"
    name = f"{start}-{end}"
    scene.draw(line(x1, y1, x2, y2, "drawn" if drawn else "faint"))
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    wide, high = (step - 36, 64) if lying else (64, step - 36)
    scene.spot(name, f"{name}, {'drawn' if drawn else 'free'}",
               rect(middle[0] - wide / 2, middle[1] - high / 2, wide, high, "", 20))
    if name in legal:
        scene.move(name, [name], middle, [line(x1, y1, x2, y2, f"thick p{here.to_move}")])


def cards(here: Position) -> Scene:
    """The board between both hands, as on a table: click a card, then a cell."""
    rows, *hands, _, _ = here.text.split(":")
    grid = read_grid(str(here))
    assert grid is not None
    scene = board(grid)
    scene.turn = "none"
    wide = max(570.0, scene.width)
    left, top = (wide - scene.width - MARGIN / 2) / 2, float(_HAND)
    scene.shift(left, top)
    scene.width, scene.height = wide, scene.height + 2 * _HAND + 20

    def centre(name: str) -> tuple[float, float]:
        x, y = grid.centre(name)
        return x + left, y + top

    for i, row in enumerate(rows.split("/")):
        for j, cell in enumerate(row):
            if cell != ".":
                scene.draw(*card(cell.upper(), int(cell.islower()),
                                 *centre(f"{chr(97 + j)}{i + 1}"), 84))
    for whose, hand in enumerate(hands):
        y = scene.height - _HAND / 2 - 4 if whose == 0 else _HAND / 2 - 8
        _hand(scene, here, whose, hand.upper(), y)
    for text in here.move_texts:
        x, y = centre(text[1:])
        scene.move(text, [text[0], text[1:]], (x, y), card(text[0], here.to_move, x, y, 84))
    return scene


def _hand(scene: Scene, here: Position, whose: int, hand: str, y: float) -> None:
    """A row of cards, those of a kind on top of each other."""
    to_move = here.result is None and here.to_move == whose
    scene.draw(words(62, y, here.game.players[whose], 28, "mark" if to_move else "label"))
    for i, kind in enumerate(KINDS):
        x, count = 175 + 145 * i, hand.count(kind)
        if not count:
            scene.draw(rect(x - 42, y - 42, 84, 84, "gone", 10))
        for j in reversed(range(min(count, 3))):
            whole = card(kind, whose, x + 7 * j, y - 4 * j, 84)
            scene.draw(*whole[: 1 if j else None])
        scene.draw(words(x + 76, y, f"×{count}", 28, "mark" if count else "label"))
        if to_move and count:
            scene.spot(kind, f"{KINDS[kind]}, {count} in hand",
                       rect(x - 48, y - 54, 108, 104, "", 12))


def card(kind: str, whose: int, x: float, y: float, size: float) -> list[Shape]:
    """A card: rock is round, paper is square with lines, scissors cross; its letter in a corner."""
    half = size / 2
    shapes = [rect(x - half, y - half, size, size, f"card p{whose}", 10)]
    if kind == "R":
        rock = [x - 22, y + 12, x - 24, y - 6, x - 8, y - 22, x + 14, y - 18, x + 25, y + 2,
                x + 16, y + 20, x - 8, y + 22]
        shapes.append(polygon(rock, f"icon p{whose}"))
    elif kind == "P":
        shapes.append(rect(x - 17, y - 22, 34, 44, f"icon p{whose}", 3))
        shapes += [line(x - 9, y + dy, x + 9, y + dy, f"ruled p{whose}") for dy in (-10, 0, 10)]
    else:
        shapes.append({"s": "path", "c": f"stroke thin p{whose}",
                       "p": [[x - 18, y - 22, x + 12, y + 12], [x + 18, y - 22, x - 12, y + 12]]})
        shapes += [disc(x - 15, y + 18, 8, f"ring thin p{whose}"),
                   disc(x + 15, y + 18, 8, f"ring thin p{whose}")]
    shapes.append(words(x - half + 13, y - half + 15, kind, 20, f"on p{whose}"))
    return shapes


__all__ = ["cards", "checkers", "connect_four", "domineering", "dots_and_boxes"]
