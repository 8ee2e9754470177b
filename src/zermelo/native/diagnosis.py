"""Why rules do not compile: the line and the reason in one sentence."""

from __future__ import annotations

import re
from typing import Any

_REASONS = (  # what the compiler says, and what it means for somebody who writes rules
    (r"Use of unsupported opcode \((\w+)\)", "this statement does not compile ({0})"),
    (r"Cannot unify (.+?) and (.+?) for '([\w.]+)'",
     "{2} is sometimes one type and sometimes another: keep it an int throughout"),
    (r"Untyped global name '(\w+)'",
     "{0} is neither a number, a tuple of numbers nor a plain function"),
    (r"NameError: name '(\w+)' is not defined", "{0} is not defined"),
    (r"Unknown attribute '(\w+)' of type Rules", "self.{0} is not a number or a tuple of numbers"),
    (r"The use of (yield from|yield) ", "{0} does not compile here"),
    (r"(reflected list|list|dict|set|unicode_type)\b.*", "it uses a {0}: use ints and tuples"),
)


def explain(error: Exception, game: Any) -> str:
    """One sentence about a compile error, with the line of the rules it points at."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    places = re.findall(r'File "([^"]+)", line (\d+)', text)
    own = [place for place in places if "/zermelo/search/" not in place[0]
           and "/numba/" not in place[0] and not place[0].startswith("<")]
    where = f"{own[-1][0]}, line {own[-1][1]}" if own else type(game).__name__
    for pattern, meaning in _REASONS:
        match = re.search(pattern, text)
        if match:
            return f"the rules of {game.spec} do not compile: {where}: " + \
                meaning.format(*match.groups())
    first = next((line.strip() for line in text.splitlines()
                  if line.strip() and not line.startswith(("Failed in", "During"))), "")
    return f"the rules of {game.spec} do not compile: {where}: {first}"
