"""Puzzles over the wire: a position as its player sees it, and the answer when it is asked for."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from firstfire import Table
from firstfire.explain.puzzles import puzzles
from firstfire.games import game as find_game
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES


def test_the_shelf_names_a_puzzle_of_the_day(client: TestClient) -> None:
    shelves = {shelf["game"]: shelf for shelf in client.get("/api/puzzles").json()["puzzles"]}
    assert shelves["totem"]["count"] == len(puzzles(find_game("totem")))
    assert all(0 <= shelf["today"] < shelf["count"] for shelf in shelves.values())
    assert "embers" not in shelves  # it has none


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_a_puzzle_is_shown_as_its_player_sees_it_and_solved(client: TestClient, language: str) -> None:
    kept = puzzles(find_game("totem"))[0]
    table = Table.at("totem", kept.position, interpreted=True)
    assert table.player is not None
    page = client.get(f"/api/puzzles/totem/0?language={language}").json()
    view = table.view(table.player)
    assert page["seat"] == table.player
    assert [choice["action"] for choice in page["scene"]["choices"]] == view.numbers
    assert {piece["id"] for piece in page["scene"]["pieces"]} == {piece.id for piece in view.scene("en").pieces}
    solved = client.get(f"/api/puzzles/totem/0/answer?language={language}").json()
    assert solved["best"] == table.game.actions.number(kept.best)
    assert [move["worth"] for move in solved["moves"]] == sorted(kept.worths.values(), reverse=True)
    assert {move["action"] for move in solved["moves"]} == set(view.numbers)
    assert solved["sentence"]
    assert solved["why"] == []  # what it does is said there; of what it gains no number tells


def test_a_puzzle_that_is_not_there_is_refused(client: TestClient) -> None:
    assert client.get("/api/puzzles/totem/9999").json()["code"] == "no_puzzle"
    assert client.get("/api/puzzles/chess/0").json()["code"] == "unknown_game"
    assert client.get("/api/puzzles/embers/0/answer").status_code == 404
