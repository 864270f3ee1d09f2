"""What the record of Doggerland may hold, and how a position of it is written.

    tile=[d4:S3 T00 S5] uses=[f4:1] beast=[d4:horse2] clans=[{village=e4 goods=[wood:2 fur:3] hunters=4 …} …]
    orders=[harvest/f4/2h1t hunt/d4/3h1c capacity/range/1h]

Cells are written by name. An order is its job, its place (cell, Craft place, Fresco slot, track, hut location) and
how many hunters, chiefs, shamans and tools are sent (h, c, s, t; an order at the hut keeps a Fresco slot as t). The
land, the herds, counts and expeditions follow from the rest. Stacks have their top at the end.
"""

from __future__ import annotations

import re

from firstfire.kernel.observations.fields import (
    FLAG,
    SEATED,
    Fields,
    Spelling,
    counted,
    derived,
    filled,
    number,
    one_of,
    pieces,
    seat_set,
    set_of,
)
from firstfire.kernel.records.rows import as_tuple

from ..actions import CARD, CELL, CRAFT, FRESCO, GOOD, JOB, OBJECTIVE, PAIR, SIDE, SLOT, SOLO_OBJECTIVE, SPECIES, TILE
from ..box import HUT_NAMES, TRACK_NAMES, Box
from ..state import (
    ANIMALS,
    BARTER_GOODS,
    CARDS_IN_PLAY,
    CELLS,
    CRAFT_PLACES,
    CRAFTS,
    FRESCO_PLACES,
    LEVELS,
    MEEPLES,
    MEGALITHS,
    NONE,
    OBJECTIVES_SHOWN,
    ORDERS,
    RIVAL_MEMORY,
    SEATS,
    SOLO_SHOWN,
    STACK,
    Home,
    Job,
    Order,
    Phase,
    Shows,
    State,
    Step,
    White,
)
from .ground import bit, is_expedition

CRAFT_PLACE_NAMES = tuple(str(place + 1) for place in range(CRAFT_PLACES))
PLACES = {
    Job.CRAFT: CRAFT_PLACE_NAMES, Job.HARVEST: CELL.values, Job.HUNT: CELL.values, Job.FRESCO: SLOT.values,
    Job.CAPACITY: TRACK_NAMES, Job.SHAMAN_HUT: HUT_NAMES,
}  # fmt: skip
SENT = re.compile(r"(?:(\d{1,2})h)?(?:(\d)c)?(?:(\d)s)?(?:(\d{1,2})t)?")
MOST = (11, 2, 1, 17)  # hunters, chiefs, shamans; tools or a Fresco slot


def write_order(order: Order) -> str | None:
    """An order in short; None for one that cannot be."""
    if order.job == Job.IDLE or not 0 <= order.job < len(JOB):
        return None
    names = PLACES.get(Job(order.job), tuple(map(str, range(CELLS))))
    if not 0 <= order.place < len(names):
        return None
    sent = zip((order.hunters, order.chiefs, order.shaman, order.tools), "hcst", strict=True)
    return f"{JOB.values[order.job]}/{names[order.place]}/" + "".join(f"{n}{letter}" for n, letter in sent if n)


def read_order(text: str, order: Order) -> str | None:
    """Give an order as a text says."""
    job, _, rest = text.partition("/")
    place, _, sent = rest.partition("/")
    if job not in JOB.values[1:]:
        return f"{text!r} is not an order such as harvest/f4/2h1t: {', '.join(JOB.values[1:])}, a place, who is sent"
    order.job = JOB.index(job)
    names = PLACES.get(Job(order.job), tuple(map(str, range(CELLS))))
    if place not in names:
        return f"{text!r}: {place!r} is not one of {', '.join(names[:12])}" + (" …" if len(names) > 12 else "")
    order.place = names.index(place)
    found = SENT.fullmatch(sent)
    counts = [int(group or 0) for group in found.groups()] if found else []
    if not counts or any(count > most for count, most in zip(counts, MOST, strict=True)):
        return f"{text!r}: {sent!r} does not say who is sent, such as 2h1c1s3t"
    order.hunters, order.chiefs, order.shaman, order.tools = counts
    return None


CELL_OR_NONE = one_of(CELL.values, below=("-",))
CELL_SET = set_of(CELL.values)
TILE_OR_NONE = pieces(one_of(TILE.values, below=("-",)))
ANIMAL = one_of([f"{species}{n}" for species in SPECIES.values for n in range(1, MEEPLES + 1)], below=("-",))
CRAFT_OR_NONE = pieces(one_of(CRAFT.values, below=("-",)))
HUTS = set_of(HUT_NAMES)
SEAT_SET = seat_set(SEATS)
GOODS = number(0, 999)
PEOPLE = number(0, 12)
ROUND = number(0, 20)

