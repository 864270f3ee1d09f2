"""How a batch comes into the tables: the rows of a table, its events, its talk, its holders."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from . import dues, persons
from .batch import Batch, TableRow
from .engine import as_json
from .events import Event, Holds
from .schema import chats, events, holders, tables

OF_TABLE: sa.BindParameter[str] = sa.bindparam("of_table")
SEAT: sa.BindParameter[int] = sa.bindparam("of_seat")
GUEST: sa.BindParameter[str] = sa.bindparam("of_guest")
HELD = (holders.c.table_id == OF_TABLE, holders.c.seat == SEAT)
# Statements are made once: to make one takes longer than to carry it out.
ADD_EVENTS, ADD_TABLE, ADD_HOLDERS = sa.insert(events), sa.insert(tables), sa.insert(holders)
CHANGE_TABLE = sa.update(tables).where(tables.c.id == OF_TABLE)
CLEAR_SEAT = sa.delete(holders).where(*HELD)
DROP_HOLDER = sa.delete(holders).where(*HELD, holders.c.guest == GUEST)
DROP_OTHER_HOLDERS = sa.delete(holders).where(*HELD, holders.c.guest != GUEST)
LEAVES = {
    Holds.GAINS: DROP_HOLDER, Holds.LOSES: DROP_HOLDER, Holds.KEEPS: DROP_OTHER_HOLDERS, Holds.CLEARS: CLEAR_SEAT,
}  # fmt: skip
ADD_TO_SQLITE = "INSERT INTO events (table_id, number, at, kind, data) VALUES (?, ?, ?, ?, ?)"


Rows = list[dict[str, Any]]


@dataclass
class AtTheEnd:
    """What a commit leaves to its end, to be done for all together."""

    events: Rows = field(default_factory=list)
    rows: int = 0  # of tables, written so far


def leases_of(batch: Batch) -> set[tuple[str, int]]:
    """The tables a batch writes to that must be this server's, and the numbers under which it has them."""
    own = {(batch.table, batch.lease)} if batch.lease is not None else set()
    return own.union(*map(leases_of, batch.with_too))


def write_batch(connection: Connection, end: AtTheEnd, batch: Batch) -> None:
    """Write a batch; its events are left to the end of the commit. (Its lease was looked at first.)"""
    for other in batch.with_too:
        write_batch(connection, end, other)
    end.rows += batch.row is not None
    if batch.row is not None and batch.is_new:
        connection.execute(ADD_TABLE, _columns(batch.row))
    if batch.chats:
        connection.execute(sa.insert(chats), [{"table_id": batch.table, **asdict(line)} for line in batch.chats])
        old = batch.chats[-1].number - batch.chats_kept
        connection.execute(sa.delete(chats).where(chats.c.table_id == batch.table, chats.c.number <= old))
    for event in batch.events:
        end.events.append({
            "table_id": batch.table, "number": event.number, "at": event.at, "kind": event.kind, "data": event.data,
        })  # fmt: skip
    _index_holders(connection, batch)
    if batch.due is not None:
        dues.replace(connection, batch.table, batch.due)
    if batch.result is not None:
        persons.keep_result(connection, batch.result)
    if batch.row is not None and not batch.is_new:
        values = _columns(batch.row)
        del values["id"], values["setup"], values["created"]
        connection.execute(CHANGE_TABLE, {**values, "of_table": batch.table})


def add_events(connection: Connection, rows: Rows) -> None:
    """All events of a commit by one statement; SQLite gets it straight from us: that is half the work."""
    if rows and connection.dialect.name == "sqlite":
        direct: Any = connection.connection.driver_connection
        made = [(row["table_id"], row["number"], row["at"], row["kind"], as_json(row["data"])) for row in rows]
        direct.executemany(ADD_TO_SQLITE, made)
    elif rows:
        connection.execute(ADD_EVENTS, rows)


def _index_holders(connection: Connection, batch: Batch) -> None:
    """Who holds which seat after the events of a batch."""
    if batch.is_new:  # nobody sat there before
        sat = [_holder(batch.table, event) for event in batch.events if event.is_a.holds is Holds.GAINS]
        if sat:
            connection.execute(ADD_HOLDERS, sat)
        return
    for event in batch.events:
        holds = event.is_a.holds
        if holds is None or event.data.get("standin"):
            continue
        place = {"of_table": batch.table, "of_seat": event.data["seat"]}
        guest = {"of_guest": event.data["guest"]} if "guest" in event.data else {}
        connection.execute(LEAVES[holds], {**place, **guest})
        if holds is Holds.GAINS:
            connection.execute(ADD_HOLDERS, _holder(batch.table, event))


def _holder(table: str, event: Event) -> dict[str, Any]:
    return {"table_id": table, "seat": event.data["seat"], "guest": event.data["guest"]}


def _columns(row: TableRow) -> dict[str, Any]:
    return {
        "id": row.id, "game": row.setup["game"], "setup": row.setup, "summary": row.summary, "state": row.state,
        "listed": row.listed, "open": row.open, "created": row.created, "changed": row.changed,
    }  # fmt: skip
