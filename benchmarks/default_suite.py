"""Make the suite that comes with Zermelo: python benchmarks/default_suite.py

It is kept in the package; `zermelo suite check` finds out whether it is still right.
"""

from collections import Counter
from pathlib import Path

import zermelo.analysis
from zermelo import load
from zermelo.analysis import suites

PLAN = {
    "rps": 300,
    "rps:score=margin": 60,
    "connect4": 40,
    "othello:size=4": 20,
    "kalah:pits=4,seeds=3": 20,
    "tictactoe": 10,
}


def main() -> None:
    """Make it, and say what is in it."""
    exercises = []
    for spec, count in PLAN.items():
        made = suites.make(load(spec), count, seed=1)
        exercises += made
        print(spec, dict(Counter(e.phase for e in made)),
              dict(sorted(Counter(e.difficulty for e in made).items())), flush=True)
    about = "Problems of several games with exact values; benchmarks/default_suite.py makes them"
    file = Path(zermelo.analysis.__file__).with_name("default_suite.jsonl")
    file.write_text("\n".join(suites.written(exercises, about)) + "\n", encoding="utf-8")
    print(f"{len(exercises)} problems in {file}")


if __name__ == "__main__":
    main()
