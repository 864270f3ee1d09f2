"""Choices in words: what is sent, what it costs now and later, Scarcity it certainly takes, what it certainly brings.

`tell_choice` finds the teller of an action in a table made once. A teller hands the few numbers its sentence
depends on to a remembered sentence, so that choices that did not change are not written anew; what many
choices of a position ask for is read from the record once (`Position`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from firstfire.kernel.domain import Domain
from firstfire.kernel.furniture import remembered, still
from firstfire.kernel.words import Words

from .actions import (
    ACTIONS,
    BANDS,
    CARRY_GOODS,
    CARRY_KINDS,
    CELL,
    COUPLE,
    CRAFT,
    CRAFT_PRICE,
    DWELLING,
    EVENT,
    EVENT_PRICE,
    GOOD,
    GROUND,
    HOME_PRICE,
    HUNT_HUNTERS,
    HUT_PRICE,
    JOB,
    LEVEL_PRICE,
    MEAL,
    MEMBER,
    OFFERING,
    PACK,
    PACK_TOOLS,
    PAIR,
    PARTNER_MEMBER,
    PARTY,
    PARTY_CHIEFS,
    PARTY_HUNTERS,
    PARTY_SHAMAN,
    PARTY_TOOLS,
    PLACE_OF_HUT,
    QUARRY,
    RESOLVE_HUT,
    SLOT,
    SPOT,
    TRACK,
    ground_of,
    meal_of,
)
from .box import YIELDS, Box
from .clan import beds, members, transport_of
from .hut import asks_offering
from .naming import counted, goods_text, listed
from .prices import Dues, dues_now, level_gives, recipe_text
from .programming import tools_for
from .resolution import find_order, hands, mastery
from .rounds import food_needed
from .rows import as_bytes, as_tuple
from .solo import card_of
from .state import BOWLS, GOODS, LEVELS, LINES, NONE, Clan, Good, Home, Hut, Job, Shows, Spot, State, Track
from .works import place_of_hut, slot_species

Strain = tuple[int, int, int]  # Scarcity that is taken; in a solo game how much it is then, and how much is allowed
Due = tuple[int, int, Strain]  # Tools and Furs that are paid, Scarcity for those that are missing
Teller = Callable[..., str]


class Position(NamedTuple):
    """What many choices of one position ask for, of the clan to act."""

    dues: tuple[Due, ...]  # by Job
    free_beds: int
    memory: tuple[int, ...]
    levels: tuple[int, ...]
    transport: int
    crafts: tuple[int, ...]
    slots: tuple[int, ...]  # the species drawn there
    tiles: bytes
    herd: tuple[int, ...]

    def species(self, cell: int) -> int:
        """The species of the animal on a tile, NONE without one."""
        for species, cells in enumerate(self.herd):
            if (cells >> cell) & 1:
                return species
        return NONE


_latest: list[tuple[bytes, Box, Position]] = []


def position(view: State, box: Box) -> Position:
    """The position on the table, read once for all its choices."""
    now = bytes(view)  # type: ignore[call-overload]
    for seen, of, known in _latest:
        if seen == now and of is box:
            return known
    quota = view.solo.quota if view.seats == 1 else 0
    clan = _clan(box, still(own(view)), dues_now(view, box), quota)
    slots, tiles = _slots(box, as_bytes(view.fresco), view.fresco_up), as_bytes(view.tile)
    transport = transport_of(view, box, view.player)
    made = Position(*clan, transport, as_tuple(view.craft), slots, tiles, as_tuple(view.herd))
    _latest[:] = [(now, box, made)]
    return made


def tell_choice(view: State, box: Box, action: int, words: Words, names: Sequence[str]) -> str | None:
    """The sentence of a legal choice; None where the plain one says it all."""
    teller, values = _tellers()[action]
    return None if teller is None else teller(view, still(box), words, *values)


@cache
def _tellers() -> list[tuple[Teller | None, tuple[int, ...]]]:
    """By number of action: who tells it, and its values."""
    found = []
    for action in range(len(ACTIONS)):
        name, values = ACTIONS.values(action)
        found.append((TELLERS.get(name), tuple(values.values())))
    return found


# ── parts of sentences ───────────────────────────────────────────────────────────────────────────


def joined(words: Words, *parts: str) -> str:
    """What is told, one thing after the other."""
    return words.say("list.then").join(part for part in parts if part)


def with_parts(words: Words, sentence: str, *parts: str) -> str:
    """A sentence and what follows from it."""
    told = joined(words, *parts)
    return words.say("list.told", sentence=sentence, told=told) if told else sentence


def plain(words: Words, key: str, **values: tuple[Domain, int]) -> str:
    """The sentence of the action itself."""
    return words.say(f"action.{key}", **{name: words.value(*value) for name, value in values.items()})


def own(view: State) -> Clan:
    """The clan to act."""
    return view.clans[view.player]


@remembered
def _clan(
    box: Box, clan: Clan, dues: Dues, quota: int
) -> tuple[tuple[Due, ...], int, tuple[int, ...], tuple[int, ...]]:
    """DG-1.3, DG-1.4: what sending costs this clan by Job, and the Scarcity for what is missing; free beds, memory,
    levels."""
    tools, furs = clan.goods[Good.TOOL], clan.goods[Good.FUR]
    found: list[Due] = []
    for tool, fur in dues:
        paid_tool, paid_fur = min(tool, tools), min(fur, furs)
        found.append((paid_tool, paid_fur, strain(tool - paid_tool + fur - paid_fur, clan.scarcity, quota)))
    free = max(0, beds(clan, box) - members(clan))
    return tuple(found), free, as_tuple(clan.memory), as_tuple(clan.levels)


@remembered
def _slots(box: Box, fresco: bytes, up: int) -> tuple[int, ...]:
    return tuple(box.fresco[fresco[place]][line] for place in range(up) for line in range(LINES))


def strain(units: int, taken: int, quota: int) -> Strain:
    """The Scarcity that so many missing things cost; without a quota that is all there is to tell."""
    return (units, taken + units, quota) if units and quota else (units, 0, 0)


@remembered
def due_text(box: Box, words: Words, due: Due) -> str:
    """What sending costs now."""
    tool, fur, scarcity = due
    row = [0] * GOODS
    row[Good.TOOL], row[Good.FUR] = tool, fur
    paid = words.say("tell.now", cost=goods_text(words, row)) if tool + fur else ""
    return joined(words, paid, scarcity_text(box, words, scarcity))


@remembered
def scarcity_text(box: Box, words: Words, strain: Strain) -> str:
    """The sign of Scarcity: how much, and what that means."""
    units, taken, quota = strain
    if not units:
        return ""
    said = counted(words, "scarcity", units)
    if taken:
        return words.say("tell.scarcity_alone", scarcity=said, taken=taken, quota=quota)
    return words.say("tell.scarcity", scarcity=said, points=counted(words, "points", units * box.scarcity_points))


@remembered
def points_text(words: Words, points: int) -> str:
    """So many points."""
    return counted(words, "points", points)


def costs(words: Words, price: Domain, index: int) -> str:
    """A printed price that is paid now."""
    return words.say("tell.costs", cost=words.value(price, index))


def later(words: Words, cost: str) -> str:
    """What is paid when resolving."""
    return words.say("tell.later", cost=cost)


@remembered
def homes_text(words: Words, chief: int) -> str:
    """What the two kinds of Habitat cost this builder."""
    simple, prestigious = (words.value(HOME_PRICE, 2 * chief + home) for home in range(2))
    return words.say("tell.homes", simple=simple, prestigious=prestigious)


# ── before the first round ───────────────────────────────────────────────────────────────────────


def learn(view: State, box: Box, words: Words, track: int) -> str:
    """7.1: the level, and its price."""
    return _learn(box, words, track, position(view, box).levels[track], "learn")


@remembered
def _learn(box: Box, words: Words, track: int, level: int, key: str) -> str:
    return with_parts(words, plain(words, key, track=(TRACK, track)), level_text(box, words, track, level))


def level_text(box: Box, words: Words, track: int, level: int) -> str:
    """The next level of a capacity and its price; nothing at the last one."""
    if level == LEVELS - 1:
        return ""
    cost = words.value(LEVEL_PRICE, LEVELS * track + level + 1)
    if track == Track.TOOLS:
        return words.say("tell.tool_level", level=level + 2, cost=cost)
    return words.say("tell.level", label=level_gives(box, words, track, level + 1), cost=cost)


# ── phase 1 ──────────────────────────────────────────────────────────────────────────────────────


def pass_round(view: State, box: Box, words: Words) -> str:
    """R36: who stays at home unused."""
    clan = own(view)
    return _pass(words, clan.hunters + clan.chiefs + clan.shaman)


@remembered
def _pass(words: Words, idle: int) -> str:
    return with_parts(words, plain(words, "pass"), counted(words, "idle", idle))


def habitat(view: State, box: Box, words: Words, member: int) -> str:
    """DG-A1: Tool and Fur now, the goods when resolving."""
    return _habitat(box, words, member, position(view, box).dues[Job.HABITAT])


@remembered
def _habitat(box: Box, words: Words, member: int, paid: Due) -> str:
    sentence = plain(words, "habitat", member=(MEMBER, member))
    return with_parts(words, sentence, due_text(box, words, paid), later(words, homes_text(words, int(member == 1))))


def craft(view: State, box: Box, words: Words, place: int, member: int) -> str:
    """DG-B1: which Craft, its price and its points."""
    now = position(view, box)
    return _craft(box, words, now.crafts[place], member, now.dues[Job.CRAFT])


@remembered
def _craft(box: Box, words: Words, tile: int, member: int, paid: Due) -> str:
    sentence = words.say("tell.craft", member=words.value(MEMBER, member), craft=words.value(CRAFT, tile))
    price = later(words, words.value(CRAFT_PRICE, tile))
    return with_parts(words, sentence, due_text(box, words, paid), price, points_text(words, box.craft_points[tile]))


def birth(view: State, box: Box, words: Words, couple: int) -> str:
    """DG-C1, DG-C3: a newborn, and whether there is a bed for it."""
    return _birth(words, couple, position(view, box).free_beds)


@remembered
def _birth(words: Words, couple: int, free: int) -> str:
    sentence = plain(words, "birth", couple=(COUPLE, couple))
    return joined(words, sentence, counted(words, "newborns", 1), counted(words, "free_beds", free))


def go(view: State, box: Box, words: Words, cell: int) -> str:
    """DG-X5: what is there, and what it takes."""
    now = position(view, box)
    species = now.species(cell)
    return _go(box, words, cell, species, now.tiles[cell], now.dues[Job.HARVEST if species == NONE else Job.HUNT])


@remembered
def _go(box: Box, words: Words, cell: int, species: int, tile: int, paid: Due) -> str:
    where = words.value(CELL, cell)
    if species == NONE:
        ground = ground_of(box.shows[tile], box.quantity[tile])
        sentence = words.say("tell.harvest", cell=where, ground=words.value(GROUND, ground))
    else:
        sentence = words.say(
            "tell.hunt", cell=where, quarry=words.value(QUARRY, species), mastery=box.min_mastery[species],
            members=counted(words, "members", box.min_members[species]),
        )  # fmt: skip
    return joined(words, sentence, due_text(box, words, paid))


def party(view: State, box: Box, words: Words, party: int) -> str:
    """DG-D2, DG-D3: what the group finds, and how much of it comes home."""
    now = position(view, box)
    return _party(box, words, party, now.tiles[view.cell], now.transport, now.dues[Job.HARVEST])


@remembered
def _party(box: Box, words: Words, party: int, tile: int, transport: int, paid: Due) -> str:
    people = PARTY_HUNTERS[party] + PARTY_CHIEFS[party] + PARTY_SHAMAN[party]
    found = crop(box, tile, people + PARTY_CHIEFS[party] + PARTY_TOOLS[party])
    sentence = plain(words, "party", party=(PARTY, party))
    return with_parts(words, sentence, found_text(words, found, transport * people), due_text(box, words, paid))


def crop(box: Box, tile: int, strength: int) -> list[int]:
    """DG-D2: quantity x Mastery of what a tile yields."""
    row = [0] * GOODS
    for place in range(YIELDS):
        good = box.yields[box.shows[tile]][place]
        if good != NONE:
            row[good] = box.quantity[tile] * strength
    return row


def found_text(words: Words, found: Sequence[int], room: int) -> str:
    """What is found, and how much of it can be carried."""
    goods = goods_text(words, found)
    if sum(found) <= room:
        return words.say("tell.brings", found=goods)
    return words.say("tell.finds", found=goods, carried=room)


def hunt(view: State, box: Box, words: Words, band: int) -> str:
    """DG-E1, DG-E2: with how many Tools, and what comes home."""
    now = position(view, box)
    return _hunt(box, words, band, now.species(view.cell), now.transport, now.dues[Job.HUNT])


@remembered
def _hunt(box: Box, words: Words, band: int, species: int, transport: int, paid: Due) -> str:
    chiefs, hunters = divmod(band, HUNT_HUNTERS)
    tools = min(tools_for(box, species, chiefs, hunters), PACK_TOOLS - 1)
    sentence = words.say("tell.hunters", pack=words.value(PACK, BANDS * tools + band))
    found = found_text(words, as_tuple(box.spoils[species]), transport * (chiefs + hunters))
    return with_parts(words, sentence, found, due_text(box, words, paid))


def fresco(view: State, box: Box, words: Words, slot: int, member: int) -> str:
    """DG-F1: which animal, its points, and whether it is remembered yet."""
    now = position(view, box)
    species = now.slots[slot]
    return _fresco(box, words, slot, member, species, now.memory[species] > 0, now.dues[Job.FRESCO])


@remembered
def _fresco(box: Box, words: Words, slot: int, member: int, species: int, known: bool, paid: Due) -> str:
    sentence = words.say(
        "tell.send_painter", member=words.value(MEMBER, member), quarry=words.value(QUARRY, species),
        slot=words.value(SLOT, slot),
    )  # fmt: skip
    memory = "" if known else words.say("tell.not_in_memory")
    return with_parts(
        words, sentence, due_text(box, words, paid), points_text(words, box.paint_points[species]), memory
    )


def capacity(view: State, box: Box, words: Words, track: int, member: int) -> str:
    """DG-G: the next level and the Tools that could be made, each with its price."""
    return _capacity(box, words, track, member, position(view, box).levels[track])


@remembered
def _capacity(box: Box, words: Words, track: int, member: int, level: int) -> str:
    sentence = plain(words, "capacity", track=(TRACK, track), member=(MEMBER, member))
    made = [recipe_text(box, words, i) for i in range(level + 1)] if track == Track.TOOLS else []
    offered = [level_text(box, words, track, level), *made]
    return with_parts(words, sentence, later(words, listed(words, [part for part in offered if part], "or")))


def hut(view: State, box: Box, words: Words, location: int) -> str:
    """DG-H0a: where, and what it will cost."""
    return _hut(box, words, place_of_hut(view, location), location, asks_offering(view, box, location), "hut")


@remembered
def _hut(box: Box, words: Words, called: int, location: int, asked: bool, key: str) -> str:
    name = words.value(PLACE_OF_HUT, called)
    sentence = words.say("tell.act" if key == "act" else "action.hut", location=name)
    points = points_text(words, box.hut_points[location]) if box.hut_points[location] else ""
    born = counted(words, "newborns", 2) if location == Hut.TWINS else ""
    price = words.value(HUT_PRICE, location)
    if asked:
        price = words.say("tell.offering", goods=words.value(OFFERING, 0))
    elif box.hut_offering[location]:
        return joined(words, sentence, words.say("tell.no_offering"), points, born)
    told = words.say("tell.costs", cost=price) if key == "act" else later(words, price)
    return joined(words, sentence, told, points, born)


def mark(view: State, box: Box, words: Words, slot: int) -> str:
    """DG-H1: which animal is marked."""
    now = position(view, box)
    return _mark(box, words, slot, now.slots[slot], now.memory[now.slots[slot]] > 0)


@remembered
def _mark(box: Box, words: Words, slot: int, species: int, known: bool) -> str:
    sentence = words.say("tell.mark", quarry=words.value(QUARRY, species), slot=words.value(SLOT, slot))
    each = words.say("tell.a_cube", points=points_text(words, box.paint_points[species]))
    return with_parts(words, sentence, each, "" if known else words.say("tell.not_in_memory"))


def partner(view: State, box: Box, words: Words, member: int) -> str:
    """DG-H6: two newborns, and beds for them."""
    return _partner(words, member, min(2, own(view).reserve - own(view).promised), position(view, box).free_beds)


@remembered
def _partner(words: Words, member: int, born: int, free: int) -> str:
    sentence = plain(words, "partner", member=(PARTNER_MEMBER, member))
    return with_parts(words, sentence, counted(words, "newborns", born), counted(words, "free_beds", free))


# ── phase 3 ──────────────────────────────────────────────────────────────────────────────────────


def resolve_habitat(view: State, box: Box, words: Words, builder: int) -> str:
    """DG-A2: what the two kinds cost this builder."""
    return _resolve_habitat(words, builder)


@remembered
def _resolve_habitat(words: Words, builder: int) -> str:
    key = "value.builder.chief" if builder else "value.builder.member"
    return with_parts(words, words.say("action.resolve_habitat", builder=words.say(key)), homes_text(words, builder))


def resolve_craft(view: State, box: Box, words: Words, place: int) -> str:
    """DG-B2: the Craft, its price and its points."""
    return _resolve_craft(box, words, view.craft[place])


@remembered
def _resolve_craft(box: Box, words: Words, tile: int) -> str:
    sentence = words.say("tell.make", craft=words.value(CRAFT, tile))
    return with_parts(words, sentence, costs(words, CRAFT_PRICE, tile), points_text(words, box.craft_points[tile]))


def resolve_birth(view: State, box: Box, words: Words) -> str:
    """DG-C2: a newborn."""
    return _resolve_birth(words, position(view, box).free_beds - own(view).newborns)


@remembered
def _resolve_birth(words: Words, free: int) -> str:
    parts = counted(words, "newborns", 1), counted(words, "free_beds", max(0, free))
    return with_parts(words, plain(words, "resolve_birth"), *parts)


def resolve_expedition(view: State, box: Box, words: Words, cell: int) -> str:
    """DG-D2, DG-E2: what comes home."""
    clan = own(view)
    order = next(clan.orders[i] for i in range(clan.order_count) if _stands_on(clan, i, cell))
    now = position(view, box)
    room = now.transport * hands(order)
    return _resolve_expedition(box, words, cell, now.species(cell), now.tiles[cell], mastery(order), room)


def _stands_on(clan: Clan, number: int, cell: int) -> bool:
    order = clan.orders[number]
    return order.job in (Job.HARVEST, Job.HUNT) and order.place == cell


@remembered
def _resolve_expedition(box: Box, words: Words, cell: int, species: int, tile: int, strength: int, room: int) -> str:
    where = words.value(CELL, cell)
    if species == NONE:
        return with_parts(words, words.say("tell.back", cell=where), found_text(words, crop(box, tile, strength), room))
    sentence = words.say("tell.bring_down", quarry=words.value(QUARRY, species), cell=where)
    return with_parts(words, sentence, found_text(words, as_tuple(box.spoils[species]), room))


def resolve_fresco(view: State, box: Box, words: Words, slot: int) -> str:
    """DG-F2: the animal and its points."""
    return _resolve_fresco(box, words, slot, slot_species(view, box, slot))


@remembered
def _resolve_fresco(box: Box, words: Words, slot: int, species: int) -> str:
    sentence = words.say("tell.paint", quarry=words.value(QUARRY, species), slot=words.value(SLOT, slot))
    return with_parts(words, sentence, points_text(words, box.paint_points[species]))


def resolve_capacity(view: State, box: Box, words: Words, track: int) -> str:
    """DG-G: the next level, or the recipes."""
    return _resolve_capacity(box, words, track, own(view).levels[track])


@remembered
def _resolve_capacity(box: Box, words: Words, track: int, level: int) -> str:
    made = [recipe_text(box, words, i) for i in range(level + 1)] if track == Track.TOOLS else []
    offered = [part for part in (level_text(box, words, track, level), *made) if part]
    return with_parts(words, plain(words, "resolve_capacity", track=(TRACK, track)), listed(words, offered, "or"))


def resolve_hut(view: State, box: Box, words: Words) -> str:
    """DG-H0b: which location, and its price."""
    location = own(view).orders[find_order(own(view), RESOLVE_HUT)].place
    return _hut(box, words, place_of_hut(view, location), location, asks_offering(view, box, location), "act")


def finish(view: State, box: Box, words: Words) -> str:
    """DG-3.2, R13, DG-5.1: what is forgone, and the Scarcity that will follow for certain."""
    clan = own(view)
    jobs = [clan.orders[i].job for i in range(clan.order_count) if clan.orders[i].job != Job.IDLE]
    hungry = max(0, food_needed(view, clan) - clan.goods[Good.FRUIT] - 2 * clan.goods[Good.MEAT])
    waiting = int(Job.SHAMAN_HUT in jobs)
    quota = view.solo.quota if view.seats == 1 else 0
    return _finish(box, words, tuple(sorted(jobs)), hungry, strain(waiting + hungry, clan.scarcity, quota))


@remembered
def _finish(box: Box, words: Words, jobs: tuple[int, ...], hungry: int, scarcity: Strain) -> str:
    named = dict.fromkeys(words.value(JOB, job) for job in jobs)
    sentence = words.say("tell.finish", jobs=listed(words, list(named)))
    vain = words.say("tell.in_vain") if Job.SHAMAN_HUT in jobs else ""
    short = words.say("tell.short", food=counted(words, "food", hungry)) if hungry else ""
    return with_parts(words, sentence, vain, short, scarcity_text(box, words, scarcity))


def raise_home(view: State, box: Box, words: Words, dwelling: int, spot: int) -> str:
    """DG-A2, DG-A3: the price, the points, and the beds before and after."""
    clan = own(view)
    return _raise(box, words, dwelling, spot, min(1, clan.orders[view.order].chiefs), beds(clan, box))


@remembered
def _raise(box: Box, words: Words, dwelling: int, spot: int, chief: int, slept: int) -> str:
    home = Home.SIMPLE + dwelling
    after = slept + box.beds[home] - (box.beds[Home.SHELTER] if spot == Spot.SHELTER else box.beds[Home.BARE])
    return with_parts(
        words,
        plain(words, "raise", dwelling=(DWELLING, dwelling), spot=(SPOT, spot)),
        costs(words, HOME_PRICE, 2 * chief + dwelling),
        points_text(words, box.home_points[home]),
        words.say("tell.beds", before=slept, after=after),
    )


def carry(view: State, box: Box, words: Words, load: int) -> str:
    """DG-D3: what is taken with it where that is certain, else the room that is left."""
    return _carry(words, load, view.room, tuple(view.load[good] for good in range(GOODS)))


@remembered
def _carry(words: Words, load: int, room: int, lying: tuple[int, ...]) -> str:
    amount, kind = divmod(load, CARRY_KINDS)
    good, left = CARRY_GOODS[kind], room - amount
    row = [0] * GOODS
    row[good] = amount
    others = [other for other in range(GOODS) if other != good and lying[other]]
    certain = len(others) == 1 or left >= sum(lying[other] for other in others) or left == 0
    if certain:
        for other in others:
            row[other] = min(left, lying[other])
        return words.say("action.carry", load=goods_text(words, row))
    sentence = words.say("action.carry", load=counted(words, GOOD.values[good], amount))
    return with_parts(words, sentence, words.say("tell.room", n=left))


def tools(view: State, box: Box, words: Words, upgrade: int, recipe: int) -> str:
    """DG-G3: the level and the Tools, each with its price."""
    return _tools(box, words, upgrade, recipe, own(view).levels[Track.TOOLS])


@remembered
def _tools(box: Box, words: Words, upgrade: int, recipe: int, level: int) -> str:
    parts = [level_text(box, words, Track.TOOLS, level)] if upgrade else []
    parts += [recipe_text(box, words, recipe - 1)] if recipe else []
    return words.say("tell.work", parts=joined(words, *parts))


def strokes(view: State, box: Box, words: Words, stroke: int) -> str:
    """DG-H1: how many cubes, and what they count."""
    return _strokes(box, words, stroke + 1, slot_species(view, box, own(view).orders[view.order].tools))


@remembered
def _strokes(box: Box, words: Words, cubes: int, species: int) -> str:
    sentence = words.say("tell.strokes", stroke=cubes, quarry=words.value(QUARRY, species))
    return with_parts(words, sentence, points_text(words, cubes * box.paint_points[species]))


def on_tile(key: str) -> Teller:
    """A choice of a tile: what lies there."""

    def teller(view: State, box: Box, words: Words, cell: int) -> str:
        now = position(view, box)
        return _on_tile(box, words, key, cell, now.tiles[cell], bool((view.ripe >> cell) & 1), now.species(cell))

    return teller


@remembered
def _on_tile(box: Box, words: Words, key: str, cell: int, tile: int, ripe: bool, species: int) -> str:
    there = [words.value(GROUND, ground_of(box.shows[tile], box.quantity[tile]))]
    there += [words.say("badge.exhausted")] if box.shows[tile] >= Shows.WOOD and not ripe else []
    there += [words.value(QUARRY, species)] if species != NONE else []
    return f"{plain(words, key, cell=(CELL, cell))} ({', '.join(there)})"


def take(view: State, box: Box, words: Words, good: int) -> str:
    """DG-H5, SC07: for what it is taken."""
    return _take(words, good, view.given, view.swaps > 0)


@remembered
def _take(words: Words, good: int, given: int, swapping: bool) -> str:
    price = counted(words, GOOD.values[given], 1) if swapping else words.value(PAIR, given)
    return words.say("tell.take", good=words.value(GOOD, good), given=price)


# ── phase 5 ──────────────────────────────────────────────────────────────────────────────────────


def feed(view: State, box: Box, words: Words, meat: int) -> str:
    """R33, DG-5.1: the whole meal, and what spoils after it."""
    clan = own(view)
    fruit = max(0, food_needed(view, clan) - 2 * meat)
    last = BOWLS - 1
    rotten = max(0, clan.fruit[last] - fruit), max(0, clan.meat[last] - meat)
    return _feed(words, meal_of(fruit, meat), meal_of(*rotten))


@remembered
def _feed(words: Words, meal: int, rotten: int) -> str:
    lost = words.say("tell.spoils", meal=words.value(MEAL, rotten)) if rotten else ""
    return with_parts(words, words.say("tell.eat", meal=words.value(MEAL, meal)), lost)


# ── the events of a solo game ────────────────────────────────────────────────────────────────────


def use_event(view: State, box: Box, words: Words) -> str:
    """8.6: what it does."""
    return words.say("tell.event", text=words.value(EVENT, card_of(view)))


def repair(view: State, box: Box, words: Words) -> str:
    """SC23: the price."""
    return words.say("tell.repair", cost=words.value(EVENT_PRICE, card_of(view)))


def lose(view: State, box: Box, words: Words, dwelling: int, spot: int) -> str:
    """SC23: the points, and the beds before and after."""
    return _lose(box, words, dwelling, spot, beds(own(view), box))


@remembered
def _lose(box: Box, words: Words, dwelling: int, spot: int, slept: int) -> str:
    home = Home.SIMPLE + dwelling
    after = slept - box.beds[home] + (box.beds[Home.SHELTER] if spot == Spot.SHELTER else box.beds[Home.BARE])
    sentence = plain(words, "lose", dwelling=(DWELLING, dwelling), spot=(SPOT, spot))
    return with_parts(words, sentence, words.say("tell.beds", before=slept, after=after))


def rockfall(view: State, box: Box, words: Words, slot: int) -> str:
    """SC24: which animal."""
    return _rockfall(words, slot, slot_species(view, box, slot))


@remembered
def _rockfall(words: Words, slot: int, species: int) -> str:
    return words.say("tell.lose_cube", quarry=words.value(QUARRY, species), slot=words.value(SLOT, slot))


def unlearn(view: State, box: Box, words: Words, track: int) -> str:
    """SC25: from what to what."""
    return _unlearn(box, words, track, own(view).levels[track])


@remembered
def _unlearn(box: Box, words: Words, track: int, level: int) -> str:
    values = (box.reach, box.transport, range(1, LEVELS + 1))[track]
    change = words.say("tell.change", before=values[level], after=values[level - 1])
    return with_parts(words, plain(words, "unlearn", track=(TRACK, track)), change)


TELLERS: dict[str, Teller] = {
    "learn": learn,
    "pass": pass_round,
    "habitat": habitat,
    "craft": craft,
    "birth": birth,
    "go": go,
    "party": party,
    "hunt": hunt,
    "fresco": fresco,
    "capacity": capacity,
    "hut": hut,
    "mark": mark,
    "partner": partner,
    "resolve_habitat": resolve_habitat,
    "resolve_craft": resolve_craft,
    "resolve_birth": resolve_birth,
    "resolve_expedition": resolve_expedition,
    "resolve_fresco": resolve_fresco,
    "resolve_capacity": resolve_capacity,
    "resolve_hut": resolve_hut,
    "finish": finish,
    "raise": raise_home,
    "carry": carry,
    "tools": tools,
    "strokes": strokes,
    "journey": on_tile("journey"),
    "megalith": on_tile("megalith"),
    "take": take,
    "feed": feed,
    "village": on_tile("village"),
    "use_event": use_event,
    "regrow": on_tile("regrow"),
    "herd_on": on_tile("herd_on"),
    "repair": repair,
    "lose": lose,
    "rockfall": rockfall,
    "unlearn": unlearn,
}
