"""At a table with bots: what was done is taken back with their answers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web.table import BOT, GAMES, PERSON, click_on, new_table, sit_down, until, version_of

NewPage = Callable[..., Page]
MOST_TURNS = 12  # until one click is a whole choice
AT_THE_END = 30  # pixels between Go and the right end of the bar, at most
LIT = '.board [aria-disabled="false"]:not([aria-pressed="true"])'
PICKED = '.board [aria-pressed="true"]'
RIGHT_END = """
() => {
  const [go, bar] = [".confirm .go, [data-go]", ".prompt"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  return go.top >= bar.top && go.bottom <= bar.bottom ? bar.right - go.right : Infinity;
}
"""


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


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_taken_back_waits_for_go_at_one_place(game: str, new_page: NewPage) -> None:
    """Where nothing is taken back no single click on the table plays: the bar says what it would do, and Go stands at
    its right end."""
    page = new_page(viewport={"width": 1366, "height": 768})
    sit_down(page, new_table(page, game, [PERSON, BOT], seed=5, undo=False)["link"])
    go = page.locator(".confirm .go, [data-go]")
    for turn in range(MOST_TURNS):
        my_turn(page)
        before = version_of(page)
        lit = page.locator(LIT)
        if go.count() == 0 and (many := lit.count()):
            lit.nth(turn % many).dispatch_event("click")
            until(page, lambda: go.count() or page.locator(PICKED).count(), "what the click does")
        assert version_of(page) == before
        if go.count():
            break
        assert click_on(page, moves=1, seed=turn) == "played"
    expect(go).to_be_visible()
    expect(page.locator(".confirm .what, .group .does")).not_to_be_empty()
    assert page.evaluate(RIGHT_END) <= AT_THE_END
    while go.count():  # what lay there already takes a second word
        go.click()
        page.wait_for_timeout(400)
    until(page, lambda: version_of(page) > before, "what Go does")
