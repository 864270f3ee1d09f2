"""Persons: what the store keeps of somebody beside the tables: name, mark, history, ratings, passes to other devices.

Functions on a connection; `Store` calls the writing ones in its own thread, with everything else of a commit.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from . import pass_keys, reviews, subscriptions
from .engine import put_row
from .events import Event, Holds, held_after
from .ratings import Rating, rated
from .results import GameResult, Past
from .schema import chats, ended, events, guests, holders, passes, ratings, results, tables
from .story import NAMELESS

FORGOTTEN_AT_ONCE = 200  # persons in one commit, so that nobody waits long
RATING = 0x52415445  # the lock of whoever changes ratings
UNMARKED = {"mark": "", "colour": 0}
TOLD = {"name", "level", "place"}  # at the least, of each other seat of a game


@dataclass(frozen=True)
class Person:
    """What somebody has said about themselves."""

    name: str
    language: str
    mark: str = ""  # the name of a drawing
    colour: int = 0


# ── who somebody is ────────────────────────────────────────────────────────────────────


def keep(connection: Connection, guest: str, taken_for: Person, said: Mapping[str, Any], now: int) -> Person:
    """Remember what somebody said about themselves; who that makes them: else they are who is known by then (two words
    at once are both kept), or who they are taken for."""
    new = {"id": guest, "seen": now, **asdict(replace(taken_for, **said))}
    put_row(connection, guests, new, changed={"seen": now, **said})
    kept = find(connection, guest)
    assert kept is not None
    return kept[0]


def find(connection: Connection, guest: str) -> tuple[Person, int] | None:
    """What somebody said about themselves, and when they were seen last."""
    row = connection.execute(sa.select(guests).where(guests.c.id == guest)).one_or_none()
    return (Person(row.name, row.language, row.mark, row.colour), int(row.seen)) if row is not None else None


def saw(connection: Connection, guest: str, now: int) -> None:
    """Note that somebody is here."""
    connection.execute(sa.update(guests).where(guests.c.id == guest).values(seen=now))


# ── results and ratings ────────────────────────────────────────────────────────────────


def keep_result(connection: Connection, result: GameResult) -> None:
    """A game is over: everybody who played it has it in their history, and ratings follow where it counts."""
    after = _rate(connection, result) if result.rated else {}
    for seat in result.seats:
        told = result.told(seat)
        for guest in seat.guests:
            data = told
            if guest == seat.owner and seat.subject in after:
                value, spread = after[seat.subject].shown
                data = {**told, "rating": value, "spread": spread}
            row = {"guest": guest, "table_id": result.table, "seat": seat.seat}
            connection.execute(sa.insert(results).values(**row, game=result.game, at=result.at, data=data))


def _rate(connection: Connection, result: GameResult) -> dict[str, Rating]:
    if connection.dialect.name == "postgresql":  # several servers rate the same bots: one after the other
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(RATING)))
    subjects = [seat.subject for seat in result.seats]
    before = ratings_of(connection, subjects, result.game)
    made = rated([before.get(each, Rating()) for each in subjects], [seat.place for seat in result.seats])
    after: dict[str, Rating] = {}
    for subject in dict.fromkeys(subjects):  # two bots of one level share what both have shown
        own = [each for each, of in zip(made, subjects, strict=True) if of == subject]
        mu, sigma = (sum(values) / len(own) for values in ([one.mu for one in own], [one.sigma for one in own]))
        after[subject] = Rating(mu, sigma, own[0].games)
        named = (ratings.c.subject == subject, ratings.c.game == result.game)
        connection.execute(sa.delete(ratings).where(*named))
        connection.execute(sa.insert(ratings).values(subject=subject, game=result.game, **asdict(after[subject])))
    return after


def ratings_of(connection: Connection, subjects: Iterable[str], game: str) -> dict[str, Rating]:
    """The ratings of some in one game."""
    query = sa.select(ratings).where(ratings.c.subject.in_(set(subjects)), ratings.c.game == game)
    return {row.subject: Rating(row.mu, row.sigma, row.games) for row in connection.execute(query)}


def all_ratings(connection: Connection, subject: str) -> dict[str, Rating]:
    """Somebody's ratings, by game."""
    query = sa.select(ratings).where(ratings.c.subject == subject)
    return {row.game: Rating(row.mu, row.sigma, row.games) for row in connection.execute(query)}


