"""A finished game is analysed in the browser: the curve, luck and skill, turning points."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, new_table, sit_down, wait_until
from tests.web.test_for_everyone import serious
from tests.web.watching import play


def thrown_away(page: Page) -> str:
    """A finished game of Embers in which we take one whenever we can; its link."""
    table = new_table(page, "embers", [PERSON, BOT], seed=4)
    sit_down(page, table["link"])
    while True:
        wait_until(page, "() => document.querySelector('.result, .prompt .choice:not(:disabled)') !== null")
        if page.locator(".result").count():
            return str(table["link"])
        before = page.locator(".page").get_attribute("data-version")
        page.locator(".prompt .choice").first.click()
        wait_until(page, "before => document.querySelector('.page').dataset.version !== before", before)


def test_a_finished_game_is_told_as_luck_and_skill(new_page: NewPage) -> None:
    page = new_page(color_scheme="light")
    page.goto(f"{thrown_away(page)}?replay")
    page.get_by_role("button", name="Analyse the game").click()
    told = page.get_by_role("table", name="Luck and skill")
    expect(told.get_by_role("columnheader")).to_have_text(["Player", "Par", "Luck", "Skill", "Result"])
    expect(told.locator("tbody tr")).to_have_count(2)
    for row in told.locator("tbody tr").all():
        par, luck, skill, result = (
            int(re.sub(r"[^\d-]", "", cell.replace("−", "-"))) for cell in row.locator("td").all_inner_texts()
        )
        assert abs(par + luck + skill - result) <= 2  # each is rounded
    assert serious(page) == []
    scale = page.get_by_role("img", name="Chance to win, step by step").locator("text")
    steps = int(page.get_by_role("slider").get_attribute("max") or 0)
    numbers = [int(each) for each in scale.all_text_contents()[3:]]
    assert scale.all_text_contents()[:3] == ["100%", "50%", "0%"]
    assert numbers[0] == 0 and len(numbers) > 2 and steps - numbers[-1] < numbers[1], (numbers, steps)
    points = page.locator(".points button")
    for i in range(points.count()):  # each leads where it says
        where = points.nth(i).inner_text().strip().partition(":")[0]
        points.nth(i).click()
        expect(page.locator(".controls .at")).to_have_text(re.compile(rf"{where}( of {steps})?$"))
        expect(page.locator(".points dd").first).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Language").select_option("nl")
    page.keyboard.press("Escape")
    expect(page.get_by_role("table", name="Geluk en kunde")).to_be_visible()
    page.reload()
    expect(page.get_by_role("table", name="Geluk en kunde")).to_be_visible()  # kept, and nobody is asked again


def test_a_hint_is_given_at_any_step_and_the_game_goes_on_from_there(new_page: NewPage) -> None:
    page = new_page(color_scheme="light", quiet=True)  # all cards of a running game are refused
    page.goto(f"{thrown_away(page)}?replay#step=1")
    page.get_by_role("button", name="Get a hint").click()
    said = page.get_by_role("complementary", name="Hint")
    expect(said).to_contain_text("Seen with the eyes of")
    expect(said.locator("ul li").first).to_be_visible()  # why
    page.set_viewport_size({"width": 390, "height": 844})
    expect(said).to_be_in_viewport(ratio=1)  # in a hand too it stands where it was asked for, not below the board
    page.set_viewport_size({"width": 1280, "height": 800})
    best = said.locator(".main").inner_text()
    assert re.fullmatch(r"(Suggestion for \w+|\w+ has only one thing to do): .*\.", best)
    others = said.get_by_role("group")
    if others.count():  # they have their price
        said.get_by_text("The other moves").click()
        expect(others.locator("li small").first).to_contain_text(re.compile("than the best|looked at"))
    assert serious(page) == []
    page.get_by_role("button", name="Next", exact=True).click()
    expect(said).to_have_count(0)  # that was about another moment
    page.get_by_role("button", name="This moment").click()
    for way in ("Back", "Next"):  # whoever moves there, it is our own seat that is proposed
        page.get_by_role("button", name=way, exact=True).click()
        expect(page.get_by_label("I play")).to_have_value("0")
    page.get_by_role("button", name="Play on from here").click()
    wait_until(page, "() => document.querySelector('.page[data-version]') !== null")
    page.goto(f"{page.url}?replay")  # a running game is seen with one's own eyes and those of a spectator
    expect(page.get_by_label("Seen by").locator("option")).to_have_count(2)
    what_a_hint_points_at_is_on_the_table(page)


def what_a_hint_points_at_is_on_the_table(page: Page) -> None:
    """An arrow, on the table as whoever decided there saw it; in another language it has to be asked again."""
    table = new_table(page, "totem", [PERSON, BOT], seed=4)
    assert play(page, table["id"], 1, 10_000)[0] == "over"
    page.goto(f"{table['link']}?replay")
    expect(page.get_by_label("Seen by")).to_have_value("open")
    while True:  # until something is taken somewhere
        with page.expect_response("**/advice?*") as answered:
            page.get_by_role("button", name="Get a hint").click()
        advice = answered.value.json()
        if len(set(advice["moves"][0]["picks"])) > 1:
            break
        page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_label("Seen by")).to_have_value(str(advice["seat"]))
    expect(page.locator(".board .advised")).not_to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Language").select_option("nl")
    expect(page.locator(".hint")).to_have_count(0)
