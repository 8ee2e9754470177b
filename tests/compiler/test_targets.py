"""Every game's search for other machines: the same answers in Node and in a browser, code that a
GPU's own assembler takes, and objects for another processor."""

import base64
import importlib.util
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from compiler.searching import Search
from zermelo.compiler.targets import SIDE_BY_SIDE, Browser, Gpu, Target
from zermelo.games import GAMES, load
from zermelo.kernel.compiling import made_for, marked
from zermelo.search import leaves
from zermelo.search.rules import HOOKS
from zermelo.solve.database.kernels import arrange
from zermelo.solve.database.packing import found_packing, functions_of
from zermelo.solve.database.running import HOOKS as KEPT
from zermelo.solve.database.running import RECORDS

RUNNER = Path(__file__).with_name("run_wasm.mjs")
DEPTHS = {"hex": 2, "checkers": 5, "domineering": 3, "dots": 3}


@cache
def job(spec):
    """A search as a job for WebAssembly, and what this processor answers."""
    search = Search(spec, DEPTHS.get(spec, 4))
    wasm = base64.b64encode(search.code_for(Browser())).decode()
    asked = {"wasm": wasm, "blocks": search.blocks(), "read": search.places()}
    return asked, search.answer_here()


def told(answer):
    assert answer["code"] == "0"
    return [int(word) for word in answer["words"]]


# Compiling for two machines takes a while: one board of bits, and tuples of cards every time.
SOME = ("connect4", "rps")
two_sorts = pytest.mark.parametrize("specs", [SOME, pytest.param(
    tuple(spec for spec in GAMES if spec not in SOME), marks=pytest.mark.long)],
    ids=["some", "all others"])


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.xdist_group("web")
@two_sorts
def test_every_search_is_the_same_in_node(specs):
    jobs = [job(spec) for spec in specs]
    ran = subprocess.run(["node", str(RUNNER)], input=json.dumps([asked for asked, _ in jobs]),
                         capture_output=True, text=True, check=True)
    for spec, (_, expected), answer in zip(specs, jobs, json.loads(ran.stdout), strict=True):
        assert told(answer) == expected, spec
        assert expected[1] > 20, spec  # nodes


@pytest.mark.xdist_group("web")
@two_sorts
def test_every_search_is_the_same_in_a_browser(tab_with, specs):
    page = tab_with()
    module = base64.b64encode(RUNNER.read_bytes()).decode()
    for spec in specs:
        asked, expected = job(spec)
        answer = page.evaluate(
            "async ([module, job]) => (await import(`data:text/javascript;base64,${module}`))"
            ".run(job)", [module, asked])
        assert told(answer) == expected, spec


# --- GPUs ---

def assembler():
    """NVIDIA's, as it is installed, or from PyPI; None if there is none."""
    found = shutil.which("ptxas")
    spec = importlib.util.find_spec("nvidia")
    for folder in spec.submodule_search_locations or () if spec else ():
        for file in Path(folder).rglob("bin/ptxas"):
            if os.access(file, os.X_OK):
                return str(file)
    return found


QUICK = ("nim",)  # the assembler takes its time


@pytest.mark.long
@pytest.mark.parametrize("spec", [
    pytest.param(spec, marks=() if spec in QUICK else pytest.mark.long) for spec in GAMES])
def test_every_search_is_code_that_a_gpu_takes(spec, tmp_path):
    assembled(Search(spec, 1).code_for(Gpu("sm_80")).decode(), tmp_path)


