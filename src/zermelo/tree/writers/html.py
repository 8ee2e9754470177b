"""A page to walk through a search: the viewer of the web page, in one file with the search.

It asks nobody for anything: no fonts, no scripts from elsewhere; its own policy forbids it. The
viewer is in the folder `viewer`, made from `frontend/src/viewer` by `make page`.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from zermelo.tree.model import Recording
from zermelo.tree.writers.json import page_json
from zermelo.tree.writers.svg import refuse_theme

LARGE = 400_000  # letters of JSON; more than that is packed

_PAGE = """<!doctype html>
<html lang="en"{theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body class="alone">
<main><z-search alone></z-search></main>
<script type="{kind}" id="recorded">{data}</script>
<script>
{script}
</script>
</body>
</html>
"""


def tree_html(trees: Sequence[Recording], theme: str = "auto") -> str:
    """One search, or several side by side that are walked through together."""
    refuse_theme(theme)
    kind, data = _data(trees)
    parts = {
        "theme": "" if theme == "auto" else f' data-theme="{theme}"',
        "title": escape(" / ".join(dict.fromkeys(tree.heading for tree in trees))),
        "style": _file("viewer.css"), "kind": kind, "data": data, "script": _file("viewer.js"),
    }
    page = _PAGE
    for name, text in parts.items():
        before, _, after = page.rpartition("{" + name + "}")
        page = before + text + after
    return page


def framed(page: str, title: str, height: int = 620) -> str:
    """A page inside another, as in a notebook."""
    return (f'<iframe srcdoc="{escape(page)}" title="{escape(title)}" width="100%" '
            f'height="{height}" style="border:1px solid #8888;border-radius:8px"></iframe>')


def _file(name: str) -> str:
    return (files("zermelo.tree.writers") / "viewer" / name).read_text(encoding="utf-8").rstrip()


def _data(trees: Sequence[Recording]) -> tuple[str, str]:
    """The kind of data and the data; `<` cannot end the element that holds it."""
    text = json.dumps(page_json(trees), ensure_ascii=False, separators=(",", ":"))
    if len(text) <= LARGE:
        return "application/json", text.replace("<", "\\u003c")
    packed = gzip.compress(text.encode(), compresslevel=6, mtime=0)
    return "application/gzip", base64.b64encode(packed).decode()
