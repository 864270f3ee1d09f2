"""The NVIDIA driver, as little of it as is needed: memory, code and launches, by plain C calls.

Everything works in the device's primary context, the one that Torch, JAX, CuPy and Numba work in too, so that their
arrays and streams can be used beside each other. The context is current only during a call: the one that the caller
works in, on another device perhaps, is current again afterwards. What is loaded here is machine code for the GPU
(`cuda_code.py` makes and keeps it): once it is made, no compiler is needed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import byref, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint64, c_void_p
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from ...errors import NoGpu
from .dlpack import CUDA, capsule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAJOR, MINOR, PROCESSORS = 75, 76, 16  # CUdevice_attribute
MAX_REGISTERS, ERROR_LOG, ERROR_LOG_SIZE, FROM_CONTEXT = 0, 5, 6, 8  # CUjit_option
FROM_PTX = 1  # CUjitInputType


@cache
def _library() -> Any:
    for name in ("libcuda.so.1", "libcuda.so", "nvcuda.dll"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise NoGpu("no NVIDIA driver was found on this machine (libcuda.so.1): device='cuda' needs a GPU and its driver")


def _call(name: str, *arguments: Any) -> None:
    library = _library()
    code = getattr(library, name)(*arguments)
    if code == 0:
        return
    said = c_char_p()
    library.cuGetErrorString(code, byref(said))
    raise NoGpu(f"{name} of the NVIDIA driver failed: {(said.value or b'').decode() or code}")


class Card:
    """One card. Made by `card()`."""

    def __init__(self, number: int = 0) -> None:
        _call("cuInit", 0)
        device = c_int()
        _call("cuDeviceGet", byref(device), number)
        self.number = number
        self._device = device
        self._context = c_void_p()
        _call("cuDevicePrimaryCtxRetain", byref(self._context), device)

    def __enter__(self) -> None:
        """Make the GPU current in this thread, until the end of the block."""
        _call("cuCtxPushCurrent_v2", self._context)

    def __exit__(self, *error: object) -> None:
        _call("cuCtxPopCurrent_v2", byref(c_void_p()))

    def attribute(self, number: int) -> int:
        """A number of the GPU (CUdevice_attribute)."""
        found = c_int()
        _call("cuDeviceGetAttribute", byref(found), number, self._device)
        return found.value

    @property
    def capability(self) -> tuple[int, int]:
        """What its machine code is called: (9, 0) for an H200."""
        return self.attribute(MAJOR), self.attribute(MINOR)

    @property
    def processors(self) -> int:
        """How many multiprocessors it has."""
        return self.attribute(PROCESSORS)

    @property
    def name(self) -> str:
        """What the GPU is called."""
        text = ctypes.create_string_buffer(128)
        _call("cuDeviceGetName", text, 128, self._device)
        return text.value.decode()

    @property
    def driver(self) -> int:
        """The version of CUDA that the driver knows: 13000 for 13.0."""
        found = c_int()
        _call("cuDriverGetVersion", byref(found))
        return found.value

    def link(self, ptx: bytes, registers: int = 0) -> bytes:
        """Machine code for this card; with at most so many registers a thread, if a number is given."""
        log = ctypes.create_string_buffer(8192)
        options = [ERROR_LOG, ERROR_LOG_SIZE] + ([MAX_REGISTERS] if registers else [])
        values = [ctypes.cast(log, c_void_p), c_void_p(len(log))] + ([c_void_p(registers)] if registers else [])
        state, image, size = c_void_p(), c_void_p(), c_size_t()
        keys, settings = (c_int * len(options))(*options), (c_void_p * len(values))(*values)
        with self:
            _call("cuLinkCreate_v2", len(options), keys, settings, byref(state))
            try:
                _call("cuLinkAddData_v2", state, FROM_PTX, ptx, c_size_t(len(ptx) + 1), b"firstfire", 0, None, None)
                _call("cuLinkComplete", state, byref(image), byref(size))
                return ctypes.string_at(image, size.value)
            except NoGpu as error:
                raise NoGpu(f"{error}\n{log.value.decode(errors='replace')}") from None
            finally:
                _call("cuLinkDestroy", state)

    def load(self, code: bytes, entry: str) -> Kernel:
        """Machine code, ready to launch."""
        module, function = c_void_p(), c_void_p()
        with self:
            _call("cuModuleLoadData", byref(module), code)
            _call("cuModuleGetFunction", byref(function), module, entry.encode())
            return Kernel(self, function)

    def zeros(self, shape: Sequence[int] | int, dtype: Any) -> DeviceArray:
        """A new array on the GPU, zero everywhere."""
        return DeviceArray(self, (shape,) if isinstance(shape, int) else shape, dtype)

    def put(self, array: NDArray[Any]) -> DeviceArray:
        """A copy of an array on the GPU."""
        made = DeviceArray(self, array.shape, array.dtype)
        made.write(array)
        return made

    def wait(self, stream: int = 0) -> None:
        """Wait until everything launched into a stream is done."""
        with self:
            _call("cuStreamSynchronize", c_void_p(stream))


@cache
def card(number: int = 0) -> Card:
    """The GPU with this number."""
    return Card(number)


class Memory:
    """A piece of the GPU's memory; it is given back when nobody holds it any more."""

    def __init__(self, card: Card, size: int) -> None:
        # Looked up now: when it is given back Python may be ending.
        library = _library()
        self._push, self._pop = library.cuCtxPushCurrent_v2, library.cuCtxPopCurrent_v2
        self._context, self._free = card._context, library.cuMemFree_v2
        address = c_uint64()
        with card:
            _call("cuMemAlloc_v2", byref(address), c_size_t(max(size, 1)))
            self.address = address.value
            _call("cuMemsetD8_v2", c_uint64(self.address), 0, c_size_t(max(size, 1)))

    def __del__(self) -> None:
        if hasattr(self, "address"):
            # Whoever let it go may be another thread, or work on another device.
            if self._push(self._context) == 0:
                self._free(c_uint64(self.address))
                self._pop(byref(c_void_p()))


