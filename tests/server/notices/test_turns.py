"""Who is told that it is their turn, by their browsers and by e-mail, and who is not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from tests.server.mail_server import MailServer, mail_server, text_of, token_of
from tests.server.push_service import PushService, push_service
from tests.server.tools import Desk, Sitter, bot, inside, new_table, other, person, wait_for
from tests.server.web.test_persons import play_two

from firstfire.errors import FirstfireError
from firstfire.server.notices.mail import Mail
from firstfire.server.notices.mail import mail_server as named
from firstfire.server.settings import UNLIMITED
from firstfire.server.store.schema import dues, mailboxes, subscriptions

Opener = Callable[..., TestClient]
PUBLIC = ("testserver", "https://games.example.org/")
MAIL = {"mail_from": "games@example.org", "public": PUBLIC}


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


def seated(ayla: TestClient, brun: TestClient) -> str:
    """Ayla (to act) and Brun at a table of Embers."""
    table = str(new_table(ayla, "embers", ["me", "open"], name="Ayla")["table"]["id"])
    assert brun.post(f"/api/tables/{table}/join", json={"name": "Brun"}).status_code == 200
    return table


def play_until(sitter: Sitter, seat: int) -> None:
    """Play until it is another seat's turn."""
    stream = random.Random(3)
    while sitter.picture.state["turn"]["seat"] != seat:
        sitter.act(stream)


def subscribed(client: TestClient, service: PushService, number: int = 0, **more: Any) -> str:
    """Subscribe a browser; the server's key."""
    said = client.post(
        "/api/me/notices/browser", json={**service.subscription(number), **more}, params={"language": "fr"}
    )
    assert said.status_code == 200, said.text
    return str(said.json()["push_key"])


def rows(client: TestClient, table: sa.Table) -> list[Any]:
    with inside(client).store.engine.connect() as connection:
        return list(connection.execute(sa.select(table)))


# ── browsers ───────────────────────────────────────────────────────────────────────────


def test_a_closed_page_is_told_in_its_language_and_an_open_one_is_not(open_site: Opener, service: PushService) -> None:
    ayla = open_site(push_anywhere=True, notice_after=0.0)
    brun = other(ayla)
    key = subscribed(brun, service)
    subscribed(ayla, service, 1)
    table = seated(ayla, brun)
    with Sitter(ayla, table) as one:
        with Sitter(brun, table) as two:
            play_until(one, 1)
            two.until(lambda: two.picture.my_turn)
            play_until(two, 0)
            one.until(lambda: one.picture.my_turn)
        wait_for(lambda: not inside(ayla).rooms.actors[table].room.presence.connected_seats() - {0})
        play_until(one, 1)
        service.wait(2)
    assert [each.path for each in service.posted] == [
        "/to/me/1",
        "/to/me",
    ]  # Ayla before she came; Brun, once he had left
    said = service.said(service.posted[1], key)
    assert said == {
        "title": "À vous\N{NO-BREAK SPACE}: Braises", "body": "Les autres vous attendent.",
        "address": f"/t/{table}",
    }  # fmt: skip


def test_a_browser_that_is_no_more_is_forgotten(open_site: Opener, service: PushService) -> None:
    ayla = open_site(push_anywhere=True, notice_after=0.0)
    brun = other(ayla)
    subscribed(brun, service)
    table, service.answer = seated(ayla, brun), 410
    with Sitter(ayla, table) as one:
        play_until(one, 1)
        service.wait()
    wait_for(lambda: rows(ayla, subscriptions) == [])


def test_a_service_that_fails_for_a_while_keeps_its_browser(open_site: Opener, service: PushService) -> None:
    ayla = open_site(push_anywhere=True, notice_after=0.0)
    brun = other(ayla)
    subscribed(brun, service)
    table, service.answer = seated(ayla, brun), 503
    with Sitter(ayla, table) as one:
        play_until(one, 1)
        service.wait()
    wait_for(lambda: not inside(ayla).notices._tasks)
    assert len(rows(ayla, subscriptions)) == 1


def test_browsers_are_few_are_taken_back_and_go_with_their_guest(open_site: Opener, service: PushService) -> None:
    site = open_site(push_anywhere=True, limits=replace(UNLIMITED, browsers_of_guest=2))
    for number in range(4):
        subscribed(site, service, number)
    assert {row.endpoint[-2:] for row in rows(site, subscriptions)} == {"/2", "/3"}
    gone = {"endpoint": service.subscription(2)["endpoint"]}
    assert other(site).post("/api/me/notices/browser/forget", json=gone).status_code == 200
    assert len(rows(site, subscriptions)) == 2  # not another's to take back
    assert site.post("/api/me/notices/browser/forget", json=gone).json()["browsers"] == 1
    assert service.subscription(3)["endpoint"] in site.get("/api/me/export").text
    assert site.post("/api/me/forget", json={"sure": "forget me"}).status_code == 200
    assert rows(site, subscriptions) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/x"}, {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://router/x"}, {"p256dh": "A" * 87}, {"auth": "A" * 24},
    ],
)  # fmt: skip
def test_what_is_no_push_service_is_refused(client: TestClient, service: PushService, wrong: dict[str, str]) -> None:
    good = {**service.subscription(), "endpoint": "https://push.example.org/abc"}
    assert client.post("/api/me/notices/browser", json={**good, **wrong}).json()["code"] == "malformed"
    assert client.post("/api/me/notices/browser", json=good).status_code == 200


