"""Playing by hand: real mouse clicks, real taps, real keys, in each of the five games."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.reach import hit, reaches
from tests.web.table import (
    BOT,
    GAMES,
    PERSON,
    click_on,
    new_table,
    seats_of,
    sit_down,
    stand_still,
    version_of,
    wait_until,
)
from tests.web.watching import watch

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TARGET = 44 * 44  # square pixels a finger wants
LEAST = 16 * 16  # where many small things glow side by side; the list of choices has them all at full size
CUT_OFF = """() => {
  const out = (node, box) => node.left < box.left - 1 || node.right > box.right + 1
  const cut = (nodes, frame) => [...nodes].filter((node) => out(node.getBoundingClientRect(), frame))
  const row = document.querySelector('.prompt .choices')
  const buttons = row ? cut(row.querySelectorAll('.button'), row.getBoundingClientRect()) : []
  const tools = cut(document.querySelectorAll('.top .tool'), document.querySelector('.top').getBoundingClientRect())
  return [...buttons, ...tools].map((node) => node.textContent)
}"""  # buttons of the prompt and of the bar above that stick out at the side of their row


def at_the_table(page: Page, game: str) -> None:
    """Sit down against bots, as the first to act or not, and wait for the turn."""
    watch(page)
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)], seed=11)
    sit_down(page, table["link"])
    page.wait_for_selector(".prompt.mine")
    stand_still(page, frames=3)


def quiet(page: Page) -> None:
    """Wait until it is our turn and what is shown can be chosen, or the game is over."""
    wait_until(
        page,
        "document.querySelector('.result') || document.querySelector('.confirm') || document.querySelector("
        "'.board [aria-disabled=\"false\"], .prompt .choice:not(:disabled)')",
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_turn_by_mouse(game: str, new_page: NewPage) -> None:
    """Whatever glows can be hit where one sees it, and a real click there is taken for it; buttons are pressed
    by Playwright's own click, which refuses what is covered or out of view."""
    page = new_page()
    at_the_table(page, game)
    stream, clicks, first = random.Random(game), 0, version_of(page)
    while clicks < 14 and (version_of(page) - first < 3 or clicks < 6):
        quiet(page)
        if page.locator(".confirm").count():
            before = version_of(page)
            page.locator(".confirm .choice").click()
            wait_until(page, "v => Number(document.querySelector('.page').dataset.version) > v", before)
            continue
        things = reaches(page, finger=False)
        hidden = [(thing.id, thing.area) for thing in things if thing.area < 100]
        assert not hidden, f"these glow and can hardly be hit: {hidden}"
        clicks += 1
        go = page.locator("[data-go]:not(:disabled)")
        if things and not (go.count() and stream.random() < 0.5):
            hit(page, stream.choice(things))
        else:
            before = version_of(page)
            page.locator(".prompt .choice").nth(stream.randrange(page.locator(".prompt .choice").count())).click()
            wait_until(
                page,
                "v => Number(document.querySelector('.page').dataset.version) > v"
                " || document.querySelector('.confirm')",
                before,
            )
    assert version_of(page) > first


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_turn_by_keys(game: str, new_page: NewPage) -> None:
    """Arrows go to what can be chosen, Enter chooses, digits press buttons, Enter says the second word."""
    page = new_page()
    at_the_table(page, game)
    first, presses = version_of(page), 0
    while version_of(page) - first < 3 and presses < 20:
        quiet(page)
        presses += 1
        if page.locator(".confirm").count():
            page.keyboard.press("Enter")
        elif page.locator("[data-go]:not(:disabled)").count():
            page.keyboard.press(page.locator("[data-go] kbd").inner_text())
        elif page.locator('.board [aria-disabled="false"]').count():
            for _ in range(1 + presses % 3):
                page.keyboard.press("ArrowRight")
            wait_until(page, "document.activeElement.matches('.board [aria-disabled=\"false\"]')")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("1")
        page.wait_for_timeout(60)
    assert version_of(page) - first >= 3


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_whole_table_and_plays(game: str, new_page: NewPage) -> None:
    """390 × 844 with a finger: nothing sticks out at the side; every glowing thing is hit by a finger's width
    (44 px) around it. Where too many glow side by side for that (the links of Nētā-Tanka's village are 12 px, two
    of them 24 px apart), each still has 16 px of its own, and the list of choices (the design's way around) has
    all of them as buttons of 44 px."""
    page = new_page(**PHONE)
    at_the_table(page, game)
    expect(page.locator(".frame.tall")).to_have_count(1)
    stand_still(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for turn in range(3):
        quiet(page)
        if page.locator(".result").count():
            break
        assert page.evaluate(CUT_OFF) == []
        things = reaches(page, finger=True)
        small = [thing for thing in things if thing.area < TARGET]
        print(game, turn, len(things), [(thing.id, thing.area, thing.w, thing.h) for thing in small])
        assert [(thing.id, thing.area) for thing in things if thing.area < LEAST] == []
        if small:
            all_in_the_list(page)
        if things and not page.locator(".confirm").count():
            hit(page, min(things, key=lambda thing: thing.area), finger=True)
        assert click_on(page, moves=1, seed=turn) in ("played", "over")
    for kind in (".prompt .choice", ".prompt .button", ".top .tool"):
        heights = page.locator(kind).evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect().height)")
        assert all(height >= 43.5 for height in heights), (kind, heights)


def all_in_the_list(page: Page) -> None:
    """The list of choices has every choice that is open, each as a button for a finger."""
    page.locator(".prompt .list").tap()
    expect(page.locator(".prompt .list")).to_have_attribute("aria-expanded", "true")
    boxes = page.locator(".prompt .choice").evaluate_all(
        "nodes => nodes.map(node => [node.dataset.action, node.getBoundingClientRect().height])"
    )
    version = version_of(page)
    offered = page.evaluate("v => window.scenes[v].choices.map((each) => String(each.action))", version)
    assert sorted(action for action, _ in boxes) == sorted(offered)
    assert min(height for _, height in boxes) >= 43.5
    page.locator(".prompt .list").tap()
