"""Low windows and hands: a phone held sideways, letters twice as large on a laptop, and a phone held upright."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.reach import hit, reaches
from tests.web.table import BOT, PERSON, my_turn, new_table, seats_of, settle, sit_down, stand_still
from tests.web.watching import watch

from firstfire.games import game as find_game

SIDEWAYS: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
SMALL_TWICE: dict[str, Any] = {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2}  # 1366×768 at 200 %
LARGE_TWICE: dict[str, Any] = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}  # 1280×800 at 200 %
UPRIGHT: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WINDOWS = (
    ("neta_tanka", SIDEWAYS), ("honga", SIDEWAYS), ("doggerland", SMALL_TWICE), ("prehistory", SMALL_TWICE),
    ("totem", LARGE_TWICE),
)  # fmt: skip
LEAST_BOARD = 0.95  # of the height of the window
BAR = 110  # pixels of the bar, where one line says what is asked
CUT = """nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1
  || node.scrollHeight > node.clientHeight + 1).map((node) => node.innerText)"""


def at_the_table(page: Page, game: str, bots: int) -> None:
    """Sit down with clocks and with the guide of a first game, and wait for the first turn."""
    watch(page)
    table = new_table(page, game, [PERSON, *[BOT] * bots], seed=11, clock={"seconds": 3600})
    sit_down(page, table["link"], guided=False)
    my_turn(page)
    settle(page)
    stand_still(page)


def box_of(page: Page, found: str) -> dict[str, float]:
    """Where something lies in the window."""
    box = page.locator(found).first.bounding_box()
    assert box is not None, found
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


def has_its_card_and_clock(page: Page) -> None:
    """One's own card stands first, with the clock and every counter inside it."""
    expect(page.locator(".strip li").first.locator(".tag").first).to_have_text("you")
    card, wide = box_of(page, ".strip .you"), page.viewport_size
    assert wide is not None and card["x"] >= 0 and card["right"] <= wide["width"]
    expect(page.locator(".strip .you .clock")).to_be_in_viewport(ratio=1)
    ends = page.locator(".strip .you :is(.counter, .clock)").evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect().right)"
    )
    assert max(ends) <= card["right"]


def is_whole(page: Page) -> None:
    """No word of the bar is cut off."""
    assert page.locator(".prompt :is(.sentence, .choice .words)").evaluate_all(CUT) == []


def decide(page: Page, *, finger: bool) -> None:
    """One decision by a real click on the board, or on a button where nothing on the board stands for it."""
    thing = next((each for each in reaches(page, finger=finger) if each.point), None)
    if thing is not None:
        hit(page, thing, finger=finger)
    else:
        page.locator(".prompt .choice").first.click()
    if page.locator(".prompt .confirm").count():
        page.locator(".confirm .choice").click()
    settle(page)
    my_turn(page)
    settle(page)


@pytest.mark.parametrize(("game", "window"), WINDOWS)
def test_in_a_low_window_the_bar_and_the_players_stand_beside_the_board(
    game: str, window: dict[str, Any], new_page: NewPage
) -> None:
    """With everybody at the table and the guide open: the board has all of the height, the clock is in sight, and two
    decisions are made by real clicks or taps."""
    page = new_page(**window)
    at_the_table(page, game, max(find_game(game).seats) - 1)
    board, bar, tall = box_of(page, ".board-frame"), box_of(page, ".prompt"), window["viewport"]["height"]
    assert board["height"] >= LEAST_BOARD * tall
    assert bar["x"] >= board["right"] - 1 and bar["bottom"] <= tall + 1
    for found in (".top nav", ".strip"):
        assert box_of(page, found)["x"] >= board["right"] - 1
    has_its_card_and_clock(page)
    is_whole(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= window["viewport"]["width"]
    for _ in range(2):
        decide(page, finger="has_touch" in window)


@pytest.mark.parametrize("game", ["totem", "neta_tanka", "doggerland"])
def test_in_a_hand_the_own_card_is_whole_and_the_bar_no_higher_than_it_must_be(game: str, new_page: NewPage) -> None:
    page = new_page(**UPRIGHT)
    at_the_table(page, game, seats_of(game) - 1)
    has_its_card_and_clock(page)
    is_whole(page)
    lines = page.locator(".prompt .sentence").evaluate(
        "node => node.offsetHeight / parseFloat(getComputedStyle(node).lineHeight)"
    )
    if round(lines) == 1 and page.locator(".prompt .choice").count() == 0:
        assert box_of(page, ".prompt")["height"] <= BAR
    assert box_of(page, ".prompt-place")["height"] <= BAR
    lit = page.locator(".board [aria-disabled='false']")
    seen = lit.evaluate_all(
        "nodes => nodes.filter((node) => { const box = node.getBoundingClientRect(), frame ="
        " document.querySelector('.board-frame').getBoundingClientRect(), bar ="
        " document.querySelector('.prompt').getBoundingClientRect();"
        " return box.top >= frame.top && box.bottom <= bar.top; }).length"
    )
    assert seen > 0, "the view is where something can be chosen"
