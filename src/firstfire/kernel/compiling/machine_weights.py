"""The machine instruction for weights that may change while rules run. Imported only when such rules compile."""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .weights import PLACES, SYMBOL, TABLE

llvm.add_symbol(SYMBOL, ctypes.addressof(TABLE))


@intrinsic  # type: ignore[untyped-decorator]
def weight(typingctx: Any, place: Any) -> Any:
    """Load a number of the table."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        table = builder.module.globals.get(SYMBOL)
        if table is None:
            table = ir.GlobalVariable(builder.module, ir.ArrayType(ir.DoubleType(), PLACES), SYMBOL)
        return builder.load(builder.gep(table, [ir.Constant(ir.IntType(64), 0), args[0]]))

    return types.float64(types.int64), build