@pytest.mark.parametrize("spec", ["connect4", "dots"])
@pytest.mark.few(1, telling=["dots"], long=99)
def test_leaves_are_counted_by_code_that_a_gpu_takes(spec, tmp_path):
    game, extra, target = load(spec), {"plies": 4}, Gpu("sm_80")
    mark = marked(game, leaves.run, (leaves.Count,), extra, HOOKS, target)
    made, _ = made_for(game, leaves.run, (leaves.Count,), extra, mark, target)
    assembled(made.code.decode(), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("spec", ["connect4", "kalah", "dodgem"])
@pytest.mark.few(1, telling=["dodgem"], long=99)
def test_databases_are_made_by_code_that_a_gpu_takes(spec, tmp_path):
    game, target = load(spec), Gpu("sm_80")
    extra = functions_of(game, found_packing(game, [game.initial()]))
    for run, records in RECORDS.items():
        if run is not arrange:
            mark = marked(game, run, records, extra, KEPT, target)
            made, _ = made_for(game, run, records, extra, mark, target)
            assembled(made.code.decode(), tmp_path)


def assembled(ptx, tmp_path):
    """Whether a real assembler takes it."""
    assert ".visible .entry entries(" in ptx and ".target sm_80" in ptx
    tool = assembler()
    if tool is None:
        pytest.skip("no ptxas: pip install --no-deps nvidia-cuda-nvcc brings it")
    file = tmp_path / "made.ptx"
    file.write_text(ptx, encoding="utf-8")
    done = subprocess.run([tool, "-arch=sm_90", "-O1", str(file), "-o", str(tmp_path / "out")],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out").stat().st_size > 1000


# --- other processors ---

ARM = ("aarch64-unknown-linux-gnu", "neoverse-n1", 183)
INTEL = ("x86_64-unknown-linux-gnu", "x86-64", 62)
LONG = pytest.mark.long


@pytest.mark.long
@pytest.mark.parametrize(("triple", "cpu", "machine", "specs"), [
    (*ARM, ("nim",)),
    *(pytest.param(*machine, specs, marks=LONG)
      for machine in (ARM, INTEL) for specs in (("connect4", "rps"), ("othello",)))])
def test_objects_for_another_processor(triple, cpu, machine, specs, tmp_path):
    for spec in specs:
        code = Search(spec, 1).code_for(Target(triple, cpu))
        assert code[:4] == b"\x7fELF" and int.from_bytes(code[18:20], "little") == machine
        file, whole = tmp_path / f"{spec}.o", tmp_path / f"{spec}.so"
        file.write_bytes(code)
        linker = shutil.which("ld.lld") or shutil.which(f"{triple.replace('unknown-', '')}-ld")
        if linker is not None:  # it links: nothing is missing but the C library's mathematics
            subprocess.run([linker, "-shared", str(file), "-o", str(whole)], check=True)
            assert whole.stat().st_size > len(code) // 4


def test_vectors_are_made_only_where_a_function_is_marked():
    places = [f"%{n}{i} = getelementptr i64, ptr %{n}, i64 {i}" for n in "ab" for i in range(4)]
    steps = [line for i in range(4) for line in (
        f"%x{i} = load i64, ptr %a{i}", f"%y{i} = add i64 %x{i}, %n",
        f"store i64 %y{i}, ptr %b{i}")]
    text = "\n".join(["define void @entry(ptr noalias %a, ptr noalias %b, i64 %n) nounwind MARK {",
                      *places, *steps, "ret void", "}"])
    def compiled(machine, mark):
        return machine.compiled(text.replace("MARK", mark))

    two, four = f'{SIDE_BY_SIDE}="2"', f'{SIDE_BY_SIDE}="4"'
    wide = Target("x86_64-unknown-linux-gnu", "haswell")
    plain = compiled(wide, "")
    assert compiled(wide, '"another"') == compiled(wide, f'{SIDE_BY_SIDE}="1"') == plain
    assert compiled(wide, two) == compiled(wide, four) != plain
    # Where there is room for two, four are not worth it.
    for narrow in (Target("aarch64-unknown-linux-gnu", "neoverse-n1"),
                   Target("x86_64-unknown-linux-gnu", "nehalem", "-avx2")):
        assert compiled(narrow, four) == compiled(narrow, "") != compiled(narrow, two)
