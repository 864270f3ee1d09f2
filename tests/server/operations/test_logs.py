"""What the server logs, even in trouble and at its most talkative, holds no secrets."""

from __future__ import annotations

import json
import logging
import random

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, new_table, other

from firstfire.server.rooms.actor import RoomActor
from firstfire.server.store.database import Store
from firstfire.server.web.guests import COOKIE

SEED = 1234567890123456


def test_no_keys_cookies_chats_or_seeds_in_the_log(
    client: TestClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    made = new_table(client, "embers", ["me", "hot"], seed=SEED, name="Ayla of the Cave")
    table, key = made["table"]["id"], made["personal"][1]["key"]
    phone = other(client)
    phone.post(f"/api/tables/{table}/claim", json={"key": key})
    phone.post(f"/api/tables/{table}/claim", json={"key": key + "x"})
    client.post("/api/saves", content=json.dumps({"seed": SEED}), headers={"Content-Type": "application/json"})
    with Sitter(client, table) as sitter:
        sitter.say("chat", text="my deepest secret")
        sitter.say("chat", text="")
        session = sitter.picture.session
        sitter.act(random.Random(1))
        with monkeypatch.context() as trouble:  # a room fails in the middle, and a write fails
            trouble.setattr("firstfire.server.rooms.actor.batch_of", lambda *_: 1 / 0)
            sitter.socket.send_json({"type": "chat", "id": "x", "text": "my deepest secret"})
            assert sitter.socket.receive()["type"] == "websocket.close"
        with monkeypatch.context() as trouble:
            trouble.setattr(Store, "table", lambda *_: 1 / 0)
            trouble.setattr(RoomActor, "links_of", lambda *_: 1 / 0)
            with client.websocket_connect(f"/api/tables/{table}/ws") as late:
                late.send_json({"type": "hello", "key": key})
                assert late.receive_json()["code"] == "trouble"
    said = caplog.text
    assert "ZeroDivisionError" in said and table in said, "nothing was logged at all"
    for secret in (key, client.cookies[COOKIE], phone.cookies[COOKIE], "my deepest secret", str(SEED), session):
        assert secret not in said
