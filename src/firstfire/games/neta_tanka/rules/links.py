"""Link effects (NT-L1 to NT-L16) and the questions they ask; links, link tokens and gifts.

An effect with one possible answer is done at once; with several it sets the question as the
phase and returns. `menu(s)` is where the player goes on afterwards.
"""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow, allow_set, lowest, popcount
from firstfire.kernel.header import reveal
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from ..actions import (
    BUILD,
    CRAFT_ON,
    EXCHANGED,
    FEED,
    GAVE,
    GIFT,
    GIFT_SEATS,
    LINKED,
    REMOVE,
    REMOVED_CRAFT,
    TAKE,
    TAKE_TOKEN,
    TOOK_TOKEN,
    USE_LINK,
    USE_TOKEN,
    USED_TOKEN,
)
from ..box import CRAFTS, LINKS, MATERIALS, RESOURCES, TENTS, Box, Effect, Resource, Source
from ..state import Clan, Opened, Phase, State
from .clan import (
    build,
    can_build,
    can_craft,
    can_feed,
    craft,
    feed,
    gain,
    gain_generosity,
    leave_craft_display,
    raise_totem,
    refill_craft_display,
    tents_for,
    told,
)


@rule
def menu(s: State) -> int:
    """Where the player goes on when a question is answered: the open action (R45), or the turn."""
    if s.opened == Opened.OFFERING:
        return int(Phase.OFFERING)
    if s.opened == Opened.TENTS:
        return int(Phase.BUILDING)
    return int(Phase.RESOLVING)


# --------------------------------------------------------------------- the effects


@rule
def can_use_effect(s: State, box: Box, number: int) -> bool:
    """NT-L1 to NT-L16: whether an effect can do something now."""
    effect = box.effects[number]
    kind = effect.kind
    clan = s.clans[s.player]
    if kind == Effect.GAIN:
        if effect.source == Source.FOREST:
            return s.forest[effect.resource] > 0
        if effect.source == Source.TANNING:
            return s.tanning[effect.resource] > 0
        return True
    if kind == Effect.PLACE_TENT:
        return can_build(clan, box, Resource.WOOD) or can_build(clan, box, Resource.SKIN)
    if kind == Effect.PLACE_FOOD:
        return can_feed(clan, box, Resource.MEAT) or can_feed(clan, box, Resource.MUSHROOM)
    if kind == Effect.PLACE_CRAFT:
        return can_craft(clan)
    if kind == Effect.PLACE_TOTEM:
        return clan.reserve[effect.resource] > 0
    if kind == Effect.RENEW_CRAFT:
        return s.craft_left >= 2 and s.craft_count >= 2
    if kind == Effect.TAKE_TOKEN:
        return s.token_stack != 0
    return True


@rule
def use_effect(s: State, box: Box, number: int) -> None:
    """NT-L1 to NT-L16: do an effect, or ask what it leaves open."""
    effect = box.effects[number]
    kind = effect.kind
    if kind == Effect.GAIN:
        gain_from(s, effect.resource, effect.source)
    elif kind == Effect.GENEROSITY:
        gain_generosity(s, 1)
    elif kind == Effect.GAIN_ANY:
        s.phase = Phase.GAINING
    elif kind == Effect.PLACE_TENT:
        ask_tent(s, box)
    elif kind == Effect.PLACE_FOOD:
        ask_food(s, box)
    elif kind == Effect.PLACE_CRAFT:
        ask_craft(s, box)
    elif kind == Effect.PLACE_TOTEM:
        raise_totem(s, effect.resource)
    elif kind == Effect.RENEW_CRAFT:
        s.phase = Phase.RENEWING
    else:
        ask_token(s, box)


@rule
def gain_from(s: State, resource: int, source: int) -> None:
    """NT-L1 to NT-L3, NT-L5, NT-L7 to NT-L10: take one token from the supply or from a zone."""
    if source == Source.FOREST:
        s.forest[resource] -= 1
    elif source == Source.TANNING:
        s.tanning[resource] -= 1
    gain(s, resource, 1, source)


# ------------------------------------------------------------------- the questions


