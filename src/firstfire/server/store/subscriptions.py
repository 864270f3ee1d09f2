"""Subscriptions: the browsers and the mailbox that are told when it is somebody's turn.

Functions on a connection, as in persons.py.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .schema import mailboxes, subscriptions


@dataclass(frozen=True)
class Subscription:
    """A browser of somebody: where its push service is, and the keys by which only that browser reads."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class Mailbox:
    """Somebody's e-mail address."""

    address: str
    confirmed: bool = False
    told: int = 0  # when it was written to last


def subscribe(connection: Connection, guest: str, browser: Subscription, now: int, most: int) -> None:
    """Tell one more browser of somebody, and of nobody else any more; the oldest go where there are many."""
    unsubscribe(connection, browser.endpoint)
    row = {"endpoint": browser.endpoint, "p256dh": browser.p256dh, "auth": browser.auth}
    connection.execute(sa.insert(subscriptions).values(**row, guest=guest, created=now))
    mine = sa.select(subscriptions.c.endpoint).where(subscriptions.c.guest == guest)
    newest = [each for (each,) in connection.execute(mine.order_by(subscriptions.c.created.desc()).limit(most))]
    gone = (subscriptions.c.guest == guest, subscriptions.c.endpoint.not_in(newest))
    connection.execute(sa.delete(subscriptions).where(*gone))


def unsubscribe(connection: Connection, endpoint: str, guest: str | None = None) -> None:
    """Tell a browser no longer (where it is that guest's)."""
    named = [subscriptions.c.endpoint == endpoint]
    if guest is not None:
        named.append(subscriptions.c.guest == guest)
    connection.execute(sa.delete(subscriptions).where(*named))


def browsers_of(connection: Connection, guest: str) -> list[Subscription]:
    """The browsers of somebody."""
    found = connection.execute(sa.select(subscriptions).where(subscriptions.c.guest == guest))
    return [Subscription(row.endpoint, row.p256dh, row.auth) for row in found]


def keep_mailbox(connection: Connection, guest: str, mailbox: Mailbox) -> None:
    """Somebody's address from now on."""
    forget_mailbox(connection, guest)
    row = {"address": mailbox.address, "confirmed": mailbox.confirmed, "told": mailbox.told}
    connection.execute(sa.insert(mailboxes).values(guest=guest, **row))


def forget_mailbox(connection: Connection, guest: str, address: str | None = None) -> bool:
    """Write to somebody no longer (where that is still the address); whether there was anything to forget."""
    named = [mailboxes.c.guest == guest]
    if address is not None:
        named.append(mailboxes.c.address == address)
    return bool(connection.execute(sa.delete(mailboxes).where(*named)).rowcount)


def confirm_mailbox(connection: Connection, guest: str, address: str) -> bool:
    """Whoever reads this address wants to be written to; False where it is no longer the one."""
    named = (mailboxes.c.guest == guest, mailboxes.c.address == address)
    return bool(connection.execute(sa.update(mailboxes).where(*named).values(confirmed=True)).rowcount)


def written(connection: Connection, guest: str, now: int) -> None:
    """Somebody was written to."""
    connection.execute(sa.update(mailboxes).where(mailboxes.c.guest == guest).values(told=now))


def mailbox_of(connection: Connection, guest: str) -> Mailbox | None:
    """Somebody's address."""
    row = connection.execute(sa.select(mailboxes).where(mailboxes.c.guest == guest)).one_or_none()
    return None if row is None else Mailbox(row.address, row.confirmed, row.told)


def reachable(connection: Connection) -> set[str]:
    """Everybody who can be told of a turn."""
    written_to = sa.select(mailboxes.c.guest).where(mailboxes.c.confirmed)
    return set(connection.execute(sa.union(sa.select(subscriptions.c.guest), written_to)).scalars())


def forget_guests(connection: Connection, gone: Collection[str]) -> None:
    """Somebody is forgotten."""
    for table in (subscriptions, mailboxes):
        connection.execute(sa.delete(table).where(table.c.guest.in_(gone)))
