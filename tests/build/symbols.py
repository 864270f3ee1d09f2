"""The symbols that libraries offer, read from their files: ELF, PE, Mach-O, WebAssembly."""

from __future__ import annotations

import struct
from typing import Any


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
    headers, size, count = _at(data, "<Q", 0x28), _at(data, "<H", 0x3A), _at(data, "<H", 0x3C)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, headers + i * size) for i in range(count)]
    symbols = next(section for section in sections if section[1] == 11)  # SHT_DYNSYM
    names = sections[symbols[6]][4]
    found = set()
    for place in range(symbols[4], symbols[4] + symbols[5], 24):
        name, _, _, section, *_ = struct.unpack_from("<IBBHQQ", data, place)
        if section:  # defined here
            found.add(_text(data, names + name))
    return found


def _of_pe(data: bytes) -> set[str]:
    start = _at(data, "<I", 0x3C)
    count, optional = _at(data, "<H", start + 6), _at(data, "<H", start + 20)
    first = start + 24 + optional
    sections = [struct.unpack_from("<8sIIII", data, first + 40 * i) for i in range(count)]

    def place_of(address: int) -> int:
        for _, size, virtual, raw, at in sections:
            if virtual <= address < virtual + max(size, raw):
                return int(address - virtual + at)
        raise AssertionError("an address in no section")

    table = place_of(_at(data, "<I", start + 24 + 112))
    number, names = _at(data, "<I", table + 24), place_of(_at(data, "<I", table + 32))
    return {_text(data, place_of(_at(data, "<I", names + 4 * i))) for i in range(number)}


def _of_macho(data: bytes) -> set[str]:
    place, found = 32, set()
    for _ in range(_at(data, "<I", 16)):
        command, size = _at(data, "<II", place)
        if command == 2:  # LC_SYMTAB
            symbols, count, names, _ = _at(data, "<IIII", place + 8)
            for i in range(count):
                name, kind, section, _, _ = struct.unpack_from("<IBBHQ", data, symbols + 16 * i)
                if kind & 1 and section:  # external, and defined here
                    found.add(_text(data, names + name).removeprefix("_"))
        place += size
    return found - {"__dso_handle", "_mh_dylib_header"}  # of every library there


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
