"""A published site against the engine here: `python benchmarks/published.py [GAME…]`.

Chromium and this process search the same positions with the same nodes, by turns, one thread each;
how large the site is; and how long it takes, by the page's own clock, from opening it to values on
the first moves, and to the first move of an opponent who begins. A table, and what must hold.
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

from playwright.sync_api import Browser, Page, sync_playwright

from zermelo import Engine, Limit, load
from zermelo.publish.site import made_site, write_site

GAMES = ("connect4", "othello", "kalah", "hex:size=7", "checkers")
NODES, WARM, TURNS = 8_000_000, 2_000_000, 3
MOST_SIZE, LEAST_SPEED, MOST_SECONDS = 3.0, 0.5, 2.0  # MB, of the speed here, to the first move
LEVEL = 5  # of the opponent
WATCH = """new MutationObserver((_, me) => {
    globalThis.first ??= {};
    for (const [name, selector] of [["board", "z-table .spot"], ["values", "z-table .badge"],
                                    ["move", ".line li"]])
        if (!(name in first) && document.querySelector(selector))
            first[name] = performance.now() / 1000;
}).observe(document, {childList: true, subtree: true})"""
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
    size = sum(map(len, files.values())) / 1e6
    print(f"{len(specs)} games: {size:.2f} MB\n")
    handler = functools.partial(Silent, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/?at=play&game="
    print("| game | here, M nodes/s | Chromium | ratio | the same nodes "
          "| board, s | first values, s | first move, s |")
    print("|---|---|---|---|---|---|---|---|")
    ratios, moves = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"),
                                             args=["--no-sandbox", "--disable-gpu"])
        for spec in specs:
            values, tab = opened(browser, address + spec, "z-table .badge")
            tab.get_by_role("checkbox", name="engine").uncheck()
            move, other = opened(browser, f"{address}{spec}&level={LEVEL}&side=1", ".line li")
            other.close()
            ratio, row = measured(tab, spec)
            print(f"{row} {values['board']:.2f} | {values['values']:.2f} | {move['move']:.2f} |",
                  flush=True)
            ratios.append(ratio)
            moves.append(max(values["values"], move["move"]))
            tab.close()
        browser.close()
    shutil.rmtree(folder)
    print()
    for what, found, bound, holds in (
            ("MB in all", size, MOST_SIZE, size <= MOST_SIZE),
            ("of the speed here, the slowest", min(ratios), LEAST_SPEED,
             min(ratios) >= LEAST_SPEED),
            ("s to values and to a move, the slowest", max(moves), MOST_SECONDS,
             max(moves) <= MOST_SECONDS)):
        print(f"{found:.2f} {what}: {'holds' if holds else 'does not hold'} ({bound:g})")


def opened(browser: Browser, address: str, awaited: str) -> tuple[dict[str, float], Page]:
    """A page, once something is there, and when things first were, by its own clock: what drives
    the browser takes its time, too."""
    tab = browser.new_context().new_page()
    tab.add_init_script(WATCH)
    tab.goto(address)
    tab.wait_for_selector(awaited)
    found: dict[str, float] = tab.evaluate("globalThis.first")
    return found, tab


def measured(tab: Page, spec: str) -> tuple[float, str]:
    """Speeds by turns, in the same minutes: the ratio, and a row."""
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
    return theirs / mine, (f"| {spec} | {mine / 1e6:.2f} | {theirs / 1e6:.2f} | "
                           f"{theirs / mine:.2f} | {'yes' if same else 'no'} |")


class Silent(http.server.SimpleHTTPRequestHandler):
    """Nobody reads its log."""

    def log_message(self, *args: object) -> None:
        """Nothing."""


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or GAMES)
