"""A tutorial by clicks, from the lobby to the first game: the light, wrong clicks, leaving and going on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import NewPage
from tests.web.table import GAMES, PATIENCE, keep, stand_still, was_said
from tests.web.test_for_everyone import serious

# Reads on and clicks what glows until a step is told.
LEARNER = """
async ([stop, patience]) => {
  const step = () => Number(document.querySelector(".page")?.dataset.step ?? -1);
  let seen = "", quiet = performance.now();
  while (step() !== stop) {
    const next = document.querySelector(".lesson .next:not(:disabled)");
    const lit = document.querySelector('.board [aria-disabled="false"]:not([aria-pressed="true"])');
    const now = step() + "/" + document.querySelectorAll('[aria-pressed="true"]').length;
    if (now !== seen) { seen = now; quiet = performance.now(); }
    if (performance.now() - quiet > patience) return "stuck at " + now;
    if (step() >= 0) (next ?? lit)?.click();
    await new Promise((done) => setTimeout(done, 20));
  }
  return "there";
}
"""


# Somebody who knows nothing: reads on, clicks what glows, and where nothing does tries one choice after the other.
NEWCOMER = """
async ([patience]) => {
  const all = (found) => [...document.querySelectorAll(found)];
  const page = () => document.querySelector(".page")?.dataset ?? {};
  let seen = "", quiet = performance.now(), clicks = 0, tries = 0;
  while (document.querySelector(".lesson.last .warm") === null) {
    const now = page().step + "/" + page().version;
    if (now !== seen) [seen, quiet, clicks, tries] = [now, performance.now(), 0, 0];
    if (performance.now() - quiet > patience) return "stuck at " + now;
    const next = document.querySelector(".lesson .next:not(:disabled)");
    const group = document.querySelector(".prompt .group") !== null;
    const list = document.querySelector('.prompt .list[aria-expanded="false"]');
    const lit = all('.board [aria-disabled="false"]:not([aria-pressed="true"])');
    const open = all(".prompt .choice:not(:disabled)");
    if (Number(page().step ?? -1) >= 0) {
      if (next) next.click();
      else if (group && list) list.click();
      else if (!group && lit.length > 0 && clicks < 6) lit[clicks++ % lit.length].click();
      else if (open.length > 0) open[tries++ % open.length].click();
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  return "learned";
}
"""


def at_step(page: Page, number: int) -> None:
    """Wait until a step is told."""
    expect(page.locator(f'.page[data-step="{number}"]')).to_be_visible()


def learn(page: Page, until: int) -> None:
    """Do what is asked for, up to a step."""
    assert page.evaluate(LEARNER, [until, PATIENCE * 1000]) == "there"


def test_totem_is_learned_by_clicks_from_the_lobby_to_the_first_game(new_page: NewPage) -> None:
    page = new_page(color_scheme="light")
    page.goto("/")
    page.get_by_role("link", name="Learn it in ten minutes: Totem").click()
    at_step(page, 0)
    expect(page.locator(".lesson")).to_contain_text("Step 1 of 20")
    expect(page.locator(".lesson")).to_contain_text(re.compile(r"You are \w+ at this table, and play against \w+\."))
    learn(page, 2)
    expect(page.locator(".spotlight")).to_have_attribute("data-holes", "1")
    assert serious(page) == []
    page.locator('[data-piece="card-S4"]').click(force=True)  # not what was asked for
    expect(page.locator(".lesson .instead")).to_contain_text("click Totem 12")
    expect(page.locator(".tip")).not_to_contain_text("Place")  # nothing invites to what the lesson does not ask for
    page.keyboard.press("Escape")
    learn(page, 6)
    page.goto("/")  # leave, and go on another day
    page.get_by_role("link", name="Go on learning (7/20): Totem").click()
    learn(page, 7)
    for clicked in ("card-N10a", "zone1-1"):
        page.locator(f'[data-piece="{clicked}"]').click()
    at_step(page, 8)
    page.get_by_role("button", name="Back").click()
    at_step(page, 7)
    expect(page.locator('[data-piece="card-N10a"]')).to_be_visible()  # it is in the hand again
    learn(page, 17)
    keep(page, ".notices .refused")
    page.get_by_role("button", name="Pass: no second attack").click()  # legal, but not asked for
    was_said(page, "A card is waiting for you")
    learn(page, 19)
    expect(page.locator(".lesson")).to_contain_text("You have won!")
    page.get_by_role("button", name="Play your first game").click()
    expect(page.locator(".coach")).to_be_visible()
    expect(page.locator(".side")).to_contain_text("Child at the fire")


def apart(one: Locator, other: Locator) -> bool:
    """Whether two things do not lie over each other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None and b is not None
    across = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return across or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


# The pieces around what glows, by how near they are: where one clicks beside it.
AROUND = """
() => {
  const middle = (node) => { const b = node.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const [x, y] = middle(document.querySelector('.board [aria-disabled="false"]'));
  const far = ([a, b]) => Math.hypot(a - x, b - y);
  return [...document.querySelectorAll('.board [data-piece][aria-disabled="true"]')].map(middle)
    .filter((at) => far(at) > 26).sort((a, b) => far(a) - far(b)).slice(0, 4);
}
"""


def test_what_a_lesson_asks_to_click_stays_free_and_its_buttons_stay_in_their_place(new_page: NewPage) -> None:
    """A tip beside what is to be clicked, and the card of a wrong click, do not lie on it; where the card must, the
    click goes through it. However much a step says, Next stands where it stood."""
    page = new_page(viewport={"width": 1366, "height": 768})
    page.goto("/learn/prehistory")
    at_step(page, 0)
    places = []
    for step in range(3):
        at_step(page, step)
        places.append(page.locator(".lesson .next").bounding_box())
        page.locator(".lesson .next").click()
    assert places == [places[0]] * 3
    at_step(page, 3)
    stand_still(page)
    lit, tip = page.locator('.board [aria-disabled="false"]'), page.locator(".tip")
    expect(lit).to_have_count(1)
    for x, y in page.evaluate(AROUND):
        page.keyboard.press("Escape")
        page.mouse.move(3, 3)
        expect(tip).to_have_count(0)
        page.mouse.move(x, y)
        expect(page.locator(".tip:not(.pinned)")).to_be_visible()
        assert apart(tip, lit)
        page.mouse.click(x, y)
        expect(page.locator(".tip.pinned")).to_be_visible()
        assert apart(tip, lit)
    there = lit.bounding_box()
    assert there is not None
    move = "(card, [x, y]) => { card.style.left = `${x - 30}px`; card.style.top = `${y - 60}px`; }"
    page.locator(".tip.pinned").evaluate(move, [there["x"], there["y"]])
    page.mouse.click(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2)
    at_step(page, 4)


def test_on_a_phone_the_card_covers_nothing_of_the_table(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 800}, has_touch=True, locale="nl-NL")
    page.goto("/learn/totem")
    at_step(page, 0)
    expect(page.locator(".lesson")).to_contain_text("Stap 1 van 20")
    learn(page, 1)
    expect(page.locator(".lesson .buttons button")).to_have_count(2)  # back and on: both stand within the card
    assert page.locator(".lesson").evaluate("card => card.scrollWidth <= card.clientWidth")
    learn(page, 11)
    stand_still(page)
    boxes = [page.locator(found).bounding_box() for found in (".lesson", ".board-frame", ".prompt")]
    card, board, prompt = (box for box in boxes if box is not None)
    assert card["y"] + card["height"] <= board["y"] + 1
    assert board["y"] + board["height"] <= prompt["y"] + 1
    for piece in ("card-S4", "card-P8", "card-N11a"):  # what is to be clicked next comes into view
        expect(page.locator(f'[data-piece="{piece}"]')).to_be_in_viewport()
        page.locator(f'[data-piece="{piece}"]').tap()
    at_step(page, 12)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "totem"])
def test_every_tutorial_leads_to_its_end_on_a_phone(game: str, new_page: NewPage) -> None:
    """By what glows and what is offered, by somebody who knows nothing."""
    page = new_page(reduced_motion="reduce", viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"/learn/{game}")
    at_step(page, 0)
    assert page.evaluate(NEWCOMER, [PATIENCE * 1000]) == "learned"
    expect(page.get_by_role("button", name="Play your first game")).to_be_visible()
