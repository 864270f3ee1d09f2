"""Looking closer: piles are opened and looked through, and what does not glow says why."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, click_on, new_table, settle, sit_down, version_of, wait_until
from tests.web.test_for_everyone import serious

DISCARD = '.board [data-zone="discard"]'
PHONE = {"width": 390, "height": 844}


def with_a_discard(page: Page) -> int:
    """A table of Totem on which several cards lie in the discard pile; how many."""
    page.goto("/")
    for seed in range(5, 15):
        sit_down(page, new_table(page, "totem", [PERSON, BOT], seed=seed)["link"])
        for moves in range(60):
            wait_until(page, "document.querySelector('.result, .board [aria-disabled=\"false\"]') !== null")
            if page.locator(".result").count() == 0 and page.locator(DISCARD).count() > 3:
                settle(page)
                return page.locator(DISCARD).count()
            if click_on(page, 1, seed=moves) == "over":
                break  # how the two set up together decides how it goes
    raise AssertionError("nobody discards")


def shown_in(page: Page) -> list[str]:
    page.wait_for_selector("dialog[open] .cards li")
    return [text.strip() for text in page.locator("dialog[open] .cards li .name").all_inner_texts()]


def test_a_public_pile_is_opened_by_mouse_keys_and_finger(new_page: NewPage) -> None:
    page = new_page()  # a card that still flies is not hit
    count = with_a_discard(page)
    page.locator(DISCARD).last.click(force=True)
    by_mouse = shown_in(page)
    assert len(by_mouse) == count and all(by_mouse)
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("i")
    page.locator('.board [data-zone-id="discard"]').focus()
    page.keyboard.press("Enter")
    assert shown_in(page) == by_mouse
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    opener = page.locator('.board [data-zone-id="discard"]')
    assert "can be looked through" in (opener.get_attribute("aria-label") or "")

    phone = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    count = with_a_discard(phone)
    phone.locator(DISCARD).last.tap(force=True)
    assert len(shown_in(phone)) == count
    assert phone.evaluate("document.querySelector('dialog[open]').getBoundingClientRect().width <= innerWidth")


def why_of_a_totem(page: Page) -> str:
    """What a totem that does not glow says when it is clicked."""
    with_a_discard(page)
    wait_until(page, "document.querySelectorAll('.board [aria-disabled=\"false\"]').length > 0")
    page.locator('.board [data-piece][data-zone^="zone"][aria-disabled="true"]').first.click(force=True)
    page.wait_for_selector(".tip.pinned .why p")
    assert page.locator(".tip.pinned .why").get_attribute("role") == "status"
    assert serious(page) == []
    said = page.locator(".tip.pinned .why p").first.inner_text()
    page.keyboard.press("Escape")
    expect(page.locator(".tip.pinned")).to_have_count(0)
    return said


def test_what_does_not_glow_says_why_in_the_language_of_the_page(new_page: NewPage) -> None:
    """The same table, the same totem, two languages."""
    english, dutch = (why_of_a_totem(new_page(locale=locale)) for locale in ("en-GB", "nl-NL"))
    assert english and dutch and english != dutch


def test_a_right_click_looks_closer_at_what_a_click_would_play(new_page: NewPage) -> None:
    page = new_page()
    with_a_discard(page)
    wait_until(page, "document.querySelectorAll('.board [data-piece][aria-disabled=\"false\"]').length > 0")
    version = version_of(page)
    page.locator('.board [data-piece][aria-disabled="false"]').first.click(button="right", force=True)
    page.wait_for_selector(".tip.pinned")
    assert page.locator('.board [aria-pressed="true"]').count() == 0 and version_of(page) == version
    page.keyboard.press("Escape")
    expect(page.locator(".tip.pinned")).to_have_count(0)
