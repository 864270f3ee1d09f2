"""How a kernel is compiled that asks what somebody likes: rules of fractions, many and deep.

NVIDIA's compiler takes every rule into every place it is called from. Where rules call rules that call rules, a kernel
grows without measure: what `prefer` likes at Doggerland became 4.6 MB of machine code, which took nearly four minutes
to make. With rules of more than a few dozen lines called it is 0.9 MB, made in 40 seconds.

It also joins a product and a sum into one step that is rounded once. The CPU rounds both, and where a rule asks whether
a difference is above zero, the last bit matters: so here both are rounded, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ...errors import NoGpu

RULE = "define linkonce_odr "  # how a rule begins in the text of the intermediate code; the kernel begins otherwise
END = "}"


@contextmanager
def large_rules_called(lines: int) -> Iterator[None]:
    """While kernels are compiled: call rules of more than so many lines of intermediate code, and round every product
    (0: as the compiler likes). Under Numba's locks (`places_from_zero`), or others' kernels would be made so too."""
    if not lines:
        yield
        return
    compiler = _compiler()
    usual = compiler.compile_ir

    def compile_ir(modules: Any, **options: Any) -> Any:
        texts = [modules] if isinstance(modules, str) else modules
        return usual([with_calls(text, lines) for text in texts], **options | {"fma": False})

    compiler.compile_ir = compile_ir
    try:
        yield
    finally:
        compiler.compile_ir = usual


def _compiler() -> Any:
    """Numba's door to NVIDIA's compiler."""
    try:
        found: Any = import_module("numba.cuda.cudadrv.nvvm")
    except ImportError:
        found = None
    if not hasattr(found, "compile_ir"):
        raise NoGpu(
            "this version of numba-cuda cannot round as the CPU does: it gives no "
            "action scores on a GPU (the rules are played there anyway)"
        )
    return found


def with_calls(text: str, lines: int) -> str:
    """A module of intermediate code, its rules of more than so many lines marked as not to be taken in."""
    rows = text.split("\n")
    for first, row in enumerate(rows):
        if row.startswith(RULE) and "alwaysinline" not in row and _length(rows, first) > lines:
            head, parenthesis, rest = row.rpartition(")")  # the last one: the types of parameters may have some too
            rows[first] = f"{head}{parenthesis} noinline{rest}"
    return "\n".join(rows)


def _length(rows: Sequence[str], first: int) -> int:
    """How many lines a rule has that begins at one of them."""
    return next((last for last in range(first, len(rows)) if rows[last].startswith(END)), len(rows)) - first
