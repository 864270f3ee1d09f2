"""The puzzle of the day: the position on the real table, one move, the answer with its reason."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.measure import FINGER
from tests.web.test_for_everyone import serious

from firstfire.explain.puzzles import puzzles
from firstfire.games import game as find_game


def test_a_puzzle_is_tried_and_solved(new_page: NewPage) -> None:
    page = new_page(color_scheme="light", has_touch=True, is_mobile=True)
    page.goto("/puzzle/totem/1")
    expect(page.locator(".board .lit").first).to_be_visible()
    moves = page.locator(".choices button")
    expect(moves).to_have_count(len(puzzles(find_game("totem"))[0].worths))
    solved = page.request.get("/api/puzzles/totem/0/answer").json()
    wrong = moves.filter(has_text=solved["moves"][-1]["sentence"]).first
    wrong.click()
    expect(page.locator(".verdict")).to_contain_text("Not the best")
    expect(page.locator(".answer")).not_to_contain_text(solved["sentence"])  # a second try is one
    expect(page.locator(".board .advised")).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    expect(wrong).to_be_disabled()
    moves.filter(has_text=solved["moves"][-2]["sentence"]).first.click()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".answer")).to_contain_text(solved["sentence"])
    expect(page.locator(".answer .why")).to_have_count(len(solved["why"]) + 1)  # and what the shares are
    expect(page.locator(".board .advised")).not_to_have_count(0)  # the best one, on the table
    assert serious(page) == []
    page.reload()
    moves.filter(has_text=solved["sentence"]).first.click()
    expect(page.locator(".verdict")).to_have_text("That is it!")
    expect(page.locator(".moves li")).to_have_count(len(solved["moves"]))
    page.get_by_role("button", name="Another one").click()
    page.wait_for_url("**/puzzle/totem/2")
    expect(page.locator(".choices button").first).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".asked b")).to_be_in_viewport(ratio=1)  # in a hand, the question before the board
    heights = page.locator(".button").evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect().height)")
    assert min(heights) >= FINGER
