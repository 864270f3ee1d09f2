"""How a sensible player likes one action: a guess of what it is worth, in victory points, from what that player
may know."""

from __future__ import annotations

from firstfire.kernel.rule import rule

from ..actions import (
    BACK,
    BUILD,
    BUY_MARKER,
    CAMP_TILE,
    DANCE,
    DEVELOP,
    END,
    FISH_FOR,
    GATHER,
    GO,
    HOLD,
    HUNT_FOR,
    MIGRATE,
    MOVE,
    PAINT,
    PASS,
    PAY,
    PAY_BOTH,
    PLACE,
    REST,
    RETURN_MARKER,
    RETURN_RESOURCE,
    SEND,
    SETTLE,
    SPEND_MARKER,
    SPEND_POINT,
    SPEND_RESOURCE,
    STOP,
    TAKE,
    WANT_MARKER,
    WANT_RESOURCE,
    WANT_RETURN,
    pair_colours,
)
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
def prefer(s: State, box: Box, action: int) -> float:
    """What an action is worth by a quick guess, in victory points; a pass or the end of a turn is 0."""
    if action < PAINT:
        return like_weather(s, box, action) if s.phase == Phase.WEATHER else 0.0
    if action < PASS:
        return like_deed(s, box, action)
    if action in (PASS, END, REST):
        return 0.0
    if action < DANCE:
        return like_payment(s, box, action)
    if action < SEND:
        return -0.1 if s.season == Season.SUMMER else 0.0
    if action < GO:
        return like_sending(s, box, action - SEND + 1)
    if action < PLACE:
        return like_destination(s, box, action - GO)
    if action < END:
        return like_giving(s, box, action - PLACE)
    if action < SPEND_RESOURCE:
        return like_pillar(s, box, action - TAKE)
    if action < DEVELOP:
        return like_autumn(s, box, action)
    return like_development(s, box, action)


@rule
def like_weather(s: State, box: Box, offset: int) -> float:
    """A first income of many colours, well spread."""
    tribe = s.tribes[s.player]
    liking = 0.0
    for position in range(SIDES):
        amount = box.weather[tribe.weather][(position + SIDES - (offset + 1) % SIDES) % SIDES]
        liking += 0.01 * amount * movement_worth(s, box, box.weather_colour[position])
    return liking


@rule
def like_deed(s: State, box: Box, action: int) -> float:
    """The worth of a target less its price."""
    if action < GATHER:
        return painting_worth(s, box, action - PAINT) - price_of(s, box.section_size[action - PAINT])
    if action < HOLD:
        cost = 1 if s.season == Season.SPRING else box.gathering_price
        return gathering_worth(s, box, s.player, action - GATHER) - price_of(s, cost)
    if action < FISH_FOR:
        return ceremony_worth(s, box, action - HOLD) - price_of(s, box.card_value[action - HOLD])
    if action < HUNT_FOR:
        return fishing_worth(s, box, s.player, action - FISH_FOR) - price_of(s, box.fish_value[action - FISH_FOR])
    if action < MIGRATE:
        return hunting_worth(s, box, action - HUNT_FOR) - price_of(s, box.hunt_value[action - HUNT_FOR])
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
def like_payment(s: State, box: Box, action: int) -> float:
    """Pay with what one has most of; for migration both colours if members wait."""
    colours = pair_colours(action - PAY_BOTH) if action >= PAY_BOTH else 1 << (action - PAY)
    liking = 0.0
    for colour in range(COLOURS):
        if (colours >> colour) & 1 != 0:
            liking += 0.2 * like_giving(s, box, colour)
    if s.deed == Deed.MIGRATION and action >= PAY_BOTH:
        liking += (min(available(s, s.player), box.for_both) - 1) * 0.9 * member_worth(s, box) - CUBE
    return liking


@rule
def like_giving(s: State, box: Box, colour: int) -> float:
    """A colour one has many of, and that moves little."""
    return 0.05 * s.tribes[s.player].tent[colour] - 0.1 * movement_worth(s, box, colour)


@rule
def like_sending(s: State, box: Box, amount: int) -> float:
    """In spring as many as are paid for; in summer while a member is worth its marker."""
    cost = 0.0 if s.season == Season.SPRING else 0.4
    return amount * (member_worth(s, box) * (1.0 - 0.08 * amount) - cost)


@rule
def like_destination(s: State, box: Box, h: int) -> float:
    """Where there is most to find two steps around."""
    liking = 0.0
    steps = box.distance[s.seats - 2][h]
    for there in range(1, hex_count(s, box)):
        if steps[there] <= 2 and can_stop(s, s.player, there):
            liking += stop_worth(s, box, there) / (1.0 + steps[there])
    return 0.1 * liking - 0.2 * s.hexes[h].crowd


