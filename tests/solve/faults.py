"""A database's files, to be compared after whatever befell those who made it."""


def contents(folder):
    """All that must be the same whenever and wherever it is made."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*"))
            if p.is_file() and p.name not in ("made.json", "lock")}
