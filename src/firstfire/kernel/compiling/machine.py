"""Single machine instructions for compiled rules. Imported only when rules compile."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array


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


@intrinsic  # type: ignore[untyped-decorator]
def record_at(typingctx: Any, address: Any, kind: Any) -> Any:
    """The record that lies at an address; `kind` is its dtype."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    return kind.dtype(address, kind), build


@intrinsic  # type: ignore[untyped-decorator]
def row_at(typingctx: Any, address: Any, shape: Any, kind: Any) -> Any:
    """The row (or rows) of so many things of a kind that begin at an address. Nobody owns it."""
    sizes = shape if isinstance(shape, types.BaseTuple) else (shape,)
    row = types.Array(kind.dtype, len(sizes), "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = context.make_array(row)(context, builder)
        data = builder.bitcast(args[0], made.data.type)
        lengths = cgutils.unpack_tuple(builder, args[1]) if sizes is shape else [args[1]]
        lengths = [context.cast(builder, length, size, types.intp) for length, size in zip(lengths, sizes, strict=True)]
        itemsize = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(row.dtype)))
        strides = [itemsize]
        for length in reversed(lengths[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        populate_array(made, data=data, shape=lengths, strides=strides, itemsize=itemsize, meminfo=None)
        return made._getvalue()

    return row(address, shape, kind), build


def is_row(kind: Any) -> bool:
    """Whether an argument is a row of int16 without gaps."""
    return isinstance(kind, types.Array) and kind.dtype == types.int16 and kind.ndim == 1 and kind.layout == "C"


@intrinsic  # type: ignore[untyped-decorator]
def write_bytes(typingctx: Any, out: Any, place: Any, record: Any, first: Any, count: Any) -> Any:
    """Copy neighbouring i8 of a record into a row of int16, eight at a time."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        place, first, count = (context.cast(builder, args[i], kinds[i], types.intp) for i in (1, 3, 4))
        data = context.make_array(kinds[0])(context, builder, args[0]).data
        target = builder.gep(data, [place])
        source = builder.gep(builder.bitcast(args[2], ir.IntType(8).as_pointer()), [first])
        eight = ir.Constant(count.type, 8)
        whole = builder.sdiv(count, eight)
        with cgutils.for_range(builder, whole) as loop:
            at = builder.mul(loop.index, eight)
            some = builder.bitcast(builder.gep(source, [at]), ir.VectorType(ir.IntType(8), 8).as_pointer())
            wide = ir.VectorType(ir.IntType(16), 8)
            there = builder.bitcast(builder.gep(target, [at]), wide.as_pointer())
            builder.store(builder.sext(builder.load(some, align=1), wide), there, align=2)
        with cgutils.for_range_slice(builder, builder.mul(whole, eight), count, ir.Constant(count.type, 1)) as (at, _):
            builder.store(
                builder.sext(builder.load(builder.gep(source, [at])), ir.IntType(16)), builder.gep(target, [at])
            )
        return context.get_dummy_value()

    return (types.void(out, place, record, first, count), build) if is_row(out) else None


@intrinsic  # type: ignore[untyped-decorator]
def write_flags(typingctx: Any, out: Any, place: Any, bits: Any, count: Any) -> Any:
    """Write bits into a row of int16, four at a time: a product puts them 16 places apart."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        place, count = (context.cast(builder, args[i], kinds[i], types.intp) for i in (1, 3))
        bits = context.cast(builder, args[2], kinds[2], types.int64)
        target = builder.gep(context.make_array(kinds[0])(context, builder, args[0]).data, [place])
        word, four = ir.IntType(64), ir.Constant(count.type, 4)
        apart, lanes = ir.Constant(word, 0x0000200040008001), ir.Constant(word, 0x0001000100010001)
        whole = builder.sdiv(count, four)
        with cgutils.for_range(builder, whole) as loop:
            at = builder.mul(loop.index, four)
            nibble = builder.and_(builder.lshr(bits, at), ir.Constant(word, 15))
            there = builder.bitcast(builder.gep(target, [at]), word.as_pointer())
            builder.store(builder.and_(builder.mul(nibble, apart), lanes), there, align=2)
        with cgutils.for_range_slice(builder, builder.mul(whole, four), count, ir.Constant(count.type, 1)) as (at, _):
            flag = builder.and_(builder.lshr(bits, at), ir.Constant(word, 1))
            builder.store(builder.trunc(flag, ir.IntType(16)), builder.gep(target, [at]))
        return context.get_dummy_value()

    return (types.void(out, place, bits, count), build) if is_row(out) else None


@intrinsic  # type: ignore[untyped-decorator]
def write_same(typingctx: Any, out: Any, place: Any, value: Any, count: Any) -> Any:
    """Write the same number into places of a row of int16, eight at a time."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        place, count = (context.cast(builder, args[i], kinds[i], types.intp) for i in (1, 3))
        value = context.cast(builder, args[2], kinds[2], types.int16)
        target = builder.gep(context.make_array(kinds[0])(context, builder, args[0]).data, [place])
        wide, eight = ir.VectorType(ir.IntType(16), 8), ir.Constant(count.type, 8)
        one = builder.insert_element(ir.Constant(wide, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8)
        same = builder.shuffle_vector(one, ir.Constant(wide, ir.Undefined), lanes)
        whole = builder.sdiv(count, eight)
        with cgutils.for_range(builder, whole) as loop:
            there = builder.bitcast(builder.gep(target, [builder.mul(loop.index, eight)]), wide.as_pointer())
            builder.store(same, there, align=2)
        with cgutils.for_range_slice(builder, builder.mul(whole, eight), count, ir.Constant(count.type, 1)) as (at, _):
            builder.store(value, builder.gep(target, [at]))
        return context.get_dummy_value()

    return (types.void(out, place, value, count), build) if is_row(out) else None


def call_by_symbol(symbol: str, arguments: int, result: Any) -> Any:
    """A rule that calls the C function known under a symbol. Records and rows travel as addresses."""

    def signature(*kinds: Any) -> Any:
        return result(*(types.int64 if isinstance(kind, types.Integer) else kind for kind in kinds))

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = [_as_c(context, builder, kind, arg) for kind, arg in zip(signature.args, args, strict=True)]
        back = context.get_value_type(result)  # of `void`: the address of Python's None, which nobody reads
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
