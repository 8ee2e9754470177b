"""Whose mistake it is when something raises that nobody raised on purpose: the rules', if they are
broken, and then it is said as `check` says it.

    with blaming(game, "mine.py:MyGame"):
        ...
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator

from zermelo.checker.driver import check
from zermelo.checker.probe import described, in_the_rules
from zermelo.errors import RulesError, ZermeloError
from zermelo.game import Game

_GAMES, _SECONDS = 30, 3.0


def broken_rules(game: Game, error: BaseException, spec: str | None = None) -> RulesError | None:
    """What is wrong with the rules that made Zermelo raise this, if anything is: what they raised
    themselves, or what the checker finds in a few games. `spec`: how the user calls the game."""
    spec = spec or game.source
    more = f"; `zermelo check {spec}` says more"
    if in_the_rules(error):
        return RulesError(f"{spec!r}: the rules raised {described(error)}{more}")
    try:
        with contextlib.redirect_stdout(sys.stderr), contextlib.redirect_stderr(io.StringIO()):
            report = check(game, games=_GAMES, time=_SECONDS, native=False)
    except (ZermeloError, Exception):  # too broken to be looked at
        return None
    if report.ok:
        return None
    finding = report.findings[0]
    return RulesError(f"{spec!r}: the rules are broken: {finding.check}: {finding}{more}")


def blamed(game: Game, error: Exception) -> Exception:
    """The same error, or what is wrong with the rules if it came of that."""
    return error if isinstance(error, ZermeloError) else broken_rules(game, error) or error


@contextlib.contextmanager
def blaming(game: Game, spec: str | None = None) -> Iterator[None]:
    """While Zermelo works with somebody's rules: what it stumbles over because they are broken is
    a RulesError. Errors that are raised on purpose pass, and so do those that are our own."""
    try:
        yield
    except (ZermeloError, KeyboardInterrupt):
        raise
    except BaseException as error:
        broken = broken_rules(game, error, spec)
        if broken is None:
            raise
        raise broken from error
