"""Whole games in a real browser, against bots, on the table and on a phone."""

from __future__ import annotations

import pytest
from tests.web.conftest import NewPage
from tests.web.table import PICTURE, Listener, click_on, new_table, settle, sit_down, version_of

from firstfire.games import game as find_game
from firstfire.games import names

PERSON = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}
GAMES = [name for name in names() if name != "embers"]
STEPS = {"doggerland": 520, "honga": 250}  # one game is watched for long, the others for a while


def seats_of(game: str) -> int:
    """The fewest people who can play, and not alone."""
    return min(count for count in find_game(game).seats if count > 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots_ends_with_a_result(game: str, new_page: NewPage) -> None:
    """Every choice by a click on what glows; the result shows a winner and everybody's points."""
    page = new_page(reduced_motion="reduce")
    players = seats_of(game)
    table = new_table(page, game, [PERSON, *[BOT] * (players - 1)])
    sit_down(page, table["link"])
    assert click_on(page) == "over"
    assert page.locator(".result .headline").inner_text().strip()
    assert page.locator(".result .podium .row").count() == players


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_whole_table_and_plays(game: str, new_page: NewPage) -> None:
    """390 × 844 with a finger: nothing sticks out at the side, and taps play."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)])
    sit_down(page, table["link"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".frame.tall").count() == 1
    assert click_on(page, moves=12) in ("played", "over")
    for kind, least in ((".prompt .choice, .top .tool", 44), (".prompt .button", 33)):  # 33: the small list button
        heights = page.locator(kind).evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect().height)")
        assert all(height >= least - 0.5 for height in heights), (kind, heights)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_equals_the_scene_for_who_plays(game: str, new_page: NewPage) -> None:
    """What glows is what the server offers, at each of a player's own turns."""
    page = new_page(reduced_motion="reduce")
    heard = Listener(page)
    table = new_table(page, game, [PERSON, *[BOT] * (seats_of(game) - 1)])
    sit_down(page, table["link"])
    glowed = 0
    for turn in range(12):
        page.wait_for_selector(".prompt.mine, .result")
        settle(page)
        shown = page.evaluate(PICTURE)
        assert shown == heard.expected(shown["version"])
        glowed += len(shown["lit"])
        if click_on(page, moves=1, seed=turn) == "over":
            break
    assert glowed > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_page_equals_the_scene_at_full_speed(game: str, new_page: NewPage) -> None:
    """Bots play among themselves without pause; whenever one looks, the page shows the scene of its version."""
    page = new_page()
    heard = Listener(page)
    steps = compared = 0
    wanted = STEPS.get(game, 120)
    for _ in range(6):
        table = new_table(page, game, [BOT] * seats_of(game))
        sit_down(page, f"{table['link']}?watch")
        while page.locator(".result").count() == 0 and steps + version_of(page) < wanted:
            shown = page.evaluate(PICTURE)
            assert shown == heard.expected(shown["version"])
            compared += 1
            page.wait_for_timeout(40)
        settle(page)
        shown = page.evaluate(PICTURE)
        assert shown == heard.expected(shown["version"])
        compared += 1
        steps += shown["version"]
        if steps >= wanted:
            break
    assert steps >= wanted
    assert compared >= 1
