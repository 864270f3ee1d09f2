"""The lobby: what one address can have made of it, and how fresh it is."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import inside, new_table, other

from firstfire.server.settings import UNLIMITED, Limits
from firstfire.server.web import lobby
from firstfire.server.web.limits import Bucket

Opener = Callable[..., TestClient]


def listed(client: TestClient) -> str:
    return str(new_table(client, "embers", ["me", "open"], listed=True)["table"]["id"])


def shown(client: TestClient, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/tables?state=open{query}").json()["tables"]
    return found


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes for what is kept: only a change makes it old."""
    monkeypatch.setattr(lobby, "KEPT", 1e9)


@pytest.mark.usefixtures("frozen")
def test_many_who_look_at_the_lobby_have_it_made_once(client: TestClient) -> None:
    """Each request cost as much as twenty moves: one address took a core, and every table waited for it."""
    listed(client)
    site, strangers = inside(client), [other(client) for _ in range(4)]
    with ThreadPoolExecutor(4) as many:
        rows = [row for each in many.map(lambda one: [shown(one) for _ in range(25)], strangers) for row in each]
    assert len(rows) == 100 and all(row == rows[0] and len(row) == 1 for row in rows)
    assert site.lobby.made == 1
    assert shown(client, "&language=fr")[0]["title"] and site.lobby.made == 2, "another one for each language"


@pytest.mark.usefixtures("frozen")
def test_a_change_of_a_table_is_seen_at_once(client: TestClient) -> None:
    first = listed(client)
    stranger = other(client)
    assert [row["id"] for row in shown(stranger)] == [first]
    second = listed(client)
    assert {row["id"] for row in shown(stranger)} == {first, second}
    stranger.post(f"/api/tables/{first}/join", json={})
    assert [row["id"] for row in shown(stranger)] == [second]
    assert [row["id"] for row in stranger.get("/api/tables?state=running").json()["tables"]] == [first]


@pytest.mark.usefixtures("frozen")
def test_who_changes_tables_for_ever_has_the_list_made_a_few_times_only(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inside(client).lobby, "_fresh", Bucket(0.0, 3))
    for _ in range(10):
        listed(client)
        shown(client)
    assert inside(client).lobby.made == 1 + 3


def test_what_is_kept_grows_old(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of other servers are not heard of in any other way."""
    listed(client)
    monkeypatch.setattr(lobby, "KEPT", 0.0)
    shown(client)
    shown(client)
    assert inside(client).lobby.made == 2


def test_only_the_host_is_told_that_a_table_is_theirs(client: TestClient) -> None:
    mine = listed(client)
    theirs = listed(other(client))
    for _ in range(2):
        assert {row["id"]: row["host"] for row in shown(client)} == {mine: True, theirs: False}
        assert {row["host"] for row in shown(other(client))} == {False}


def test_the_list_is_sent_compressed_to_who_can_read_that(client: TestClient) -> None:
    listed(client)
    one, another = (
        other(client).get("/api/tables", headers={"Accept-Encoding": each}) for each in ("gzip", "identity")
    )
    assert [answer.headers.get("Content-Encoding") for answer in (one, another)] == ["gzip", None]
    assert one.json() == another.json() and len(one.json()["tables"]) == 1


def test_the_lobby_has_a_limit_of_its_own(open_site: Opener) -> None:
    few = replace(UNLIMITED, lobbies_per_second=0.001, lobbies_at_once=3)
    site = open_site(limits=few)
    site.get("/api/me")
    assert [site.get("/api/tables").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert site.get("/api/tables?state=mine").status_code == 200
    assert Limits().lobbies_per_second < Limits().requests_per_second