def history(connection: Connection, guest: str, before: int | None, most: int) -> tuple[list[Past], int | None]:
    """Somebody's finished games, the latest first, and the time before which there are more. Games that ended at the
    same moment, like the seats of one table at one screen, come together, however many that makes."""
    mine = [results.c.guest == guest, *([results.c.at < before] if before is not None else [])]
    latest = sa.select(results.c.at).where(*mine).order_by(results.c.at.desc())
    last = connection.execute(latest.offset(most - 1).limit(1)).scalar()
    wanted = sa.select(results).where(*mine, *([results.c.at >= last] if last is not None else []))
    found = connection.execute(wanted.order_by(results.c.at.desc(), results.c.table_id, results.c.seat))
    games = [Past(row.table_id, row.seat, row.game, row.at, row.data) for row in found if _is_whole(row.data)]
    has_more = last is not None and connection.execute(latest.where(results.c.at < last).limit(1)).first() is not None
    return games, last if has_more else None


def _is_whole(data: object) -> bool:
    """Whether a game of a history tells what those rely on who show it; a damaged one hides no other."""
    if not isinstance(data, dict) or not data.keys() >= {"place", "points", "left", "others"}:
        return False
    others = data["others"]
    return isinstance(others, list) and all(isinstance(one, dict) and one.keys() >= TOLD for one in others)


def companions(connection: Connection, guest: str) -> dict[tuple[str, int], str]:
    """Who played with somebody, by table and seat. Where several shared a seat, the first of them stands for all."""
    played = sa.select(results.c.table_id).where(results.c.guest == guest)
    query = sa.select(results.c.table_id, results.c.seat, sa.func.min(results.c.guest).label("who")).where(
        results.c.table_id.in_(played), results.c.guest != guest
    )
    found = connection.execute(query.group_by(results.c.table_id, results.c.seat))
    return {(row.table_id, row.seat): row.who for row in found}


def said_by(connection: Connection, guest: str) -> list[dict[str, Any]]:
    """What somebody said at tables, as far as it is kept."""
    query = sa.select(chats.c.table_id, chats.c.at, chats.c.text).where(chats.c.by == guest).order_by(chats.c.at)
    return [{"table": row.table_id, "at": row.at, "text": row.text} for row in connection.execute(query)]


# ── another device ─────────────────────────────────────────────────────────────────────