class DeviceArray:
    """An array on the GPU. Torch, JAX, CuPy and Numba read it where it lies, by `__cuda_array_interface__` or
    `__dlpack__`."""

    def __init__(
        self,
        card: Card,
        shape: Sequence[int],
        dtype: Any,
        strides: Sequence[int] | None = None,
        memory: Memory | None = None,
    ) -> None:
        import numpy as np

        self.card = card
        self.shape = tuple(shape)
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.strides = _row_major(self.shape, self.dtype.itemsize) if strides is None else tuple(strides)
        self.size = prod(self.shape)
        self.bytes = max((n * step for n, step in zip(self.shape, self.strides, strict=True)), default=0)
        self.memory = Memory(card, self.bytes) if memory is None else memory
        self.address = self.memory.address

    def view(self, shape: Sequence[int], strides: Sequence[int] | None = None, dtype: Any = None) -> DeviceArray:
        """The same memory, seen in another shape."""
        return DeviceArray(self.card, shape, self.dtype if dtype is None else dtype, strides, self.memory)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype} on {self.card.name}>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        packed = self.strides == _row_major(self.shape, self.dtype.itemsize)
        return {
            "shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False), "version": 3,
            "strides": None if packed else self.strides, "stream": None,
        }  # fmt: skip

    def __dlpack__(self, stream: Any = None, **_: Any) -> Any:
        return capsule(self.memory, self.address, self.shape, self.dtype, self.strides, CUDA, self.card.number)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.card.number

    def numpy(self) -> NDArray[Any]:
        """A copy on this side."""
        import numpy as np

        held = np.empty(self.bytes, np.uint8)
        with self.card:
            _call("cuMemcpyDtoH_v2", c_void_p(held.ctypes.data), c_uint64(self.address), c_size_t(self.bytes))
        return np.ndarray(self.shape, self.dtype, held, strides=self.strides)

    def clear(self) -> None:
        """Make it zero everywhere."""
        with self.card:
            _call("cuMemsetD8_v2", c_uint64(self.address), 0, c_size_t(self.bytes))

    def write(self, array: NDArray[Any]) -> None:
        """Copy an array of the same shape and type to the GPU."""
        import numpy as np

        given = np.ascontiguousarray(array, self.dtype)
        if given.shape != self.shape or self.strides != given.strides:
            raise ValueError(f"an array of {self.shape} is needed, in rows without gaps, not {given.shape}")
        with self.card:
            _call("cuMemcpyHtoD_v2", c_uint64(self.address), c_void_p(given.ctypes.data), c_size_t(self.bytes))


