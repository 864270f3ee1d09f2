"""Great moments on the table, and the ending that tells who won and why."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import MOVING, ROOT, NewPage
from tests.web.table import BOT, GAMES, PERSON, click_on, keep, new_table, sit_down

from firstfire.games import game as find_game

DECISIVE = re.compile(r"Greatest swing, step \d+: .+ \(\+\d+% for .+\)")
FALLEN = re.compile(r"loses? .* in slot")


def a_duel(page: Page) -> None:
    """A game of Totem against a bot, to its end; what great moments said is remembered."""
    table = new_table(page, "totem", [PERSON, BOT], seed=4)
    sit_down(page, table["link"])
    keep(page, ".moment .words")
    assert click_on(page) == "over"
    expect(page.locator(".result .headline")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_moments_are_of_things_that_happen(game: str) -> None:
    """What is shown is told by the log of that game."""
    source = (ROOT / "web" / "src" / "boards" / "moments.ts").read_text(encoding="utf-8")
    found = re.search(rf"^  {game}: \{{(.*?)\}},\n(?=  \w+: \{{|\}};)", source, re.MULTILINE | re.DOTALL)
    assert found is not None
    kinds = set(re.findall(r"(\w+): (?:\{ icon|[A-Z]+\b)", found[1]))
    assert kinds
    assert kinds <= {note.name for note in find_game(game).notes.kinds}


def test_a_totem_that_falls_is_seen_and_the_ending_says_why(new_page: NewPage) -> None:
    """Its sentence stands on the table, at every fall; at the end the result says who is ahead, by what, and
    after which move chances changed most, and an analysis can be asked for: luck, skill and turning points."""
    page = new_page(**MOVING)
    a_duel(page)
    said = page.evaluate("window.kept")
    assert said
    assert [each for each in said if not FALLEN.search(each)] == []
    expect(page.locator("dialog .why").first).to_be_visible()
    expect(page.get_by_role("link", name=DECISIVE)).to_have_attribute("href", re.compile(r"\?replay#step=\d+$"))
    page.get_by_text("Turning points").click()
    expect(page.get_by_role("button", name="Analyse the game")).to_be_visible()
    expect(page.locator(".moment")).to_have_count(0)


def test_who_wants_stillness_sees_no_moment(new_page: NewPage) -> None:
    """The log tells the same."""
    page = new_page()
    a_duel(page)
    assert page.evaluate("window.kept") == []
    page.keyboard.press("Escape")
    expect(page.locator(".log").filter(has_text=FALLEN).first).to_be_attached()
