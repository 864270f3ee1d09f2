"""Autumn: movement on the map, tokens, and camps (5.5)."""

from __future__ import annotations

from firstfire.kernel.records.bits import Mask, allow
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import note

from ..actions import (
    BUILD,
    BUILT,
    CAUGHT,
    JOINED,
    MARCHED,
    MEGALITH,
    MOVE,
    MOVED,
    SETTLE,
    SETTLED,
    STOP,
    STRODE,
    cubes,
)  # fmt: skip
from ..box import Box
from ..state import (
    BOARD,
    CAMPS,
    MEMBERS,
    NONE,
    RESERVE,
    SIDES,
    START,
    Ground,
    Letter,
    Phase,
    State,
)  # fmt: skip
from .effects import arrive, catch_fish, is_own_camp, leave, take_tile
from .price_tiles import movement_worth
from .stores import gain_development, gain_marker, gain_points, give_back, is_empty_handed

STEP_OUT_AND_BACK = 2


@rule
def hex_count(s: State, box: Box) -> int:
    """The hexagons of this table's map."""
    return 1 + 4 * box.map_tiles[s.seats]


@rule
def is_ready(s: State, seat: int, member: int) -> bool:
    """On the map and not yet moved this autumn."""
    tribe = s.tribes[seat]
    return tribe.place[member] >= START and (tribe.tired >> member) & 1 == 0


@rule
def has_ready_member(s: State) -> bool:
    """PH-AU1, PH-AU2: movement points are for somebody who can still move."""
    ready = False
    for member in range(MEMBERS):
        ready = ready or is_ready(s, s.player, member)
    return ready


@rule
def is_finished(s: State, box: Box) -> bool:
    """Whether nothing is left but to end the autumn turn."""
    tribe = s.tribes[s.player]
    if not is_empty_handed(tribe):
        return False
    for member in range(MEMBERS):
        here = tribe.place[member]
        if here < START:
            continue
        if (tribe.tired >> member) & 1 == 0:
            if can_move(s, box, here):
                return False
        elif can_build(s, box, here):
            return False
    return True


# ---- paying


@rule
def spend_cube(s: State, box: Box, pool: int, colour: int) -> None:
    """PH-AU1: a cube of either pool for the movement points of its colour."""
    give_back(s, pool, colour)
    worth = movement_worth(s, box, colour)
    s.movement += worth
    note(s, MARCHED, s.player, cubes(pool, colour, 1), worth)


@rule
def can_spend_point(s: State, box: Box) -> bool:
    """PH-AU2, PH-D3: points enough."""
    return s.tribes[s.player].development >= box.movement_price


@rule
def spend_point(s: State, box: Box) -> None:
    """PH-AU2, PH-D3: a development point for a movement point."""
    s.tribes[s.player].development -= box.movement_price
    s.movement += 1
    note(s, STRODE, s.player, box.movement_price, 1)


# ---- moving


@rule
def can_stop(s: State, seat: int, h: int) -> bool:
    """PH-AU3, R27, R28: no other member there and no camp of another player; only stopping asks."""
    return s.hexes[h].crowd == 0 and (s.hexes[h].camp == 0 or is_own_camp(s, seat, h))


@rule
def can_step_back(s: State, h: int) -> bool:
    """R26: out and back, a new stop, unless another member stands there."""
    return s.movement >= STEP_OUT_AND_BACK and s.hexes[h].crowd == 1


@rule
def can_move(s: State, box: Box, here: int) -> bool:
    """Whether a member standing here can stop anywhere with the movement points."""
    if s.movement <= 0:
        return False
    hexes = hex_count(s, box)
    for side in range(SIDES):
        there = box.neighbour[here][side]
        if 0 <= there < hexes and can_stop(s, s.player, there):
            return True
    if can_step_back(s, here):
        return True
    steps = box.distance[s.seats - 2][here]
    found = False
    for h in range(hexes):
        found = found or (steps[h] <= s.movement and can_stop(s, s.player, h))
    return found


