"""The endpoint of tutorials: nothing is kept on the server, and what is not there is said."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.tools import new_table

from firstfire import game
from firstfire.games import GAMES
from firstfire.server.rooms.rooms import Rooms
from firstfire.server.views.sandbox import Sandbox
from firstfire.server.web import rest
from firstfire.tutorial import has_tutorial


def test_the_shelf_and_the_book_tell_which_games_can_be_learned(client: TestClient) -> None:
    told = {entry["name"]: entry["tutorial"] for entry in client.get("/api/games").json()["games"]}
    assert told == {name: has_tutorial(game(name)) for name in GAMES} | {"embers": False}
    assert client.get("/api/games/totem/book").json()["tutorial"] is True


def test_a_lesson_is_no_table_of_anybody(client: TestClient) -> None:
    first = client.post("/api/games/totem/tutorial?language=fr", json={})
    assert first.json()["says"]["title"] == "Le but"
    client.post("/api/games/totem/tutorial", json={"at": 0, "request": {"type": "next", "id": "1"}})
    assert client.get("/api/tables?state=mine").json()["tables"] == []
    assert client.get("/api/tables?state=running").json()["tables"] == []
    assert client.get("/api/me/history").json()["games"] == []


def test_a_game_without_a_tutorial_says_so(client: TestClient) -> None:
    refused = client.post("/api/games/embers/tutorial?language=nl", json={})
    assert (refused.status_code, refused.json()["code"]) == (404, "no_tutorial")
    assert client.post("/api/games/chess/tutorial", json={}).json()["code"] == "unknown_game"


def test_a_wish_of_another_shape_is_refused(client: TestClient) -> None:
    for wrong in ({"at": -1}, {"at": "2"}, {"steps": 3}, {"request": {"type": "chat", "id": "1", "text": "hello"}}):
        assert client.post("/api/games/totem/tutorial", json=wrong).json()["code"] == "malformed"


MORE_THAN_THREADS = 33  # asyncio has 32 at most for everybody


def held_up(gate: Event, real: Callable[..., Any]) -> Callable[..., Any]:
    """What a slow machine makes of it."""

    def slow(*arguments: Any, **named: Any) -> Any:
        assert gate.wait(60)
        return real(*arguments, **named)

    return slow


@pytest.mark.parametrize(
    ("method", "path", "where", "makes"),
    [
        ("GET", "/api/games/totem/book", rest, "volume"),
        ("GET", "/api/games/totem/book/positions/table", Sandbox, "_ask"),
        ("GET", "/api/puzzles/totem/0", Sandbox, "_ask"),
        ("GET", "/api/puzzles/totem/0/answer", Sandbox, "_ask"),
        ("POST", "/api/games/totem/tutorial", Sandbox, "_ask"),
    ],
)
def test_many_books_puzzles_and_lessons_at_once_keep_nobody_else_waiting(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, method: str, path: str, where: Any, makes: str
) -> None:
    """Eight readers of books that had not been opened yet held everybody up for 3.6 s, sixteen lessons for 18 s."""
    gate = Event()
    body: dict[str, Any] | None = {} if method == "POST" else None
    client.put("/api/me", json={"name": "Ayla"})
    monkeypatch.setattr(where, makes, held_up(gate, getattr(where, makes)))
    with ThreadPoolExecutor(MORE_THAN_THREADS + 1) as many:
        readers = [many.submit(client.request, method, path, json=body) for _ in range(MORE_THAN_THREADS)]
        try:
            assert many.submit(client.get, "/api/me").result(30).json()["name"] == "Ayla"
            assert not any(reader.done() for reader in readers)
        finally:
            gate.set()
        assert len({reader.result(60).status_code for reader in readers}) == 1


def test_many_logs_that_are_read_again_keep_nobody_else_waiting(
    open_site: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_site()
    first.put("/api/me", json={"name": "Ayla"})
    made = [new_table(first, "embers", ["me", "hot"])["table"]["id"] for _ in range(MORE_THAN_THREADS)]
    again, gate = open_site(), Event()
    again.cookies = first.cookies
    monkeypatch.setattr(Rooms, "_told", held_up(gate, Rooms._told))
    with ThreadPoolExecutor(MORE_THAN_THREADS + 1) as many:
        waking = [many.submit(again.get, f"/api/tables/{table}") for table in made]
        try:
            assert many.submit(again.get, "/api/me/history").result(30).status_code == 200
            assert not any(table.done() for table in waking)
        finally:
            gate.set()
        assert {table.result(60).status_code for table in waking} == {200}
