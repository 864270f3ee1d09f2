"""What things are worth to a clan, in points, by a sensible player's rough guess.

A resource in reserve is worth what it will become; on a board it is worth its share of the
points it works for. Beside open facts only the own objective is read: what a step towards it adds.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.rule import rule

from ..box import (
    HEIGHTS,
    MATERIALS,
    RESOURCES,
    Box,
    CardKind,
    LinkEffect,
    Resource,
    TokenSource,
)
from ..rules.clan import can_build, can_craft, can_feed, food_items, height_of, tents_for
from ..rules.scoring import (
    craft_types,
    crafts_of_kind,
    food_points,
    most_of_a_type,
    tent_series,
    tents_complete,
    totem_board,
)
from ..state import Clan, State
from .weights import (
    AIM_POINTS,
    BEYOND,
    BOARD_EARLY,
    BOARD_LATE,
    CARD_SHARE,
    CARD_WAITING,
    CARD_WORK,
    COPY_STEP,
    CRAFT_AIM,
    CRAFT_SHARE,
    EARLY_SKULL,
    EARLY_WOOD,
    FEED_COST,
    FOOD_AIM,
    FURTHER,
    GENEROUS,
    GIFT_AIM,
    GIFT_ZEAL,
    LAST_BUT_ONE,
    LAST_ROUND,
    LATE_TENT_SHARE,
    MANY_LEFT,
    MATERIAL_WORTH,
    MEAT_WORTH,
    MUSHROOM_WORTH,
    OLD_TOKEN,
    PLENTY_LEFT,
    SERIES_SHARE,
    SKULL_WORTH,
    TENT_AIM,
    TENT_SHARE,
    TENT_SURE,
    TIER_AIM,
    TOKEN_WORTH,
    TOTEM_ZEAL,
)


@rule
def base_worth(resource: int) -> float:
    """A resource in reserve in mid-game: a skull is about two meat, three wood or skins, four mushrooms."""
    if resource == Resource.SKULL:
        return SKULL_WORTH
    if resource == Resource.MEAT:
        return MEAT_WORTH
    return MUSHROOM_WORTH if resource == Resource.MUSHROOM else MATERIAL_WORTH


@rule
def resource_worth(s: State, clan: Clan, resource: int) -> float:
    """One more of a resource in reserve: less when many lie there, less in the last rounds."""
    worth = base_worth(resource)
    stock = clan.reserve[resource]
    if stock >= 7:
        worth *= PLENTY_LEFT
    elif stock >= 4:
        worth *= MANY_LEFT
    if s.trade_left == 1:
        worth *= LAST_ROUND
    elif s.trade_left == 2:
        worth *= LAST_BUT_ONE
    return worth


# ---------------------------------------------------------------------- the own objective


@rule
def aims(clan: Clan) -> bool:
    """Whether a clan has an objective to play for (that of another is not known)."""
    return clan.exchanged == 0 and clan.objective >= 0


@rule
def zeal(clan: Clan, box: Box) -> float:
    """How keen a clan is on its objective: by its points, and all the more if it can be met on the way to others."""
    asked = box.objectives[clan.objective]
    keen = asked.points / AIM_POINTS
    if asked.totem_wood > 0:
        return keen * TOTEM_ZEAL
    return keen * GIFT_ZEAL if asked.generosity > 0 else keen


@rule
def tent_aim(clan: Clan, box: Box) -> float:
    """What one more complete tent adds for the objective."""
    if not aims(clan):
        return 0.0
    return TENT_AIM * zeal(clan, box) if tents_complete(clan, box) < box.objectives[clan.objective].tents else 0.0


@rule
def tier_aim(clan: Clan, box: Box, resource: int) -> float:
    """What one more wood or skull on the totem adds for the objective."""
    if not aims(clan):
        return 0.0
    asked = box.objectives[clan.objective]
    tiers = asked.totem_wood if resource == Resource.WOOD else asked.totem_skull
    return TIER_AIM * zeal(clan, box) if clan.totem[resource] < tiers or height_of(clan) < asked.totem_height else 0.0


@rule
def food_aim(clan: Clan, box: Box) -> float:
    """What one more point of food adds for the objective."""
    if not aims(clan):
        return 0.0
    return FOOD_AIM * zeal(clan, box) if food_points(clan, box) < box.objectives[clan.objective].food_points else 0.0


@rule
def craft_aim(clan: Clan, box: Box, kind: int) -> float:
    """What one more craft card of a type adds for the objective: a new type, or one of what there is most of."""
    if not aims(clan):
        return 0.0
    asked = box.objectives[clan.objective]
    mine = crafts_of_kind(clan, box, kind)
    most = most_of_a_type(clan, box)
    if mine == 0 and craft_types(clan, box) < asked.different_types:
        return CRAFT_AIM * zeal(clan, box)
    return CRAFT_AIM * zeal(clan, box) if mine == most and most < asked.same_type else 0.0


@rule
def gift_aim(clan: Clan, box: Box, spare: int) -> float:
    """What a generosity is worth for the objective, with so many to spare."""
    if not aims(clan):
        return 0.0
    return GIFT_AIM * zeal(clan, box) if clan.generosity - spare < box.objectives[clan.objective].generosity else 0.0


@rule
def nearness(clan: Clan, box: Box) -> float:
    """How near the objective is, from 0 to 1: what is done of each condition, one times the other."""
    asked = box.objectives[clan.objective]
    types, most = craft_types(clan, box), most_of_a_type(clan, box)
    crafts = done(types, asked.different_types) * done(most, asked.same_type)
    tiers = done(clan.totem[Resource.WOOD], asked.totem_wood) * done(clan.totem[Resource.SKULL], asked.totem_skull)
    board = done(food_points(clan, box), asked.food_points) * done(tents_complete(clan, box), asked.tents)
    return crafts * tiers * board * done(height_of(clan), asked.totem_height) * done(clan.generosity, asked.generosity)


@rule
def done(have: int, asked: int) -> float:
    """What is done of a condition, from 0 to 1."""
    return 1.0 if have >= asked else have / asked


# ---------------------------------------------------------------------- what things are worth


@rule
def tent_step(s: State, clan: Clan, box: Box, tent: int) -> float:
    """What completing a tent adds: its points and the way to the dearer ones; less beyond the first open one."""
    series = tent_series(clan, box)
    if tent < series or series >= box.tents:
        return 0.0
    step = 1.0 * (box.tent_points[tent + 1] - box.tent_points[tent])
    if s.trade_left > 2:
        step += FURTHER * (box.tent_points[box.tents] - box.tent_points[tent + 1])
    step += tent_aim(clan, box)
    for _ in range(series, tent):
        step *= BEYOND
    return step


@rule
def tent_missing(clan: Clan, box: Box, tent: int) -> int:
    """How many resources a tent still lacks."""
    missing = 0
    for material in range(MATERIALS):
        missing += box.tent_slots[material] - clan.tents[tent][material]
    return missing


@rule
def building_worth(s: State, box: Box, clan: Clan, tent: int) -> float:
    """One resource on a tent: its share of the step, all the surer the less is missing."""
    missing = tent_missing(clan, box, tent)
    if missing == 0:
        return 0.0
    step = tent_step(s, clan, box, tent)
    if missing == 1:
        return step * TENT_SURE if s.trade_left > 1 else step
    sure = TENT_SHARE if s.trade_left > 2 else LATE_TENT_SHARE
    return step * sure / (missing - 1)


@rule
def best_building(s: State, box: Box, clan: Clan, material: int) -> float:
    """The most a material can be worth on the tents now."""
    bits = tents_for(clan, box, material)
    best = 0.0
    while bits != 0:
        best = max(best, building_worth(s, box, clan, lowest(bits)))
        bits &= bits - 1
    return best


@rule
def raising_worth(s: State, box: Box, seat: int, resource: int) -> float:
    """One tier more: progress to a set, and a better cell on the totem board."""
    clan = s.clans[seat]
    wood = clan.totem[Resource.WOOD]
    skulls = clan.totem[Resource.SKULL]
    points = 1.0 * box.set_points
    worth = 0.0
    if resource == Resource.SKULL:
        worth = points if (skulls + 1) * box.set_wood <= wood * box.set_skull else points * EARLY_SKULL
    elif (wood + 1) % box.set_wood == 0 and (wood + 1) // box.set_wood <= skulls // box.set_skull:
        worth = points
    elif (wood + 1) // box.set_wood <= (skulls + clan.reserve[Resource.SKULL]) // box.set_skull + 1:
        worth = points * EARLY_WOOD
    height = height_of(clan) + 1
    ahead = 0
    for other in range(s.seats):
        if other != seat and height_of(s.clans[other]) >= height:
            ahead += 1
    reached = 1.0 * box.totem_cells[s.seats][s.seats - 1 - ahead][min(height, HEIGHTS)]
    gained = reached - totem_board(s, box, seat)
    return worth + gained * (BOARD_LATE if s.trade_left <= 2 else BOARD_EARLY) + tier_aim(clan, box, resource)


@rule
def feeding_worth(box: Box, clan: Clan, resource: int) -> float:
    """One food in the section: its points, and a step to the Copy Power."""
    if food_items(clan) >= box.food_slots:
        return 0.0
    worth = 1.0 * (box.points_meat if resource == Resource.MEAT else box.points_mushroom)
    if food_items(clan) < box.copy_at:
        worth += COPY_STEP
    return worth * (1.0 + food_aim(clan, box))


@rule
def best_feeding(box: Box, clan: Clan) -> float:
    """The most that food of the reserve can be worth in the section."""
    best = 0.0
    for resource in range(Resource.MEAT, Resource.MUSHROOM + 1):
        if can_feed(clan, box, resource):
            best = max(best, feeding_worth(box, clan, resource))
    return best


@rule
def craft_worth(box: Box, clan: Clan, card: int) -> float:
    """A finished card: its points and its part of a series."""
    kind = box.crafts[card].kind
    mine = crafts_of_kind(clan, box, kind)
    fewest = mine
    for other in range(3):
        fewest = min(fewest, crafts_of_kind(clan, box, other))
    worth = 1.0 * box.crafts[card].points
    if mine == fewest:
        worth += box.series_points * SERIES_SHARE
    return worth + craft_aim(clan, box, kind)


@rule
def craft_missing(s: State, box: Box, card: int) -> int:
    """How many resources a card still lacks."""
    missing = 0
    for material in range(MATERIALS):
        missing += box.crafts[card].cost[material] - s.on_craft[card][material]
    return missing


@rule
def crafting_worth(s: State, box: Box, clan: Clan, card: int) -> float:
    """One resource on a card: everything if it finishes the card, else a share."""
    missing = craft_missing(s, box, card)
    if missing <= 1:
        return craft_worth(box, clan, card)
    if missing > 2 * s.trade_left:
        return 0.0
    return craft_worth(box, clan, card) * CRAFT_SHARE / missing


@rule
def best_crafting(s: State, box: Box, clan: Clan, material: int) -> float:
    """The most a material can be worth on the clan's craft cards."""
    bits = clan.wants[material]
    best = 0.0
    while bits != 0:
        best = max(best, crafting_worth(s, box, clan, lowest(bits)))
        bits &= bits - 1
    return best


