"""A turn of Honga by hand: what a choice will do before it is made, all hands at once, the whole turn back, and what
is left undone when it ends."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, new_table, settle, sit_down, version_of, wait_until

GATHERS = ", ".join(
    f"[data-zone-id='field-{name}'][aria-disabled='false']" for name in ("lake", "spring", "berries", "mushrooms")
)
LATER = "before => Number(document.querySelector('.page').dataset.version) > before"


def lay_a_disc(page: Page, clicks: list[str]) -> None:
    """Lay the disc where it brings several hands that need no thought; each click is counted."""
    spaces = page.locator("[data-zone-id^='space-'][aria-disabled='false']")
    for at in range(spaces.count()):
        for way in range(4):
            before = version_of(page)
            spaces.nth(at).click()
            ways = page.locator("[data-piece^='way-'][aria-disabled='false']")
            expect(ways).not_to_have_count(0)
            if way >= ways.count():
                page.keyboard.press("Escape")
                break
            ways.nth(way).click()
            wait_until(page, LATER, before)
            settle(page)
            if page.locator(".prompt .chain").count() and page.locator(GATHERS).count():
                clicks += ["space", "way"]
                return
            page.keyboard.press("u")
            wait_until(page, LATER, before + 1)
            settle(page)
    raise AssertionError("no way to lay the disc brings two hands that need no thought")


def test_a_turn_of_honga_is_foreseen_taken_at_once_taken_back_and_ended(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    table = new_table(page, "honga", [PERSON, BOT], seed=5)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    settle(page)
    clicks: list[str] = []
    lay_a_disc(page, clicks)

    # what one hand will do, on its field
    field = page.locator(GATHERS).first
    field.hover(position={"x": 12, "y": 12})
    expect(page.locator(".tip .consequence")).to_contain_text("+1")

    # all hands that need no thought, by one click
    laid = version_of(page)
    chain = page.locator(".prompt .chain")
    count = int((chain.inner_text().split("Use ")[1]).split()[0])
    chain.click()
    clicks.append("all")
    wait_until(page, LATER, laid + count - 1)
    settle(page)
    assert version_of(page) == laid + count

    # back to the start of the turn by one click, and the disc is in the hand again
    undo = page.get_by_role("button", name="Undo turn")
    expect(undo).to_have_attribute("title", f"Back to the start of my turn: {count + 1} moves")
    undo.click()
    wait_until(page, LATER, laid + 2 * count)
    settle(page)
    expect(page.locator("[data-zone-id^='space-'][aria-disabled='false']").first).to_be_visible()
    expect(undo).to_have_count(0)

    # the same again by keys; ending says what could still be done, and asks
    lay_a_disc(page, [])
    end = page.get_by_role("button", name="End the turn").first
    end.click()
    clicks.append("end")
    expect(page.locator(".confirm")).to_contain_text("cannot be taken back")
    expect(page.locator(".confirm .left")).to_contain_text("Still possible:")
    expect(page.locator(".confirm .consequence")).to_contain_text("comes to light, or chance decides")
    page.keyboard.press("Escape")
    laid = version_of(page)
    page.keyboard.press("a")
    wait_until(page, LATER, laid + count - 1)
    settle(page)
    page.keyboard.press("Shift+U")
    wait_until(page, LATER, laid + 2 * count)
    assert clicks == ["space", "way", "all", "end"], "a turn of four clicks, however many hands"
