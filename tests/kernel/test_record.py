"""Records: one layout for Python, NumPy and the compiler."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from firstfire.kernel.records.record import Row, copy_of, dtype_of, fields_of, i8, i16, i32, i64, record, rows, u8, u32


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


def test_a_field_without_an_annotation_is_refused() -> None:
    with pytest.raises(TypeError, match=r"record Broken: no annotation given for wood, food"):

        @record
        class Broken:
            wood = i8
            food = i16


def test_methods_and_properties_are_refused_not_dropped() -> None:
    with pytest.raises(TypeError) as refused:

        @record
        class Broken:
            wood: int = i8
            limit = 7

            def burn(self) -> None:
                self.wood -= 1

            @property
            def is_cold(self) -> bool:
                return self.wood == 0

            @staticmethod
            def count() -> int:
                return 1

            def __len__(self) -> int:
                return self.wood

    said = str(refused.value)
    for name in ("burn", "is_cold", "count", "__len__"):
        assert f"{name} is no field: a record has no methods and no properties, write a @rule" in said
    assert "limit is no field: give it a layout (limit: int = i8)" in said


def test_a_field_of_the_base_is_not_declared_again() -> None:
    with pytest.raises(TypeError, match="ply is a field of the record it extends already"):

        @record
        class Broken(Base):
            ply: int = i8


def test_a_record_is_one_of_those_it_extends() -> None:
    @record
    class Town(Village):
        walls: int = i8

    for kind in (Base, Village, Town):
        assert isinstance(Town(), kind) and issubclass(Town, kind)
    assert isinstance(Village(), Base) and not isinstance(Base(), Village)
    assert not isinstance(Clan(), Base) and not isinstance(7, Base)


def test_extending_leaves_no_gap() -> None:
    """The base's fields are laid out anew with the others: nothing is padded between them."""

    @record
    class Small:
        ply: int = i32
        wood: int = i8

    @record
    class Larger(Small):
        food: int = i8

    assert getattr(Larger, "food").offset == 5  # noqa: B009
    assert ctypes.sizeof(Larger()) == 8  # type: ignore[arg-type]
