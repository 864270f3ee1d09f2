"""Who I am, without an account: history, record and rating; another device; taken along, and forgotten."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from itsdangerous import URLSafeSerializer
from starlette.testclient import TestClient
from tests.server.tools import NEWER, Sitter, catch_up, inside, new_table, other, wait_for

from firstfire.server.protocol.refusals import server_words
from firstfire.server.settings import UNLIMITED
from firstfire.server.store.batch import Batch
from firstfire.server.store.migrations import HEAD
from firstfire.server.store.results import Past
from firstfire.server.store.schema import metadata
from firstfire.server.store.story import Setup, Story
from firstfire.server.store.trouble import StoreTrouble, Then
from firstfire.server.views.records import people, records
from firstfire.server.web.guests import Farewell, Guest, Signer

Opener = Callable[..., TestClient]


def play_two(ayla: TestClient, brun: TestClient, *, hint: bool = False, **more: Any) -> str:
    """A game of Embers between two people; its table."""
    table = str(new_table(ayla, "embers", ["me", "open"], name="Ayla", **more)["table"]["id"])
    assert brun.post(f"/api/tables/{table}/join", json={"name": "Brun"}).status_code == 200
    stream = random.Random(5)
    with Sitter(ayla, table) as one, Sitter(brun, table) as two:
        if hint:
            one.say("hint", version=one.picture.state["version"])
        while not one.over:
            mover = one if one.picture.state["turn"]["seat"] == 0 else two
            mover.until(lambda mover=mover: mover.picture.my_turn)  # type: ignore[misc]
            catch_up([one, two], mover.act(stream)["version"])
    return table


def test_a_finished_game_stands_in_both_histories_and_moves_both_ratings(client: TestClient) -> None:
    brun = other(client)
    brun.put("/api/me", json={"mark": "owl", "colour": 4})
    table = play_two(client, brun)
    mine, theirs = (each.get("/api/me/history").json()["games"][0] for each in (client, brun))
    assert (mine["table"], mine["name"], mine["players"], mine["rated"]) == (table, "Ayla", 2, True)
    assert [one["name"] for one in mine["others"]] == ["Brun"] and mine["others"][0]["points"] == theirs["points"]
    won, lost = (mine, theirs) if mine["place"] < theirs["place"] else (theirs, mine)
    assert won["rating"] > 1500 > lost["rating"]
    record = client.get("/api/me/record").json()
    assert record["games"][0]["played"] == 1 and record["games"][0]["rating"] == mine["rating"]
    assert [(one["name"], one["mark"]) for one in record["people"]] == [("Brun", "owl")]
    (seen,) = [(one["mark"], one["colour"]) for one in mine["others"]]
    assert seen == ("owl", 4) and theirs["others"][0]["mark"] == ""
    play_two(client, other(client))  # another one who is called Brun too
    met = [(one["name"], one["games"], one["mark"]) for one in client.get("/api/me/record").json()["people"]]
    assert sorted(met) == [("Brun", 1, ""), ("Brun", 1, "owl")]
    stranger = other(client)
    assert stranger.get("/api/me/history").json() == {"games": [], "next": None}
    assert stranger.get("/api/me/record").json() == {"games": [], "people": []}


@pytest.mark.parametrize("why", ["hint", "seed", "one screen"])
def test_a_game_that_says_nothing_about_strength_is_told_but_not_rated(client: TestClient, why: str) -> None:
    if why == "one screen":
        table = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}])["table"]["id"]
        stream = random.Random(5)
        with Sitter(client, table) as sitter:
            while not sitter.over:
                seat = sitter.picture.state["turn"]["seat"]
                sitter.say("look", seat=seat)
                sitter.until(lambda seat=seat: sitter.picture.state["viewer"] == seat)  # type: ignore[misc]
                sitter.act(stream)
    else:
        play_two(client, other(client), hint=why == "hint", **({"seed": 3} if why == "seed" else {}))
    games = client.get("/api/me/history").json()["games"]
    assert games and not any(game["rated"] for game in games) and games[0]["rating"] is None
    assert [game["seat"] for game in games] == ([0, 1] if why == "one screen" else [0]), "once for each of my seats"
    record = client.get("/api/me/record").json()["games"]
    assert [one["played"] for one in record] == ([] if why == "one screen" else [1])
    assert not inside(client).store.ratings("bot greedy")


def test_who_leaves_has_lost(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", {"kind": "bot", "level": "random"}])["table"]["id"]
    client.post(f"/api/tables/{table}/leave", json={"seat": 0})
    watcher = other(client)
    with Sitter(watcher, table) as sitter:
        sitter.until(lambda: sitter.over)
    game = client.get("/api/me/history").json()["games"][0]
    assert game["left"] and game["place"] == 2
    assert client.get("/api/me/record").json()["games"][0]["won"] == 0


def test_records_count_wins_streaks_and_levels() -> None:
    def past(at: int, place: int, level: str | None, points: int = 10) -> Past:
        rival = {"seat": 1, "name": "Oru", "level": level, "place": 3 - place, "points": 5}
        data = {"seat": 0, "place": place, "points": points, "left": False, "players": 2, "others": [rival]}
        return Past(f"t{at}", 0, "embers", at, data)

    found = [
        past(5, 1, "hunter"),
        past(4, 1, "hunter", 30),
        past(3, 2, "elder"),
        past(2, 1, None),
        past(1, 1, "hunter"),
    ]
    (record,) = records(found, {}, "en")
    assert (record["played"], record["won"], record["streak"], record["longest"]) == (5, 4, 2, 2)
    assert (record["mean_place"], record["mean_points"], record["best"]) == (1.2, 14.0, 30)
    assert [(one["level"], one["met"], one["beaten"]) for one in record["levels"]] == [
        ("hunter", 3, 3),
        ("elder", 1, 0),
    ]
    assert record["rating"] is None
    assert [(one["name"], one["games"], one["last"]) for one in people(found, {}, "en")] == [("Oru", 1, 2)]


def test_people_are_known_by_who_they_are_not_by_their_names() -> None:
    def past(at: int, name: str) -> Past:
        rival = {"seat": 1, "name": name, "level": None, "place": 2, "points": 5, "mark": "", "colour": 0}
        return Past(f"t{at}", 0, "embers", at, {"place": 1, "points": 9, "left": False, "others": [rival]})

    found = [past(6, "…"), past(5, "Oru"), past(4, "Oru"), past(3, "Ochre"), past(2, "Iza"), past(1, "Iza")]
    who = {("t5", 1): "one", ("t4", 1): "another", ("t3", 1): "one"}
    met = [(one["name"], one["games"], one["table"]) for one in people(found, who, "en")]
    assert met == [("Iza", 2, "t2"), ("Oru", 2, "t5"), ("Oru", 1, "t4")]


def test_a_pass_makes_another_device_me_once_and_for_a_while(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.put("/api/me", json={"name": "Ayla", "mark": "wolf", "colour": 2})
    table = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}])["table"]["id"]
    made = client.post("/api/me/carry", json={}).json()
    secret = made["link"].removeprefix("/me#pass=")
    with inside(client).store.engine.connect() as connection:
        assert secret not in str(connection.execute(sa.text("select * from passes")).all()), "only its digest is kept"
    phone, thief = other(client), other(client)
    assert phone.post("/api/me/arrive", json={"secret": secret}).json() == {"name": "Ayla"}
    assert phone.get(f"/api/tables/{table}").json()["mine"] == [0, 1]
    me = phone.get("/api/me").json()
    assert (me["name"], me["mark"], me["colour"]) == ("Ayla", "wolf", 2)
    assert thief.post("/api/me/arrive", json={"secret": secret}).json()["code"] == "bad_pass"
    assert thief.get(f"/api/tables/{table}").json()["mine"] == []
    old = client.post("/api/me/carry", json={}).json()["link"].removeprefix("/me#pass=")
    new = client.post("/api/me/carry", json={}).json()["link"].removeprefix("/me#pass=")
    assert thief.post("/api/me/arrive", json={"secret": old}).json()["code"] == "bad_pass", "a new one ends the old one"
    monkeypatch.setattr("firstfire.server.store.database._now", lambda: made["until"] + 10**6)
    assert thief.post("/api/me/arrive", json={"secret": new}).json()["code"] == "bad_pass", "too late"


def test_signing_out_makes_the_browser_a_new_guest_and_deletes_nothing(client: TestClient) -> None:
    client.put("/api/me", json={"name": "Ayla"})
    table = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}])["table"]["id"]
    secret = client.post("/api/me/carry", json={}).json()["link"].removeprefix("/me#pass=")
    assert client.post("/api/me/leave", json={}).json() == {"ok": True}
    assert client.get("/api/me").json()["name"] != "Ayla" and not client.get(f"/api/tables/{table}").json()["mine"]
    assert client.post("/api/me/arrive", json={"secret": secret}).json() == {"name": "Ayla"}
    assert client.get(f"/api/tables/{table}").json()["mine"] == [0, 1]


def test_who_knocks_with_a_cookie_and_is_signed_out_before_the_hello_does_not_get_in(client: TestClient) -> None:
    client.put("/api/me", json={"name": "Ayla"})
    table = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}])["table"]["id"]
    copied = {"Cookie": f"firstfire={client.cookies['firstfire']}"}
    with other(client).websocket_connect(f"/api/tables/{table}/ws", headers=copied) as link:
        assert client.post("/api/me/leave", json={}).json() == {"ok": True}
        link.send_text('{"type": "hello"}')
        link.send_text('{"type": "act", "id": "x", "version": 0, "action": 0}')
        while (message := link.receive())["type"] != "websocket.close":
            assert "done" not in message.get("text", "")
        assert message["code"] == 1012


def test_where_earlier_servers_run_beside_a_cookie_names_the_person_alone() -> None:
    """They would take the device for a part of the name; and who signs out there ends no other device's cookie."""
    guest = Guest("ayla", is_new=False, device="phone")
    assert Signer("s").guest(Signer("s").cookie(guest)) == guest
    plain = Signer("s", devices=False).cookie(guest)
    assert URLSafeSerializer("s", salt="guest").loads(plain) == "ayla"  # what they read
    assert Signer("s").guest(plain) == Guest("ayla", is_new=False)