def _row_major(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    steps = []
    for length in reversed(shape):
        steps.append(size)
        size *= length
    return tuple(reversed(steps))


class Kernel:
    """A function on the GPU. Its arguments are arrays (as Numba's machine code takes them) and whole numbers."""

    def __init__(self, card: Card, function: c_void_p) -> None:
        self.card = card
        self._function = function
        self.registers = self._attribute(4)
        self.local_bytes = self._attribute(3)

    def _attribute(self, number: int) -> int:
        found = c_int()
        _call("cuFuncGetAttribute", byref(found), number, self._function)
        return found.value

    def bind(self, blocks: int, threads: int, *arguments: Any) -> Launch:
        """A launch with everything looked up beforehand."""
        return Launch(self, blocks, threads, arguments)


class Launch:
    """A kernel with its arguments, ready to be launched again and again: one C call, no allocation."""

    def __init__(self, kernel: Kernel, blocks: int, threads: int, arguments: Sequence[Any]) -> None:
        self.kernel = kernel
        self.blocks = blocks
        self.threads = threads
        self._kept = arguments
        self._places: list[int] = []  # where each argument's values begin
        self._values: list[Any] = []
        for argument in arguments:
            self._places.append(len(self._values))
            self._values += _in_c(argument)
        self._pointers = (c_void_p * len(self._values))(*(ctypes.addressof(value) for value in self._values))

    def point(self, argument: int, address: int, stride: int) -> None:
        """Let an array argument of one dimension lie elsewhere."""
        at = self._places[argument]
        self._values[at + 4].value = address
        self._values[at + 6].value = stride

    def __call__(self, stream: int = 0) -> None:
        """Launch it into a stream."""
        with self.kernel.card:
            _call(
                "cuLaunchKernel", self.kernel._function, c_uint(self.blocks), c_uint(1), c_uint(1),
                c_uint(self.threads), c_uint(1), c_uint(1), c_uint(0), c_void_p(stream), self._pointers, None,
            )  # fmt: skip


def _in_c(argument: Any) -> list[Any]:
    """An argument as Numba's machine code takes it; an array: owners (none), length, step, address, shape, strides."""
    if not isinstance(argument, DeviceArray):
        return [ctypes.c_int64(argument)]
    head = [c_void_p(), c_void_p(), ctypes.c_int64(argument.size), ctypes.c_int64(argument.dtype.itemsize)]
    return [*head, c_uint64(argument.address), *map(ctypes.c_int64, argument.shape + argument.strides)]


class GpuClock:
    """Seconds on the GPU between two marks in a stream."""

    def __init__(self, card: Card, stream: int = 0) -> None:
        self._card = card
        self._stream = c_void_p(stream)
        self._marks = (c_void_p(), c_void_p())
        with card:
            for mark in self._marks:
                _call("cuEventCreate", byref(mark), 0)

    def __enter__(self) -> GpuClock:
        with self._card:
            _call("cuEventRecord", self._marks[0], self._stream)
        return self

    def __exit__(self, *error: object) -> None:
        passed = c_float()
        with self._card:
            _call("cuEventRecord", self._marks[1], self._stream)
            _call("cuEventSynchronize", self._marks[1])
            _call("cuEventElapsedTime", byref(passed), *self._marks)
            for mark in self._marks:
                _call("cuEventDestroy_v2", mark)
        self.seconds = passed.value / 1000
