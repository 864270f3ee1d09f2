"""What things are worth to a player, by a quick guess, in victory points."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.rule import rule

from ..box import Box
from ..rules.autumn import can_raise, helpers
from ..rules.effects import gathering_gain, hunting_gain, hunting_resources, painting_gain
from ..rules.scoring import best_card, card_count, card_points, footprint_count
from ..state import CAMPS, NONE, SIDES, START, Ground, Letter, Season, State, Worth

CUBE = 0.45  # what a cube in hand is worth
POINT = 0.4  # a development point
MEMBER = 1.1  # a member on the map, and more for each round to come


@rule
def rounds_left(s: State, box: Box) -> int:
    """Rounds after this one."""
    return box.rounds - s.round


@rule
def summers_left(s: State, box: Box) -> int:
    """Fishing incomes still to come."""
    return rounds_left(s, box) + (1 if s.season <= Season.SUMMER else 0)


@rule
def painting_worth(s: State, box: Box, section: int) -> float:
    """The row, the rewards, and the rewards its neighbours may bring later."""
    tribe = s.tribes[s.player]
    inside = popcount((tribe.painted >> (3 * (section // 3))) & 7)
    worth = 1.0 * (box.row_points[inside + 1] - box.row_points[inside])
    worth += 0.5 * painting_gain(s, box, s.player, section)
    left = rounds_left(s, box)
    if s.season != Season.FINAL:
        worth += 0.2 * min(left + 1, 3) + (0.3 if section == 4 else 0.0)
    return worth + card_interest(s, box, Worth.PAINTING_PATTERN, section, 1.2)


@rule
def gathering_worth(s: State, box: Box, seat: int, tile: int) -> float:
    """The set, the pair, the point on the tile, and the ceremony cards that count it."""
    kind = box.tile_kind[tile]
    count = popcount(s.tribes[seat].tiles & box.kind_tiles[kind])
    worth = 1.0 * (box.set_points[min(5, count + 1)] - box.set_points[count])
    worth += 0.5 * gathering_gain(s, box, seat, tile)
    if s.season != Season.FINAL:
        worth += 0.4
    worth += card_interest(s, box, Worth.GATHER_SET, kind, 1.0)
    return worth + card_interest(s, box, Worth.GATHERING_TILES, 0, 0.5)


@rule
def fishing_worth(s: State, box: Box, seat: int, fish: int) -> float:
    """More income in every summer to come, and the cards that count fish."""
    here = s.tribes[seat].fishing
    there = min(box.track_length, here + box.fish_value[fish])
    summers = summers_left(s, box)
    more = (box.income_points[there] - box.income_points[here]) + POINT * (
        box.income_development[there] - box.income_development[here]
    )
    worth = summers * (0.6 * more + 0.22 * (there - here))
    worth += card_interest(s, box, Worth.FISH_OF_TYPE, box.fish_type[fish], 1.0)
    worth += card_interest(s, box, Worth.FISH_SETS, box.fish_type[fish], 1.0)
    worth += 0.33 * (there - here) * card_interest(s, box, Worth.FISH_TRACK_SPACES, 0, 1.0)
    return worth + 0.4 * (there - here) * card_interest(s, box, Worth.FISH_TRACK_GOAL, 0, 1.0)


@rule
def hunting_worth(s: State, box: Box, card: int) -> float:
    """An animal: its points, again for each footprint. A footprint: its rewards, and the animals again."""
    species = box.hunt_species[card]
    prints = footprint_count(s, box, s.player, species)
    left = rounds_left(s, box)
    if (box.animal_cards[species] >> card) & 1 != 0:
        worth = box.hunt_points[card] * (1.0 + prints + 0.2 * left)
        worth += card_interest(s, box, Worth.ANIMALS_OF_SPECIES, species, 1.0)
        return worth + card_interest(s, box, Worth.ANIMAL_SETS, species, 1.7)
    worth = CUBE * (hunting_resources(s, box, s.player, card) + hunting_gain(s, box, s.player, card))
    worth += animal_points(s, box, s.player, species) + 0.3 * left
    return worth + card_interest(s, box, Worth.FOOTPRINTS, species, 1.0)


@rule
def animal_points(s: State, box: Box, seat: int, species: int) -> float:
    """The printed points of a player's animals of a species."""
    found = s.tribes[seat].animals[species] * box.token_points[species]
    cards = s.tribes[seat].hunts & box.animal_cards[species]
    while cards != 0:
        found += box.hunt_points[lowest(cards)]
        cards &= cards - 1
    return 1.0 * found


