"""A table whose rules the server no longer has still opens: it says so, shows what was kept, and lets one go."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, Server, click_on, new_table, sit_down

import embers

SENTENCES = {"en-GB": "no longer has", "fr-FR": "n’a plus", "nl-NL": "niet meer heeft"}


def forget_rules(data: Path) -> None:
    """As if all tables had been begun under rules that nobody kept."""
    with sqlite3.connect(data / "firstfire.sqlite3") as database:
        for place in ("tables set setup = replace(setup, ", "events set data = replace(data, "):
            database.execute(f"update {place}?, ?)", (embers.GAME.standard_hash, "0123456789abcdef"))
    database.close()


@pytest.mark.parametrize("locale", SENTENCES)
def test_an_archived_table_says_so_and_keeps_what_can_be_kept(tmp_path: Path, new_page: NewPage, locale: str) -> None:
    server = Server(tmp_path)
    try:
        page = new_page(at=server, quiet=True, locale=locale)  # the link is lost while the server is upgraded
        page.goto("/")
        finished = new_table(page, "embers", [PERSON, BOT], seed=5, name="Ayla")
        running = new_table(page, "embers", [PERSON, BOT], seed=6, name="Ayla")
        sit_down(page, finished["link"])
        assert click_on(page) == "over"
        page.goto("/")
        server.stop()
        forget_rules(tmp_path)
        server.start()
        page.goto("/")
        expect(page.locator("li", has_text="Ayla").locator(".state").first).to_be_visible(timeout=30_000)
        page.goto(finished["link"])
        expect(page.locator(".archived")).to_contain_text(SENTENCES[locale], timeout=30_000)
        expect(page.locator(".archived .podium .row")).to_have_count(2)
        with page.expect_download() as log:
            page.locator(".archived a[download]").click()
        assert "firstfire-log" in log.value.path().read_text(encoding="utf-8")
        if pictures := os.environ.get("FIRSTFIRE_PICTURES"):
            page.screenshot(path=f"{pictures}/archived-{locale}.png")
            page.set_viewport_size({"width": 390, "height": 844})
            page.screenshot(path=f"{pictures}/archived-{locale}-phone.png")
        page.goto(running["link"])
        expect(page.locator(".archived li", has_text="Ayla")).to_be_visible(timeout=30_000)
        if pictures:
            page.screenshot(path=f"{pictures}/archived-running-{locale}-phone.png")
        page.locator(".archived button.plain").first.click()
        expect(page.locator(f"a[href='{finished['link']}']")).to_be_visible(timeout=30_000)
        expect(page.locator(f"a[href='{running['link']}']")).to_have_count(0)
        if pictures:
            page.screenshot(path=f"{pictures}/home-{locale}-phone.png")
    finally:
        server.stop()
