"""What is remembered of a scene takes little memory."""

from __future__ import annotations

import tracemalloc

import orjson

from firstfire.kernel.presentation.memo import written
from firstfire.kernel.presentation.scene import Piece


def test_the_json_of_a_part_takes_no_more_than_its_bytes() -> None:
    """A writer of JSON may hand out a large buffer with little in it; that must not be kept for every part."""
    parts = [Piece(f"card-{number}", "hand", number, "back") for number in range(500)]
    tracemalloc.start()
    made = written(parts, orjson.dumps)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 3 * len(made)
