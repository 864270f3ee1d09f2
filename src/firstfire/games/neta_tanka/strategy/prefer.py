"""How a sensible beginner likes one action: what it brings, in points, by a quick guess.

In a turn, things that help later ones come first.
"""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import DecisionChoice, by_block

from ..actions import ACTIONS
from ..box import MATERIALS, RESOURCES, Box, Resource, TradeSide
from ..rules.clan import can_build
from ..rules.placing import slots_of
from ..state import NOWHERE, Clan, PieceKind, Place, State
from .weights import (
    BUY_COST,
    CARD_BACK,
    COPY_COST,
    CRAFT_COST,
    FIRST_HUNT,
    LINK_BEGUN,
    LINK_COST,
    LINK_READY,
    LINK_SHARE,
    MISSION_COST,
    OFFERING_MOST,
    PLACE_ZEAL,
    SPENT_SHARE,
    TOKEN_USE,
    VISITOR_WORTH,
)
from .worth import (
    best_building,
    best_material,
    best_new_craft,
    building_worth,
    card_worth,
    crafting_worth,
    effect_worth,
    feeding_worth,
    gift_aim,
    new_craft_worth,
    raising_worth,
    resource_worth,
    tent_missing,
)

# ----------------------------------------------------------------------- Phase I


@rule
def like_place(s: State, box: Box, piece: int, place: int) -> float:
    """The action of a place as it looks now, and the links it completes; a copy is kept for good ones."""
    worth = PLACE_ZEAL[place] * place_worth(s, box, s.player, place)
    if piece != PieceKind.VISITOR:
        at = s.nomads[s.player + piece * s.seats].at
        for i in range(box.link_count):
            link = box.links[i]
            if (link.ends >> place) & 1 == 0:
                continue
            effect = effect_worth(s, box, s.player, link.effect)
            if at & link.ends != 0:
                worth += LINK_READY + LINK_SHARE * effect
            else:
                worth += LINK_BEGUN
        if (box.singles >> place) & 1 != 0 and s.normals[place] >= slots_of(s, box, place):
            worth -= COPY_COST
    return worth


@rule
def coming_wood(s: State, box: Box) -> int:
    """Wood in the Forest when the player resolves: what lies there, and what is being cut."""
    return s.forest[Resource.WOOD] + (box.lumber_wood if s.normals[Place.LUMBER] > 0 else 0)


@rule
def place_worth(s: State, box: Box, seat: int, place: int) -> float:
    """What the action of a place brings to a seat, as it looks now."""
    clan = s.clans[seat]
    if place == Place.LUMBER:
        return 1.0 * box.lumber_generosity + 0.1
    if place == Place.HUNT:
        return 1.0 * box.hunt_generosity + (FIRST_HUNT if s.hunted == 0 else 0.0)
    if place == Place.MEDITATE:
        return 1.0 * box.meditate_generosity
    if place == Place.GATHER_WOOD:
        return min(box.gather_wood_max, coming_wood(s, box)) * resource_worth(s, clan, Resource.WOOD)
    if place == Place.GATHER_MUSHROOMS:
        mushrooms = s.forest[Resource.MUSHROOM] * resource_worth(s, clan, Resource.MUSHROOM)
        return 0.8 * max(mushrooms, min(1, coming_wood(s, box)) * resource_worth(s, clan, Resource.WOOD))
    if place == Place.RAISE_TOTEM:
        if clan.reserve[Resource.WOOD] == 0:
            return 0.2
        return raising_worth(s, box, seat, Resource.WOOD) - resource_worth(s, clan, Resource.WOOD)
    if place == Place.ELDER_FOREST:
        gain = resource_worth(s, clan, Resource.WOOD)
        if clan.reserve[Resource.WOOD] > 0:
            gain = max(gain, raising_worth(s, box, seat, Resource.WOOD) - gain)
        return gain - mission_cost(s)
    if place == Place.ELDER_CRAFT:
        return max(best_new_craft(s, box, clan), best_material(s, box, clan, False))
    if place == Place.CRAFT_OBJECTS:
        return best_material(s, box, clan, False)
    if place == Place.OFFERING:
        return offering_worth(s, box, clan)
    if place == Place.BUILD_TENTS:
        return tents_worth(s, box, clan)
    if place == Place.TAN:
        skins = s.tanning[Resource.SKIN] + (box.tan_add_skin if s.hunted > 0 else 0)
        return min(box.tan_take_skin, skins) * resource_worth(s, clan, Resource.SKIN) + 0.1
    if place == Place.ELDER_HUNT:
        return max(resource_worth(s, clan, Resource.SKIN), best_material(s, box, clan, True)) - mission_cost(s)
    if place == Place.SMOKE_MEAT:
        if clan.reserve[Resource.WOOD] < box.smoke_cost_wood:
            return 0.1
        meat = min(box.smoke_take_meat, s.tanning[Resource.MEAT])
        return meat * resource_worth(s, clan, Resource.MEAT) - resource_worth(s, clan, Resource.WOOD)
    if place == Place.FEED_CLAN:
        return food_gain(s, box, clan)
    if place == Place.ELDER_FOOD:
        return max(resource_worth(s, clan, Resource.MEAT), food_gain(s, box, clan))
    if place == Place.TRADE:
        return trade_worth(s, box, seat)
    return consult_worth(s, box, seat)


