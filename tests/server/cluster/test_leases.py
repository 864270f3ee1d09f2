"""Leases: one server has a table at a time, and one that lost it writes nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from tests.server.postgres import Cluster

from firstfire.server.rooms import membership
from firstfire.server.rooms.membership import Membership
from firstfire.server.store import leases, tables
from firstfire.server.store.batch import Batch, Due, TableRow
from firstfire.server.store.database import Store
from firstfire.server.store.dues import coming
from firstfire.server.store.engine import PAUSED
from firstfire.server.store.events import Event
from firstfire.server.store.leases import Leases, check
from firstfire.server.store.persons import keep_result, ratings_of
from firstfire.server.store.results import GameResult, SeatOutcome
from firstfire.server.store.schema import servers
from firstfire.server.store.trouble import HeldElsewhere, LeaseLost, StoreTrouble

# Real servers, one PostgreSQL and one Redis for all of them.
pytestmark = pytest.mark.slow

ROW = TableRow("t", {"game": "embers", "clock": None}, {}, "playing", False, 0, 1, 1)
BY_THE_CLOCK = replace(ROW, id="c", setup={"game": "embers", "clock": {"seconds": 60, "increment": 0}})


class Side:
    """One of two servers."""

    def __init__(self, database: str, name: str) -> None:
        self.store = Store(database)
        self.store.server = name
        self.leases = Leases(self.store.engine, name, f"http://{name}", 60.0)
        self.leases.enter()

    def write(self, number: int, lease: int) -> None:
        asyncio.run(self.store.append(Batch("t", [Event(number, 0, "chat", {})], lease=lease)))

    def die(self) -> None:
        """As when it has not been heard of for its whole life."""
        with self.store.engine.begin() as connection:
            long_ago = sa.func.clock_timestamp() - sa.text("interval '1 second'")
            connection.execute(sa.update(servers).where(servers.c.id == self.leases.me).values(until=long_ago))


@pytest.fixture
def sides(postgres: Cluster) -> Iterator[tuple[Side, Side]]:
    database = postgres.database()
    first, second = Side(database, "first"), Side(database, "second")
    for row in (ROW, BY_THE_CLOCK):
        asyncio.run(first.store.append(Batch(row.id, (), row, is_new=True)))
    yield first, second
    first.store.close()
    second.store.close()


def test_servers_that_start_at_the_same_moment_make_the_database_once(postgres: Cluster) -> None:
    database = postgres.database()
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(Store, [database] * 4))
    for store in stores:
        assert store.count_tables() == 0
        store.close()


def test_servers_that_rate_the_same_bot_at_the_same_moment_count_every_game(postgres: Cluster) -> None:
    database = postgres.database()
    stores = [Store(database) for _ in range(3)]

    def end_games(number: int) -> None:
        for game in range(8):
            table = f"t{number}-{game}"
            seats = tuple(SeatOutcome(seat, "", f"{seat}", seat + 1, 0, "", (), left=False) for seat in (0, 1))
            with stores[number].engine.begin() as connection:
                keep_result(connection, GameResult(table, "embers", 1, True, seats))

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(end_games, range(3)))
    with stores[0].engine.connect() as connection:
        assert {each.games for each in ratings_of(connection, ["bot 0", "bot 1"], "embers").values()} == {24}
    for store in stores:
        store.close()


def test_a_server_that_was_paused_looks_first_what_it_still_has(postgres: Cluster) -> None:
    """Whoever comes to it before it knows waits, and is not shown what it remembers."""
    store, lost = Store(postgres.database()), list[str]()

    async def adopt(tables: list[str]) -> None:
        raise AssertionError(tables)

    async def wake() -> None:
        await store.append(Batch("t", (), ROW, is_new=True))
        member = Membership(store, "http://first", lost=lost.extend, orphaned=adopt, life=3600)
        await member.start()
        await member.take("t")
        await member.settle()  # nothing to wait for
        member.life, member._renewed = 0.5, 0.0  # it has not been heard of for long
        other = Leases(store.engine, "other", "http://other", 60)
        other.enter()
        with store.engine.begin() as connection:
            connection.execute(sa.delete(servers).where(servers.c.id != "other"))
        assert other.take("t") > 1
        assert await member.holder("t") is None  # so it believes
        waiting = asyncio.create_task(member.settle())
        await member._beat()
        await waiting
        assert lost == ["t"]
        found = await member.holder("t")
        assert found is not None and found.address == "http://other"
        await member.close()

    asyncio.run(wake())
    store.close()


def test_a_table_is_at_one_server(sides: tuple[Side, Side]) -> None:
    first, second = sides
    assert first.leases.take("t") == 1
    with pytest.raises(HeldElsewhere) as refused:
        second.leases.take("t")
    assert refused.value.address == "http://first"
    assert second.leases.holder("t") is not None
    assert first.leases.holder("t") is None
    assert first.leases.mine() == {"t": 1}
    assert first.leases.held() == (1, 1)


def test_who_lost_a_table_writes_nothing_there(sides: tuple[Side, Side]) -> None:
    """It was taken for dead and wakes: its write is refused, also where its number of the event is free."""
    first, second = sides
    held = first.leases.take("t")
    first.write(1, held)
    first.die()
    assert second.leases.take("t") == held + 1
    with pytest.raises(StoreTrouble, match="LeaseLost"):
        first.write(2, held)
    second.write(2, held + 1)
    stored = second.store.table("t")
    assert stored is not None
    assert [event.number for event in stored[1]] == [1, 2]
    assert not first.leases.renew()
    second.leases.leave()
    with pytest.raises(LeaseLost):
        first.leases.take("t")  # the dead take nothing, though nobody has it


def test_who_asks_for_a_table_that_never_was_leaves_nothing_behind(sides: tuple[Side, Side]) -> None:
    first, second = sides
    assert first.leases.take("nowhere") == 0
    assert first.leases.held() == (0, 0)
    assert second.leases.holder("nowhere") is None


def test_what_one_server_gives_back_another_takes_at_once(sides: tuple[Side, Side]) -> None:
    first, second = sides
    number = first.leases.take("t")
    first.store.give_back("t", number)
    first.write(1, first.leases.take("t"))  # it was quicker itself: the next number
    first.leases.leave()
    assert second.leases.take("t") == number + 2


def test_a_stale_return_gives_nothing_away(sides: tuple[Side, Side]) -> None:
    first, second = sides
    old = first.leases.take("t")
    new = first.leases.take("t")
    first.store.give_back("t", old)
    asyncio.run(first.store.probe())  # it is carried out
    with pytest.raises(HeldElsewhere):
        second.leases.take("t")
    assert first.leases.mine() == {"t": new}


def test_clocks_of_the_dead_are_found_and_tables_that_are_held_are_not_forgotten(sides: tuple[Side, Side]) -> None:
    first, second = sides
    first.leases.take("t")
    first.leases.take("c")
    assert second.leases.orphans() == []
    assert asyncio.run(second.store.forget_tables(["playing"], 10**15, ())) == 0
    first.die()
    assert second.leases.orphans(given_back=False) == ["c"]  # the other one waits until somebody comes
    second.leases.take("c")
    assert first.leases.orphans() == []
    assert asyncio.run(second.store.forget_tables(["playing"], 10**15, ["c"])) == 1
    assert first.leases.mine() == {}  # its lease is forgotten too


def test_clocks_that_were_given_back_are_found(sides: tuple[Side, Side]) -> None:
    first, second = sides
    for table in "tc":
        first.store.give_back(table, first.leases.take(table))
    asyncio.run(first.store.probe())  # it is carried out
    assert second.leases.orphans(given_back=False) == []
    assert second.leases.orphans() == ["c"]


def test_a_row_that_is_kept_and_a_table_that_is_given_back_come_into_one_commit(sides: tuple[Side, Side]) -> None:
    """What is written with a return is written under the lease that is returned."""
    first, second = sides
    number, may_go_on, undone = first.leases.take("t"), threading.Event(), list[object]()
    event.listen(first.store.engine, "rollback", undone.append)

    def hold(*_: object) -> None:
        may_go_on.wait()

    first.store.put(hold)
    first.store.note(replace(ROW, changed=7), number)  # these two wait for the same commit
    first.store.give_back("t", number)
    may_go_on.set()
    asyncio.run(first.store.probe())
    assert undone == []
    assert second.leases.take("t") == number + 1
    stored = second.store.table("t")
    assert stored is not None and stored[0].changed == 7


def test_while_tables_are_adopted_a_server_stays_alive(postgres: Cluster) -> None:
    """However long that takes, and whatever goes wrong with it."""
    store = Store(postgres.database())
    asyncio.run(store.append(Batch("c", (), BY_THE_CLOCK, is_new=True)))

    async def live() -> None:
        asked, begun = list[list[str]](), asyncio.Event()

        async def adopt(tables: list[str]) -> None:
            asked.append(tables)
            begun.set()
            if len(asked) == 1:
                raise RuntimeError("it cannot be woken")
            await asyncio.Event().wait()  # for ever

        other = Leases(store.engine, "other", "http://other", 60)
        other.enter()
        other.take("c")
        other.leave()
        member = Membership(store, "http://first", lost=lambda tables: None, orphaned=adopt, life=1.0)
        await member.start()
        async with asyncio.timeout(60):
            while len(asked) < 2:
                begun.clear()
                await begun.wait()
            since = member._renewed
            while member._renewed == since:
                await asyncio.sleep(0.02)
        assert asked == [["c"], ["c"]]
        await member.close()

    asyncio.run(live())
    store.close()


def test_an_evicted_table_is_nobodys(sides: tuple[Side, Side]) -> None:
    first, second = sides
    held = first.leases.take("t")
    second.leases.evict(["t"])
    with pytest.raises(StoreTrouble, match="LeaseLost"):
        first.write(1, held)
    assert second.leases.take("t") > held


def test_a_transaction_that_stands_still_does_not_hold_up_the_next_server(sides: tuple[Side, Side]) -> None:
    """A server is paused between its look at the lease and its commit: PostgreSQL ends that transaction."""
    first, second = sides
    held = first.leases.take("t")
    with pytest.raises(sa.exc.DBAPIError), first.store.engine.begin() as paused:
        check(paused, "first", [("t", held)])
        first.die()
        assert second.leases.take("t") == held + 1  # waits for that end
        paused.execute(sa.text("select 1"))


def test_a_write_that_stood_still_is_made_once_more(sides: tuple[Side, Side]) -> None:
    """A machine so busy that PostgreSQL ends the transaction: nothing of it was written, and it is written then."""
    first, _ = sides
    held, slept = first.leases.take("t"), list[float]()

    def stand_still(*_: object) -> None:
        if not slept:
            slept.append(PAUSED / 1000 + 1)
            time.sleep(slept[0])

    event.listen(first.store.engine, "after_cursor_execute", stand_still)
    first.write(1, held)
    stored = first.store.table("t")
    assert slept and stored is not None and [each.number for each in stored[1]] == [1]


def test_who_is_forgotten_is_not_written_again_by_a_server_that_read_the_log_before(sides: tuple[Side, Side]) -> None:
    """Another server takes a table while somebody's traces there are deleted: it loses it by that, and reads again."""
    first, second = sides
    asyncio.run(first.store.append(Batch("t", [Event(1, 0, "sit", {"seat": 0, "guest": "ayla", "name": "Ayla"})])))
    number = second.leases.take("t")
    asyncio.run(first.store.erase("ayla", ["c"]))  # it came to know her since: the index says so
    with pytest.raises(StoreTrouble, match="LeaseLost"):
        second.write(2, number)
    assert second.leases.take("t") > number
    assert second.leases.take("c") == 2  # where nobody had it, nobody took it meanwhile either
    stored = second.store.table("t")
    assert stored is not None and "ayla" not in str(stored).lower()


