"""A table whose rules the server no longer has still opens: it says so, shows what was kept, and lets one go."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PATIENCE, PERSON, Server, click_on, new_table, sit_down

import embers

SENTENCES = {"en-GB": "no longer has", "fr-FR": "n’a plus", "nl-NL": "niet meer heeft"}


def forget_rules(data: Path) -> None:
    """As if all tables had been begun under rules that nobody kept."""
    with sqlite3.connect(data / "firstfire.sqlite3") as database:
        for place in ("tables set setup = replace(setup, ", "events set data = replace(data, "):
            database.execute(f"update {place}?, ?)", (embers.GAME.standard_hash, "0123456789abcdef"))
    database.close()


def test_an_archived_table_says_so_and_keeps_what_can_be_kept(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path)
    try:
        page = new_page(at=server, quiet=True)  # the link is lost while the server is upgraded
        page.set_default_timeout(PATIENCE * 1000)
        page.goto("/")
        finished = new_table(page, "embers", [PERSON, BOT], seed=5, name="Ayla")
        running = new_table(page, "embers", [PERSON, BOT], seed=6, name="Ayla")
        sit_down(page, finished["link"])
        assert click_on(page) == "over"
        page.goto("/")
        server.stop()
        forget_rules(tmp_path)
        server.start()
        for locale, sentence in SENTENCES.items():
            stranger = new_page(at=server, quiet=True, locale=locale)
            stranger.set_default_timeout(PATIENCE * 1000)
            stranger.goto(finished["link"])
            expect(stranger.locator(".archived")).to_contain_text(sentence, timeout=PATIENCE * 1000)
            expect(stranger.locator(".archived .podium .row")).to_have_count(2)
        with stranger.expect_download() as log:
            stranger.locator(".archived a[download]").click()
        assert "firstfire-log" in log.value.path().read_text(encoding="utf-8")
        page.goto(running["link"])
        expect(page.locator(".archived li", has_text="Ayla")).to_be_visible(timeout=PATIENCE * 1000)
        page.locator(".archived button", has_text="Take it off my list").click()
        expect(page.locator(f"a[href='{finished['link']}']")).to_be_visible(timeout=PATIENCE * 1000)
        expect(page.locator(f"a[href='{running['link']}']")).to_have_count(0)
    finally:
        server.stop()