@rule
def new_craft_worth(s: State, box: Box, clan: Clan, card: int) -> float:
    """Taking a card: its points, less the work it asks; little when others are waiting already."""
    missing = craft_missing(s, box, card)
    if s.trade_left == 1 and missing > 1:
        return 0.0
    worth = craft_worth(box, clan, card) * CARD_SHARE - CARD_WORK * missing
    if clan.wants[Resource.WOOD] | clan.wants[Resource.SKIN] != 0:
        worth *= CARD_WAITING
    return max(0.1, worth)


@rule
def best_new_craft(s: State, box: Box, clan: Clan) -> float:
    """The best card of the display."""
    best = 0.0
    for i in range(s.craft_count):
        best = max(best, new_craft_worth(s, box, clan, s.craft_display[i]))
    return best


@rule
def best_material(s: State, box: Box, clan: Clan, on_tents: bool) -> float:
    """The best use of a wood or a skin of the reserve on tents or on craft cards, less its worth in reserve."""
    best = 0.0
    for material in range(MATERIALS):
        if on_tents and can_build(clan, box, material):
            best = max(best, best_building(s, box, clan, material) - resource_worth(s, clan, material))
        if not on_tents and clan.reserve[material] > 0 and can_craft(clan):
            best = max(best, best_crafting(s, box, clan, material) - resource_worth(s, clan, material))
    return best


