"""The lab in the browser: a playtest is started, followed and read, in a frame that is shut off from the site."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.test_for_everyone import serious


def test_a_small_playtest_is_started_followed_and_read(new_page: NewPage) -> None:
    page = new_page(quiet=True)  # what the frame may not do is told there
    page.goto("/lab")
    page.get_by_role("combobox", name="Game").select_option("embers")
    page.get_by_role("combobox", name="Who plays").select_option("greedy")
    page.get_by_label(re.compile("Games .at most")).fill("30")
    assert serious(page) == []
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/lab/[0-9a-f]{16}$"))
    frame = page.locator("iframe")
    frame.wait_for(timeout=300_000)  # it has to be played first
    expect(frame).to_have_attribute("sandbox", "allow-scripts")
    report = page.frame_locator("iframe")
    expect(report.get_by_role("heading", name="What stands out")).to_be_visible()
    inside = next(one for one in page.frames if "/page" in one.url)
    assert inside.evaluate("origin") == "null"
    assert inside.evaluate("fetch('/api/me').then(() => 'open', () => 'shut')") == "shut"
    phone = new_page(viewport={"width": 390, "height": 800}, locale="fr-FR", quiet=True)
    phone.goto("/lab")
    phone.get_by_role("link", name="Lire: Braises, 30 parties à 2, Glouton").first.click()
    expect(phone.frame_locator("iframe").get_by_text("Ce qui ressort").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
