"""The log says what happened, no more and no less (log_reader.py)."""

from __future__ import annotations

import pytest
from tests.samples import sample

from .log_reader import read_logs


@pytest.mark.parametrize(
    "name",
    [
        "totem",
        "honga",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("neta_tanka", "prehistory", "doggerland")),
    ],
)
def test_what_the_log_tells_is_what_changed(name: str) -> None:
    assert read_logs(name, sample(1, 4), sample(5, 1)) == []
