"""What becomes of errors: one sentence on stderr and an exit status, never a traceback.

    0    all is well
    1    something was found, as by `zermelo check`
    2    the input made no sense, or the rules raised
    130  interrupted
    137  killed, since the rules called what lets nothing else run
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import typer

from zermelo.errors import GameError, RulesError, ZermeloError, shortened
from zermelo.notation import did_you_mean

FINE, FOUND, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

# What all of Typer's complaints about a command line have in common; it has no public name.
_UsageError: Any = typer.BadParameter.__mro__[2]


def exit_status(run: Callable[[], Any], words: Sequence[str] = ()) -> int:
    """Run a command; its exit status, whatever happens. `words` are what was typed."""
    _never_fail_to_print()
    try:
        with _watching(words):
            status = run()
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has stopped
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except ZermeloError as error:
        return _complain(str(error), BAD_INPUT)
    except _UsageError as error:
        return _complain(_usage(error), BAD_INPUT)
    except BaseException as error:
        if "ZERMELO_TRACEBACK" in os.environ:
            raise
        if isinstance(error, SystemExit) and not _in_somebodys_code(error):
            raise  # the command line itself gives up, as on a closed pipe
        return _complain(_somebodys_mistake(error, words) or
                         f"this should not happen, please report it: {type(error).__name__}: "
                         f"{error} (ZERMELO_TRACEBACK=1 shows where)", BAD_INPUT)
    return status if isinstance(status, int) else FINE


def _watching(words: Sequence[str]) -> contextlib.AbstractContextManager[None]:
    """While rules of somebody's own are asked in this thread: whoever never comes back is told."""
    own = _own_file(words)
    if own is None:
        return contextlib.nullcontext()
    from zermelo.kernel.watching import watched

    def give_up(sentence: str) -> None:
        os._exit(_complain(sentence, BAD_INPUT))

    return watched(repr(own), _PATIENCE, give_up)


_PATIENCE = 20.0  # seconds for a single question to the rules


def _own_file(words: Sequence[str]) -> str | None:
    return next((word for word in words if ".py" in word), None)


def guarding(words: Sequence[str]) -> contextlib.AbstractContextManager[None]:
    """While a program of its own runs rules of somebody's: what nothing interrupts is told."""
    own = _own_file(words)
    if own is None:
        return contextlib.nullcontext()
    from zermelo.kernel.guarding import guarded

    return guarded(lambda sentence: _complain(f"{own!r}: {sentence}", BAD_INPUT))


def _complain(sentence: str, status: int) -> int:
    print("zermelo:", shortened(" ".join(sentence.split())), file=sys.stderr)
    return status


def _somebodys_mistake(error: BaseException, words: Sequence[str]) -> str:
    """What went wrong, if it is not a mistake of ours: rules of somebody's own that are broken, or
    something too large for this machine. Empty if it must be ours."""
    if isinstance(error, MemoryError):
        return ("this takes more memory than there is: choose a smaller --table, a smaller board, "
                "or a lower depth")
    if isinstance(error, UnicodeEncodeError):
        return (f"the text {error.object!r} has letters that cannot be written "
                f"({error.object[error.start:error.end]!r}): write it without them")
    if isinstance(error, OSError) and error.filename is not None:
        return f"{str(error.filename)!r} cannot be used: {error.strerror}"
    for word in words:
        own = word.rpartition("=")[2] if word.startswith("--") else word
        if ".py" in own and (found := _broken_rules(own, error)):
            return found
    if isinstance(error, RecursionError):
        return "this is nested too deeply, or goes on too long, to be followed"
    return ""


def _in_somebodys_code(error: BaseException) -> bool:
    from zermelo.checker.probe import in_the_rules

    return in_the_rules(error)


def _broken_rules(spec: str, error: BaseException) -> str:
    """What is wrong with rules that somebody wrote, if anything is."""
    from zermelo.checker.blame import broken_rules
    from zermelo.checker.probe import described, in_the_rules
    from zermelo.games import load

    if in_the_rules(error):  # which may be why there is no game to be had
        return f"{spec!r}: the rules raised {described(error)}; `zermelo check {spec}` says more"
    try:
        broken = broken_rules(load(spec), error, spec)
    except (ZermeloError, Exception):  # not a game
        return ""
    return "" if broken is None else str(broken)


def _usage(error: Any) -> str:
    """Typer's complaint about a command line, as one sentence."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "zermelo"
    return f"{_in_our_words(error)}; `{command} --help` explains"


def _in_our_words(error: Any) -> str:
    if hasattr(error, "possibilities"):
        option = error.option_name
        return f"there is no option {option}{did_you_mean(option, error.possibilities or ())}"
    message = error.format_message().strip().rstrip(".")
    return message[:1].lower() + message[1:].replace(". ", ", ")  # type: ignore[no-any-return]


def _never_fail_to_print() -> None:
    """On a terminal that has no × or ≥, print a ? for it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def rules_at_work(spec: str) -> Iterator[None]:
    """While somebody's rules run: they print to stderr, cannot end the program, and what they
    raise is told in one sentence."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except SystemExit as error:
        raise GameError(f"{spec!r}: the rules call sys.exit({error.code!r}): leave that out"
                        ) from None
    except (ZermeloError, KeyboardInterrupt):
        raise
    except BaseException as error:
        from zermelo.checker.probe import described, in_the_rules

        if not in_the_rules(error):
            raise
        raise RulesError(f"{spec!r}: the rules raised {described(error)}; "
                         f"`zermelo check {spec}` says more") from error
