"""The cards of a solo game: events, optional and mandatory, and what they ask (DG-S4 to DG-S6)."""

from __future__ import annotations

from firstfire.kernel.records.bits import lowest
from firstfire.kernel.records.header import reveal
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    APPEARED,
    CARD_TURNED,
    CUBE_LOST,
    EVENT_DECLINED,
    EVENT_IDLE,
    EVENT_USED,
    FOUNDLING,
    HABITAT_LOST,
    LEVEL_LOST,
    MEMBER_LOST,
    MOULD,
    REGROWN,
    SOLO_LOST,
    SOLO_MET,
    WHITE_JOINED,
    meal_of,
)
from ..box import Box
from ..state import (
    ANIMALS,
    BOWLS,
    GOODS,
    HABITAT_PLACES,
    LINES,
    SHELTERS,
    TRACKS,
    Clan,
    EventEffect,
    Good,
    Home,
    Phase,
    Shows,
    Spot,
    State,
    Step,
    White,
)
from .animals import migrate
from .clan import affords, built_homes, gain, is_cold, members, pay, pay_all
from .common import slot_species
from .ground import big_game, put_animal, range_of, rivals_on, within
from .hut import barter_options, swap_options
from .rivals import PLAYER, animals_in_reserve, rivals_act
from .scoring import fulfils

DISCARDABLE = (int(Good.WOOD), int(Good.STONE), int(Good.FUR), int(Good.BONE))
PRICES = (int(Good.MEAT), int(Good.FRUIT))
SPOTS = 2


@rule
def card_of(s: State) -> int:
    """The card of this round."""
    return s.solo.cards[s.round - 1]


@rule
def turn_card(s: State, box: Box) -> None:
    """DG-S4 phase 1: the next card; a mandatory event happens, an optional one is offered now or never."""
    card = card_of(s)
    s.player = PLAYER
    s.solo.event_open = 1
    reveal(s)
    note(s, CARD_TURNED, PLAYER, card)
    if not event_is_possible(s, box, card):
        note(s, EVENT_IDLE, PLAYER, card, card)
        s.step = Step.EVENT_ENDS
    elif box.mandatory[card] != 0:
        begin_event(s, box, card)
    else:
        s.phase = Phase.EVENT


@rule
def close_event(s: State, box: Box) -> None:
    """After the event: objectives it broke lose their cube (R50), the rivals act, the player programs."""
    s.solo.event_open = 0
    s.swaps = 0
    s.left = 0
    fulfilled = fulfilled_objectives(s, box)
    for place in range(s.solo.shown):
        if (s.solo.done >> place) & 1 != 0 and (fulfilled >> place) & 1 == 0:
            note(s, SOLO_LOST, PLAYER, s.solo.objectives[place])
    s.solo.done &= fulfilled
    rivals_act(s, box, card_of(s))
    s.phase = Phase.PROGRAM


@rule
def fulfilled_objectives(s: State, box: Box) -> int:
    """The shown solo objectives that hold now, one bit each."""
    found = 0
    for place in range(s.solo.shown):
        if fulfils(s, box, PLAYER, box.solo_needs[s.solo.objectives[place]]):
            found |= 1 << place
    return found


@rule
def check_solo_objectives(s: State, box: Box) -> None:
    """DG-S5, R50, R51: at DG-5.2 the cubes follow the facts."""
    fulfilled = fulfilled_objectives(s, box)
    for place in range(s.solo.shown):
        now = (fulfilled >> place) & 1
        before = (s.solo.done >> place) & 1
        if now > before:
            note(s, SOLO_MET, PLAYER, s.solo.objectives[place])
        if now < before:
            note(s, SOLO_LOST, PLAYER, s.solo.objectives[place])
    s.solo.done = fulfilled


