"""Single machine instructions for compiled rules. Imported only when rules compile."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, word: Any) -> Any:
    """Count the set bits of a 64-bit word."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(context.cast(builder, args[0], signature.args[0], types.int64))

    return types.int64(word), build


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typingctx: Any, word: Any) -> Any:
    """Find the lowest set bit of a 64-bit word that is not zero."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = context.cast(builder, args[0], signature.args[0], types.int64)
        return builder.cttz(value, context.get_constant(types.boolean, False))

    return types.int64(word), build


@intrinsic  # type: ignore[untyped-decorator]
def copy_record(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy a whole record over another of its kind."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), build


def call_by_symbol(symbol: str, arguments: int, result: Any) -> Any:
    """A rule that calls the C function known under a symbol. Records and rows travel as addresses."""

    def signature(*kinds: Any) -> Any:
        return result(*(types.int64 if isinstance(kind, types.Integer) else kind for kind in kinds))

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = [_as_c(context, builder, kind, arg) for kind, arg in zip(signature.args, args, strict=True)]
        back = ir.VoidType() if result == types.void else context.get_value_type(result)
        shape = ir.FunctionType(back, [value.type for value in values])
        found = builder.call(cgutils.get_or_insert_function(builder.module, shape, symbol), values)
        return context.get_dummy_value() if result == types.void else found

    def call_two(typingctx: Any, a: Any, b: Any) -> Any:
        return signature(a, b), build

    def call_three(typingctx: Any, a: Any, b: Any, c: Any) -> Any:
        return signature(a, b, c), build

    def call_four(typingctx: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        return signature(a, b, c, d), build

    return intrinsic({2: call_two, 3: call_three, 4: call_four}[arguments])


def _as_c(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array):
        value = context.make_array(kind)(context, builder, value).data
    if isinstance(kind, (types.Array, types.Record)):
        return builder.bitcast(value, ir.IntType(8).as_pointer())
    return value
