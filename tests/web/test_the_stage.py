"""The stage: nothing moves but the pieces, and what one needs is in sight, at the sizes people have."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.measure import SIZES, moments, readings
from tests.web.table import BOT, GAMES, PERSON, click_on, new_table, seats_of, settle, sit_down, stand_still
from tests.web.watching import watch

from firstfire.games import game as find_game

DESK = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Looks at every frame that is painted: where the window onto the table lies, how large the board is, and where
# the things beside it are. (The board of a phone is scrolled, and may grow at its lower end.)
EYE = """
(phone) => {
  window.places = {};
  const see = () => {
    if (document.querySelector(".result")) return;  // over: the guide has gone, the result lies over all
    const look = (name, values) => {
      const said = values.map((value) => Math.round(value * 2) / 2).join(" ");
      (window.places[name] ??= {})[said] = Number(document.querySelector(".page").dataset.version);
    };
    const frame = document.querySelector(".frame")?.getBoundingClientRect();
    const board = document.querySelector(".board")?.getBoundingClientRect();
    if (frame && board) {
      look("frame", [frame.left, frame.top, frame.width, frame.height]);
      look("board", phone ? [board.left, board.width] : [board.left, board.top, board.width, board.height]);
    }
    for (const name of [".side .foot", ".prompt-place"]) {
      const box = document.querySelector(name)?.getBoundingClientRect();
      if (box) look(name, [box.left, box.top, box.width, box.height]);
    }
    const guide = document.querySelector(".side .coach")?.getBoundingClientRect();  // as high as its text
    if (guide) look(".side .coach", [guide.left, guide.top, guide.width]);
    const tabs = document.querySelector(".side .tabs")?.getBoundingClientRect();  // below it
    if (tabs) look(".side .tabs", [tabs.left, tabs.width, tabs.height]);
    requestAnimationFrame(see);
  };
  see();
}
"""


def at_the_table(page: Page, game: str, *, guided: bool = True, seed: int = 11) -> dict[str, Any]:
    """Sit down against bots and wait for the first turn."""
    watch(page)
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)], seed=seed)
    sit_down(page, table["link"], guided=guided)
    page.wait_for_selector(".prompt.mine")
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_nothing_moves_but_the_pieces(screen: str, game: str, new_page: NewPage) -> None:
    """Fourteen steps (nine in a hand) by clicks, half-made choices and second words among them, with the guide open:
    the board, the window onto it, the bar, and what stands beside them lie where they lay in every frame that was
    painted."""
    page = new_page(**(PHONE if screen == "phone" else DESK))
    at_the_table(page, game, guided=False)
    page.wait_for_selector(".coach")
    page.wait_for_selector(".prompt.mine")
    settle(page)
    if screen == "desk":
        expect(page.locator(".spotlight .ring")).not_to_have_count(0)  # the guide points, in every game
        for last in (".coach .warm", ".side .foot"):
            expect(page.locator(last)).to_be_in_viewport(ratio=1)
    else:  # folded to a line it points at all that can be done, or at nothing: some of many would look like advice
        rings = page.locator(".spotlight .ring").count()
        assert rings in (0, page.locator('.board [aria-disabled="false"]').count())
    stand_still(page)
    page.evaluate(EYE, screen == "phone")
    assert click_on(page, moves=9 if screen == "phone" else 14) in ("played", "over")
    settle(page)
    places: dict[str, dict[str, int]] = page.evaluate("window.places")
    assert {"frame", "board", ".prompt-place"} <= set(places)
    assert {name: seen for name, seen in places.items() if len(seen) != 1} == {}


# Seats, after how many moves of ours, and where. Together every game at every size people have, and where a third board
# changes the whole table, three on laptops too.
LAPTOPS, PHONES = ((1366, 768), (1440, 900)), ((390, 844),)
SITTINGS: tuple[tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]], ...] = (
    (2, (0, 14), (LAPTOPS[0], *PHONES)),
    (3, (14,), LAPTOPS),
    (4, (14,), SIZES),
)
THREE = ("prehistory",)
DEAL = {"doggerland": (20, (8, 14))}  # a long sentence in the bar: what is sent away, and the hunger it brings


@pytest.mark.parametrize("game", GAMES)
def test_a_table_can_be_read_and_hit_at_the_sizes_people_have(game: str, new_page: NewPage) -> None:
    """Decisions with two and with four (in Prehistory also with three) at the table, at the four sizes: no words under
    11 px, nothing that glows under 32 px (44 in a hand), no two targets that meet, no word cut off or under the bar,
    and nothing that the scene prints is left out (on the boards of others, and in a hand, it may take the closer
    view)."""
    most = max(find_game(game).seats)
    faults: list[str] = []
    for seats, at, sizes in SITTINGS:
        if seats > most or (seats == 3 and game not in THREE):
            continue
        page = new_page(viewport={"width": 1366, "height": 768})
        seed, at = DEAL.get(game, (11, at)) if seats == most else (11, at)
        for found in readings(page, game, SIZES if seats == most else sizes, at=at, seats=seats, seed=seed):
            where = f"{seats} seats, {found.size[0]}x{found.size[1]}, version {found.version}"
            faults += [f"{where}: {fault}" for fault in found.faults()]
    assert faults == []


# The most that a land grows to at tables of two and three: seven columns and seven rows.
TILE = 85


@pytest.mark.parametrize("seats", [2, 3])
def test_the_tiles_of_a_grown_land_are_as_large_as_two_fingers(seats: int, new_page: NewPage) -> None:
    """Doggerland at 1440 x 900 after 35 of our moves: every tile is 85 pixels wide and high or more, and one corner
    alone carries its badges."""
    page = new_page(viewport={"width": 1440, "height": 900})
    for _ in moments(page, "doggerland", at=(35,), seats=seats):
        tiles = page.locator('.piece.land:has([data-piece^="tile-"])')
        assert tiles.count() > 20
        sides = tiles.evaluate_all("all => all.map((tile) => Math.min(tile.offsetWidth, tile.offsetHeight))")
        scale = page.locator(".plane").evaluate("plane => new DOMMatrix(getComputedStyle(plane).transform).a")
        assert min(sides) * scale >= TILE
        assert page.locator(".piece.land .badges").evaluate_all("all => all.every((one) => one.offsetLeft > 0)")
