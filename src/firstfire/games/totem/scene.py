"""The table of Totem as one seat sees it."""

from __future__ import annotations

from typing import Any


def scene(*args: Any) -> Any:
    raise NotImplementedError


def picks(view: Any, box: Any, action: int) -> tuple[str, ...]:
    return ()