@rule
def mission_cost(s: State) -> float:
    """A nomad sent on a mission is bound in the next round; nothing in the last one."""
    return MISSION_COST if s.trade_left > 1 else 0.0


@rule
def tents_worth(s: State, box: Box, clan: Clan) -> float:
    """Up to three materials on the tents, by the first one's worth."""
    count = 0
    best = 0.0
    for material in range(MATERIALS):
        if can_build(clan, box, material):
            count += min(clan.reserve[material], box.tent_slots[material])
            best = max(best, best_building(s, box, clan, material) - SPENT_SHARE * resource_worth(s, clan, material))
    return best * min(count, box.tents_max_resources)


@rule
def offering_worth(s: State, box: Box, clan: Clan) -> float:
    """Spare resources become points; points become what is missing."""
    worth = 0.0
    for resource in range(RESOURCES):
        if clan.reserve[resource] > 0:
            worth += max(0.0, 1.0 - resource_worth(s, clan, resource))
    return min(worth, OFFERING_MOST)


@rule
def food_gain(s: State, box: Box, clan: Clan) -> float:
    """The best food of the reserve into the food section, less its worth in reserve."""
    best = 0.0
    for resource in range(Resource.MEAT, Resource.MUSHROOM + 1):
        if clan.reserve[resource] > 0:
            best = max(best, feeding_worth(box, clan, resource) - SPENT_SHARE * resource_worth(s, clan, resource))
    return best


@rule
def price_worth(s: State, clan: Clan) -> float:
    """What the food price costs: one meat or two mushrooms."""
    return min(resource_worth(s, clan, Resource.MEAT), 2.0 * resource_worth(s, clan, Resource.MUSHROOM))


@rule
def can_afford(box: Box, clan: Clan) -> bool:
    """Whether the reserve has the food price."""
    return clan.reserve[Resource.MEAT] >= box.price_meat or clan.reserve[Resource.MUSHROOM] >= box.price_mushroom


@rule
def trade_worth(s: State, box: Box, seat: int) -> float:
    """The best thing on the trade card."""
    card = box.trades[s.trade[s.round - 1]]
    clan = s.clans[seat]
    best = 0.0
    for resource in range(RESOURCES):
        if (card.left >> resource) & 1 != 0:
            best = max(best, resource_worth(s, clan, resource))
    if card.right == TradeSide.CRAFT:
        best = max(best, best_new_craft(s, box, clan))
    elif can_afford(box, clan) and s.trade_left > 1 and s.visitor_claim == NOWHERE:
        best = max(best, VISITOR_WORTH - price_worth(s, clan))
    return best


@rule
def consult_worth(s: State, box: Box, seat: int) -> float:
    """A skull on the totem or the best card, less the price."""
    clan = s.clans[seat]
    if not can_afford(box, clan):
        return 0.0
    best = 0.0
    if clan.reserve[Resource.SKULL] > 0:
        best = raising_worth(s, box, seat, Resource.SKULL)
    for i in range(s.card_count):
        best = max(best, card_worth(s, box, seat, s.card_display[i]))
    return best - price_worth(s, clan)


