"""Link effects (NT-L1 to NT-L16) and the questions they ask; links, link tokens and gifts.

An effect that leaves something open sets the question as the phase.
"""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.records.header import reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import EXCHANGED, GAVE, LINKED, REMOVED_CRAFT, TOOK_TOKEN, USED_TOKEN
from ..box import Box, LinkEffect, Resource, TokenSource
from ..state import Phase, State
from .clan import (
    can_build,
    can_craft,
    can_feed,
    gain,
    gain_generosity,
    leave_craft_display,
    raise_totem,
    refill_craft_display,
    tents_for,
    told,
)

# --------------------------------------------------------------------- the effects


@rule
def can_use_effect(s: State, box: Box, number: int) -> bool:
    """NT-L1 to NT-L16: whether an effect can do something now."""
    effect = box.effects[number]
    kind = effect.kind
    clan = s.clans[s.player]
    if kind == LinkEffect.GAIN:
        if effect.source == TokenSource.FOREST:
            return s.forest[effect.resource] > 0
        if effect.source == TokenSource.TANNING:
            return s.tanning[effect.resource] > 0
        return True
    if kind == LinkEffect.PLACE_TENT:
        return can_build(clan, box, Resource.WOOD) or can_build(clan, box, Resource.SKIN)
    if kind == LinkEffect.PLACE_FOOD:
        return can_feed(clan, box, Resource.MEAT) or can_feed(clan, box, Resource.MUSHROOM)
    if kind == LinkEffect.PLACE_CRAFT:
        return can_craft(clan)
    if kind == LinkEffect.PLACE_TOTEM:
        return clan.reserve[effect.resource] > 0
    if kind == LinkEffect.RENEW_CRAFT:
        return s.craft_left >= 2 and s.craft_count >= 2
    if kind == LinkEffect.TAKE_TOKEN:
        return s.token_stack != 0
    return True


@rule
def use_effect(s: State, box: Box, number: int) -> None:
    """NT-L1 to NT-L16: do an effect, or ask what it leaves open (NT-D13 to NT-D15, NT-D18, NT-D20, NT-D21)."""
    effect = box.effects[number]
    kind = effect.kind
    if kind == LinkEffect.GAIN:
        gain_from(s, effect.resource, effect.source)
    elif kind == LinkEffect.GENEROSITY:
        gain_generosity(s, 1)
    elif kind == LinkEffect.GAIN_ANY:
        s.phase = Phase.GAINING
    elif kind == LinkEffect.PLACE_TENT:
        s.phase = Phase.TENT
    elif kind == LinkEffect.PLACE_FOOD:
        s.phase = Phase.FOOD
    elif kind == LinkEffect.PLACE_CRAFT:
        s.phase = Phase.CRAFT
    elif kind == LinkEffect.PLACE_TOTEM:
        raise_totem(s, effect.resource)
    elif kind == LinkEffect.RENEW_CRAFT:
        s.phase = Phase.RENEWING
    else:
        s.phase = Phase.TOKEN


@rule
def gain_from(s: State, resource: int, source: int) -> None:
    """NT-L1 to NT-L3, NT-L5, NT-L7 to NT-L10: take one token from the supply or from a zone."""
    if source == TokenSource.FOREST:
        s.forest[resource] -= 1
    elif source == TokenSource.TANNING:
        s.tanning[resource] -= 1
    gain(s, resource, 1, source)


# ------------------------------------------------------------------- the questions


@rule
def tent_choices(s: State, box: Box, material: int) -> int:
    """NT-D14: the tents that may take this material now, of the reserve or of the supply, as bits."""
    clan = s.clans[s.player]
    if s.supplied == 0 and clan.reserve[material] == 0:
        return 0
    return tents_for(clan, box, material)


@rule
def craft_choices(s: State, material: int) -> int:
    """NT-D13: the unfinished cards that may take this material now, as bits."""
    clan = s.clans[s.player]
    if s.supplied == 0 and clan.reserve[material] == 0:
        return 0
    return clan.wants[material]


