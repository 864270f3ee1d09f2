"""What is due: the notices of turns that were not sent yet. They are written with the event that began the turn, so
that whoever has the table when it is time sends them: this server after a new start, or another one.

Functions on a connection, as in persons.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .batch import Due
from .leases import ALIVE
from .schema import dues, leases, servers


def replace(connection: Connection, table: str, due: Sequence[Due]) -> None:
    """All that is due at a table from now on."""
    connection.execute(sa.delete(dues).where(dues.c.table_id == table))
    if due:
        rows = [{"table_id": table, "seat": one.seat, "at": one.at, "by_mail": one.by_mail} for one in due]
        connection.execute(sa.insert(dues), rows)


def put_off(connection: Connection, due: Due, later: Due) -> bool:
    """Have something due at another time; False where it is not due any more as it was: it was sent by somebody else,
    or there is another turn."""
    changed = {"at": later.at, "by_mail": later.by_mail}
    return connection.execute(sa.update(dues).where(*_same(due)).values(**changed)).rowcount == 1


def settle(connection: Connection, due: Due) -> None:
    """It is done."""
    connection.execute(sa.delete(dues).where(*_same(due)))


def _same(due: Due) -> tuple[sa.ColumnElement[bool], ...]:
    return dues.c.table_id == due.table, dues.c.seat == due.seat, dues.c.at == due.at


def coming(connection: Connection, before: int, most: int, server: str) -> list[Due]:
    """What is due before a time, the oldest first, but for tables that another server has."""
    query = sa.select(dues).where(dues.c.at < before).order_by(dues.c.at).limit(most)
    if server:
        elsewhere = (leases.c.table_id == dues.c.table_id, leases.c.server == servers.c.id, servers.c.id != server)
        query = query.where(~sa.exists().where(*elsewhere, ALIVE).correlate(dues))
    return [Due(*row) for row in connection.execute(query)]
