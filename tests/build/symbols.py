"""What libraries offer and need, and their sections, read from their files: ELF, PE, Mach-O, WebAssembly."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm


def exported(library: bytes) -> set[str]:
    """What a library offers to others."""
    if library[:4] == b"\x7fELF":
        return _of_elf(library)
    if library[:2] == b"MZ":
        return _of_pe(library)
    if library[:4] == b"\0asm":
        return _of_wasm(library) - {"memory", "__heap_base"}  # what every host needs
    assert library[:4] == b"\xcf\xfa\xed\xfe", "no shared library that is known here"
    return _of_macho(library)


def imported(library: bytes) -> set[str]:
    """What a library needs of others."""
    if library[:4] == b"\x7fELF":
        return {name for name, section in _symbols_of_elf(library) if name and not section}
    if library[:2] == b"MZ":
        return _needed_by_pe(library)
    if library[:4] == b"\0asm":
        return set()  # `exported` refuses one that needs anything
    return {name for name, section in _symbols_of_macho(library) if not section}


def sections(library: bytes) -> dict[bytes, int]:
    """The sizes of a library's sections, as LLVM reads them."""
    found = llvm.ObjectFileRef.from_data(library).sections()
    return {section.name() or b"": section.size() for section in found}


def machine(library: bytes) -> str:
    """The format and the processor a library is made for."""
    if library[:4] == b"\x7fELF":
        return {0x3E: "elf x86_64", 0xB7: "elf aarch64"}[_at(library, "<H", 18)]
    if library[:2] == b"MZ":
        return {0x8664: "pe x86_64"}[_at(library, "<H", _at(library, "<I", 0x3C) + 4)]
    if library[:4] == b"\0asm":
        return "wasm wasm"
    return {0x01000007: "macho x86_64", 0x0100000C: "macho aarch64"}[_at(library, "<I", 4)]


def _at(data: bytes, kind: str, place: int) -> Any:
    found = struct.unpack_from(kind, data, place)
    return found if len(found) > 1 else found[0]


def _text(data: bytes, place: int) -> str:
    return data[place : data.index(b"\0", place)].decode()


def _of_elf(data: bytes) -> set[str]:
    return {name for name, section in _symbols_of_elf(data) if section}


def _symbols_of_elf(data: bytes) -> Iterator[tuple[str, int]]:
    """The dynamic symbols, and the section in which each is defined: 0 for none."""
    headers, size, count = _at(data, "<Q", 0x28), _at(data, "<H", 0x3A), _at(data, "<H", 0x3C)
    tables = [struct.unpack_from("<IIQQQQIIQQ", data, headers + i * size) for i in range(count)]
    symbols = next(table for table in tables if table[1] == 11)  # SHT_DYNSYM
    names = tables[symbols[6]][4]
    for place in range(symbols[4], symbols[4] + symbols[5], 24):
        name, _, _, section, *_ = struct.unpack_from("<IBBHQQ", data, place)
        yield _text(data, names + name), section


class _Image:
    """A library of Windows in memory: addresses are those after loading."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        start = _at(data, "<I", 0x3C)
        count, optional = _at(data, "<H", start + 6), _at(data, "<H", start + 20)
        self.directories = start + 24 + 112
        first = start + 24 + optional
        self.sections = [struct.unpack_from("<8sIIII", data, first + 40 * i) for i in range(count)]

    def directory(self, number: int) -> int:
        """Where a table lies in the file: 0 what is offered, 1 what is needed."""
        return self.place(_at(self.data, "<I", self.directories + 8 * number))

    def place(self, address: int) -> int:
        """Where an address lies in the file."""
        for _, size, virtual, raw, at in self.sections:
            if virtual <= address < virtual + max(size, raw):
                return int(address - virtual + at)
        raise AssertionError("an address in no section")


def _of_pe(data: bytes) -> set[str]:
    image = _Image(data)
    table = image.directory(0)
    number, names = _at(data, "<I", table + 24), image.place(_at(data, "<I", table + 32))
    return {_text(data, image.place(_at(data, "<I", names + 4 * i))) for i in range(number)}


def _needed_by_pe(data: bytes) -> set[str]:
    image = _Image(data)
    found, library = set(), image.directory(1)
    while thunks := _at(data, "<I", library):
        place = image.place(thunks)
        while address := _at(data, "<Q", place):
            found.add(_text(data, image.place(address) + 2))  # after a number that Windows may look there first
            place += 8
        library += 20
    return found


def _of_macho(data: bytes) -> set[str]:
    of_every_library = {"__dso_handle", "_mh_dylib_header"}
    return {name for name, section in _symbols_of_macho(data) if section} - of_every_library


def _symbols_of_macho(data: bytes) -> Iterator[tuple[str, int]]:
    """The external symbols, and the section in which each is defined: 0 for none."""
    place = 32
    for _ in range(_at(data, "<I", 16)):
        command, size = _at(data, "<II", place)
        if command == 2:  # LC_SYMTAB
            symbols, count, names, _ = _at(data, "<IIII", place + 8)
            for i in range(count):
                name, kind, section, _, _ = struct.unpack_from("<IBBHQ", data, symbols + 16 * i)
                if kind & 1:  # external
                    yield _text(data, names + name).removeprefix("_"), section
        place += size


def _of_wasm(data: bytes) -> set[str]:
    place, sections = 8, {}
    while place < len(data):
        size, start = _number(data, place + 1)
        sections[data[place]] = start
        place = start + size
    assert 2 not in sections, "it imports something"
    count, place = _number(data, sections[7])
    found = set()
    for _ in range(count):
        length, place = _number(data, place)
        found.add(data[place : place + length].decode())
        _, place = _number(data, place + length + 1)
    return found


def _number(data: bytes, place: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    number, bits = 0, 0
    while True:
        number |= (data[place] & 0x7F) << bits
        place, bits = place + 1, bits + 7
        if data[place - 1] < 0x80:
            return number, place
