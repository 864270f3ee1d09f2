"""Pass-keys: what the store keeps of the keys by which somebody signs in, and the challenges these are to sign.

Functions on a connection, as in persons.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .schema import challenges, pass_keys


@dataclass(frozen=True)
class PassKey:
    """A key of somebody; whoever reads this cannot sign with it."""

    id: str  # in base64url, as browsers write it
    guest: str
    credential: str  # its public part, in base64url
    uses: int  # how often it says it was used; 0 for ever where it does not count
    created: int
    used: int


def keep_challenge(connection: Connection, challenge: bytes, guest: str, what: str, now: int, until: int) -> None:
    """Something for a key to sign in the browser of a guest; the one before it ends, as do all that are too old."""
    before = sa.and_(challenges.c.guest == guest, challenges.c.what == what)
    connection.execute(sa.delete(challenges).where(sa.or_(before, challenges.c.until < now)))
    connection.execute(sa.insert(challenges).values(digest=_digest(challenge), guest=guest, what=what, until=until))


def use_challenge(connection: Connection, challenge: bytes, guest: str, what: str, now: int) -> bool:
    """Whether this was asked of that browser, for that; it is used up, whatever comes of it."""
    named = (challenges.c.digest == _digest(challenge), challenges.c.guest == guest, challenges.c.what == what)
    until = connection.execute(sa.select(challenges.c.until).where(*named)).scalar_one_or_none()
    used = connection.execute(sa.delete(challenges).where(*named)).rowcount
    return until is not None and bool(used) and until >= now


def _digest(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def add_key(connection: Connection, key: PassKey, most: int) -> bool:
    """One more key of somebody; False where they have so many already, or it is known."""
    if len(keys_of(connection, key.guest)) >= most or key_named(connection, key.id) is not None:
        return False
    connection.execute(sa.insert(pass_keys).values(vars(key)))
    return True


def key_named(connection: Connection, id: str) -> PassKey | None:
    """The key of that name."""
    row = connection.execute(sa.select(pass_keys).where(pass_keys.c.id == id)).one_or_none()
    return None if row is None else PassKey(*row)


def keys_of(connection: Connection, guest: str) -> list[PassKey]:
    """Somebody's keys, the oldest first."""
    query = sa.select(pass_keys).where(pass_keys.c.guest == guest).order_by(pass_keys.c.created, pass_keys.c.id)
    return [PassKey(*row) for row in connection.execute(query)]


def use_key(connection: Connection, id: str, uses: int, now: int) -> bool:
    """A key was used. False where it is gone meanwhile, or says it was used less often than it was: there are two."""
    counts = pass_keys.c.uses < uses if uses else pass_keys.c.uses == 0
    named = sa.update(pass_keys).where(pass_keys.c.id == id, counts)
    return bool(connection.execute(named.values(uses=uses, used=now)).rowcount)


def remove_key(connection: Connection, id: str, guest: str) -> None:
    """Somebody signs in by that key no longer."""
    connection.execute(sa.delete(pass_keys).where(pass_keys.c.id == id, pass_keys.c.guest == guest))


def forget_guests(connection: Connection, gone: Collection[str]) -> None:
    """Somebody is forgotten."""
    for table in (pass_keys, challenges):
        connection.execute(sa.delete(table).where(table.c.guest.in_(gone)))
