"""The command line: formats what the rest of Zermelo says, and decides nothing."""

from zermelo.cli.app import main

__all__ = ["main"]