@rule
def effect_worth(s: State, box: Box, seat: int, number: int) -> float:
    """What a link effect brings to a seat now; 0 when it cannot do anything."""
    effect = box.effects[number]
    clan = s.clans[seat]
    kind = effect.kind
    if kind == LinkEffect.GAIN:
        if effect.source == TokenSource.FOREST and s.forest[effect.resource] == 0:
            return 0.0
        if effect.source == TokenSource.TANNING and s.tanning[effect.resource] == 0:
            return 0.0
        return resource_worth(s, clan, effect.resource)
    if kind == LinkEffect.GENEROSITY:
        return GENEROUS
    if kind == LinkEffect.GAIN_ANY:
        best = 0.0
        for resource in range(RESOURCES):
            if (box.basic >> resource) & 1 != 0:
                best = max(best, resource_worth(s, clan, resource))
        return best
    if kind == LinkEffect.PLACE_TENT:
        return best_material(s, box, clan, True)
    if kind == LinkEffect.PLACE_FOOD:
        return max(0.0, best_feeding(box, clan) - FEED_COST)
    if kind == LinkEffect.PLACE_CRAFT:
        return best_material(s, box, clan, False)
    if kind == LinkEffect.PLACE_TOTEM:
        if clan.reserve[effect.resource] == 0:
            return 0.0
        return raising_worth(s, box, seat, effect.resource) - resource_worth(s, clan, effect.resource)
    if kind == LinkEffect.RENEW_CRAFT:
        return 0.02
    return TOKEN_WORTH if s.token_stack != 0 and s.trade_left > 1 else OLD_TOKEN


@rule
def card_worth(s: State, box: Box, seat: int, number: int) -> float:
    """What the face of a Neta-Tanka card brings to a seat now."""
    card = box.cards[number]
    clan = s.clans[seat]
    if card.kind == CardKind.RESERVE:
        return card.amount * resource_worth(s, clan, card.resource)
    if card.kind == CardKind.FOOD:
        return min(card.amount, box.food_slots - food_items(clan)) * feeding_worth(box, clan, card.resource)
    if card.kind == CardKind.TOTEM:
        return card.amount * raising_worth(s, box, seat, card.resource)
    best = 0.0
    for material in range(MATERIALS):
        if card.kind == CardKind.TENTS:
            best = max(best, best_building(s, box, clan, material))
        else:
            best = max(best, best_crafting(s, box, clan, material))
    return best
