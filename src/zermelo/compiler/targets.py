"""From LLVM's language to code: for this processor, for a GPU, for a browser.

The optimiser runs twice over. What becomes a constant only when the first pass has unrolled a loop
or taken a function in, the second one makes use of.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

_lock = threading.Lock()  # LLVM's own set-up, once a process


class Target:
    """A kind of machine to compile for."""

    prefetches, suffix = True, ".o"

    def __init__(self, triple: str, cpu: str = "", features: str = "") -> None:
        self.triple, self.cpu, self.features = triple, cpu, features

    def machine(self) -> Any:
        """LLVM's description of it, made anew for each compilation."""
        import llvmlite.binding as llvm

        with _lock:
            llvm.initialize_all_targets()
            llvm.initialize_all_asmprinters()
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc="pic", codemodel="default")

    def optimised(self, text: str, machine: Any, rounds: int = 2) -> Any:
        """A module in LLVM's language, optimised."""
        import llvmlite.binding as llvm

        module = llvm.parse_assembly(text)
        module.triple = self.triple
        module.data_layout = str(machine.target_data)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization = options.slp_vectorization = False
        options.loop_unrolling = True
        for _ in range(rounds):
            builder = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        return module

    def compiled(self, text: str) -> bytes:
        """An object file."""
        machine = self.machine()
        code: bytes = machine.emit_object(self.optimised(text, machine))
        return code


@cache
def host() -> Target:
    """The processor that this runs on."""
    import llvmlite.binding as llvm

    return Target(llvm.get_process_triple(), llvm.get_host_cpu_name(),
                  llvm.get_host_cpu_features().flatten())
