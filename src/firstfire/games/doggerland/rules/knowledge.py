"""What nobody knows: the order of the stacks, face-down Fresco tiles, the coming solo cards (DG-N1)."""

from __future__ import annotations

from firstfire.kernel.records.rng import random_bit, shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN, NOBODY

from ..box import Box
from ..state import (
    CARDS,
    CARDS_IN_PLAY,
    CELLS,
    CRAFT_PLACES,
    CRAFTS,
    FRESCO_TILES,
    NONE,
    RIVALS,
    TILES,
    Phase,
    State,
)
from .ground import centre_cell
from .setup import AROUND, is_in_stack


@rule
def redact(s: State, box: Box, seat: int) -> None:
    """There is no private information: one view serves everybody."""
    for i in range(s.stack_count):
        s.stack[i] = HIDDEN
    for i in range(s.craft_count):
        s.craft_stack[i] = HIDDEN
    for i in range(s.fresco_up, s.fresco_count):
        s.fresco[i] = HIDDEN
    if s.seats == 1:
        for i in range(cards_turned(s), CARDS_IN_PLAY):
            s.solo.cards[i] = HIDDEN


@rule
def cards_turned(s: State) -> int:
    """How many solo cards are face up: none before the first round; the next one comes after DG-5.7 and DG-5.8."""
    if s.phase == Phase.CENTRE or s.phase == Phase.EDGE:
        return 0
    return s.round - 1 if s.phase == Phase.MOVE else s.round


@rule
def resample(s: State, box: Box, seat: int) -> None:
    """Every unseen tile and card is equally likely anywhere."""
    resample_terrain(s, box)
    resample_crafts(s)
    resample_fresco(s)
    if s.seats == 1:
        resample_cards(s, box)


@rule
def redeal(s: State, box: Box) -> None:
    """There is no private information: what one seat does not know, nobody does."""
    resample(s, box, NOBODY)


@rule
def resample_terrain(s: State, box: Box) -> None:
    """The stack holds the tiles of this game that are not on the map."""
    count = 0
    for tile in range(TILES):
        if is_in_stack(s, box, tile) and not is_on_map(s, tile):
            s.stack[count] = tile
            count += 1
    shuffle(s, s.stack, count)


@rule
def is_on_map(s: State, tile: int) -> bool:
    """Whether a terrain tile lies on the map."""
    found = False
    for cell in range(CELLS):
        found = found or s.tile[cell] == tile
    return found


@rule
def resample_crafts(s: State) -> None:
    """The Craft stack holds what is neither visible, made nor discarded."""
    known = s.craft_discard
    for seat in range(s.seats):
        known |= s.clans[seat].made
    for place in range(CRAFT_PLACES):
        if s.craft[place] != NONE:
            known |= 1 << s.craft[place]
    count = 0
    for tile in range(CRAFTS):
        if (known >> tile) & 1 == 0:
            s.craft_stack[count] = tile
            count += 1
    shuffle(s, s.craft_stack, count)


@rule
def resample_fresco(s: State) -> None:
    """Face-down Fresco tiles are any of those not face up."""
    known = 0
    for i in range(s.fresco_up):
        known |= 1 << s.fresco[i]
    for i in range(s.fresco_up, s.fresco_count):
        tile = random_bit(s, ((1 << FRESCO_TILES) - 1) & ~known)
        s.fresco[i] = tile
        known |= 1 << tile


@rule
def resample_cards(s: State, box: Box) -> None:
    """The coming cards are any of those not turned up yet; the first one has put the rivals where they stand."""
    known = 0
    turned = cards_turned(s)
    for i in range(turned):
        known |= 1 << s.solo.cards[i]
    for i in range(turned, CARDS_IN_PLAY):
        wrong = known | misplacing(s, box) if i == 0 else known
        card = random_bit(s, ((1 << CARDS) - 1) & ~wrong)
        s.solo.cards[i] = card
        known |= 1 << card


@rule
def misplacing(s: State, box: Box) -> int:
    """The cards whose setup side would have put a rival elsewhere."""
    found = 0
    for card in range(CARDS):
        for rival in range(RIVALS):
            if s.solo.rivals[rival] != centre_cell(s, box) + AROUND[box.rivals_at[card][rival]]:
                found |= 1 << card
    return found
