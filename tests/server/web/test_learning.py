"""The endpoint of tutorials: nothing is kept on the server, and what is not there is said."""

from __future__ import annotations

from starlette.testclient import TestClient

from firstfire import game
from firstfire.games import GAMES
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