@rule
def offer_moves(s: State, box: Box, mask: Mask) -> None:
    """PH-AU3: the hexagons of ready members that can stop somewhere."""
    for member in range(MEMBERS):
        if is_ready(s, s.player, member):
            here = s.tribes[s.player].place[member]
            if can_move(s, box, here):
                allow(mask, MOVE + here)


@rule
def begin_move(s: State, hex: int) -> None:
    """A ready member of this hexagon will move (they are all alike)."""
    s.target = hex
    s.phase = Phase.MOVE


@rule
def offer_stops(s: State, box: Box, mask: Mask) -> None:
    """PH-AU3: every hexagon near enough on which the member may stop."""
    steps = box.distance[s.seats - 2][s.target]
    for h in range(hex_count(s, box)):
        if steps[h] <= s.movement and can_stop(s, s.player, h):
            allow(mask, STOP + h)
    if can_step_back(s, s.target):
        allow(mask, STOP + s.target)


@rule
def stop_at(s: State, box: Box, hex: int) -> None:
    """PH-AU3: the shortest way is paid, the member is tired and gets the effect of its stop."""
    here = s.target
    cost = STEP_OUT_AND_BACK if hex == here else box.distance[s.seats - 2][here][hex]
    for member in range(MEMBERS):
        if is_ready(s, s.player, member) and s.tribes[s.player].place[member] == here:
            leave(s, s.player, member)
            arrive(s, s.player, member, hex)
            s.tribes[s.player].tired |= 1 << member
            break
    s.movement -= cost
    note(s, MOVED, s.player, here, hex, cost)
    s.target = NONE
    s.phase = Phase.AUTUMN
    take_stop(s, box, hex)


@rule
def take_stop(s: State, box: Box, h: int) -> None:
    """PH-AU3, R29: a token, megalith A or marker; nothing on B, C, plain or emptied hexagons."""
    place = s.hexes[h]
    if place.kind == Ground.MARKER:
        gain_marker(s, s.player, place.detail, 1)
        return
    if place.token == NONE:
        return
    token = place.token
    place.token = NONE
    if place.kind == Ground.FISH:
        catch_fish(s, box, s.player, token)
    elif place.kind == Ground.GATHER:
        take_tile(s, box, s.player, token)
    elif place.kind == Ground.ANIMAL:
        s.tribes[s.player].animals[place.detail] += 1
        note(s, CAUGHT, s.player, place.detail)
        gain_points(s, s.player, box.token_points[place.detail])
    elif place.kind == Ground.MEGALITH and place.detail == Letter.A:
        s.tribes[s.player].megaliths += 1
        note(s, MEGALITH, s.player)


# ---- building


@rule
def is_near(box: Box, site: int, h: int) -> bool:
    """On the site or on one of its six neighbours."""
    near = h == site
    for side in range(SIDES):
        near = near or box.neighbour[site][side] == h
    return near


@rule
def helpers(s: State, box: Box, seat: int, site: int) -> int:
    """PH-AU4 (iv), R46: the player's members on the site and next to it, tired or not, in
    camps and on the start too; other players' members do not matter."""
    found = 0
    for member in range(MEMBERS):
        here = s.tribes[seat].place[member]
        if here >= START and is_near(box, site, here):
            found += 1
    return found


@rule
def can_build(s: State, box: Box, site: int) -> bool:
    """PH-AU4, R25: a free camp site on which a (tired) member stopped in this turn, and
    members enough for one of the camps left."""
    if s.hexes[site].kind != Ground.CAMP or s.hexes[site].camp != 0:
        return False
    near = helpers(s, box, s.player, site)
    found = False
    for camp in range(CAMPS):
        found = found or can_raise(s, box, camp, near)
    return found


@rule
def can_raise(s: State, box: Box, camp: int, near: int) -> bool:
    """PH-AU4 (iii), (iv): the camp is in the player's reserve and members enough stand near."""
    return (s.tribes[s.player].camps >> camp) & 1 == 0 and box.camp_members[camp] <= near


