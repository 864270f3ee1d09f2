"""Rooms of every game under random messages (a long run: `PYTHONPATH=examples python -m tests.server.room_fuzz`)."""

from __future__ import annotations

import pytest
from tests.server.room_fuzz import fuzz

from firstfire import names


@pytest.mark.parametrize("name", sorted({*names()}))
def test_a_room_never_has_to_start_over(name: str) -> None:
    said, happened = fuzz(name, 3, 1200, interpreted=True, at_table=300)
    assert said == 1200 and happened["act"] > 20 and happened["undo"] > 3, happened
