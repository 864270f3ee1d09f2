"""The table of Honga as one seat sees it."""

from __future__ import annotations

from typing import Any


def scene(*args: Any) -> Any:
    """Stub."""
    raise NotImplementedError


def picks(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """Stub."""
    return ()
