"""DLPack: handing an array to Torch, JAX or NumPy without a copy (the C structures of DLPack 0.x, by ctypes)."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any

CPU, CUDA = 1, 2  # DLDeviceType
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLDataTypeCode by NumPy's letter
NAME, USED = b"dltensor", b"used_dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32),
        ("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16),
        ("shape", ctypes.POINTER(c_int64)), ("strides", ctypes.POINTER(c_int64)), ("byte_offset", c_uint64),
    ]  # fmt: skip


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", c_void_p), ("deleter", c_void_p)]


_held: dict[int, tuple[Any, ...]] = {}  # what is lent, by the address of its structure
_Deleter = ctypes.CFUNCTYPE(None, c_void_p)
_give_back = _Deleter(lambda address: _held.pop(address or 0, None) and None)

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [c_void_p, ctypes.c_char_p, c_void_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, [c_void_p, ctypes.c_char_p]


def _forgotten(capsule_at: int) -> None:
    """A capsule that nobody opened ends: what it lent is given back."""
    if _is_valid(capsule_at, NAME):
        _held.pop(_pointer(capsule_at, NAME), None)


_end = _Deleter(_forgotten)


def capsule(
    owner: Any, address: int, shape: Sequence[int], dtype: Any, strides: Sequence[int], device: int, number: int
) -> Any:
    """A DLPack capsule of memory that `owner` keeps alive; strides are in bytes."""
    places, steps = (c_int64 * len(shape))(*shape), (c_int64 * len(shape))(*(s // dtype.itemsize for s in strides))
    managed = _Managed(
        _Tensor(
            address, device, number, len(shape), KINDS[dtype.kind], 8 * dtype.itemsize, 1,
            ctypes.cast(places, ctypes.POINTER(c_int64)), ctypes.cast(steps, ctypes.POINTER(c_int64)), 0,
        ),
        None,
        ctypes.cast(_give_back, c_void_p),
    )  # fmt: skip
    at = ctypes.addressof(managed)
    _held[at] = (managed, places, steps, owner)
    return _new(at, NAME, ctypes.cast(_end, c_void_p))