@rule
def tent_choices(s: State, clan: Clan, box: Box, material: int) -> int:
    """NT-D14: the tents that may take this material now: of the reserve, or of the supply."""
    if s.supplied == 0 and clan.reserve[material] == 0:
        return 0
    return tents_for(clan, box, material)


@rule
def craft_choices(s: State, clan: Clan, material: int) -> int:
    """NT-D13: the unfinished cards that may take this material now."""
    if s.supplied == 0 and clan.reserve[material] == 0:
        return 0
    return clan.wants[material]


@rule
def ask_tent(s: State, box: Box) -> None:
    """NT-D14: which material on which tent?"""
    clan = s.clans[s.player]
    wood = tent_choices(s, clan, box, Resource.WOOD)
    skin = tent_choices(s, clan, box, Resource.SKIN)
    if popcount(wood) + popcount(skin) > 1:
        s.phase = Phase.TENT
    elif wood != 0:
        build(s, box, Resource.WOOD, lowest(wood))
    else:
        build(s, box, Resource.SKIN, lowest(skin))


@rule
def ask_food(s: State, box: Box) -> None:
    """NT-D15: meat or mushroom?"""
    clan = s.clans[s.player]
    if clan.reserve[Resource.MEAT] > 0 and clan.reserve[Resource.MUSHROOM] > 0:
        s.phase = Phase.FOOD
    elif clan.reserve[Resource.MEAT] > 0:
        feed(s, box, Resource.MEAT)
    else:
        feed(s, box, Resource.MUSHROOM)


@rule
def ask_craft(s: State, box: Box) -> None:
    """NT-D13: which material on which unfinished card?"""
    clan = s.clans[s.player]
    wood = craft_choices(s, clan, Resource.WOOD)
    skin = craft_choices(s, clan, Resource.SKIN)
    if popcount(wood) + popcount(skin) > 1:
        s.phase = Phase.CRAFT
    elif wood != 0:
        craft(s, box, Resource.WOOD, lowest(wood))
    else:
        craft(s, box, Resource.SKIN, lowest(skin))


@rule
def ask_token(s: State, box: Box) -> None:
    """NT-D21: which link token of the stack?"""
    if popcount(s.token_stack) > 1:
        s.phase = Phase.TOKEN
    else:
        take_token(s, box, lowest(s.token_stack))


@rule
def take_token(s: State, box: Box, token: int) -> None:
    """NT-L16: take a link token; it may be used from now on (R30)."""
    s.token_stack &= ~(1 << token)
    s.clans[s.player].tokens |= 1 << token
    note(s, TOOK_TOKEN, s.player, token, box.token_effect[token])


@rule
def remove_craft(s: State, card: int) -> None:
    """NT-L15, R22: remove a card of the display from the game; after the second one two new ones come."""
    s.craft_gone |= 1 << card
    note(s, REMOVED_CRAFT, s.player, card)
    leave_craft_display(s, card)
    s.renewed += 1
    if s.renewed < 2:
        s.phase = Phase.RENEWING
        return
    s.renewed = 0
    refill_craft_display(s)
    refill_craft_display(s)


@rule
def legal_tent(s: State, box: Box, mask: Mask) -> None:
    """NT-D14: a material and a tent that takes it."""
    clan = s.clans[s.player]
    for material in range(MATERIALS):
        allow_set(mask, BUILD + material * TENTS, tent_choices(s, clan, box, material))


@rule
def legal_food(s: State, box: Box, mask: Mask) -> None:
    """NT-D15: meat or mushroom."""
    clan = s.clans[s.player]
    for i in range(2):
        if can_feed(clan, box, Resource.MEAT + i):
            allow(mask, FEED + i)


@rule
def legal_craft(s: State, mask: Mask) -> None:
    """NT-D13: a material and an unfinished card that wants it."""
    clan = s.clans[s.player]
    for material in range(MATERIALS):
        allow_set(mask, CRAFT_ON + material * CRAFTS, craft_choices(s, clan, material))


@rule
def legal_display(s: State, mask: Mask, first: int) -> None:
    """NT-D12, NT-D20: a craft card of the display."""
    bits = 0
    for i in range(s.craft_count):
        bits |= 1 << s.craft_display[i]
    allow_set(mask, first, bits)