@rule
def like_pillar(s: State, box: Box, pillar: int) -> float:
    """Every cube, more for colours of which a first action is in reach."""
    liking = 0.0
    for colour in range(COLOURS):
        amount = s.top[pillar][colour]
        if amount > 0:
            liking += amount * (1.0 + 0.1 * movement_worth(s, box, colour))
            if s.tribes[s.player].markers[colour] + amount >= 2:
                liking += 0.6
    return liking


@rule
def like_autumn(s: State, box: Box, action: int) -> float:
    """Build where one can, go to the best stop in reach, pay while a better one is worth it."""
    if action < MOVE:
        return like_paying(s, box, action)
    if action < STOP:
        return best_stop_from(s, box, action - MOVE, s.movement)
    if action < BUILD:
        return like_stop(s, box, action - STOP)
    if action < CAMP_TILE:
        return 0.5 + camp_worth(s, box, helpers(s, box, s.player, action - BUILD))
    if action < SETTLE:
        return raise_worth(s, box, action - CAMP_TILE)
    return like_settling(s, box, action - SETTLE)


@rule
def like_stop(s: State, box: Box, h: int) -> float:
    """What the stop gives, less the steps."""
    steps = 2 if h == s.target else box.distance[s.seats - 2][s.target][h]
    return stop_worth(s, box, h) - stone_worth(s, box, s.target) - 0.25 * steps


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
def like_paying(s: State, box: Box, action: int) -> float:
    """Whether the movement bought reaches something better than what is in reach, by more than its price."""
    price = POINT
    worth = 1
    if action < SPEND_POINT:
        colour = action - SPEND_MARKER if action >= SPEND_MARKER else action - SPEND_RESOURCE
        worth = movement_worth(s, box, colour)
        price = CUBE if rounds_left(s, box) > 0 else 0.35
    reach = best_stop(s, box, s.movement + worth) - price
    if s.movement > 0 and best_stop(s, box, s.movement) >= reach:
        return -0.5
    return reach - 0.05


@rule
def like_settling(s: State, box: Box, h: int) -> float:
    """Those whose place promises least, and who have moved."""
    liking = -stone_worth(s, box, h)
    for member in range(MEMBERS):
        if s.tribes[s.player].place[member] == h and is_ready(s, s.player, member):
            liking -= 0.4
    return liking


@rule
def like_development(s: State, box: Box, action: int) -> float:
    """Points are kept for the count, unless a pillar cube is missing or one more marker opens a good summer
    action; whoever stands behind the door and wants nothing there steps back."""
    owes = s.phase == Phase.PILLAR or s.back == Phase.PILLAR
    if owes and resources_of(s.tribes[s.player]) == 0:
        if action == WANT_RESOURCE:
            return 2.0
        if action == WANT_RETURN:
            return 1.0
        if action == BACK:
            return -1.0
    if action == BACK:
        return 0.0
    if action in (DEVELOP, WANT_MARKER):
        return like_buying(s, box)
    if action >= BUY_MARKER and action < RETURN_RESOURCE:
        return like_colour(s, box, action - BUY_MARKER)
    if action >= RETURN_MARKER:
        return 0.01 * s.tribes[s.player].markers[action - RETURN_MARKER] - 0.5
    return -0.5


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
                best = max(best, like_deed(s, box, PAINT + section))
    elif deed == Deed.GATHERING or deed == Deed.FISHING:
        for slot in range(SHOWN_TILES):
            if deed == Deed.GATHERING and s.tile_slots[slot] != NONE and box.gathering_price <= markers:
                best = max(best, like_deed(s, box, GATHER + s.tile_slots[slot]))
            if deed == Deed.FISHING and s.fish_slots[slot] != NONE and box.fish_value[s.fish_slots[slot]] <= markers:
                best = max(best, like_deed(s, box, FISH_FOR + s.fish_slots[slot]))
    else:
        for slot in range(SHOWN_CARDS):
            if deed == Deed.CEREMONY and s.ceremony_row[slot] != NONE:
                if box.card_value[s.ceremony_row[slot]] <= markers:
                    best = max(best, like_deed(s, box, HOLD + s.ceremony_row[slot]))
            if deed == Deed.HUNTING and s.hunting_row[slot] != NONE:
                if box.hunt_value[s.hunting_row[slot]] <= markers:
                    best = max(best, like_deed(s, box, HUNT_FOR + s.hunting_row[slot]))
    return best
