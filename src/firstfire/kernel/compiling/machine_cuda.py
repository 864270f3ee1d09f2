"""Single machine instructions for rules on a GPU. Imported only when rules compile for one."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import cuda, int64, types
from numba.core import cgutils
from numba.cuda.extending import intrinsic


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def popcount(word: int) -> int:
    """Count the set bits of a 64-bit word."""
    return cuda.popc(int64(word))  # type: ignore[no-any-return]


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def lowest(word: int) -> int:
    """Find the lowest set bit of a 64-bit word that is not zero."""
    return int64(cuda.ffs(int64(word))) - 1  # type: ignore[no-any-return]


@intrinsic  # type: ignore[untyped-decorator]
def copy_record(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy a whole record over another of its kind."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1, align=_alignment(signature.args[0]))
        return context.get_dummy_value()

    return types.void(target, source), build


def _alignment(kind: Any) -> int:
    """At what multiples of bytes a record, or what a record is made of, lies."""
    if isinstance(kind, types.Record):
        if not kind.aligned:
            return 1
        return max(_alignment(kind.typeof(name)) for name in kind.fields)
    if isinstance(kind, types.NestedArray):
        return _alignment(kind.dtype)
    return int(kind.bitwidth) // 8


@intrinsic  # type: ignore[untyped-decorator]
def seen_as(typingctx: Any, words: Any, first: Any, like: Any) -> Any:
    """The memory of an array from its word `first` on, seen as a record of the same kind as another."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        first = context.cast(builder, args[1], signature.args[1], types.intp)
        return builder.bitcast(builder.gep(data, [first]), context.get_value_type(signature.return_type))

    return like(words, first, like), build


@intrinsic  # type: ignore[untyped-decorator]
def write_bytes(typingctx: Any, out: Any, place: Any, record: Any, first: Any, count: Any) -> Any:
    """Copy neighbouring i8 of a record into a row of int16, whose places may lie apart."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        place, first, count = (context.cast(builder, args[i], kinds[i], types.intp) for i in (1, 3, 4))
        row = context.make_array(kinds[0])(context, builder, args[0])
        source = builder.gep(builder.bitcast(args[2], ir.IntType(8).as_pointer()), [first])
        with cgutils.for_range(builder, count) as loop:
            number = builder.load(builder.gep(source, [loop.index]))
            there = cgutils.get_item_pointer(context, builder, kinds[0], row, [builder.add(place, loop.index)])
            builder.store(builder.sext(number, ir.IntType(16)), there)
        return context.get_dummy_value()

    return types.void(out, place, record, first, count), build


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def write_flags(out: Any, place: int, bits: int, count: int) -> None:
    """Write bits into a row of int16, a flag each."""
    for i in range(count):
        out[place + i] = (bits >> i) & 1


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def write_same(out: Any, place: int, value: int, count: int) -> None:
    """Write the same number into places of a row of int16."""
    for i in range(count):
        out[place + i] = value