@rule
def legal_effect_question(s: State, box: Box, mask: Mask) -> None:
    """The answers to the question an effect asks."""
    phase = s.phase
    if phase == Phase.TENT:
        legal_tent(s, box, mask)
    elif phase == Phase.FOOD:
        legal_food(s, box, mask)
    elif phase == Phase.CRAFT:
        legal_craft(s, mask)
    elif phase == Phase.GAINING:
        allow_set(mask, TAKE, box.basic)
    elif phase == Phase.RENEWING:
        legal_display(s, mask, REMOVE)
    else:
        allow_set(mask, TAKE_TOKEN, s.token_stack)


# ------------------------------------------------- links, tokens, gift, objective


@rule
def open_links(s: State, box: Box) -> None:
    """NT-F3: the links whose two ends hold nomads of one colour: normal, copy (R10) and mission (R11)
    nomads, laid down or not; never the visitor. Each colour may use each once (R40, R53)."""
    for own in range(box.counts[s.seats].colours):
        at = s.nomads[s.player + own * s.seats].at
        bits = 0
        for i in range(box.link_count):
            ends = box.links[i].ends
            if at & ends == ends:
                bits |= 1 << i
        s.links_open[own] = bits


@rule
def legal_links(s: State, box: Box, mask: Mask) -> None:
    """NT-D3: a link of the player, not used yet, whose effect is possible."""
    for own in range(2):
        bits = s.links_open[own]
        while bits != 0:
            i = lowest(bits)
            bits &= bits - 1
            if can_use_effect(s, box, box.links[i].effect):
                allow(mask, USE_LINK + own * LINKS + i)


@rule
def use_link(s: State, box: Box, own: int, number: int) -> None:
    """NT-D3: use a link with one's first or second colour."""
    link = box.links[number]
    s.links_open[own] &= ~(1 << number)
    note(s, LINKED, s.player, number, link.a, link.b, told(s, box, s.player, own))
    use_effect(s, box, link.effect)


@rule
def legal_tokens(s: State, box: Box, mask: Mask) -> None:
    """NT-D6: a link token the player holds whose effect is possible."""
    bits = s.clans[s.player].tokens
    while bits != 0:
        i = lowest(bits)
        bits &= bits - 1
        if can_use_effect(s, box, box.token_effect[i]):
            allow(mask, USE_TOKEN + i)


@rule
def use_token(s: State, box: Box, token: int) -> None:
    """NT-D6: use a link token; then it is out of the game."""
    s.clans[s.player].tokens &= ~(1 << token)
    s.tokens_used |= 1 << token
    note(s, USED_TOKEN, s.player, token, box.token_effect[token])
    use_effect(s, box, box.token_effect[token])


@rule
def legal_gifts(s: State, mask: Mask) -> None:
    """NT-D7, NT-D23, NT-F4: one resource (also a skull, R19; nothing else, R33) to another player whose
    reserve (R32) has none of it."""
    if s.gift_made != 0:
        return
    clan = s.clans[s.player]
    for resource in range(RESOURCES):
        if clan.reserve[resource] > 0:
            for seat in range(s.seats):
                if seat != s.player and s.clans[seat].reserve[resource] == 0:
                    allow(mask, GIFT + resource * GIFT_SEATS + seat)


@rule
def give(s: State, box: Box, resource: int, seat: int) -> None:
    """NT-F4: the gift of this turn; it cannot be refused, and brings generosity."""
    s.clans[s.player].reserve[resource] -= 1
    s.clans[seat].reserve[resource] += 1
    s.gift_made = 1
    note(s, GAVE, s.player, resource, seat)
    gain_generosity(s, box.gift_generosity)


@rule
def exchange_objective(s: State, box: Box) -> None:
    """NT-D9, R52: hand in the objective, face up (R38), for generosity."""
    clan = s.clans[s.player]
    clan.exchanged = 1
    reveal(s)
    note(s, EXCHANGED, s.player, clan.objective)
    gain_generosity(s, box.objective_exchange_generosity)