# ---------------------------------------------------------------------- Phase II
# A turn goes: bring, gather, use links, then spend; 10 and more: at once; below 0: better not.


@rule
def like_resolving(s: State, box: Box, place: int) -> float:
    """Hunt, then tan, cut timber, gather; boards and offerings last."""
    if place == Place.HUNT:
        return 30.0 if s.hunted < box.buffalo else 12.0
    if place == Place.TAN:
        return 28.0
    if place == Place.LUMBER:
        return 27.0
    if place == Place.GATHER_WOOD:
        return 20.0
    if place == Place.GATHER_MUSHROOMS:
        return 13.0
    if place == Place.MEDITATE:
        return 12.0
    if place == Place.SMOKE_MEAT:
        return 11.0 + place_worth(s, box, s.player, place)
    if place == Place.TRADE:
        return 10.0
    if place == Place.OFFERING:
        return 1.5
    worth = place_worth(s, box, s.player, place)
    if place == Place.ELDER_FOREST or place == Place.ELDER_HUNT or place == Place.ELDER_FOOD:
        return 7.0 + worth
    if place == Place.ELDER_CRAFT:
        return 8.0 + worth
    return 6.0 + worth if worth > 0.0 else worth - 0.1


@rule
def like_link(s: State, box: Box, link: int) -> float:
    """Before most of the rest: it costs nothing."""
    return 14.0 + effect_worth(s, box, s.player, box.links[link].effect)


@rule
def like_playing(s: State, box: Box, card: int) -> float:
    """A card is used once: if it brings more than its back."""
    worth = card_worth(s, box, s.player, card)
    return 5.0 + worth if worth > CARD_BACK else worth - CARD_BACK


@rule
def like_discarding(s: State) -> float:
    """In the last round."""
    return 0.9 if s.trade_left == 1 else -1.0


@rule
def like_token(s: State, box: Box, token: int) -> float:
    """A token is used once: for something good, or in the last round."""
    worth = effect_worth(s, box, s.player, box.token_effect[token])
    return 5.0 + worth if worth > TOKEN_USE or s.trade_left == 1 else -0.5


@rule
def like_giving(s: State, box: Box, resource: int) -> float:
    """A point for a resource that is worth less."""
    clan = s.clans[s.player]
    worth = 1.0 + gift_aim(clan, box, 0) - resource_worth(s, clan, resource)
    return 2.0 + worth if worth > 0.0 else worth - 0.1


@rule
def like_gate(s: State, box: Box) -> float:
    """When the tent before it is nearly done and materials wait."""
    clan = s.clans[s.player]
    waits = clan.reserve[Resource.WOOD] + clan.reserve[Resource.SKIN]
    missing = tent_missing(clan, box, clan.gate - 1)
    needed = 3 + missing if s.trade_left == 1 else 1
    return 6.0 if waits >= needed and missing <= 1 else -0.2


@rule
def like_exchange() -> float:
    """The objective is worth more."""
    return -2.0


# --------------------------------------------- offerings: what is worth less than a point for a point, and back


@rule
def like_buying(s: State, box: Box, resource: int) -> float:
    """Pay a point for a resource."""
    clan = s.clans[s.player]
    return resource_worth(s, clan, resource) - BUY_COST - gift_aim(clan, box, 1)


@rule
def like_sacrifice(s: State, box: Box, resource: int) -> float:
    """A resource for a point."""
    clan = s.clans[s.player]
    return 1.0 + gift_aim(clan, box, 0) - resource_worth(s, clan, resource)


@rule
def like_craft_offer(s: State, box: Box, craft: int) -> float:
    """Pay a point for a craft card."""
    clan = s.clans[s.player]
    return new_craft_worth(s, box, clan, craft) - CRAFT_COST - gift_aim(clan, box, 1)


@rule
def like_link_offer(s: State, box: Box, link: int) -> float:
    """Pay a point for the effect of a link."""
    return effect_worth(s, box, s.player, box.links[link].effect) - LINK_COST - gift_aim(s.clans[s.player], box, 1)


# ------------------------------------------- answers to questions: what they bring, less what they cost


