"""My page: name and mark, record and history, another device, everything deleted."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, click_on, new_table, sit_down


def test_my_page_tells_my_games_goes_to_another_device_and_forgets_me(new_page: NewPage) -> None:
    page, phone = new_page(), new_page(viewport={"width": 390, "height": 800}, locale="nl-NL")
    page.goto("/me")
    expect(page.get_by_text("No finished game yet.")).to_be_visible()
    page.get_by_label("Your name").fill("Zelandonii")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="My mark 3").click()
    expect(page.get_by_role("button", name="My mark 3")).to_have_attribute("aria-pressed", "true")
    table = new_table(page, "embers", [PERSON, BOT])
    sit_down(page, table["link"])
    assert click_on(page) == "over"
    page.goto("/me")
    expect(page.locator(".cards .sheet")).to_contain_text("1 game")
    expect(page.locator(".cards .rating")).to_contain_text("Rating")
    expect(page.locator(f".games a[href='{table['link']}?replay']")).to_be_visible()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator(".copy input").input_value()
    phone.goto(link)
    sure = phone.get_by_role("button", name="Ja, dat ben ik")
    expect(sure).to_be_visible()
    expect(phone).to_have_url(re.compile("/me$"))  # the secret does not stay in the address bar
    sure.click()
    expect(phone.get_by_label("Je naam")).to_have_value("Zelandonii")
    expect(phone.locator(f".games a[href='{table['link']}?replay']")).to_be_visible()
    forget = page.get_by_role("button", name="Delete everything")
    forget.click()
    expect(page.get_by_text("Press again to do it.")).to_be_visible()
    forget.click()
    expect(page.get_by_text("Everything was deleted.")).to_be_visible()
    phone.goto("/me")
    expect(phone.locator(".games")).to_have_count(0)
