"""From LLVM's language to code: for this processor, for a GPU, for a browser.

    host            an object file for the processor that this runs on
    processor       … for any other
    gpu             PTX; a thread for each of many positions
    browser         WebAssembly
"""

from __future__ import annotations

import re
import threading
from functools import cache
from typing import Any

from zermelo.compiler.wasm import module_of

# How a function is marked that vectors are worth trying for, of so many: "side-by-side"="2"; or
# that they are not worth it for: "1"
SIDE_BY_SIDE = '"side-by-side"'

_lock = threading.Lock()  # LLVM's own set-up
_initialised: set[str] = set()


class Target:
    """A machine to compile for; here a processor."""

    suffix = ".o"
    relocation = "pic"
    prefetches = True  # whether it can be told what will be needed soon
    checks_products = True  # whether products that outgrow 64 bits are found cheaply
    has_library = True  # whether there are `exp`, `sin` and so on
    has_doors = True  # whether quick code may change into better code while it runs

    def __init__(self, triple: str, cpu: str = "", features: str = "") -> None:
        self.triple, self.cpu, self.features = triple, cpu, features
        narrow = triple.startswith("aarch64") or "-avx2" in features
        self.lanes = 2 if narrow else 4  # ints of 64 bits that it works on at once

    def entries(self, pointers: int) -> str:
        """What must stand beside `entry`, in LLVM's language."""
        return ""

    def compiled(self, text: str, *, quick: bool = False) -> bytes:
        """Code from LLVM's language; quickly, or as good as it gets."""
        import llvmlite.binding as llvm

        marks = {int(n) for n in re.findall(SIDE_BY_SIDE + '="([0-9])"', text)}
        machine = self._machine(0 if quick else 3, self.features_for(marks))
        module = llvm.parse_assembly(text)
        module.triple = self.triple
        module.data_layout = str(machine.target_data)
        module.verify()
        if quick:
            _tidied(module, machine)
        else:
            _optimised(module, machine, vectors=any(1 < n <= self.lanes for n in marks))
        return self._emitted(machine, module)

    def features_for(self, marks: set[int]) -> str:
        """What code may use in which these numbers are worked on at once. AVX-512 serves well where
        it is four throughout. Elsewhere LLVM moves words together then that are better left alone:
        searches of chess, Othello and checkers took 11 to 18 % longer.

        >>> target = Target("x86_64-linux-gnu", "cascadelake", "+avx2,+avx512vl,-avx512ifma")
        >>> target.features_for({2, 4}), target.features_for({4})
        ('+avx2,-avx512vl,-avx512ifma', '+avx2,+avx512vl,-avx512ifma')
        """
        return self.features if marks == {4} else self.features.replace("+avx512", "-avx512")

    def _machine(self, effort: int, features: str) -> Any:
        import llvmlite.binding as llvm

        with _lock:
            if self.triple not in _initialised:
                if self.triple == llvm.get_process_triple():
                    llvm.initialize_native_target()  # all others take 10 MB
                    llvm.initialize_native_asmprinter()
                else:
                    llvm.initialize_all_targets()
                    llvm.initialize_all_asmprinters()
                _initialised.add(self.triple)
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu, features=features, opt=effort, reloc=self.relocation,
            codemodel="default")

    def _emitted(self, machine: Any, module: Any) -> bytes:
        code: bytes = machine.emit_object(module)
        return code


class Gpu(Target):
    """PTX, with a kernel that runs `entry` in many threads, each with memory of its own."""

    suffix = ".ptx"
    prefetches = False
    has_library = False
    has_doors = False

    def __init__(self, cpu: str = "sm_80") -> None:
        super().__init__("nvptx64-nvidia-cuda", cpu)

    def entries(self, pointers: int) -> str:
        """`entries(count, base, stride, base, stride, …)`: thread i works at base + i · stride."""
        given = [f"ptr %b{i}, i64 %s{i}" for i in range(pointers)]
        places = [line for i in range(pointers) for line in (
            f"  %o{i} = mul i64 %i, %s{i}",
            f"  %p{i} = getelementptr i8, ptr %b{i}, i64 %o{i}")]
        passed = ", ".join(["ptr %p0", *(f"ptr %p{i}" for i in range(pointers))])
        return "\n".join([
            *(f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}.x()" for name in _THREAD),
            f"define ptx_kernel void @entries(i64 %count, {', '.join(given)}) nounwind {{",
            *(f"  %{name} = call i32 @llvm.nvvm.read.ptx.sreg.{name}.x()" for name in _THREAD),
            "  %block = zext i32 %ctaid to i64", "  %size = zext i32 %ntid to i64",
            "  %thread = zext i32 %tid to i64", "  %before = mul i64 %block, %size",
            "  %i = add i64 %before, %thread", "  %one = icmp ult i64 %i, %count",
            "  br i1 %one, label %run, label %end", "run:", *places,
            f"  %code = call i64 @entry({passed})", "  br label %end", "end:", "  ret void", "}"])

    def _emitted(self, machine: Any, module: Any) -> bytes:
        text: str = machine.emit_assembly(module)
        return text.encode()


def _tidied(module: Any, machine: Any) -> None:
    """The few passes that make much of a difference in no time."""
    import llvmlite.binding as llvm

    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))


def _optimised(module: Any, machine: Any, vectors: bool) -> None:
    """All passes. Vectors are made only where somebody marked a function for them: elsewhere LLVM
    finds a few words to move together, and is slower for it."""
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = False, vectors
    options.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


_THREAD = ("tid", "ntid", "ctaid")


class Browser(Target):
    """WebAssembly, a module that exports `entry`."""

    suffix = ".wasm"
    relocation = "static"
    prefetches = False
    checks_products = False
    has_doors = False

    def __init__(self) -> None:
        super().__init__("wasm32-unknown-unknown", "generic",
                         "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals")

    def _emitted(self, machine: Any, module: Any) -> bytes:
        return module_of(machine.emit_object(module), ("entry",))


@cache
def host() -> Target:
    """The processor that this runs on."""
    import llvmlite.binding as llvm

    return Target(llvm.get_process_triple(), llvm.get_host_cpu_name(),
                  llvm.get_host_cpu_features().flatten())
