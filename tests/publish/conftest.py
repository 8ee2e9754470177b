import functools
import http.server
import os
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
from boards import SHARE

from publish.site_folder import HOME, Site
from zermelo import load

SHIPPED = ("tictactoe", "connect4:width=5,height=4", "dodgem",
           *(["kalah:pits=3,seeds=2"] if SHARE >= 1 else []))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Some games and the user's own of docs/scenes.md, published by one command."""
    folder = tmp_path_factory.mktemp("published")
    guide = (HOME / "docs/scenes.md").read_text("utf-8")
    own = folder / "ataxx.py"
    own.write_text("# ataxx.py" + guide.partition("# ataxx.py")[2].partition("```")[0], "utf-8")
    assert len(own.read_text("utf-8").splitlines()) <= 60
    ran = subprocess.run(
        [sys.executable, "-m", "zermelo", "publish", *SHIPPED, f"{own}:Ataxx", "-o",
         str(folder / "site"), "--title", "Games & more"], capture_output=True, text=True,
        env={**os.environ})
    assert ran.returncode == 0, ran.stderr
    return Site(folder / "site", [load(spec) for spec in (*SHIPPED, f"{own}:Ataxx")])


@contextmanager
def served(folder, **headers):
    """By a server that knows nothing but files: its address."""
    class Files(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def end_headers(self):
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            super().end_headers()

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def address(site):
    with served(site.folder) as found:
        yield found


@pytest.fixture
def isolated(site):
    """The same by a server that keeps its pages apart from others, so that threads share memory."""
    with served(site.folder, Cross_Origin_Opener_Policy="same-origin",
                Cross_Origin_Embedder_Policy="require-corp") as found:
        yield found
