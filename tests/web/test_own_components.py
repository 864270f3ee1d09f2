"""A table is set with a components file: chosen on the page, refused with every problem, shown at the table."""

from __future__ import annotations

from playwright.sync_api import FilePayload, expect
from tests.web.conftest import NewPage

from firstfire import game

OWN = (game("totem").folder / "components.toml").read_text(encoding="utf-8").replace("hand = 6 ", "hand = 5 ")


def as_file(text: str) -> FilePayload:
    return {"name": "my box.toml", "mimeType": "application/toml", "buffer": text.encode()}


def test_a_table_is_set_with_the_cards_of_ones_own_box(new_page: NewPage) -> None:
    page = new_page(quiet=True)  # the browser says what was refused
    page.goto("/")
    page.get_by_role("button", name="Create a table… Totem").click()
    chosen = page.locator("dialog input[type=file]")
    chosen.set_input_files(as_file(OWN.replace("hand = 5 ", "hnad = 5 ")))
    page.get_by_role("button", name="Begin").click()
    refused = page.locator("dialog [role=alert]")
    expect(refused).to_contain_text("hnad is not a key of this table; did you mean hand?")
    page.get_by_role("button", name="Play with the usual ones").click()
    chosen.set_input_files(as_file(OWN))
    expect(page.locator("dialog .own")).to_contain_text("my box.toml")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    page.locator("header.top").get_by_role("button", name="Own components").click()
    row = page.locator("dialog[open] tbody tr")
    expect(row).to_have_count(1)
    expect(row.locator("td")).to_have_text(["6", "5"])
