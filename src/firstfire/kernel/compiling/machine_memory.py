"""Machine instructions for records that lie far away in memory: those of many tables. Imported only when rules compile;
rules name what is here with its home (`machine="machine_memory.copy_table"`), and know it by this file's text."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LINE = 64  # bytes that memory hands over at once


@intrinsic  # type: ignore[untyped-decorator]
def copy_table(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy a record over another of its kind, but for its notes."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, without_notes(signature.args[0]))
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), build


@intrinsic  # type: ignore[untyped-decorator]
def fetch_ahead(typingctx: Any, record: Any) -> Any:
    """Ask for the lines of memory of a record, but for its notes."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        ask = cgutils.get_or_insert_function(builder.module, shape, "llvm.prefetch.p0")
        how = [ir.Constant(number, each) for each in (0, 3, 1)]  # to read, to keep, data
        start = builder.bitcast(args[0], byte)
        for place in range(0, without_notes(signature.args[0]), LINE):
            builder.call(ask, [builder.gep(start, [ir.Constant(ir.IntType(64), place)]), *how])
        return context.get_dummy_value()

    return types.void(record), build


def without_notes(kind: Any) -> int:
    """How many bytes of a record lie before its notes; all, where these are not the last."""
    last = max(kind.fields, key=kind.offset)
    return int(kind.offset(last) if last == "notes" else kind.size)
