"""The page's server as a process of its own, and questions to it."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path


class PageServer:
    """`zermelo serve`, started as people start it."""

    def __init__(self, *games, port=0):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zermelo", "serve", *games, "--port", str(port)],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        said = self.process.stdout.readline()
        self.address = said.split(" at ")[1].split()[0].removesuffix("arena").rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        self.live = f"ws://localhost:{self.port}/api/live"

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def ask(self, path, wish=None, headers=None, timeout=120):
        """Status and body; a wish is posted as JSON."""
        data = None if wish is None else json.dumps(wish).encode()
        request = urllib.request.Request(self.address + path, data, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())

    def get(self, path, **query):
        query = {key: value for key, value in query.items() if value is not None}
        return self.ask(f"{path}?{urllib.parse.urlencode(query)}")

    def memory_mb(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
