"""What Python says, for the tests of the page's TypeScript to be held against.

`python tests/web/page_truth.py` writes it anew; `test_page_truth.py` looks whether it is still so.
"""

import json
import random
from dataclasses import dataclass, field
from pathlib import Path

from zermelo import load
from zermelo.grading import chance, grade
from zermelo.play.hints import first_hint, second_hint, third_hint
from zermelo.play.played import Ending, Entry
from zermelo.play.record import Record
from zermelo.tree import compare
from zermelo.tree.layout import Size, lay_out
from zermelo.tree.writers.json import trees_json
from zermelo.values import DRAW, Bound, Value, estimate, loss, win

FILE = Path(__file__).parents[2] / "frontend/tests/truth.json"
SEED = 1913
GAME = "nim:heaps=1+2"
GAP, LEVEL_GAP = 5.0, 20.0


@dataclass
class Shape:
    size: Size
    children: list["Shape"] = field(default_factory=list)

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()


def random_shape(dice, depth):
    size = Size(dice.randrange(10, 80), dice.randrange(10, 60))
    count = dice.randrange(4) if depth else 0
    return Shape(size, [random_shape(dice, depth - 1) for _ in range(count)])


def layouts(dice):
    found = []
    while len(found) < 12:
        shape = random_shape(dice, 4)
        nodes = list(shape.walk())
        if not 3 <= len(nodes) <= 40:
            continue
        number = {id(node): i for i, node in enumerate(nodes)}
        layout = lay_out(shape, [node.size for node in nodes], GAP, LEVEL_GAP)
        found.append({
            "sizes": [[node.size.width, node.size.height] for node in nodes],
            "below": [[number[id(child)] for child in node.children] for node in nodes],
            "x": [round(place.x, 6) for place in layout.places],
            "y": [place.y for place in layout.places],
            "width": round(layout.width, 6), "height": layout.height})
    return found


def random_value(dice, points, guesses):
    by = dice.randrange(1, 9) if points else 1
    if guesses and dice.random() < 0.7:
        return estimate(dice.choice([0.0, round(dice.uniform(-2, 2), 3)]))
    value = dice.choice([win(dice.choice([None, 1, 3, 9]), by), DRAW,
                         loss(dice.choice([None, 2, 8]), -by)])
    return value.with_bound(Bound.LOWER) if dice.random() < 0.1 else value


def grades(dice):
    found = []
    for _ in range(240):
        points, guesses = dice.random() < 0.5, dice.random() < 0.5
        values = [random_value(dice, points, guesses) for _ in range(dice.randrange(1, 6))]
        values.sort(reverse=True)
        played, scale = dice.choice(values), dice.choice([0.5, 1.0, 7.0])
        found.append({
            "moves": [written(v) for v in values], "played": written(played), "scale": scale,
            "chance": round(chance(played, scale), 9),
            "word": grade(values[0], values[-1], played, scale), "hints": hints(dice, values)})
    return found


def hints(dice, values):
    """Moves are called by their place among the best."""
    legal = [str(i) for i in range(len(values))]
    dice.shuffle(legal)
    start, line = dice.choice(["", "", "e2"]), ["0", *"abcdefghi"[:dice.randrange(10)]]
    moves = [(str(i), value) for i, value in enumerate(values)]
    told = [first_hint(values), second_hint(moves, legal, start), third_hint(values[0], line)]
    return {"legal": legal, "start": start, "line": line, "told": told}


def written(value: Value):
    return [value.kind, value.score, value.distance, value.bound.value]


def recorded():
    """Searches of a tree of one's own and of a game, as the lab gets them."""
    own = [[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]
    position = load(GAME).position()
    algorithms = ["minimax", "alphabeta", "table"]
    return [trees_json(compare(own, algorithms=[*algorithms, "negamax"]).trees),
            trees_json(compare(position, algorithms=algorithms, depth=6).trees)]


def record():
    """A game that was played, and what is to be read in it."""
    moves, here = [], load(GAME).position()
    for text in ("b1", "a1", "b1"):
        moves.append(Entry(here.to_move, text, 0.25))
        here = here.play(text)
    record = Record(GAME, ("human", "level:3"), entries=tuple(moves), start="1+2:first",
                    ending=Ending(here.result.payoff, here.result.reason))
    return {"text": record.to_text(), "game": GAME, "start": "1+2:first",
            "moves": [entry.move for entry in moves], "players": ["human", "level:3"]}


def truth():
    dice = random.Random(SEED)
    return {"layouts": layouts(dice), "grades": grades(dice), "recorded": recorded(),
            "record": record(), "gaps": [GAP, LEVEL_GAP]}


if __name__ == "__main__":
    FILE.write_text(json.dumps(truth(), ensure_ascii=False, separators=(",", ":")) + "\n",
                    encoding="utf-8")
