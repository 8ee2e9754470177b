"""Talking to a server in this process, as a program would."""

import queue
import re
import threading
import time

from zermelo import load
from zermelo.uci.server import Server

PATIENCE = 60.0  # seconds: the first to ask compiles


class Talk:
    """A server at the other end of two queues."""

    def __init__(self, game="chess", *, ugi=False):
        self._lines, self.heard = queue.SimpleQueue(), []
        self._server = Server(lambda: load(game), self, ugi=ugi, about=game)
        self._news = threading.Condition()
        self.ended = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        self.ended = self._server.serve(iter(self._lines.get, None))

    def write(self, text):  # the server's stdout
        with self._news:
            self.heard += text.splitlines()
            self._news.notify_all()

    def flush(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._lines.put(None)
        self._thread.join(PATIENCE)

    def say(self, *lines):
        for line in lines:
            self._lines.put(line + "\n")

    def wait_for(self, pattern, count=1):
        """The lines up to and including the one that matches for the `count`-th time."""
        end = time.monotonic() + PATIENCE
        with self._news:
            while True:
                places = [i for i, line in enumerate(self.heard) if re.match(pattern, line)]
                if len(places) >= count:
                    return self.heard[:places[count - 1] + 1]
                assert self._news.wait(end - time.monotonic()), (pattern, self.heard[-5:])

    def ask(self, *lines, answer="bestmove"):
        """What comes back, up to the answer; earlier lines are forgotten."""
        with self._news:
            self.heard.clear()
        self.say(*lines)
        return self.wait_for(answer)

    def sync(self):
        """All that came since; nothing is under way."""
        return self.ask("isready", answer="readyok")