FIELDS: Fields = {
    "land": derived(CELL_SET),
    "ripe": derived(CELL_SET),
    "herd": derived(CELL_SET.by(SPECIES.values)),
    "sketched": set_of(SLOT.values),
    "roaming": derived(set_of(ANIMAL.names)),
    "craft_discard": derived(set_of(CRAFT.values)),
    "tile": TILE_OR_NONE.by(CELL.values),
    "uses": number(0, 9).by(CELL.values),
    "beast": ANIMAL.by(CELL.values),
    "stack": TILE_OR_NONE,
    "stack_count": counted(STACK),
    "centre_arrow": one_of(SIDE.values),
    "edge": one_of(SIDE.values),
    "first_edge": one_of(SIDE.values),
    "round": ROUND,
    "last_round": ROUND,
    "first": SEATED,
    "lead": SEATED,
    "pawn_taken": FLAG,
    "step": one_of([step.name.lower() for step in Step]),
    "turn": number(0, SEATS),
    "fresco": one_of(FRESCO.values, below=("-",)),
    "fresco_count": counted(FRESCO_PLACES),
    "fresco_up": number(0, FRESCO_PLACES),
    "cubes": number(0, 2).by(SLOT.values),
    "painter": one_of(("0", "1", "2", "3", "rival")).by(SLOT.values),
    "craft": CRAFT_OR_NONE,
    "crafting": set_of(CRAFT_PLACE_NAMES),
    "craft_stack": CRAFT_OR_NONE,
    "craft_count": counted(CRAFTS),
    "hut": HUTS,
    "objectives": one_of(OBJECTIVE.values, below=("-",)),
    "firsts": SEAT_SET,
    "seconds": SEAT_SET,
    "cell": one_of(CELL.values),
    "order": number(0, ORDERS - 1),
    "room": number(0, 99),
    "load": number(0, 99).by(GOOD.values),
    "carrying": one_of(GOOD.values),
    "given": number(0, len(PAIR) - 1),
    "swaps": number(0, 9),
    "left": number(0, 99),
    "clans.afield": derived(CELL_SET),
    "clans.megaliths": derived(CELL_SET),
    "clans.made": pieces(set_of(CRAFT.values)),
    "clans.goods": GOODS.by(GOOD.values),
    "clans.fruit": GOODS,
    "clans.meat": GOODS,
    "clans.scarcity": number(0, 9999),
    "clans.village": CELL_OR_NONE,
    "clans.journey": CELL_OR_NONE,
    "clans.journey_round": ROUND,
    "clans.menhirs": CELL_OR_NONE.by(("menhir", "alignment", "dolmen")),
    "clans.hunters": PEOPLE,
    "clans.chiefs": PEOPLE,
    "clans.shaman": FLAG,
    "clans.reserve": PEOPLE,
    "clans.newborns": PEOPLE,
    "clans.promised": PEOPLE,
    "clans.births": number(0, 99),
    "clans.hunts": number(0, 99),
    "clans.homes": one_of([home.name.lower() for home in Home]),
    "clans.levels": number(0, LEVELS - 1).by(TRACK_NAMES),
    "clans.memory": number(0, 9).by(SPECIES.values),
    "clans.hut": HUTS,
    "clans.passed": FLAG,
    "clans.crafts": number(0, 2),
    "clans.craft_chiefs": number(0, 2),
    "clans.paintings": number(0, 2),
    "clans.painting_chiefs": number(0, 2),
    "clans.builders": PEOPLE,
    "clans.order_count": derived(number(0, ORDERS)),
    "clans.orders": Spelling(write_order, read_order),
    "clans.orders.job": one_of(JOB.values),
    "clans.orders.place": number(0, CELLS - 1),
    "clans.orders.hunters": number(0, MOST[0]),
    "clans.orders.chiefs": number(0, MOST[1]),
    "clans.orders.shaman": FLAG,
    "clans.orders.tools": number(0, MOST[3]),
    "solo.quota": number(0, 99),
    "solo.needed": number(0, SOLO_SHOWN),
    "solo.shown": counted(SOLO_SHOWN),
    "solo.objectives": one_of(SOLO_OBJECTIVE.values, below=("-",)),
    "solo.done": set_of(SOLO_SHOWN),
    "solo.cards": one_of(CARD.values, below=("-",)),
    "solo.rivals": CELL_OR_NONE,
    "solo.shamans": HUTS,
    "solo.memory": one_of(SPECIES.values, below=("-",)),
    "solo.memories": counted(RIVAL_MEMORY),
    "solo.white_hunter": one_of([white.name.lower() for white in White]),
    "solo.white_chief": one_of([white.name.lower() for white in White]),
    "solo.cold_costs": number(0, 9),
    "solo.no_fur": FLAG,
    "solo.range_shift": number(-9, 9, blank=0),
    "solo.transport_shift": number(-9, 9, blank=0),
    "solo.favour": FLAG,
    "solo.no_hut": FLAG,
    "solo.hunger": number(0, 9),
    "solo.event_open": FLAG,
}