@rule
def event_is_possible(s: State, box: Box, card: int) -> bool:
    """Whether an event has anything to do; one that has not is passed over (DG-S6)."""
    effect = box.effect[card]
    clan = s.clans[PLAYER]
    if effect == EventEffect.WHITE_CHIEF:
        return price_options(s, box) != 0
    if effect == EventEffect.FOUNDLING:
        return clan.reserve > 0
    if effect == EventEffect.BARTER:
        return barter_options(s) != 0
    if effect == EventEffect.SWAP:
        return swap_options(s) != 0
    if effect == EventEffect.REGROW:
        return regrow_options(s, box) != 0
    if effect == EventEffect.GREAT_HERD:
        return herd_species_options(s, box) != 0
    if effect == EventEffect.THIEVES:
        return discard_options(s) != 0
    if effect == EventEffect.GALE:
        return built_homes(clan) > 0
    if effect == EventEffect.ROCKFALL:
        return rockfall_options(s) != 0
    if effect == EventEffect.LOST_KNOWLEDGE:
        return unlearn_options(s) != 0
    return True


@rule
def use_event(s: State, box: Box) -> None:
    """DG-S4 phase 1: an optional event is used."""
    begin_event(s, box, card_of(s))


@rule
def decline_event(s: State) -> None:
    """DG-S4 phase 1: an optional event is declined; it does not come again."""
    note(s, EVENT_DECLINED, PLAYER, card_of(s))


@rule
def end_event(s: State) -> None:
    """The event is over with its answer."""
    s.step = Step.EVENT_ENDS


@rule
def begin_event(s: State, box: Box, card: int) -> None:
    """Carry out an event, or ask what it needs."""
    note(s, EVENT_USED, PLAYER, card, card)
    if not begin_choice(s, box, card):
        happen(s, box, card)
        s.step = Step.EVENT_ENDS


@rule
def begin_choice(s: State, box: Box, card: int) -> bool:
    """Events that put a question to the player; whether this is one of them."""
    effect = box.effect[card]
    if effect == EventEffect.WHITE_CHIEF:
        s.phase = Phase.HOSPITALITY
    elif effect == EventEffect.BARTER:
        s.phase = Phase.BARTER
    elif effect == EventEffect.SWAP:
        s.swaps = box.card_number[card]
        s.phase = Phase.SWAP
    elif effect == EventEffect.REGROW:
        s.phase = Phase.REGROW
    elif effect == EventEffect.GREAT_HERD:
        s.phase = Phase.SPECIES
    elif effect == EventEffect.THIEVES:
        s.left = box.card_number[card]
        s.phase = Phase.THIEVES
    elif effect == EventEffect.GALE:
        s.phase = Phase.GALE
    elif effect == EventEffect.ROCKFALL:
        s.phase = Phase.ROCKFALL
    elif effect == EventEffect.LOST_KNOWLEDGE:
        s.phase = Phase.UNLEARN
    else:
        return False
    return True


@rule
def happen(s: State, box: Box, card: int) -> None:
    """Events that need no choice: SC01 to SC03, SC05, SC08 to SC15, SC18, SC20 to SC22, SC26 to SC30."""
    effect = box.effect[card]
    clan = s.clans[PLAYER]
    number = box.card_number[card]
    if effect == EventEffect.COLD_COSTS:
        bitter_cold(s, box, card)
    elif effect == EventEffect.NO_FUR:
        mild_spell(s, box, card)
    elif effect == EventEffect.WHITE_HUNTER:
        s.solo.white_hunter = White.HOME
        clan.hunters += 1
        note(s, WHITE_JOINED, PLAYER, 0)
    elif effect == EventEffect.FOUNDLING:
        clan.reserve -= 1
        clan.newborns += 1
        note(s, FOUNDLING, PLAYER)
    elif effect == EventEffect.GAIN:
        for good in range(GOODS):
            gain(s, PLAYER, good, box.card_goods[card][good])
    elif effect == EventEffect.RANGE:
        s.solo.range_shift = number
    elif effect == EventEffect.TRANSPORT:
        s.solo.transport_shift = number
    elif effect == EventEffect.FAVOUR:
        s.solo.favour = 1
    elif effect == EventEffect.MOULD:
        mould(s)
    elif effect == EventEffect.DISCARD:
        for good in range(GOODS):
            discard(s, good, box.card_goods[card][good])
    elif effect == EventEffect.FEVER:
        fever(s, box, card)
    elif effect == EventEffect.NO_HUT:
        s.solo.no_hut = 1
    elif effect == EventEffect.STAMPEDE:
        migrate(s, box)
    else:
        s.solo.hunger = number


