"""Machine code as built-in functions of Python: what is asked very often is asked without ctypes between.

A call through ctypes takes about a microsecond, most of it for looking at the arguments. Python's own built-in
functions take a tenth of that: they are C functions that get Python's objects and give one back. Three of these are
written here, in the language of the compiler (LLVM), small enough to be made whenever they are needed:

    act = actor(function, place, before, box)    act(at, b, c) → what function(at, before, box, at + place, b, c) gives
    listed = lister(place, words)                listed(at)    → the numbers of the bits set in the words at at + place
    same = recogniser(items)                     same(some)    → 1 if a list holds these very objects, in this order

`function` is the address of a C function of six whole numbers, and `at` that of something the caller keeps alive.
Python's lock is held all the while, so no other thread comes between: all calls may share what they work in. Nothing is
assumed of how Python's objects lie in memory: everything goes through functions that every Python has. The one
exception are the items of a new list, written where this Python has been seen to keep them (`items_of_lists`).

It is worth its lines in OpenSpiel's Python loop alone. There Totem makes 0.58 million steps a second of processor time,
0.86 of OpenSpiel's own hearts in C++. With calls through ctypes it makes 0.07 million, 0.12 of hearts (two shared
cores, 19 November 2026, `python benchmarks/envs_api.py totem --only openspiel`).
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

POINTER = ctypes.sizeof(ctypes.c_void_p)
AS_ROW, ALONE = 0x80, 0x08  # how Python hands arguments over: METH_FASTCALL, METH_O
CALLED = (
    "PyErr_BadArgument", "PyErr_Occurred", "PyList_New", "PyList_SetItem", "PyList_Size", "PyLong_AsLongLong",
    "PyLong_AsSsize_t", "PyLong_FromLongLong", "Py_IncRef",
)  # fmt: skip
EIGHT = 8  # objects are compared eight at a time
_KEPT: list[Any] = []  # what built-in functions are made of: Python only knows where it lies


def actor(function: int, place: int, before: int, box: int) -> Callable[[int, int, int], int]:
    """A built-in function of three whole numbers that calls a C function with them and what is known beforehand."""
    return _built_in("act", AS_ROW, (function, before, box, place))  # type: ignore[no-any-return]


def lister(place: int, words: int) -> Callable[[int], list[int]]:
    """A built-in function that lists the bits set in `words` words, `place` bytes behind an address."""
    kind: Any = ctypes.py_object * (64 * words)
    numbers = kind(*range(64 * words))
    _KEPT.append(numbers)
    known = (place, words, ctypes.addressof(numbers), items_of_lists())
    return _built_in("listed", ALONE, known)  # type: ignore[no-any-return]


def recogniser(items: list[Any]) -> Callable[[list[Any]], int]:
    """A built-in function that says whether a list holds these very objects (a multiple of eight), in this order: what
    only calls itself equal is another. Where nobody knows how lists are kept it never says so."""
    if not items or len(items) % EIGHT or not items_of_lists():
        return lambda _: 0
    kind: Any = ctypes.py_object * len(items)
    objects = kind(*items)
    _KEPT.append(objects)
    known = (len(items), ctypes.addressof(objects), items_of_lists())
    return _built_in("same", ALONE, known)  # type: ignore[no-any-return]


@cache
def items_of_lists() -> int:
    """How many bytes behind a list's address this Python keeps where the items lie: found by looking at lists whose
    items are known; 0 where it is not as in every Python so far (then items are set one by one, by a function)."""
    place = list.__basicsize__ - 2 * POINTER  # the last but one of its fields: where the items lie, and for how many
    samples = [[object() for _ in range(length)] for length in (1, 2, 5, 64)]
    if sys.implementation.name != "cpython" or place < 2 * POINTER:
        return 0
    for sample in samples:
        items = ctypes.c_void_p.from_address(id(sample) + place).value
        room = ctypes.c_ssize_t.from_address(id(sample) + place + POINTER).value
        if not items or items % POINTER or not len(sample) <= room <= 2 * len(sample) + 8:
            return 0
        if list((ctypes.c_size_t * len(sample)).from_address(items)) != [id(item) for item in sample]:
            return 0
    return place


class _Method(ctypes.Structure):
    """How Python knows a C function (its own name: PyMethodDef)."""

    _fields_ = (("name", ctypes.c_char_p), ("at", ctypes.c_void_p), ("how", ctypes.c_int), ("doc", ctypes.c_char_p))


def _built_in(name: str, how: int, known: tuple[int, ...]) -> Any:
    """A built-in function; its `self` is the address of what is known beforehand."""
    frame = (ctypes.c_int64 * len(known))(*known)
    method = _Method(name.encode(), _machine().get_function_address(name), how, None)
    _KEPT.extend((frame, method))
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    return make(ctypes.addressof(method), ctypes.addressof(frame), None)


@cache
def _machine() -> Any:
    """These functions as machine code of this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in CALLED:
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    module = llvm.parse_assembly(SOURCE)
    module.verify()
    machine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine(opt=2))
    machine.finalize_object()
    return machine


