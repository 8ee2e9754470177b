"""The viewer of recorded searches in Chromium: `python benchmarks/viewer.py [STEPS]`.

A tree of some 2,000 nodes, wholly unfolded, is stepped through, a step a frame; one of more than
100,000 nodes is opened. Frames and seconds are the wall's, and mean little where other things run;
beside them stands what the page's main thread itself took (scripting, style, layout, all of its
tasks), in the processor's time, by the browser's own counters. A frame at 60 a second has 16.7 ms.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from zermelo import Limit
from zermelo.tree import Recording, record

# 2,023 nodes, which are shown whole, and 111,111.
SMALL, LARGE = (6, 6, 5, 10), (10, 10, 10, 10, 10)
COUNTERS = {"ScriptDuration": "scripting", "RecalcStyleDuration": "style",
            "LayoutDuration": "layout", "TaskDuration": "all tasks"}
STEP = """async (steps) => {
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    for (let before = await frame(), i = 0; i < steps; i++) {
        window.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
        const now = await frame();
        times.push(now - before);
        before = now;
    }
    return times;
}"""


def main(steps: int) -> None:
    """Record, open, step, print."""
    folder = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"),
                                             args=["--no-sandbox", "--disable-gpu"])
        small = searched(SMALL)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        opening(page, small, folder)
        stepping(page, small, steps)
        page.close()
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        opening(page, searched(LARGE), folder)
        browser.close()
    shutil.rmtree(folder)


def searched(branches: Sequence[int]) -> Recording:
    """A tree that is searched wholly, with so many branches on its levels."""
    tree: Any = [[n % 97 for n in range(branches[-1])]] * branches[-2]
    for count in reversed(branches[:-2]):
        tree = [tree] * count
    return record(tree, algorithm="minimax", drawn=1_000_000, limit=Limit(nodes=1_000_000))


def opening(page: Page, found: Recording, folder: Path) -> None:
    """From its address to the first node that is drawn."""
    file = folder / "tree.html"
    found.save(file)
    counted = page.context.new_cdp_session(page)
    counted.send("Performance.enable", {"timeDomain": "threadTicks"})
    began = time.perf_counter()
    page.goto(f"file://{file}", wait_until="commit")
    page.locator(".zt-node").first.wait_for()
    wall = time.perf_counter() - began
    took = counters(counted)
    shown = page.locator("z-tree").get_attribute("data-shown")
    size = file.stat().st_size / 1e6
    print(f"{len(found.nodes()):,} nodes, {size:.1f} MB: opened in {wall:.2f} s by the wall,"
          f" {took['all tasks']:.2f} s of the main thread"
          f" ({took['scripting']:.2f} s scripting); {shown} shown", flush=True)


def stepping(page: Page, found: Recording, steps: int) -> None:
    """A step a frame, from the beginning."""
    page.keyboard.press("Home")
    page.evaluate(STEP, 30)  # warm
    counted = page.context.new_cdp_session(page)
    counted.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = counters(counted)
    times = sorted(page.evaluate(STEP, steps))
    after = counters(counted)
    frames = 1000 / statistics.mean(times)
    print(f"{len(found.nodes()):,} nodes, {steps} steps: {frames:.0f} frames/s by the wall (median "
          f"{statistics.median(times):.1f} ms, 95 % within {times[int(0.95 * steps)]:.1f} ms)")
    shares = ", ".join(f"{name} {1000 * (after[name] - before[name]) / steps:.2f}"
                       for name in COUNTERS.values())
    print(f"  ms of the main thread a frame: {shares}", flush=True)


def counters(counted: CDPSession) -> dict[str, float]:
    """Seconds of the main thread since the page began, by what they were spent on."""
    found: dict[str, Any] = counted.send("Performance.getMetrics")
    told = {metric["name"]: metric["value"] for metric in found["metrics"]}
    return {name: told[counter] for counter, name in COUNTERS.items()}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
