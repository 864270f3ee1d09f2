"""How fast somebody may ask, and who that somebody is."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.tools import Desk, Sitter, ask, inside, new_table, other, person, wait_for
from tests.server.web.test_rest import played_out

from firstfire.server.protocol.refusals import Refusal
from firstfire.server.rooms.presence import LOST, LOST_OF_GUEST
from firstfire.server.rooms.session import KEPT_LOST
from firstfire.server.rooms.traffic import Glance, Refused
from firstfire.server.rooms.updates import TransientState
from firstfire.server.settings import UNLIMITED
from firstfire.server.web.limits import Bucket, address_key, mailbox_key


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_counts_as_its_household(address: str, key: str) -> None:
    assert address_key(address) == key


def test_a_bucket_is_not_emptied_by_time_that_goes_back() -> None:
    bucket = Bucket(per_second=50, size=3)
    assert bucket.take(1_000_000.0) and bucket.take(996_400.0) and bucket.take(996_400.0)
    assert not bucket.take(996_400.0)  # dry, as it should be…
    assert bucket.take(1_000_001.0)  # …and full again a second later


def test_a_clock_set_back_shuts_nobody_out(
    open_site: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = open_site(limits=replace(UNLIMITED, requests_per_second=50, requests_at_once=5))
    assert site.get("/api/health").status_code == 200
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now - 3600)
    assert {site.get("/api/health").status_code for _ in range(3)} == {200}


def closed_with(site: TestClient, table: str) -> int:
    """The code a further link is closed with; 0: it is let in."""
    with site.websocket_connect(f"/api/tables/{table}/ws") as socket:
        socket.send_text('{"type": "hello"}')
        if socket.receive_json()["type"] == "welcome":
            return 0
        return int(socket.receive()["code"])


def test_a_client_that_reconnects_in_a_loop_is_told_to_wait(open_site: Callable[..., TestClient]) -> None:
    site = open_site(limits=replace(UNLIMITED, links_per_second=0.01, links_at_once=3))
    table = new_table(site, "embers", ["me", "open"])["table"]["id"]
    assert [closed_with(site, table) for _ in range(5)] == [0, 0, 0, 4429, 4429]
    assert closed_with(other(site), table) == 0  # somebody else at the same address…
    codes = [closed_with(other(site), table) for _ in range(40)]
    assert codes.count(0) < 30 and codes[-1] == 4429  # …but new cookies do not help for ever


def test_an_address_begins_only_so_many_websockets(open_site: Callable[..., TestClient]) -> None:
    """Whatever they are for, whoever they say they are, and whether they ever say hello."""
    site = open_site(limits=replace(UNLIMITED, handshakes_per_second=0.001, handshakes_at_once=3))
    for _ in range(3):
        with other(site).websocket_connect("/api/tables/nowhere/ws"):
            pass
    with pytest.raises(WebSocketDisconnect) as refused, other(site).websocket_connect("/api/tables/nowhere/ws"):
        pass
    assert refused.value.code == 4429
    assert site.get("/api/me").status_code == 200


def test_of_an_address_only_so_many_new_people_are_kept(open_site: Callable[..., TestClient]) -> None:
    site = open_site(limits=replace(UNLIMITED, newcomers_per_hour=2))
    known = [other(site) for _ in range(3)]
    said = [each.put("/api/me", json={"name": "Ayla"}).status_code for each in known]
    assert said == [200, 200, 429]
    assert known[0].put("/api/me", json={"name": "Brun"}).status_code == 200, "who is known may go on"


def test_of_an_address_only_a_few_games_wait_to_be_looked_back_at(
    open_site: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are looked at one after the other: who asks for a hundred keeps everybody else waiting for an hour."""
    site, go_on = open_site(limits=replace(UNLIMITED, reviews_waiting_of_address=2)), threading.Event()

    async def thought(*_: object) -> dict[str, Any]:
        await asyncio.to_thread(go_on.wait)
        return {"curve": [], "turning_points": [], "split": [], "strokes": []}

    monkeypatch.setattr(inside(site).rooms.bots, "review", thought)
    pages = [f"/api/tables/{played_out(site, seed)}/analysis" for seed in (3, 4, 5)]
    assert [site.get(page).status_code for page in pages] == [200, 200, 429]
    assert [site.get(page).status_code for page in pages] == [200, 200, 429], "who looks again waits for the same"
    go_on.set()
    wait_for(lambda: not inside(site).reviewing.count)
    assert site.get(pages[2]).status_code == 200


def test_who_signs_out_and_was_never_known_is_noted_only_so_often(open_site: Callable[..., TestClient]) -> None:
    """A new cookie costs nothing; a note of its end is kept as long as browsers keep cookies."""
    site = open_site(limits=replace(UNLIMITED, newcomers_per_hour=3))
    named, seated = other(site), other(site)
    named.put("/api/me", json={"name": "Ayla"})
    new_table(seated, "embers", ["me", "open"])
    strangers = [other(site) for _ in range(6)]
    for each in strangers:
        each.get("/api/me")
    copies = {each: each.cookies["firstfire"] for each in (*strangers, named, seated)}
    assert {each.post("/api/me/leave", json={}).status_code for each in copies} == {200}
    signer, store = inside(site).signer, inside(site).store
    ended = [store.has_ended(signer.guest(copy).credential) for copy in copies.values()]
    assert ended == [True] * 2 + [False] * 4 + [True] * 2


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("Ayla@Example.org", "ayla@example.org"),
        ("ayla+totem@example.org", "ayla@example.org"),
        ("+@example.org", "+@example.org"),
        ("ay.la@example.org", "ay.la@example.org"),
        ("ay.la+x@gmail.com", "ayla@gmail.com"),
    ],
)
def test_one_mailbox_counts_once(address: str, key: str) -> None:
    assert mailbox_key(address) == key


