"""What a host may do: keep spectators out, take seats away, and not fill the lobby alone; what everybody may: renew a
personal link, and report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.tools import OPEN, Desk, Sitter, ask, new_table, other, person

from firstfire.cli import main
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.server.protocol import models
from firstfire.server.protocol.refusals import Refusal
from firstfire.server.settings import UNLIMITED, Settings

Opener = Callable[..., TestClient]


def turned_away(client: TestClient, table: str, **hello: Any) -> tuple[str, int]:
    """The code and the close of a hello that is not granted."""
    with client.websocket_connect(f"/api/tables/{table}/ws") as socket:
        socket.send_json({"type": "hello", **hello})
        refused = socket.receive_json()
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    return refused["code"], closed.value.code


# ── spectators ─────────────────────────────────────────────────────────────────────────


def test_a_table_can_be_closed_to_spectators_from_the_start(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", "hot"], spectators=False)["table"]
    assert table["spectators"] is False
    stranger = other(client)
    assert turned_away(stranger, table["id"])[0] == "no_spectators"
    assert stranger.get(f"/api/tables/{table['id']}/replay").json()["code"] == "no_spectators"
    assert client.get(f"/api/tables/{table['id']}/replay").status_code == 200
    for what in ("chat", "save", "analysis"):
        assert stranger.get(f"/api/tables/{table['id']}/{what}").json()["code"] == "no_spectators", what
    assert client.get(f"/api/tables/{table['id']}/chat").status_code == 200
    with Sitter(client, table["id"]) as sitter:
        assert sitter.picture.state["mine"] == [0, 1]


def test_a_stranger_is_not_told_who_plays_at_a_table_closed_to_spectators(client: TestClient) -> None:
    """Whoever had its address was told seats and names, and the lobby told them to everybody."""
    seats = ["me", {"kind": "hot", "name": "Brun"}]
    closed, public = (new_table(client, "embers", seats, spectators=open)["table"]["id"] for open in (False, True))
    waiting = new_table(client, "embers", ["me", "open"], spectators=False)["table"]["id"]
    for table in (closed, public):
        assert client.post(f"/api/tables/{table}/settings", json={"listed": True}).status_code == 200
    stranger = other(client)
    refused = stranger.get(f"/api/tables/{closed}")
    assert (refused.status_code, refused.json()["code"]) == (403, "no_spectators") and "Brun" not in refused.text
    assert [row["id"] for row in stranger.get("/api/tables?state=running").json()["tables"]] == [public]
    assert client.get(f"/api/tables/{closed}").json()["seats"][1]["name"] == "Brun"
    assert stranger.get(f"/api/tables/{waiting}").status_code == 200, "there is a free seat"
    assert stranger.post(f"/api/tables/{closed}/report", json={"text": "a bad name"}).status_code == 200


def test_a_host_closes_a_running_table_to_spectators_and_those_there_are_let_go(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", "hot"])["table"]["id"]
    stranger = other(client)
    path = f"/api/tables/{table}/settings"
    assert stranger.post(path, json={"spectators": False}).json()["code"] == "not_host"
    with Sitter(client, table) as sitter, Sitter(stranger, table) as watching:
        assert client.post(path, json={"spectators": False}).json()["table"]["spectators"] is False
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                watching.next()
        assert closed.value.code == 4403
        assert watching.picture.seen[-1]["code"] == "no_spectators", "told why, in a sentence"
        sitter.until(lambda: sitter.picture.state["spectators"] == 0)
        assert sitter.say("look", seat=0)["type"] == "done"
    assert client.post(path, json={"spectators": True}).status_code == 200
    with Sitter(stranger, table) as watching:
        assert watching.picture.state["viewer"] == -1


def test_whoever_has_the_link_may_look_until_the_game_begins() -> None:
    """…to take a seat; with the last seat the door closes, also for who came to look."""
    desk = Desk([person("Ayla"), OPEN], spectators=False)
    desk.enter("ayla")
    desk.enter("brun")
    desk.enter("cuno")
    ask(desk, "brun", models.Join())
    assert desk.room.story.state == "playing" and desk.out.cut == ["cuno"]
    assert set(desk.room.presence.sessions) == {"ayla", "brun"}
    rest = desk.wake()
    assert not rest.story.spectators, "it stands in the set-up, not only in memory"


def test_a_rematch_keeps_the_door_closed() -> None:
    desk = Desk([person("Ayla"), person("Brun")])
    ask(desk, "ayla", models.ChangeSettings(spectators=False))
    assert desk.wake().story.spectators is False


# ── taking a seat away ─────────────────────────────────────────────────────────────────


def test_a_host_takes_a_seat_away_before_the_game_and_it_stays_away(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", "open", "open"])["table"]["id"]
    brun = other(client)
    personal = brun.post(f"/api/tables/{table}/join", json={"name": "Brun"}).json()["personal"][0]
    path = f"/api/tables/{table}/remove"
    assert brun.post(path, json={"seat": 0}).json()["code"] == "not_host"
    with Sitter(brun, table) as sitting:
        freed = client.post(path, json={"seat": 1}).json()["table"]
        assert freed["seats"][1]["kind"] == "open" and freed["open"] == 2
        with pytest.raises(WebSocketDisconnect):
            while True:
                sitting.next()
    assert brun.post(f"/api/tables/{table}/join", json={}).json()["code"] == "removed"
    assert brun.post(f"/api/tables/{table}/claim", json={"key": personal["key"]}).json()["code"] == "bad_key"
    assert turned_away(brun, table)[0] == "removed"
    assert brun.get("/api/me").json()["tables"] == []
    assert other(client).post(f"/api/tables/{table}/join", json={"name": "Cuno"}).status_code == 200


def test_nobody_is_thrown_out_of_a_running_game() -> None:
    desk = Desk([person("Ayla"), person("Brun")])
    ask(desk, "ayla", models.Remove(seat=1))
    assert desk.out.refused is not None and desk.out.refused.code == "not_gathering"


def test_only_a_seat_somebody_has_is_taken_away() -> None:
    desk = Desk([person("Ayla"), OPEN])
    for seat in (1, 9):
        ask(desk, "ayla", models.Remove(seat=seat))
        assert desk.out.refused is not None and desk.out.refused.code == "no_open_seat"
    assert desk.events("remove") == []


# ── personal links ─────────────────────────────────────────────────────────────────────


def test_a_renewed_link_takes_the_seat_from_whoever_had_the_old_one(client: TestClient) -> None:
    made = new_table(client, "embers", ["me", "hot"])
    table, old = made["table"]["id"], made["personal"][0]["key"]
    thief, late = other(client), other(client)
    assert thief.post(f"/api/tables/{table}/claim", json={"key": old}).json()["table"]["mine"] == [0]
    with Sitter(thief, table) as looking:
        assert looking.picture.state["mine"] == [0]
        new = client.post(f"/api/tables/{table}/renew", json={"seat": 0}).json()["personal"][0]["key"]
        looking.until(lambda: looking.picture.state["mine"] == [])
    assert new != old
    assert late.post(f"/api/tables/{table}/claim", json={"key": old}).json()["code"] == "bad_key"
    assert turned_away(late, table, key=old) == ("bad_key", 4403)
    assert thief.get(f"/api/tables/{table}").json()["mine"] == [] and thief.get("/api/me").json()["tables"] == []
    assert late.post(f"/api/tables/{table}/claim", json={"key": new}).json()["table"]["mine"] == [0]
    assert client.get(f"/api/tables/{table}").json()["mine"] == [0, 1]


def test_who_came_by_a_link_cannot_lock_its_owner_out(client: TestClient) -> None:
    made = new_table(client, "embers", ["me", "hot"])
    table, key = made["table"]["id"], made["personal"][0]["key"]
    thief = other(client)
    assert thief.post(f"/api/tables/{table}/claim", json={"key": key}).json()["table"]["mine"] == [0]
    assert thief.post(f"/api/tables/{table}/renew", json={"seat": 0}).json()["code"] == "not_yours"
    assert client.get(f"/api/tables/{table}").json()["mine"] == [0, 1]


def test_only_ones_own_link_is_renewed(client: TestClient) -> None:
    table = new_table(client, "embers", ["me", "hot"])["table"]["id"]
    assert other(client).post(f"/api/tables/{table}/renew", json={"seat": 0}).json()["code"] == "not_yours"
    assert client.post(f"/api/tables/{table}/renew", json={"seat": 5}).json()["code"] == "not_yours"


# ── the lobby ──────────────────────────────────────────────────────────────────────────


def test_a_guest_has_a_few_tables_in_the_lobby(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, listed_of_guest=2))
    first = [new_table(site, "embers", ["me", "open"], listed=True)["table"]["id"] for _ in range(2)]
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
    refused = site.post("/api/tables", json=body)
    assert (refused.status_code, refused.json()["code"]) == (429, "many_listed") and "2" in refused.json()["sentence"]
    private = new_table(site, "embers", ["me", "open"])["table"]["id"]
    assert site.post(f"/api/tables/{private}/settings", json={"listed": True}).json()["code"] == "many_listed"
    site.post(f"/api/tables/{first[0]}/leave", json={"seat": 0})
    assert site.post("/api/tables", json=body).status_code == 201


def test_fresh_cookies_do_not_fill_the_lobby(open_site: Opener) -> None:
    site = open_site(limits=replace(UNLIMITED, listed_per_hour=2))
    made = 0
    for _ in range(10):
        body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
        made += other(site).post("/api/tables", json=body).status_code == 201
    assert made == 6, "three times what one guest may"


def test_an_address_has_a_part_of_the_lobby(open_site: Opener) -> None:
    """However many cookies it has, and however long it takes its time; tables that are gone make room."""
    site = open_site(limits=replace(UNLIMITED, listed_of_address=3))
    body = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
    hosts = [other(site) for _ in range(4)]
    made = [host.post("/api/tables", json=body) for host in hosts]
    assert [each.status_code for each in made] == [201, 201, 201, 429] and made[3].json()["code"] == "many_listed"
    private = new_table(hosts[3], "embers", ["me", "open"])["table"]["id"]
    wish = {"listed": True}
    assert hosts[3].post(f"/api/tables/{private}/settings", json=wish).json()["code"] == "many_listed"
    hosts[0].post(f"/api/tables/{made[0].json()['table']['id']}/leave", json={"seat": 0})
    assert hosts[3].post(f"/api/tables/{private}/settings", json=wish).status_code == 200
    assert hosts[0].post("/api/tables", json=body).status_code == 429


@pytest.mark.slow
def test_the_lobby_shows_a_few_of_each_host_first(client: TestClient) -> None:
    lonely = new_table(other(client), "embers", ["me", "open"], listed=True)["table"]["id"]
    for _ in range(120):
        new_table(client, "embers", ["me", "open"], listed=True)
    shown = [table["id"] for table in client.get("/api/tables").json()["tables"]]
    assert len(shown) == 100 and shown.index(lonely) == 3


# ── reports ────────────────────────────────────────────────────────────────────────────


def test_a_report_reaches_the_operator(
    open_site: Opener, settings: Settings, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    site = open_site()
    table = new_table(site, "embers", ["me", "hot"], name="Ayla")["table"]["id"]
    said = {"text": "Somebody\nis \u202erude"}
    assert site.post(f"/api/tables/{table}/report", json=said).json() == {"ok": True}
    assert table in caplog.text and "rude" not in caplog.text
    assert main(["reports", "--data", str(settings.data)]) == 0
    shown = capsys.readouterr().out
    assert "Somebody is rude" in shown and f"/t/{table}" in shown and "Ayla" in shown
    assert (settings.data / "reports.jsonl").stat().st_mode & 0o077 == 0


def test_reports_have_a_rate_and_a_size(open_site: Opener, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    site = open_site(limits=replace(UNLIMITED, reports_per_hour=2))
    table = new_table(site, "embers", ["me", "hot"])["table"]["id"]
    codes = [site.post(f"/api/tables/{table}/report", json={"text": "again"}).status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]
    monkeypatch.setattr("firstfire.server.operations.reports.LARGEST", 10)
    assert other(site).post(f"/api/tables/{table}/report", json={"text": "more"}).json()["code"] == "not_stored"


def test_without_reports_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reports", "--data", str(tmp_path)]) == 0
    assert "Nothing" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["removed", "no_spectators", "many_listed"])
def test_refusals_are_sentences(language: str, code: str) -> None:
    assert len(Refusal(code, most=5).sentence(language)) > 20
