"""Why not: for every action the player to act may not do, the rule that stands in the way.

One function for each kind of action; each asks the same questions, in the same order, as the rule that
allows it (see `decisions.py`), and answers None where all are met.
"""

from __future__ import annotations

from collections.abc import Callable

from firstfire.kernel.presentation.why_not import NOT_NOW, Reason
from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.domain import SEAT, Domain
from firstfire.kernel.records.record import Row
from firstfire.kernel.records.rows import as_tuple

from ..actions import (
    ACTIONS,
    CAMP,
    CARD,
    COLOUR,
    CUBES,
    DEED,
    DEVELOPMENT,
    FISH_TILE,
    HEX,
    HUNT,
    MIX,
    MOVEMENT,
    PALETTE,
    SECTION,
    TILE,
    cubes,
    pair_colours,
)
from ..box import Box
from ..decisions import DECISIONS
from ..rules.autumn import (
    STEP_OUT_AND_BACK,
    can_build,
    can_move,
    can_raise,
    can_stop,
    helpers,
    hex_count,
    is_near,
    is_ready,
)
from ..rules.development import (
    can_buy_marker,
    can_deliver,
    can_develop,
    can_return_resource,
    can_step_out,
    can_turn,
)
from ..rules.effects import available, gathering_gain, hunting_gain, hunting_resources, is_own_camp, painting_gain
from ..rules.price_tiles import choice_of_colours, colour_at, colours_at, payable, river_side
from ..rules.stores import markers_of, resources_of
from ..rules.summer import is_filled
from ..state import (
    ALL_SIDES,
    CAMPS,
    COLOURS,
    HEXES,
    LOOKS,
    MEMBERS,
    START,
    Deed,
    Ground,
    Phase,
    Pool,
    Season,
    Space,
    State,
)  # fmt: skip

ASKED = {phase: frozenset(DECISIONS.blocks_at(phase)) for phase in Phase}  # the actions of each decision


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """The reason against an action of the player to act; None for a legal one."""
    block, values = ACTIONS.values(action)
    if block not in ASKED[Phase(view.phase)]:
        return NOT_NOW
    asked = _REASONS.get(block)
    return None if asked is None else asked(view, box, *values.values())


# ---- the six actions


def against_deed(view: State, box: Box, deed: int) -> Reason | None:
    """PH-SP4 (i), PH-SU3: the pillar has a free place; in summer it is this action's moment."""
    if view.phase == Phase.SPRING and view.base_count[deed] >= box.base_slots:
        return Reason("full_pillar", "PH-SP4", deed=(DEED, deed))
    if view.phase == Phase.SUMMER and view.deed != deed:
        return Reason("other_deed", "PH-SU3", now=(DEED, view.deed), deed=(DEED, deed))
    return None


def against_markers(view: State, box: Box, deed: int, amount: int, rule: str) -> Reason | None:
    """PH-SU3: so many markers of the action's colour."""
    colour = box.marker[deed]
    have = view.tribes[view.player].markers[colour]
    if have >= amount:
        return None
    return Reason("few_markers", rule, price=(CUBES, cubes(Pool.MARKERS, colour, amount)), have=have)


def against_pillar(view: State, box: Box, deed: int, resources: int, gain: int) -> Reason | None:
    """PH-SP4 (iv), R8: with these resources and this gain a cube can still be delivered."""
    tribe = view.tribes[view.player]
    if can_deliver(box, resources, tribe.development + markers_of(tribe) + gain):
        return None
    return Reason("no_pillar_cube", "PH-SP4", deed=(DEED, deed))


def against_colours(view: State, colours: int, rule: str) -> Reason | None:
    """A resource of each of these colours."""
    tent = view.tribes[view.player].tent
    missing = sum(1 << colour for colour in range(len(tent)) if colours >> colour & 1 and not tent[colour])
    return Reason("lacks", rule, price=(MIX, colours), missing=(MIX, missing)) if missing else None


def against_choice(view: State, box: Box, space: int, sides: int, amount: int, rule: str) -> Reason | None:
    """So many different resources among the colours at some sides of a price tile."""
    have = popcount(sides & payable(view, box, space, view.player))
    if have >= amount:
        return None
    return Reason("few_colours", rule, n=amount, colours=(PALETTE, colours_at(view, box, space, sides)), have=have)


def against_paint(view: State, box: Box, section: int) -> Reason | None:
    """PH-A1."""
    if (found := against_deed(view, box, Deed.PAINTING)) is not None:
        return found
    if view.tribes[view.player].painted >> section & 1:
        return Reason("painted", "PH-A1", section=(SECTION, section))
    size = box.section_size[section]
    if view.phase != Phase.SPRING:
        return against_markers(view, box, Deed.PAINTING, size, "PH-A1")
    colours = colours_at(view, box, Space.PAINTING, box.section_symbols[section])
    left = resources_of(view.tribes[view.player]) - size
    gain = painting_gain(view, box, view.player, section)
    return against_colours(view, colours, "PH-A1") or against_pillar(view, box, Deed.PAINTING, left, gain)


