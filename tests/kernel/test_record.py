"""Records: one layout for Python, NumPy and the compiler."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from firstfire.kernel.record import Row, copy_of, dtype_of, fields_of, i8, i16, i32, i64, record, rows, u8, u32


@record
class Clan:
    wood: int = i8
    food: int = i16
    tents: Row[int] = i8[6]


@record
class Base:
    ply: int = i32
    rng: Row[int] = u32[4]


@record
class Village(Base):
    forest: int = u8
    grid: Row[Row[int]] = i8[2, 3]
    clans: Row[Clan] = rows(Clan, 4)
    cards: int = i64


def test_python_and_numpy_see_the_same_bytes() -> None:
    village = Village()
    village.forest = 200
    village.clans[2].tents[5] = -3
    village.grid[1][2] = 7
    village.cards = 1 << 62
    village.rng[3] = 0xFFFFFFFF
    seen = np.frombuffer(village, dtype_of(Village))[0]  # type: ignore[call-overload]
    assert seen["forest"] == 200
    assert seen["clans"][2]["tents"][5] == -3
    assert seen["grid"][1][2] == 7
    assert seen["cards"] == 1 << 62
    assert seen["rng"][3] == 0xFFFFFFFF


def test_fields_of_the_base_come_first() -> None:
    assert list(fields_of(Village)) == ["ply", "rng", "forest", "grid", "clans", "cards"]


def test_layouts_agree_on_every_offset() -> None:
    dtype = dtype_of(Village)
    assert dtype.itemsize == ctypes.sizeof(Village())  # type: ignore[arg-type]
    for name in fields_of(Village):
        assert dtype.fields is not None
        assert dtype.fields[name][1] == getattr(Village, name).offset


def test_a_row_of_records_is_a_live_view() -> None:
    village = Village()
    clan = village.clans[1]
    clan.wood += 5
    assert village.clans[1].wood == 5


def test_a_copy_is_independent() -> None:
    village = Village()
    village.forest = 9
    other = copy_of(village)
    other.forest = 1
    other.clans[0].wood = 4
    assert (village.forest, village.clans[0].wood) == (9, 0)


def test_a_field_without_a_layout_is_refused() -> None:
    with pytest.raises(TypeError, match="no layout given for wood"):

        @record
        class Broken:
            wood: int