@rule
def offer_sites(s: State, box: Box, mask: Mask) -> None:
    """PH-AU4: the hexagons of tired members on which a camp can be built."""
    tribe = s.tribes[s.player]
    for member in range(MEMBERS):
        here = tribe.place[member]
        if here >= START and (tribe.tired >> member) & 1 != 0 and can_build(s, box, here):
            allow(mask, BUILD + here)


@rule
def begin_camp(s: State, box: Box, hex: int) -> None:
    """A site is chosen; which camp? (Asked only if several can be built.)"""
    s.target = hex
    s.phase = Phase.CAMP
    near = helpers(s, box, s.player, hex)
    only = NONE
    for camp in range(CAMPS):
        if can_raise(s, box, camp, near):
            if only != NONE:
                return
            only = camp
    choose_camp(s, box, only)


@rule
def buildable_camps(s: State, box: Box) -> int:
    """PH-AU4 (iii), (iv): the camps that can be built here."""
    near = helpers(s, box, s.player, s.target)
    found = 0
    for camp in range(CAMPS):
        if can_raise(s, box, camp, near):
            found |= 1 << camp
    return found


@rule
def choose_camp(s: State, box: Box, camp: int) -> None:
    """PH-AU4 (v): the settlers are chosen next, if there are any."""
    s.camp = camp
    s.amount = box.camp_settlers[camp]
    s.phase = Phase.SETTLERS
    settle_the_rest(s, box)


@rule
def settler_place(s: State, box: Box) -> int:
    """The one hexagon settlers can come from; NONE if there are several, RESERVE if none."""
    found = RESERVE
    for member in range(MEMBERS):
        here = s.tribes[s.player].place[member]
        if here >= START and is_near(box, s.target, here):
            if found == RESERVE:
                found = here
            elif found != here:
                return NONE
    return found


@rule
def settle_the_rest(s: State, box: Box) -> None:
    """Settle without asking where there is no choice; after the last one the camp stands."""
    while s.amount > 0:
        place = settler_place(s, box)
        if place < START:
            if helpers(s, box, s.player, s.target) > s.amount:
                return
            place = first_helper(s, box)
        settle(s, place)
    raise_camp(s, box)


@rule
def first_helper(s: State, box: Box) -> int:
    """The hexagon of the first member near the site."""
    for member in range(MEMBERS):
        here = s.tribes[s.player].place[member]
        if here >= START and is_near(box, s.target, here):
            return here
    return s.target


@rule
def offer_settlers(s: State, box: Box, mask: Mask) -> None:
    """PH-AU4 (v), R45: one of the members on the site (the builder too) or next to it."""
    for member in range(MEMBERS):
        here = s.tribes[s.player].place[member]
        if here >= START and is_near(box, s.target, here):
            allow(mask, SETTLE + here)


@rule
def settle(s: State, hex: int) -> None:
    """PH-AU4: a settler goes back to the personal board."""
    tribe = s.tribes[s.player]
    for member in range(MEMBERS):
        if tribe.place[member] == hex:
            leave(s, s.player, member)
            tribe.tired &= ~(1 << member)
            break
    s.amount -= 1
    note(s, SETTLED, s.player, hex)


@rule
def raise_camp(s: State, box: Box) -> None:
    """PH-AU4, PH-G11, R24: the camp lies there for good, pays its points, and brings a new
    member from the reserve, if there is one."""
    tribe = s.tribes[s.player]
    s.hexes[s.target].camp = 1 + CAMPS * s.player + s.camp
    tribe.camps |= 1 << s.camp
    note(s, BUILT, s.player, s.camp, s.target)
    gain_points(s, s.player, box.camp_points[s.camp])
    gain_development(s, s.player, box.camp_development[s.camp])
    for member in range(MEMBERS):
        if tribe.place[member] == RESERVE:
            tribe.place[member] = BOARD
            note(s, JOINED, s.player)
            break
    s.camp = NONE
    s.target = NONE
    s.phase = Phase.AUTUMN
