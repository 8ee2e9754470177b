"""`zermelo uci` and `zermelo ugi`: the engine for other people's programs."""

from __future__ import annotations

from zermelo.cli.failures import rules_at_work
from zermelo.cli.options import DatabaseName, GameSpec


def uci(database: DatabaseName = None) -> int:
    """Play chess for a program that speaks UCI: a board, a tournament, a server.

    It reads commands from stdin and answers on stdout until quit or the end of the input;
    docs/uci.md says how to plug it in. `zermelo-uci` is the same, for programs that give no
    arguments.

    \b
      printf 'position startpos\\ngo movetime 1000\\n' | zermelo uci
      zermelo uci --database auto
    """
    from zermelo.search.known import opened
    from zermelo.uci.program import chess, run

    if database is not None:
        opened(database, chess())
    return run(chess, database=database)


def ugi(game: GameSpec, database: DatabaseName = None) -> int:
    """Play any game for a program that speaks UGI: UCI, and questions about the rules.

    Positions and moves are written as `zermelo show GAME` writes them; chess as in UCI.

    \b
      zermelo ugi connect4
      zermelo ugi othello:size=6
      zermelo ugi path/to/file.py:MyGame
    """
    from zermelo import load
    from zermelo.search.known import opened
    from zermelo.uci.program import run

    with rules_at_work(game):
        rules = load(game)
        if database is not None:
            opened(database, rules)
    return run(lambda: rules, ugi=True, about=game, database=database)
