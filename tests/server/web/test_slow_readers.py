"""Somebody who never reads, at a real server: cut off, forgotten, and nobody else notices."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from typing import Any

import pytest
import uvicorn
from tests.server.tools import wait_for
from websockets.client import ClientProtocol
from websockets.sync.client import connect
from websockets.uri import parse_uri

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.server.settings import UNLIMITED, Settings
from firstfire.server.web.app import create_app
from firstfire.server.web.websocket import websocket_within

UNREAD = 64 * 1024
SHORT = websocket_within(UNLIMITED)


@pytest.fixture(
    params=[("auto", "asyncio"), (SHORT, "asyncio"), (SHORT, "auto")],
    ids=["long way", "short way", "short way, the usual loop"],
)
def served(request: pytest.FixtureRequest, settings: Settings) -> Iterator[tuple[Any, int]]:
    """A site on a real port, with Uvicorn's own sockets and with ours."""
    app = create_app(replace(settings, limits=replace(UNLIMITED, unread=UNREAD)))
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    ws, loop = request.param
    config = uvicorn.Config(app, log_level="error", ws=ws, loop=loop, ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    yield app.state.site, listening.getsockname()[1]
    server.should_exit = True
    thread.join(20)


class Deaf:
    """A client that speaks and never reads."""

    def __init__(self, port: int, table: str) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", port))
        self.protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/api/tables/{table}/ws"))
        self.protocol.send_request(self.protocol.connect())
        self._flush()
        self.protocol.receive_data(self.socket.recv(1024))
        self.say(type="hello")

    def say(self, **message: Any) -> None:
        self.protocol.send_text(json.dumps(message).encode())
        self._flush()

    def _flush(self) -> None:
        for data in self.protocol.data_to_send():
            self.socket.sendall(data)


def test_who_never_reads_is_cut_off_while_others_play_on(served: tuple[Any, int]) -> None:
    site, port = served
    wish = {"game": "embers", "seats": [{"kind": "me"}, {"kind": "hot"}]}
    with closing(HTTPConnection("127.0.0.1", port, timeout=150)) as http:
        http.request("POST", "/api/tables", json.dumps(wish), {"Content-Type": "application/json"})
        found = json.loads(http.getresponse().read())
    table, key = found["table"]["id"], found["personal"][0]["key"]
    deaf = Deaf(port, table)
    wait_for(lambda: site.links("127.0.0.1") == 1)
    number = 0
    while site.links("127.0.0.1") and number < 20_000:
        number += 1
        try:
            deaf.say(type="language", id=f"d{number}", language=COMPLETE_LANGUAGES[number % len(COMPLETE_LANGUAGES)])
        except OSError:
            break  # it has hung up already
    wait_for(lambda: site.links("127.0.0.1") == 0)
    assert number > 5 and not site._backlogs
    with connect(f"ws://127.0.0.1:{port}/api/tables/{table}/ws") as link:
        link.send(json.dumps({"type": "hello", "key": key}))
        assert json.loads(link.recv())["type"] == "welcome"
        choices = json.loads(link.recv())["scene"]["choices"]
        link.send(json.dumps({"type": "act", "id": "a", "version": 0, "action": choices[0]["action"]}))
        assert json.loads(link.recv())["type"] == "done"
    deaf.socket.close()
