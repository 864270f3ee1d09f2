"""At a table with bots: what was done is taken back with their answers."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.web.table import BOT, PERSON, new_table, sit_down, until, version_of

NewPage = Callable[..., Page]


def my_turn(page: Page) -> None:
    """Wait until the viewer is asked and nobody's move is still being shown."""
    until(page, lambda: page.locator(".prompt.mine").count(), "my turn")
    page.wait_for_timeout(300)


def test_undo_takes_back_my_nomad_with_the_bots_answers_and_says_so(new_page: NewPage) -> None:
    page = new_page()
    made = new_table(page, "neta_tanka", [PERSON, BOT, BOT])
    sit_down(page, made["link"])
    my_turn(page)
    undo, before = page.locator("header .undo"), version_of(page)
    expect(undo).to_be_disabled()
    page.locator('.board [aria-disabled="false"]').first.click()
    until(page, lambda: version_of(page) >= before + 3, "the bots' answers")
    my_turn(page)
    said = undo.inner_text().split(":", 1)[1].strip()
    assert said.startswith("Place")
    undo.click()
    expect(page.locator(".notices, [role=status]").filter(has_text=f"Taken back: {said}")).to_have_count(1)
    until(page, lambda: page.locator(".prompt.mine").count(), "my turn again")
    expect(undo).to_be_disabled()
    expect(page.locator(".log")).not_to_contain_text(re.compile("You place"))