@rule
def discard(s: State, good: int, amount: int) -> None:
    """E32: a mandatory discard takes what is there."""
    pay(s, PLAYER, good, min(amount, s.clans[PLAYER].goods[good]))


@rule
def bitter_cold(s: State, box: Box, card: int) -> None:
    """SC01: costs of a cold season; in a cold season a Fur goes instead."""
    if is_cold(s, box):
        discard(s, Good.FUR, box.card_goods[card][Good.FUR])
    else:
        s.solo.cold_costs = 1


@rule
def mild_spell(s: State, box: Box, card: int) -> None:
    """SC02: no Fur is due; in a warm season a Fur is gained instead."""
    if is_cold(s, box):
        s.solo.no_fur = 1
    else:
        gain(s, PLAYER, Good.FUR, box.card_goods[card][Good.FUR])


@rule
def price_options(s: State, box: Box) -> int:
    """SC04: Meat, or else Fruit, for the visiting Chief."""
    card = card_of(s)
    options = 0
    for choice in range(2):
        if s.clans[PLAYER].goods[PRICES[choice]] >= box.card_goods[card][PRICES[choice]]:
            options |= 1 << choice
    return options


@rule
def welcome_chief(s: State, box: Box, price: int) -> None:
    """SC04, R39: a second Chief for this round."""
    pay(s, PLAYER, PRICES[price], box.card_goods[card_of(s)][PRICES[price]])
    s.solo.white_chief = White.HOME
    s.clans[PLAYER].chiefs += 1
    note(s, WHITE_JOINED, PLAYER, 1)


@rule
def regrow_options(s: State, box: Box) -> int:
    """SC16: exhausted resource tiles within Range without a rival."""
    reach = within(s, s.clans[PLAYER].village, range_of(s, box, PLAYER)) & ~rivals_on(s)
    options = 0
    while reach != 0:
        cell = lowest(reach)
        reach &= reach - 1
        if s.uses[cell] > 0 and box.shows[s.tile[cell]] >= Shows.WOOD:
            options |= 1 << cell
    return options


@rule
def regrow(s: State, cell: int) -> None:
    """SC16: the tile can be harvested again."""
    s.uses[cell] = 0
    s.ripe |= 1 << cell
    note(s, REGROWN, PLAYER, cell)


@rule
def herd_options(s: State, box: Box) -> int:
    """SC17: tiles within Range without animal and without rival."""
    return within(s, s.clans[PLAYER].village, range_of(s, box, PLAYER)) & ~big_game(s) & ~rivals_on(s)


@rule
def herd_species_options(s: State, box: Box) -> int:
    """SC17: species of the season with a meeple in reserve, if there is room for one."""
    if herd_options(s, box) == 0:
        return 0
    options = 0
    for species in range(ANIMALS):
        if box.animal_season[species] == box.season[s.round - 1] and animals_in_reserve(s, box, species) > 0:
            options |= 1 << species
    return options


@rule
def grazing_species(s: State) -> int:
    """SC17: the species that is chosen and seeks its cell. Nothing is left to choose or to discard meanwhile, so it
    lies in the place of that count: a field of its own would change the record, and with it every stored game."""
    return s.left


@rule
def choose_species(s: State, species: int) -> None:
    """SC17: the species is known; where does it graze?"""
    s.left = species  # read by `grazing_species`
    s.phase = Phase.HERD


@rule
def settle_herd(s: State, cell: int) -> None:
    """SC17: the animal grazes here."""
    species = grazing_species(s)
    put_animal(s, species, cell)
    note(s, APPEARED, PLAYER, species, cell)


@rule
def mould(s: State) -> None:
    """SC18: all food moves one bowl to the right now."""
    fruit = s.clans[PLAYER].fruit[BOWLS - 1]
    meat = s.clans[PLAYER].meat[BOWLS - 1]
    spoil(s.clans[PLAYER])
    note(s, MOULD, PLAYER, fruit, meat, meal_of(fruit, meat))


