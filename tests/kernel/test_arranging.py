"""Positions changed by naming pieces: where one is named, it has left the place where it lay."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire import Table
from firstfire.errors import BadPosition
from firstfire.games.honga.box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES

HONGA = "players=3 seed=1 options={start=1}"


def honga(text: str) -> Any:
    """A table that keeps all invariants: no card, disc or tile is doubled or lost."""
    return Table.at("honga", f"{HONGA} {text}", interpreted=True).state


def deck(s: Any) -> list[str]:
    """Barter cards, the top last."""
    return [BARTER_NAMES[card] for card in s.barter_deck[: s.barter_count]]


def test_a_card_laid_in_a_slot_has_left_the_deck_and_what_lay_there_is_under_it() -> None:
    before = honga("")
    made = honga("slots.0=T05")
    left = [name for name in deck(before) if name != "T05"]
    assert [BARTER_NAMES[card] for card in made.slots] == ["T05", *(BARTER_NAMES[card] for card in before.slots[1:])]
    assert deck(made) == [BARTER_NAMES[before.slots[0]], *left]


def test_two_cards_of_a_row_change_places() -> None:
    first, second, third = (BARTER_NAMES[card] for card in honga("").slots)
    made = honga(f"slots.0={second}")
    assert [BARTER_NAMES[card] for card in made.slots] == [second, first, third]


def test_the_topmost_of_a_pile_are_named_from_the_top_after_everything_else() -> None:
    made = honga("barter_deck.top=[T01 T02] slots=[T03 T04 T06]")
    assert deck(made)[-2:] == ["T02", "T01"]
    assert len(deck(made)) == len(deck(honga("")))


def test_cards_that_are_counted_leave_the_deck() -> None:
    made = honga("trays.1.hand=[two_points:2]")
    assert made.trays[1].hand_count == 2
    assert made.bonus_count == honga("").bonus_count - 2
    kind = BONUS_NAMES.index("two_points")
    assert list(made.bonus_deck[: made.bonus_count]).count(kind) == list(honga("").bonus_deck).count(kind) - 2


def test_pieces_go_back_to_the_pile_they_belong_to() -> None:
    """Honga has a grey and a red pile: a red disc in a hand sends the grey one under the grey pile."""
    grey = DISC_NAMES[honga("").trays[0].disc]
    made = honga("trays.0.disc=R05")
    assert DISC_NAMES[made.piles[0].discs[0]] == grey
    assert made.piles[0].count == honga("").piles[0].count + 1
    assert made.piles[1].count == honga("").piles[1].count - 1


def test_a_display_is_filled_from_the_top_of_its_pile() -> None:
    """Nētā-Tanka: a craft card of the display goes to a player."""
    before = Table.at("neta_tanka", "players=3 seed=1", interpreted=True).state
    shown = list(before.craft_display)
    top = before.craft_pile[before.craft_left - 1]
    made = Table.at("neta_tanka", f"players=3 seed=1 clans.0.finished=[C{shown[1] + 1}]", interpreted=True).state
    assert list(made.craft_display) == [shown[0], top, *shown[2:]]


def test_on_a_map_a_tile_leaves_nothing_behind() -> None:
    """Doggerland: the cells have names, and none is filled up."""
    before = Table.at("doggerland", "players=2 seed=1", interpreted=True).state
    made = Table.at("doggerland", "players=2 seed=1 tile=[d4:T00 e4:C13] beast=[]", interpreted=True).state
    assert sum(tile >= 0 for tile in made.tile) == 2
    assert made.stack_count == before.stack_count + 8 - 1  # the eight about the camp lie under the stack


def test_without_a_seed_a_position_is_exactly_what_it_says() -> None:
    line = Table.at("honga", HONGA, interpreted=True).position()
    slot = line.partition("slots=[")[2].split()[0]
    doubled = line.replace(f"slots=[{slot} ", "slots=[T05 ")
    with pytest.raises(BadPosition, match="barter card"):
        Table.at(doubled)


@pytest.mark.parametrize(
    "text",
    [
        "deck.top=[T01]",
        "round.top=[1]",
        "barter_deck.top=T01",
        "trays.top=[{}]",  # a row of records
        "trays.0.goods.top=[1]",  # places with names
        "trays.0.hand.top=[1]",
    ],
)
def test_what_is_no_pile_has_no_top(text: str) -> None:
    with pytest.raises(BadPosition, match="expected a pile and the names of its topmost"):
        honga(text)


def test_the_topmost_of_a_pile_stand_in_order_without_places() -> None:
    with pytest.raises(BadPosition, match="the topmost of a pile stand in order, the top first, without places"):
        honga("barter_deck.top=[3:T01]")
