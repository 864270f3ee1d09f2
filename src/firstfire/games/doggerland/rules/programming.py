"""Phase 1: each clan in turn sends members to one action, or passes (DG-1)."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    BANDS,
    BUILDER_SENT,
    COUPLE_SENT,
    CRAFTER_SENT,
    HUNT_HUNTERS,
    HUNTERS_SENT,
    MARKED,
    MEMBER_KINDS,
    PACK_TOOLS,
    PAINTER_SENT,
    PARTIES,
    PARTNERED,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SENT,
    PARTY_SHAMAN,
    PARTY_TOOLS,
    PUPIL_SENT,
    SHAMAN_SENT,
    TOKEN_LAID,
    ground_of,
)
from ..box import Box
from ..state import (
    ANIMALS,
    CHIEF_STRENGTH,
    CRAFT_PLACES,
    HABITAT_PLACES,
    HUT,
    LEVELS,
    LINES,
    NONE,
    SLOTS,
    TRACKS,
    Clan,
    Good,
    Hut,
    Job,
    Member,
    OptionPlace,
    Phase,
    State,
    Step,
    Track,
)
from .clan import (
    built_homes,
    missing,
    own_chiefs,
    own_hunters,
    pay_programming,
    send_chiefs,
    send_hunters,
    spend,
    tolerates,
    who_is_home,
)
from .common import place_of_hut, slot_species
from .ground import big_game, bit, expeditions, owned_by_others, range_of, species_at, within

COUPLE_HUNTERS = (2, 1, 1, 0)
COUPLE_CHIEFS = (0, 1, 0, 1)
COUPLE_SHAMAN = (0, 0, 1, 1)


@rule
def end_turn(s: State) -> None:
    """DG-1.1: the next clan programs."""
    s.step = Step.NEXT_TURN


@rule
def new_order(clan: Clan, job: int, place: int) -> int:
    """Write down a programmed action; its number."""
    order = clan.orders[clan.order_count]
    order.job = job
    order.place = place
    clan.order_count += 1
    return clan.order_count - 1


@rule
def send_member(s: State, clan: Clan, number: int, member: int) -> None:
    """DG-1.2: one member leaves home for an action."""
    order = clan.orders[number]
    if member == Member.HUNTER:
        send_hunters(s, clan, 1)
        order.hunters = 1
    elif member == Member.CHIEF:
        send_chiefs(s, clan, 1)
        order.chiefs = 1
    else:
        clan.shaman -= 1
        order.shaman = 1


# --- A: Habitat


@rule
def habitat_options(s: State, box: Box) -> int:
    """DG-A1, R8: one member; there must be a place left to build on."""
    clan = s.clans[s.player]
    if built_homes(clan) + clan.builders >= HABITAT_PLACES:
        return 0
    return who_is_home(clan) if tolerates(s, s.player, missing(s, box, s.player, Job.HABITAT)) else 0


@rule
def send_builder(s: State, box: Box, member: int) -> None:
    """DG-A1: a member goes to the building zone."""
    clan = s.clans[s.player]
    send_member(s, clan, new_order(clan, Job.HABITAT, 0), member)
    clan.builders += 1
    note(s, BUILDER_SENT, s.player, member)
    pay_programming(s, box, s.player, Job.HABITAT)


# --- B: Craft


@rule
def second_needs_chief(home: int, placed: int, chiefs: int) -> int:
    """DG-B1, DG-F1, R38: one placement a round; a second one if one of the two is the Chief."""
    if placed == 0 or (placed == 1 and chiefs > 0):
        return home
    if placed == 1:
        return home & (1 << Member.CHIEF)
    return 0


@rule
def craft_options(s: State, box: Box) -> int:
    """DG-B1: one member on a visible Craft tile without a member."""
    clan = s.clans[s.player]
    who = second_needs_chief(who_is_home(clan), clan.crafts, clan.craft_chiefs)
    if who == 0 or not tolerates(s, s.player, missing(s, box, s.player, Job.CRAFT)):
        return 0
    options = 0
    for place in range(CRAFT_PLACES):
        if s.craft[place] != NONE and (s.crafting >> place) & 1 == 0:
            options |= who << (MEMBER_KINDS * place)
    return options


@rule
def send_crafter(s: State, box: Box, place: int, member: int) -> None:
    """DG-B1, DG-B3: a Tool, never a Fur."""
    clan = s.clans[s.player]
    send_member(s, clan, new_order(clan, Job.CRAFT, place), member)
    s.crafting |= 1 << place
    clan.crafts += 1
    if member == Member.CHIEF:
        clan.craft_chiefs += 1
    note(s, CRAFTER_SENT, s.player, s.craft[place], member)
    pay_programming(s, box, s.player, Job.CRAFT)


# --- C: Birth


@rule
def birth_options(s: State) -> int:
    """DG-C1, R7, R8, R10: two members, once a round, for a Hunter-Gatherer of the reserve not yet promised."""
    clan = s.clans[s.player]
    if clan.reserve <= clan.promised or has_order(clan, Job.BIRTH):
        return 0
    hunters = own_hunters(s, clan)
    chiefs = own_chiefs(s, clan)
    options = 0
    for couple in range(4):
        present = hunters >= COUPLE_HUNTERS[couple] and chiefs >= COUPLE_CHIEFS[couple]
        if present and clan.shaman >= COUPLE_SHAMAN[couple]:
            options |= 1 << couple
    return options


@rule
def has_order(clan: Clan, job: int) -> bool:
    """Whether the clan has programmed this action (in this round)."""
    found = False
    for i in range(clan.order_count):
        found = found or clan.orders[i].job == job
    return found


@rule
def send_couple(s: State, couple: int) -> None:
    """DG-C1: two members on the reproduction place."""
    clan = s.clans[s.player]
    order = clan.orders[new_order(clan, Job.BIRTH, 0)]
    order.hunters = COUPLE_HUNTERS[couple]
    order.chiefs = COUPLE_CHIEFS[couple]
    order.shaman = COUPLE_SHAMAN[couple]
    clan.hunters -= order.hunters
    clan.chiefs -= order.chiefs
    clan.shaman -= order.shaman
    clan.promised += 1
    note(s, COUPLE_SENT, s.player, couple)


# --- D, E: expeditions


@rule
def target_options(s: State, box: Box) -> int:
    """DG-X3, DG-X4, DG-X5, DG-X8, R3, R4: the tiles an expedition can be sent to; a harvest costs what a hunt costs."""
    clan = s.clans[s.player]
    if not tolerates(s, s.player, missing(s, box, s.player, Job.HARVEST)):
        return 0
    reach = within(s, clan.village, range_of(s, box, s.player))
    if clan.journey_round == s.round:
        reach |= bit(clan.journey)
    free = reach & ~owned_by_others(s, s.player) & ~expeditions(s)
    wanted = 0
    if clan.hunters + clan.chiefs + clan.shaman > 0:
        wanted = s.ripe & ~big_game(s)
    for species in range(ANIMALS):
        if can_hunt(clan, box, species):
            wanted |= s.herd[species]
    return free & wanted


@rule
def can_hunt(clan: Clan, box: Box, species: int) -> bool:
    """DG-E1: whether all who are at home, with all Tools, would be enough."""
    strong = clan.hunters + CHIEF_STRENGTH * clan.chiefs + clan.goods[Good.TOOL] >= box.min_mastery[species]
    return strong and clan.hunters + clan.chiefs >= box.min_members[species]


@rule
def choose_target(s: State, cell: int) -> None:
    """DG-X1, DG-X5, DG-D6: an animal makes it a hunt, else it is a harvest. Then: who goes?"""
    s.cell = cell
    s.phase = Phase.HUNTERS if species_at(s, cell) != NONE else Phase.PARTY


@rule
def party_options(s: State, box: Box) -> int:
    """DG-D1, DG-X2: at most three components (the Chief is two), at least one member; Tools must be owned (R2)."""
    clan = s.clans[s.player]
    options = 0
    for party in range(PARTIES):
        hunters = PARTY_HUNTERS[party]
        chiefs = PARTY_CHIEFS[party]
        tools = PARTY_TOOLS[party]
        shaman = PARTY_SHAMAN[party]
        enough = hunters <= clan.hunters and chiefs <= clan.chiefs and shaman <= clan.shaman
        pieces = hunters + CHIEF_STRENGTH * chiefs + shaman + tools
        if enough and tools <= clan.goods[Good.TOOL] and pieces <= box.components:
            options |= 1 << party
    return options


@rule
def send_party(s: State, box: Box, party: int) -> None:
    """DG-D, DG-X8: the harvesters set out with their Tools; one Fur for the group in the cold."""
    clan = s.clans[s.player]
    tile = s.tile[s.cell]
    note(s, PARTY_SENT, s.player, s.cell, party, ground_of(box.shows[tile], box.quantity[tile]))
    set_out(s, clan, Job.HARVEST, PARTY_HUNTERS[party], PARTY_CHIEFS[party], PARTY_TOOLS[party])
    clan.orders[clan.order_count - 1].shaman = PARTY_SHAMAN[party]
    clan.shaman -= PARTY_SHAMAN[party]
    pay_programming(s, box, s.player, Job.HARVEST)


@rule
def hunt_options(s: State, box: Box, cell: int) -> int:
    """DG-E1, R12: any number of Hunter-Gatherers and Chiefs, no Shaman; just the Tools that are needed."""
    clan = s.clans[s.player]
    species = species_at(s, cell)
    options = 0
    for chiefs in range(clan.chiefs + 1):
        for hunters in range(clan.hunters + 1):
            strong = hunters + CHIEF_STRENGTH * chiefs + clan.goods[Good.TOOL] >= box.min_mastery[species]
            if strong and hunters + chiefs >= box.min_members[species]:
                options |= 1 << (HUNT_HUNTERS * chiefs + hunters)
    return options


@rule
def band_options(s: State, box: Box) -> int:
    """The hunts that can set out to the tile just chosen."""
    return hunt_options(s, box, s.cell)


@rule
def tools_for(box: Box, species: int, chiefs: int, hunters: int) -> int:
    """DG-E1: the Tools that make up what the Mastery of a band lacks."""
    return max(0, box.min_mastery[species] - hunters - CHIEF_STRENGTH * chiefs)


@rule
def send_hunting_party(s: State, box: Box, band: int) -> None:
    """DG-E1: the hunters set out; Tools make up what their Mastery lacks."""
    clan = s.clans[s.player]
    chiefs = band // HUNT_HUNTERS
    hunters = band % HUNT_HUNTERS
    species = species_at(s, s.cell)
    tools = tools_for(box, species, chiefs, hunters)
    note(s, HUNTERS_SENT, s.player, s.cell, BANDS * min(tools, PACK_TOOLS - 1) + band, species)
    set_out(s, clan, Job.HUNT, hunters, chiefs, tools)
    pay_programming(s, box, s.player, Job.HUNT)


@rule
def set_out(s: State, clan: Clan, job: int, hunters: int, chiefs: int, tools: int) -> None:
    """DG-X1: one group, one tile; it is never changed afterwards."""
    order = clan.orders[new_order(clan, job, s.cell)]
    order.hunters = hunters
    order.chiefs = chiefs
    order.tools = tools
    send_hunters(s, clan, hunters)
    send_chiefs(s, clan, chiefs)
    spend(clan, Good.TOOL, tools)
    clan.afield |= 1 << s.cell
    s.cell = 0


# --- F: Fresco


@rule
def free_slots(s: State) -> int:
    """DG-F1: slots of face-up Fresco tiles without cube, member or Shaman token."""
    slots = 0
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] == 0:
            slots |= 1 << slot
    return slots & ~s.sketched


@rule
def fresco_options(s: State, box: Box) -> int:
    """DG-F1: one member on a free slot; the animal need not be in memory yet."""
    clan = s.clans[s.player]
    who = second_needs_chief(who_is_home(clan), clan.paintings, clan.painting_chiefs)
    if who == 0 or not tolerates(s, s.player, missing(s, box, s.player, Job.FRESCO)):
        return 0
    free = free_slots(s)
    options = 0
    for slot in range(SLOTS):
        if (free >> slot) & 1 != 0:
            options |= who << (MEMBER_KINDS * slot)
    return options


@rule
def send_painter(s: State, box: Box, slot: int, member: int) -> None:
    """DG-F1: a member stands before the wall."""
    clan = s.clans[s.player]
    send_member(s, clan, new_order(clan, Job.FRESCO, slot), member)
    s.sketched |= 1 << slot
    clan.paintings += 1
    if member == Member.CHIEF:
        clan.painting_chiefs += 1
    note(s, PAINTER_SENT, s.player, slot, member, slot_species(s, box, slot))
    pay_programming(s, box, s.player, Job.FRESCO)


# --- G: capacities


@rule
def capacity_options(s: State) -> int:
    """DG-G1 to DG-G3, R8: one member on each track a round; Range and Transport not at the last level."""
    clan = s.clans[s.player]
    taken = 0
    for i in range(clan.order_count):
        if clan.orders[i].job == Job.CAPACITY:
            taken |= 1 << clan.orders[i].place
    who = who_is_home(clan)
    options = 0
    for track in range(TRACKS):
        finished = track != Track.TOOLS and clan.levels[track] == LEVELS - 1
        if not finished and (taken >> track) & 1 == 0:
            options |= who << (MEMBER_KINDS * track)
    return options


@rule
def send_pupil(s: State, track: int, member: int) -> None:
    """DG-G1 to DG-G3: no programming cost."""
    clan = s.clans[s.player]
    send_member(s, clan, new_order(clan, Job.CAPACITY, track), member)
    note(s, PUPIL_SENT, s.player, track, member)


# --- H: the Shaman hut


@rule
def hut_options(s: State) -> int:
    """DG-H0a, R8, R57: the Shaman, on a location without Shaman, where the clan has no cube yet."""
    clan = s.clans[s.player]
    if clan.shaman == 0 or s.solo.no_hut != 0:
        return 0
    options = ((1 << HUT) - 1) & ~clan.hut & ~s.hut
    if free_slots(s) == 0:
        options &= ~(1 << Hut.PERFECT_PAINTING)
    if journey_options(s) == 0:
        options &= ~(1 << Hut.LONG_JOURNEY)
    if clan.reserve <= clan.promised or own_hunters(s, clan) + own_chiefs(s, clan) == 0:
        options &= ~(1 << Hut.TWINS)
    return options


@rule
def send_shaman(s: State, location: int) -> bool:
    """DG-H0a: the Shaman goes to the hut; H1 wants a slot, H6 a partner, with the variant (DG-V3) H2 a tile.
    Whether nothing is left to choose."""
    clan = s.clans[s.player]
    clan.orders[new_order(clan, Job.SHAMAN_HUT, location)].shaman = 1
    clan.shaman -= 1
    s.hut |= 1 << location
    note(s, SHAMAN_SENT, s.player, place_of_hut(s, location))
    if location == Hut.PERFECT_PAINTING:
        s.phase = Phase.MARK
    elif location == Hut.TWINS:
        s.phase = Phase.PARTNER
    elif location == Hut.LONG_JOURNEY and s.options[OptionPlace.JOURNEY] != 0:
        s.phase = Phase.JOURNEY
    return s.phase == Phase.PROGRAM


@rule
def mark_slot(s: State, box: Box, slot: int) -> None:
    """DG-H1: a Shaman token on a free slot, free of charge (`marked_slot` reads it)."""
    clan = s.clans[s.player]
    clan.orders[clan.order_count - 1].tools = slot
    s.sketched |= 1 << slot
    note(s, MARKED, s.player, slot, slot_species(s, box, slot))


@rule
def journey_options(s: State) -> int:
    """DG-H2, R16: any tile without enemy Village, Megalith or Shaman token, at any distance."""
    return s.land & ~owned_by_others(s, s.player)


@rule
def lay_token(s: State, cell: int) -> None:
    """DG-H2, R15: the token serves, and keeps others away, until the end of the next round."""
    clan = s.clans[s.player]
    clan.journey = cell
    clan.journey_round = s.round + 1
    note(s, TOKEN_LAID, s.player, cell)


@rule
def partner_options(s: State) -> int:
    """DG-H6: one other member: a Hunter-Gatherer or the Chief."""
    clan = s.clans[s.player]
    options = 0
    if own_hunters(s, clan) > 0:
        options |= 1 << Member.HUNTER
    if own_chiefs(s, clan) > 0:
        options |= 1 << Member.CHIEF
    return options


@rule
def add_partner(s: State, member: int) -> None:
    """DG-H6, R10: the partner joins the Shaman; two Hunter-Gatherers are promised, or one if no more are left."""
    clan = s.clans[s.player]
    order = clan.orders[clan.order_count - 1]
    if member == Member.HUNTER:
        clan.hunters -= 1
        order.hunters = 1
    else:
        clan.chiefs -= 1
        order.chiefs = 1
    clan.promised += min(2, clan.reserve - clan.promised)
    note(s, PARTNERED, s.player, member)