def waits_for_a_lock(side: Side) -> bool:
    """Whether somebody at the database waits for somebody else."""
    query = sa.text(
        "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    )
    with side.store.engine.connect() as connection:
        return bool(connection.execute(query).scalar())


def test_who_writes_and_who_deletes_everything_wait_for_each_other_in_one_order(sides: tuple[Side, Side]) -> None:
    """A commit has changed the row of a table when another server erases somebody there, and goes on then."""
    first, second = sides
    wrong = list[object]()
    for side in sides:
        event.listen(side.store.engine, "handle_error", wrong.append)
    sat = Event(1, 0, "sit", {"seat": 0, "guest": "ayla", "name": "Ayla"})
    number = first.leases.take("t")
    asyncio.run(first.store.append(Batch("t", [sat], lease=number)))
    busy, is_busy, begun, may_go_on = (threading.Event() for _ in range(4))

    def hold(reached: threading.Event, until: threading.Event) -> None:
        reached.set()
        until.wait()

    first.store.put(lambda *_: hold(is_busy, busy))
    is_busy.wait()
    first.store.note(replace(ROW, changed=7), number)  # these two come into one commit
    first.store.put(lambda *_: hold(begun, may_go_on))
    busy.set()
    begun.wait()
    with ThreadPoolExecutor(1) as beside:
        erasing = beside.submit(lambda: asyncio.run(second.store.erase("ayla", [])))
        while not waits_for_a_lock(first):
            time.sleep(0.02)
        may_go_on.set()
        assert erasing.result() == {"t"}
    asyncio.run(first.store.probe())
    assert wrong == [] and not first.store.failed
    stored = second.store.table("t")
    assert stored is not None and stored[0].changed == 7 and "Ayla" not in str(stored)


def test_leases_are_looked_at_in_the_order_in_which_tables_are_taken_away(sides: tuple[Side, Side]) -> None:
    """By bytes: capitals first, whatever the database calls alphabetical. What is given back is among them."""
    first, second = sides
    names = ("b", "B", "a", "A", "_", "-")
    for name in names:
        asyncio.run(first.store.append(Batch(name, (), replace(ROW, id=name), is_new=True)))
        first.leases.take(name)
    asked = list[str]()
    event.listen(first.store.engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
    with first.store.engine.begin() as connection:
        check(connection, "first", [(name, 1) for name in names[:4]], names[4:])
    (looked,) = asked
    assert 'COLLATE "C" FOR SHARE' in looked
    with first.store.engine.begin() as connection:
        check(connection, "first", [("b", 1)], ["-"])
        with second.store.engine.connect() as beside, pytest.raises(sa.exc.OperationalError):
            beside.execute(sa.text("select * from leases where table_id = '-' for update nowait"))


def test_a_table_to_which_somebody_comes_while_old_ones_are_forgotten_is_kept(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first server has found that nobody has touched it for long; then the second takes it, and something is done
    there and acknowledged."""
    first, second = sides
    locks = leases.lock

    def late(connection: sa.Connection, some: list[str]) -> None:
        number = second.leases.take("t")
        asyncio.run(second.store.append(Batch("t", [Event(1, 0, "chat", {})], lease=number)))
        locks(connection, some)

    monkeypatch.setattr(tables, "lock", late)
    assert asyncio.run(first.store.forget_tables(["playing"], 10**15, ())) == 1  # the other one
    stored = second.store.table("t")
    assert stored is not None and len(stored[1]) == 1 and second.store.table("c") is None


def test_a_server_stays_alive_while_all_connections_and_threads_are_busy(postgres: Cluster) -> None:
    store = Store(postgres.database())

    async def live() -> None:
        member = Membership(store, "http://first", lost=lambda _: None, orphaned=nobody_asks, life=3600)
        await member.start()
        pool, free = ThreadPoolExecutor(1), threading.Event()
        asyncio.get_running_loop().set_default_executor(pool)
        busy = asyncio.create_task(asyncio.to_thread(free.wait))
        held = [store.engine.connect() for _ in range(15)]  # all there are
        member._renewed = 0.0
        await member._beat()
        assert member._renewed > 0
        for connection in held:
            connection.close()
        free.set()
        await busy
        await member.close()

    asyncio.run(live())
    store.close()


def test_a_server_whose_loop_is_busy_stays_alive_and_one_whose_loop_hangs_does_not(postgres: Cluster) -> None:
    """Others must not take its tables because it draws or loads something for longer than its life."""
    store = Store(postgres.database())

    async def live() -> None:
        member = Membership(store, "http://first", lost=lambda _: None, orphaned=nobody_asks, life=1.0)
        await member.start()
        await store.append(Batch("t", (), ROW, is_new=True))
        await member.take("t")
        me, until = member._leases.me, member._renewed + 1.5 * member.life
        while member._renewed < until:  # on the loop, which does nothing else meanwhile
            time.sleep(0.02)
        assert await member.has("t")
        other = Leases(store.engine, "other", "http://other", 60)
        while me in other.living():  # the loop hangs
            time.sleep(0.02)
        other.enter()
        assert other.take("t") == 2
        await member.close()

    asyncio.run(live())
    store.close()


async def nobody_asks(tables: list[str]) -> None:
    raise AssertionError(tables)


def test_a_machine_that_was_asleep_looks_first_what_it_still_has(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Its own clock stood still meanwhile; the one that is asked did not."""
    store = Store(postgres.database())
    before = time.monotonic()
    assert membership.since_boot() >= before

    async def wake() -> None:
        member = Membership(store, "http://first", lost=lambda _: None, orphaned=nobody_asks, life=600)
        await member.start()
        assert await member.settle()
        monkeypatch.setattr(membership, "since_boot", lambda: time.monotonic() + 10**9)
        waiting = asyncio.create_task(member.settle())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()
        await member._beat()
        assert await waiting
        member.life, member._renewed = 0.0, 0.0
        assert not await member.settle()  # it does not learn it in time: nobody is shown anything
        await member.close()

    asyncio.run(wake())
    store.close()


def test_what_is_due_is_sent_by_who_has_the_table_or_by_anybody_where_nobody_has_it(sides: tuple[Side, Side]) -> None:
    first, second = sides
    due = [Due("t", 0, 5)]

    def found(side: Side) -> list[Due]:
        with side.store.engine.connect() as connection:
            return coming(connection, 6, 10, side.leases.me)

    number = first.leases.take("t")
    asyncio.run(first.store.append(Batch("t", due=due, lease=number)))
    assert (found(first), found(second)) == (due, [])
    first.die()
    assert found(second) == due
    assert second.leases.take("t") == number + 1
    assert (found(first), found(second)) == ([], due)
    second.store.give_back("t", number + 1)
    asyncio.run(second.store.probe())  # it is carried out
    assert found(second) == due
