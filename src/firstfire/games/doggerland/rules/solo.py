"""The cards of a solo game: events, optional and mandatory, and what they ask (DG-S4 to DG-S6)."""

from __future__ import annotations

from firstfire.kernel.bits import Mask, allow, lowest
from firstfire.kernel.header import reveal
from firstfire.kernel.notes import note
from firstfire.kernel.rule import rule

from ..actions import (
    APPEARED,
    CARD_TURNED,
    CUBE_LOST,
    DECLINE_EVENT,
    DISCARD,
    EVENT_DECLINED,
    EVENT_IDLE,
    EVENT_USED,
    FOUNDLING,
    HABITAT_LOST,
    HERD_OF,
    HERD_ON,
    HOST,
    LEVEL_LOST,
    LOSE,
    MEMBER_LOST,
    MOULD,
    REGROW,
    REGROWN,
    REPAIR,
    ROCKFALL,
    SOLO_LOST,
    SOLO_MET,
    UNLEARN,
    USE_EVENT,
    WHITE_JOINED,
    allow_bits,
    is_single,
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
    Effect,
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
    if effect == Effect.WHITE_CHIEF:
        return price_options(s, box, card) != 0
    if effect == Effect.FOUNDLING:
        return clan.reserve > 0
    if effect == Effect.BARTER:
        return barter_options(s) != 0
    if effect == Effect.SWAP:
        return swap_options(s) != 0
    if effect == Effect.REGROW:
        return regrow_options(s, box) != 0
    if effect == Effect.GREAT_HERD:
        return herd_species_options(s, box) != 0
    if effect == Effect.THIEVES:
        return discard_options(clan) != 0
    if effect == Effect.GALE:
        return built_homes(clan) > 0
    if effect == Effect.ROCKFALL:
        return rockfall_options(s) != 0
    if effect == Effect.LOST_KNOWLEDGE:
        return unlearn_options(clan) != 0
    return True


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
    if effect == Effect.WHITE_CHIEF:
        ask(s, box, Phase.HOSPITALITY, price_options(s, box, card))
    elif effect == Effect.BARTER:
        s.phase = Phase.BARTER
    elif effect == Effect.SWAP:
        s.swaps = box.card_number[card]
        s.phase = Phase.SWAP
    elif effect == Effect.REGROW:
        ask(s, box, Phase.REGROW, regrow_options(s, box))
    elif effect == Effect.GREAT_HERD:
        ask_species(s, box)
    elif effect == Effect.THIEVES:
        s.left = box.card_number[card]
        thieves_come(s)
    elif effect == Effect.GALE:
        ask_gale(s, box)
    elif effect == Effect.ROCKFALL:
        ask(s, box, Phase.ROCKFALL, rockfall_options(s))
    elif effect == Effect.LOST_KNOWLEDGE:
        ask(s, box, Phase.UNLEARN, unlearn_options(s.clans[PLAYER]))
    else:
        return False
    return True


@rule
def ask(s: State, box: Box, phase: int, options: int) -> None:
    """Put a question; with a single answer it is given at once."""
    s.phase = phase
    if is_single(options):
        answer(s, box, lowest(options))


@rule
def answer(s: State, box: Box, choice: int) -> None:
    """The answer to the question of an event, which is over with it."""
    s.step = Step.EVENT_ENDS
    clan = s.clans[PLAYER]
    card = card_of(s)
    if s.phase == Phase.HOSPITALITY:
        pay(s, PLAYER, PRICES[choice], box.card_goods[card][PRICES[choice]])
        welcome_chief(s)
    elif s.phase == Phase.REGROW:
        s.uses[choice] = 0
        s.ripe |= 1 << choice
        note(s, REGROWN, PLAYER, choice)
    elif s.phase == Phase.HERD:
        put_animal(s, s.left, choice)
        note(s, APPEARED, PLAYER, s.left, choice)
    elif s.phase == Phase.GALE:
        lose_home(s, choice)
    elif s.phase == Phase.ROCKFALL:
        s.cubes[choice] -= 1
        if s.cubes[choice] == 0:
            s.painter[choice] = 0
        note(s, CUBE_LOST, PLAYER, choice, slot_species(s, box, choice))
    else:
        clan.levels[choice] -= 1
        note(s, LEVEL_LOST, PLAYER, choice, clan.levels[choice] + 1)


@rule
def happen(s: State, box: Box, card: int) -> None:
    """Events that need no choice: SC01 to SC03, SC05, SC08 to SC15, SC18, SC20 to SC22, SC26 to SC30."""
    effect = box.effect[card]
    clan = s.clans[PLAYER]
    number = box.card_number[card]
    if effect == Effect.COLD_COSTS:
        bitter_cold(s, box, card)
    elif effect == Effect.NO_FUR:
        mild_spell(s, box, card)
    elif effect == Effect.WHITE_HUNTER:
        s.solo.white_hunter = White.HOME
        clan.hunters += 1
        note(s, WHITE_JOINED, PLAYER, 0)
    elif effect == Effect.FOUNDLING:
        clan.reserve -= 1
        clan.newborns += 1
        note(s, FOUNDLING, PLAYER)
    elif effect == Effect.GAIN:
        for good in range(GOODS):
            gain(s, PLAYER, good, box.card_goods[card][good])
    elif effect == Effect.RANGE:
        s.solo.range_shift = number
    elif effect == Effect.TRANSPORT:
        s.solo.transport_shift = number
    elif effect == Effect.FAVOUR:
        s.solo.favour = 1
    elif effect == Effect.MOULD:
        mould(s)
    elif effect == Effect.DISCARD:
        for good in range(GOODS):
            discard(s, good, box.card_goods[card][good])
    elif effect == Effect.FEVER:
        fever(s, box, card)
    elif effect == Effect.NO_HUT:
        s.solo.no_hut = 1
    elif effect == Effect.STAMPEDE:
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
def price_options(s: State, box: Box, card: int) -> int:
    """SC04: Meat, or else Fruit, for the visiting Chief."""
    options = 0
    for choice in range(2):
        if s.clans[PLAYER].goods[PRICES[choice]] >= box.card_goods[card][PRICES[choice]]:
            options |= 1 << choice
    return options


@rule
def welcome_chief(s: State) -> None:
    """SC04, R39: a second Chief for this round."""
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
def ask_species(s: State, box: Box) -> None:
    """SC17: which species, then where."""
    options = herd_species_options(s, box)
    if is_single(options):
        choose_species(s, box, lowest(options))
    else:
        s.phase = Phase.SPECIES


@rule
def choose_species(s: State, box: Box, species: int) -> None:
    """SC17: the species is known; where does it graze?"""
    s.left = species
    ask(s, box, Phase.HERD, herd_options(s, box))


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
def discard_options(clan: Clan) -> int:
    """SC19: Wood, Stone, Fur or Bone that is owned."""
    options = 0
    for i in range(4):
        if clan.goods[DISCARDABLE[i]] > 0:
            options |= 1 << DISCARDABLE[i]
    return options


@rule
def thieves_come(s: State) -> None:
    """SC19, E32: one good after another, as far as there are any."""
    s.phase = Phase.THIEVES
    options = discard_options(s.clans[PLAYER])
    while s.left > 0 and is_single(options):
        steal(s, lowest(options))
        options = discard_options(s.clans[PLAYER])
    if s.left == 0 or options == 0:
        s.step = Step.EVENT_ENDS


@rule
def steal(s: State, good: int) -> None:
    """SC19: one good is gone."""
    s.left -= 1
    pay(s, PLAYER, good, 1)


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
def lose_options(clan: Clan) -> int:
    """SC23: built tiles by kind and by what lies below them."""
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
def ask_gale(s: State, box: Box) -> None:
    """SC23: pay, or lose a Habitat; without the goods a tile must go."""
    options = lose_options(s.clans[PLAYER])
    if can_repair(s, box):
        s.phase = Phase.GALE
    else:
        ask(s, box, Phase.GALE, options)


@rule
def lose_home(s: State, choice: int) -> None:
    """SC23: a tile goes back to the supply; the shelter below it, if any, is uncovered."""
    clan = s.clans[PLAYER]
    home = Home.SIMPLE + choice // SPOTS
    start = 0 if choice % SPOTS == Spot.SHELTER else SHELTERS
    end = SHELTERS if choice % SPOTS == Spot.SHELTER else HABITAT_PLACES
    for i in range(end - start):
        place = end - 1 - i
        if clan.homes[place] == home:
            clan.homes[place] = Home.SHELTER if choice % SPOTS == Spot.SHELTER else Home.BARE
            break
    note(s, HABITAT_LOST, PLAYER, choice // SPOTS, choice % SPOTS)


@rule
def rockfall_options(s: State) -> int:
    """SC24: slots with a cube of the player."""
    options = 0
    for slot in range(LINES * s.fresco_up):
        if s.cubes[slot] > 0 and s.painter[slot] == PLAYER:
            options |= 1 << slot
    return options


@rule
def unlearn_options(clan: Clan) -> int:
    """SC25: capacities above their first level."""
    options = 0
    for track in range(TRACKS):
        if clan.levels[track] > 0:
            options |= 1 << track
    return options


@rule
def legal_event(s: State, box: Box, mask: Mask) -> None:
    """DP9: what an event asks."""
    clan = s.clans[PLAYER]
    if s.phase == Phase.EVENT:
        allow(mask, USE_EVENT)
        allow(mask, DECLINE_EVENT)
    elif s.phase == Phase.HOSPITALITY:
        allow_bits(mask, HOST, price_options(s, box, card_of(s)))
    elif s.phase == Phase.REGROW:
        allow_bits(mask, REGROW, regrow_options(s, box))
    elif s.phase == Phase.SPECIES:
        allow_bits(mask, HERD_OF, herd_species_options(s, box))
    elif s.phase == Phase.HERD:
        allow_bits(mask, HERD_ON, herd_options(s, box))
    elif s.phase == Phase.THIEVES:
        allow_bits(mask, DISCARD, discard_options(clan))
    elif s.phase == Phase.GALE:
        allow_bits(mask, LOSE, lose_options(clan))
        if can_repair(s, box):
            allow(mask, REPAIR)
    elif s.phase == Phase.ROCKFALL:
        allow_bits(mask, ROCKFALL, rockfall_options(s))
    else:
        allow_bits(mask, UNLEARN, unlearn_options(clan))


@rule
def decide_event(s: State, box: Box, action: int) -> None:
    """Carry out what the player says to an event."""
    if s.phase == Phase.EVENT:
        if action == USE_EVENT:
            begin_event(s, box, card_of(s))
        else:
            note(s, EVENT_DECLINED, PLAYER, card_of(s))
            s.step = Step.EVENT_ENDS
    elif s.phase == Phase.SPECIES:
        choose_species(s, box, action - HERD_OF)
    elif s.phase == Phase.THIEVES:
        steal(s, action - DISCARD)
        thieves_come(s)
    elif action == REPAIR:
        pay_all(s, PLAYER, box.card_goods[card_of(s)])
        s.step = Step.EVENT_ENDS
    else:
        answer(s, box, action - first_answer(s.phase))


@rule
def first_answer(phase: int) -> int:
    """The first action of the block that answers a phase."""
    if phase == Phase.HOSPITALITY:
        return HOST
    if phase == Phase.REGROW:
        return REGROW
    if phase == Phase.HERD:
        return HERD_ON
    if phase == Phase.GALE:
        return LOSE
    if phase == Phase.ROCKFALL:
        return ROCKFALL
    return UNLEARN
