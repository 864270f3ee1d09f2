"""How many of a sample are looked at: few by `make test`, where others prove the same; all by `make whole-games`."""

from __future__ import annotations

import os

WHOLE = os.environ.get("FIRSTFIRE_WHOLE_GAMES", "") not in ("", "0")


def sample(few: int, whole: int) -> int:
    """The few of `make test`, or the whole."""
    return whole if WHOLE else few
