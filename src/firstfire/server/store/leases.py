"""Which server has which table, where several servers share one database.

servers  id → where the others reach it, alive until when (by the clock of the database alone), which cookies it reads
leases   table → the server that has it, and a number that grows whenever the table changes hands

A table may be taken from nobody, and from a server that is not alive any more. Whoever writes events of a table names
the number it holds, in the same transaction (`check`): a server that slept longer than its life, or was cut off,
and wakes when another has its tables, writes nothing any more. (In the field: a lease with a fencing token.)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from .schema import leases, servers, tables
from .trouble import HeldElsewhere, LeaseLost

ALIVE = servers.c.until > sa.func.clock_timestamp()
NOBODY = ""
READS = 1  # the kinds of cookies that servers of this version read: those that name devices (earlier ones say nothing)


@dataclass(frozen=True)
class Peer:
    """Another server."""

    id: str
    address: str


class Leases:
    """The leases of one server, in a database that all servers share."""

    def __init__(
        self, engine: Engine, me: str, address: str, seconds: float, alive_by: Engine | None = None
    ) -> None:  # fmt: skip
        self.engine, self.me, self.address, self.seconds = engine, me, address, seconds
        self.alive_by = alive_by or engine  # the way to the database by which this server stays alive

    def _until(self) -> sa.ColumnElement[object]:
        return sa.func.clock_timestamp() + sa.func.make_interval(0, 0, 0, 0, 0, 0, self.seconds)

    def enter(self) -> None:
        """Be a server among others (again, under a name that nobody had); those long dead are forgotten."""
        with self.alive_by.begin() as connection:
            connection.execute(
                sa.insert(servers).values(id=self.me, address=self.address, until=self._until(), reads=READS)
            )
            long_dead = servers.c.until < sa.func.clock_timestamp() - sa.text("interval '1 day'")
            connection.execute(sa.delete(servers).where(long_dead))

    def renew(self) -> bool:
        """Stay alive; False where it is too late: others may have taken what was ours."""
        with self.alive_by.begin() as connection:
            mine = sa.update(servers).where(servers.c.id == self.me, ALIVE).values(until=self._until())
            return connection.execute(mine).rowcount == 1

    def leave(self) -> None:
        """Go: all our tables are free at once."""
        with self.alive_by.begin() as connection:
            connection.execute(sa.delete(servers).where(servers.c.id == self.me))

    def take(self, table: str) -> int:
        """Take a table that nobody alive has (or that is ours already); its new number, or 0 where there is no such
        table (whoever asks for tables that never were leaves nothing behind)."""
        from sqlalchemy.dialects.postgresql import insert  # not for those who have SQLite

        living = sa.select(servers.c.id).where(ALIVE)
        new = insert(leases).from_select(
            ["table_id", "server", "number"],
            sa.select(tables.c.id, servers.c.id, sa.literal(1))
            .join(servers, servers.c.id == self.me)
            .where(tables.c.id == table, ALIVE),
        )
        change = new.on_conflict_do_update(
            index_elements=[leases.c.table_id],
            set_={"server": self.me, "number": leases.c.number + 1},
            where=sa.or_(leases.c.server == self.me, leases.c.server.not_in(living)),
        ).returning(leases.c.number)
        for _ in range(2):  # whoever has it may go between the two looks
            with self.engine.begin() as connection:
                number = connection.execute(change).scalar()
            if number is not None:
                return int(number)
            peer = self.holder(table)
            if peer is not None:
                raise HeldElsewhere(table, peer.address)
            if not self._is_table(table):
                return 0
        raise LeaseLost(f"{self.me} is not alive any more")

    def _is_table(self, table: str) -> bool:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(tables.c.id).where(tables.c.id == table)).first() is not None

    def holder(self, table: str) -> Peer | None:
        """The other server that has a table; None where nobody alive has it, or this one."""
        query = (
            sa.select(servers.c.id, servers.c.address)
            .join(leases, leases.c.server == servers.c.id)
            .where(leases.c.table_id == table, servers.c.id != self.me, ALIVE)
        )
        with self.engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        return Peer(*found) if found is not None else None

    def has(self, table: str, number: int) -> bool:
        """Whether a table is ours under a number, at this moment."""
        mine = (leases.c.table_id == table, leases.c.server == self.me, leases.c.number == number)
        query = sa.select(leases.c.number).join(servers, leases.c.server == servers.c.id).where(*mine, ALIVE)
        with self.engine.connect() as connection:
            return connection.execute(query).first() is not None

    def peers(self) -> list[Peer]:
        """The other servers that are alive."""
        query = sa.select(servers.c.id, servers.c.address).where(servers.c.id != self.me, ALIVE)
        with self.engine.connect() as connection:
            return [Peer(*found) for found in connection.execute(query)]

    def all_read(self, kind: int) -> bool:
        """Whether every server that is alive, or died within a day, reads cookies of a kind."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(servers.c.id).where(servers.c.reads < kind)).first() is None

    def living(self) -> set[str]:
        """The servers that are alive."""
        with self.alive_by.connect() as connection:
            return set(connection.execute(sa.select(servers.c.id).where(ALIVE)).scalars())

    def held(self) -> tuple[int, int]:
        """How many tables are ours, and the sum of their numbers: both change when one is taken away."""
        query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(leases.c.number), 0))
        with self.alive_by.connect() as connection:
            count, numbers = connection.execute(query.where(leases.c.server == self.me)).one()
        return int(count), int(numbers)

    def mine(self) -> dict[str, int]:
        """The tables that are ours, with their numbers."""
        query = sa.select(leases.c.table_id, leases.c.number).where(leases.c.server == self.me)
        with self.alive_by.connect() as connection:
            return {row.table_id: row.number for row in connection.execute(query)}

    def evict(self, tables: Collection[str]) -> None:
        """Take tables away from whoever has them: what they still want to write is refused."""
        with self.engine.begin() as connection:
            evict(connection, tables)

    def orphans(self, *, given_back: bool = True) -> list[str]:
        """Games being played by the clock whose server has gone or died; with those that were given back (there are
        many tables that nobody has: not to be asked for all the time)."""
        living = sa.select(servers.c.id).where(ALIVE)
        query = (
            sa.select(leases.c.table_id)
            .join(tables, tables.c.id == leases.c.table_id)
            .where(leases.c.server.not_in(living), tables.c.state == "playing")
            .where(tables.c.setup["clock"].as_string().is_not(None))
        )
        if not given_back:
            query = query.where(leases.c.server != NOBODY)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())


