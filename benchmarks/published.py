"""A published site against the engine here: `python benchmarks/published.py [GAME…]`.

Chromium and this process search the same positions with the same nodes, by turns, one thread each;
also how long it takes from opening the page to values on the first moves, and how large it is.
"""

from __future__ import annotations

import functools
import http.server
import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from zermelo import Engine, Limit, load
from zermelo.publish.site import made_site, write_site

GAMES = ("connect4", "othello", "kalah", "hex:size=7", "checkers")
NODES, WARM, TURNS = 8_000_000, 2_000_000, 3
ASK = """([question]) => new Promise((done) => {
    const {published, engine} = globalThis;
    if (!globalThis.asked) {
        globalThis.asked = new Worker(URL.createObjectURL(new Blob([engine])));
        globalThis.asked.postMessage(published);
    }
    const began = performance.now();
    globalThis.asked.onmessage = ({data}) => done([performance.now() - began, data.body.nodes]);
    if (question.anew) globalThis.asked.postMessage(published);
    globalThis.asked.postMessage({type: "once", id: 1, ...question});
})"""


def main(specs: tuple[str, ...]) -> None:
    """Publish, serve, ask, print."""
    games = [load(spec) for spec in specs]
    folder = Path(tempfile.mkdtemp())
    files = made_site(games, None, lambda doing, share: print(doing, file=sys.stderr))
    write_site(files, folder)
    print(f"{len(specs)} games: {sum(map(len, files.values())) / 1e6:.2f} MB\n")
    handler = functools.partial(Silent, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/?at=play&game="
    print("| game | here, M nodes/s | Chromium | ratio | the same nodes | first values, s |")
    print("|---|---|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"),
                                             args=["--no-sandbox", "--disable-gpu"])
        for spec in specs:
            tab = browser.new_page()
            began = time.perf_counter()
            tab.goto(address + spec)
            tab.wait_for_selector("z-table .badge")
            first = time.perf_counter() - began
            tab.get_by_role("checkbox", name="engine").uncheck()
            print(measured(tab, spec, first), flush=True)
            tab.close()
        browser.close()
    shutil.rmtree(folder)


def measured(tab: Page, spec: str, first: float) -> str:
    """A row: speeds by turns, in the same minutes."""
    here, there, same = [], [], True
    with Engine(load(spec), table_mb=16, native=True) as engine:
        engine.ready()
        engine.analyze(None, Limit(nodes=WARM), all_moves=True)
        tab.evaluate(ASK, [{"game": spec, "nodes": WARM}])
        for _ in range(TURNS):
            engine.clear()
            began = time.perf_counter()
            found = engine.analyze(None, Limit(nodes=NODES), all_moves=True)
            here.append(NODES / (time.perf_counter() - began))
            took, nodes = tab.evaluate(ASK, [{"game": spec, "nodes": NODES, "anew": True}])
            there.append(NODES / took * 1000)
            same = same and nodes == found.nodes
    mine, theirs = statistics.median(here), statistics.median(there)
    return (f"| {spec} | {mine / 1e6:.2f} | {theirs / 1e6:.2f} | {theirs / mine:.2f} | "
            f"{'yes' if same else 'no'} | {first:.2f} |")


class Silent(http.server.SimpleHTTPRequestHandler):
    """Nobody reads its log."""

    def log_message(self, *args: object) -> None:
        """Nothing."""


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or GAMES)
