"""Which rules a kernel calls instead of taking them in.

NVIDIA's compiler takes every rule into every place it is called from. Where rules call rules that call rules, a kernel
grows without measure: what `prefer` likes at Doggerland became 4.6 MB of machine code, which took four minutes to make
and which no cache of a card holds. With rules of more than a few dozen lines called it is 0.9 MB, made in 40 seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

RULE = "define linkonce_odr "  # how a rule begins in the text of the intermediate code; the kernel begins otherwise
END = "}"


@contextmanager
def large_rules_called(lines: int) -> Iterator[None]:
    """While kernels are compiled: call rules of more than so many lines of intermediate code (0: take in all)."""
    compiler: Any = import_module("numba.cuda.cudadrv.nvvm")
    usual = getattr(compiler, "compile_ir", None)
    if not lines or usual is None:  # another numba-cuda: the same results, later
        yield
        return

    def compile_ir(modules: Any, **options: Any) -> Any:
        texts = [modules] if isinstance(modules, str) else modules
        return usual([with_calls(text, lines) for text in texts], **options)

    compiler.compile_ir = compile_ir
    try:
        yield
    finally:
        compiler.compile_ir = usual


def with_calls(text: str, lines: int) -> str:
    """A module of intermediate code, its rules of more than so many lines marked as not to be taken in."""
    rows = text.split("\n")
    for first, row in enumerate(rows):
        if row.startswith(RULE) and rows.index(END, first) - first > lines:
            head, brace, _ = row.rstrip().partition("{")
            rows[first] = f"{head.rstrip()} noinline {brace}".rstrip()
    return "\n".join(rows)
