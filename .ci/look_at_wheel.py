"""What is in a wheel: small, whole, with the licences of all that it carries."""

import re
import sys
import zipfile
from pathlib import Path

LARGEST = 2_000_000  # bytes
CARRIED = ("web/static/app.js", "tree/writers/viewer/viewer.js", "notebook/static/board.js",
           "analysis/default_suite.jsonl", "py.typed")


def main(path: str) -> None:
    """Fail loudly if it is too large, or something is missing."""
    size = Path(path).stat().st_size
    assert size <= LARGEST, f"{path} has {size:,} bytes: at most {LARGEST:,}"
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        missing = [name for name in CARRIED if f"zermelo/{name}" not in names]
        assert not missing, f"{path} lacks {missing}"
        licences = {Path(name).name: wheel.read(name).decode() for name in names
                    if "dist-info/licenses/" in name}
        assert {"LICENSE", "THIRD-PARTY.txt"} <= set(licences), sorted(licences)
        assert re.search(r"^- lit$", licences["THIRD-PARTY.txt"], re.MULTILINE)
    print(f"{Path(path).name}: {size:,} bytes, {len(names)} files")


if __name__ == "__main__":
    main(*sys.argv[1:])
