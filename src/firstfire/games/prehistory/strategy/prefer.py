"""How a sensible player likes one action: a guess of what it is worth, in victory points, from what that player
may know."""

from __future__ import annotations

from firstfire.kernel.rule import rule
from firstfire.kernel.rules.decisions import DecisionChoice, by_block

from ..actions import ACTIONS, BACK, pair_colours
from ..box import Box
from ..rules.autumn import can_step_back, can_stop, helpers, hex_count, is_ready
from ..rules.effects import available
from ..rules.price_tiles import movement_worth
from ..rules.stores import resources_of
from ..state import COLOURS, MEMBERS, NONE, SECTIONS, SHOWN_CARDS, SHOWN_TILES, SIDES, Deed, Phase, Season, State
from .worth import (
    CUBE,
    POINT,
    camp_worth,
    ceremony_worth,
    fishing_worth,
    gathering_worth,
    hunting_worth,
    member_worth,
    painting_worth,
    raise_worth,
    rounds_left,
    stone_worth,
    stop_worth,
)


@rule
def like_weather(s: State, box: Box, offset: int) -> float:
    """A first income of many colours, well spread."""
    tribe = s.tribes[s.player]
    liking = 0.0
    for position in range(SIDES):
        amount = box.weather[tribe.weather][(position + SIDES - (offset + 1) % SIDES) % SIDES]
        liking += 0.01 * amount * movement_worth(s, box, box.weather_colour[position])
    return liking


# ---- the six actions: the worth of the target less its price


@rule
def like_painting(s: State, box: Box, section: int) -> float:
    """A section."""
    return painting_worth(s, box, section) - price_of(s, box.section_size[section])


@rule
def like_gathering(s: State, box: Box, tile: int) -> float:
    """A gathering tile."""
    cost = 1 if s.season == Season.SPRING else box.gathering_price
    return gathering_worth(s, box, s.player, tile) - price_of(s, cost)


@rule
def like_holding(s: State, box: Box, card: int) -> float:
    """A ceremony card."""
    return ceremony_worth(s, box, card) - price_of(s, box.card_value[card])


@rule
def like_fishing(s: State, box: Box, fish: int) -> float:
    """A fish."""
    return fishing_worth(s, box, s.player, fish) - price_of(s, box.fish_value[fish])


@rule
def like_hunting(s: State, box: Box, hunt: int) -> float:
    """A hunting card."""
    return hunting_worth(s, box, hunt) - price_of(s, box.hunt_value[hunt])


@rule
def like_migrating(s: State, box: Box) -> float:
    """One member at least."""
    return member_worth(s, box) - price_of(s, 1)


@rule
def price_of(s: State, cubes: int) -> float:
    """What the cubes cost, and in spring the one for the pillar; near the end they are worth little else."""
    if s.season == Season.SPRING:
        return CUBE * (cubes + 1)
    if s.season == Season.SUMMER:
        return 0.35 * cubes
    return cubes / 3.0


@rule
def like_paying_one(s: State, box: Box, colour: int) -> float:
    """Pay with what one has most of."""
    return 0.2 * like_giving(s, box, colour)


@rule
def like_paying_both(s: State, box: Box, pair: int) -> float:
    """Pay with what one has most of; for migration both colours if members wait."""
    colours = pair_colours(pair)
    liking = 0.0
    for colour in range(COLOURS):
        if (colours >> colour) & 1 != 0:
            liking += 0.2 * like_giving(s, box, colour)
    if s.deed == Deed.MIGRATION:
        liking += (min(available(s, s.player), box.for_both) - 1) * 0.9 * member_worth(s, box) - CUBE
    return liking


@rule
def like_giving(s: State, box: Box, colour: int) -> float:
    """A colour one has many of, and that moves little."""
    return 0.05 * s.tribes[s.player].tent[colour] - 0.1 * movement_worth(s, box, colour)


@rule
def like_dancing(s: State) -> float:
    """In summer nobody need move."""
    return -0.1 if s.season == Season.SUMMER else 0.0


@rule
def like_sending(s: State, box: Box, amount: int) -> float:
    """In spring as many as are paid for; in summer while a member is worth its marker (0 is one member)."""
    members = amount + 1
    cost = 0.0 if s.season == Season.SPRING else 0.4
    return members * (member_worth(s, box) * (1.0 - 0.08 * members) - cost)


