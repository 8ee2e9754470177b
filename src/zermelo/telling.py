"""How long work tells whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

Telling = Callable[[str, float], None]  # what is being done, and which share of the whole is done
