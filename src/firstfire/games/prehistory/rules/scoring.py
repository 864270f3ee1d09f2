"""Counting: the seven parts of a player's points, the ceremony cards, the places (section 7)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest, popcount
from firstfire.kernel.records.ranks import places
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import (
    CAMPS,
    CARDS,
    KINDS,
    MEMBERS,
    NONE,
    PARTS,
    SECTIONS,
    SIDES,
    SPECIES,
    START,
    Ground,
    Letter,
    Part,
    State,
    Worth,
)  # fmt: skip
from .effects import available
from .stores import markers_of, resources_of


@rule
def score(s: State, box: Box, out: Row[int]) -> None:
    """The points of each seat, counted as if the game ended now."""
    for seat in range(s.seats):
        out[seat] = total(s, box, seat)


@rule
def rank(s: State, box: Box, out: Row[int]) -> None:
    """Most points; a tie goes to more camps; after that victory is shared."""
    for seat in range(s.seats):
        out[seat] = final_key(s, box, seat)
    places(s.seats, out)


@rule
def final_key(s: State, box: Box, seat: int) -> int:
    """Points, then camps, as one number."""
    return 1000 * total(s, box, seat) + popcount(s.tribes[seat].camps)


@rule
def total(s: State, box: Box, seat: int) -> int:
    """The sum of the seven parts."""
    points = 0
    for piece in range(PARTS):
        points += part(s, box, seat, piece)
    return points


@rule
def part(s: State, box: Box, seat: int, piece: int) -> int:
    """One part of a player's points."""
    if piece == Part.TRACK:
        return s.tribes[seat].points
    if piece == Part.DEVELOPMENT:
        return development_left(s, seat) // box.points_per_victory_point
    if piece == Part.PAINTING:
        return painting_points(s, box, seat)
    if piece == Part.HUNTING:
        return hunting_points(s, box, seat)
    if piece == Part.GATHERING:
        return gathering_points(s, box, seat)
    if piece == Part.MEGALITHS:
        return megalith_points(s, box, seat)
    return ceremony_points(s, box, seat)


@rule
def development_left(s: State, seat: int) -> int:
    """DEV, PH-F2: development points, with all cubes turned into them."""
    tribe = s.tribes[seat]
    return tribe.development + resources_of(tribe) + markers_of(tribe)


@rule
def painting_points(s: State, box: Box, seat: int) -> int:
    """PAINT: each row by the number of its painted sections."""
    painted = s.tribes[seat].painted
    points = 0
    for row in range(3):
        points += box.row_points[popcount((painted >> (3 * row)) & 7)]
    return points


@rule
def animal_count(s: State, box: Box, seat: int, species: int) -> int:
    """Animals of a species, cards and tokens."""
    return popcount(s.tribes[seat].hunts & box.animal_cards[species]) + s.tribes[seat].animals[species]


@rule
def footprint_count(s: State, box: Box, seat: int, species: int) -> int:
    """Footprint cards of a species."""
    return popcount(s.tribes[seat].hunts & box.footprint_cards[species])


@rule
def hunting_points(s: State, box: Box, seat: int) -> int:
    """HUNT, R17: per species, the printed points of its animals (tokens too) times its footprints."""
    tribe = s.tribes[seat]
    points = 0
    for species in range(SPECIES):
        prints = footprint_count(s, box, seat, species)
        if prints == 0:
            continue
        animals = tribe.animals[species] * box.token_points[species]
        cards = tribe.hunts & box.animal_cards[species]
        while cards != 0:
            animals += box.hunt_points[lowest(cards)]
            cards &= cards - 1
        points += animals * prints
    return points


@rule
def gathering_points(s: State, box: Box, seat: int) -> int:
    """GATHER: each kind by the number of its tiles."""
    points = 0
    for kind in range(KINDS):
        points += box.set_points[popcount(s.tribes[seat].tiles & box.kind_tiles[kind])]
    return points


# ---- megaliths


@rule
def holder(s: State, h: int) -> int:
    """Who occupies a hexagon: the owner of its camp, else of the member on it; never on the start."""
    place = s.hexes[h]
    if place.camp > 0:
        return (place.camp - 1) // CAMPS
    return place.stander - 1