def against_gather(view: State, box: Box, tile: int) -> Reason | None:
    """PH-A2."""
    found = against_deed(view, box, Deed.GATHERING) or not_shown(view.tile_slots, TILE, tile, "PH-A2")
    if found is not None:
        return found
    if view.phase != Phase.SPRING:
        return against_markers(view, box, Deed.GATHERING, box.gathering_price, "PH-A2")
    colour = colour_at(view, box, Space.GATHERING, as_tuple(view.tile_slots).index(tile))
    left, gain = resources_of(view.tribes[view.player]) - 1, gathering_gain(view, box, view.player, tile)
    return against_colours(view, 1 << colour, "PH-A2") or against_pillar(view, box, Deed.GATHERING, left, gain)


def not_shown(row: Row[int], domain: Domain, thing: int, rule: str) -> Reason | None:
    """What lies on display can be taken (PH-G8)."""
    return None if thing in as_tuple(row) else Reason("not_shown", rule, thing=(domain, thing))


def against_hold(view: State, box: Box, card: int) -> Reason | None:
    """PH-A3, R12."""
    found = against_deed(view, box, Deed.CEREMONY) or not_shown(view.ceremony_row, CARD, card, "PH-A3")
    if found is not None:
        return found
    value = box.card_value[card]
    if view.phase != Phase.SPRING:
        return against_markers(view, box, Deed.CEREMONY, value, "PH-A3")
    free = ALL_SIDES & ~view.tribes[view.player].shamans
    left, gain = resources_of(view.tribes[view.player]) - value, box.card_development[card]
    return against_choice(view, box, Space.CEREMONY, free, value, "PH-A3") or against_pillar(
        view, box, Deed.CEREMONY, left, gain
    )


def against_fish(view: State, box: Box, fish: int) -> Reason | None:
    """PH-A4."""
    found = against_deed(view, box, Deed.FISHING) or not_shown(view.fish_slots, FISH_TILE, fish, "PH-A4")
    if found is not None:
        return found
    value = box.fish_value[fish]
    if view.phase != Phase.SPRING:
        return against_markers(view, box, Deed.FISHING, value, "PH-A4")
    left = resources_of(view.tribes[view.player]) - value
    return against_choice(view, box, Space.RIVER, river_side(box, Deed.FISHING), value, "PH-A4") or against_pillar(
        view, box, Deed.FISHING, left, 0
    )


def against_hunt(view: State, box: Box, card: int) -> Reason | None:
    """PH-A5, R8: what the card gives may be the pillar's cube."""
    found = against_deed(view, box, Deed.HUNTING) or not_shown(view.hunting_row, HUNT, card, "PH-A5")
    if found is not None:
        return found
    value = box.hunt_value[card]
    if view.phase != Phase.SPRING:
        return against_markers(view, box, Deed.HUNTING, value, "PH-A5")
    left = resources_of(view.tribes[view.player]) - value + hunting_resources(view, box, view.player, card)
    gain = hunting_gain(view, box, view.player, card)
    return against_choice(view, box, Space.RIVER, river_side(box, Deed.HUNTING), value, "PH-A5") or against_pillar(
        view, box, Deed.HUNTING, left, gain
    )


def against_migrate(view: State, box: Box) -> Reason | None:
    """PH-A6."""
    if (found := against_deed(view, box, Deed.MIGRATION)) is not None:
        return found
    if available(view, view.player) == 0:
        return Reason("nobody_waits", "PH-A6")
    if view.phase != Phase.SPRING:
        return against_markers(view, box, Deed.MIGRATION, 1, "PH-A6")
    left = resources_of(view.tribes[view.player]) - 1
    return against_choice(view, box, Space.MIGRATION, box.migration_side, 1, "PH-A6") or against_pillar(
        view, box, Deed.MIGRATION, left, 0
    )


# ---- the steps of an action

_PAID_BY = {Deed.FISHING: "PH-A4", Deed.HUNTING: "PH-A5", Deed.MIGRATION: "PH-A6"}  # what asks for a choice of colours