def test_lost_sessions_are_few_and_small() -> None:
    desk = Desk([person("Ayla"), person("Brun")], game="totem")
    for number in range(300):
        desk.enter("ayla", f"ayla{number}")
        desk.enter(f"guest{number}", f"guest{number}")
        desk.leave(f"ayla{number}")
        desk.leave(f"guest{number}")
    sessions = desk.room.presence.sessions.values()
    assert len(sessions) <= LOST and sum(session.who == "ayla" for session in sessions) <= LOST_OF_GUEST
    assert sum(session.kept for session in sessions) <= LOST * KEPT_LOST


def test_all_links_of_an_address_together_say_only_so_much(open_site: Callable[..., TestClient]) -> None:
    """Each link keeps within its own limit; together they are too many."""
    limits = replace(UNLIMITED, messages_per_second=0.01, messages_at_once=10, messages_of_address=2)
    site = open_site(limits=limits)
    table = new_table(site, "embers", ["me", "open"])["table"]["id"]
    answers = []
    for _ in range(4):
        with Sitter(other(site), table) as sitter:
            answers += [sitter.say("chat", text="hello").get("code", "done") for _ in range(7)]
    assert answers == ["done"] * 20 + ["slow_down"] * 8


@pytest.mark.parametrize(
    ("kind", "fields", "limit"),
    [
        ("language", {"language": "fr"}, {"pictures_per_second": 0.01, "pictures_at_once": 3}),
        ("look", {"seat": -1}, {"pictures_per_second": 0.01, "pictures_at_once": 3}),
        ("chat", {"text": "hello"}, {"chats_per_second": 0.01, "chats_at_once": 3}),
    ],
)
def test_costly_requests_are_counted_over_all_links_of_a_guest_and_an_address(
    open_site: Callable[..., TestClient], kind: str, fields: dict[str, Any], limit: dict[str, Any]
) -> None:
    site = open_site(limits=replace(UNLIMITED, **limit))
    table = new_table(site, "embers", ["me", "open"])["table"]["id"]

    def said(guest: TestClient, times: int) -> list[str]:
        with Sitter(guest, table) as sitter:
            return [sitter.say(kind, **fields).get("code", "done") for _ in range(times)]

    assert said(site, 2) + said(site, 3) == ["done"] * 3 + ["slow_down"] * 2
    strangers = [said(other(site), 3) for _ in range(8)]
    assert strangers[0] == ["done"] * 3 and strangers[-1] == ["slow_down"] * 3


def test_who_is_refused_or_asks_costs_nothing_for_the_other_viewers(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table with a hundred viewers sixty who said nonsense had stopped the whole server: each refusal was
    followed by a look at what every viewer had been shown."""
    desk = Desk([person("Ayla"), person("Brun")])
    desk.enter("ayla")
    desk.enter("watcher")
    told: list[TransientState] = []
    tell = desk.room.teller.tell

    def counted(moment: TransientState) -> list[tuple[str, bytes]]:
        told.append(moment)
        return tell(moment)

    monkeypatch.setattr(desk.room.teller, "tell", counted)
    desk.act("watcher")
    desk.say("ayla", "why", version=0, action=0)
    desk.put(Refused("watcher", "late", Refusal("slow_down")))
    ask(desk, "stranger", Glance())
    assert not told
    assert desk.pictures["watcher"].answers["late"]["code"] == "slow_down"
    desk.say("ayla", "chat", text="hello")
    assert len(told) == 1


def test_what_many_hear_takes_more_of_what_an_address_may_say() -> None:
    bucket = Bucket(1, 40)
    assert sum(bucket.take(1.0, 10) for _ in range(10)) == 4
    assert bucket.take(2.0) and not bucket.take(2.0), "one drop a second"
    assert Bucket(1, 40).take(1.0, 1000), "never more than it can hold"
    assert not Bucket(1, 0).take(1.0), "none where nothing is allowed"


def test_an_elder_is_asked_about_a_finished_game_as_seldom_as_at_a_table(open_site: Callable[..., TestClient]) -> None:
    site = open_site(limits=replace(UNLIMITED, hints_at_once=2))
    table = new_table(site, "embers", ["me", {"kind": "hot", "name": "Brun"}], seed=3)["table"]["id"]
    with Sitter(site, table) as sitter:
        while not sitter.over:
            seat = sitter.picture.state["turn"]["seat"]
            sitter.say("look", seat=seat)
            sitter.until(lambda seat=seat: sitter.picture.state["viewer"] == seat)  # type: ignore[misc]
            sitter.act(random.Random(3))
    asked = (site.get(f"/api/tables/{table}/replay/0/advice").json().get("code", "done") for _ in range(40))
    assert next(asked) == "done"
    assert "slow_down" in asked
