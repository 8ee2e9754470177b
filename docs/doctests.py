"""Griffe reads our docstrings as Markdown: sessions of `>>>` are put between fences."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_SESSION = re.compile(r"(?m)^>>> .*(?:\n(?!\s*$).*)*")


class Fenced(Extension):
    """Fences for the examples in every docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for each object when all are known."""
        if obj.docstring is not None:
            obj.docstring.value = _SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
