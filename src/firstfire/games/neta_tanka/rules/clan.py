"""The clan board: reserve, generosity, tents and their gates, food, totem, craft cards.

What the places, links, cards and tokens do to a clan is done here, once.
"""

from __future__ import annotations

from firstfire.kernel.records.header import reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN, note

from ..actions import (
    BUILT,
    COPY_UNLOCKED,
    CRAFT_DISPLAY,
    CRAFTED,
    FED,
    FINISHED,
    GENEROSITY,
    OVERTAKES,
    PAID,
    PAID_GATE,
    RAISED,
    TENT_DONE,
    TOOK,
    TOOK_CRAFT,
)
from ..box import MATERIALS, RESOURCES, Box, Resource, TokenSource
from ..state import DISPLAY, Clan, PieceKind, State

# ------------------------------------------------------------------- the reserve


@rule
def gain(s: State, resource: int, amount: int, source: int) -> None:
    """The player puts tokens into the reserve; the supply never runs out (NT-U2)."""
    s.clans[s.player].reserve[resource] += amount
    note(s, TOOK, s.player, amount, resource, source)


@rule
def gain_generosity(s: State, amount: int) -> None:
    """The player takes generosity points."""
    s.clans[s.player].generosity += amount
    note(s, GENEROSITY, s.player, amount)


@rule
def pay(s: State, resource: int, amount: int) -> None:
    """The player pays from the reserve to the supply."""
    s.clans[s.player].reserve[resource] -= amount
    note(s, PAID, s.player, amount, resource)


@rule
def gain_one(s: State, resource: int) -> None:
    """NT-D18, NT-D19: one token of the chosen kind, from the supply."""
    gain(s, resource, 1, TokenSource.SUPPLY)


@rule
def has_in_reserve(s: State, resource: int) -> bool:
    """Whether the player has a token of this kind."""
    return s.clans[s.player].reserve[resource] > 0


@rule
def use_material(s: State, material: int) -> None:
    """A material leaves the reserve, or comes from the supply by a card that is being played (NT-N3, NT-N5)."""
    if s.supplied == 0:
        s.clans[s.player].reserve[material] -= 1
    s.supplied = 0


@rule
def resources_of(clan: Clan) -> int:
    """How many resources lie in a reserve."""
    total = 0
    for resource in range(RESOURCES):
        total += clan.reserve[resource]
    return total


# ------------------------------------------------------------------------ pieces


@rule
def told(s: State, box: Box, seat: int, piece: int) -> int:
    """How the log calls a piece: a nomad, the visitor, or, where players have two colours, a nomad of its colour."""
    if piece == PieceKind.VISITOR:
        return 1
    if box.counts[s.seats].colours == 1:
        return 0
    return 2 + seat + piece * s.seats


# ------------------------------------------------------------------------- tents


@rule
def is_begun(clan: Clan, tent: int) -> bool:
    """Whether a resource lies on a tent."""
    return clan.tents[tent][Resource.WOOD] + clan.tents[tent][Resource.SKIN] > 0


@rule
def is_complete(clan: Clan, box: Box, tent: int) -> bool:
    """Whether a tent has all its resources."""
    return (
        clan.tents[tent][Resource.WOOD] == box.tent_slots[Resource.WOOD]
        and clan.tents[tent][Resource.SKIN] == box.tent_slots[Resource.SKIN]
    )


@rule
def next_gate(clan: Clan, box: Box) -> None:
    """Find the next gate that asks for tokens; with none left all tents are free."""
    while clan.gate < box.tents:
        asked = 0
        for resource in range(RESOURCES):
            clan.owed[resource] = box.gates[clan.gate][resource]
            asked += clan.owed[resource]
        if asked > 0:
            return
        clan.gate += 1


@rule
def tents_for(clan: Clan, box: Box, material: int) -> int:
    """NT-F6: the tents that take this material now, as bits: a free slot, every gate up to there paid
    (R12), the tent before begun."""
    slots = box.tent_slots[material]
    bits = 0
    for tent in range(clan.gate):
        if clan.tents[tent][material] < slots:
            bits |= 1 << tent
        if clan.tents[tent][Resource.WOOD] + clan.tents[tent][Resource.SKIN] == 0:
            break
    return bits


