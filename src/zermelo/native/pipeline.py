"""Numba's compiler, told that only the whole matters.

As it comes, Numba optimises every function by itself, and again inside each function that calls
it, and makes machine code for all of them. Here a function is only lowered; what calls it takes
it in, and the entry point, with everything in it, is optimised once. That saves two thirds of the
time.
"""

from __future__ import annotations

from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerOnly(NativeLowering):
    """Lowering without machine code."""

    _name = "zermelo_lower_only"
    optimized = False

    def run_pass(self, state: Any) -> bool:
        """Lower into a library that is neither optimised nor loaded."""
        library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        if not self.optimized:
            library._optimize_final_module = _nothing
        library._finalize_final_module = lambda: setattr(library, "_finalized", True)
        state.library = library
        context = state.targetctx
        # Numba wants a built-in function of its own to know this one by; nobody calls it.
        context.get_executable = lambda library, fndesc, env: object().__sizeof__
        try:
            return bool(super().run_pass(state))
        finally:
            del context.get_executable


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerOptimized(LowerOnly):
    """Lowering of the entry point, with everything it calls."""

    _name = "zermelo_lower_optimized"
    optimized = True


def _nothing() -> None:
    return


class PartCompiler(CompilerBase):
    """For all functions but the entry point."""

    lowering: type[LowerOnly] = LowerOnly

    def define_pipelines(self) -> list[Any]:
        """Numba's own passes but for the lowering."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(self.lowering if p is NativeLowering else p, why)
                         for p, why in passes.passes]
        passes._finalized = False
        passes.finalize()
        return [passes]


class WholeCompiler(PartCompiler):
    """For the entry point."""

    lowering = LowerOptimized
