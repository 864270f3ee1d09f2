"""Single machine instructions for rules on a GPU. Imported only when rules compile for one."""

from __future__ import annotations

from typing import Any

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
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), build


@intrinsic  # type: ignore[untyped-decorator]
def seen_as(typingctx: Any, words: Any, like: Any) -> Any:
    """The memory of an array, seen as a record of the same kind as another."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.bitcast(data, context.get_value_type(signature.return_type))

    return like(words, like), build
