"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import llvmlite.binding as llvm


def described() -> str:
    """Processor, memory and versions, as one Markdown list."""
    lines = {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "llvmlite": version("llvmlite"),
        "C++": _compiler(),
    }
    return "\n".join(f"- {what}: {value}" for what, value in lines.items())


def _processor() -> str:
    """Its name as the system has it, else as the compiler has."""
    if shutil.which("lscpu"):
        for line in _output("lscpu").splitlines():
            if line.startswith("Model name:") and line.partition(":")[2].strip(" -"):
                return line.partition(":")[2].strip()
    return str(llvm.get_host_cpu_name())


def _memory() -> str:
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return "unknown"
    return f"{total / (1 << 30):.0f} GB"


def _compiler() -> str:
    if not shutil.which("g++"):
        return "no g++"
    return _output("g++", "--version").splitlines()[0]


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          env={**os.environ, "LC_ALL": "C"})
    return done.stdout or Path(command[0]).name
