"""Tables, as the store reads and forgets them: one with its log, those of the lobby, those of a guest.

Functions on a connection; `Store` calls the writing ones in its own thread, with everything else of a commit.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .batch import TableRow
from .events import Event
from .leases import lock, not_held
from .schema import chats, dues, events, holders, leases, reviews, tables
from .talk import ChatLine

log = logging.getLogger(__name__)
FIRST_OF_HOST = 3  # tables of one host before those of others in the lobby
FORGOTTEN_AT_ONCE = 200  # tables in one commit, so that nobody waits long


# ── one table ──────────────────────────────────────────────────────────────────────────


def with_log(connection: Connection, table: str) -> tuple[TableRow, list[Event]] | None:
    """A table and its whole log."""
    row = connection.execute(sa.select(tables).where(tables.c.id == table)).one_or_none()
    if row is None:
        return None
    if not isinstance(row.setup, dict):
        raise ValueError(f"the row of table {table} is damaged")
    columns = (events.c.number, events.c.at, events.c.kind, events.c.data)
    found = connection.execute(sa.select(*columns).where(events.c.table_id == table).order_by(events.c.number))
    return _row(row), [Event(*event) for event in found]


def chat(connection: Connection, table: str, before: int | None, most: int) -> list[ChatLine]:
    """What was said last at a table (before a line), the oldest first."""
    query = sa.select(chats).where(chats.c.table_id == table)
    if before is not None:
        query = query.where(chats.c.number < before)
    found = connection.execute(query.order_by(chats.c.number.desc()).limit(most)).all()
    return [ChatLine(*row[1:]) for row in reversed(found)]


# ── many tables ────────────────────────────────────────────────────────────────────────


def count(connection: Connection) -> int:
    """How many tables are kept."""
    return int(connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())


def running_clocks(connection: Connection) -> list[str]:
    """The games that are being played by the clock."""
    found = connection.execute(sa.select(tables.c.id, tables.c.setup).where(tables.c.state == "playing"))
    return [row.id for row in found if (row.setup or {}).get("clock")]


def lobby(connection: Connection, states: Sequence[str], only_open: bool, most: int) -> list[TableRow]:
    """The listed tables in some states, the latest first."""
    query = sa.select(tables).where(tables.c.listed, tables.c.state.in_(states))
    if only_open:
        query = query.where(tables.c.open > 0)
    found = _readable(connection.execute(query.order_by(tables.c.changed.desc()).limit(5 * most)))
    return _few_of_each(found)[:most]


def listed_by(connection: Connection, host: str) -> int:
    """How many tables of a host stand in the lobby and wait for people."""
    mine = (tables.c.listed, tables.c.state == "gathering", tables.c.setup["host"].as_string() == host)
    return int(connection.execute(sa.select(sa.func.count()).select_from(tables).where(*mine)).scalar_one())


def waiting(connection: Connection, some: Collection[str]) -> set[str]:
    """Those of some tables that stand in the lobby and wait for people."""
    query = sa.select(tables.c.id).where(tables.c.id.in_(some), tables.c.listed, tables.c.state == "gathering")
    return set(connection.execute(query).scalars())


def of_guest(connection: Connection, guest: str, most: int) -> list[tuple[TableRow, list[int]]]:
    """The tables where a guest holds a seat, the latest first, and which seats."""
    mine = sa.select(holders.c.table_id).where(holders.c.guest == guest)
    query = sa.select(tables).where(tables.c.id.in_(mine), tables.c.state != "closed")
    rows = _readable(connection.execute(query.order_by(tables.c.changed.desc()).limit(most)))
    seats: dict[str, list[int]] = {}
    for held in connection.execute(sa.select(holders).where(holders.c.guest == guest)):
        seats.setdefault(held.table_id, []).append(held.seat)
    return [(row, sorted(seats[row.id])) for row in rows]


def behind(connection: Connection, rows: Sequence[TableRow]) -> list[str]:
    """The games among some tables whose rows know fewer events than were written (the server was killed)."""
    known = {row.id: row.summary.get("events", -1) for row in rows if row.state == "playing"}
    query = sa.select(events.c.table_id, sa.func.max(events.c.number)).where(events.c.table_id.in_(known))
    found = connection.execute(query.group_by(events.c.table_id)).all()
    return [table for table, number in found if number != known[table]]


def _few_of_each(rows: list[TableRow]) -> list[TableRow]:
    """Some of each host's tables first, the rest behind them: nobody fills the lobby alone."""
    seen: Counter[str] = Counter()
    first: list[TableRow] = []
    rest: list[TableRow] = []
    for row in rows:
        host = str(row.setup.get("host", ""))
        seen[host] += 1
        (first if seen[host] <= FIRST_OF_HOST else rest).append(row)
    return first + rest


def _readable(rows: Iterable[Any]) -> list[TableRow]:
    """The rows that can be read; a damaged one is named in the log."""
    found = []
    for row in rows:
        if _has(row.setup, "game", "host") and _has(row.summary, "id", "game", "seats") and _seats_of(row):
            found.append(_row(row))
        else:
            log.error("the row of table %s is damaged; it is left out", row.id)
    return found


def _seats_of(row: Any) -> bool:
    seats = row.summary["seats"]
    return isinstance(seats, list) and bool(seats) and all(_has(seat, "seat", "level") for seat in seats)


def _has(data: object, *names: str) -> bool:
    """Whether something that was stored is what it should be, as far as those rely on it who show it."""
    return isinstance(data, dict) and data.keys() >= set(names)


def _row(row: Any) -> TableRow:
    return TableRow(row.id, row.setup, row.summary, row.state, row.listed, row.open, row.created, row.changed)


# ── being forgotten ────────────────────────────────────────────────────────────────────


def forget(
    connection: Connection, states: Sequence[str], before: int, spare: Collection[str], *, unplayed: bool, shared: bool
) -> int:
    """Forget tables in some states that nobody has touched since a time, with all that belongs to them, but those that
    are awake here or (`shared`) at another server; how many it were. `unplayed`: and those where anybody ever acted."""
    query = sa.select(tables.c.id).where(tables.c.state.in_(states), tables.c.changed < before)
    if shared:
        query = query.where(not_held())
    if unplayed:
        query = query.where(~sa.exists().where(events.c.table_id == tables.c.id, events.c.kind == "act"))
    found = connection.execute(query.order_by(tables.c.changed).limit(FORGOTTEN_AT_ONCE + len(spare)))
    gone = [name for (name,) in found if name not in spare][:FORGOTTEN_AT_ONCE]
    if shared:  # from here on nobody comes to them; whoever came before, or has done something there, keeps theirs
        lock(connection, gone)
        gone = [name for (name,) in connection.execute(query.where(tables.c.id.in_(gone)))]
    for other in (chats, dues, events, holders, leases, reviews):
        connection.execute(sa.delete(other).where(other.c.table_id.in_(gone)))
    connection.execute(sa.delete(tables).where(tables.c.id.in_(gone)))
    return len(gone)
