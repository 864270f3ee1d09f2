"""What was found about finished games: kept as long as their tables, for the save file that was looked at."""

from __future__ import annotations

import hashlib
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .engine import put_row
from .schema import reviews, tables

FORMAT = 1  # of what is kept; older ones are found anew


def digest_of(save: str) -> str:
    """What a review is about: it is void where another name stands in the save file (somebody was forgotten)."""
    return hashlib.sha256(f"{FORMAT}\n{save}".encode()).hexdigest()


def keep(connection: Connection, table: str, names: list[str], digest: str, found: dict[str, Any]) -> bool:
    """Keep what was found about the game at a table. False where its players have other names by now: the sentences
    tell them, and somebody may have been forgotten meanwhile."""
    summary = connection.execute(sa.select(tables.c.summary).where(tables.c.id == table)).scalar_one_or_none()
    if not isinstance(summary, dict) or [seat["name"] for seat in summary.get("seats", ())] != names:
        return False
    new = {"digest": digest, "found": found}
    put_row(connection, reviews, {"table_id": table, **new}, changed=new)
    return True


def find(connection: Connection, table: str, digest: str) -> dict[str, Any] | None:
    """What was found about the game at a table, if it is about this save file."""
    query = sa.select(reviews.c.found).where(reviews.c.table_id == table, reviews.c.digest == digest)
    found = connection.execute(query).scalar_one_or_none()
    return found if isinstance(found, dict) else None


def forget(connection: Connection, of_tables: list[str]) -> None:
    """Forget what was found at some tables."""
    connection.execute(sa.delete(reviews).where(reviews.c.table_id.in_(of_tables)))
