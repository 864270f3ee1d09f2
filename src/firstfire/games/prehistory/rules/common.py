"""What every action does alike: it begins, takes its thing from the display, and finishes."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..state import NONE, SHOWN_CARDS, SHOWN_TILES, Phase, Season, State


@rule
def begin_deed(s: State, deed: int, target: int) -> None:
    """The action that is being done, and for what."""
    s.deed = deed
    s.target = target


@rule
def finish_deed(s: State) -> None:
    """The effect is over: in spring the pillar waits for its cube (PH-SP5), else the turn may end."""
    s.target = NONE
    s.amount = 0
    s.phase = Phase.PILLAR if s.season == Season.SPRING else Phase.AFTER


@rule
def remove_tile(s: State, tile: int) -> int:
    """Take a gathering tile from its slot, which stays empty until winter (PH-G8, R15)."""
    for slot in range(SHOWN_TILES):
        if s.tile_slots[slot] == tile:
            s.tile_slots[slot] = NONE
            return slot
    return NONE


@rule
def remove_card(s: State, card: int) -> None:
    """Take a ceremony card from the display."""
    for slot in range(SHOWN_CARDS):
        if s.ceremony_row[slot] == card:
            s.ceremony_row[slot] = NONE


@rule
def remove_fish(s: State, fish: int) -> None:
    """Take a fish from its slot."""
    for slot in range(SHOWN_TILES):
        if s.fish_slots[slot] == fish:
            s.fish_slots[slot] = NONE


@rule
def remove_hunt(s: State, card: int) -> None:
    """Take a hunting card from the display."""
    for slot in range(SHOWN_CARDS):
        if s.hunting_row[slot] == card:
            s.hunting_row[slot] = NONE
