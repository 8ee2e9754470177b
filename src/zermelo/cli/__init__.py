"""The command line: formats what the rest of Zermelo says, and decides nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words == ["uci"]:  # a program waits for `uciok`, and for nothing that comes after it
        from zermelo.uci.program import chess, run

        return run(chess)
    try:
        from zermelo.cli.app import run_words
        from zermelo.cli.failures import guarding
    except KeyboardInterrupt:  # pressed before there was anything to end
        return 130

    if arguments is not None:  # a part of somebody's program, which is not ours to double
        return run_words(words)
    with guarding(words):
        return run_words(words)