@rule
def like_destination(s: State, box: Box, hex: int) -> float:
    """Where there is most to find two steps around."""
    liking = 0.0
    steps = box.distance[s.seats - 2][hex]
    for there in range(1, hex_count(s, box)):
        if steps[there] <= 2 and can_stop(s, s.player, there):
            liking += stop_worth(s, box, there) / (1.0 + steps[there])
    return 0.1 * liking - 0.2 * s.hexes[hex].crowd


@rule
def like_pillar(s: State, box: Box, deed: int) -> float:
    """Every cube, more for colours of which a first action is in reach."""
    liking = 0.0
    for colour in range(COLOURS):
        amount = s.top[deed][colour]
        if amount > 0:
            liking += amount * (1.0 + 0.1 * movement_worth(s, box, colour))
            if s.tribes[s.player].markers[colour] + amount >= 2:
                liking += 0.6
    return liking


# ---- autumn: build where one can, go to the best stop in reach, pay while a better one is worth it


@rule
def like_moving(s: State, box: Box, hex: int) -> float:
    """The best stop in reach of a member there."""
    return best_stop_from(s, box, hex, s.movement)


@rule
def like_stop(s: State, box: Box, hex: int) -> float:
    """What the stop gives, less the steps."""
    steps = 2 if hex == s.target else box.distance[s.seats - 2][s.target][hex]
    return stop_worth(s, box, hex) - stone_worth(s, box, s.target) - 0.25 * steps


@rule
def like_building(s: State, box: Box, hex: int) -> float:
    """The best camp one can build there."""
    return 0.5 + camp_worth(s, box, helpers(s, box, s.player, hex))


@rule
def best_stop_from(s: State, box: Box, here: int, movement: int) -> float:
    """The best stop in reach of a hexagon, less its steps."""
    best = -1.0
    steps = box.distance[s.seats - 2][here]
    leaving = stone_worth(s, box, here)
    for h in range(hex_count(s, box)):
        if steps[h] <= movement and can_stop(s, s.player, h):
            best = max(best, stop_worth(s, box, h) - 0.25 * steps[h] - leaving)
    if movement >= 2 and can_step_back(s, here):
        best = max(best, stop_worth(s, box, here) - 0.5 - leaving)
    return best


@rule
def best_stop(s: State, box: Box, movement: int) -> float:
    """The best stop in reach of any ready member."""
    best = -1.0
    last = NONE
    for member in range(MEMBERS):
        here = s.tribes[s.player].place[member]
        if here != last and is_ready(s, s.player, member):
            best = max(best, best_stop_from(s, box, here, movement))
            last = here
    return best


@rule
def like_spending_cube(s: State, box: Box, colour: int) -> float:
    """A cube for the movement points of its colour; in the last round it is worth little else."""
    return like_movement(s, box, movement_worth(s, box, colour), CUBE if rounds_left(s, box) > 0 else 0.35)


@rule
def like_spending_point(s: State, box: Box) -> float:
    """A development point for a movement point."""
    return like_movement(s, box, 1, POINT)


@rule
def like_movement(s: State, box: Box, more: int, price: float) -> float:
    """Whether the movement bought reaches something better than what is in reach, by more than its price."""
    reach = best_stop(s, box, s.movement + more) - price
    if s.movement > 0 and best_stop(s, box, s.movement) >= reach:
        return -0.5
    return reach - 0.05


@rule
def like_settling(s: State, box: Box, hex: int) -> float:
    """Those whose place promises least, and who have moved."""
    liking = -stone_worth(s, box, hex)
    for member in range(MEMBERS):
        if s.tribes[s.player].place[member] == hex and is_ready(s, s.player, member):
            liking -= 0.4
    return liking


# ---- development: points are kept for the count, unless a pillar cube is missing or one more marker opens a good
# summer action; whoever stands behind the door and wants nothing there steps back


@rule
def lacks_cube(s: State) -> bool:
    """PH-SP6: a pillar waits for its cube, and the tent is empty."""
    owes = s.phase == Phase.PILLAR or s.back == Phase.PILLAR
    return owes and resources_of(s.tribes[s.player]) == 0


@rule
def like_wanting_resource(s: State) -> float:
    """Only for the pillar."""
    return 2.0 if lacks_cube(s) else -0.5


@rule
def like_wanting_return(s: State) -> float:
    """Only for the points to buy the pillar's cube."""
    return 1.0 if lacks_cube(s) else -0.5


@rule
def like_returning_marker(s: State, colour: int) -> float:
    """Rather of a colour one has many of."""
    return 0.01 * s.tribes[s.player].markers[colour] - 0.5


