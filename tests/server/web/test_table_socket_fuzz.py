"""The WebSocket door under fire: whatever is said, the answer is a refusal or a closed door,
and the game stays as it was."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.tools import Sitter, catch_up, inside, new_table, other

from firstfire.server.settings import UNLIMITED, Limits

Seats = tuple[TestClient, TestClient, str]
CLOSED = {1009, 4400, 4403, 4404, 4429, 1013}

GARBAGE: list[str | bytes] = [
    "", " ", "null", "[]", "42", '"act"', "{", "{}", "\x00", "[[[[", "[" * 3000, '{"a":' * 1000, "NaN",
    '{"type": null}', '{"type": "act"}', '{"type": "hello"}', '{"type": "fly", "id": "1"}',
    '{"type": "act", "id": "", "version": 0, "action": 0}',
    '{"type": "act", "id": "1", "version": -1, "action": 0}',
    '{"type": "act", "id": "2", "version": 0, "action": -1}',
    '{"type": "act", "id": "3", "version": 0, "action": 1e9}',
    '{"type": "act", "id": "4", "version": 0, "action": 99999999999999999999999}',
    '{"type": "act", "id": "5", "version": true, "action": true}',
    '{"type": "act", "id": "6", "version": "0", "action": "0"}',
    '{"type": "act", "id": "7", "version": 0, "action": 0, "seat": -1}',
    '{"type": "act", "id": "8", "version": 0, "action": 0, "seat": 15}',
    '{"type": "act", "id": "9", "version": 0, "action": 0, "extra": 1}',
    '{"type": "act", "id": ["x"], "version": 0, "action": 0}',
    '{"type": "undo", "id": "10", "version": 0}', '{"type": "look", "id": "11", "seat": 0}',
    '{"type": "language", "id": "12", "language": "xx"}', '{"type": "rematch", "id": "13"}',
    '{"type": "back", "id": "14", "seat": 0}', '{"type": "leave", "id": "15", "seat": 0}',
    '{"type": "takeover", "id": "16", "seat": 0, "level": "../../x"}', '{"type": "takeover", "id": "17", "seat": 0}',
    '{"type": "chat", "id": "18", "text": ""}', '{"type": "chat", "id": "19", "text": "\\ud800"}',
    '{"type": "chat", "id": "\\ud800", "text": "x"}', '{"type": "chat", "id": "20", "text": "\\u202e\\u0000"}',
    b"\xff\xfe\x00", b"", b'{"type":"act"}',
]  # fmt: skip


class Attacker:
    """Says anything; reads until the answer."""

    def __init__(self, client: TestClient, table: str, hello: dict[str, Any] | None = None) -> None:
        self.client, self.table = client, table
        self.hello = hello or {"type": "hello"}

    def says(self, message: str | bytes) -> dict[str, Any] | int:
        """The answer to a message, or the code the door was closed with."""
        with self.client.websocket_connect(f"/api/tables/{self.table}/ws") as socket:
            socket.send_text(json.dumps(self.hello))
            try:
                while True:
                    if json.loads(socket.receive_text())["type"] == "update":
                        break
                if isinstance(message, bytes):
                    socket.send_bytes(message)
                else:
                    socket.send_text(message)
                socket.send_text('{"type":"ping"}')
                answers = []
                while (answer := json.loads(socket.receive_text()))["type"] != "pong":
                    answers.append(answer)
                socket.send_text('{"type":"chat","id":"end","text":"end"}')
                while (answer := json.loads(socket.receive_text())).get("to") != "end":
                    answers.append(answer)
            except WebSocketDisconnect as closed:
                return closed.code
        refused = [answer for answer in answers if answer["type"] == "refused"]
        return refused[0] if refused else answers[0] if answers else {}


@pytest.fixture
def seats(client: TestClient) -> Seats:
    """Ayla (to act) and Brun at a table."""
    table = new_table(client, "embers", ["me", "open"], seed=5)["table"]["id"]
    brun = other(client)
    brun.post(f"/api/tables/{table}/join", json={})
    return client, brun, table


def digest(client: TestClient, table: str) -> tuple[str, int]:
    story = inside(client).rooms.actors[table].room.story
    return story.playing.digest(), story.version


@pytest.mark.parametrize("message", GARBAGE)
def test_garbage_is_refused_and_changes_nothing(seats: Seats, message: str | bytes) -> None:
    client, brun, table = seats
    before = digest(client, table)
    for attacker in (Attacker(brun, table), Attacker(other(client), table)):
        answer = attacker.says(message)
        if isinstance(answer, int):
            assert answer in CLOSED
        else:
            assert answer["type"] == "refused" and answer["sentence"] and answer["code"]
    assert digest(client, table) == before


def test_oversized_messages_close_the_door(seats: Seats) -> None:
    client, brun, table = seats
    before = digest(client, table)
    huge = json.dumps({"type": "chat", "id": "x", "text": "x" * 10_000})
    assert Attacker(brun, table).says(huge) == 1009
    assert Attacker(brun, table).says(b"x" * 10_000) == 1009
    assert digest(client, table) == before


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ("", 4400),
        ('{"type": "act", "id": "1", "version": 0, "action": 0}', 4400),
        ('{"type": "hello", "protocol": 2}', 4400),
        ('{"type": "hello", "key": "forged"}', 4403),
        ('{"type": "hello", "seat": 99}', 4400),
        ("x" * 10_000, 4400),
    ],
)
def test_a_bad_hello_is_turned_away(client: TestClient, hello: str, code: int) -> None:
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    with client.websocket_connect(f"/api/tables/{table}/ws") as socket:
        socket.send_text(hello)
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                assert json.loads(socket.receive_text())["type"] == "refused"
        assert closed.value.code == code


def test_an_unknown_table_and_a_foreign_origin_are_turned_away(client: TestClient) -> None:
    with client.websocket_connect("/api/tables/nothing/ws") as socket:
        socket.send_text('{"type": "hello"}')
        assert json.loads(socket.receive_text())["code"] == "unknown_table"
    table = new_table(client, "embers", ["me", "open"])["table"]["id"]
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        with pytest.raises(WebSocketDisconnect) as closed:
            client.websocket_connect(f"/api/tables/{table}/ws", headers=headers).__enter__()
        assert closed.value.code == 4403


def test_the_key_of_another_table_opens_nothing(client: TestClient) -> None:
    first = new_table(client, "embers", ["me", "open"])
    second = new_table(other(client), "embers", ["me", "open"])
    with other(client).websocket_connect(f"/api/tables/{second['table']['id']}/ws") as socket:
        socket.send_text(json.dumps({"type": "hello", "key": first["personal"][0]["key"]}))
        assert json.loads(socket.receive_text())["code"] == "bad_key"


def test_replayed_and_late_actions_do_nothing(seats: Seats) -> None:
    client, brun, table = seats
    action = '{"type": "act", "id": "one", "version": 0, "action": 0}'
    assert Attacker(client, table).says(action) != 1009
    before = digest(client, table)
    for attacker in (client, brun, other(client)):
        Attacker(attacker, table).says(action)
        Attacker(attacker, table).says(action.replace("one", "two"))
    assert digest(client, table) == before and before[1] == 1


def test_a_flood_is_told_to_slow_down_and_then_cut_off(open_site: Callable[..., TestClient]) -> None:
    site = open_site(limits=Limits(messages_per_second=1, messages_at_once=5))
    table = new_table(site, "embers", ["me", "open"])["table"]["id"]
    with site.websocket_connect(f"/api/tables/{table}/ws") as socket:
        socket.send_text('{"type": "hello"}')
        for number in range(8):
            socket.send_text(json.dumps({"type": "chat", "id": str(number), "text": "x"}))
        while json.loads(socket.receive_text()).get("code") != "slow_down":
            pass
        with pytest.raises(WebSocketDisconnect) as closed:
            for _ in range(200):
                socket.send_text('{"type": "ping"}')
            while True:
                socket.receive_text()
        assert closed.value.code == 4429


@pytest.mark.parametrize("limit", ["sockets_at_table", "sockets_of_address"])
def test_one_guest_has_so_many_links_and_no_more(open_site: Callable[..., TestClient], limit: str) -> None:
    site = open_site(limits=replace(UNLIMITED, **{limit: 2}))
    table = new_table(site, "embers", ["me", "open"])["table"]["id"]
    with Sitter(site, table), Sitter(site, table) as second:
        with site.websocket_connect(f"/api/tables/{table}/ws") as third:
            third.send_text('{"type": "hello"}')
            assert json.loads(third.receive_text())["code"] == "slow_down"
            assert third.receive()["code"] == 4429
        assert second.say("chat", text="still here")["type"] == "done"
    with Sitter(site, table):
        pass  # who hangs up makes room


def test_random_noise_from_all_sides_in_a_whole_game(seats: Seats) -> None:
    """Mutated true messages, while two people play on to the end."""
    client, brun, table = seats
    stream = random.Random(99)
    with Sitter(client, table) as ayla, Sitter(brun, table) as brun_sits, Sitter(other(client), table) as watcher:
        while not ayla.over:
            for sitter in (watcher, brun_sits, ayla):
                good = {"type": "act", "id": f"m{stream.random()}", "version": 10**6, "action": 0}
                sitter.socket.send_text(mutated(json.dumps(good), stream))
                sitter.socket.send_text(json.dumps({**good, "id": f"n{stream.random()}"}))
            acting = ayla if ayla.picture.state["turn"]["seat"] == 0 else brun_sits
            answer = acting.act(stream)
            assert answer["type"] == "done"
            catch_up([ayla, brun_sits, watcher], answer["version"])
        log = [message for message in watcher.picture.seen if message["type"] == "done"]
        assert not log and watcher.picture.state["result"]


def mutated(text: str, stream: random.Random) -> str:
    """A message with a few characters changed, dropped or doubled."""
    letters = list(text)
    for _ in range(stream.randrange(1, 4)):
        place = stream.randrange(len(letters))
        letters[place] = stream.choice(["", letters[place] * 2, chr(stream.randrange(32, 300)), '"', "}"])
    return "".join(letters)
