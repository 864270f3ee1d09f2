"""What is due lies in the database: a server that ends between a turn and its notice leaves it to the next one."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from tests.server.mail_server import MailServer, text_of
from tests.server.notices.test_turns import MAIL, confirmed, play_until, post, rows, seated, service, subscribed
from tests.server.push_service import PushService
from tests.server.tools import Sitter, inside, other, wait_for

from firstfire.server.notices.turns import CLAIMED
from firstfire.server.store import dues as due_rows
from firstfire.server.store.batch import Due
from firstfire.server.store.schema import dues, mailboxes

Opener = Callable[..., TestClient]
__all__ = ["post", "service"]  # fixtures
LATER = 3600.0


def in_time(site: TestClient) -> None:
    """It is time now for all that is due."""
    with inside(site).store.engine.begin() as connection:
        connection.execute(sa.update(dues).values(at=int(time.time() * 1000)))
        connection.execute(sa.update(mailboxes).values(told=1))


def ended(site: TestClient) -> None:
    site.__exit__(None, None, None)


def is_idle(site: TestClient) -> bool:
    notices = inside(site).notices
    return not (notices._timers or notices._tasks)


def wait_by_mail(site: TestClient, count: int) -> bool:
    return [row.by_mail for row in rows(site, dues)] == [True] * count


def test_a_notice_outlives_its_server_and_is_sent_once(open_site: Opener, service: PushService) -> None:
    again = partial(open_site, push_anywhere=True, notice_after=LATER)
    ayla = again()
    brun = other(ayla)
    subscribed(brun, service)
    table = seated(ayla, brun)
    with Sitter(ayla, table) as one:
        play_until(one, 1)
    assert [(row.table_id, row.seat, row.by_mail) for row in rows(ayla, dues)] == [(table, 1, False)]
    in_time(ayla)
    ended(ayla)
    assert service.posted == []
    site = again()
    service.wait()
    wait_for(lambda: is_idle(site))
    assert rows(site, dues) == []
    ended(site)
    assert is_idle(again())
    assert len(service.posted) == 1


def test_nothing_is_due_when_the_turn_has_passed(open_site: Opener, service: PushService) -> None:
    """Nor is anything written for people who cannot be told."""
    ayla = open_site(push_anywhere=True, notice_after=LATER)
    brun = other(ayla)
    subscribed(brun, service)
    table = seated(ayla, brun)
    with Sitter(ayla, table) as one, Sitter(brun, table) as two:
        assert rows(ayla, dues) == []  # Ayla's turn
        play_until(one, 1)
        assert len(rows(ayla, dues)) == 1
        two.until(lambda: two.picture.my_turn)
        play_until(two, 0)
    assert rows(ayla, dues) == []


def test_what_is_due_for_a_turn_that_has_passed_is_settled_and_not_sent(
    open_site: Opener, service: PushService
) -> None:  # fmt: skip
    ayla = open_site(push_anywhere=True, notice_after=LATER)
    brun = other(ayla)
    subscribed(brun, service)
    table = seated(ayla, brun)
    with inside(ayla).store.engine.begin() as connection:  # as left by a server that knew of another turn
        due_rows.replace(connection, table, [Due(table, 1, 1)])
    ended(ayla)
    site = open_site(push_anywhere=True, notice_after=LATER)
    wait_for(lambda: is_idle(site))
    assert rows(site, dues) == [] and service.posted == []


def test_a_letter_that_waits_for_its_half_hour_outlives_its_server(open_site: Opener, post: MailServer) -> None:
    again = partial(open_site, smtp=post.address, notice_after=0.0, **MAIL)
    ayla = again()
    brun = other(ayla)
    confirmed(brun, post)
    tables = [seated(ayla, brun) for _ in range(2)]
    for number, table in enumerate(tables):
        with Sitter(ayla, table) as one:
            play_until(one, 1)
            post.wait(2)
            wait_for(partial(wait_by_mail, ayla, number))
    (late,) = rows(ayla, dues)
    assert (late.table_id, late.by_mail) == (tables[1], True) and late.at > (time.time() + 1700) * 1000
    in_time(ayla)
    ended(ayla)
    site = again()
    assert tables[1] in text_of(post.wait(3)[2])
    wait_for(lambda: rows(site, dues) == [])


@pytest.mark.parametrize("noted", [True, False])
def test_of_two_servers_that_want_to_send_one_does_and_an_unnoted_one_is_sent_again(
    client: TestClient, noted: bool
) -> None:  # fmt: skip
    """A server that dies after sending, before noting it: once more, when its claim has ended."""
    now, due = int(time.time() * 1000), Due("t", 0, 5)
    claimed = Due("t", 0, now + int(CLAIMED * 1000))
    with inside(client).store.engine.begin() as connection:
        due_rows.replace(connection, "t", [due])
        assert due_rows.put_off(connection, due, claimed)
        assert not due_rows.put_off(connection, due, claimed)
        assert due_rows.coming(connection, now, 10, "") == []
        if noted:
            due_rows.settle(connection, claimed)
        assert due_rows.coming(connection, claimed.at + 1, 10, "") == ([] if noted else [claimed])