def digest(secret: str) -> str:
    """What is stored of a pass: whoever reads the database cannot use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def keep_pass(connection: Connection, guest: str, secret: str, now: int, until: int) -> None:
    """A pass for another device of somebody; the one before it ends, as do all that are too old."""
    connection.execute(sa.delete(passes).where(sa.or_(passes.c.guest == guest, passes.c.until < now)))
    connection.execute(sa.insert(passes).values(digest=digest(secret), guest=guest, until=until))


def use_pass(connection: Connection, secret: str, now: int) -> str | None:
    """Whose pass this is; it is used up. None where there is none such (any more)."""
    named = passes.c.digest == digest(secret)
    found = connection.execute(sa.select(passes).where(named)).one_or_none()
    used = connection.execute(sa.delete(passes).where(named)).rowcount
    return str(found.guest) if found is not None and used and found.until >= now else None


def end(connection: Connection, credential: str, now: int, until: int) -> None:
    """A cookie is good for nothing any more; those are forgotten that no browser has kept."""
    gone = digest(credential)
    connection.execute(sa.delete(ended).where(ended.c.until < now))
    put_row(connection, ended, {"digest": gone, "until": until}, changed={"until": until})


def has_ended(connection: Connection, credential: str) -> bool:
    """Whether somebody has signed out with a cookie."""
    return connection.execute(sa.select(ended.c.digest).where(ended.c.digest == digest(credential))).first() is not None


def ended_since(connection: Connection, until: int) -> list[str]:
    """The digests of cookies with which somebody signed out that would have been good for longer than a time."""
    return list(connection.execute(sa.select(ended.c.digest).where(ended.c.until > until)).scalars())


# ── being forgotten ────────────────────────────────────────────────────────────────────


def traces(connection: Connection, guest: str) -> set[str]:
    """The tables that know somebody."""
    found = [
        sa.select(holders.c.table_id).where(holders.c.guest == guest),
        sa.select(results.c.table_id).where(results.c.guest == guest),
        sa.select(chats.c.table_id).where(chats.c.by == guest),
        sa.select(tables.c.id).where(tables.c.setup["host"].as_string() == guest),
    ]
    return {table for query in found for (table,) in connection.execute(query)}


def forget(connection: Connection, before: int) -> int:
    """Forget those who hold no seat and were not seen since a time; how many it were (there may be more)."""
    seated = sa.exists().where(holders.c.guest == guests.c.id)
    query = sa.select(guests.c.id).where(guests.c.seen < before, ~seated).limit(FORGOTTEN_AT_ONCE)
    gone = [name for (name,) in connection.execute(query)]
    connection.execute(sa.delete(results).where(results.c.guest.in_(gone)))
    connection.execute(sa.delete(ratings).where(ratings.c.subject.in_(gone)))
    subscriptions.forget_guests(connection, gone)
    pass_keys.forget_guests(connection, gone)
    connection.execute(sa.delete(guests).where(guests.c.id.in_(gone)))
    return len(gone)


def new_nobody() -> str:
    """Who stands in a log in the place of somebody who was to be forgotten."""
    return f"gone-{secrets.token_urlsafe(12)}"


def erase(connection: Connection, guest: str, of_tables: Collection[str], nobody: str) -> None:
    """Forget somebody: nothing of theirs is left, and in the logs of games others played too, no name and no id."""
    for table in sorted(of_tables):
        names = _nameless_events(connection, table, guest, nobody)
        _nameless_row(connection, table, guest, nobody, names)
        _nameless_results(connection, table, names)
        for seat, name in names:  # who shared the seat spoke in its name
            said = (chats.c.table_id == table, chats.c.seat == seat, chats.c.name == name)
            connection.execute(sa.update(chats).where(*said).values(name=NAMELESS))
    reviews.forget(connection, sorted(of_tables))
    connection.execute(sa.delete(chats).where(chats.c.by == guest))
    for other, column in ((holders, "guest"), (results, "guest"), (passes, "guest"), (guests, "id")):
        connection.execute(sa.delete(other).where(other.c[column] == guest))
    connection.execute(sa.delete(ratings).where(ratings.c.subject == guest))
    subscriptions.forget_guests(connection, [guest])
    pass_keys.forget_guests(connection, [guest])


def _nameless_events(connection: Connection, table: str, guest: str, nobody: str) -> set[tuple[int, str]]:
    """The log without a guest; the seats that were theirs, and what those were called."""
    columns = (events.c.number, events.c.kind, events.c.data)
    query = sa.select(*columns).where(events.c.table_id == table).order_by(events.c.number)
    log = [row for row in connection.execute(query).all() if isinstance(row.data, dict)]
    names = _names_of(log, guest)
    seats = {seat for seat, _ in names}
    for row in log:
        data = {name: _instead(value, guest, nobody) for name, value in row.data.items()}
        if (data.get("seat"), data.get("name")) in names:
            data["name"] = NAMELESS
        if row.kind == "wear" and data["seat"] in seats:
            data |= UNMARKED
        if data != row.data:
            place = (events.c.table_id == table, events.c.number == row.number)
            connection.execute(sa.update(events).where(*place).values(data=data))
    return names


def _names_of(log: Iterable[Any], guest: str) -> set[tuple[int, str]]:
    """The seats a guest was the first to hold, and by which names. (Who came by a personal link bears the owner's.)"""
    held: dict[int, set[str]] = {}
    names: set[tuple[int, str]] = set()
    for row in log:
        event = Event(row.number, 0, row.kind, row.data)
        if event.is_a.holds is None:
            continue
        before = held.get(row.data["seat"], set())
        held[row.data["seat"]] = held_after(event, before)
        if event.is_a.holds is Holds.GAINS and row.data["guest"] == guest and not before:
            names.add((row.data["seat"], row.data["name"]))
    return names


def _instead(value: Any, guest: str, nobody: str) -> Any:
    if isinstance(value, list):
        return [_instead(each, guest, nobody) for each in value]
    return nobody if value == guest else value


def _nameless_row(connection: Connection, table: str, guest: str, nobody: str, names: set[tuple[int, str]]) -> None:
    row = connection.execute(sa.select(tables.c.setup, tables.c.summary).where(tables.c.id == table)).one_or_none()
    if row is None or not isinstance(row.setup, dict) or not isinstance(row.summary, dict):
        return
    setup = {name: _instead(value, guest, nobody) for name, value in row.setup.items()}
    chairs = [
        {**chair, "name": NAMELESS, **UNMARKED} if (chair["seat"], chair["name"]) in names else chair
        for chair in row.summary.get("seats", ())
    ]
    summary = {**row.summary, "seats": chairs}
    connection.execute(sa.update(tables).where(tables.c.id == table).values(setup=setup, summary=summary))


def _nameless_results(connection: Connection, table: str, names: set[tuple[int, str]]) -> None:
    """In the histories of the others, too."""
    for row in connection.execute(sa.select(results).where(results.c.table_id == table)).all():
        others = [
            {**each, "name": NAMELESS, **UNMARKED} if (each.get("seat"), each.get("name")) in names else each
            for each in row.data.get("others", ())
        ]
        own = {"name": NAMELESS} if (row.seat, row.data.get("name")) in names else {}
        place = (results.c.guest == row.guest, results.c.table_id == table, results.c.seat == row.seat)
        connection.execute(sa.update(results).where(*place).values(data={**row.data, **own, "others": others}))
