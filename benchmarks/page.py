"""How the page's server holds up: many clients at once, and how soon the first answer comes.

    python benchmarks/page.py            # prints a table; needs zermelo[web]
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

CLIENTS = 50
SECONDS = 10
GAMES = ["connect4", "othello", "checkers", "rps", "tictactoe"]


def main() -> None:
    """Start a server, crowd it, and say what was measured."""
    server = subprocess.Popen([sys.executable, "-m", "zermelo", "serve", "--port", "0"],
                              stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().split(" at ")[1].split()[0]
    try:
        print("first answer from a warm cache, ms")
        for game in GAMES:
            first_answer(address, game)  # compiled, and loaded
            took = sorted(first_answer(address, game) for _ in range(10))
            print(f"  {game:<12} median {took[5] * 1000:5.0f}   slowest {took[-1] * 1000:5.0f}")
        before = memory_mb(server.pid)
        waits, firsts = crowd(address)
        print(f"{CLIENTS} clients analysing connect4 for {SECONDS} s")
        print(f"  health check  median {waits[len(waits) // 2] * 1000:.0f} ms, "
              f"slowest {waits[-1] * 1000:.0f} ms of {len(waits)}")
        print(f"  first answer  median {firsts[len(firsts) // 2]:.1f} s, "
              f"slowest {firsts[-1]:.1f} s")
        print(f"  memory        {before:.0f} MB before, {memory_mb(server.pid):.0f} MB after")
    finally:
        server.terminate()
        server.wait()


def live(address: str) -> str:
    """The WebSocket's address."""
    return address.replace("http", "ws") + "api/live"


def wish(number: int, game: str, moves: list[str]) -> str:
    """A message that asks for an analysis."""
    return json.dumps({"type": "analyze", "id": number, "game": game, "moves": moves,
                       "time": SECONDS})


def first_answer(address: str, game: str) -> float:
    """Seconds from a wish to the first value of every move."""
    with connect(live(address)) as socket:
        began = time.perf_counter()
        socket.send(wish(1, game, []))
        while not json.loads(socket.recv(timeout=120)).get("native"):
            pass
        return time.perf_counter() - began


def crowd(address: str) -> tuple[list[float], list[float]]:
    """How long health checks and first answers took, sorted, while many are at it."""
    waits: list[float] = []
    firsts: list[float] = []
    over = threading.Event()
    watcher = threading.Thread(target=watch, args=(address, over, waits))
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(connect(live(address))) for _ in range(CLIENTS)]
        watcher.start()
        began = time.perf_counter()
        for number, socket in enumerate(sockets):
            socket.send(wish(number, "connect4", [str(number % 7 + 1), str(number // 7 % 7 + 1)]))

        def hear(socket: Any) -> None:
            socket.recv(timeout=120)
            firsts.append(time.perf_counter() - began)

        threads = [threading.Thread(target=hear, args=(socket,)) for socket in sockets]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        time.sleep(max(0.0, SECONDS - (time.perf_counter() - began)))
    over.set()
    watcher.join()
    return sorted(waits), sorted(firsts)


def watch(address: str, over: threading.Event, waits: list[float]) -> None:
    """Ask for its health again and again."""
    while not over.is_set():
        began = time.perf_counter()
        with urllib.request.urlopen(address + "api/health") as answer:
            answer.read()
        waits.append(time.perf_counter() - began)
        time.sleep(0.05)


def memory_mb(pid: int) -> float:
    """The memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    main()
