"""Health tells the truth, and players hear a sentence when nothing can be stored."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from tests.server.tools import Sitter, inside, new_table, wait_for

from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.server.bots.thinking import Bots
from firstfire.server.operations import health
from firstfire.server.protocol.refusals import Refusal
from firstfire.server.rooms import actor
from firstfire.server.store import writer
from firstfire.server.web.site import Site

Opener = Callable[..., TestClient]


class Disk:
    """The disk of a server, which can be full: every write fails as SQLite says it, at the latest when it is
    committed (events go to SQLite past SQLAlchemy); reading goes on."""

    def __init__(self, site: Site) -> None:
        self.full = False
        self.refused = 0
        sa.event.listen(site.store.engine, "before_cursor_execute", self._execute)
        sa.event.listen(site.store.engine, "commit", self._commit)

    def _execute(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if self.full and statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE", "PRAGMA USER_VERSION")):
            self._refuse(statement)

    def _commit(self, connection: sa.Connection) -> None:
        if self.full:
            self._refuse("COMMIT")

    def _refuse(self, statement: str) -> None:
        self.refused += 1
        raise sa.exc.OperationalError(statement, None, Exception("database or disk is full"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No look is kept; a disk that is well again is noticed soon."""
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(writer, "PROBE_EVERY", 0.05)
    monkeypatch.setattr(actor, "TRY_AGAIN", 0.05)


def test_a_server_that_is_well_says_so(client: TestClient) -> None:
    answer = client.get("/api/health")
    assert answer.status_code == 200 and answer.json()["ok"] and answer.json()["problems"] == []


def test_health_names_what_is_wrong(open_site: Opener, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    site = open_site(least_free=1 << 62)
    site.event_hooks = {}
    disk = Disk(inside(site))
    disk.full = True
    answer = site.get("/api/health")
    assert (answer.status_code, answer.json()["ok"], answer.json()["problems"]) == (503, False, ["disk", "database"])
    disk.full = False
    assert site.get("/api/health").json()["problems"] == ["disk"]


def test_health_names_workers_that_cannot_be_asked(
    open_site: Opener, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: Bots) -> None:
        raise OSError("no process can be started")

    monkeypatch.setattr(Bots, "gather", broken)
    site = open_site(early_workers=True)
    site.event_hooks = {}
    wait_for(lambda: site.get("/api/health").json()["problems"] == ["workers"])
    assert site.get("/api/health").status_code == 503


def test_asking_often_looks_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    look = health.ServerHealth._has_room

    def counted(self: health.ServerHealth) -> bool:
        nonlocal looks
        looks += 1
        return look(self)

    monkeypatch.setattr(health.ServerHealth, "_has_room", counted)
    for _ in range(20):
        client.get("/api/health")
    assert looks == 1


def test_on_a_full_disk_players_read_a_sentence_and_go_on_when_there_is_room(client: TestClient, quick: None) -> None:
    table = new_table(client, "embers", ["me", "hot"])["table"]["id"]
    disk = Disk(inside(client))
    disk.full = True
    told = None
    with suppress(Exception), Sitter(client, table) as sitter:  # the first that is not stored: the link is closed
        told = sitter.act(random.Random(1))
    assert told is None or told["code"] == "not_stored"  # the server itself had tried to write something before
    refused = disk.refused
    with Sitter(client, table, language="nl") as sitter:
        version = sitter.picture.state["version"]
        for _ in range(3):
            answer = sitter.say("act", version=version, action=sitter.picture.choices[0]["action"])
            assert answer["code"] == "not_stored" and "schijf" in answer["sentence"]
            assert sitter.say("chat", text="hello")["code"] == "not_stored"
        assert sitter.say("look", seat=-1)["type"] == "done", "looking needs no disk"
        assert inside(client).store.ailing
        disk.full = False
        wait_for(lambda: not inside(client).store.ailing)
        sitter.say("look", seat=0)
        sitter.until(lambda: sitter.picture.choices)
        assert sitter.act(random.Random(1))["type"] == "done"
    assert disk.refused - refused < 200, "only probes try the disk meanwhile"


def test_on_a_full_disk_rest_says_so(client: TestClient, quick: None) -> None:
    disk = Disk(inside(client))
    disk.full = True
    for _ in range(2):
        answer = client.put("/api/me", json={"name": "Ayla"})
        assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
    seats = [{"kind": "me"}, {"kind": "hot"}]
    assert client.post("/api/tables", json={"game": "embers", "seats": seats}).json()["code"] == "not_stored"
    disk.full = False
    wait_for(lambda: not inside(client).store.ailing)
    assert client.put("/api/me", json={"name": "Ayla"}).json()["name"] == "Ayla"


def test_bots_do_not_hammer_a_full_disk(client: TestClient, quick: None) -> None:
    """A bot to move at a table nobody could store for: it waits, and moves when there is room."""
    table = new_table(client, "embers", [{"kind": "bot", "level": "random"}, "me"])["table"]["id"]
    disk = Disk(inside(client))
    disk.full = True
    told = None
    with suppress(Exception), Sitter(client, table) as sitter:  # the link is closed, or the bot failed before
        told = sitter.say("chat", text="one that fails")
    assert told is None or told["code"] == "not_stored"
    with Sitter(client, table) as sitter:
        started_over = disk.refused
        assert started_over
        assert sitter.say("chat", text="another")["code"] == "not_stored"
        disk.full = False
        wait_for(lambda: not inside(client).store.ailing)
        sitter.until(lambda: sitter.picture.state["version"] > 0)
    assert disk.refused - started_over < 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_is_there_in_every_language(language: str) -> None:
    refusal = Refusal("not_stored")
    assert refusal.status == 503 and len(refusal.sentence(language)) > 60
