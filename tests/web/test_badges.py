"""What stands on pieces as badges, a price above all, is on the board in every language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.web.conftest import NewPage
from tests.web.table import GAMES, new_table, seats_of, sit_down, stand_still

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES

# Of each piece: the signs of its badges, a picture as its outline; what only says how many more there are, as a number.
DRAWN = """() => Object.fromEntries([...document.querySelectorAll(".board .piece")].map((piece) => [
  piece.querySelector("[data-piece]").dataset.piece,
  [...piece.querySelectorAll(".badge")].map((badge) => ({
    text: badge.textContent.trim(),
    pictures: [...badge.querySelectorAll("svg")].map((svg) => svg.innerHTML),
  })),
]))"""
TABLES = {"honga": 2}  # with other cards on each


def shown(page: Page, game: str, language: str, seed: int) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    """The pieces of a table as its scene tells them, and their badges as they are drawn."""
    pieces: dict[str, Any] = {}

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        scene = message.get("scene") if message["type"] == "update" else None
        if scene and "pieces" in scene:
            pieces.clear()
            pieces.update({piece["id"]: piece for piece in scene["pieces"]})

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    others = [{"kind": "hot"}] * (seats_of(game) - 1)
    table = new_table(page, game, [{"kind": "me"}, *others], seed=seed, language=language)
    sit_down(page, table["link"])
    stand_still(page)
    return pieces, page.evaluate(DRAWN)


def told(badges: list[dict[str, Any]]) -> int:
    """How many badges are drawn, or counted ("+2")."""
    return sum(int(badge["text"]) if badge["text"].startswith("+") and not badge["pictures"] else 1 for badge in badges)


@pytest.mark.parametrize("game", GAMES)
def test_the_badges_of_every_piece_are_drawn_in_every_language(new_page: NewPage, game: str) -> None:
    """Each badge of the scene is on the piece, or counted there; pictures and numbers are those of English."""
    pages = {
        language: new_page(locale=language, viewport={"width": 1440, "height": 900}) for language in COMPLETE_LANGUAGES
    }
    compared = 0
    for seed in range(TABLES.get(game, 1)):
        english: dict[str, list[dict[str, Any]]] = {}
        for language in sorted(COMPLETE_LANGUAGES, key=lambda each: each != "en"):
            pieces, drawn = shown(pages[language], game, language, seed)
            if language == "en":
                english = drawn
            for name, badges in drawn.items():
                wanted = pieces[name]["badges"]
                if game == "honga" and name.startswith("barter"):
                    assert all(badge["pictures"] for badge in badges) and len(badges) == len(wanted), (language, name)
                assert bool(badges) == bool(english[name]), (language, name, wanted)
                if badges:
                    assert told(badges) >= len(wanted), (language, name, wanted, badges)
                for badge, same in zip(badges, english[name], strict=False):
                    if same["pictures"]:
                        assert badge == same or badge["pictures"] == same["pictures"], (language, name, wanted)
                        compared += 1
    assert compared > 0 or game in ("totem", "prehistory")
