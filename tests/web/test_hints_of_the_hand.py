"""Small kindnesses at the table: a second word before what cannot be taken back, names in the log that point at
things, moves that can be followed, fingers that may miss a little."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import MOVING, NewPage
from tests.web.table import (
    BOT,
    PERSON,
    click_on,
    new_table,
    set_up,
    settle,
    sit_down,
    stand_still,
    version_of,
    wait_until,
)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Heard:
    """What the server last said a page may do, and what of it is final."""

    def __init__(self, page: Page) -> None:
        self.choices: list[int] = []
        self.final: list[int] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self._heard(json.loads(frame))))

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "update":
            self.final = message.get("final", self.final)
            if "choices" in (message.get("scene") or {}):
                self.choices = [choice["action"] for choice in message["scene"]["choices"]]


def at_a_final_choice(page: Page) -> int:
    """Play Honga until something final can be chosen among what is not, with all choices as a list; its number."""
    heard = Heard(page)
    table = new_table(page, "honga", [PERSON, BOT], seed=5)
    sit_down(page, table["link"])
    for turn in range(60):
        page.wait_for_selector(".prompt.mine")
        settle(page)
        asked = [action for action in heard.choices if action in heard.final]
        if asked and len(asked) < len(heard.choices):
            if page.locator(".prompt .list").count():
                page.locator(".prompt .list").click()
            return asked[0]
        assert click_on(page, moves=1, seed=turn) == "played"
    raise AssertionError("nothing final in sixty moves")


def choose(page: Page, action: int) -> None:
    """Press the button of a choice."""
    page.locator(f".prompt .choice[data-action='{action}']").click()


def test_what_cannot_be_taken_back_is_asked_twice(new_page: NewPage) -> None:
    """Escape goes back and nothing has happened; Enter does it."""
    page = new_page()
    action = at_a_final_choice(page)
    before = version_of(page)
    choose(page, action)
    expect(page.locator(".confirm")).to_contain_text("cannot be taken back")
    page.keyboard.press("Escape")
    expect(page.locator(".confirm")).to_have_count(0)
    assert version_of(page) == before
    choose(page, action)
    page.wait_for_selector(".confirm")
    page.keyboard.press("Enter")
    wait_until(page, "before => Number(document.querySelector('.page').dataset.version) > before", before)


def test_the_second_word_can_be_switched_off(new_page: NewPage) -> None:
    """With the setting off the first click plays."""
    page = new_page()
    set_up(page, confirm=False)
    action = at_a_final_choice(page)
    before = version_of(page)
    choose(page, action)
    assert page.locator(".confirm").count() == 0
    wait_until(page, "before => Number(document.querySelector('.page').dataset.version) > before", before)


@pytest.mark.parametrize("game", ["totem", "honga", "neta_tanka"])
def test_names_in_the_log_point_at_the_table(game: str, new_page: NewPage) -> None:
    """A name in the log lights what it means and opens its tip: by pointing, by focus, by a click that pins it."""
    page = new_page()
    table = new_table(page, game, [PERSON, BOT], seed=5)
    sit_down(page, table["link"])
    assert click_on(page, moves=8) == "played"
    page.wait_for_selector(".prompt.mine")  # while others move, the log grows and tips go
    page.wait_for_selector(".log .mention:not(.seat)")
    name = page.locator(".log .mention:not(.seat)").last
    name.scroll_into_view_if_needed()
    name.hover()
    expect(page.locator(".tip")).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(".tip")).to_have_count(0)
    name.click()
    expect(page.locator(".tip.pinned")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tip")).to_have_count(0)
    seat = page.locator(".log .mention.seat").last
    seat.hover()
    expect(page.locator(".board .zone.pointed").first).to_be_visible()


def test_moves_of_others_are_shown_one_by_one(new_page: NewPage) -> None:
    """With a calm pace every version of the table is seen, however fast the others have answered."""
    page = new_page(**MOVING)
    set_up(page, pace=400)
    table = new_table(page, "embers", [PERSON, BOT, BOT, BOT], seed=3)
    page.add_init_script(
        "window.seen = []; new MutationObserver(() => { const page = document.querySelector('.page');"
        "if (page && page.dataset.version !== window.seen.at(-1)) window.seen.push(page.dataset.version); })"
        ".observe(document, { subtree: true, childList: true, attributeFilter: ['data-version'] });"
    )
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    before = version_of(page)
    assert click_on(page, moves=1) == "played"
    wait_until(page, f"Number(document.querySelector('.page').dataset.version) >= {before + 4}")
    seen = [int(version) for version in page.evaluate("window.seen") if version is not None]
    assert [version for version in seen if before <= version <= before + 4] == list(range(before, before + 5))


def test_a_finger_may_miss_a_little(new_page: NewPage) -> None:
    """A tap beside a small glowing place counts for it."""
    page = new_page(**PHONE)
    set_up(page, confirm=False)
    table = new_table(page, "neta_tanka", [PERSON, BOT, BOT], seed=5)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    place = page.locator('[data-zone-id="place-gather_wood"]')
    expect(place).to_have_attribute("aria-disabled", "false")
    stand_still(page)
    box = place.bounding_box()
    assert box is not None
    before = version_of(page)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 9)
    wait_until(
        page,
        "before => Number(document.querySelector('.page').dataset.version) > before"
        " || document.querySelectorAll('[aria-pressed=\"true\"]').length > 0",
        before,
    )


def test_a_lost_network_is_said_at_once(new_page: NewPage) -> None:
    """Wi-Fi goes: the banner comes at once, not after a minute of silence; and it goes with the network's return."""
    page = new_page(quiet=True)
    table = new_table(page, "embers", [PERSON, BOT])
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_be_visible(timeout=150_000)
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator(".prompt.mine")).to_be_visible()