@rule
def material_cost(s: State, material: int) -> float:
    """What a wood or a skin costs: nothing if it comes from the supply."""
    return 0.0 if s.supplied != 0 else SPENT_SHARE * resource_worth(s, s.clans[s.player], material)


@rule
def like_building(s: State, box: Box, material: int, tent: int) -> float:
    """A material on a tent."""
    return building_worth(s, box, s.clans[s.player], tent) - material_cost(s, material)


@rule
def like_crafting(s: State, box: Box, material: int, craft: int) -> float:
    """A material on a craft card."""
    return crafting_worth(s, box, s.clans[s.player], craft) - material_cost(s, material)


@rule
def like_taking(s: State, resource: int) -> float:
    """A resource."""
    return resource_worth(s, s.clans[s.player], resource)


@rule
def like_picking_all(s: State) -> float:
    """All mushrooms of the Forest."""
    return s.forest[Resource.MUSHROOM] * resource_worth(s, s.clans[s.player], Resource.MUSHROOM)


@rule
def like_raising(s: State, box: Box, tier: int) -> float:
    """A wood (0) or a skull (1) on the totem."""
    resource = Resource.WOOD if tier == 0 else Resource.SKULL
    return raising_worth(s, box, s.player, resource) - SPENT_SHARE * resource_worth(s, s.clans[s.player], resource)


@rule
def like_feeding(s: State, box: Box, food: int) -> float:
    """Meat (0) or a mushroom (1) in the food section."""
    clan = s.clans[s.player]
    resource = Resource.MEAT + food
    return feeding_worth(box, clan, resource) - SPENT_SHARE * resource_worth(s, clan, resource)


@rule
def like_new_craft(s: State, box: Box, craft: int) -> float:
    """A craft card of the display."""
    return new_craft_worth(s, box, s.clans[s.player], craft)


@rule
def like_welcoming(s: State, price: int) -> float:
    """The visitor, rather for meat."""
    return VISITOR_WORTH - price_worth(s, s.clans[s.player]) - 0.01 * price


@rule
def like_paying(s: State, price: int) -> float:
    """What costs less: one meat (0) or two mushrooms (1)."""
    clan = s.clans[s.player]
    if price == 0:
        return -resource_worth(s, clan, Resource.MEAT)
    return -2.0 * resource_worth(s, clan, Resource.MUSHROOM)


@rule
def like_learning(s: State, box: Box, card: int) -> float:
    """A card of the display."""
    return card_worth(s, box, s.player, card)


@rule
def like_removing(s: State, box: Box, craft: int) -> float:
    """The craft card that is missed least."""
    return -new_craft_worth(s, box, s.clans[s.player], craft)


@rule
def like_new_token(s: State, box: Box, token: int) -> float:
    """A link token of the stack."""
    return effect_worth(s, box, s.player, box.token_effect[token])


# Ending the turn and stopping an open action are 0.
prefer = by_block(
    "prefer",
    ACTIONS,
    DecisionChoice("place", take=like_place),
    DecisionChoice("resolve", take=like_resolving),
    DecisionChoice("link", "link_second", take=like_link),
    DecisionChoice("play_card", take=like_playing),
    DecisionChoice("discard_card", take=like_discarding),
    DecisionChoice("use_token", take=like_token),
    DecisionChoice("gift", take=like_giving),
    DecisionChoice("pay_gate", take=like_gate),
    DecisionChoice("exchange", take=like_exchange),
    DecisionChoice("buy", take=like_buying),
    DecisionChoice("sacrifice", take=like_sacrifice),
    DecisionChoice("offer_craft", take=like_craft_offer),
    DecisionChoice("offer_link", take=like_link_offer),
    DecisionChoice("build", take=like_building),
    DecisionChoice("take", take=like_taking),
    DecisionChoice("pick_all", take=like_picking_all),
    DecisionChoice("raise", take=like_raising),
    DecisionChoice("feed", take=like_feeding),
    DecisionChoice("craft", take=like_crafting),
    DecisionChoice("take_craft", take=like_new_craft),
    DecisionChoice("welcome", take=like_welcoming),
    DecisionChoice("pay", take=like_paying),
    DecisionChoice("learn", take=like_learning),
    DecisionChoice("remove", take=like_removing),
    DecisionChoice("take_token", take=like_new_token),
)
