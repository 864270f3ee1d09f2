"""Ids and seeds of new tables."""

from __future__ import annotations

import secrets


def new_id() -> str:
    """An id nobody can guess (96 bits)."""
    return secrets.token_urlsafe(12)


def new_seed() -> int:
    """A seed from the operating system."""
    return secrets.randbits(64)