def give_back(connection: Connection, server: str, table: str, number: int) -> None:
    """Let go of a table (where it is still this server's under this number)."""
    mine = (leases.c.table_id == table, leases.c.server == server, leases.c.number == number)
    connection.execute(sa.update(leases).where(*mine).values(server=NOBODY))


def evict(
    connection: Connection, tables: Collection[str], *, spare: str = NOBODY, kept: Mapping[str, int] | None = None
) -> None:  # fmt: skip
    """Take tables away from whoever has them (but from one server, and from those who have them under a number of
    `kept`); until the end of the transaction nobody takes them or writes there."""
    from sqlalchemy.dialects.postgresql import insert  # not for those who have SQLite

    for table in sorted(tables):  # all in the same order: nobody waits for each other
        new = insert(leases).values(table_id=table, server=NOBODY, number=1)
        own = sa.and_(leases.c.server == spare, leases.c.server != NOBODY)
        stays = sa.or_(own, leases.c.number == (kept or {}).get(table, 0))
        place = sa.case((stays, leases.c.server), else_=NOBODY)
        taken = {"server": place, "number": leases.c.number + sa.case((stays, 0), else_=1)}
        connection.execute(new.on_conflict_do_update(index_elements=[leases.c.table_id], set_=taken))


def not_held() -> sa.ColumnElement[bool]:
    """Of a row of tables: that no server has it."""
    return ~(
        sa.exists().where(leases.c.table_id == tables.c.id, leases.c.server == servers.c.id, ALIVE).correlate(tables)
    )


def lock(connection: Connection, some: Collection[str]) -> None:
    """Until the end of the transaction let nobody take these tables, nor write there."""
    from sqlalchemy.dialects.postgresql import insert  # not for those who have SQLite

    found = sa.select(tables.c.id, sa.literal(NOBODY), sa.literal(0)).where(tables.c.id.in_(some))
    new = insert(leases).from_select(["table_id", "server", "number"], found.order_by(tables.c.id.collate("C")))
    connection.execute(new.on_conflict_do_update(index_elements=[leases.c.table_id], set_={"server": leases.c.server}))


def check(
    connection: Connection, server: str, held: Collection[tuple[str, int]], given_back: Collection[str] = ()
) -> None:  # fmt: skip
    """Refuse to write to tables that are not this server's any more; until the end of the transaction nobody takes
    them, nor those that are given back. Whoever writes does this first, in the order in which others take many tables
    away (`evict`, `lock`: by the bytes of their names, whatever language the database sorts by)."""
    of_these = leases.c.table_id.in_({table for table, _ in held}.union(given_back))
    mine = sa.select(leases.c.table_id, leases.c.number).where(leases.c.server == server, of_these)
    mine = mine.order_by(leases.c.table_id.collate("C")).with_for_update(read=True)
    found = {(row.table_id, row.number) for row in connection.execute(mine)}
    for table, number in held:
        if (table, number) not in found:
            raise LeaseLost(table)