@rule
def ceremony_worth(s: State, box: Box, card: int) -> float:
    """What the card would count now, what it may grow to, its points, and the better turn order."""
    worth = 1.0 * card_points(s, box, s.player, card)
    kind = box.card_worth[card]
    left = rounds_left(s, box)
    if kind == Worth.PAINTING_PATTERN:
        missing = popcount(box.card_of[card] & ~s.tribes[s.player].painted)
        if worth == 0.0 and missing <= left + 1:
            worth = box.card_points[card] * (0.75 - 0.2 * missing)
    elif kind == Worth.DOUBLE_OTHER_CARD:
        worth = best_card(s, box, s.player) + 0.4 * left
    elif kind == Worth.FISH_TRACK_GOAL:
        missing = box.card_per[card] - s.tribes[s.player].fishing
        if missing > 0 and missing <= 4 * (left + 1):
            worth = box.card_points[card] * (1.0 - missing / (5.0 + 5.0 * left))
    else:
        count = card_count(s, box, s.player, kind, box.card_of[card])
        worth += 0.12 * left * box.card_points[card] * (1.0 + 0.3 * count) / box.card_per[card]
    if s.season != Season.FINAL:
        worth += 0.3 if left > 0 else 0.0
    return worth + POINT * box.card_development[card]


@rule
def card_interest(s: State, box: Box, worth: int, of: int, weight: float) -> float:
    """How much own ceremony cards of one kind care for one more of a thing."""
    cards = s.tribes[s.player].cards
    interest = 0.0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if box.card_worth[card] == worth and (box.card_of[card] == 0 or (box.card_of[card] >> of) & 1 != 0):
            share = max(1, popcount(box.card_of[card]))
            interest += weight * box.card_points[card] / (share * box.card_per[card])
    return interest


@rule
def member_worth(s: State, box: Box) -> float:
    """One more member on the map."""
    if s.season == Season.FINAL:
        return 0.0
    return MEMBER + 0.35 * rounds_left(s, box)


@rule
def stop_worth(s: State, box: Box, h: int) -> float:
    """What a member finds on a hexagon."""
    place = s.hexes[h]
    worth = stone_worth(s, box, h)
    if place.kind == Ground.MARKER:
        worth += 0.7
    elif place.kind == Ground.CAMP and place.camp == 0:
        worth += 0.3 + camp_worth(s, box, helpers(s, box, s.player, h) + 1)
    elif place.token != NONE:
        if place.kind == Ground.FISH:
            worth += fishing_worth(s, box, s.player, place.token)
        elif place.kind == Ground.GATHER:
            worth += gathering_worth(s, box, s.player, place.token)
        elif place.kind == Ground.ANIMAL:
            prints = footprint_count(s, box, s.player, place.detail)
            worth += box.token_points[place.detail] * (1.0 + prints + 0.2 * rounds_left(s, box))
            worth += card_interest(s, box, Worth.ANIMALS_OF_SPECIES, place.detail, 1.0)
        else:
            worth += box.a_points
    return worth


@rule
def stone_worth(s: State, box: Box, h: int) -> float:
    """What standing on a hexagon promises from the megaliths B and C around it."""
    if h == START:
        return 0.0
    worth = 0.0
    for i in range(SIDES + 1):
        there = h if i == SIDES else box.neighbour[h][i]
        if there > START and s.hexes[there].kind == Ground.MEGALITH:
            if s.hexes[there].detail == Letter.B:
                worth += 1.0
            elif s.hexes[there].detail == Letter.C:
                worth += 1.4
    return worth / (1.0 + 1.5 * rounds_left(s, box))


@rule
def camp_worth(s: State, box: Box, near: int) -> float:
    """The best camp so many members can build."""
    best = 0.0
    for camp in range(CAMPS):
        if can_raise(s, box, camp, near):
            best = max(best, raise_worth(s, box, camp))
    return best


@rule
def raise_worth(s: State, box: Box, camp: int) -> float:
    """A camp: its points, its new member, less the settlers' way back."""
    worth = box.camp_points[camp] + POINT * box.camp_development[camp] + 0.3 * rounds_left(s, box)
    worth += card_interest(s, box, Worth.CAMPS, 0, 1.0)
    return worth - box.camp_settlers[camp] * (0.3 + 0.2 * rounds_left(s, box))
