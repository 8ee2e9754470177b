"""The committed bundle: small, complete, and asking nobody for anything."""

import gzip
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/zermelo/web/static"
VIEWER = ROOT / "src/zermelo/tree/writers/viewer"  # what tree.html carries


def test_the_page_is_small_enough():
    everything = b"".join(file.read_bytes() for file in sorted(STATIC.iterdir()))
    size = len(gzip.compress(everything))
    print(f"{size / 1000:.1f} kB")
    assert size < 100_000
    assert sum(len(gzip.compress(file.read_bytes())) for file in VIEWER.iterdir()) < 40_000


def test_no_address_of_anybody_else():
    for file in [*STATIC.iterdir(), *VIEWER.iterdir()]:
        for found in re.findall(r"(?:https?:)?//[\w.-]+\.[a-z]{2,}", file.read_text("utf-8")):
            assert found == "http://www.w3.org", (file.name, found)  # a name, never asked


def test_the_page_names_files_that_are_there():
    index = (STATIC / "index.html").read_text("utf-8")
    for name in re.findall(r'"/static/([^"]+)"', index):
        assert (STATIC / name).is_file()


def test_the_lock_file_names_no_registry():
    lock = json.loads((ROOT / "frontend/package-lock.json").read_text("utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())
    package = json.loads((ROOT / "frontend/package.json").read_text("utf-8"))
    for version in {**package["dependencies"], **package["devDependencies"]}.values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
