"""Games played by keys alone, by somebody who hears the page and does not see it."""

from __future__ import annotations

import os

import pytest
from tests.web.by_ear import Listener
from tests.web.conftest import NewPage
from tests.web.table import BOT, PERSON, my_turn, new_table, sit_down

WHOLE = bool(os.environ.get("FIRSTFIRE_WHOLE_GAMES"))
LONG = 10_000
CLICKS = {
    "totem": LONG,
    "honga": LONG if WHOLE else 8,
}  # Totem takes some ten; `make whole-games` plays Honga to its end


@pytest.mark.parametrize("game", CLICKS)
def test_a_game_is_played_by_keys_with_the_accessibility_tree_alone(game: str, new_page: NewPage) -> None:
    """Each thing that can be clicked says its number and what a click does; moves and picks of one's own are told, and
    every line of the log has its time no more than once a group."""
    page = new_page()
    sit_down(page, new_table(page, game, [PERSON, BOT], seed=11)["link"])
    my_turn(page)
    player = Listener(page, seed=3)
    assert player.play(CLICKS[game]) is (CLICKS[game] == LONG)
    spoken = " ".join(player.spoken)
    assert "Your turn." in spoken and " picked: " in spoken
    if game == "totem":  # four cards are laid face down: the log tells nobody which
        assert sum(line.startswith("Place ") for line in player.spoken) == 4
    assert page.locator(".log li[title], .log li[aria-label]").count() == 0
    times = page.locator(".log time").all_inner_texts()
    assert len(times) <= page.locator(".log li.begins").count()
