"""The painted board of each game: fetched for the game that is played, under its zones, and moving nothing."""

from __future__ import annotations

import gzip
import re
from pathlib import PurePosixPath

import pytest
from playwright.sync_api import Route
from tests.web.conftest import STATIC, NewPage
from tests.web.table import BOT, GAMES, PERSON, new_table, seats_of, sit_down, stand_still

HEAVIEST = 60_000  # bytes of compressed script, of one game's board
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Where board and window lie, and whether anything can be scrolled sideways.
PLACES = """
() => {
  const box = (found) => JSON.stringify(document.querySelector(found).getBoundingClientRect());
  const frame = document.querySelector(".frame");
  return [box(".frame"), box(".board"), box(".prompt-place"), frame.scrollWidth > frame.clientWidth];
}
"""


@pytest.mark.parametrize("screen", ["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_board_of_its_own(game: str, screen: str, new_page: NewPage) -> None:
    """Its script comes only when it is played, with no other game's; when it comes, nothing on the page moves, and
    no edge of the picture makes the window scroll."""
    page = new_page(**(PHONE if screen == "phone" else {}))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(PurePosixPath(request.url).name))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(rf"/assets/{game}-.*\.js"), hold)
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)], seed=11)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    stand_still(page)
    assert len(held) == 1
    assert page.locator("svg.picture").count() == 0
    before = page.evaluate(PLACES)
    for route in held:
        route.continue_()
    page.wait_for_selector("svg.picture", state="attached")
    stand_still(page)
    assert page.evaluate(PLACES) == before
    assert before[3] is False
    assert page.locator("svg.picture path").count() > 20
    boards = {name for name in asked if re.match(rf"({'|'.join(GAMES)})-[\w-]+\.js$", name)}
    assert len(boards) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_light(game: str) -> None:
    """A board is drawn by little script."""
    found = list(STATIC.glob(f"assets/{game}-*.js"))
    assert len(found) == 1
    assert len(gzip.compress(found[0].read_bytes(), 9)) < HEAVIEST
