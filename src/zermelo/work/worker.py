"""A process that does what it is told: a line of JSON in, a line of JSON out.

    > {"task": "zermelo.arena.playing:play", "arguments": {…}}
    < {"result": …}    or    {"error": "a sentence"}, and with it {"warnings": ["a sentence", …]}

What a task prints goes to stderr. When whoever started it is gone, however suddenly, so is it, at
once and with everything that it has started itself.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import signal
import sys
import threading
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO


def main() -> None:
    """Serve until nobody asks any more."""
    from zermelo.kernel.guarding import guarded

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started this
    with guarded(lambda sentence: print("zermelo:", sentence, file=sys.stderr)):
        _serve()


def _serve() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        answer = json.dumps(done_elsewhere(json.loads(questions.get())))
        answers.write(answer.encode() + b"\n")
        answers.flush()


def _listen(stdin: BinaryIO, questions: queue.Queue[bytes]) -> None:
    for line in stdin:
        questions.put(line)
    end_descendants(os.getpid())
    end_group(os.getpid())
    os._exit(0)


def done_elsewhere(question: dict[str, Any]) -> dict[str, Any]:
    """The same for whoever has it done: what it warned of is part of the answer."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        answer = done(question)
    if warned:
        answer["warnings"] = [str(warning.message) for warning in warned]
    return answer


def pass_on_warnings(answer: dict[str, Any]) -> None:
    """Warn here of what somebody was warned of elsewhere."""
    for sentence in answer.get("warnings", ()):
        warnings.warn(sentence, stacklevel=2)


def done(question: dict[str, Any]) -> dict[str, Any]:
    """Do a task; its result, or the error that it raised."""
    from zermelo.checker.probe import described
    from zermelo.errors import ZermeloError

    try:
        return {"result": task_named(question["task"])(**question["arguments"])}
    except ZermeloError as error:
        return {"error": str(error)}
    except KeyboardInterrupt:  # for whoever works here, and not only has it done
        raise
    except BaseException as error:  # tasks run what people wrote
        return {"error": f"{question['task']} raised {described(error)}"}


def task_named(name: str) -> Any:
    """A function of Zermelo's own; no other is run."""
    module, _, function = name.partition(":")
    if module.split(".")[0] != "zermelo":
        raise ValueError(f"{name!r} is no task of Zermelo's")
    return getattr(importlib.import_module(module), function)


def end_descendants(pid: int) -> None:
    """End whatever a process has started, and what that has started, where /proc tells."""
    for child in _children(pid):
        end_descendants(child)
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)


def end_group(pid: int) -> None:
    """End a process that leads a group, and all of the group at once, who is just being born
    included: nobody can be told of before."""
    with suppress(AttributeError, OSError):  # there are no groups everywhere
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for file in Path(f"/proc/{pid}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, file.read_text().split())
    return found