@rule
def shun() -> float:
    """Points are for the count."""
    return -0.5


@rule
def like_stepping_back(s: State) -> float:
    """Nothing is wanted behind the door."""
    return -1.0 if lacks_cube(s) else 0.0


@rule
def idle(s: State, box: Box, action: int) -> int:
    """To step back through the door: who thinks ahead does not open it in vain."""
    return 1 if action == BACK else 0


@rule
def like_buying(s: State, box: Box) -> float:
    """What the best marker would open, if it can be bought."""
    if s.tribes[s.player].development < box.marker_price:
        return -0.5
    best = -0.5
    for colour in range(COLOURS):
        best = max(best, like_colour(s, box, colour))
    return best


@rule
def like_colour(s: State, box: Box, colour: int) -> float:
    """What one more marker of a colour opens now, less its price."""
    waiting = s.back if s.back != NONE else s.phase
    worth = -0.5
    for deed in range(Deed.MIGRATION):
        if box.marker[deed] == colour:
            if waiting == Phase.FINAL or (waiting == Phase.SUMMER and deed == s.deed):
                markers = s.tribes[s.player].markers[colour]
                more = best_target(s, box, deed, markers + 1) - best_target(s, box, deed, markers)
                worth = more - POINT * box.marker_price
    return worth


@rule
def best_target(s: State, box: Box, deed: int, markers: int) -> float:
    """The best target of a summer action for so many markers; 0 if none is worth it."""
    best = 0.0
    if deed == Deed.PAINTING:
        for section in range(SECTIONS):
            if (s.tribes[s.player].painted >> section) & 1 == 0 and box.section_size[section] <= markers:
                best = max(best, like_painting(s, box, section))
    elif deed == Deed.GATHERING or deed == Deed.FISHING:
        for slot in range(SHOWN_TILES):
            if deed == Deed.GATHERING and s.tile_slots[slot] != NONE and box.gathering_price <= markers:
                best = max(best, like_gathering(s, box, s.tile_slots[slot]))
            if deed == Deed.FISHING and s.fish_slots[slot] != NONE and box.fish_value[s.fish_slots[slot]] <= markers:
                best = max(best, like_fishing(s, box, s.fish_slots[slot]))
    else:
        for slot in range(SHOWN_CARDS):
            if deed == Deed.CEREMONY and s.ceremony_row[slot] != NONE:
                if box.card_value[s.ceremony_row[slot]] <= markers:
                    best = max(best, like_holding(s, box, s.ceremony_row[slot]))
            if deed == Deed.HUNTING and s.hunting_row[slot] != NONE:
                if box.hunt_value[s.hunting_row[slot]] <= markers:
                    best = max(best, like_hunting(s, box, s.hunting_row[slot]))
    return best


# What an action is worth by a quick guess, in victory points; a pass or the end of a turn is 0.
prefer = by_block(
    "prefer",
    ACTIONS,
    DecisionChoice("weather", take=like_weather),
    DecisionChoice("paint", take=like_painting),
    DecisionChoice("gather", take=like_gathering),
    DecisionChoice("hold", take=like_holding),
    DecisionChoice("fish", take=like_fishing),
    DecisionChoice("hunt", take=like_hunting),
    DecisionChoice("migrate", take=like_migrating),
    DecisionChoice("pay", take=like_paying_one),
    DecisionChoice("pay_both", take=like_paying_both),
    DecisionChoice("dance", take=like_dancing),
    DecisionChoice("send", take=like_sending),
    DecisionChoice("go", take=like_destination),
    DecisionChoice("place", take=like_giving),
    DecisionChoice("take", take=like_pillar),
    DecisionChoice("spend_resource", "spend_marker", take=like_spending_cube),
    DecisionChoice("spend_point", take=like_spending_point),
    DecisionChoice("move", take=like_moving),
    DecisionChoice("stop", take=like_stop),
    DecisionChoice("build", take=like_building),
    DecisionChoice("camp", take=raise_worth),
    DecisionChoice("settle", take=like_settling),
    DecisionChoice("develop", "want_marker", take=like_buying),
    DecisionChoice("turn_weather", "want_turn", "turn", "buy_resource", "return_resource", take=shun),
    DecisionChoice("want_resource", take=like_wanting_resource),
    DecisionChoice("want_return", take=like_wanting_return),
    DecisionChoice("buy_marker", take=like_colour),
    DecisionChoice("return_marker", take=like_returning_marker),
    DecisionChoice("back", take=like_stepping_back),
)
