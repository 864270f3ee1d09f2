"""What can go wrong when a table is stored or read, as those see it who ask."""

from __future__ import annotations

from collections.abc import Callable


class StoreTrouble(Exception):
    """A write did not reach the disk (or another process wrote first). `unsure`: it may have, for the database went
    away while it was asked to commit."""

    def __init__(self, reason: str = "", *, unsure: bool = False) -> None:
        super().__init__(reason)
        self.unsure = unsure


class LeaseLost(Exception):
    """Another server has the table now."""


class HeldElsewhere(Exception):
    """A table is at another server."""

    def __init__(self, table: str, address: str) -> None:
        super().__init__(f"table {table} is at {address}")
        self.table, self.address = table, address


Then = Callable[[StoreTrouble | None], None]  # called in the caller's loop, after the commit