def complete(s: State, box: Box) -> None:
    """The land and its herds from tiles and animals; counts; expeditions from orders."""
    s.land = s.ripe = s.roaming = 0
    for species in range(ANIMALS):
        s.herd[species] = 0
    for cell in range(CELLS):
        tile, beast = s.tile[cell], s.beast[cell]
        s.land |= 1 << cell if tile != NONE else 0
        if tile != NONE and box.shows[tile] >= Shows.WOOD and s.uses[cell] < box.harvests[s.seats]:
            s.ripe |= 1 << cell
        if beast != NONE:
            s.herd[beast // MEEPLES] |= 1 << cell
            s.roaming |= 1 << beast
    s.stack_count, s.craft_count, s.fresco_count = filled(s, "stack"), filled(s, "craft_stack"), filled(s, "fresco")
    s.solo.shown, s.solo.memories = filled(s.solo, "objectives"), filled(s.solo, "memory")
    made = sum({bit(craft) for craft in as_tuple(s.craft) + as_tuple(s.craft_stack)})
    for seat in range(SEATS):
        clan = s.clans[seat]
        made |= clan.made
        orders = [clan.orders[i] for i in range(ORDERS)]
        clan.order_count = max((i + 1 for i in range(ORDERS) if orders[i].job != Job.IDLE), default=0)
        clan.megaliths = clan.afield = 0
        for kind in range(MEGALITHS):
            clan.megaliths |= bit(clan.menhirs[kind])
        for order in orders:
            clan.afield |= bit(order.place) if is_expedition(order.job) else 0
    s.craft_discard = (1 << CRAFTS) - 1 & ~made
    if not s.over:
        _check_course(s)


def _check_course(s: State) -> None:
    """What the rules rely on beyond the invariants: the course of a round, and the decision that is asked."""
    if s.step != Step.WAIT:
        raise ValueError("step: while somebody decides it is wait, nothing happens by itself")
    if not 1 <= s.round <= s.last_round <= CARDS_IN_PLAY:
        raise ValueError(f"round, last_round: {s.round} of {s.last_round} is not a round of a game")
    if s.seats == 1 and NONE in as_tuple(s.solo.cards)[: s.last_round]:
        raise ValueError("solo.cards: a solo game has a card for each of its rounds")
    if s.seats > 1 and NONE in as_tuple(s.objectives):
        raise ValueError(f"objectives: {OBJECTIVES_SHOWN} common objectives lie on the table")
    if s.turn >= s.seats:
        raise ValueError(f"turn: it is the turn of one of {s.seats}, so it is from 0 to {s.seats - 1}")
    if s.seats > 1 and s.solo.event_open:
        raise ValueError("solo.event_open: only a solo game has events")
    if s.phase in (Phase.PARTY, Phase.HUNTERS) and s.tile[s.cell] == NONE:
        raise ValueError(f"cell: nobody is sent to {CELL.values[s.cell]}, where there is no land")
    if s.phase == Phase.HERD and not 0 <= s.left < ANIMALS:
        raise ValueError(f"left: the species to be placed is from 0 to {ANIMALS - 1}")
    if s.swaps > 0 and s.given >= BARTER_GOODS:
        raise ValueError(f"given: the good to be swapped is from 0 to {BARTER_GOODS - 1}")
    for seat in range(s.seats):
        for i in range(s.clans[seat].order_count):
            order = s.clans[seat].orders[i]
            if not 0 <= order.place < len(PLACES.get(Job(order.job), CELL.values)):
                raise ValueError(f"clans.{seat}.orders.{i}: {JOB.values[order.job]} has no place {order.place}")