def against_payment(view: State, box: Box, colours: int) -> Reason | None:
    """PH-A4, PH-A5: the value in different colours; PH-A6: one colour, or both."""
    rule = _PAID_BY[Deed(view.deed)]
    if view.amount == 2 and popcount(colours) == 1:
        return Reason("pay_two", rule)
    if view.amount == 1 and popcount(colours) == 2:
        return Reason("pay_one_left" if view.deed == Deed.MIGRATION else "pay_one", rule)
    space = Space.MIGRATION if view.deed == Deed.MIGRATION else Space.RIVER
    sides = box.migration_side if view.deed == Deed.MIGRATION else river_side(box, view.deed)
    asked, able = colours_at(view, box, space, sides), choice_of_colours(view, box)
    for colour in range(COLOURS):
        if colours >> colour & 1 and not asked >> colour & 1:
            return Reason("not_the_price", rule, colour=(COLOUR, colour), colours=(PALETTE, asked))
        if colours >> colour & 1 and not able >> colour & 1:
            return Reason("no_resource", rule, colour=(COLOUR, colour))
    return None


def against_dance(view: State, box: Box, start: int, end: int) -> Reason | None:
    """PH-A3, R12."""
    if not view.dancers >> start & 1:
        return Reason("no_shaman", "PH-A3", position=start)
    if not view.floor >> end & 1:
        return Reason("not_free", "PH-A3", position=end)
    colour = colour_at(view, box, Space.CEREMONY, end)
    return against_colours(view, 1 << colour, "PH-A3") if view.season == Season.SPRING else None


def against_rest(view: State, box: Box) -> Reason | None:
    """R13: only in summer one may stay."""
    return Reason("must_dance", "PH-A3", n=view.amount) if view.season == Season.SPRING else None


def against_send(view: State, box: Box, number: int) -> Reason | None:
    """R23."""
    return Reason("too_many", "PH-A6", n=view.amount) if number + 1 > view.amount else None


def against_go(view: State, box: Box, h: int) -> Reason | None:
    """PH-A6."""
    if h == START or is_own_camp(view, view.player, h):
        return None
    return Reason("not_home", "PH-A6", hex=(HEX, h))


def no_resource(view: State, box: Box, colour: int) -> Reason | None:
    """A resource of this colour is in the tent."""
    have = view.tribes[view.player].tent[colour]
    return None if have else Reason("no_resource", "PH-G1", colour=(COLOUR, colour))


def no_marker(view: State, box: Box, colour: int) -> Reason | None:
    """A marker of this colour is under the painting."""
    have = view.tribes[view.player].markers[colour]
    return None if have else Reason("no_marker", "PH-G1", colour=(COLOUR, colour))


def against_take(view: State, box: Box, pillar: int) -> Reason | None:
    """PH-SU2."""
    return None if is_filled(view, pillar) else Reason("empty_pillar", "PH-SU2", deed=(DEED, pillar))


# ---- autumn


def nobody_ready(view: State) -> Reason | None:
    """PH-AU1: movement is bought only while a member can use it."""
    if any(is_ready(view, view.player, member) for member in range(MEMBERS)):
        return None
    return Reason("nobody_ready", "PH-AU1")


def few_points(view: State, price: int, rule: str) -> Reason | None:
    """Enough development points."""
    have = view.tribes[view.player].development
    if have >= price:
        return None
    return Reason("few_points", rule, price=(DEVELOPMENT, price), have=have)


def against_move(view: State, box: Box, h: int) -> Reason | None:
    """PH-AU3: a ready member stands there and can stop somewhere."""
    here = members_on(view, h)
    if not here:
        return Reason("nobody_there", "PH-AU3", hex=(HEX, h))
    if not any(is_ready(view, view.player, member) for member in here):
        return Reason("tired", "PH-AU3", hex=(HEX, h))
    if view.movement <= 0:
        return Reason("no_movement", "PH-AU1")
    if not can_move(view, box, h):
        return Reason("nowhere", "PH-AU3", have=(MOVEMENT, view.movement), hex=(HEX, h))
    return None


def members_on(view: State, h: int) -> list[int]:
    """The player's members on a hexagon."""
    place = view.tribes[view.player].place
    return [member for member in range(MEMBERS) if place[member] == h]