@rule
def around(box: Box, h: int, i: int) -> int:
    """The seven hexagons of a megalith: itself and its neighbours; NONE off the map and for the start."""
    there = h if i == SIDES else box.neighbour[h][i]
    return there if there != START else NONE


@rule
def units_at(s: State, box: Box, h: int, seat: int) -> int:
    """R31: what a player has around a megalith C: a camp and a free-standing member in units."""
    units = 0
    for i in range(SIDES + 1):
        there = around(box, h, i)
        if there != NONE and holder(s, there) == seat:
            units += box.camp_units if s.hexes[there].camp > 0 else box.member_units
    return units


@rule
def b_points(s: State, box: Box, h: int, seat: int) -> int:
    """Megalith B, R30: a point for each of the seven hexagons the player occupies."""
    found = 0
    for i in range(SIDES + 1):
        there = around(box, h, i)
        if there != NONE and holder(s, there) == seat:
            found += box.b_points
    return found


@rule
def c_points(s: State, box: Box, h: int, seat: int) -> int:
    """Megalith C, R31: most units first, then second; ties share rounded down, and a tie for
    first leaves no second place."""
    mine = units_at(s, box, h, seat)
    if mine == 0:
        return 0
    better = 0
    equal = 0
    for other in range(s.seats):
        units = units_at(s, box, h, other)
        if units > mine:
            better += 1
        elif units == mine:
            equal += 1
    if better == 0:
        return box.c_first // equal
    if better == 1:
        return box.c_second // equal
    return 0


@rule
def stone_points(s: State, box: Box, h: int, seat: int) -> int:
    """What a megalith B or C on this hexagon gives a player (0 where there is none)."""
    if s.hexes[h].kind != Ground.MEGALITH or s.hexes[h].detail == Letter.A:
        return 0
    if s.hexes[h].detail == Letter.B:
        return b_points(s, box, h, seat)
    return c_points(s, box, h, seat)


@rule
def megalith_points(s: State, box: Box, seat: int) -> int:
    """MEGA: megaliths A taken; B and C by who stands around them."""
    return box.a_points * s.tribes[seat].megaliths + standing_points(s, box, seat)


@rule
def standing_points(s: State, box: Box, seat: int) -> int:
    """MEGA: the megaliths B and C on the map, each for everybody around it."""
    points = 0
    for h in range(1, 1 + 4 * box.map_tiles[s.seats]):
        points += stone_points(s, box, h, seat)
    return points


# ---- ceremony cards


@rule
def ceremony_points(s: State, box: Box, seat: int) -> int:
    """CER, R34: all own cards; the doubling card repeats the best of the others."""
    cards = s.tribes[seat].cards
    points = 0
    best = 0
    doubles = 0
    for card in range(CARDS):
        if (cards >> card) & 1 == 0:
            continue
        if box.card_worth[card] == Worth.DOUBLE_OTHER_CARD:
            doubles += 1
        else:
            worth = card_points(s, box, seat, card)
            points += worth
            best = max(best, worth)
    return points + doubles * best


@rule
def best_card(s: State, box: Box, seat: int) -> int:
    """R34: the points of the best own card that does not double."""
    cards = s.tribes[seat].cards
    best = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if box.card_worth[card] != Worth.DOUBLE_OTHER_CARD:
            best = max(best, card_points(s, box, seat, card))
    return best


@rule
def owned_points(s: State, box: Box, seat: int, card: int) -> int:
    """What an owned card gives; the doubling card what the best of the others gives (R34)."""
    if box.card_worth[card] == Worth.DOUBLE_OTHER_CARD:
        return best_card(s, box, seat)
    return card_points(s, box, seat, card)


