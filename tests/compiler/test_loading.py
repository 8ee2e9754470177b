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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs mmap as Linux has it")
def test_code_stays_near_its_tables_where_memory_is_scattered():
    ran = subprocess.run([sys.executable, "-c", f"import sys; sys.path = {sys.path}\n{SCATTERED}"],
                         capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout.strip()) == (0, "{0}"), ran.stderr
