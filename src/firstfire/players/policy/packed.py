"""A net packed flat: the very numbers that a look takes, for places without NumPy (the edition without a server).

    {"width": 256, "actions": 120, "seats": 5, "left_out": [], "rows": [["weights", "int8", 400000], …]}
    …the rows one after the other, little-endian

It is made of a net that fits its game (`firstfire static` packs both together), so nothing is checked here but lengths.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import BadNet
from ...kernel.presentation.complaints import complaint
from ...kernel.records.arrays import KINDS, row_of

if TYPE_CHECKING:
    from .flat import Flat

ROWS = {"weights": "int8", "scales": "float64", "tables": "int32", "shape": "int64"}


@dataclass(frozen=True, eq=False)
class PackedFlat:
    """The numbers of a net."""

    width: int
    actions: int
    seats: int
    left_out: tuple[str, ...]
    weights: Any
    scales: Any
    tables: Any
    shape: Any
    trust: Any = None  # is among the scales; how far it trusts `prefer` is asked for by nobody here


def packed(flat: Flat) -> bytes:
    """A net's numbers as they are packed."""
    rows = {name: getattr(flat, name).astype(kind) for name, kind in ROWS.items()}
    told = {
        "width": flat.width, "actions": flat.actions, "seats": flat.seats, "left_out": flat.left_out,
        "rows": [[name, kind, int(rows[name].size)] for name, kind in ROWS.items()],
    }  # fmt: skip
    return json.dumps(told).encode() + b"\n" + b"".join(row.tobytes() for row in rows.values())


@cache
def read_packed(path: Path) -> PackedFlat:
    """The numbers in a file; refuses one that is not whole."""
    import ctypes

    head, _, body = path.read_bytes().partition(b"\n")
    try:
        told = json.loads(head)
        rows, place = {}, 0
        for name, kind, length in told["rows"]:
            end = place + length * ctypes.sizeof(KINDS[kind])
            rows[name] = row_of(kind, length, body[place:end])
            place = end
        if place != len(body):
            raise ValueError("it is cut off, or longer than it says")
        return PackedFlat(told["width"], told["actions"], told["seats"], tuple(told["left_out"]), **rows)
    except (ValueError, TypeError, KeyError) as error:
        raise complaint(BadNet, "damaged_net", file=path, why=error) from None