def against_stop(view: State, box: Box, h: int) -> Reason | None:
    """PH-AU3, R26, R27: near enough, no other member, no camp of another player."""
    if h >= hex_count(view, box):
        return Reason("off_map", "PH-AU3", hex=(HEX, h))
    have = (MOVEMENT, view.movement)
    if h == view.target:
        if view.hexes[h].crowd > 1:
            return Reason("stay_crowd", "R26", hex=(HEX, h))
        if view.movement < STEP_OUT_AND_BACK:
            return Reason("stay_price", "R26", steps=(MOVEMENT, STEP_OUT_AND_BACK), have=have)
        return None
    steps = box.distance[view.seats - 2][view.target][h]
    if view.hexes[h].crowd > 0:
        return Reason("occupied", "PH-AU3", hex=(HEX, h))
    if not can_stop(view, view.player, h):
        return Reason("foreign_camp", "PH-AU3", hex=(HEX, h), owner=(SEAT, (view.hexes[h].camp - 1) // CAMPS))
    if steps > view.movement:
        return Reason("too_far", "PH-AU3", hex=(HEX, h), steps=(MOVEMENT, steps), have=have)
    return None


def against_build(view: State, box: Box, h: int) -> Reason | None:
    """PH-AU4, R25."""
    if h >= HEXES or view.hexes[h].kind != Ground.CAMP:
        return Reason("no_site", "PH-AU4", hex=(HEX, h))
    if view.hexes[h].camp:
        return Reason("built_on", "PH-AU4", hex=(HEX, h))
    tired = view.tribes[view.player].tired
    if not any(tired >> member & 1 for member in members_on(view, h)):
        return Reason("not_stopped", "PH-AU4", hex=(HEX, h))
    if not can_build(view, box, h):
        return Reason("few_helpers", "PH-AU4", hex=(HEX, h), n=helpers(view, box, view.player, h))
    return None


def against_camp(view: State, box: Box, camp: int) -> Reason | None:
    """PH-AU4 (iii), (iv)."""
    near = helpers(view, box, view.player, view.target)
    if can_raise(view, box, camp, near):
        return None
    if view.tribes[view.player].camps >> camp & 1:
        return Reason("camp_built", "PH-AU4", camp=(CAMP, camp))
    return Reason("camp_needs", "PH-AU4", camp=(CAMP, camp), needed=box.camp_members[camp], n=near)


def against_settle(view: State, box: Box, h: int) -> Reason | None:
    """PH-AU4 (v), R45."""
    if not members_on(view, h):
        return Reason("nobody_there", "PH-AU4", hex=(HEX, h))
    return None if is_near(box, view.target, h) else Reason("not_near", "PH-AU4", hex=(HEX, h))


# ---- development


def against_develop(view: State, box: Box) -> Reason | None:
    """PH-D: anything to spend (a position in which it would be owed to a pillar answers itself)."""
    return None if can_develop(view, box) else Reason("nothing_to_spend", "PH-D")


def against_turning(view: State, box: Box, price: int, rule: str) -> Reason | None:
    """PH-D1, PH-D2, PH-SP6."""
    if (found := few_points(view, price, rule)) is not None:
        return found
    return None if can_turn(view, box, price) else Reason("owed", "PH-SP6")


def against_want_marker(view: State, box: Box) -> Reason | None:
    """PH-D5, PH-SP6."""
    if (found := few_points(view, box.marker_price, "PH-D5")) is not None:
        return found
    return None if can_buy_marker(view, box) else Reason("owed", "PH-SP6")


def against_want_return(view: State, box: Box) -> Reason | None:
    """PH-D6, PH-SP6."""
    tribe = view.tribes[view.player]
    if markers_of(tribe) > 0 or can_return_resource(view, box):
        return None
    return Reason("owed", "PH-SP6") if resources_of(tribe) else Reason("no_cube", "PH-D6")


def against_return_resource(view: State, box: Box, colour: int) -> Reason | None:
    """PH-D6, PH-SP6."""
    if (found := no_resource(view, box, colour)) is not None:
        return found
    return None if can_return_resource(view, box) else Reason("owed", "PH-SP6")


def against_back(view: State, box: Box) -> Reason | None:
    """Looking for nothing ends."""
    return None if can_step_out(view) else Reason("looked", "PH-D", n=LOOKS)


_REASONS: dict[str, Callable[..., Reason | None]] = {
    "paint": against_paint,
    "gather": against_gather,
    "hold": against_hold,
    "fish": against_fish,
    "hunt": against_hunt,
    "migrate": against_migrate,
    "pay": lambda view, box, colour: against_payment(view, box, 1 << colour),
    "pay_both": lambda view, box, pair: against_payment(view, box, pair_colours(pair)),
    "dance": against_dance,
    "rest": against_rest,
    "send": against_send,
    "go": against_go,
    "place": no_resource,
    "take": against_take,
    "spend_resource": lambda view, box, colour: nobody_ready(view) or no_resource(view, box, colour),
    "spend_marker": lambda view, box, colour: nobody_ready(view) or no_marker(view, box, colour),
    "spend_point": lambda view, box: nobody_ready(view) or few_points(view, box.movement_price, "PH-AU2"),
    "move": against_move,
    "stop": against_stop,
    "build": against_build,
    "camp": against_camp,
    "settle": against_settle,
    "develop": against_develop,
    "turn_weather": lambda view, box: against_turning(view, box, box.weather_price, "PH-D2"),
    "want_turn": lambda view, box: against_turning(view, box, box.turn_price, "PH-D1"),
    "want_resource": lambda view, box: few_points(view, box.resource_price, "PH-D4"),
    "want_marker": against_want_marker,
    "want_return": against_want_return,
    "return_resource": against_return_resource,
    "return_marker": no_marker,
    "back": against_back,
}
