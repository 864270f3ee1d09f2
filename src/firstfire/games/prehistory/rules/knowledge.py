"""What a seat may know (section 11): not the order of stacks and decks, not what lies under
the top of the central stack, not the face-down ceremony cards of others, but for those that
everybody saw taken: they lie face down too, and whoever paid attention knows them (R50)."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rng import random_bit
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import NOBODY

from ..box import Box
from ..state import (
    CARDS,
    FACE_DOWN,
    FISH,
    HEXES,
    HUNTS,
    NONE,
    PRICE_TILES,
    SHOWN_CARDS,
    SHOWN_TILES,
    SIDES,
    TILES,
    Ground,
    OptionPlace,
    State,
)  # fmt: skip


@rule
def redact(s: State, box: Box, seat: int) -> None:
    """R7, R50: blank the stacks and decks, and the ceremony cards of other players; which of
    them were taken before everybody's eyes stays in `witnessed`."""
    blank(s.tile_stack, NONE)
    blank(s.fish_stack, NONE)
    blank(s.hunting_deck, NONE)
    blank(s.ceremony_deck, NONE)
    blank(s.stack, s.stack_count - 1)
    if hides_cards(s):
        for other in range(s.seats):
            if other != seat:
                s.tribes[other].cards = 0


@rule
def hides_cards(s: State) -> bool:
    """R50: owned ceremony cards lie face down, unless the table plays them open or the game is over."""
    return s.over == 0 and s.options[OptionPlace.CEREMONY_CARDS] == FACE_DOWN


@rule
def blank(row: Row[int], seen: int) -> None:
    """Hide a whole row but for the place that everybody sees (none: -1)."""
    for i in range(len(row)):
        if i != seen:
            row[i] = NONE


@rule
def resample(s: State, box: Box, seat: int) -> None:
    """Deal everything the seat cannot see, each fitting deal equally likely."""
    deal(s, s.tile_stack, s.tile_count, hidden_tiles(s))
    deal(s, s.fish_stack, s.fish_count, hidden_fish(s))
    deal(s, s.hunting_deck, s.hunting_count, hidden_hunts(s))
    pool = hidden_cards(s)
    for other in range(s.seats):
        s.tribes[other].cards |= s.tribes[other].witnessed
        while popcount(s.tribes[other].cards) < s.tribes[other].card_count:
            card = random_bit(s, pool)
            s.tribes[other].cards |= 1 << card
            pool &= ~(1 << card)
    deal(s, s.ceremony_deck, s.ceremony_count, pool)
    deal(s, s.stack, s.stack_count - 1, hidden_prices(s))


@rule
def redeal(s: State, box: Box) -> None:
    """In a whole state all cards of the tribes are known: what is dealt again is what nobody has seen."""
    resample(s, box, NOBODY)


@rule
def deal(s: State, row: Row[int], count: int, pool: int) -> None:
    """Lay random members of a set into the first places of a row."""
    left = pool
    for i in range(count):
        card = random_bit(s, left)
        row[i] = card
        left &= ~(1 << card)


@rule
def hidden_tiles(s: State) -> int:
    """Gathering tiles that lie neither in slots, nor on the map, nor in baskets."""
    seen = 0
    for slot in range(SHOWN_TILES):
        if s.tile_slots[slot] != NONE:
            seen |= 1 << s.tile_slots[slot]
    for h in range(HEXES):
        if s.hexes[h].kind == Ground.GATHER and s.hexes[h].token != NONE:
            seen |= 1 << s.hexes[h].token
    for seat in range(s.seats):
        seen |= s.tribes[seat].tiles
    return ((1 << TILES) - 1) & ~seen


@rule
def hidden_fish(s: State) -> int:
    """Fish that lie neither in slots, nor on the map, nor with players."""
    seen = 0
    for slot in range(SHOWN_TILES):
        if s.fish_slots[slot] != NONE:
            seen |= 1 << s.fish_slots[slot]
    for h in range(HEXES):
        if s.hexes[h].kind == Ground.FISH and s.hexes[h].token != NONE:
            seen |= 1 << s.hexes[h].token
    for seat in range(s.seats):
        seen |= s.tribes[seat].fish
    return ((1 << FISH) - 1) & ~seen


@rule
def hidden_hunts(s: State) -> int:
    """Hunting cards neither on display, nor discarded, nor with players."""
    seen = s.hunting_discard
    for slot in range(SHOWN_CARDS):
        if s.hunting_row[slot] != NONE:
            seen |= 1 << s.hunting_row[slot]
    for seat in range(s.seats):
        seen |= s.tribes[seat].hunts
    return ((1 << HUNTS) - 1) & ~seen


@rule
def hidden_cards(s: State) -> int:
    """Ceremony cards neither on display, nor discarded, nor known or seen to be with a player."""
    seen = s.ceremony_discard
    for slot in range(SHOWN_CARDS):
        if s.ceremony_row[slot] != NONE:
            seen |= 1 << s.ceremony_row[slot]
    for seat in range(s.seats):
        seen |= s.tribes[seat].cards | s.tribes[seat].witnessed
    return ((1 << CARDS) - 1) & ~seen


@rule
def hidden_prices(s: State) -> int:
    """Price tiles neither on the board, nor laid aside, nor on top of the stack."""
    seen = s.spent
    for space in range(SIDES):
        seen |= 1 << s.price[space]
    if s.stack_count > 0:
        seen |= 1 << s.stack[s.stack_count - 1]
    return ((1 << PRICE_TILES) - 1) & ~seen
