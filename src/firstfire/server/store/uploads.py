"""Uploaded save files: kept for a while, so that somebody can look at them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .schema import uploads


def keep(connection: Connection, upload: str, text: str, now: int, forget_before: int, most: int) -> None:
    """Keep a save file; forget old ones, and the oldest where there are too many."""
    connection.execute(sa.delete(uploads).where(uploads.c.created < forget_before))
    connection.execute(sa.insert(uploads).values(id=upload, created=now, text=text))
    newest = sa.select(uploads.c.id).order_by(uploads.c.created.desc(), uploads.c.id).limit(most)
    connection.execute(sa.delete(uploads).where(uploads.c.id.not_in(newest)))


def text_of(connection: Connection, upload: str) -> str | None:
    """The text of a save file."""
    return connection.execute(sa.select(uploads.c.text).where(uploads.c.id == upload)).scalar_one_or_none()
