"""What must hold in every position (section 12)."""

from __future__ import annotations

from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.record import Row
from firstfire.kernel.rule import rule

from ..box import Box
from ..state import (
    ALL_CAMPS,
    ALL_SECTIONS,
    BASE_SLOTS,
    CAMPS,
    COLOURS,
    HEXES,
    LOOKS,
    MEMBERS,
    NONE,
    PARTS,
    RESERVE,
    SEATS,
    SHAMANS,
    SIDES,
    SPECIES,
    START,
    Ground,
    Letter,
    Phase,
    Season,
    Space,
    State,
)  # fmt: skip
from .knowledge import hidden_cards, hidden_fish, hidden_hunts, hidden_prices, hidden_tiles
from .scoring import part, total
from .summer import is_filled

INVARIANTS = {
    1: "PH-I1: members on the map, on the board and in the reserve are 10; 3 + camps built are in play",
    2: "PH-I2: one member at most on a hexagon but the start and camps; in a camp only its owner's",
    3: "PH-I3: one camp at most on a hexagon, only on camp sites, each camp tile once",
    4: "PH-I4: base slots are not overfull, are empty outside spring, and every pillar is filled in spring",
    5: "PH-I5: at most 12 main actions in a spring",
    6: "PH-I6: three shamans of a player on three positions",
    7: "PH-I7: each price tile in one place; the central one is not turned",
    8: "PH-I8: no tile, fish or card is lost or doubled",
    9: "PH-I9: no count is negative; the fishing marker is on its track",
    10: "PH-I10: each section is painted at most once by a player",
    11: "PH-I11: pair rewards received are the complete pairs",
    12: "PH-I12: tired members and movement points only in autumn",
    13: "PH-I13: the turn order is a permutation; nobody is twice on the ceremony track",
    14: "PH-I14: as many pillars are emptied each summer as players have picked",
    15: "PH-I15: no decision is left half made",
    16: "PH-I16: megaliths A and animals are on the map or taken",
    17: "PH-I17: five rounds and the final action; the parts add up to the points",
}


@rule
def check(s: State, box: Box) -> int:
    """The number of the first broken invariant, 0 when all hold."""
    for seat in range(s.seats):
        broken = check_tribe(s, box, seat)
        if broken != 0:
            return broken
    broken = check_map(s, box)
    if broken != 0:
        return broken
    broken = check_pillars(s, box)
    if broken != 0:
        return broken
    broken = check_stacks(s)
    if broken != 0:
        return broken
    return check_course(s, box)


@rule
def check_tribe(s: State, box: Box, seat: int) -> int:
    """One player's own things."""
    tribe = s.tribes[seat]
    in_play = 0
    for member in range(MEMBERS):
        place = tribe.place[member]
        if place < RESERVE or place >= HEXES:
            return 1
        if place != RESERVE:
            in_play += 1
        if (tribe.tired >> member) & 1 != 0 and (place < START or s.season != Season.AUTUMN):
            return 12
    if in_play != box.members_on_start + box.members_on_board + popcount(tribe.camps) or tribe.camps & ~ALL_CAMPS != 0:
        return 1
    if popcount(tribe.shamans) != (0 if tribe.shamans == 0 and s.season == Season.SETUP else SHAMANS):
        return 6
    if tribe.card_count != popcount(tribe.cards) or tribe.witnessed & ~tribe.cards != 0:
        return 8
    for colour in range(COLOURS):
        if tribe.tent[colour] < 0 or tribe.markers[colour] < 0:
            return 9
    if tribe.development < 0 or tribe.points < 0 or tribe.fishing < 0 or tribe.fishing > box.track_length:
        return 9
    if tribe.painted & ~ALL_SECTIONS != 0:
        return 10
    pairs = 0
    for kind in range(COLOURS):
        mine = popcount(tribe.tiles & box.kind_tiles[kind])
        other = popcount(tribe.tiles & box.kind_tiles[box.partner[kind]])
        pairs += min(mine, other)
    return 0 if pairs == 2 * tribe.pairs else 11