@rule
def card_points(s: State, box: Box, seat: int, card: int) -> int:
    """2.12: what a card gives by itself."""
    worth = box.card_worth[card]
    of = box.card_of[card]
    per = box.card_per[card]
    if worth == Worth.FISH_TRACK_GOAL:
        return box.card_points[card] if s.tribes[seat].fishing >= per else 0
    if worth == Worth.PAINTING_PATTERN:  # R36
        return box.card_points[card] if of & ~s.tribes[seat].painted == 0 else 0
    return box.card_points[card] * (card_count(s, box, seat, worth, of) // per)


@rule
def card_count(s: State, box: Box, seat: int, worth: int, of: int) -> int:
    """How many of the things a card pays for the player has."""
    tribe = s.tribes[seat]
    if worth == Worth.GATHER_SET:
        return smallest_kind(s, box, seat, of)
    if worth == Worth.MEMBERS_ON_TERRAIN:
        return members_on(s, seat, of)
    if worth == Worth.MEMBERS_ON_BOARD:
        return available(s, seat)
    if worth == Worth.PAINTING_FULL_ROWS:
        return full_rows(tribe.painted)
    if worth == Worth.MEGALITHS_COUNTED:
        return stones_counted(s, box, seat, of)
    if worth == Worth.DEVELOPMENT_POINTS:
        return development_left(s, seat)
    if worth == Worth.FISH_TRACK_SPACES:
        return tribe.fishing
    if worth == Worth.CEREMONY_CARDS:
        return tribe.card_count
    if worth == Worth.ANIMAL_SETS:
        return smallest_species(s, box, seat, of)
    if worth == Worth.FOOTPRINTS:
        return of_species(s, box, seat, of, 0, 1)
    if worth == Worth.CAMPS:
        return popcount(tribe.camps)
    if worth == Worth.GATHERING_TILES:
        return popcount(tribe.tiles)
    if worth == Worth.FISH_OF_TYPE:
        return fish_of(s, box, seat, of)
    if worth == Worth.FISH_SETS:
        return smallest_fish(s, box, seat, of)
    return of_species(s, box, seat, of, 1, 0)


@rule
def smallest_kind(s: State, box: Box, seat: int, of: int) -> int:
    """R35: complete sets of the named kinds of gathering tiles."""
    least = SECTIONS
    for kind in range(KINDS):
        if (of >> kind) & 1 != 0:
            least = min(least, popcount(s.tribes[seat].tiles & box.kind_tiles[kind]))
    return least


@rule
def members_on(s: State, seat: int, of: int) -> int:
    """R32: members on the named terrain, in own camps too; not on the start."""
    found = 0
    for member in range(MEMBERS):
        h = s.tribes[seat].place[member]
        if h > START and (of >> s.hexes[h].terrain) & 1 != 0:
            found += 1
    return found


@rule
def full_rows(painted: int) -> int:
    """Completed rows of the painting."""
    found = 0
    for row in range(3):
        if (painted >> (3 * row)) & 7 == 7:
            found += 1
    return found


@rule
def stones_counted(s: State, box: Box, seat: int, of: int) -> int:
    """R33: megaliths of the named letters on the map that gave the player at least one point."""
    found = 0
    for h in range(1, 1 + 4 * box.map_tiles[s.seats]):
        if s.hexes[h].kind == Ground.MEGALITH and (of >> s.hexes[h].detail) & 1 != 0:
            if stone_points(s, box, h, seat) > 0:
                found += 1
    return found


@rule
def smallest_species(s: State, box: Box, seat: int, of: int) -> int:
    """Complete sets of the named animals, cards or tokens."""
    least = MEMBERS + MEMBERS
    for species in range(SPECIES):
        if (of >> species) & 1 != 0:
            least = min(least, animal_count(s, box, seat, species))
    return least


@rule
def of_species(s: State, box: Box, seat: int, of: int, animals: int, prints: int) -> int:
    """Animals or footprints of the named species."""
    found = 0
    for species in range(SPECIES):
        if (of >> species) & 1 != 0:
            found += animals * animal_count(s, box, seat, species)
            found += prints * footprint_count(s, box, seat, species)
    return found


@rule
def fish_of(s: State, box: Box, seat: int, of: int) -> int:
    """R19: fish of the named types, whatever their value."""
    found = 0
    for kind in range(SPECIES):
        if (of >> kind) & 1 != 0:
            found += popcount(s.tribes[seat].fish & box.type_fish[kind])
    return found


@rule
def smallest_fish(s: State, box: Box, seat: int, of: int) -> int:
    """Complete sets of the named types of fish."""
    least = MEMBERS + MEMBERS
    for kind in range(SPECIES):
        if (of >> kind) & 1 != 0:
            least = min(least, popcount(s.tribes[seat].fish & box.type_fish[kind]))
    return least