# Addresses are read by PyLong_AsSsize_t, which is quick for large numbers; actions by PyLong_AsLongLong, which takes
# NumPy's whole numbers too.
SOURCE = """
declare i32 @PyErr_BadArgument()
declare ptr @PyErr_Occurred()
declare ptr @PyList_New(i64)
declare i32 @PyList_SetItem(ptr, i64, ptr)
declare i64 @PyList_Size(ptr)
declare void @Py_IncRef(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare i64 @PyLong_AsSsize_t(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.vector.reduce.or.v8i64(<8 x i64>)

define ptr @act(ptr %self, ptr %given, i64 %count) {
  %enough = icmp eq i64 %count, 3
  br i1 %enough, label %read, label %wrong_count
wrong_count:
  %said = call i32 @PyErr_BadArgument()
  ret ptr null
read:
  %frame_at = call i64 @PyLong_AsSsize_t(ptr %self)
  %frame = inttoptr i64 %frame_at to ptr
  %first = load ptr, ptr %given
  %second_at = getelementptr ptr, ptr %given, i64 1
  %second = load ptr, ptr %second_at
  %third_at = getelementptr ptr, ptr %given, i64 2
  %third = load ptr, ptr %third_at
  %a = call i64 @PyLong_AsSsize_t(ptr %first)
  %b = call i64 @PyLong_AsLongLong(ptr %second)
  %c = call i64 @PyLong_AsLongLong(ptr %third)
  %error = call ptr @PyErr_Occurred()
  %fine = icmp eq ptr %error, null
  br i1 %fine, label %play, label %no_number
no_number:
  ret ptr null
play:
  %function = load ptr, ptr %frame
  %before_at = getelementptr i64, ptr %frame, i64 1
  %before = load i64, ptr %before_at
  %box_at = getelementptr i64, ptr %frame, i64 2
  %box = load i64, ptr %box_at
  %place_at = getelementptr i64, ptr %frame, i64 3
  %place = load i64, ptr %place_at
  %behind = add i64 %a, %place
  %found = call i64 %function(i64 %a, i64 %before, i64 %box, i64 %behind, i64 %b, i64 %c)
  %result = call ptr @PyLong_FromLongLong(i64 %found)
  ret ptr %result
}

define ptr @same(ptr %self, ptr %given) {
  %frame_at = call i64 @PyLong_AsSsize_t(ptr %self)
  %frame = inttoptr i64 %frame_at to ptr
  %length = load i64, ptr %frame
  %objects_at = getelementptr i64, ptr %frame, i64 1
  %objects = load ptr, ptr %objects_at
  %place_at = getelementptr i64, ptr %frame, i64 2
  %place = load i64, ptr %place_at
  %size = call i64 @PyList_Size(ptr %given)
  %no_list = icmp eq i64 %size, -1
  br i1 %no_list, label %failed, label %measure
failed:
  ret ptr null
measure:
  %as_long = icmp eq i64 %size, %length
  br i1 %as_long, label %begin, label %other
other:
  %no = call ptr @PyLong_FromLongLong(i64 0)
  ret ptr %no
begin:
  %items_at = getelementptr i8, ptr %given, i64 %place
  %items = load ptr, ptr %items_at
  br label %look
look:
  %i = phi i64 [0, %begin], [%i_next, %look]
  %seen = phi <8 x i64> [zeroinitializer, %begin], [%seen_next, %look]
  %item_at = getelementptr i64, ptr %items, i64 %i
  %item = load <8 x i64>, ptr %item_at, align 8
  %object_at = getelementptr i64, ptr %objects, i64 %i
  %object = load <8 x i64>, ptr %object_at, align 8
  %differ = xor <8 x i64> %item, %object
  %seen_next = or <8 x i64> %seen, %differ
  %i_next = add i64 %i, 8
  %looked = icmp uge i64 %i_next, %length
  br i1 %looked, label %say, label %look
say:
  %any = call i64 @llvm.vector.reduce.or.v8i64(<8 x i64> %seen_next)
  %none = icmp eq i64 %any, 0
  %one = zext i1 %none to i64
  %yes = call ptr @PyLong_FromLongLong(i64 %one)
  ret ptr %yes
}

define ptr @listed(ptr %self, ptr %given) {
  %at = call i64 @PyLong_AsSsize_t(ptr %given)
  %error = call ptr @PyErr_Occurred()
  %fine = icmp eq ptr %error, null
  br i1 %fine, label %read, label %failed
failed:
  ret ptr null
read:
  %frame_at = call i64 @PyLong_AsSsize_t(ptr %self)
  %frame = inttoptr i64 %frame_at to ptr
  %place = load i64, ptr %frame
  %words_at = getelementptr i64, ptr %frame, i64 1
  %words = load i64, ptr %words_at
  %numbers_at = getelementptr i64, ptr %frame, i64 2
  %numbers = load ptr, ptr %numbers_at
  %items_place_at = getelementptr i64, ptr %frame, i64 3
  %items_place = load i64, ptr %items_place_at
  %known = icmp ne i64 %items_place, 0
  %start = add i64 %at, %place
  %row = inttoptr i64 %start to ptr
  br label %count_word
count_word:
  %i = phi i64 [0, %read], [%i_next, %counted_on]
  %total = phi i64 [0, %read], [%total_next, %counted_on]
  %counted_at = getelementptr i64, ptr %row, i64 %i
  %counted = load i64, ptr %counted_at
  %none = icmp eq i64 %counted, 0
  br i1 %none, label %counted_on, label %count_bits
count_bits:
  %here = call i64 @llvm.ctpop.i64(i64 %counted)
  %total_here = add i64 %total, %here
  br label %counted_on
counted_on:
  %total_next = phi i64 [%total, %count_word], [%total_here, %count_bits]
  %i_next = add i64 %i, 1
  %all_counted = icmp eq i64 %i_next, %words
  br i1 %all_counted, label %make, label %count_word
make:
  %list = call ptr @PyList_New(i64 %total_next)
  %made = icmp ne ptr %list, null
  br i1 %made, label %begin, label %failed
begin:
  %items_at = getelementptr i8, ptr %list, i64 %items_place
  %items = load ptr, ptr %items_at
  br label %fill
fill:
  %w = phi i64 [0, %begin], [%w_next, %word_done]
  %n = phi i64 [0, %begin], [%n_after, %word_done]
  %word_at = getelementptr i64, ptr %row, i64 %w
  %word = load i64, ptr %word_at
  %first = mul i64 %w, 64
  br label %more
more:
  %rest = phi i64 [%word, %fill], [%rest_next, %put_on]
  %n_after = phi i64 [%n, %fill], [%n_next, %put_on]
  %empty = icmp eq i64 %rest, 0
  br i1 %empty, label %word_done, label %put
put:
  %bit = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %number = add i64 %first, %bit
  %object_at = getelementptr ptr, ptr %numbers, i64 %number
  %object = load ptr, ptr %object_at
  call void @Py_IncRef(ptr %object)
  br i1 %known, label %put_there, label %put_by_python
put_there:
  %item_at = getelementptr ptr, ptr %items, i64 %n_after
  store ptr %object, ptr %item_at
  br label %put_on
put_by_python:
  %set = call i32 @PyList_SetItem(ptr %list, i64 %n_after, ptr %object)
  br label %put_on
put_on:
  %n_next = add i64 %n_after, 1
  %lower = sub i64 %rest, 1
  %rest_next = and i64 %rest, %lower
  br label %more
word_done:
  %w_next = add i64 %w, 1
  %filled = icmp eq i64 %w_next, %words
  br i1 %filled, label %done, label %fill
done:
  ret ptr %list
}
"""
