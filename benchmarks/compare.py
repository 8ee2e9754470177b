"""`make bench`: Zermelo against its peers in one run, written to docs/benchmarks.md.

    python benchmarks/compare.py                    everything, about ten minutes
    python benchmarks/compare.py cpp threads        only these, printed and not written
    python benchmarks/compare.py --repetitions 9    more than 5
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import machine
from against_cpp import against_cpp
from against_easyai import against_easyai
from against_openspiel import against_openspiel
from against_solver import against_solver
from against_stockfish import against_stockfish
from compiling import compiling
from figures import Section
from start_up import start_up
from threads import two_threads
from time_limits import time_limits

DOCUMENT = Path(__file__).parents[1] / "docs" / "benchmarks.md"

PARTS: dict[str, Callable[[int], Section]] = {
    "easyai": against_easyai,
    "openspiel": against_openspiel,
    "cpp": against_cpp,
    "solver": against_solver,
    "stockfish": against_stockfish,
    "threads": two_threads,
    "compiling": compiling,
    "startup": start_up,
    "limits": time_limits,
}

INTRODUCTION = """\
# Benchmarks

Written by `make bench`, which installs the peers into an environment of their own and compiles the
C++ programs, in `.bench/`. Figures are medians of {repetitions} repetitions, in brackets the least
and the most; ours and the peer's runs alternate, and a ratio is taken within a repetition. Ratios
travel from machine to machine; figures per second do not.

{machine}
"""


def main() -> int:
    """Run the parts asked for."""
    asked = argparse.ArgumentParser(description="Compare Zermelo with its peers.")
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}")
    asked.add_argument("--repetitions", type=int, default=5, metavar="N")
    given = asked.parse_args()
    if given.repetitions < 1 or set(given.parts) - set(PARTS):
        asked.error(f"the parts are {', '.join(PARTS)}, and repetitions at least 1")
    sections = []
    for name in given.parts or PARTS:
        began = time.perf_counter()
        sections.append(PARTS[name](given.repetitions))
        print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    text = INTRODUCTION.format(repetitions=given.repetitions, machine=machine.described())
    text = "\n".join([text, *(section.written() for section in sections)])
    print(text)
    if not given.parts:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_text(text, encoding="utf-8")
    wrong = [row for section in sections for row in section.rows if row.figure and row.trouble]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