@rule
def can_build(clan: Clan, box: Box, material: int) -> bool:
    """Whether the player can put this material from the reserve on a tent."""
    return clan.reserve[material] > 0 and tents_for(clan, box, material) != 0


@rule
def build(s: State, box: Box, material: int, tent: int) -> None:
    """NT-F6: put a material on a tent: from the reserve, or from the supply by a card (NT-N3)."""
    clan = s.clans[s.player]
    use_material(s, material)
    clan.tents[tent][material] += 1
    note(s, BUILT, s.player, material, tent + 1)
    if is_complete(clan, box, tent):
        note(s, TENT_DONE, s.player, tent + 1)


@rule
def gate_tokens(s: State, box: Box) -> int:
    """NT-D8, NT-F6, R14: what the player can hand in, as bits: only at the first unpaid gate, once the tent before
    it is begun."""
    clan = s.clans[s.player]
    bits = 0
    if clan.gate < box.tents and is_begun(clan, clan.gate - 1):
        for resource in range(RESOURCES):
            if clan.owed[resource] > 0 and clan.reserve[resource] > 0:
                bits |= 1 << resource
    return bits


@rule
def pay_gate(s: State, box: Box, resource: int) -> None:
    """NT-D8: hand in one token at a gate (R13); it is gone, neither food nor resource left (R56)."""
    clan = s.clans[s.player]
    clan.reserve[resource] -= 1
    clan.owed[resource] -= 1
    note(s, PAID_GATE, s.player, resource, clan.gate + 1)
    for other in range(RESOURCES):
        if clan.owed[other] > 0:
            return
    clan.gate += 1
    next_gate(clan, box)


# -------------------------------------------------------------------------- food


@rule
def food_items(clan: Clan) -> int:
    """How many items lie in the food section; left and right are filled in order (R54)."""
    return clan.food[Resource.MEAT] + clan.food[Resource.MUSHROOM]


@rule
def has_copy_power(clan: Clan, box: Box) -> bool:
    """NT-F1: unlocked for good with the fifth item of food, however it got there."""
    return food_items(clan) >= box.copy_at


@rule
def can_feed(clan: Clan, box: Box, resource: int) -> bool:
    """Whether this food can go from the reserve into the food section; a full one takes no more (R24)."""
    return clan.reserve[resource] > 0 and food_items(clan) < box.food_slots


@rule
def add_food(s: State, box: Box, resource: int, amount: int) -> None:
    """Put food into the section; what finds no room is lost (NT-N2); the fifth item unlocks the Copy Power."""
    clan = s.clans[s.player]
    before = food_items(clan)
    added = min(amount, box.food_slots - before)
    clan.food[resource] += added
    note(s, FED, s.player, added, resource, before + added)
    if before < box.copy_at and before + added >= box.copy_at:
        note(s, COPY_UNLOCKED, s.player)


@rule
def foods(s: State, box: Box) -> int:
    """NT-D15: meat (0) and mushroom (1), if they can go from the reserve into the food section, as bits."""
    clan = s.clans[s.player]
    bits = 0
    if can_feed(clan, box, Resource.MEAT):
        bits |= 1
    if can_feed(clan, box, Resource.MUSHROOM):
        bits |= 2
    return bits


@rule
def feed(s: State, box: Box, food: int) -> None:
    """NT-D15: put one food of the reserve, meat (0) or mushroom (1), into the food section."""
    resource = Resource.MEAT + food
    s.clans[s.player].reserve[resource] -= 1
    add_food(s, box, resource, 1)


# ------------------------------------------------------------------------- totem


@rule
def height_of(clan: Clan) -> int:
    """The height of a totem: every wood and every skull is one tier."""
    return clan.totem[Resource.WOOD] + clan.totem[Resource.SKULL]