@rule
def basic_resources(box: Box) -> int:
    """NT-D18: wood, skin, meat and mushroom, as bits."""
    return box.basic


@rule
def token_choices(s: State) -> int:
    """NT-D21: the link tokens of the stack, as bits."""
    return s.token_stack


@rule
def take_token(s: State, box: Box, token: int) -> None:
    """NT-L16: take a link token; it may be used from now on (R30)."""
    s.token_stack &= ~(1 << token)
    s.clans[s.player].tokens |= 1 << token
    note(s, TOOK_TOKEN, s.player, token, box.token_effect[token])


@rule
def remove_craft(s: State, craft: int) -> None:
    """NT-L15, R22: remove a card of the display from the game; after the second one two new ones come."""
    s.craft_gone |= 1 << craft
    note(s, REMOVED_CRAFT, s.player, craft)
    leave_craft_display(s, craft)
    s.renewed += 1
    if s.renewed < 2:
        s.phase = Phase.RENEWING
        return
    s.renewed = 0
    refill_craft_display(s)
    refill_craft_display(s)


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
def usable_links(s: State, box: Box, own: int) -> int:
    """NT-D3: the links of the player's first or second colour, not used yet, whose effect is possible, as bits."""
    opened = s.links_open[own]
    bits = opened
    while opened != 0:
        link = lowest(opened)
        opened &= opened - 1
        if not can_use_effect(s, box, box.links[link].effect):
            bits &= ~(1 << link)
    return bits


@rule
def use_link(s: State, box: Box, link: int, own: int) -> None:
    """NT-D3: use a link with one's first or second colour."""
    used = box.links[link]
    s.links_open[own] &= ~(1 << link)
    note(s, LINKED, s.player, link, used.a, used.b, told(s, box, s.player, own))
    use_effect(s, box, used.effect)


@rule
def usable_tokens(s: State, box: Box) -> int:
    """NT-D6: the link tokens of the player whose effect is possible, as bits."""
    held = s.clans[s.player].tokens
    bits = held
    while held != 0:
        token = lowest(held)
        held &= held - 1
        if not can_use_effect(s, box, box.token_effect[token]):
            bits &= ~(1 << token)
    return bits


@rule
def use_token(s: State, box: Box, token: int) -> None:
    """NT-D6: use a link token; then it is out of the game."""
    s.clans[s.player].tokens &= ~(1 << token)
    s.tokens_used |= 1 << token
    note(s, USED_TOKEN, s.player, token, box.token_effect[token])
    use_effect(s, box, box.token_effect[token])


@rule
def may_give(s: State) -> bool:
    """NT-D7: one gift in a turn."""
    return s.gift_made == 0


@rule
def gift_takers(s: State, resource: int) -> int:
    """NT-D7, NT-D23, NT-F4: who may get one resource (also a skull, R19; nothing else, R33), as bits: another player
    whose reserve (R32) has none of it."""
    bits = 0
    if s.clans[s.player].reserve[resource] > 0:
        for seat in range(s.seats):
            if seat != s.player and s.clans[seat].reserve[resource] == 0:
                bits |= 1 << seat
    return bits


@rule
def give(s: State, box: Box, resource: int, seat: int) -> None:
    """NT-F4: the gift of this turn; it cannot be refused, and brings generosity."""
    s.clans[s.player].reserve[resource] -= 1
    s.clans[seat].reserve[resource] += 1
    s.gift_made = 1
    note(s, GAVE, s.player, resource, seat)
    gain_generosity(s, box.gift_generosity)


@rule
def can_exchange(s: State) -> bool:
    """NT-D9: once in the game."""
    return s.clans[s.player].exchanged == 0


@rule
def exchange_objective(s: State, box: Box) -> None:
    """NT-D9, R52: hand in the objective, face up (R38), for generosity."""
    clan = s.clans[s.player]
    clan.exchanged = 1
    reveal(s)
    note(s, EXCHANGED, s.player, clan.objective)
    gain_generosity(s, box.objective_exchange_generosity)
