"""Which tables a server has: all of them, where it is the only one (membership.py is for several)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class Holding(Protocol):
    """Which tables this server has."""

    async def take(self, table: str) -> None:
        """Have a table from now on; HeldElsewhere where another server has it."""

    async def has(self, table: str) -> bool:
        """Whether this server has a table now, for certain."""

    def number(self, table: str) -> int | None:
        """Under which number this server has a table; None where there is no other server."""

    def give_back(self, table: str) -> None:
        """Let others have it."""

    async def evict(self, tables: Collection[str]) -> None:
        """Take tables away from whoever has them."""

    async def close(self) -> None:
        """Have nothing any more."""


class Alone:
    """The only server of its database has every table."""

    async def take(self, table: str) -> None:
        """It is ours."""

    async def has(self, table: str) -> bool:
        """It has everything."""
        return True

    def number(self, table: str) -> int | None:
        """There are no numbers."""
        return None

    def give_back(self, table: str) -> None:
        """There is nobody else."""

    async def evict(self, tables: Collection[str]) -> None:
        """There is nobody else."""

    async def close(self) -> None:
        """Nothing to do."""
