"""Why not, before the first round and in phase 1: who is at home, what is in reach, what it costs."""

from __future__ import annotations

from firstfire.kernel.presentation.why_not import Reason

from ...actions import (
    CELL,
    COUPLE,
    CRAFT,
    FREE_GOODS,
    HUNT_HUNTERS,
    MEMBER,
    PARTNER_MEMBER,
    PARTY,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
    PLACE_OF_HUT,
    QUARRY,
    TOOLS_OWNED,
    TRACK,
)
from ...box import Box
from ...rules.clan import built_homes, own_chiefs, own_hunters
from ...rules.common import place_of_hut
from ...rules.ground import bit, expeditions, species_at
from ...rules.programming import birth_options, free_slots, has_order, journey_options, partner_options, tools_for
from ...state import (
    CHIEF_STRENGTH,
    HABITAT_PLACES,
    LEVELS,
    NONE,
    Clan,
    Good,
    Hut,
    Job,
    Member,
    Shows,
    State,
    Track,
)
from .common import (
    away,
    beyond_quota,
    beyond_range,
    held,
    next_level,
    orders_of,
    own,
    quarry,
    taken_slot,
)


def pick(s: State, box: Box, good: int) -> Reason | None:
    """DG-V1 step 3: the kinds that are given."""
    return None if box.free_kinds[good] else Reason("not_offered", "DG-V1", goods=(FREE_GOODS, 0))


def learn(s: State, box: Box, track: int) -> Reason | None:
    """DG-V1 step 4: one upgrade that can be paid."""
    return next_level(s, box, track, "DG-V1")


def habitat(s: State, box: Box, member: int) -> Reason | None:
    """DG-A1: a place to build on, a member, Tool and Fur or Scarcity."""
    clan = own(s)
    if built_homes(clan) + clan.builders >= HABITAT_PLACES:
        return Reason("no_place", "DG-A1")
    return away(s, member) or beyond_quota(s, box, Job.HABITAT)


def one_or_two(placed: int, chiefs: int, member: int, limit: str, second: str, rule: str) -> Reason | None:
    """DG-B1, DG-F1: one placement a round, a second if one of the two is the Chief."""
    if placed == 0 or (placed == 1 and (chiefs > 0 or member == Member.CHIEF)):
        return None
    return Reason(second, "R38") if placed == 1 else Reason(limit, rule)


def craft(s: State, box: Box, place: int, member: int) -> Reason | None:
    """DG-B1: a visible Craft without a member."""
    clan = own(s)
    if s.craft[place] == NONE:
        return Reason("no_craft", "DG-B1", place=place + 1)
    if (s.crafting >> place) & 1:
        return Reason("craft_taken", "DG-B1", craft=(CRAFT, s.craft[place]))
    again = one_or_two(clan.crafts, clan.craft_chiefs, member, "craft_limit", "second_craft", "DG-B1")
    return again or away(s, member) or beyond_quota(s, box, Job.CRAFT)


def birth(s: State, box: Box, couple: int) -> Reason | None:
    """DG-C1: two members, once a round, for a Hunter-Gatherer of the reserve."""
    clan = own(s)
    if has_order(clan, Job.BIRTH):
        return Reason("birth_planned", "DG-C1")
    if clan.reserve <= clan.promised:
        return Reason("no_reserve", "R10")
    return None if (birth_options(s) >> couple) & 1 else Reason("not_both_home", "DG-C1", couple=(COUPLE, couple))


def go(s: State, box: Box, cell: int) -> Reason | None:
    """DG-X3 to DG-X5: a tile in reach, free, with something to bring home."""
    journey = bit(own(s).journey) if own(s).journey_round == s.round else 0
    closed = beyond_range(s, box, cell, journey) or held(s, cell)
    if closed is None and (expeditions(s) >> cell) & 1:
        closed = Reason("expedition_there", "DG-X4", cell=(CELL, cell))
    return closed or nothing_to_bring(s, box, cell) or beyond_quota(s, box, Job.HARVEST)


def nothing_to_bring(s: State, box: Box, cell: int) -> Reason | None:
    """DG-X5, DG-E1: an animal that those at home can hunt, or a resource that is left."""
    species, clan = species_at(s, cell), own(s)
    if species == NONE:
        if (s.ripe >> cell) & 1:
            return None
        worn = box.shows[s.tile[cell]] >= Shows.WOOD
        return Reason("exhausted" if worn else "nothing_there", "R3", cell=(CELL, cell))
    reach = clan.hunters + CHIEF_STRENGTH * clan.chiefs + clan.goods[Good.TOOL]
    if reach >= box.min_mastery[species] and clan.hunters + clan.chiefs >= box.min_members[species]:
        return None
    mastery = box.min_mastery[species]
    return Reason("weak_clan", "DG-E1", mastery=mastery, reach=reach, **quarry(box, species))


