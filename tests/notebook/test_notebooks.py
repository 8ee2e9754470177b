"""The board in the programs that people open notebooks with, and a real kernel behind it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
CELL = 'from zermelo.notebook import board\nboard("connect4", against="random:seed=1")'
PATIENCE = 180_000  # ms: kernels start slowly on a small machine

pytestmark = pytest.mark.slow


@contextmanager
def serving(folder, *words):
    """A program that serves a notebook of this folder, at a port of its own: its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    log = (folder / "log.txt").open("w")
    server = subprocess.Popen(
        [sys.executable, "-m", *(word.format(port=port) for word in words)], cwd=folder,
        stdout=log, stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": own, "HOME": str(folder),
             "JUPYTER_CONFIG_DIR": str(folder / "config")})
    address = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + PATIENCE / 1000
        while True:
            with suppress(OSError):
                urllib.request.urlopen(address, timeout=5).close()
                break
            assert server.poll() is None, (folder / "log.txt").read_text()
            assert time.monotonic() < until, "it does not answer"
            time.sleep(0.3)
        yield address
    finally:
        server.terminate()
        server.wait()
        log.close()


def clicked(page):
    """The fourth column is clicked, and somebody at random answers."""
    page.locator("z-board [data-name='4']").first.click()
    page.wait_for_function("""() => {
        const pieces = (root) => root.querySelectorAll(".piece").length + [...root.querySelectorAll(
            "*")].reduce((sum, one) => sum + (one.shadowRoot ? pieces(one.shadowRoot) : 0), 0);
        return pieces(document) === 2;
    }""")
    page.get_by_role("button", name="Take back").first.click()
    page.get_by_role("button", name="Take back", disabled=True).first.wait_for()


def test_jupyter_lab(browser, tmp_path):
    pytest.importorskip("jupyterlab", reason="needs pip install jupyterlab")
    pytest.importorskip("anywidget", reason="needs pip install anywidget")
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "execution_count": None,
            "outputs": [], "source": CELL}
    (tmp_path / "own.ipynb").write_text(json.dumps({
        "cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}}))
    with serving(tmp_path, "jupyterlab", "--no-browser", "--allow-root", "--port={port}",
                 "--IdentityProvider.token=", "--ServerApp.root_dir=.") as address:
        page = browser.new_page(viewport={"width": 1280, "height": 1100})
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/lab/tree/own.ipynb?reset")
        page.locator(".jp-Notebook .cm-content").first.click()
        page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]")
        page.keyboard.press("Shift+Enter")
        clicked(page)
        page.close()


def test_marimo(browser, tmp_path):
    pytest.importorskip("marimo", reason="needs pip install marimo")
    pytest.importorskip("anywidget", reason="needs pip install anywidget")
    lines = "".join(f"    {line}\n" for line in CELL.splitlines())
    (tmp_path / "own.py").write_text(
        f"import marimo\n\napp = marimo.App()\n\n\n@app.cell\ndef _():\n{lines}    return\n\n\n"
        f'if __name__ == "__main__":\n    app.run()\n')
    with serving(tmp_path, "marimo", "run", "own.py", "--headless", "--no-token",
                 "--port", "{port}") as address:
        page = browser.new_page(viewport={"width": 1280, "height": 1100})
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        clicked(page)
        page.close()
