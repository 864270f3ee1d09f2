"""Choices of Prehistory that follow each other by one click: the passes of a summer in which nothing can be done."""

from __future__ import annotations

from firstfire.kernel.presentation.scene import Chain
from firstfire.kernel.presentation.words import Words
from firstfire.kernel.records.rows import as_tuple

from ..actions import PASS
from ..box import Box
from ..rules.effects import available
from ..rules.stores import markers_of, resources_of
from ..rules.summer import (
    can_migrate,
    has_markers,
    summer_cards,
    summer_fish,
    summer_hunts,
    summer_sections,
    summer_tiles,
)
from ..state import NONE, SECTIONS, Deed, Phase, State

TARGETS = {
    Deed.PAINTING: summer_sections,
    Deed.GATHERING: summer_tiles,
    Deed.CEREMONY: summer_cards,
    Deed.FISHING: summer_fish,
    Deed.HUNTING: summer_hunts,
}


def chains(view: State, box: Box, words: Words) -> list[Chain]:
    """PH-SU3: where the markers pay for nothing, pass on this summer action and on those after it, up to the first one
    that can be done."""
    if view.phase != Phase.SUMMER or can_act(view, box):
        return []
    return [Chain(words.say("choice.pass_until"), (PASS,), again=True)]


def passing(view: State, box: Box) -> int | None:
    """PH-SU3: pass on a summer action that no trade could make possible either. What it depends on lies open."""
    return PASS if view.phase == Phase.SUMMER and not can_come_to_act(view, box) else None


def can_act(view: State, box: Box) -> bool:
    """Whether the player's markers pay for the summer action as it is."""
    deed = Deed(view.deed)
    if not has_markers(view, box, deed):
        return False
    return can_migrate(view) if deed == Deed.MIGRATION else bool(TARGETS[deed](view, box))


def can_come_to_act(view: State, box: Box) -> bool:
    """Whether markers bought for all that the player has could pay for it (PH-D5, PH-D6: at most so many)."""
    tribe, marker = view.tribes[view.player], box.marker[view.deed]
    prices = _prices(view, box)
    own = tribe.markers[marker]
    worth = tribe.development + markers_of(tribe) - own + resources_of(tribe)
    return bool(prices) and own + worth // box.marker_price >= min(prices)


def _prices(view: State, box: Box) -> list[int]:
    """What the targets of the summer action cost, in markers of its colour."""
    tribe = view.tribes[view.player]
    if view.deed == Deed.PAINTING:
        return [box.section_size[place] for place in range(SECTIONS) if not tribe.painted >> place & 1]
    if view.deed == Deed.GATHERING:
        return [box.gathering_price for tile in as_tuple(view.tile_slots) if tile != NONE]
    if view.deed == Deed.CEREMONY:
        return [box.card_value[card] for card in as_tuple(view.ceremony_row) if card != NONE]
    if view.deed == Deed.FISHING:
        return [box.fish_value[fish] for fish in as_tuple(view.fish_slots) if fish != NONE]
    if view.deed == Deed.HUNTING:
        return [box.hunt_value[hunt] for hunt in as_tuple(view.hunting_row) if hunt != NONE]
    return [1] if available(view, view.player) else []
