"""Secret set-ups side by side: two people in two browsers, and nobody waits."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import new_table, sit_down

SEED = 2  # the first seat is asked first
GLOWING = '.board [data-piece][aria-disabled="false"]'


def lay(page: Page, cards: int) -> None:
    """Lay cards by clicks, each as soon as the one before lies."""
    for _ in range(cards):
        expect(page.locator(GLOWING)).not_to_have_count(0)  # while a card is on its way nothing glows
        left = page.locator(GLOWING).count()
        page.locator(GLOWING).first.click()
        expect(page.locator(GLOWING)).not_to_have_count(left)


def test_who_is_asked_last_lays_first_and_then_waits_for_the_other(new_page: NewPage) -> None:
    first, last = new_page(), new_page()
    first.goto("/")
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = new_table(first, "totem", seats, name="Ayla", seed=SEED)["id"]
    last.goto("/")
    last.request.post(f"/api/tables/{table}/join", data={"name": "Brun"})
    for page in (first, last):
        sit_down(page, f"/t/{table}")
        expect(page.locator(GLOWING)).to_have_count(7)
        expect(page.locator(".prompt .who")).to_contain_text("Your turn")
    lay(last, 4)
    said = last.locator(".prompt .who")
    expect(said).to_contain_text("waiting for Ayla")
    expect(first.locator(GLOWING)).to_have_count(7)  # nothing of it is seen here
    last.reload()  # it is kept
    expect(said).to_contain_text("waiting for Ayla")
    last.keyboard.press("u")
    expect(last.locator(GLOWING)).to_have_count(4)
    lay(last, 1)
    expect(said).to_contain_text("waiting for Ayla")  # it lies there
    lay(first, 3)
    first.locator(GLOWING).first.click()
    expect(first.locator(".confirm")).to_be_visible()  # the other has chosen: play begins with this card
    first.locator(".confirm .choice").first.click()
    expect(said).to_contain_text("Ayla to act")
    expect(first.locator(".prompt .sentence")).not_to_contain_text("Choose")
    expect(first.locator(".prompt .who")).to_contain_text("Your turn")
