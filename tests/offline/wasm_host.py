"""A host of modules for tests: wasmtime in the place of a browser."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import wasmtime

PAGE, ALIGNED = 65536, 16
ROW = ctypes.c_int64 * 4


class WasmtimeHost:
    """A module in wasmtime, with the memory it has for itself."""

    def __init__(self, file: Path) -> None:
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        instance: Any = wasmtime.Instance(self.store, wasmtime.Module.from_file(engine, str(file)), [])
        self.exports = instance.exports(self.store)
        self.memory = self.exports["memory"]
        self.top = int(self.exports["__heap_base"].value(self.store))
        self.calls = 0

    def about(self) -> str:
        """What the module says of itself."""
        place = int(self.exports["firstfire_about"].value(self.store))
        return ctypes.string_at(self._at(place)).decode()

    def allocate(self, size: int) -> int:
        """Take memory, cleared, on a multiple of 16."""
        place = -(-self.top // ALIGNED) * ALIGNED
        self.top = place + size
        missing = self.top - self.memory.data_len(self.store)
        if missing > 0:
            self.memory.grow(self.store, -(-missing // PAGE))
        return place

    def write(self, place: int, address: int, size: int) -> None:
        """Copy from Python's memory into the module's."""
        ctypes.memmove(self._at(place), address, size)

    def read(self, place: int, address: int, size: int) -> None:
        """Copy from the module's memory into Python's."""
        ctypes.memmove(address, self._at(place), size)

    def run(self, symbol: str, table: int, count: int) -> float | None:
        """Call a function with the arguments of a table."""
        self.calls += 1
        rows = (ROW * count).from_address(table)
        given: list[float] = []
        for kind, value, size, place in rows:
            if kind in (2, 3):
                self.write(place, value, size)
            given.append(value if kind == 0 else _fraction(value) if kind == 1 else place)
        found: float | None = self.exports[symbol](self.store, *given)
        for kind, value, size, place in rows:
            if kind == 2:
                self.read(place, value, size)
        return found

    def _at(self, place: int) -> int:
        return ctypes.addressof(self.memory.data_ptr(self.store).contents) + place


def _fraction(bits: int) -> float:
    return ctypes.c_double.from_buffer_copy(ctypes.c_int64(bits)).value
