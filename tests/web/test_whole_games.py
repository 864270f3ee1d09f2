"""Whole games in a real browser, and the page compared with the scene at every version it shows."""

from __future__ import annotations

import os

import pytest
from tests.web.conftest import MOVING, NewPage
from tests.web.table import BOT, GAMES, PERSON, click_on, new_table, seats_of, set_up, settle, sit_down
from tests.web.watching import judged, play, watch

STEPS, STRETCH = 30, 6
CLICKS = 24  # before the rest of a game is played by messages (`make whole-games` clicks to the end)
WHOLE = bool(os.environ.get("FIRSTFIRE_WHOLE_GAMES"))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots_ends_with_a_result(game: str, new_page: NewPage) -> None:
    """Choices by a click on what glows, and what glows is what the server offers (all of a game of Totem, and the
    beginning of the others, which then run at full speed before the page); the result shows a winner and everybody's
    points."""
    page = new_page()
    watch(page)
    players = seats_of(game)
    table = new_table(page, game, [PERSON, *[BOT] * (players - 1)])
    sit_down(page, table["link"])
    if game == "totem" or WHOLE:
        assert click_on(page) == "over"
    elif click_on(page, moves=CLICKS) == "played":
        hands = page.context.new_page()  # the same person, in a window with nothing to draw
        hands.goto("/")
        assert play(hands, table["id"], 1, 10_000)[0] == "over"
        page.wait_for_selector(".result")
    assert page.locator(".result .headline").inner_text().strip()
    assert page.locator(".result .podium .row").count() == players
    compared, glowed, wrong = judged(page)
    assert wrong == []
    assert glowed > 4
    assert compared > 4  # a short game of Totem has some ten positions


@pytest.mark.parametrize("game", GAMES)
def test_the_page_equals_the_scene_at_full_speed(game: str, new_page: NewPage) -> None:
    """Thirty random steps as fast as the server takes them, before somebody who sits there and before a
    spectator: whatever version a page shows, it shows its pieces, places and what may be chosen, and no other."""
    seated, watcher = new_page(), new_page(**MOVING)
    for page in (seated, watcher):
        watch(page)
    set_up(seated, skip=False)  # while a pass that is made by itself is on its way, nothing may be chosen
    hands = seated.context.new_page()  # the same person, in a window with nothing to draw
    hands.goto("/")
    players = seats_of(game)
    steps, seen, glowed = 0, {"seated": 0, "watcher": 0}, 0
    while steps < STEPS:
        hot = [{"kind": "hot", "name": f"Hand {i}"} for i in range(1, players)]
        table = new_table(seated, game, [PERSON, *hot])
        sit_down(seated, table["link"])
        sit_down(watcher, f"{table['link']}?watch")
        how = "played"
        while how == "played" and steps < STEPS:  # a stretch at a time, so that each page shows more than the last one
            how, played = play(hands, table["id"], players, STRETCH, seed=steps + 3, before=(seated, watcher))
            steps += played
        for page, who in ((seated, "seated"), (watcher, "watcher")):
            settle(page)
            if page.locator(".curtain .warm").count():  # it was another one's turn at this screen before
                page.locator(".curtain .warm").click()
                settle(page)
            compared, lit, wrong = judged(page)
            assert wrong == []
            seen[who] += compared
            glowed += lit if who == "seated" else 0
            assert who == "seated" or lit == 0
    print(game, steps, seen, glowed)
    assert min(seen.values()) >= 3  # how many depends on how busy the machine is; the last of each stretch at least
    assert glowed >= 1
