"""Words are read as Typer reads them, and without what Typer would load for that."""

import subprocess
import sys
from copy import deepcopy

import pytest
import typer
from rich.console import Console
from rich.text import Text
from typer.main import get_command

from zermelo.cli.app import app
from zermelo.cli.output import print_text
from zermelo.cli.reading import read_by_ourselves

TYPED = ["", "3", "-1", "2.5", "1e3", "deep", "a b", "cpu", "ü", "0x10", " 7 ", "true", "x.svg"]


def commands(command, name="zermelo"):
    yield name, command
    for word, other in getattr(command, "commands", {}).items():
        yield from commands(other, f"{name} {word}")


ALL = dict(commands(get_command(app)))


def answer(parameter, value, context):
    try:
        found = parameter.process_value(context, value)
    except Exception as error:  # the same complaint, then
        return type(error), str(error)
    return type(found), found


@pytest.mark.parametrize("name", ALL)
def test_every_parameter_of_every_command_means_what_typer_takes_it_for(name):
    typers = ALL[name]
    ours = read_by_ourselves(deepcopy(typers))
    context = typer.Context(typers)
    for theirs, mine in zip(typers.params, ours.params, strict=True):
        if "version" in theirs.opts[0] or "completion" in theirs.opts[0]:
            continue  # these end the program
        words = [[], TYPED[:1], TYPED] if theirs.multiple or theirs.nargs != 1 else TYPED
        for value in [None, theirs.default, *words]:
            assert answer(mine, value, context) == answer(theirs, value, context), (mine, value)


@pytest.mark.parametrize("words", [
    ["show", "tictactoe", "--moves", "b2 a1"], ["games", "--json"], ["show", "--help"],
    ["perft", "nim", "--depth", "2"], ["arena", "elo", "3,2,1"], ["--version"]])
def test_a_command_loads_nothing_that_takes_longer_than_itself(words):
    code = (f"import sys; from zermelo.cli import main; main({words});"
            "sys.exit(', '.join(m for m in ('pydantic', 'rich.console') if m in sys.modules) or 0)")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("text", [
    "plain", "", "[bold]no markup[/bold]", "a\tb\n\tc", "× ≥ ♔", "bell\x07 back\x08 return\r.",
    "wide " * 100, " ends with spaces  \n\n", ":smile: 12.5 'quoted' https://example.org"])
def test_text_is_printed_as_rich_prints_it(text, capsys, monkeypatch):
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    Console(file=sys.stdout, soft_wrap=True, highlight=False).print(Text(text))
    wanted = capsys.readouterr().out
    print_text(text, [("plain", "bold")])
    assert capsys.readouterr().out == wanted
