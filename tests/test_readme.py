"""The README's code, run as it stands, in its order, in an empty folder."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.DOTALL)


def test_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    names: dict[str, object] = {}
    blocks = BLOCK.findall(README.read_text(encoding="utf-8"))
    assert len(blocks) >= 5
    for language, code in blocks:
        if code.startswith("# "):
            file, _ = code.split("\n", 1)
            Path(file[2:]).write_text(code, encoding="utf-8")
        elif language == "python":
            run_examples(code, names)
        else:
            run_commands(code)


def test_the_tutorial_is_short():
    code = next(c for _, c in BLOCK.findall(README.read_text(encoding="utf-8"))
                if c.startswith("# dominoes.py"))
    assert len([line for line in code.splitlines() if line.strip()]) <= 26  # the name, and 25


def run_examples(code, names):
    examples = doctest.DocTestParser().get_doctest(code, names, "README", "README.md", 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples, out=said.append, clear_globs=False)
    names.update(examples.globs)
    assert not runner.failures, "".join(said)


def run_commands(code):
    for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", code, re.MULTILINE):
        ran = subprocess.run(  # the README's own words
            command.replace("zermelo ", f"{sys.executable} -m zermelo ", 1), shell=True,
            text=True, capture_output=True, check=False)
        said = ran.stdout + ran.stderr
        assert doctest.OutputChecker().check_output(wanted, said, doctest.ELLIPSIS), said
