"""The file of a net: a line that says what it is, a line of JSON, then the numbers.

    firstfire net 1
    {"game": "totem", "fingerprint": …, "recipe": …, "figures": …, "arrays": [["rows", "int8", [297, 512]], …], …}
    …the arrays one after the other, little-endian, as they are listed; packed by zlib if "packed" is true

Nothing in it is run. The hash is of the arrays; the fingerprint is of the observation and the actions the net was
trained with (inputs.py), so that a net that no longer fits its game is refused by name instead of playing nonsense.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from ...errors import BadNet
from ...kernel.presentation.complaints import cause, complaint

MAGIC = b"firstfire net 1\n"
KINDS: dict[str, np.dtype[np.int8] | np.dtype[np.float32]] = {"int8": np.dtype("i1"), "float32": np.dtype("<f4")}
LONGEST_HEADER = 1 << 20

Array = NDArray[np.int8] | NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class NetFile:
    """What a file of a net holds."""

    game: str
    fingerprint: str
    seats: int  # how many values it gives: one for each seat, the mover's first
    looked_up: int  # see inputs.py
    arrays: dict[str, Array]
    recipe: dict[str, object] = field(default_factory=dict)
    figures: dict[str, object] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """The file's contents."""
        parts = {name: np.ascontiguousarray(array) for name, array in self.arrays.items()}
        body = b"".join(part.astype(part.dtype.newbyteorder("<")).tobytes() for part in parts.values())
        header = {
            "game": self.game,
            "fingerprint": self.fingerprint,
            "seats": self.seats,
            "looked_up": self.looked_up,
            "recipe": self.recipe,
            "figures": self.figures,
            "arrays": [[name, part.dtype.name, list(part.shape)] for name, part in parts.items()],
            "sha256": hashlib.sha256(body).hexdigest(),
            "packed": True,
        }
        return MAGIC + json.dumps(header, ensure_ascii=False, sort_keys=True).encode() + b"\n" + zlib.compress(body, 9)

    def write(self, path: Path) -> None:
        """Write the file whole, or not at all."""
        part = path.with_name(path.name + ".part")
        part.write_bytes(self.to_bytes())
        part.replace(path)


def read_net(path: Path) -> NetFile:
    """Read a file of a net; what is wrong with it is said."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise complaint(BadNet, "cannot_read", file=path, why=cause(error)) from None
    if not data.startswith(MAGIC):
        _refuse(path, f"it does not begin with {MAGIC.decode().strip()!r}, so it is no net, or one of another format")
    head, line, body = data[len(MAGIC) :].partition(b"\n")
    if not line or len(head) > LONGEST_HEADER:
        _refuse(path, "it ends within its description")
    try:
        told = json.loads(head)
        listed = told["arrays"]
        if told.get("packed"):
            body = _unpacked(path, listed, body)
        arrays = _arrays(path, listed, body)
        if hashlib.sha256(body).hexdigest() != told["sha256"]:
            _refuse(path, "its numbers are not those that were written (their hash differs)")
        return NetFile(
            str(told["game"]), str(told["fingerprint"]), int(told["seats"]), int(told["looked_up"]), arrays,
            dict(told["recipe"]), dict(told["figures"]),
        )  # fmt: skip
    except (ValueError, TypeError, KeyError) as error:
        _refuse(path, f"its description cannot be understood ({error!r})")


def _unpacked(path: Path, listed: list[tuple[str, str, list[int]]], body: bytes) -> bytes:
    """The numbers; never more of them than the description says."""
    size = sum(KINDS[kind].itemsize * prod(map(int, shape)) for _, kind, shape in listed)
    unpacker = zlib.decompressobj()
    try:
        numbers = unpacker.decompress(body, max(size, 0) + 1)
    except zlib.error as error:
        _refuse(path, f"its numbers cannot be unpacked ({error})")
    if not unpacker.eof or unpacker.unused_data:
        _refuse(path, "its numbers are cut off, or more than it says")
    return numbers


def _arrays(path: Path, listed: list[tuple[str, str, list[int]]], body: bytes) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    place = 0
    for name, kind, shape in listed:
        dtype, count = KINDS[kind], prod(map(int, shape))
        end = place + count * dtype.itemsize
        if count < 0 or end > len(body):
            _refuse(path, f"it is shorter than it says: {name} is cut off")
        arrays[name] = cast("Array", np.frombuffer(body, dtype, count, place).reshape(shape))
        place = end
    if place != len(body):
        _refuse(path, f"it is {len(body) - place} bytes longer than it says")
    return arrays


def _refuse(path: Path, why: str) -> NoReturn:
    raise complaint(BadNet, "damaged_net", file=path, why=why)