@rule
def check_map(s: State, box: Box) -> int:
    """Members, camps, megaliths and animals on the hexagons."""
    stones = 0
    beasts = 0
    camps = 0
    for h in range(HEXES):
        place = s.hexes[h]
        crowd = 0
        for seat in range(s.seats):
            for member in range(MEMBERS):
                if s.tribes[seat].place[member] == h:
                    crowd += 1
                    if h != START and place.stander != seat + 1:
                        return 2
                    if place.camp > 0 and (place.camp - 1) // CAMPS != seat:
                        return 2
        if crowd != place.crowd or (crowd == 0 and place.stander != 0):
            return 2
        if crowd > 1 and h != START and place.camp == 0:
            return 2
        if place.camp > 0:
            camps += 1
            if (
                place.kind != Ground.CAMP
                or (s.tribes[(place.camp - 1) // CAMPS].camps >> ((place.camp - 1) % CAMPS)) & 1 == 0
            ):
                return 3
        if place.kind == Ground.MEGALITH and place.detail == Letter.A and place.token == NONE:
            stones += 1
        if place.kind == Ground.ANIMAL and place.token == NONE:
            beasts += 1
    for seat in range(s.seats):
        camps -= popcount(s.tribes[seat].camps)
        stones -= s.tribes[seat].megaliths
        for species in range(SPECIES):
            beasts -= s.tribes[seat].animals[species]
    if camps != 0:
        return 3
    return 0 if stones == 0 and beasts == 0 else 16


@rule
def check_pillars(s: State, box: Box) -> int:
    """Cubes on the pillars."""
    actions = 0
    empty = 0
    for pillar in range(COLOURS):
        actions += s.base_count[pillar]
        if s.base_count[pillar] > box.base_slots:
            return 4
        for slot in range(BASE_SLOTS):
            if (s.base[pillar][slot] != NONE) != (slot < s.base_count[pillar]):
                return 4
        if s.season != Season.SPRING and s.base_count[pillar] > 0:
            return 4
        if not is_filled(s, pillar):
            empty += 1
            if s.season == Season.SPRING or s.season == Season.SETUP or (s.emptied >> pillar) & 1 == 0:
                return 4
        elif (s.emptied >> pillar) & 1 != 0:
            return 14
    if actions > COLOURS * BASE_SLOTS:
        return 5
    picked = 0
    if s.phase == Phase.PICK:
        picked = s.seats - 1 - s.turn
    elif s.season >= Season.SUMMER:
        picked = s.seats
    return 0 if empty == picked and popcount(s.emptied) == picked else 14


@rule
def check_stacks(s: State) -> int:
    """Every tile and card in one place."""
    prices = 0
    for space in range(SIDES):
        if (prices >> s.price[space]) & 1 != 0 or s.rotation[space] < 0 or s.rotation[space] >= SIDES:
            return 7
        prices |= 1 << s.price[space]
    if s.rotation[Space.CENTRAL] != 0 or prices & s.spent != 0:
        return 7
    if s.stack_count > 0:
        top = s.stack[s.stack_count - 1]
        if top < 0 or ((prices | s.spent) >> top) & 1 != 0:
            return 7
    under = max(s.stack_count - 1, 0)  # under the top, which everybody sees; two more lie in the box
    if not is_deal(s.stack, under, s.stack_count, hidden_prices(s), under + 2):
        return 7
    if not is_deal(s.tile_stack, s.tile_count, s.tile_count, hidden_tiles(s), s.tile_count):
        return 8
    if not is_deal(s.fish_stack, s.fish_count, s.fish_count, hidden_fish(s), s.fish_count):
        return 8
    if not is_deal(s.hunting_deck, s.hunting_count, s.hunting_count, hidden_hunts(s), s.hunting_count):
        return 8
    count = s.ceremony_count
    return 0 if is_deal(s.ceremony_deck, count, count, hidden_cards(s), count) else 8


@rule
def is_deal(row: Row[int], count: int, empty: int, pool: int, size: int) -> bool:
    """Whether the first cards of a row are different members of a set of the given size, and
    nothing lies from the first empty place on."""
    if popcount(pool) != size:
        return False
    left = pool
    for i in range(len(row)):
        if i >= empty and row[i] != NONE:
            return False
        if i < count:
            if row[i] < 0 or (left >> row[i]) & 1 == 0:
                return False
            left &= ~(1 << row[i])
    return True


@rule
def check_course(s: State, box: Box) -> int:
    """Order, seasons, pending decisions, the sum of the points."""
    seen = 0
    for turn in range(s.seats):
        seen |= 1 << s.order[turn]
    if seen != (1 << s.seats) - 1:
        return 13
    seen = 0
    for i in range(SEATS):
        if (s.track[i] != NONE) != (i < s.track_count):
            return 13
        if s.track[i] != NONE:
            if (seen >> s.track[i]) & 1 != 0:
                return 13
            seen |= 1 << s.track[i]
    if s.movement < 0 or (s.movement != 0 and s.season != Season.AUTUMN):
        return 12
    if s.over == 0 and s.player != s.order[s.turn]:
        return 13
    if is_resting(s) and (s.target != NONE or s.amount != 0 or s.camp != NONE or s.dancers != 0 or s.back != NONE):
        return 15
    if (s.back != NONE) != is_behind_door(s) or s.looks < 0 or s.looks > LOOKS:
        return 15
    if s.round < 1 or s.round > box.rounds or (s.over != 0 and s.round != box.rounds):
        return 17
    for seat in range(s.seats):
        points = 0
        for piece in range(PARTS):
            points += part(s, box, seat, piece)
        if points != total(s, box, seat):
            return 17
    return 0


@rule
def is_behind_door(s: State) -> bool:
    """Whether a free action is being chosen, and another decision waits."""
    return s.phase in (
        Phase.DEVELOP, Phase.TURN_TILE, Phase.BUY_RESOURCE, Phase.BUY_MARKER, Phase.RETURN_CUBE,
    )  # fmt: skip


@rule
def is_resting(s: State) -> bool:
    """Whether the decision is the first of a sequence, with nothing half made."""
    return s.phase in (
        Phase.WEATHER, Phase.SHAMANS, Phase.SPRING, Phase.PILLAR, Phase.AFTER, Phase.PICK, Phase.SUMMER,
        Phase.AUTUMN, Phase.FINAL,
    )  # fmt: skip
