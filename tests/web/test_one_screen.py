"""Several people at one screen: the table lies open for all of them, and only the hands are covered."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import PERSON, click_on, new_table, settle, sit_down, version_of, wait_until
from tests.web.watching import watch

BRUN = {"kind": "hot", "name": "Brun"}
# What the page says to an eye, an ear and a search in it: names, titles, texts, looks.
SAID = """
() => [...document.querySelectorAll("body *")].flatMap((node) => [...node.attributes]
  .filter(({name}) => /^(aria-label|title|alt|data-(piece|zone|look|count))$/.test(name)).map(({value}) => value))
  .concat([...document.querySelectorAll(".board, .log, [role='log'], .tip")].map((node) => node.textContent))
"""


def secrets(scene: dict[str, Any]) -> set[str]:
    """The names of the cards that lie open in a hand, and the pieces that they are."""
    looks = {look["id"]: look["alt"] for look in scene["looks"]}
    held = [piece for piece in scene["pieces"] if piece["zone"].startswith(("hand", "zone"))]
    return {looks[piece["look"]] for piece in held if piece["look"] != "back"}


def scene_of(page: Page) -> dict[str, Any]:
    """What the server told this page last."""
    found: dict[str, Any] = page.evaluate("v => window.scenes[v]", version_of(page))
    return found


def is_covered(page: Page, hidden: set[str]) -> None:
    """Nothing that was said since the screen was covered, and nothing on the page, names what is hidden."""
    expect(page.locator(".curtain")).to_be_visible()
    wait_until(page, "() => !document.querySelector('.board [data-zone^=hand]:not([data-look=back])')")
    assert secrets(scene_of(page)) == set()
    said = "\n".join(page.evaluate(SAID))
    assert {name for name in hidden if name in said} == set()


def test_between_two_players_the_table_lies_open_and_only_the_hands_are_covered(new_page: NewPage) -> None:
    page = new_page()
    watch(page)
    sit_down(page, new_table(page, "totem", [PERSON, BRUN], seed=5)["link"])
    page.wait_for_selector(".prompt.mine")
    settle(page)
    own = secrets(scene_of(page))
    assert len(own) == 7
    assert click_on(page, moves=4) == "played"  # four totems are laid: then Brun is asked
    expect(page.locator(".curtain")).to_contain_text("Brun, take the screen")
    is_covered(page, own)
    assert page.locator("main.game").evaluate("node => node.inert") is False
    page.keyboard.press("l")
    assert page.locator(".prompt .choice").count() == 0, "nobody chooses for Brun"

    page.get_by_role("button", name="peeks").click()  # Ayla looks at what she has laid
    expect(page.locator(".curtain")).to_contain_text("Only")
    settle(page)
    assert secrets(scene_of(page)) == own
    assert page.locator(".board .lit, .prompt .choice").count() == 0
    page.get_by_role("button", name="Cover").click()
    settle(page)
    is_covered(page, own)

    page.get_by_role("button", name="I am Brun").click()
    page.wait_for_selector(".prompt.mine")
    settle(page)
    others = secrets(scene_of(page))
    assert own.isdisjoint(others)
    page.get_by_role("button", name="Cover").click()  # somebody comes near
    settle(page)
    is_covered(page, own | others)
    page.reload()
    settle(page)
    is_covered(page, own | others)