def test_where_cookies_name_no_device_signing_out_leaves_the_others(client: TestClient) -> None:
    client.put("/api/me", json={"name": "Ayla"})
    site = inside(client)
    ayla = site.signer.guest(client.cookies["firstfire"])
    site.signer.names_devices = False
    one, two = other(client), other(client)
    for device in (one, two):
        device.cookies.clear()
        device.cookies.set("firstfire", site.signer.cookie(ayla))
        assert device.get("/api/me").json()["name"] == "Ayla"
    assert one.post("/api/me/leave", json={}).json() == {"ok": True}
    assert two.get("/api/me").json()["name"] == "Ayla"


def test_a_copied_cookie_is_nobodys_after_signing_out(client: TestClient) -> None:
    """Who has a copy is a new guest from then on, and the link they opened with it ends; another device of the same
    person, with a cookie of its own, stays who it is."""
    client.put("/api/me", json={"name": "Ayla"})
    table = new_table(client, "embers", ["me", {"kind": "hot", "name": "Brun"}])["table"]["id"]
    phone, thief = other(client), other(client)
    secret = client.post("/api/me/carry", json={}).json()["link"].removeprefix("/me#pass=")
    assert phone.post("/api/me/arrive", json={"secret": secret}).json() == {"name": "Ayla"}
    copied = {"Cookie": f"firstfire={client.cookies['firstfire']}"}
    thief.cookies.clear()
    assert thief.get(f"/api/tables/{table}", headers=copied).json()["mine"] == [0, 1]
    with thief.websocket_connect(f"/api/tables/{table}/ws", headers=copied) as link, Sitter(phone, table) as own:
        link.send_text('{"type": "hello"}')
        assert client.post("/api/me/leave", json={}).json() == {"ok": True}
        while (message := link.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 1012, "it comes back as somebody new"
        assert own.act(random.Random(1))["type"] == "done"
    answer = thief.get(f"/api/tables/{table}", headers=copied)
    assert answer.json()["mine"] == [] and answer.headers["set-cookie"].startswith("firstfire=")
    thief.cookies.clear()
    assert thief.get("/api/me", headers=copied).json()["name"] != "Ayla"
    assert phone.get("/api/me").json()["name"] == "Ayla"


def test_what_servers_say_of_somebody_is_signed_and_soon_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    signer, farewell = Signer("a secret"), Farewell("ayla", "gone", "en")
    word = signer.farewell(farewell)
    assert signer.read_farewell(word) == farewell
    assert Signer("another").read_farewell(word) is None
    assert signer.read_farewell(signer.cookie(Guest("ayla", is_new=False))) is None
    later = time.time() + 3600
    monkeypatch.setattr("firstfire.server.web.guests.time.time", lambda: later)
    assert signer.read_farewell(word) is None


def test_a_cookie_from_before_devices_had_names_is_good_until_signing_out(client: TestClient) -> None:
    signer = inside(client).signer
    old = signer.cookie(Guest("ayla", is_new=False))
    assert signer.guest(old) == Guest("ayla", is_new=False) and signer.guest(old).credential == "ayla"
    client.cookies.set("firstfire", old)
    client.put("/api/me", json={"name": "Ayla"})
    assert client.get("/api/me").json()["name"] == "Ayla"
    client.post("/api/me/leave", json={})
    assert client.get("/api/me", headers={"Cookie": f"firstfire={old}"}).json()["name"] != "Ayla"


def test_passes_are_made_and_tried_so_many_times_an_hour(open_site: Opener) -> None:
    from dataclasses import replace

    site = open_site(limits=replace(UNLIMITED, passes_per_hour=3))
    tried = [site.post("/api/me/arrive", json={"secret": "x"}).json()["code"] for _ in range(4)]
    assert tried == ["bad_pass"] * 3 + ["slow_down"]


def test_everything_of_mine_can_be_taken_along(client: TestClient) -> None:
    brun = other(client)
    client.put("/api/me", json={"name": "Ayla"})
    table = play_two(client, brun)
    with Sitter(client, table) as sitter:
        sitter.say("chat", text="well met")
    answer = client.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["format"] == "firstfire-person" and found["name"] == "Ayla"
    assert [game["table"] for game in found["games"]] == [table] and found["ratings"][0]["games"] == 1
    assert [line["text"] for line in found["said"]] == ["well met"]
    assert brun.get("/api/me/export").json()["said"] == []


def test_who_has_said_no_name_has_one_in_the_language_of_the_page(client: TestClient) -> None:
    ways = {lang: client.get("/api/me", params={"language": lang}).json()["name"] for lang in ("en", "fr", "nl")}
    for lang, name in ways.items():
        assert name in server_words(lang).say("visitor.names").split()
    assert len({len(server_words(lang).say("visitor.names").split()) for lang in ways}) == 1
    client.put("/api/me", json={"name": "Ayla"})
    assert client.get("/api/me", params={"language": "fr"}).json()["name"] == "Ayla"


def everything(client: TestClient) -> str:
    """All that the database holds, as text."""
    with inside(client).store.engine.connect() as connection:
        return str([connection.execute(sa.select(table)).all() for table in metadata.sorted_tables])


def test_who_is_forgotten_leaves_no_name_and_no_id_and_the_games_of_others_go_on(client: TestClient) -> None:
    brun = other(client)
    client.put("/api/me", json={"name": "Zelandonii", "mark": "woolly"})
    done = play_two(client, brun)
    running = new_table(client, "embers", ["me", "open"], name="Zelandonii")["table"]["id"]
    brun.post(f"/api/tables/{running}/join", json={"name": "Brun"})
    with Sitter(client, running) as sitter:
        sitter.say("chat", text="a word of hers")
    guest = inside(client).store.table(done)[0].setup["host"]  # type: ignore[index]
    replays = [f"/api/tables/{done}/replay{place}" for place in ("", "/1", "/moves/0")]
    assert guest in everything(client) and "Ayla" in str([brun.get(each).json() for each in replays])
    assert client.post("/api/me/forget", json={}).json()["code"] == "malformed", "not by mistake"
    assert client.post("/api/me/forget", json={"sure": "forget me"}).json() == {"ok": True}
    left = everything(client)
    assert guest not in left and "Zelandonii" not in left and "woolly" not in left and "a word of hers" not in left
    assert "Ayla" not in str(brun.get("/api/me/history").json()["games"])
    assert brun.get("/api/me/history").json()["games"][0]["others"][0]["name"] == "…"
    with Sitter(brun, running) as sitter:
        assert sitter.picture.state["seats"][0]["name"] == "…" and sitter.picture.state["seats"][0]["kind"] == "bot"
        if not sitter.picture.my_turn:
            sitter.until(lambda: sitter.picture.my_turn)
        assert sitter.act(random.Random(1))["type"] == "done"
    assert client.get("/api/me").json()["tables"] == []
    assert brun.get(f"/api/tables/{done}/replay", params={"seat": "open"}).status_code == 200
    assert "Ayla" not in str([brun.get(each).json() for each in replays]), "nor in what was drawn before"


def test_what_was_found_about_a_game_goes_with_the_names_it_tells(client: TestClient) -> None:
    """Also where somebody is forgotten while it is being found."""
    brun, store = other(client), inside(client).store
    client.put("/api/me", json={"name": "Zelandonii"})
    done = play_two(client, brun)
    names = [seat["name"] for seat in brun.get(f"/api/tables/{done}").json()["seats"]]
    assert client.portal is not None
    for _ in range(2):
        client.portal.call(store.keep_review, done, names, "digest", {"told": f"{names[0]} took three"})
        assert client.portal.call(store.review, done, "digest") == {"told": f"{names[0]} took three"}
    assert client.portal.call(store.review, done, "another") is None
    assert client.post("/api/me/forget", json={"sure": "forget me"}).json() == {"ok": True}
    assert client.portal.call(store.review, done, "digest") is None
    client.portal.call(store.keep_review, done, names, "digest", {"told": f"{names[0]} took three"})
    assert names[0] not in everything(client)


def test_who_is_forgotten_takes_nobody_else_away(client: TestClient) -> None:
    """Somebody looks on, says a word and is forgotten; then one of two players. Everybody else stays, sees that, and
    the room knows what its log tells."""
    brun, passer = other(client), other(client)
    client.put("/api/me", json={"name": "Zelandonii", "mark": "woolly"})
    passer.put("/api/me", json={"name": "Passer"})
    table = new_table(client, "embers", ["me", "open"], clock={"seconds": 600})["table"]["id"]
    brun.post(f"/api/tables/{table}/join", json={"name": "Brun"})
    actor, sure = inside(client).rooms.actors[table], {"sure": "forget me"}
    with Sitter(brun, table) as sitter, Sitter(client, table) as ayla:
        with Sitter(passer, table) as stranger:
            assert stranger.say("chat", text="a word")["type"] == "done"
            sitter.until(lambda: [line["name"] for line in sitter.picture.state["chat"]] == ["Passer"])
            since = actor.room.clocks.thinking_since
            assert passer.post("/api/me/forget", json=sure).json() == {"ok": True}
        sitter.until(lambda: not sitter.picture.state["chat"])
        assert actor.room.clocks.thinking_since == since, "no clock begins anew"
        assert ayla.act(random.Random(1))["type"] == sitter.say("chat", text="hers stays")["type"] == "done"
        assert client.post("/api/me/forget", json=sure).json() == {"ok": True}
        sitter.until(lambda: sitter.picture.state["seats"][0]["name"] == "…")
        assert "Zelandonii" not in str(sitter.picture.state) and len(sitter.picture.state["chat"]) == 1
        if not sitter.picture.my_turn:
            sitter.until(lambda: sitter.picture.my_turn)
        assert sitter.act(random.Random(1))["type"] == "done"
        assert inside(client).rooms.actors[table] is actor and not actor.stopped
        stored = inside(client).store.table(table)
        assert stored is not None
        told = Story.told(table, Setup(**stored[0].setup), stored[1], interpreted=True)
        for name in ("chairs", "setup", "removed", "muted", "answered", "names"):
            assert getattr(told, name) == getattr(actor.room.story, name)
    assert "Zelandonii" not in everything(client) and "Passer" not in everything(client)


def test_a_log_that_is_read_while_somebody_is_forgotten_does_not_bring_them_back(client: TestClient) -> None:
    client.put("/api/me", json={"name": "Zelandonii"})
    table = new_table(client, "embers", ["me", "hot"])["table"]["id"]
    site = inside(client)
    stored = site.store.table(table)
    assert stored is not None and client.portal is not None
    guest = stored[0].setup["host"]
    site.rooms.actors.pop(table).stop()

    async def race() -> str:
        with site.rooms.forgetting(guest, "gone"):
            return str((await site.rooms.wake(table)).story.chairs)

    told = client.portal.call(race)
    assert "…" in told and "Zelandonii" not in told and guest not in told
    assert client.post("/api/me/forget", json={"sure": "forget me"}).json() == {"ok": True}
    stored = site.store.table(table)
    assert stored is not None and [chair["kind"] for chair in stored[0].summary["seats"]] == ["bot", "bot"]


def test_no_clock_is_wound_back_where_a_member_is_forgotten_and_nothing_can_be_stored(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is to act has thought for a minute. The other one is to be forgotten, the disk refuses that: the room begins
    anew, and the minute is spent still; so it is when the disk takes it."""
    brun, sure = other(client), {"sure": "forget me"}
    table = new_table(client, "embers", ["me", "open"], clock={"seconds": 600})["table"]["id"]
    brun.post(f"/api/tables/{table}/join", json={"name": "Brun"})
    rooms = inside(client).rooms
    actor = rooms.actors[table]
    leaver = brun if actor.room.story.player == 0 else client
    before, actor.room.clocks.thinking_since = actor.room, actor.room.clocks.thinking_since - 60
    since = actor.room.clocks.thinking_since

    def full(batch: Batch, then: Then) -> None:
        asyncio.get_running_loop().call_soon(then, StoreTrouble("disk full"))

    with monkeypatch.context() as trouble:
        trouble.setattr(rooms.store, "write", full)
        assert leaver.post("/api/me/forget", json=sure).json()["code"] == "trouble"
        wait_for(lambda: not actor.busy)
    assert actor.room is not before and actor.room.clocks.thinking_since == since
    assert leaver.post("/api/me/forget", json=sure).json() == {"ok": True}
    assert [chair.kind for chair in actor.room.story.chairs].count("bot") == 1
    assert rooms.actors[table] is actor and actor.room.clocks.thinking_since == since


def test_few_of_one_address_are_forgotten_in_a_minute(open_site: Opener) -> None:
    from dataclasses import replace

    site = open_site(limits=replace(UNLIMITED, forgets_per_minute=2))
    said = [other(site).post("/api/me/forget", json={"sure": "forget me"}).status_code for _ in range(3)]
    assert said == [200, 200, 429]


def test_games_finished_before_there_were_histories_are_in_them(open_site: Opener) -> None:
    site = open_site()
    brun = other(site)
    table = play_two(site, brun)
    cookies = dict(site.cookies)
    engine = inside(site).store.engine
    with engine.begin() as connection:
        for newer in NEWER.split():
            connection.execute(sa.text(f"drop table {newer}"))
        for newer in ("mark", "colour"):
            connection.execute(sa.text(f"alter table guests drop column {newer}"))
        connection.execute(sa.text("update alembic_version set version_num = '0003'"))
    site.__exit__(None, None, None)
    again = open_site()
    again.cookies.update(cookies)
    (game,) = again.get("/api/me/history").json()["games"]
    assert game["table"] == table and game["others"][0]["name"] == "Brun" and not game["rated"] and HEAD == "0011"
