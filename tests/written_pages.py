"""Pages of Markdown whose code runs as it stands, in its order.

    ```python      `# name.py` at the top is a file of that name; `>>>` is a session; else it is run
    ```console     what comes after `$ ` is run, and prints what follows, with `...` for anything;
                   lines without it are commands that would take long: the command line must
                   understand them
    <!-- not run: … -->   above a block, with a reason: it must compile, and what it imports must
                   be there
"""

import ast
import contextlib
import doctest
import importlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import typer

from zermelo.cli import main
from zermelo.cli.app import app

BLOCK = re.compile(r"(?P<not_run><!-- not run: .+ -->\n)?```(?P<language>python|console)\n"
                   r"(?P<code>.*?)```", re.DOTALL)


def run_page(page: Path) -> dict[str, object]:
    """Run all its blocks in the folder that one is in; the names that they leave."""
    names: dict[str, object] = {}
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        code = block["code"]
        if block["not_run"]:
            could_run(code)
        elif re.match(r"# \w+\.py", code):
            file, _ = code.split("\n", 1)
            Path(file[2:].partition(":")[0]).write_text(code, encoding="utf-8")
        elif block["language"] == "console" and not code.startswith("$ "):
            for line in code.splitlines():
                understood(line)
        elif block["language"] == "console":
            run_commands(code)
        elif ">>>" in code:
            run_examples(code, names, page.name)
        else:
            exec(compile(code, page.name, "exec"), names)
    return names


def run_examples(code, names, page="README.md"):
    examples = doctest.DocTestParser().get_doctest(code, names, page, page, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples, out=said.append, clear_globs=False)
    names.update(examples.globs)
    assert not runner.failures, "".join(said)


def run_commands(code):
    for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", code, re.MULTILINE):
        said = printed(command)
        assert doctest.OutputChecker().check_output(wanted, said, doctest.ELLIPSIS), said


def printed(command, program=f"{sys.executable} -m zermelo"):
    """What a command prints: in this process, unless a shell must put several together."""
    words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    if words[0] == "zermelo" and not any(set(word) <= set("|<>;&()") for word in words if word):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(shlex.split(command)[1:])
        return out.getvalue() + err.getvalue()
    ran = subprocess.run(re.sub(r"(^|\| )zermelo ", rf"\g<1>{program} ", command), shell=True,
                         text=True, capture_output=True, check=False)
    return ran.stdout + ran.stderr


def understood(line):
    """Whether the command line reads this: its commands, options and numbers."""
    words = shlex.split(line, comments=True)
    if not words or words[0] != "zermelo":
        return
    command, rest, context = typer.main.get_command(app), words[1:], None
    while True:
        context = command.make_context(command.name, list(rest), parent=context)
        if not hasattr(command, "resolve_command"):
            return
        _, command, rest = command.resolve_command(
            context, [*context._protected_args, *context.args])


def could_run(code):
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            module = importlib.import_module(node.module)
            assert all(hasattr(module, name.name) for name in node.names), node.module
