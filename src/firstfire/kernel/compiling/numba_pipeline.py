"""How rules are compiled: Numba's own passes, without those that rules have no use for.

Rules and their entry points own nothing that is counted (`NO_COUNTING`), so nothing has to be let go of: without the
pass that says where each variable ends, and the slot and the stores that it makes of each, half as many statements
are lowered.
"""

from __future__ import annotations

from typing import Any

from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import FixupArgs, GenericRewrites, IRProcessing, ReconstructSSA, TranslateByteCode

NO_COUNTING = {"_nrt": False}  # options for whatever is compiled this way: nothing counts references


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Plain functions of numbers, records and rows: no closures, nothing to unroll or to inline by name."""

    def define_pipelines(self) -> list[Any]:
        """One pipeline, in no-Python mode."""
        passes = PassManager("rules")
        for kind, name in (
            (TranslateByteCode, "analyzing bytecode"),
            (FixupArgs, "fix up args"),
            (IRProcessing, "processing IR"),
            (GenericRewrites, "rewrites"),
            (ReconstructSSA, "ssa"),
            (NopythonTypeInference, "nopython frontend"),
            (PreLowerStripPhis, "remove phis nodes"),
            (NativeLowering, "native lowering"),
            (NoPythonBackend, "nopython mode backend"),
        ):
            passes.add_pass(kind, name)
        passes.finalize()
        return [passes]
