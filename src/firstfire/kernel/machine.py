"""Single machine instructions for compiled rules. Imported only when rules compile."""

from __future__ import annotations

from typing import Any

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
