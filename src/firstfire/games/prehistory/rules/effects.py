"""What the six actions and the tokens of the map give (section 6, *Effect*).

No reward asks a question, so every cascade runs to its end at once (PH-G6).
"""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import FISHED, GATHERED, HELD, HUNTED, MIGRATED, PAINTED, PAIRED, RETRACED, TRACKED
from ..box import Box
from ..state import BOARD, CAMPS, COLOURS, MEMBERS, NONE, START, Season, State
from .stores import gain_development, gain_marker, gain_points, gain_resource

# ---- rock painting


@rule
def row_touches(painted: int, section: int) -> int:
    """Painted sections left and right of a section (three rows of three)."""
    column = section % 3
    found = 0
    if column > 0:
        found += (painted >> (section - 1)) & 1
    if column < 2:
        found += (painted >> (section + 1)) & 1
    return found


@rule
def column_touches(painted: int, section: int) -> int:
    """Painted sections above and below a section."""
    found = 0
    if section >= 3:
        found += (painted >> (section - 3)) & 1
    if section < 6:
        found += (painted >> (section + 3)) & 1
    return found


@rule
def painting_gain(s: State, box: Box, seat: int, section: int) -> int:
    """How many markers and development points a section would give."""
    painted = s.tribes[seat].painted
    return (
        row_touches(painted, section) * box.side_amount[section // 3]
        + column_touches(painted, section) * box.side_amount[3 + section % 3]
    )


@rule
def gain_side(s: State, box: Box, seat: int, line: int, touches: int) -> None:
    """The reward of a row or column, once for each touching side."""
    amount = touches * box.side_amount[line]
    if box.side_reward[line] < COLOURS:
        gain_marker(s, seat, box.side_reward[line], amount)
    else:
        gain_development(s, seat, amount)


@rule
def paint_section(s: State, box: Box, seat: int, section: int) -> None:
    """PH-A1: place the section; each touching side pays the reward of its row or column."""
    tribe = s.tribes[seat]
    rows = row_touches(tribe.painted, section)
    columns = column_touches(tribe.painted, section)
    tribe.painted |= 1 << section
    note(s, PAINTED, seat, section)
    gain_side(s, box, seat, section // 3, rows)
    gain_side(s, box, seat, 3 + section % 3, columns)


# ---- gathering


@rule
def makes_pair(s: State, box: Box, seat: int, tile: int) -> bool:
    """R18: whether a tile completes one more vertical pair of baskets."""
    tiles = s.tribes[seat].tiles
    kind = box.tile_kind[tile]
    return popcount(tiles & box.kind_tiles[kind]) < popcount(tiles & box.kind_tiles[box.partner[kind]])


@rule
def gathering_gain(s: State, box: Box, seat: int, tile: int) -> int:
    """How many markers and development points a tile would give."""
    gain = box.tile_development[tile]
    if makes_pair(s, box, seat, tile):
        for colour in range(COLOURS):
            gain += box.pair_markers[box.basket[box.tile_kind[tile]]][colour]
    return gain


@rule
def take_tile(s: State, box: Box, seat: int, tile: int) -> None:
    """PH-A2, R18: into its basket, its development point, and the markers of each new pair."""
    tribe = s.tribes[seat]
    pair = makes_pair(s, box, seat, tile)
    tribe.tiles |= 1 << tile
    note(s, GATHERED, seat, tile)
    gain_development(s, seat, box.tile_development[tile])
    if pair:
        kind = box.tile_kind[tile]
        tribe.pairs += 1
        note(s, PAIRED, seat, kind, box.partner[kind])
        for colour in range(COLOURS):
            gain_marker(s, seat, colour, box.pair_markers[box.basket[kind]][colour])


# ---- ceremony


@rule
def take_card(s: State, box: Box, seat: int, card: int) -> None:
    """PH-A3: take the card and its development points; it lies face down from now on, but
    everybody saw which it was (R50)."""
    tribe = s.tribes[seat]
    tribe.cards |= 1 << card
    tribe.witnessed |= 1 << card
    tribe.card_count += 1
    note(s, HELD, seat, card)
    gain_development(s, seat, box.card_development[card])
    if s.season != Season.FINAL:  # R37
        step_up(s, seat)


@rule
def step_up(s: State, seat: int) -> None:
    """PH-A3, R14: the first ceremony of the round takes the next place on the track; a later
    one changes places with the disc directly ahead."""
    place = NONE
    for i in range(s.track_count):
        if s.track[i] == seat:
            place = i
    if place == NONE:
        s.track[s.track_count] = seat
        s.track_count += 1
        note(s, TRACKED, seat, s.track_count)
    elif place > 0:
        s.track[place] = s.track[place - 1]
        s.track[place - 1] = seat
        note(s, TRACKED, seat, place)


# ---- fishing


@rule
def catch_fish(s: State, box: Box, seat: int, fish: int) -> None:
    """PH-A4, R20: take the fish and advance by its value, never beyond the last space."""
    tribe = s.tribes[seat]
    tribe.fish |= 1 << fish
    tribe.fishing = min(box.track_length, tribe.fishing + box.fish_value[fish])
    note(s, FISHED, seat, fish, tribe.fishing)


# ---- hunting


@rule
def paying_footprints(s: State, box: Box, seat: int, card: int) -> int:
    """PH-A5: the footprints that pay when a card is taken, as bits: none for an animal; for a
    footprint itself and all of its species already owned."""
    prints = box.footprint_cards[box.hunt_species[card]]
    if (prints >> card) & 1 == 0:
        return 0
    return (s.tribes[seat].hunts & prints) | (1 << card)


@rule
def hunting_resources(s: State, box: Box, seat: int, card: int) -> int:
    """How many resources a card would give."""
    paying = paying_footprints(s, box, seat, card)
    gain = 0
    while paying != 0:
        one = lowest(paying)
        paying &= paying - 1
        for colour in range(COLOURS):
            gain += box.hunt_resources[one][colour]
    return gain


@rule
def hunting_gain(s: State, box: Box, seat: int, card: int) -> int:
    """How many markers and development points a card would give."""
    paying = paying_footprints(s, box, seat, card)
    gain = 0
    while paying != 0:
        one = lowest(paying)
        paying &= paying - 1
        gain += box.hunt_development[one]
        for colour in range(COLOURS):
            gain += box.hunt_markers[one][colour]
    return gain


@rule
def take_hunt(s: State, box: Box, seat: int, card: int) -> None:
    """PH-A5, R16: an animal scores at once; a footprint pays, and with it every earlier
    footprint of its species again."""
    paying = paying_footprints(s, box, seat, card)
    s.tribes[seat].hunts |= 1 << card
    note(s, HUNTED, seat, card)
    gain_points(s, seat, box.hunt_points[card])
    if popcount(paying) > 1:
        note(s, RETRACED, seat, popcount(paying) - 1, box.hunt_species[card])
    while paying != 0:
        one = lowest(paying)
        paying &= paying - 1
        gain_development(s, seat, box.hunt_development[one])
        for colour in range(COLOURS):
            gain_resource(s, seat, colour, box.hunt_resources[one][colour])
            gain_marker(s, seat, colour, box.hunt_markers[one][colour])


# ---- migration


@rule
def available(s: State, seat: int) -> int:
    """Members waiting on the personal board."""
    found = 0
    for member in range(MEMBERS):
        if s.tribes[seat].place[member] == BOARD:
            found += 1
    return found


@rule
def is_own_camp(s: State, seat: int, h: int) -> bool:
    """Whether a camp of the player lies on a hexagon."""
    camp = s.hexes[h].camp
    return camp > 0 and (camp - 1) // CAMPS == seat


@rule
def arrive(s: State, seat: int, member: int, h: int) -> None:
    """A member stands on a hexagon."""
    s.tribes[seat].place[member] = h
    s.hexes[h].crowd += 1
    if h != START:
        s.hexes[h].stander = seat + 1


@rule
def leave(s: State, seat: int, member: int) -> None:
    """A member no longer stands where it stood."""
    here = s.hexes[s.tribes[seat].place[member]]
    here.crowd -= 1
    if here.crowd == 0:
        here.stander = 0
    s.tribes[seat].place[member] = BOARD


@rule
def migrate(s: State, seat: int, amount: int, h: int) -> None:
    """PH-A6: members go together from the board to the start or one own camp, however crowded."""
    left = amount
    for member in range(MEMBERS):
        if left > 0 and s.tribes[seat].place[member] == BOARD:
            arrive(s, seat, member, h)
            left -= 1
    note(s, MIGRATED, seat, amount, h)
