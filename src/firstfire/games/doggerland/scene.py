"""Stub."""
from __future__ import annotations
from typing import Any
def scene(*a: Any) -> Any: ...
def picks(*a: Any) -> tuple[str, ...]: return ()
