"""My tables in the lobby: whose turn it is, how far the game is, who won and when."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, inside, new_table

from firstfire.server.rooms.rooms import Rooms

Opener = Callable[..., TestClient]
SEATS = ["me", {"kind": "hot", "name": "Brun"}]


def moved(client: TestClient, table: str, moves: int) -> dict[str, Any]:
    """So many moves at a table; what its players see then."""
    stream = random.Random(5)
    with Sitter(client, table) as sitter:
        while moves and not sitter.over:
            seat = sitter.picture.state["turn"]["seat"]
            sitter.say("look", seat=seat)
            sitter.until(lambda seat=seat: sitter.picture.state["viewer"] == seat)  # type: ignore[misc]
            sitter.act(stream)
            moves -= 1
        return sitter.picture.state


def mine(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/me").json()["tables"][0]
    return found


def test_my_tables_tell_whose_turn_it_is_and_the_move(client: TestClient) -> None:
    table = new_table(client, "embers", SEATS, seed=3)["table"]["id"]
    assert (mine(client)["steps"], mine(client)["turn"]) == (0, 0)
    state = moved(client, table, 3)
    found = mine(client)
    assert (found["steps"], found["turn"]) == (3, state["turn"]["seat"]) and found["ended"] is None
    site = inside(client)
    assert client.portal is not None
    client.portal.call(site.rooms.actors[table].sleep)
    client.portal.call(site.store.probe)  # what was to be written before is written
    assert table not in inside(client).rooms.actors
    assert (mine(client)["steps"], mine(client)["turn"]) == (3, state["turn"]["seat"])
    assert table not in inside(client).rooms.actors, "the row was kept: nobody had to be woken"


@pytest.mark.parametrize("killed", [False, True])
def test_after_a_restart_they_tell_it_too(
    open_site: Opener, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:  # fmt: skip
    if killed:
        monkeypatch.setattr(Rooms, "_keep_row", lambda rooms, room: None)
    first = open_site()
    table = new_table(first, "embers", SEATS, seed=3)["table"]["id"]
    state = moved(first, table, 3)
    cookies = dict(first.cookies)
    first.__exit__(None, None, None)
    second = open_site()
    second.cookies.update(cookies)
    assert (mine(second)["steps"], mine(second)["turn"]) == (3, state["turn"]["seat"])
    assert (table in inside(second).rooms.actors) == killed


def test_a_finished_game_tells_who_won_and_when(client: TestClient) -> None:
    table = new_table(client, "embers", SEATS, seed=3, listed=False)["table"]["id"]
    state = moved(client, table, 10_000)
    found = mine(client)
    assert found["state"] == "finished" and found["turn"] is None
    assert found["winners"] == state["result"]["winners"] and found["ended"] == found["changed"]
    client.post(f"/api/tables/{table}/rematch", json={})
    again = next(each for each in client.get("/api/me").json()["tables"] if each["id"] == table)
    assert again["ended"] == found["ended"], "what happens later does not change when the game ended"
    assert client.get(f"/api/tables/{table}").json()["winners"] == found["winners"]


def test_a_clock_per_turn_is_a_setting_of_its_own(client: TestClient) -> None:
    made = new_table(client, "embers", SEATS, clock={"seconds": 3 * 24 * 3600, "per_turn": True})
    assert made["table"]["clock"] == {"seconds": 3 * 24 * 3600, "increment": 0, "per_turn": True}
    both = {"seconds": 60, "increment": 5, "per_turn": True}
    wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "bot"}], "clock": both}
    refused = client.post("/api/tables", json=wish)
    assert refused.json()["code"] == "malformed" and "increment" in refused.json()["detail"]
