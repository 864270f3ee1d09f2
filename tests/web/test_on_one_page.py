"""The rules of a game on one sheet: reached from the rulebook, and one page on paper in every language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import GAMES

from firstfire.games import game as find_game
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES


def paper(page: Page) -> int:
    """How many pages a printer would fill."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_the_summary_of_every_game_prints_on_one_page(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language)
    counts = {}
    for game in GAMES:
        page.goto(f"/rules/{game}/summary")
        book = find_game(game).book(language)
        assert book is not None
        summary = next(chapter for chapter in book.chapters if chapter.key == "summary")
        expect(page.locator("main h1")).to_have_text(book.title)
        last = list(summary.all_blocks())[-1].text.split("\n")[-1][-30:]
        expect(page.locator("main .columns")).to_contain_text(last)
        counts[game] = paper(page)
    assert counts == dict.fromkeys(GAMES, 1)


def test_the_rulebook_leads_to_its_summary_and_its_rules_have_marks_for_ids(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules/totem#TT-K6")
    mark = page.locator("[data-rule~='TT-K6'] .ids a").first
    expect(mark).to_have_text("¶")
    assert (mark.get_attribute("title") or "").startswith("TT-K6")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="One page to print").click()
    sheet = opened.value
    expect(sheet.get_by_role("button", name="Print")).to_be_enabled()
    expect(sheet.locator("main")).to_contain_text("discard down to 6 cards")
    assert sheet.url.endswith("/rules/totem/summary")