@rule
def add_to_totem(s: State, resource: int) -> None:
    """NT-F7: one more tier, then at once (R35) ahead of every totem that is now strictly lower."""
    clan = s.clans[s.player]
    clan.totem[resource] += 1
    height = height_of(clan)
    note(s, RAISED, s.player, resource, height)
    place = s.totem_count
    if height == 1:
        s.totem_order[place] = s.player
        s.totem_count += 1
    for i in range(s.totem_count):
        if s.totem_order[i] == s.player:
            place = i
    start = place
    while place > 0 and height_of(s.clans[s.totem_order[place - 1]]) < height:
        s.totem_order[place] = s.totem_order[place - 1]
        place -= 1
    s.totem_order[place] = s.player
    if place < start or height == 1:
        note(s, OVERTAKES, s.player, place + 1)


@rule
def raise_totem(s: State, resource: int) -> None:
    """Put one wood or skull of the reserve on the totem."""
    s.clans[s.player].reserve[resource] -= 1
    add_to_totem(s, resource)


# ------------------------------------------------------------------- craft cards


@rule
def unfinished_crafts(clan: Clan) -> int:
    """The unfinished craft cards of a clan, as bits; there is no limit to them (R37)."""
    return clan.wants[Resource.WOOD] | clan.wants[Resource.SKIN]


@rule
def can_craft(clan: Clan) -> bool:
    """Whether the reserve has a material that an unfinished card still wants (R36)."""
    return (clan.wants[Resource.WOOD] != 0 and clan.reserve[Resource.WOOD] > 0) or (
        clan.wants[Resource.SKIN] != 0 and clan.reserve[Resource.SKIN] > 0
    )


@rule
def work_on_craft(s: State, box: Box, material: int, craft: int) -> None:
    """Put a material on an unfinished card: from the reserve, or from the supply by a card (NT-N5). A card
    that has everything is finished at once: its resources go to the supply."""
    clan = s.clans[s.player]
    use_material(s, material)
    note(s, CRAFTED, s.player, material, craft)
    s.on_craft[craft][material] += 1
    if s.on_craft[craft][material] == box.crafts[craft].cost[material]:
        clan.wants[material] &= ~(1 << craft)
    if (unfinished_crafts(clan) >> craft) & 1 == 0:
        for i in range(MATERIALS):
            s.on_craft[craft][i] = 0
        clan.finished |= 1 << craft
        note(s, FINISHED, s.player, craft)


@rule
def shown_crafts(s: State) -> int:
    """NT-D12, NT-D20: the craft cards of the display, as bits."""
    bits = 0
    for i in range(s.craft_count):
        bits |= 1 << s.craft_display[i]
    return bits


@rule
def take_craft(s: State, box: Box, craft: int) -> None:
    """NT-D12: take a craft card of the display; it may be worked on at once (R51)."""
    clan = s.clans[s.player]
    note(s, TOOK_CRAFT, s.player, craft)
    for material in range(MATERIALS):
        if box.crafts[craft].cost[material] > 0:
            clan.wants[material] |= 1 << craft
    leave_craft_display(s, craft)
    refill_craft_display(s)


@rule
def leave_craft_display(s: State, card: int) -> None:
    """Take a card out of the row; the others move up and keep their order (R47)."""
    kept = 0
    for i in range(s.craft_count):
        if s.craft_display[i] != card:
            s.craft_display[kept] = s.craft_display[i]
            kept += 1
    s.craft_count = kept
    for i in range(kept, DISPLAY):
        s.craft_display[i] = HIDDEN


@rule
def refill_craft_display(s: State) -> None:
    """NT-U4, R23: the open top card joins the display, the next one is turned up; an empty pile gives none."""
    if s.craft_left == 0:
        return
    s.craft_left -= 1
    card = s.craft_pile[s.craft_left]
    s.craft_pile[s.craft_left] = HIDDEN
    s.craft_display[s.craft_count] = card
    s.craft_count += 1
    top = HIDDEN
    if s.craft_left > 0:
        top = s.craft_pile[s.craft_left - 1]
        reveal(s)
    note(s, CRAFT_DISPLAY, s.player, card, top)