def party(s: State, box: Box, party: int) -> Reason | None:
    """DG-D1, R2: who is at home, Tools that are owned, so many components."""
    clan, tools = own(s), PARTY_TOOLS[party]
    people = PARTY_HUNTERS[party] + PARTY_SHAMAN[party]
    if people + CHIEF_STRENGTH * PARTY_CHIEFS[party] + tools > box.components:
        return Reason("components", "DG-D1", most=box.components)
    present = PARTY_HUNTERS[party] <= clan.hunters and PARTY_CHIEFS[party] <= clan.chiefs
    if not present or PARTY_SHAMAN[party] > clan.shaman:
        return Reason("party_away", "DG-1.2", party=(PARTY, party))
    return few_tools(clan, tools)


def few_tools(clan: Clan, tools: int) -> Reason | None:
    """R2: Tools that go along must be owned."""
    have = clan.goods[Good.TOOL]
    return None if tools <= have else Reason("few_tools", "R2", tools=(TOOLS_OWNED, tools), have=have)


def hunt(s: State, box: Box, band: int) -> Reason | None:
    """DG-E1: members at home, enough of them, and strong enough with all Tools."""
    clan, species = own(s), species_at(s, s.cell)
    chiefs, hunters = divmod(band, HUNT_HUNTERS)
    if chiefs > clan.chiefs:
        return Reason("not_home", "DG-1.2", member=(MEMBER, Member.CHIEF))
    if hunters > clan.hunters:
        return Reason("not_home", "DG-1.2", member=(MEMBER, Member.HUNTER))
    if hunters + chiefs < box.min_members[species]:
        return Reason("few_members", "DG-E1", **quarry(box, species))
    if tools_for(box, species, chiefs, hunters) <= clan.goods[Good.TOOL]:
        return None
    mastery, reach = box.min_mastery[species], hunters + CHIEF_STRENGTH * chiefs + clan.goods[Good.TOOL]
    return Reason("weak", "DG-E1", quarry=(QUARRY, species), mastery=mastery, reach=reach)


def fresco(s: State, box: Box, slot: int, member: int) -> Reason | None:
    """DG-F1: a free slot, a member, Tool and Fur or Scarcity."""
    clan = own(s)
    again = one_or_two(clan.paintings, clan.painting_chiefs, member, "painting_limit", "second_painting", "DG-F1")
    return taken_slot(s, slot) or again or away(s, member) or beyond_quota(s, box, Job.FRESCO)


def capacity(s: State, box: Box, track: int, member: int) -> Reason | None:
    """DG-G1 to DG-G3: one member on each track; Range and Transport not at the last level."""
    clan = own(s)
    if track != Track.TOOLS and clan.levels[track] == LEVELS - 1:
        return Reason("top_level", "R8", track=(TRACK, track))
    if any(order.place == track for order in orders_of(clan, Job.CAPACITY)):
        return Reason("track_taken", "DG-G1", track=(TRACK, track))
    return away(s, member)


def hut(s: State, box: Box, location: int) -> Reason | None:
    """DG-H0a: the Shaman, on a free location that the clan has not used."""
    clan, called = own(s), (PLACE_OF_HUT, place_of_hut(s, location))
    if clan.shaman == 0:
        return Reason("shaman_away", "DG-H0a")
    if s.solo.no_hut != 0:
        return Reason("hut_closed", "DG-H0a")
    if (clan.hut >> location) & 1:
        return Reason("hut_used", "DG-H0b", location=called)
    if (s.hut >> location) & 1:
        return Reason("hut_taken", "DG-H0a", location=called)
    return no_use_of_hut(s, location)


def no_use_of_hut(s: State, location: int) -> Reason | None:
    """R8: a slot to mark, a tile for the token, somebody to be born and a partner."""
    clan = own(s)
    if location == Hut.PERFECT_PAINTING and free_slots(s) == 0:
        return Reason("no_slots", "R8")
    if location == Hut.LONG_JOURNEY and journey_options(s) == 0:
        return Reason("no_tile", "R8")
    if location == Hut.TWINS and clan.reserve <= clan.promised:
        return Reason("no_reserve", "R10")
    if location == Hut.TWINS and own_hunters(s, clan) + own_chiefs(s, clan) == 0:
        return Reason("no_partner", "DG-H6")
    return None


def mark(s: State, box: Box, slot: int) -> Reason | None:
    """DG-H1: a free slot."""
    return taken_slot(s, slot)


def partner(s: State, box: Box, member: int) -> Reason | None:
    """DG-H6, R39: a member of the clan who is at home."""
    there = (partner_options(s) >> member) & 1
    return None if there else Reason("not_home", "DG-H6", member=(PARTNER_MEMBER, member))
