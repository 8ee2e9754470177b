"""Code is loaded wherever in memory there is room for it."""

import subprocess
import sys

import pytest

# What a process of many engines looks like after a while: single free pages here and there, and
# the next room of any size many gigabytes away, farther than 32 bits reach.
SCATTERED = """
import ctypes, mmap
from compiler.compiling import Walk, walk
from zermelo import load
from zermelo.compiler.build import built
from zermelo.compiler.objects import Loaded

PAGE, PRIVATE, ANONYMOUS, UNTOUCHED = mmap.PAGESIZE, 0x02, 0x20, 0x4000
system = ctypes.CDLL(None, use_errno=True)
system.mmap.restype = ctypes.c_void_p
system.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
system.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]

def taken(size):
    place = system.mmap(None, size, 0, PRIVATE | ANONYMOUS | UNTOUCHED, -1, 0)
    assert place != ctypes.c_void_p(-1).value, ctypes.get_errno()
    return place

made = built(load("connect4"), walk, [Walk], {}, quick=True)
pages = taken(256 * PAGE)
far = taken(8 << 30)
assert far < pages
for size in (1024, 64, 16, 4, 1):
    while taken(size * PAGE) > far:
        pass
for number in range(1, 256, 2):
    assert system.munmap(pages + number * PAGE, PAGE) == 0
found = set()
for _ in range(8):
    loaded = Loaded(made, 2)
    memory = (ctypes.c_int64 * 512)()
    memory[2] = 1 << 20
    found.add(loaded(ctypes.addressof(memory), ctypes.addressof(memory)))
print(found)
"""


ALL_AT_ONCE = """
import threading, time
import llvmlite.binding as llvm
from compiler.compiling import Walk, walk
from zermelo import load
from zermelo.compiler.build import built
from zermelo.compiler.objects import Loaded

create, created, loaded = llvm.create_lljit_compiler, [], []

def slowly(**options):
    created.append(1)
    time.sleep(0.2)
    return create(**options)

llvm.create_lljit_compiler = slowly
made = built(load("nim"), walk, [Walk], {}, quick=True)
threads = [threading.Thread(target=lambda: loaded.append(Loaded(made, 2))) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(created), len(loaded))
"""


def said(program):
    ran = subprocess.run([sys.executable, "-c", f"import sys; sys.path = {sys.path}\n{program}"],
                         capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs mmap as Linux has it")
def test_code_stays_near_its_tables_where_memory_is_scattered():
    assert said(SCATTERED) == "{0}"


def test_whoever_comes_first_there_is_one_linker():
    """With it goes all the code that it brought into memory."""
    assert said(ALL_AT_ONCE) == "1 4"
