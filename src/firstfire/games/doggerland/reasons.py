"""Why an action is not legal: one question for each kind of action, answered from the table as the player sees it.

Plain Python over a redacted record: what is asked here is what the `*_options` of the rules ask, one condition
after another, so that the first one that fails can be told. `ANSWERS` says in which phases a kind of action is
asked for and who answers; in any other phase it is not its moment (NOT_NOW).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firstfire.kernel.domain import SEAT, Domain
from firstfire.kernel.reasons import NOT_NOW, Reason
from firstfire.kernel.record import Row

from .actions import (
    ACTIONS,
    BARTER_GOOD,
    BEDS,
    CARRY_GOODS,
    CARRY_KINDS,
    CELL,
    COUPLE,
    CRAFT,
    CRAFT_PRICE,
    EVENT_PRICE,
    FREE_GOODS,
    GOOD,
    HOME_PRICE,
    HUNT_HUNTERS,
    HUT_PRICE,
    LEVEL_PRICE,
    MEAL,
    MEMBER,
    MEMBERS,
    OFFERING,
    PAIR,
    PARTNER_MEMBER,
    PARTY,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
    PILE,
    PLACE_OF_HUT,
    PRICE,
    QUARRY,
    RESOLVE_FRESCO,
    RESOLVE_HUT,
    SCARCITY,
    SLOT,
    TOOLS_OWNED,
    TRACK,
    WORK_PRICE,
    meal_of,
    pile_of,
)
from .box import Box
from .clan import beds, built_homes, members, missing, own_chiefs, own_hunters, tolerates, who_is_home
from .ground import big_game, bit, expeditions, owned_by_others, range_of, rivals_on, species_at, within
from .hut import (
    VILLAGE_STEPS,
    asks_offering,
    barter_options,
    megalith_options,
    offering_options,
    swap_options,
    take_options,
)
from .naming import work_price
from .programming import birth_options, free_slots, has_order, journey_options, partner_options, tools_for
from .resolution import RECIPES, can_pay_home, carry_options, find_order, home_price, raise_options
from .rivals import PLAYER, animals_in_reserve
from .rounds import feed_options, food_needed
from .solo import DISCARDABLE, PRICES, can_repair, card_of, lose_options, price_options
from .state import (
    GOODS,
    HABITAT_PLACES,
    LEVELS,
    LINES,
    NONE,
    Clan,
    Good,
    Home,
    Hut,
    Job,
    Member,
    OptionPlace,
    Order,
    Phase,
    Shows,
    Spot,
    State,
    Track,
)
from .works import place_of_hut, slot_species

Answer = Callable[..., Reason | None]  # of the record, the box and the values of the action


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """Why the player to act may not do this now; None for what is legal."""
    name, values = ACTIONS.values(action)
    if name == "give_up":
        return give_up(view)
    phases, answer = ANSWERS[name]
    if view.phase not in phases:
        return NOT_NOW
    return answer(view, box, **values) if answer is not None else None


def own(s: State) -> Clan:
    """The clan to act."""
    return s.clans[s.player]


def give_up(s: State) -> Reason | None:
    """8.5: a lone player, where the table has it."""
    if s.seats > 1:
        return Reason("give_up_alone", "8.5")
    return None if s.options[OptionPlace.GIVING_UP] != 0 else Reason("give_up_off", "8.5")


# ── what several kinds of action ask ─────────────────────────────────────────────────────────────


def away(s: State, member: int) -> Reason | None:
    """DG-1.2: only members at home."""
    return None if (who_is_home(own(s)) >> member) & 1 else Reason("not_home", "DG-1.2", member=(MEMBER, member))


def beyond_quota(s: State, box: Box, job: int) -> Reason | None:
    """R49: in a solo game nothing that needs Scarcity beyond the quota."""
    units = missing(s, box, s.player, job)
    if tolerates(s, s.player, units):
        return None
    return Reason("quota", "R49", scarcity=(SCARCITY, units), quota=s.solo.quota)


def lacks(clan: Clan, price: Row[int] | Sequence[int], cost: tuple[Domain, int], rule: str) -> Reason | None:
    """What of a price is missing, the first kind of it."""
    for good in range(GOODS):
        short = price[good] - clan.goods[good]
        if short > 0:
            return Reason("lacks", rule, cost=cost, lack=(PILE, pile_of(short, good)))
    return None


def no_land(s: State, cell: int) -> Reason | None:
    """A tile lies there."""
    return None if (s.land >> cell) & 1 else Reason("no_land", "DG-2", cell=(CELL, cell))


def far(s: State, cell: int, reach: int, reason: Reason) -> Reason | None:
    """Whether there is land, and near enough."""
    return no_land(s, cell) or (None if (reach >> cell) & 1 else reason)


def beyond_range(s: State, box: Box, cell: int, also: int = 0) -> Reason | None:
    """DG-X3, DG-H3: land within Range (or among some other tiles)."""
    steps = range_of(s, box, s.player)
    reach = within(s, own(s).village, steps) | also
    return far(s, cell, reach, Reason("too_far", "DG-X3", cell=(CELL, cell), range=steps))


def held(s: State, cell: int) -> Reason | None:
    """DG-X4, R16, R32: no piece of another clan, no rival."""
    if (rivals_on(s) >> cell) & 1:
        return Reason("rival_there", "R32", cell=(CELL, cell))
    if (owned_by_others(s, s.player) >> cell) & 1 == 0:
        return None
    for seat in range(s.seats):
        clan = s.clans[seat]
        if seat != s.player and ((bit(clan.village) | clan.megaliths | bit(clan.journey)) >> cell) & 1:
            return Reason("held", "DG-X4", cell=(CELL, cell), seat=(SEAT, seat))
    return None


def taken_slot(s: State, slot: int) -> Reason | None:
    """DG-F1: a slot that is face up, without cube, member or token."""
    if slot >= LINES * s.fresco_up:
        return Reason("slot_hidden", "DG-F1")
    if s.cubes[slot] != 0:
        return Reason("slot_painted", "DG-F1", slot=(SLOT, slot))
    return Reason("slot_taken", "DG-F1", slot=(SLOT, slot)) if (s.sketched >> slot) & 1 else None


def quarry(box: Box, species: int) -> dict[str, tuple[Domain, int]]:
    """An animal and the members its hunt takes."""
    return {"quarry": (QUARRY, species), "members": (MEMBERS, box.min_members[species])}


# ── before the first round ───────────────────────────────────────────────────────────────────────


def pick(s: State, box: Box, good: int) -> Reason | None:
    """7.1 step 3: the kinds that are given."""
    return None if box.free_kinds[good] else Reason("not_offered", "7.1", goods=(FREE_GOODS, 0))


def next_level(s: State, box: Box, track: int, rule: str) -> Reason | None:
    """DG-G1 to DG-G3: one level up, if there is one and it can be paid."""
    level = own(s).levels[track]
    if level == LEVELS - 1:
        return Reason("top_level", rule, track=(TRACK, track))
    return lacks(own(s), box.learn_cost[track][level + 1], (LEVEL_PRICE, LEVELS * track + level + 1), rule)


def learn(s: State, box: Box, track: int) -> Reason | None:
    """7.1 step 4: one upgrade that can be paid."""
    return next_level(s, box, track, "7.1")


# ── phase 1 ──────────────────────────────────────────────────────────────────────────────────────


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
    reach = clan.hunters + 2 * clan.chiefs + clan.goods[Good.TOOL]
    if reach >= box.min_mastery[species] and clan.hunters + clan.chiefs >= box.min_members[species]:
        return None
    mastery = box.min_mastery[species]
    return Reason("weak_clan", "DG-E1", mastery=mastery, reach=reach, **quarry(box, species))


def party(s: State, box: Box, party: int) -> Reason | None:
    """DG-D1, R2: who is at home, Tools that are owned, so many components."""
    clan, tools = own(s), PARTY_TOOLS[party]
    people = PARTY_HUNTERS[party] + PARTY_SHAMAN[party]
    if people + 2 * PARTY_CHIEFS[party] + tools > box.components:
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
    mastery, reach = box.min_mastery[species], hunters + 2 * chiefs + clan.goods[Good.TOOL]
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


def orders_of(clan: Clan, job: int) -> list[Order]:
    """The programmed actions of a kind."""
    return [clan.orders[i] for i in range(clan.order_count) if clan.orders[i].job == job]


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


# ── phase 3 ──────────────────────────────────────────────────────────────────────────────────────

NOT_SENT = Reason("not_programmed", "DG-3.1")


def resolve_habitat(s: State, box: Box, builder: int) -> Reason | None:
    """DG-A2, DG-A3: a builder, the goods for a Habitat, and a place for it."""
    clan = own(s)
    if not any((order.chiefs > 0) == bool(builder) for order in orders_of(clan, Job.HABITAT)):
        return NOT_SENT
    if raise_options(s, box, builder) != 0:
        return None
    kinds = range(Home.SIMPLE, Home.PRESTIGIOUS + 1)
    home = next((home for home in kinds if can_pay_home(clan, box, home, builder)), Home.SIMPLE)
    return raise_home_on(s, box, home, Spot.SHELTER, builder)


def raise_home_on(s: State, box: Box, home: int, spot: int, chiefs: int) -> Reason | None:
    """DG-A2, DG-A3, R9: the goods, the place, and beds enough afterwards."""
    clan, chief = own(s), min(1, chiefs)
    price = [home_price(box, home, good, chiefs) for good in range(GOODS)]
    short = lacks(clan, price, (HOME_PRICE, 2 * chief + home - Home.SIMPLE), "DG-A2")
    if short is not None:
        return short
    wanted = Home.BARE if spot == Spot.BARE else Home.SHELTER
    if all(clan.homes[place] != wanted for place in range(HABITAT_PLACES)):
        return Reason("no_bare" if spot == Spot.BARE else "no_shelter", "DG-A3")
    left = beds(clan, box) + box.beds[home] - box.beds[Home.SHELTER]
    if spot == Spot.BARE or left >= min(beds(clan, box), members(clan)):
        return None
    return Reason("beds", "R9", beds=(BEDS, left), members=(MEMBERS, members(clan)))


def resolve_craft(s: State, box: Box, place: int) -> Reason | None:
    """DG-B2: somebody works on it, and its cost is there."""
    if all(order.place != place for order in orders_of(own(s), Job.CRAFT)):
        return NOT_SENT
    tile = s.craft[place]
    return lacks(own(s), box.craft_cost[tile], (CRAFT_PRICE, tile), "DG-B2")


def resolve_birth(s: State, box: Box) -> Reason | None:
    """DG-C2, R10: parents, and somebody left in the reserve."""
    if not has_order(own(s), Job.BIRTH):
        return NOT_SENT
    return None if own(s).reserve > 0 else Reason("no_reserve", "R10")


def resolve_expedition(s: State, box: Box, cell: int) -> Reason | None:
    """DG-D, DG-E: a group stands there."""
    return None if (own(s).afield >> cell) & 1 else Reason("no_expedition", "DG-3.1", cell=(CELL, cell))


def not_remembered(s: State, species: int, rule: str) -> Reason | None:
    """DG-F2: the animal must be in memory."""
    return None if own(s).memory[species] > 0 else Reason("no_memory", rule, quarry=(QUARRY, species))


def resolve_fresco(s: State, box: Box, slot: int) -> Reason | None:
    """DG-F2: a painter there, and the animal in memory."""
    if find_order(own(s), RESOLVE_FRESCO + slot) == NONE:
        return NOT_SENT
    return not_remembered(s, slot_species(s, box, slot), "DG-F2")


def resolve_capacity(s: State, box: Box, track: int) -> Reason | None:
    """DG-G: a pupil there, and goods for a level or for Tools."""
    clan = own(s)
    if all(order.place != track for order in orders_of(clan, Job.CAPACITY)):
        return NOT_SENT
    level = next_level(s, box, track, "DG-G3" if track == Track.TOOLS else "DG-G1")
    if track != Track.TOOLS or level is None:
        return level
    recipes = [works(s, box, recipe) for recipe in range(1, clan.levels[track] + 2)]
    return None if None in recipes else recipes[0]


def resolve_hut(s: State, box: Box) -> Reason | None:
    """DG-H0c: the Shaman is there, it can be paid, and there is a target."""
    number = find_order(own(s), RESOLVE_HUT)
    if number == NONE:
        return NOT_SENT
    order = own(s).orders[number]
    if asks_offering(s, box, order.place) and offering_options(s, box) == 0:
        return Reason("no_offering", "DG-H0b", goods=(OFFERING, 0))
    short = lacks(own(s), box.hut_cost[order.place], (HUT_PRICE, order.place), "DG-H3")
    return short or no_target(s, box, order)


def no_target(s: State, box: Box, order: Order) -> Reason | None:
    """DG-H1 to DG-H3, DG-H6: what the location needs besides its price."""
    location = order.place
    if location == Hut.PERFECT_PAINTING:
        return not_remembered(s, slot_species(s, box, order.tools), "DG-H1")
    if location == Hut.LONG_JOURNEY and s.options[OptionPlace.JOURNEY] == 0 and journey_options(s) == 0:
        return Reason("no_tile", "DG-H2")
    if Hut.MENHIR <= location <= Hut.DOLMEN and megalith_options(s, box) == 0:
        return Reason("no_megalith", "DG-H3")
    if location == Hut.TWINS and own(s).reserve == 0:
        return Reason("no_reserve", "R10")
    return None


def raise_home(s: State, box: Box, dwelling: int, spot: int) -> Reason | None:
    """DG-A2, DG-A3: the Habitat that is chosen, by the builder at work."""
    return raise_home_on(s, box, Home.SIMPLE + dwelling, spot, own(s).orders[s.order].chiefs)


def carry(s: State, box: Box, load: int) -> Reason | None:
    """DG-D3, R11: the kind being decided, not more than fits, not less than must be."""
    amount, kind = divmod(load, CARRY_KINDS)
    if CARRY_GOODS[kind] != s.carrying:
        return Reason("carry_kind", "DG-D3", good=(GOOD, s.carrying))
    options = carry_options(s)
    if (options >> amount) & 1:
        return None
    if amount >= options.bit_length():
        return Reason("carry_most", "DG-X7", most=options.bit_length() - 1)
    return Reason("carry_least", "R11", least=(options & -options).bit_length() - 1)


def forget(s: State, box: Box, species: int) -> Reason | None:
    """DG-E3: an animal that is remembered."""
    return not_remembered(s, species, "DG-E3")


def tools(s: State, box: Box, upgrade: int, recipe: int) -> Reason | None:
    """DG-G3: an upgrade, a recipe of the level reached or a lower one, or both."""
    return works(s, box, RECIPES * upgrade + recipe)


def works(s: State, box: Box, choice: int) -> Reason | None:
    """DG-G3: the same, by the number of the choice."""
    clan, level = own(s), own(s).levels[Track.TOOLS]
    up, recipe = divmod(choice, RECIPES)
    if choice == 0:
        return Reason("nothing_done", "DG-G3")
    if up and level == LEVELS - 1:
        return Reason("top_level", "DG-G3", track=(TRACK, Track.TOOLS))
    if recipe > level + 1 + up:
        return Reason("recipe_level", "DG-G3")
    return lacks(clan, work_price(box, level, choice), (WORK_PRICE, 2 * RECIPES * level + choice), "DG-G3")


def offer(s: State, box: Box, good: int) -> Reason | None:
    """DG-H0b: one of the kinds the Shaman accepts."""
    if not box.offering[good]:
        return Reason("no_gift", "DG-H0b", goods=(OFFERING, 0))
    return owns(s, good, "DG-H0b")


def owns(s: State, good: int, rule: str) -> Reason | None:
    """One of a kind at least."""
    return None if own(s).goods[good] > 0 else Reason("none_owned", rule, good=(GOOD, good))


def journey(s: State, box: Box, cell: int) -> Reason | None:
    """DG-H2: any tile without a piece of another clan."""
    return no_land(s, cell) or held(s, cell)


def megalith(s: State, box: Box, cell: int) -> Reason | None:
    """DG-H3: a tile within Range without a piece of another clan."""
    return beyond_range(s, box, cell) or held(s, cell)


def barter(s: State, box: Box, pair: int) -> Reason | None:
    """DG-H5: two resources that are owned."""
    return None if (barter_options(s) >> pair) & 1 else Reason("cannot_give", "DG-H5", goods=(PAIR, pair))


def take(s: State, box: Box, good: int) -> Reason | None:
    """R31: another kind than those given."""
    return None if (take_options(s) >> good) & 1 else Reason("same_kind", "R31", good=(BARTER_GOOD, good))


def swap(s: State, box: Box, good: int) -> Reason | None:
    """SC07: one resource that is owned."""
    return None if (swap_options(s) >> good) & 1 else Reason("none_owned", "SC07", good=(GOOD, good))


# ── phase 5 ──────────────────────────────────────────────────────────────────────────────────────


def feed(s: State, box: Box, meat: int) -> Reason | None:
    """R33: as much Meat as there is, no hunger beside it, and nothing that could be left out."""
    if (feed_options(s, s.player) >> meat) & 1:
        return None
    clan = own(s)
    if meat > clan.goods[Good.MEAT]:
        return Reason("no_meat", "R33", meal=(MEAL, meal_of(0, clan.goods[Good.MEAT])))
    hungry = food_needed(s, clan) - 2 * meat > clan.goods[Good.FRUIT]
    return Reason("more_meat" if hungry else "less_meat", "R33")


def village(s: State, box: Box, cell: int) -> Reason | None:
    """DG-5.7: a tile within two steps without a piece of another clan."""
    home = own(s).village
    if cell == home:
        return Reason("stands_there", "DG-5.7", cell=(CELL, cell))
    near = Reason("village_far", "DG-5.7", cell=(CELL, cell), steps=VILLAGE_STEPS)
    return far(s, cell, within(s, home, VILLAGE_STEPS), near) or held(s, cell)


# ── the events of a solo game ────────────────────────────────────────────────────────────────────


def host(s: State, box: Box, price: int) -> Reason | None:
    """SC04: the Meat or the Fruit."""
    if (price_options(s, box, card_of(s)) >> price) & 1:
        return None
    short = box.card_goods[card_of(s)][PRICES[price]] - own(s).goods[PRICES[price]]
    return Reason("lacks", "SC04", cost=(PRICE, price), lack=(PILE, pile_of(short, PRICES[price])))


def regrow(s: State, box: Box, cell: int) -> Reason | None:
    """SC16: an exhausted tile within Range, without a rival."""
    closed = beyond_range(s, box, cell) or held(s, cell)
    if closed is None and not (s.uses[cell] > 0 and box.shows[s.tile[cell]] >= Shows.WOOD):
        closed = Reason("not_exhausted", "SC16", cell=(CELL, cell))
    return closed


def herd_of(s: State, box: Box, species: int) -> Reason | None:
    """SC17: a species of the season with a meeple in reserve."""
    if box.animal_season[species] != box.season[s.round - 1]:
        return Reason("wrong_season", "SC17", quarry=(QUARRY, species))
    left = animals_in_reserve(s, box, species)
    return None if left > 0 else Reason("none_in_reserve", "SC17", quarry=(QUARRY, species))


def herd_on(s: State, box: Box, cell: int) -> Reason | None:
    """SC17: a tile within Range without animal and without rival."""
    closed = beyond_range(s, box, cell) or held(s, cell)
    if closed is None and (big_game(s) >> cell) & 1:
        closed = Reason("animal_there", "SC17", cell=(CELL, cell))
    return closed


def discard(s: State, box: Box, good: int) -> Reason | None:
    """SC19: Wood, Stone, Fur or Bone that is owned."""
    return owns(s, good, "SC19") if good in DISCARDABLE else Reason("thieves_kind", "SC19")


def repair(s: State, box: Box) -> Reason | None:
    """SC23: the goods that save the Habitats."""
    if can_repair(s, box):
        return None
    return lacks(own(s), box.card_goods[card_of(s)], (EVENT_PRICE, card_of(s)), "SC23")


def lose(s: State, box: Box, dwelling: int, spot: int) -> Reason | None:
    """SC23: a Habitat that was built."""
    there = (lose_options(own(s)) >> (2 * dwelling + spot)) & 1
    return None if there else Reason("no_such_home", "SC23")


def rockfall(s: State, box: Box, slot: int) -> Reason | None:
    """SC24: a slot with a cube of the player."""
    mine = slot < LINES * s.fresco_up and s.cubes[slot] > 0 and s.painter[slot] == PLAYER
    return None if mine else Reason("no_cube", "SC24", slot=(SLOT, slot))


def unlearn(s: State, box: Box, track: int) -> Reason | None:
    """SC25: a capacity above its first level."""
    return None if own(s).levels[track] > 0 else Reason("first_level", "SC25", track=(TRACK, track))


# In which phases a kind of action is asked for, and who answers (nobody: it is always legal then).
ANSWERS: dict[str, tuple[tuple[Phase, ...], Answer | None]] = {
    "centre": ((Phase.CENTRE,), None),
    "edge": ((Phase.EDGE,), None),
    "pick": ((Phase.GOODS,), pick),
    "learn": ((Phase.LEARN,), learn),
    "no_lesson": ((Phase.LEARN,), None),
    "pass": ((Phase.PROGRAM,), None),
    "habitat": ((Phase.PROGRAM,), habitat),
    "craft": ((Phase.PROGRAM,), craft),
    "birth": ((Phase.PROGRAM,), birth),
    "go": ((Phase.PROGRAM,), go),
    "party": ((Phase.PARTY,), party),
    "hunt": ((Phase.HUNTERS,), hunt),
    "fresco": ((Phase.PROGRAM,), fresco),
    "capacity": ((Phase.PROGRAM,), capacity),
    "hut": ((Phase.PROGRAM,), hut),
    "mark": ((Phase.MARK,), mark),
    "partner": ((Phase.PARTNER,), partner),
    "resolve_habitat": ((Phase.RESOLVE,), resolve_habitat),
    "resolve_craft": ((Phase.RESOLVE,), resolve_craft),
    "resolve_birth": ((Phase.RESOLVE,), resolve_birth),
    "resolve_expedition": ((Phase.RESOLVE,), resolve_expedition),
    "resolve_fresco": ((Phase.RESOLVE,), resolve_fresco),
    "resolve_capacity": ((Phase.RESOLVE,), resolve_capacity),
    "resolve_hut": ((Phase.RESOLVE,), resolve_hut),
    "finish": ((Phase.RESOLVE,), None),
    "raise": ((Phase.RAISE,), raise_home),
    "carry": ((Phase.CARRY,), carry),
    "forget": ((Phase.FORGET,), forget),
    "tools": ((Phase.TOOLS,), tools),
    "offer": ((Phase.OFFER,), offer),
    "strokes": ((Phase.STROKES,), None),
    "journey": ((Phase.JOURNEY,), journey),
    "megalith": ((Phase.MEGALITH,), megalith),
    "barter": ((Phase.BARTER,), barter),
    "take": ((Phase.TAKE,), take),
    "swap": ((Phase.SWAP,), swap),
    "stop": ((Phase.BARTER, Phase.SWAP), None),
    "feed": ((Phase.FEED,), feed),
    "village": ((Phase.MOVE, Phase.WANDER), village),
    "stay": ((Phase.MOVE, Phase.WANDER), None),
    "use_event": ((Phase.EVENT,), None),
    "decline_event": ((Phase.EVENT,), None),
    "host": ((Phase.HOSPITALITY,), host),
    "regrow": ((Phase.REGROW,), regrow),
    "herd_of": ((Phase.SPECIES,), herd_of),
    "herd_on": ((Phase.HERD,), herd_on),
    "discard": ((Phase.THIEVES,), discard),
    "repair": ((Phase.GALE,), repair),
    "lose": ((Phase.GALE,), lose),
    "rockfall": ((Phase.ROCKFALL,), rockfall),
    "unlearn": ((Phase.UNLEARN,), unlearn),
}
