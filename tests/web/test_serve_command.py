"""`zermelo serve` as a command: where it listens, and what it says when it cannot."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from web_server import PageServer

from zermelo.cli import main


def serve(*words):
    return subprocess.run([sys.executable, "-m", "zermelo", "serve", *words], text=True,
                          capture_output=True, timeout=60)


@pytest.mark.parametrize("words, says", [
    (["nothing.py:Game"], "there is no file"), (["conect4"], "did you mean connect4"),
    (["--port", "many"], "'many' is not a whole number"), (["--port", "99999"], "cannot listen on"),
    (["--host", "not a host"], "cannot listen on"), (["--hots", "x"], "there is no option"),
    (["--arena", "nothing.arena"], "there is no arena 'nothing.arena'")])
def test_bad_input_is_one_sentence_and_status_2(words, says, capsys):
    assert main(["serve", *words]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert said.err.count("\n") == 1 and not said.out


def test_a_port_that_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = serve("--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "choose another with --port" in done.stderr
    assert done.stderr.count("\n") == 1 and not done.stdout


def test_a_missing_extra_is_explained(tmp_path):
    (tmp_path / "starlette.py").write_text("raise ModuleNotFoundError('gone', name='starlette')")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-m", "zermelo", "serve"], text=True, timeout=60,
                          capture_output=True, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 2
    assert "pip install 'zermelo[web]'" in done.stderr


@pytest.mark.long
def test_only_this_machine_can_reach_it():
    server = PageServer()
    try:
        assert server.get("/api/games")[1]["arena"] is None
        status, said = server.get("/api/arena")
        assert status == 400 and "zermelo serve --arena FILE" in said["error"]
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            address, port = line.split()[1].split(":")
            if int(port, 16) == server.port and line.split()[3] == "0A":  # listening
                assert address == "0100007F"
                break
        else:
            raise AssertionError("not listening")
    finally:
        server.stop()


@pytest.mark.long
def test_ctrl_c_ends_it_quietly():
    process = subprocess.Popen([sys.executable, "-m", "zermelo", "serve", "--port", "0", "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = ""
    while not said.endswith("}\n"):
        said += process.stdout.readline()
    assert json.loads(said)["address"].startswith("http://localhost:")
    process.send_signal(signal.SIGINT)
    rest, complaints = process.communicate(timeout=20)
    assert (rest, complaints) == ("", "")
    assert process.returncode in (0, 130)