@rule
def spoil(clan: Clan) -> None:
    """DG-5.1: food moves one bowl to the right; what was in the last bowl is lost."""
    last = BOWLS - 1
    clan.goods[Good.FRUIT] -= clan.fruit[last]
    clan.goods[Good.MEAT] -= clan.meat[last]
    for i in range(last):
        clan.fruit[last - i] = clan.fruit[last - i - 1]
        clan.meat[last - i] = clan.meat[last - i - 1]
    clan.fruit[0] = 0
    clan.meat[0] = 0


@rule
def discard_options(s: State) -> int:
    """SC19: Wood, Stone, Fur or Bone that is owned."""
    clan = s.clans[PLAYER]
    options = 0
    for i in range(4):
        if clan.goods[DISCARDABLE[i]] > 0:
            options |= 1 << DISCARDABLE[i]
    return options


@rule
def steal(s: State, good: int) -> bool:
    """SC19, E32: one good after another, as far as there are any; whether that was the last."""
    s.left -= 1
    pay(s, PLAYER, good, 1)
    return s.left == 0 or discard_options(s) == 0


@rule
def fever(s: State, box: Box, card: int) -> None:
    """SC22: a large clan loses a Hunter-Gatherer from home, a small one some food."""
    clan = s.clans[PLAYER]
    if members(clan) >= box.card_number[card]:
        clan.hunters -= 1
        clan.reserve += 1
        note(s, MEMBER_LOST, PLAYER)
    elif clan.goods[Good.MEAT] >= box.card_goods[card][Good.MEAT]:
        discard(s, Good.MEAT, box.card_goods[card][Good.MEAT])
    else:
        discard(s, Good.FRUIT, box.card_goods[card][Good.FRUIT])


@rule
def lose_options(s: State) -> int:
    """SC23: built tiles by kind and by what lies below them."""
    clan = s.clans[PLAYER]
    options = 0
    for place in range(HABITAT_PLACES):
        if clan.homes[place] >= Home.SIMPLE:
            spot = Spot.SHELTER if place < SHELTERS else Spot.BARE
            options |= 1 << (SPOTS * (clan.homes[place] - Home.SIMPLE) + spot)
    return options


@rule
def can_repair(s: State, box: Box) -> bool:
    """SC23: whether the goods are there to save the Habitats."""
    return affords(s.clans[PLAYER], box.card_goods[card_of(s)])


@rule
def repair(s: State, box: Box) -> None:
    """SC23: pay, and no Habitat is lost."""
    pay_all(s, PLAYER, box.card_goods[card_of(s)])


@rule
def lose_home(s: State, dwelling: int, spot: int) -> None:
    """SC23: a tile goes back to the supply; the shelter below it, if any, is uncovered."""
    clan = s.clans[PLAYER]
    start = 0 if spot == Spot.SHELTER else SHELTERS
    end = SHELTERS if spot == Spot.SHELTER else HABITAT_PLACES
    for i in range(end - start):
        place = end - 1 - i
        if clan.homes[place] == Home.SIMPLE + dwelling:
            clan.homes[place] = Home.SHELTER if spot == Spot.SHELTER else Home.BARE
            break
    note(s, HABITAT_LOST, PLAYER, dwelling, spot)


@rule
def rockfall_options(s: State) -> int:
    """SC24: slots with a cube of the player."""
    options = 0
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] > 0 and s.painter[slot] == PLAYER:
            options |= 1 << slot
    return options


@rule
def lose_cube(s: State, box: Box, slot: int) -> None:
    """SC24: one cube falls off the wall."""
    s.cubes[slot] -= 1
    if s.cubes[slot] == 0:
        s.painter[slot] = 0
    note(s, CUBE_LOST, PLAYER, slot, slot_species(s, box, slot))


@rule
def unlearn_options(s: State) -> int:
    """SC25: capacities above their first level."""
    clan = s.clans[PLAYER]
    options = 0
    for track in range(TRACKS):
        if clan.levels[track] > 0:
            options |= 1 << track
    return options


@rule
def unlearn(s: State, track: int) -> None:
    """SC25: one level down."""
    clan = s.clans[PLAYER]
    clan.levels[track] -= 1
    note(s, LEVEL_LOST, PLAYER, track, clan.levels[track] + 1)
