"""What servers tell each other through Redis; and that they go on where it is away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import redis
from tests.server.cluster.redis_server import RedisServer

from firstfire.server.operations.shared import GAME, KEPT, OPEN, USED, RemoteCounts, Shared
from firstfire.server.settings import Limits, Settings
from firstfire.server.store.batch import Batch, TableRow
from firstfire.server.web.gate import Gate
from firstfire.server.web.site import Site

# Real servers, one PostgreSQL and one Redis for all of them.
pytestmark = pytest.mark.slow

ROW = TableRow("t", {"game": "embers"}, {"steps": 1, "turn": 0, "changed": 5}, "playing", True, 0, 1, 5)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


def test_one_server_shows_how_far_a_game_at_another_is(redis_running: RedisServer) -> None:
    async def play() -> None:
        here, there = (Shared(redis_running.url, name, lambda *_: None) for name in "ab")
        await here.start()
        await there.start()
        here.stands("t", 9, 1, 70)
        async with asyncio.timeout(60):
            while (await there.newest([ROW]))[0].summary["steps"] != 9:
                await asyncio.sleep(0.02)
        (row,) = await there.newest([ROW])
        assert (row.summary["turn"], row.changed) == (1, 70)
        left = redis.Redis.from_url(redis_running.url).ttl(
            f"{GAME}t"
        )  # of a server that is killed nothing stays for ever
        assert isinstance(left, int) and 0 < left <= KEPT
        here.kept("t")
        await until(lambda: redis.Redis.from_url(redis_running.url).get(f"{GAME}t") is None)
        assert await there.newest([ROW]) == [ROW]
        await here.close()
        await there.close()

    asyncio.run(play())


def test_a_row_that_is_newer_than_what_was_told_holds(redis_running: RedisServer) -> None:
    async def play() -> None:
        shared = Shared(redis_running.url, "a", lambda *_: None)
        shared.stands("t", 0, 0, 4)
        await shared.close()  # tells what is left
        again = Shared(redis_running.url, "b", lambda *_: None)
        assert await again.newest([ROW]) == [ROW]
        again.kept("t")
        await again.close()

    asyncio.run(play())


def test_what_somebody_used_up_is_heard_once_by_the_others_and_not_by_oneself(redis_running: RedisServer) -> None:
    async def play() -> None:
        heard: dict[str, list[tuple[str, str, float]]] = {"a": [], "b": []}
        sides = [Shared(redis_running.url, name, lambda *said, name=name: heard[name].append(said)) for name in "ab"]
        for side in sides:
            await side.start()
        link = redis.Redis.from_url(redis_running.url)
        await until(lambda: dict(link.pubsub_numsub(USED))[USED.encode()] == 2)
        for _ in range(3):
            sides[0].used("tables", "ayla", 2)
        await until(lambda: heard["b"])
        assert sum(drops for _, _, drops in heard["b"]) == 6
        link.publish(USED, b"nonsense")
        sides[1].used("chats", "brun", 1)
        await until(lambda: heard["a"])
        assert heard["a"] == [("chats", "brun", 1.0)]
        for side in sides:
            await side.close()

    asyncio.run(play())


def test_servers_speak_of_people_by_names_that_tell_nobody_who_they_are(tmp_path: Path) -> None:
    """Keys of seats, guests and addresses stay here; and another server with the same secret counts the same people."""
    settings = Settings(
        data=tmp_path, secret="a secret of all servers, long enough", redis="redis://127.0.0.1:1/0",
        limits=Limits(mails_per_day=1, links_per_second=0, links_at_once=1),
    )  # fmt: skip
    here, there = Site(settings), Site(settings)
    assert here.limits.take("links", "the-key-of-a-seat", "192.0.2.77") and here.limits.take(
        "mailboxes", "", "ayla@example.org"
    )
    assert isinstance(here.shared, Shared)
    used = dict(here.shared._used)
    assert len(used) == 3
    for said in ("the-key-of-a-seat", "192.0.2.77", "ayla@example.org"):
        assert said not in repr(used)
        assert sha256(said.encode()).hexdigest()[:24] not in repr(used)
    for (limit, who), drops in used.items():
        there._heard(limit, who, drops)
    assert not there.limits.take("links", "the-key-of-a-seat", "192.0.2.77")
    assert not there.limits.take("mailboxes", "", "ayla@example.org")
    assert there.limits.take("links", "another-key", "192.0.2.78") and there.limits.take(
        "mailboxes", "", "brun@example.org"
    )
    asyncio.run(here.close())
    asyncio.run(there.close())


def test_without_redis_a_server_says_what_it_knows_and_later_tells_it(redis_running: RedisServer) -> None:
    async def play() -> None:
        shared = Shared(redis_running.url, "a", lambda *_: None)
        await shared.start()
        redis_running.stop()
        shared.stands("t", 3, 0, 9)
        await until(lambda: shared.ailing)
        assert await shared.newest([ROW]) == [ROW]
        redis_running.start()
        await until(lambda: redis.Redis.from_url(redis_running.url).get(f"{GAME}t") is not None)
        await until(lambda: not shared.ailing)
        await shared.close()

    asyncio.run(play())


def test_a_request_asks_a_redis_that_hangs_once_and_goes_on_without_it() -> None:
    """It is not asked again, by this request or the next, and nobody waits until its client gives up."""
    asked = 0

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await reader.read()  # until the other side ends it
        writer.close()

    async def play() -> None:
        async with await asyncio.start_server(hang, "127.0.0.1", 0) as hanging:
            port = hanging.sockets[0].getsockname()[1]
            shared = Shared(f"redis://127.0.0.1:{port}/0", "a", lambda *_: None)
            assert await shared.newest([ROW]) == [ROW]
            assert shared.ailing and asked == 1
            assert await shared.newest([ROW]) == [ROW] and await shared.listed_from("192.0.2.77") == set()
            shared.ailing = False
            assert await shared.listed_from("192.0.2.77") == set()
            assert shared.ailing and asked == 2
            await shared._redis.aclose()

    asyncio.run(play())


def test_what_addresses_have_open_is_counted_over_all_servers_that_are_alive(
    redis_running: RedisServer, tmp_path: Path
) -> None:
    """Each tells what changes, and all of it to who comes later; one that ends, or is silent, has nothing open."""
    settings = Settings(
        data=tmp_path, secret="a secret of all servers, long enough", redis=redis_running.url,
        limits=Limits(connections_of_address=3),
    )  # fmt: skip

    async def play() -> None:
        here, there, later = (Site(settings) for _ in range(3))
        for site in (here, there):
            assert site.shared is not None
            await site.shared.start()
        link = redis.Redis.from_url(redis_running.url)
        await until(lambda: dict(link.pubsub_numsub(OPEN))[OPEN.encode()] == 2)
        links = [here.outbox("192.0.2.77") for _ in range(3)]
        here.connections = lambda: {"192.0.2.77": 2}
        await until(lambda: there.links("192.0.2.77") == 3)
        gate = Gate(settings.limits)
        gate.elsewhere = there.connections_elsewhere
        assert there.links("192.0.2.78") == 0 and gate.admits("192.0.2.77")
        gate.comes("192.0.2.77")
        assert not gate.admits("192.0.2.77") and gate.admits("192.0.2.78")
        own = there.outbox("192.0.2.77")
        assert there.links("192.0.2.77") == 4
        for each in links[:2]:
            each.end()
        await until(lambda: there.links("192.0.2.77") == 2)
        assert later.shared is not None
        await later.shared.start()
        here.shared._whole_at = 0.0  # type: ignore[union-attr]
        await until(lambda: later.links("192.0.2.77") >= 1)
        await here.close()
        await until(lambda: there.links("192.0.2.77") == 1 and there.connections_elsewhere("192.0.2.77") == 0)
        own.end()
        there.hang_up("192.0.2.77")
        await there.close()
        await later.close()

    asyncio.run(play())


def test_of_a_server_that_says_nothing_any_more_nothing_counts() -> None:
    others = RemoteCounts()
    others.hear("a", {("links", "x"): 5, ("links", "y"): 1}, 10.0, whole=True)
    others.hear("b", {("links", "x"): 2}, 11.0, whole=True)
    others.hear("a", {("links", "x"): 4, ("links", "y"): 0}, 11.0, whole=False)
    assert (others.count("links", "x", 12.0), others.count("links", "y", 12.0)) == (6, 0)
    others.hear("b", {}, 13.0, whole=False)
    assert others.count("links", "x", 15.0) == 2
    others.hear("a", {}, 15.5, whole=False)  # it was only paused
    assert others.count("links", "x", 15.5) == 6
    others.hear("a", {}, 60.0, whole=True)
    assert others.count("links", "x", 60.0) == 0


def test_tables_that_an_address_has_in_the_lobby_are_counted_over_all_servers(
    redis_running: RedisServer, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path, secret="a secret of all servers, long enough", redis=redis_running.url)

    async def play() -> None:
        here, there = Site(settings), Site(settings)
        row = replace(ROW, id="waits", state="gathering")
        await here.store.append(Batch("waits", (), row, is_new=True))
        for site in (here, there):
            assert site.shared is not None
            await site.shared.start()
        for table in ("waits", "gone"):
            here.put_into_lobby("192.0.2.79", table)
        async with asyncio.timeout(60):
            while await there.listed_from("192.0.2.79") != {"waits"}:
                await asyncio.sleep(0.02)
        assert await here.listed_from("192.0.2.79") == {"waits"} and not await there.listed_from("192.0.2.80")
        await here.close()
        await there.close()

    asyncio.run(play())