def test_who_is_invited_again_is_told_and_finds_the_table(open_site: Opener, service: PushService) -> None:
    ayla = open_site(push_anywhere=True, notice_after=0.0)
    brun = other(ayla)
    old = play_two(ayla, brun)
    key = subscribed(brun, service)
    (friend,) = ayla.get("/api/me/record").json()["people"]
    assert (friend["name"], friend["table"], friend["title"]) == ("Brun", old, "Embers")
    new = ayla.post(f"/api/tables/{friend['table']}/rematch", json={}).json()["table"]
    assert service.said(service.wait()[0], key)["address"] == new["link"]  # everybody moves up a seat: Brun begins
    assert [row["turn"] in row["mine"] for row in brun.get("/api/me").json()["tables"] if row["id"] == new["id"]] == [
        True
    ]


def test_the_first_turn_of_a_rematch_is_told_although_the_server_ends_at_that_moment(
    open_site: Opener, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """What is due is written with the table: whoever starts next finds it."""
    ayla = open_site(push_anywhere=True, notice_after=0.0)
    brun = other(ayla)
    old = play_two(ayla, brun)
    key = subscribed(brun, service)
    monkeypatch.setattr(inside(ayla).rooms, "call", lambda table: None)  # so far it does not come
    new = ayla.post(f"/api/tables/{old}/rematch", json={}).json()["table"]
    assert [(row.table_id, row.seat) for row in rows(ayla, dues)] == [(new["id"], 0)]
    open_site(push_anywhere=True, notice_after=0.0)
    assert service.said(service.wait()[0], key)["address"] == new["link"]


def test_the_lobby_says_my_turn_also_where_i_choose_aside(client: TestClient) -> None:
    """And no longer when I have chosen; whether the other one has, it tells nobody."""
    brun = other(client)
    table = new_table(client, "totem", ["me", "open"])["table"]["id"]
    assert brun.post(f"/api/tables/{table}/join", json={}).status_code == 200

    def turns() -> list[int]:
        return [each.get("/api/me").json()["tables"][0]["turn"] for each in (client, brun)]

    assert turns() == [0, 1]
    with Sitter(brun, table) as two:
        while two.picture.my_turn:
            two.act(random.Random(1))
        assert turns() == [0, 0]
    inside(client).rooms.lose([table])  # it sleeps, and is woken to be asked
    assert turns() == [0, 0]


def test_people_are_awaited_by_people_only() -> None:
    assert Desk([person("Ayla"), person("Brun")]).room.story.may_wait_for() == [0]
    assert Desk([person("Ayla"), bot()]).room.story.may_wait_for() == []  # who leaves a bot waiting need not be told
    assert Desk([person("Ayla"), person("Guest", "ayla")]).room.story.may_wait_for() == []  # two at one screen
    room = Desk([person("Ayla"), person("Brun")]).room
    assert (room.awaits(0), room.awaits(1)) == (True, False)


def test_who_chooses_aside_is_awaited_too() -> None:
    room = Desk([person("Ayla"), person("Brun")], game="totem").room
    assert sorted(room.story.may_wait_for()) == [0, 1] and room.awaits(0) and room.awaits(1)


# ── e-mail ─────────────────────────────────────────────────────────────────────────────


def confirmed(client: TestClient, post: MailServer, address: str = "brun@example.org") -> None:
    """Name an address and follow the link in the letter."""
    before = len(post.letters)
    said = client.post("/api/me/notices/mail", json={"address": address}, params={"language": "en"})
    assert said.status_code == 200 and said.json() | {"push_key": ""} == {
        "push_key": "", "browsers": 0, "mail": True, "mail_every": 30, "address": address, "confirmed": False,
    }  # fmt: skip
    letter = post.wait(before + 1)[-1]
    assert letter["To"] == address and "https://games.example.org/mail#confirm=" in text_of(letter)
    stranger = other(client)  # on another device, perhaps
    answer = stranger.post("/api/notices/confirm", json={"token": token_of(letter, "confirm")})
    assert answer.json() == {"address": address}
    assert client.get("/api/me/notices").json()["confirmed"]


def test_a_confirmed_address_gets_one_letter_until_it_is_time_again(open_site: Opener, post: MailServer) -> None:
    ayla = open_site(smtp=post.address, notice_after=0.0, **MAIL)
    brun = other(ayla)
    confirmed(brun, post)
    tables = [seated(ayla, brun) for _ in range(2)]
    for table in tables:
        with Sitter(ayla, table) as one:
            play_until(one, 1)
            post.wait(2)
            wait_for(lambda: not inside(ayla).notices._tasks)
    assert len(post.letters) == 2  # the second table is too soon…
    letter = post.letters[1]
    assert letter["Subject"] == "Your turn: Embers" and f"https://games.example.org/t/{tables[0]}" in text_of(letter)
    assert "no more than one such message every 30 minutes" in text_of(letter)
    assert letter["List-Unsubscribe"] in [f"<{line}>" for line in text_of(letter).splitlines()]
    assert list(inside(ayla).notices._timers) == [tables[1]]  # …but is not forgotten


@pytest.mark.slow
def test_what_came_too_soon_is_written_later_where_it_is_still_my_turn(open_site: Opener, post: MailServer) -> None:
    ayla = open_site(smtp=post.address, notice_after=0.0, mail_every=0.02, **MAIL)
    brun = other(ayla)
    assert brun.post("/api/me/notices/mail", json={"address": "brun@example.org"}).status_code == 200
    brun.post("/api/notices/confirm", json={"token": token_of(post.wait()[0], "confirm")})
    tables = [seated(ayla, brun) for _ in range(2)]
    for table in tables:
        with Sitter(ayla, table) as one:
            play_until(one, 1)
    post.wait(3)
    assert sorted(tables) == sorted(t for t in tables for letter in post.letters[1:] if t in text_of(letter))


def test_nothing_is_sent_to_an_address_that_did_not_confirm_or_has_stopped(open_site: Opener, post: MailServer) -> None:
    ayla = open_site(smtp=post.address, notice_after=0.0, **MAIL)
    brun, cora = other(ayla), other(ayla)
    assert cora.post("/api/me/notices/mail", json={"address": "cora@example.org"}).status_code == 200
    confirmed(brun, post)
    stop = inside(ayla).mail_link("stop", rows(ayla, mailboxes)[-1].guest, "brun@example.org").partition("stop=")[2]
    for wrong in ("x", token_of(post.letters[0], "confirm")):
        assert other(ayla).post("/api/notices/stop", json={"token": wrong}).json()["code"] == "bad_mail_link"
    assert other(ayla).post("/api/notices/stop", json={"token": stop}).json() == {"address": "brun@example.org"}
    assert brun.get("/api/me/notices").json()["address"] is None
    for guest in (brun, cora):
        with Sitter(ayla, seated(ayla, guest)) as one:
            play_until(one, 1)
    wait_for(lambda: not inside(ayla).notices._timers and not inside(ayla).notices._tasks)
    assert len(post.letters) == 2  # the two that ask


def test_letters_that_ask_are_few_and_an_old_link_does_not_confirm(open_site: Opener, post: MailServer) -> None:
    site = open_site(smtp=post.address, limits=replace(UNLIMITED, mails_per_day=2), **MAIL)
    ask = partial(site.post, "/api/me/notices/mail")
    assert ask(json={"address": "one@example.org"}).status_code == 200
    old = token_of(post.wait()[0], "confirm")
    assert ask(json={"address": "two@example.org"}).status_code == 200
    assert site.post("/api/notices/confirm", json={"token": old}).json()["code"] == "bad_mail_link"
    assert ask(json={"address": "three@example.org"}).json()["code"] == "slow_down"
    for same in ("Ayla+2@example.org", "ayla@example.org", "ayla+x+y@EXAMPLE.org"):  # one mailbox, by three names
        answered = other(site).post("/api/me/notices/mail", json={"address": same})
    assert answered.json()["code"] == "slow_down"
    for wrong in ("nobody", "a@b", "a b@example.org", "a@example.org\r\nBcc: x@example.org", "é@example.org"):
        assert ask(json={"address": wrong}).json()["code"] == "malformed"


def test_mail_that_cannot_be_sent_is_said(open_site: Opener, client: TestClient, post: MailServer) -> None:
    assert client.post("/api/me/notices/mail", json={"address": "a@example.org"}).json()["code"] == "no_mail"
    site, post.refusing = open_site(smtp=post.address, **MAIL), True
    assert site.post("/api/me/notices/mail", json={"address": "a@example.org"}).json()["code"] == "mail_failed"


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://h:x", "smtp://u:pw@h"]
)
def test_a_mail_server_that_cannot_be_one_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(FirstfireError, match="--smtp"):
        named(url)
    with pytest.raises(FirstfireError, match="--mail-from"):
        Mail(named("smtp://mail.example.org"), "nobody")
